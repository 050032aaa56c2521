"""What an edit of a sentence may use of its haystack: names, words in lower case, planted sentences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.planted import statements
from hayrick.text import STOP_WORDS
from hayrick.types import Haystack

_CAPITALISED = r"[A-Z](?:[’'][A-Z])?[^\W\d_]+(?:-[A-Z][^\W\d_]+)*(?!-?\w)"
NAME = re.compile(rf"\b{_CAPITALISED}(?: (?:of the |of |de |van |von |& )?{_CAPITALISED})*")
_SENTENCE = re.compile(r"(?:^|[.!?:;][\"”’')]* )[\"“‘'(]*$")
_WORD = re.compile(r"[a-z][a-z’'-]*")
_ARTICLES = frozenset({"The", "A", "An"})
_OPENERS = _ARTICLES | frozenset(
    listed(
        "After Although As At Back Before By Despite Every For From If In It Its Of On Once Since Through To Under "
        "When While With"
    )
)
_ADJECTIVE = re.compile(r"(?:an|ish|ese|ic|ch)$")


class Around(NamedTuple):
    """What is known of an insight's haystack."""

    names: tuple[str, ...]
    """Names in its insights, each once."""

    lower: frozenset[str]
    """Words that its texts write in lower case somewhere."""

    planted: Mapping[tuple[str, str], tuple[str, ...]]
    """(insight, kind of statement) -> sentences of its documents; empty where nobody recorded any."""

    def within(self, sentence: str) -> str:
        """The sentence as a clause: without its full stop, and in lower case where its first word is no name."""
        clause = sentence.strip().rstrip(".")
        first = re.match(r"[A-Z][a-z’'-]*(?![\w.])", clause)
        if first and first[0].lower() in self.lower and not _starts_name(clause, first.end()):
            return clause[0].lower() + clause[1:]
        return clause


def around(haystack: Haystack) -> Around:
    """Read what edits may use of a haystack."""
    insights = [one.text for subtopic in haystack.subtopics for one in subtopic.insights]
    texts = chain(insights, (document.text for document in haystack.documents))
    lower = STOP_WORDS | {word for text in texts for word in _WORD.findall(text)}
    names = tuple(dict.fromkeys(name for text in insights for _, name in names_in(text)))
    return Around(names, lower, _planted(haystack))


def names_in(sentence: str) -> Iterator[tuple[int, str]]:
    """Names of a sentence and their places: capitalised words but months, days, and a first word that stands alone."""
    for found in NAME.finditer(sentence):
        start, name = found.start(), found[0]
        is_first = bool(_SENTENCE.search(sentence[:start]))
        head, _, rest = name.partition(" ")
        if head in _OPENERS and (is_first or head in _ARTICLES):
            start, name, is_first = start + len(head) + 1, rest, False
        if is_first and (of := re.match(r"\w+ of (?:the )?", name)):
            start, name, is_first = start + of.end(), name[of.end() :], False
        words = name.split()
        if not words or (len(words) == 1 and (is_first or _ADJECTIVE.search(name))):
            continue
        if not any(word in MONTHS or word in WEEKDAYS for word in words):
            yield start, name


def _starts_name(clause: str, end: int) -> bool:
    """Whether the first word belongs to a name, since another capitalised one follows."""
    return clause[:end] not in _ARTICLES and bool(re.match(rf" {_CAPITALISED}", clause[end:]))


def _planted(haystack: Haystack) -> dict[tuple[str, str], tuple[str, ...]]:
    found = defaultdict[tuple[str, str], list[str]](list)
    for one in statements(haystack):
        if one.language in ("", "en"):
            found[one.insight, one.kind].append(one.text)
    return {key: tuple(dict.fromkeys(texts)) for key, texts in found.items()}
