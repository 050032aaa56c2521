"""Whether a denial is about another party: "..., but Westhill Bank did not", "This does not hold for Westhill"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hayrick.judges.coverage.words.function_words import DETERMINERS
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.vocabulary import kinds
from hayrick.numerals import listed
from hayrick.text import STOP_WORDS

_AUXILIARIES = frozenset(listed("did does do has have had was were is are will would could can"))
_NOT_SO = re.compile(
    rf"(?:(?:{'|'.join(sorted(_AUXILIARIES))}) (?:not|n't)|\w+n't|cannot|never (?:did|has|had))"
    r"(?: (?:yet|done))?(?: so)?(?= ?[.,;:!]|$)"
)
"""What follows somebody who has not done what was told before, in lower case."""
_HOLDS = frozenset(listed("true so case hold holds held apply applies applied happen happened kind sort said"))
_OF = frozenset(listed("of for at in with"))

INSTEAD: Mapping[str, tuple[str, ...]] = {"instead": ("of",), "rather": ("than",)}
ASIDE: Mapping[str, tuple[str, ...]] = {"unlike": (), "contrast": ("to",), "opposed": ("to",), **INSTEAD}
"""What sets somebody or something aside: a first word, and the words after it; the first two also a number."""


def is_of_another(reply: Sequence[str], told: Sequence[str]) -> bool:
    """Whether the tokens of a denial name somebody as the one it is about who is not named in what was told before."""
    known = frozenset(told)
    for i, token in enumerate(reply):
        if not token[0].isupper() or token in known or (i == 0 and not _begins_a_name(reply)):
            continue
        end = next((at for at in range(i, len(reply)) if not reply[at][0].isupper()), len(reply))
        if _NOT_SO.match(" ".join(reply[end:]).lower()) or _is_whose(reply, i):
            return True
    return False


def is_by_another(tokens: Sequence[str], start: int, at: int) -> bool:
    """Whether the name before "did not" or "has not", with "not" at `at` or after it, was not told since `start`."""
    while at > start and tokens[at - 1] in _AUXILIARIES:
        at -= 1
    begin = next((i for i in range(at, start, -1) if not tokens[i - 1][0].isupper()), start)
    return start < begin < at and not frozenset(tokens[begin:at]) <= frozenset(tokens[start:begin])


def set_aside(lower: Sequence[str], line: Sequence[str]) -> Iterator[str]:
    """The first term of each party that a text tells of another one: "unlike Oakfield Bank", "instead of Oakfield"."""
    for i, token in enumerate(lower):
        if token in ASIDE:
            words = ASIDE[token]
            end = i + 1 + len(words)
            if tuple(lower[i + 1 : end]) == words and (key := next(filter(None, line[end:]), "")):
                yield key


def _is_whose(reply: Sequence[str], i: int) -> bool:
    """Whether before the name that holds position `i` stands of whom something is true."""
    while i and (reply[i - 1][0].isupper() or reply[i - 1] in DETERMINERS):
        i -= 1
    return i > 1 and reply[i - 1] in _OF and reply[i - 2] in _HOLDS


def _begins_a_name(reply: Sequence[str]) -> bool:
    if reply[0].lower() in STOP_WORDS:
        return False
    return not kinds(content_word(reply[0])) or (len(reply) > 1 and reply[1][0].isupper())
