"""Prompt templates: bundled files with a front matter, and user files with other placeholders."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from hayrick.prompting.placeholders import NAME, RELEASED, SYNTAXES, parts, require_present, syntax_of
from hayrick.records.read_files import read_text
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Message

_VERSIONED = re.compile(r"(?P<name>.+)\.v(?P<version>\d{1,6})")
_FRONT = re.compile(r"---\n(?P<head>.*?)\n---\n", re.DOTALL)
_ROLE = re.compile(r"^## (system|user)\n", re.MULTILINE)
_Role = Literal["system", "user"]
_Parts = Sequence[tuple[str, str | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Text of a prompt with named placeholders.

    `placeholders` maps a placeholder as written ("{{query}}") to the name of its value ("query"); the rest of the text
    is never changed. `version` is None for a file that is not named `name.vN`.
    """

    name: str
    version: int | None
    text: str
    """Text to send, with placeholders; if `has_roles`, lines "## system" and "## user" start messages."""

    placeholders: Mapping[str, str]
    syntax: str
    sha256: str
    """Hash of the file's whole text, front matter included."""

    has_roles: bool = False

    @property
    def values(self) -> frozenset[str]:
        """Names of the values to fill in."""
        return frozenset(self.placeholders.values())

    @property
    def signature(self) -> str:
        """Name, version and the first digits of the hash."""
        version = "" if self.version is None else f".v{self.version}"
        return f"{self.name}{version}@{self.sha256[:12]}"


class Filled(NamedTuple):
    """Messages, and where in the last one each value starts."""

    messages: tuple[Message, ...]
    starts: Mapping[str, int]


@cache
def bundled() -> tuple[str, ...]:
    """Names of the bundled templates with versions, sorted."""
    return tuple(sorted(path.name.removesuffix(".md") for path in _folder().iterdir() if path.name.endswith(".md")))


def load(
    name_or_path: str | Path,
    placeholders: Mapping[str, str] | None = None,
    known: Mapping[str, str] | None = None,
) -> Template:
    """Load a bundled template by name, or a file by path.

    A name without version means the highest version. A file that starts with a front matter ("---", then `syntax:` and
    `placeholders:`, then "---") declares its own placeholders. In other files, placeholders are those given by the
    caller and those of SummHay's released prompts; other words in braces or brackets are left alone. A first line
    "## system" or "## user" starts messages there too; without one the text is the user's message.

    Args:
        name_or_path: "judge-single", "judge-single.v1", or a path.
        placeholders: for files without front matter: placeholder as written, in one of `SYNTAXES` -> name of its value,
            for example {"[QUERY]": "query"}; added to the released ones, over which they take precedence.
        known: further placeholders of the same form that need not occur, such as those of another original's prompts.

    Raises:
        BadInput: unknown name, unreadable file, front matter that does not match the text, or a placeholder that has an
            unknown syntax or does not occur.
    """
    given = str(name_or_path)
    ours = [] if isinstance(name_or_path, Path) else [name for name in bundled() if given in (name, _split(name)[0])]
    if ours:
        if placeholders is not None:
            raise BadInput(given, "placeholders given", "none, as the prompt declares its own")
        best = max(ours, key=lambda name: _split(name)[1] or 0)
        return _of_bundle(best)
    path = Path(name_or_path)
    if not isinstance(name_or_path, Path) and not path.suffix and not path.exists():
        expected = f"one of {', '.join(bundled())}, or a path"
        raise BadInput("prompt", f"unknown name '{given}'", expected, did_you_mean(given, bundled()))
    text = read_text(path).replace("\r\n", "\n")
    if placeholders is None and _FRONT.match(text):
        return _declared(text, path.stem, str(path))
    return _foreign(text, path, placeholders or {}, known or {})


@cache
def _of_bundle(name: str) -> Template:
    return _declared((_folder() / f"{name}.md").read_text(encoding="utf-8"), name, f"prompt {name}")


def fill(template: Template, values: Mapping[str, str]) -> tuple[Message, ...]:
    """Fill every occurrence of every placeholder; inserted text is not searched for placeholders.

    Args:
        template: made by `load`.
        values: name -> text, exactly for `template.values`.

    Raises:
        BadInput: a value is missing, or has no placeholder.
    """
    return filled(template, values).messages


