"""Names in short: "FDA" for the Food and Drug Administration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from hayrick.text import STOP_WORDS

_LEAST, _MOST = 2, 6


def acronyms(tokens: Sequence[str], line: Sequence[str]) -> Mapping[str, str]:
    """The term of each token of two to six capitals, by its letters in lower case, "U.S." as "us", and by itself."""
    found: dict[str, str] = {}
    for token, key in zip(tokens, line, strict=True):
        if key and token.isupper() and _LEAST <= len(letters := token.replace(".", "")) <= _MOST and letters.isalpha():
            found[letters.lower()] = found[key] = key
    return found


def initials(tokens: Sequence[str], line: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """The terms of each run of capitalised words, and of each part of one, by two to six initials in lower case.

    Function words within a run may have an initial or none: Department of Energy is "DOE", Bank of England "BE", too.
    """
    found: dict[str, frozenset[str]] = {}
    run: list[tuple[str, str]] = []
    for token, key in zip([*tokens, "."], [*line, ""], strict=True):
        if key and len(token) > 1 and token[0].isupper():
            run.append((token[0].lower(), key))
        elif run and token in STOP_WORDS:
            run.append((token[0], ""))
        elif run:
            for start, end in combinations(range(len(run) + 1), 2):
                part = run[start:end]
                if part[0][1] and part[-1][1]:
                    keys = frozenset(key for _, key in part if key)
                    for letters in {"".join(one for one, _ in part), "".join(one for one, key in part if key)}:
                        if _LEAST <= len(letters) <= _MOST:
                            found[letters] = keys
            run = []
    return found
