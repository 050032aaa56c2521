"""What of a fact stands neither in the sentence in which a document seems to tell it, nor beside that sentence.

The local checker adds up the weights of shared words over a passage. Of a short fact a name or two are enough: a
document that speaks of the same people tells "Jane is engaged to Mr. Bingley". docs/evidence/own_documents.md measures
what `hayrick collect` gains by looking at what is absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Literal, NamedTuple

from hayrick.checking.collection import UNCLEAR
from hayrick.checking.local import DOUBT, FOUND, Finding
from hayrick.checking.statements import Objection
from hayrick.checking.wording import agrees
from hayrick.judges.coverage.words.function_words import AUXILIARIES
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import Reading, read
from hayrick.judges.coverage.words.vocabulary import kinds, narrowed
from hayrick.numerals import listed
from hayrick.text import Span, sentences
from hayrick.types import Document, Haystack

SOME, HALF = 0.25, 0.5
"""Share of a fact's words and numbers that are absent from which on a place is doubtful, and no place. Chosen on other
facts than those by which docs/evidence/own_documents.md measures it."""

BESIDE = 100
"""Characters before and after a sentence within which others count as beside it: about a sentence on each side, or
several of the short lines of a wrapped text, each of which is read as a sentence."""

LACKING = f"lacking.v1-{SOME:g}-{HALF:g}-{BESIDE}"
"""All parameters."""

Lack = Literal["absent number", "absent predicate", "absent words"]
"""Why a place is doubtful; the reason of the objection."""

_AUXILIARIES = AUXILIARIES | {"cannot", "not", "never"}
_NO_VERB_AFTER = frozenset(
    listed(
        "a an the this that these those its his her their my our your some any no every each of in on at by with for "
        "from to and or more most very"
    )
)


class Wanted(NamedTuple):
    """What a sentence must hold that states a fact."""

    reading: Reading
    predicate: str | None
    """Stem of the verb, or of the noun that carries the statement ("in talks"); None where none is recognised."""

    @classmethod
    def of(cls, fact: str) -> Wanted:
        """Read a fact of one sentence."""
        reading = read(fact)
        return cls(reading, _predicate(reading))

    def lack(self, said: Reading) -> tuple[float, Lack | None]:
        """What is absent from a passage; words that are alike stand for each other, and rounded numbers, too.

        Returns:
            The share of words and numbers that are absent, in [0, 1], and why the passage does not state the fact
            surely; None where it may.
        """
        numbers = [one for one in self.reading.quantities if not agrees(one, said.quantities)]
        words = [one for one in self.reading.words if not _stands(one, said.words)]
        total = len(self.reading.words) + len(self.reading.quantities)
        share = (len(numbers) + len(words)) / total if total else 0.0
        if numbers:
            return share, "absent number"
        if self.predicate in words:
            return share, "absent predicate"
        return share, "absent words" if share >= SOME else None


def _stands(word: str, said: Set[str]) -> bool:
    return word in said or any(other in said for other, _ in alike(word))


def _predicate(fact: Reading) -> str | None:
    """The first content word after an auxiliary; without one the first word that has the form of a finite verb.

    None if a number or a name comes first: what the fact states is then that number, or that name.
    """
    counted = {at for one in fact.quantities for at in range(one.start, one.end)}
    first = next((at for at, token in enumerate(fact.lower) if _is_auxiliary(token)), None)
    if first is not None:
        for at in range(first + 1, len(fact.tokens)):
            if at in counted:
                return None
            if fact.line[at] and not _is_auxiliary(fact.lower[at]) and not fact.lower[at].endswith("ly"):
                return None if fact.tokens[at][0].isupper() else fact.line[at]
        return None
    return next((fact.line[at] for at in range(1, len(fact.tokens)) if at not in counted and _is_verb(fact, at)), None)


def _is_auxiliary(token: str) -> bool:
    return token in _AUXILIARIES or token.endswith("n't")


def _is_verb(fact: Reading, at: int) -> bool:
    token, stem = fact.tokens[at], fact.line[at]
    if not stem or not token.islower() or fact.lower[at - 1] in _NO_VERB_AFTER:
        return False
    return (is_past(token) or token.endswith("s")) and "v" in kinds(narrowed(stem, token))


def with_lacks(haystack: Haystack, found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings of the local checker, with objections to those whose passage lacks something of the insight.

    A passage is the sentence that the checker names, with those beside it (`BESIDE`). Where it lacks `HALF`
    of the insight, the probability is lowered as for another number (`local.DOUBT`), so that it is not found. Pairs
    so improbable that nobody is asked stay as they are, and so do those that a document contradicts.
    """
    wanted = {one.id: Wanted.of(one.text) for subtopic in haystack.subtopics for one in subtopic.insights}
    pages = {one.id: one for one in haystack.documents}
    spans: dict[str, Sequence[Span]] = {}
    for one in found:
        if one.evidence is None or one.contradicted or one.probability < UNCLEAR[0]:
            yield one
            continue
        document = pages[one.document]
        if document.id not in spans:
            spans[document.id] = sentences(document.text)
        share, lack = wanted[one.insight].lack(read(_around(document, spans[document.id], one.evidence)))
        probability = one.probability * (DOUBT if one.found and share >= HALF else 1)
        objection = one.objection
        if objection is None and lack is not None:
            objection = Objection(lack, one.evidence, contradicts=False)
        yield replace(one, probability=probability, found=probability >= FOUND, objection=objection)


def _around(document: Document, spans: Sequence[Span], sentence: str) -> str:
    """A sentence, or a part of one, with the sentences beside it."""
    start = document.text.index(sentence)
    end = start + len(sentence)
    near = [one for one in spans if one.end > start - BESIDE and one.start < end + BESIDE]
    return document.text[near[0].start : near[-1].end]
