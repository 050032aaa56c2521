"""Parameters in the names of tasks, retrievers and judges, written as in a URL: `helmet/json_kv?length=8k&seed=1`."""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path
from urllib.parse import parse_qsl

from hayrick.suggestions import did_you_mean
from hayrick.tokens import CL100K, tokenizer
from hayrick.types import BadInput

_SIZES = {"k": 1024, "m": 1024 * 1024}
_MOST_TOKENS = 128 * _SIZES["m"]
_SHOWN = 240
MOST = 1_000_000
"""Greatest count that a parameter may have, unless its task states another."""


def require_exact(encoding: str, where: str) -> None:
    """Reject an encoding whose counts would be estimates; any unknown name is one of these.

    Raises:
        BadInput: it is one, or its file cannot be read.
    """
    if not tokenizer(encoding).exact:
        raise BadInput(where, f"tokenizer '{cut(encoding)}'", f"{CL100K}, o200k or the path of a tokenizer.json")


def size_name(tokens: int) -> str:
    """A number of tokens as it is given and shown: "8k" for 8,192, "1M" for 1,048,576, else its digits."""
    for unit, size in (("M", _SIZES["m"]), ("k", _SIZES["k"])):
        if tokens and tokens % size == 0:
            return f"{tokens // size}{unit}"
    return str(tokens)


def cut(given: str, most: int = 60) -> str:
    """A value as errors show it: cut with "..." where it has more characters."""
    return given if len(given) <= most else f"{given[: most - 3]}..."


def require_utf8(name: str, where: str) -> None:
    """Reject a name with bytes that are not UTF-8, such as one of a file, where rows and signatures will have it.

    Raises:
        BadInput: it has some.
    """
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(where, "a name that is not UTF-8", "UTF-8", "Rename the file.") from None


def given_in(tail: str, where: str) -> dict[str, str]:
    """Parameters of what stands after a name's "?".

    Raises:
        BadInput: one is given twice.
    """
    found: dict[str, str] = {}
    for name, value in parse_qsl(tail, keep_blank_values=True):
        if name in found:
            what = f"{cut(name)} twice ('{cut(found[name])}' and '{cut(value)}')"
            raise BadInput(where, what, "every parameter once", "Several lengths or paths take commas between them.")
        found[name] = value
    return found


MOST_SHOTS = 1_000
"""Worked examples in a prompt."""

MOST_MADE = 100_000
"""Greatest number of items that are made, not read, for one length."""


class Parameters:
    """The parameters of one name. Each is read once; those that remain are unknown parameters.

    Args:
        noun: kind of thing that is named, for error messages.
        spec: the whole name as the user gave it.
        given: parameter -> value.
    """

    def __init__(self, noun: str, spec: str, given: dict[str, str]) -> None:
        self.noun, self.spec, self.left = noun, spec, given
        self.files: list[Path] = []
        """Paths that were taken out."""
        self._asked: list[str] = []

    @classmethod
    def of(cls, spec: str, noun: str) -> tuple[str, Parameters]:
        """Split a specification into the name before "?" and the parameters after it."""
        name, _, tail = spec.partition("?")
        return name, cls(noun, spec, given_in(tail, f"{noun} '{cut(spec, _SHOWN)}'"))

    @property
    def where(self) -> str:
        """What is named, for errors; a long name is cut."""
        return f"{self.noun} '{cut(self.spec, _SHOWN)}'"

    def text(self, name: str, default: str) -> str:
        """Return a text parameter, or the default if it is not given."""
        self._asked.append(name)
        return self.left.pop(name, default)

    def one_of(self, name: str, choices: Collection[str]) -> str:
        """Return a text parameter that is one of the choices; the first of them if it is not given.

        Raises:
            BadInput: it is none of them.
        """
        given = self.text(name, next(iter(choices)))
        if given not in choices:
            raise BadInput(self.where, f"{name} '{cut(given)}'", " or ".join(choices))
        return given

    def number(self, name: str, default: float) -> float:
        """Return a number.

        Raises:
            BadInput: the value is not a finite number.
        """
        given = self.text(name, str(default))
        try:
            found = float(given)
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            raise BadInput(self.where, f"{name} '{cut(given)}'", "a number")
        return found

    def whole(self, name: str, default: int, least: int | None = None, most: int = MOST) -> int:
        """Return a whole number.

        Raises:
            BadInput: the value is not a whole number, or is below `least` or above `most`.
        """
        given = self.number(name, default)
        if not given.is_integer() or given > most or (least is not None and given < least):
            expected = f"a whole number {f'up to {most:,}' if least is None else f'from {least} to {most:,}'}"
            raise BadInput(self.where, f"{name} {given:g}", expected)
        return int(given)

    def sizes(self, name: str, default: str) -> list[int]:
        """Numbers of tokens, each once: `8192`, or `8k` and `1M` for so many times 1,024 and 1,024 x 1,024; `4k,8k`.

        Raises:
            BadInput: the text is no list of positive numbers.
        """
        return list(dict.fromkeys(self._size(name, one.strip()) for one in self.text(name, default).split(",")))

    def _size(self, name: str, given: str) -> int:
        factor = _SIZES.get(given[-1:].lower(), 1)
        digits = given[:-1] if factor > 1 else given
        found = int(digits) * factor if digits.isdecimal() and len(digits) < 20 else 0
        if not 0 < found <= _MOST_TOKENS:
            expected = "a number of tokens such as 8192 or 8k, at most 128M"
            raise BadInput(self.where, f"{name} '{cut(given)}'", expected)
        return found

    def encoding(self) -> str:
        """The parameter `tokenizer`: what lengths are counted in, cl100k or the path of a `tokenizer.json`.

        Raises:
            BadInput: the file cannot be read, or a count in it would be an estimate.
        """
        given = self.text("tokenizer", CL100K)
        require_exact(given, self.where)
        if given.endswith(".json"):
            self.files.append(Path(given))
        return given

    def paths(self, name: str, optional: bool = False) -> list[Path]:
        """Paths, with commas between them.

        Args:
            name: of the parameter.
            optional: whether it may be left out, which gives no path.

        Raises:
            BadInput: none is given.
        """
        if optional and name not in self.left:
            self._asked.append(name)
            return []
        given = [Path(one.strip()) for one in self.text(name, "").split(",") if one.strip()]
        if not given:
            raise BadInput(self.where, f"no {name}", f"?{name}=PATH")
        self.files.extend(given)
        return given

    def require_used(self) -> None:
        """Reject parameters that were not read.

        Raises:
            BadInput: there is an unknown parameter.
        """
        if self.left:
            known = " or ".join(f"'{name}'" for name in self._asked) or "no parameter"
            given = min(self.left)
            cure = did_you_mean(given, self._asked)
            raise BadInput(self.where, f"unknown parameter '{cut(given)}'", known, cure)