def filled(template: Template, values: Mapping[str, str]) -> Filled:
    """Fill a template as `fill` does; also return where the values are.

    Raises:
        BadInput: as `fill`.
    """
    where = f"prompt {template.name}"
    for name in sorted(template.values - values.keys()):
        written = " or ".join(token for token, value in template.placeholders.items() if value == name)
        raise BadInput(where, f"no value '{name}' for {written}", "one for every placeholder")
    for name in sorted(values.keys() - template.values):
        expected = f"only {', '.join(sorted(template.values))}"
        raise BadInput(where, f"value '{name}' without placeholder", expected)
    messages: list[Message] = []
    starts: dict[str, int] = {}
    for role, cut in _cut(template.text, template.has_roles, tuple(template.placeholders)):
        pieces, length, starts = [], 0, {}
        for literal, token in cut:
            piece = literal
            if token is not None:
                name = template.placeholders[token]
                starts.setdefault(name, length)
                piece = values[name]
            pieces.append(piece)
            length += len(piece)
        messages.append(Message(role=role, text="".join(pieces)))
    return Filled(tuple(messages), starts)


def _folder() -> resources.abc.Traversable:
    return resources.files("hayrick") / "prompts"


def _split(stem: str) -> tuple[str, int | None]:
    found = _VERSIONED.fullmatch(stem)
    return (found["name"], int(found["version"])) if found else (stem, None)


def _declared(text: str, stem: str, where: str) -> Template:
    front = _FRONT.match(text)
    fields = dict(line.partition(":")[::2] for line in (front["head"] if front else "").splitlines())
    fields = {name.strip(): value.strip() for name, value in fields.items()}
    if front is None or fields.keys() != {"syntax", "placeholders"}:
        raise BadInput(
            where, f"fields {', '.join(fields) or 'none'}", "a front matter with 'syntax' and 'placeholders'"
        )
    if fields["syntax"] not in SYNTAXES:
        raise BadInput(where, f"syntax '{fields['syntax']}'", f"one of {', '.join(SYNTAXES)}")
    before, after = SYNTAXES[fields["syntax"]]
    names = [name.strip() for name in fields["placeholders"].split(",") if name.strip()]
    body = text[front.end() :].strip("\n")
    declared = {f"{before}{name}{after}": name for name in names}
    written = re.findall(f"{re.escape(before)}{NAME.pattern}{re.escape(after)}", body)
    for token in written:
        if token not in declared:
            raise BadInput(where, f"undeclared placeholder {token}", f"one of {', '.join(declared) or 'none'}")
    require_present(body, declared, where)
    role = _ROLE.search(body)
    if role is not None and role.start() > 0:
        raise BadInput(where, "text before the first '## system' or '## user'", "none: it would be sent to no one")
    name, version = _split(stem)
    return Template(
        name=name,
        version=version,
        text=body,
        placeholders=MappingProxyType(declared),
        syntax=fields["syntax"],
        sha256=_sha256(text),
        has_roles=role is not None,
    )


def _foreign(text: str, path: Path, placeholders: Mapping[str, str], known_too: Mapping[str, str]) -> Template:
    syntaxes = {token: syntax_of(token, str(path)) for token in placeholders}
    found = {**RELEASED, **known_too, **placeholders}
    standing = {token for _, token in parts(text, found) if token is not None}
    known = {token: name for token, name in found.items() if token in placeholders or token in standing}
    require_present(text, known, str(path))
    if not known:
        cure = "Declare them in front matter: docs/reference/prompts.md has an example."
        raise BadInput(str(path), "no known placeholder", "a prompt with placeholders", cure)
    name, version = _split(path.stem)
    return Template(
        name=name,
        version=version,
        text=text,
        placeholders=MappingProxyType(known),
        syntax=" + ".join(sorted({syntaxes.get(token) or syntax_of(token, str(path)) for token in known})),
        sha256=_sha256(text),
        has_roles=_ROLE.match(text) is not None,
    )


@lru_cache(maxsize=64)
def _cut(text: str, has_roles: bool, placeholders: tuple[str, ...]) -> Sequence[tuple[_Role, _Parts]]:
    """Role and parts of each message of a template's text."""
    return [(role, list(parts(own, placeholders))) for role, own in _messages(text, has_roles=has_roles)]


def _messages(text: str, *, has_roles: bool) -> Iterator[tuple[_Role, str]]:
    if not has_roles:
        yield "user", text
        return
    heads = list(_ROLE.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        yield ("system" if head[1] == "system" else "user"), text[head.end() : end].strip("\n")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
