"""Tables of a haystack made of one's own documents: where each fact is stated, and what a person should decide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from hayrick.checking.collection import Place, Undecided
from hayrick.checking.lacking import Lack
from hayrick.checking.local import FOUND
from hayrick.haystacks.facts import Facts
from hayrick.judges.coverage.phrases import phrase
from hayrick.report.tables import ABSENT, Table
from hayrick.wording import counted

TRUST = (
    "How many are right depends on your documents. Of places in news that repeats facts in similar words 89 [84, 92] % "
    "were right, and 91 [89, 92] % of the right ones were found. In debates and a novel, which repeat nothing, 26 [17, "
    "38] % were right, and 80 [66, 89] % were found; of facts that no document states 61 [46, 74] % were found "
    "somewhere, 7 [2, 21] % without doubt. So read what is to be decided (docs/evidence/own_documents.md)."
)
"""Measured by bench/haystacks/collecting.py; a test compares it with the page."""

_PLAIN = re.compile(r"\w[\w./-]*")

EACH = 2
"""Pairs of one fact that are shown before those of others."""

_SHOWN = 3
"""Documents of a fact that are named."""


def facts_table(facts: Facts, places: Sequence[Place], undecided: Sequence[Undecided]) -> Table:
    """Table with a row for each fact: how its places are known, how many, which, how many pairs are undecided.

    "surest" is the probability of the most probable place that was found. A fact is doubtful if all its places are.
    """
    rows = []
    for question in facts.questions:
        for fact in question.facts:
            own = [one.document for one in places if one.insight == fact.id]
            doubted = {one.document for one in undecided if one.insight == fact.id}
            how = "found nowhere" if not own else "doubtful" if doubted.issuperset(own) else "found"
            if fact.documents is not None:
                how = "given" if own else "given: none"
            more = [f"and {len(own) - _SHOWN} more"] if len(own) > _SHOWN else []
            named = ", ".join([*own[:_SHOWN], *more]) or ABSENT
            sure = max((one.probability or 0.0 for one in places if one.insight == fact.id), default=0.0)
            surest = f"{sure:.3f}" if own and fact.documents is None else ABSENT
            rows.append([question.id, fact.id, how, str(len(own)), surest, str(len(doubted)), named, fact.text])
    heads = ["question", "fact", "places", "documents", "surest", "to decide", "stated by", "text"]
    return Table(f"{facts.topic}: where facts are stated", heads, rows, (3, 4, 5)).with_main(*heads[1:])


def least_certain(undecided: Sequence[Undecided], places: Sequence[Place], most: int) -> list[Undecided]:
    """At most `most` pairs, fact by fact: of facts found nowhere, then of doubtful ones, then of others.

    The least certain pairs of a fact come first, by distance from the threshold. Of a fact with many pairs `EACH` are
    taken before other facts have theirs.
    """
    doubted = {(one.insight, one.document) for one in undecided}
    found = {one.insight for one in places}
    sure = {one.insight for one in places if (one.insight, one.document) not in doubted}

    def rank(one: Undecided) -> tuple[bool, bool, float]:
        return one.insight in sure, one.insight in found, abs(one.probability - FOUND)

    of_fact: dict[str, list[Undecided]] = {}
    for one in sorted(undecided, key=rank):
        of_fact.setdefault(one.insight, []).append(one)
    first = [one for own in of_fact.values() for one in own[:EACH]]
    rest = [one for own in of_fact.values() for one in own[EACH:]]
    taken = set([*first, *sorted(rest, key=rank)][:most])
    return [one for own in of_fact.values() for one in own if one in taken]


def undecided_table(facts: Facts, shown: Sequence[Undecided], n: int) -> Table:
    """Table of pairs that a person should decide, of which there are `n`."""
    texts = {fact.id: fact.text for question in facts.questions for fact in question.facts}
    rows = [
        [
            one.insight,
            one.document,
            "yes" if one.found else "no",
            f"{one.probability:.2f}",
            _why(one),
            texts[one.insight],
            " ".join((one.evidence or ABSENT).split()),
        ]
        for one in shown
    ]
    title = f"to decide: {counted(n, 'pair')}"
    if n > len(rows):
        title = f"to decide: {len(rows)} of {n} pairs, the least certain of each fact; --show {n} lists all"
    heads = ["fact", "document", "stated?", "probability", "why", "its text", "closest sentence"]
    return Table(title, heads, rows, (3,)).with_main(*heads[:5], heads[6])


def lines_to_decide(
    facts: Facts, places: Sequence[Place], undecided: Sequence[Undecided], shown: Sequence[Undecided]
) -> Iterator[str]:
    """Entries in YAML for facts of which a pair is undecided, with the documents that were found.

    Args:
        facts: all of them.
        places: that are known.
        undecided: all pairs that a person should decide.
        shown: pairs of which a table is shown. Facts without a sure place have an entry in any case.
    """
    open_pairs = {(one.insight, one.document) for one in undecided}
    sure = {one.insight for one in places if (one.insight, one.document) not in open_pairs}
    wanted = {one.insight for one in shown} | ({one.insight for one in undecided} - sure)
    for question in facts.questions:
        for number, fact in enumerate(question.facts, start=1):
            if fact.id in wanted:
                documents = ", ".join(_quoted(one.document) for one in places if one.insight == fact.id)
                yield f"- text: {json.dumps(fact.text, ensure_ascii=False)}"
                if fact.id != f"{question.id}.{number}":
                    yield f"  id: {_quoted(fact.id)}"
                yield f"  documents: [{documents}]"


def found_note(places: Sequence[Place], checker: str) -> list[str]:
    """How far places that a checker found can be trusted; nothing if all were given."""
    n = sum(one.place == "found" for one in places)
    if not n:
        return []
    were, them = ("was", "it") if n == 1 else ("were", "them")
    by = "the local checker" if checker == "local" else f"the local checker and {checker}"
    return [f"{n} of {counted(len(places), 'place')} {were} found by {by}, and nobody has read {them}. {TRUST}"]


_LACKS: Mapping[Lack, str] = {
    "absent number": "a number of it is absent",
    "absent predicate": "its verb is absent",
    "absent words": "words of it are absent",
}


def _why(one: Undecided) -> str:
    if one.why == "nowhere":
        return "found nowhere; nearest"
    if one.reason is None:
        return "unclear"
    said = next((words for lack, words in _LACKS.items() if lack == one.reason), phrase(one.reason))
    return f"{said}{'' if one.why == 'contradicted' else '?'}"


def _quoted(id: str) -> str:
    """An id in YAML, quoted where it has marks of YAML's own."""
    return id if _PLAIN.fullmatch(id) and id.casefold() != "null" else json.dumps(id, ensure_ascii=False)
