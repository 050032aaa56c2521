"""Measure the places that `hayrick collect` finds: prints the tables of docs/evidence/own_documents.md.

The haystacks of SummHay's release, the hand-written one and those of the bundled scenarios are written out as folders
of text files and files of facts without places, and collected. What is found is compared with what they record:
precision and recall, with 95 % intervals over insights; for many facts, and for draws of three questions with four
facts; how many facts would be found somewhere although no document states them (a document is checked alone, so these
are the facts found in a document that does not record them); which pairs a person would read; what retrievers score on
found places and on recorded ones. `bench.haystacks.collecting_elsewhere` adds documents that do not repeat facts. Data:
folders below `data` of HAYRICK_SHARED. Three minutes on one core.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np

from bench.figures import percent
from bench.haystacks.collecting_elsewhere import print_elsewhere
from bench.haystacks.verification import made
from bench.haystacks.verification_fit import HAND_WRITTEN, fit, insights_of, measure, rotation
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.checking.collection import why_undecided
from hayrick.checking.lacking import with_lacks
from hayrick.checking.local import FITTED, Finding, StatingChecker, Weights, findings
from hayrick.harness.haystacks.collecting import Collected, CollectRequest, collect
from hayrick.harness.haystacks.retrieval_quality import NDCG
from hayrick.harness.haystacks.retrieving import RetrievalRequest, retrieve
from hayrick.haystacks.files import read_haystack, write_haystack
from hayrick.stats import ratio_intervals
from hayrick.types import Haystack, Insight

DRAWS, QUESTIONS, FACTS = 20, 3, 4
BANDS = (0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 1.0)
Pairs = frozenset[tuple[str, str]]


class Row(NamedTuple):
    """An insight of a haystack: documents that record it, that are found, that are both; means over draws."""

    haystack: str
    recorded: float
    found: float
    both: float
    stray: float
    """Whether it is found where it is not recorded."""

    sure: float
    """Whether it is found so where no person would be asked."""

    lost: float
    """Whether it is found nowhere."""


def held(haystack: Haystack) -> Pairs:
    return frozenset((insight, document) for insight, holders in haystack.held_by.items() for document in holders)


def written(haystack: Haystack, folder: Path) -> tuple[Path, Path]:
    """A folder of documents, and a file of facts without places; names keep the order of the documents."""
    texts, facts = folder / haystack.id, folder / f"{haystack.id}.yaml"
    texts.mkdir()
    for document in haystack.documents:
        (texts / f"{document.id}.txt").write_bytes(document.text.encode())
    questions = [
        {
            "id": one.id,
            "question": one.query or one.title,
            "facts": [{"id": part.id, "text": part.text} for part in one.insights],
        }
        for one in haystack.subtopics
    ]
    value = {"schema": 1, "topic": haystack.topic or haystack.id, "questions": questions}
    facts.write_text(json.dumps(value, ensure_ascii=False))
    return texts, facts


def collected(haystack: Haystack) -> Collected:
    with tempfile.TemporaryDirectory() as name:
        texts, facts = written(haystack, Path(name))
        return collect(CollectRequest(documents=[str(texts)], facts=facts, out=Path(name) / f"{haystack.id}.json"))


def found_by(haystack: Haystack, insights: Sequence[Insight], weights: Weights) -> list[Finding]:
    """What the checker finds of some insights, as a haystack with these facts alone."""
    return list(with_lacks(haystack, findings(haystack, StatingChecker(insights, weights))))


def sure(found: Sequence[Finding]) -> dict[tuple[str, str], bool]:
    """Pairs that are found, and whether surely: nobody is asked about them."""
    return {(one.insight, one.document): why_undecided(one) is None for one in found if one.found}


def rows(haystack: Haystack, insights: Sequence[Insight], found: Mapping[tuple[str, str], bool]) -> Iterator[Row]:
    """A row for each insight, of pairs that are found, and whether surely."""
    recorded = held(haystack)
    for one in insights:
        own, theirs = ({d for i, d in pairs if i == one.id} for pairs in (recorded, found))
        sure = any(found[one.id, d] for d in theirs - own)
        yield Row(haystack.id, len(own), len(theirs), len(own & theirs), bool(theirs - own), sure, not theirs)


HEADS = ("insights", "recorded", "found", "both", "precision", "recall", "found elsewhere", "surely", "found nowhere")
HEAD = " | ".join(HEADS) + " |\n" + "|---" * (1 + len(HEADS)) + "|"


def print_row(name: str, found: Sequence[Row]) -> None:
    """Ratios of sums over insights, which are resampled within their haystacks."""
    names = {one: number for number, one in enumerate(dict.fromkeys(row.haystack for row in found))}
    clusters = [names[row.haystack] for row in found]
    recorded, all_found, both, stray, sure, lost = np.array([row[1:] for row in found], float).T
    ones = np.ones(len(found))
    shares = ratio_intervals([both, both, stray, sure], [all_found, recorded, ones, ones], clusters)
    counts = [f"{one.sum():.0f}" for one in (recorded, all_found, both)]
    shown = [str(len(found)), *counts, *map(percent, shares), f"{lost.sum():.0f}"]
    print(f"| {name} | " + " | ".join(shown) + " |")


def print_whole(haystacks: Sequence[Haystack], others: Sequence[Haystack]) -> None:
    print(f"\nAll facts of a haystack, shipped constants\n| haystack | {HEAD}")
    for kind, several in (("released", haystacks), ("others", others)):
        total: list[Row] = []
        for one in several:
            made = collected(one)
            doubted = {(pair.insight, pair.document) for pair in made.undecided}
            pairs = [(place.insight, place.document) for place in made.places]
            own = list(rows(one, insights_of(one), {pair: pair not in doubted for pair in pairs}))
            print_row(one.id, own)
            total += own
        if kind == "released":
            print_row("released, together", total)


def drawn(haystack: Haystack, draw: random.Random) -> list[Insight]:
    """Three questions with at most four facts each."""
    questions = draw.sample(haystack.subtopics, min(QUESTIONS, len(haystack.subtopics)))
    return [
        replace(insight, extra={})
        for one in questions
        for insight in draw.sample(one.insights, min(FACTS, len(one.insights)))
    ]


def print_held_out_and_few(haystacks: Sequence[Haystack], others: Sequence[Haystack]) -> None:
    measured = [measure(one) for one in haystacks]
    weights = {one.haystack.id: fit(rest) for one, rest in rotation(measured)}
    print(f"\nConstants fitted on the other two haystacks\n| facts | {HEAD}")
    total: list[Row] = []
    for one in haystacks:
        found = found_by(one, [replace(i, extra={}) for i in insights_of(one)], weights[one.id])
        total += rows(one, insights_of(one), sure(found))
    print_row("all (released, together)", total)
    for name, several in (("released", haystacks), ("scenarios and hand-written", others)):
        seen: dict[tuple[str, str], list[Row]] = {}
        near, wrong, errors, asked = 0, 0, 0, 0
        bands = np.zeros((len(BANDS) - 1, 2), dtype=int)
        left = []
        for one in several:
            draw, recorded = random.Random(one.id), held(one)
            for _ in range(DRAWS):
                chosen = drawn(one, draw)
                found = found_by(one, chosen, weights.get(one.id, FITTED))
                own = list(rows(one, chosen, sure(found)))
                left.append(sum(not row.found for row in own))
                for insight, row in zip(chosen, own, strict=True):
                    seen.setdefault((one.id, insight.id), []).append(row)
                for f in found:
                    bad = f.found != ((f.insight, f.document) in recorded)
                    is_near = why_undecided(f) is not None
                    errors, near, wrong = errors + bad, near + is_near, wrong + (bad and is_near)
                    if f.probability >= BANDS[0]:
                        bands[np.searchsorted(BANDS[1:-1], f.probability, side="right")] += (1, f.found != bad)
                asked += 1
        # An insight that was drawn several times counts once, by its mean.
        averaged = [
            Row(key[0], *(fmean(column) for column in list(zip(*own, strict=True))[1:])) for key, own in seen.items()
        ]
        print_row(f"{QUESTIONS} x {FACTS}, {name}, {DRAWS} draws each", averaged)
        print(
            f"\nPer draw of {QUESTIONS * FACTS} facts: left out {fmean(left):.2f}; to decide {near / asked:.1f} pairs, "
            f"{wrong / asked:.1f} of the {errors / asked:.1f} wrong ones among them; insights seen {len(seen)}"
        )
        for low, high, (n, good) in zip(BANDS, BANDS[1:], bands.tolist(), strict=False):
            print(f"  {low:.2f}-{high:.2f}: {n} pairs, {100 * good / max(n, 1):.1f} % recorded")
        print()


def print_open(haystacks: Sequence[Haystack], others: Sequence[Haystack]) -> None:
    print("\nPairs that a person is told to read, all facts, shipped constants: recorded among them")
    heads = ("haystack", "pairs to read", "unclear", "wrong among these", "wrong in all", "doubted", "contradicted")
    print("| " + " | ".join(heads) + " |")
    print("|---|---|---|---|---|---|---|")
    for one in [*haystacks, *others]:
        found, recorded = collected(one), held(one)
        is_gold = {(p.insight, p.document): (p.insight, p.document) in recorded for p in found.undecided}
        near = [p for p in found.undecided if p.why == "unclear"]
        wrong = sum(p.found != is_gold[p.insight, p.document] for p in near)
        places = frozenset((place.insight, place.document) for place in found.places)
        kinds = {
            why: [is_gold[p.insight, p.document] for p in found.undecided if p.why == why]
            for why in ("doubted", "contradicted")
        }
        shown = [f"{len(own)} ({sum(own)})" for own in kinds.values()]
        print(
            f"| {one.id} | {len(found.undecided)} | {len(near)} | {wrong} | {len(places ^ recorded)} | "
            + " | ".join(shown)
            + " |"
        )


def print_retrievers(haystacks: Sequence[Haystack]) -> None:
    print("\nMean nDCG@10 of retrievers over subtopics, with recorded and with found places")
    names = ("bm25", "bm25rm3", "random")
    print("| haystack | places | " + " | ".join(names) + " |\n|---|---|---|---|---|")
    for one in haystacks:
        found = collected(one).haystack
        assert found is not None
        places = {insight: holders for insight, holders in one.held_by.items() if insight in found.held_by}
        for what, haystack in (("recorded", replace(found, held_by=places)), ("found", found)):
            with tempfile.TemporaryDirectory() as name:
                write_haystack(Path(name) / f"{one.id}.json", haystack)
                result = retrieve(RetrievalRequest(inputs=[f"{name}/{one.id}.json"], retrievers=names, budgets=[15000]))
            shown = {row.retriever: row.interval for row in result.rows if row.measure == NDCG and row.haystack}
            print(f"| {one.id} | {what} | " + " | ".join(percent(shown[n]) for n in names) + " |")


def main() -> None:
    haystacks = [read_haystack(needed(SUMMHAY / f"{name}.json")) for name in HAYSTACKS]
    others = [read_haystack(HAND_WRITTEN), *made()]
    print_whole(haystacks, others)
    print_open(haystacks, others)
    print_retrievers(haystacks)
    print_held_out_and_few(haystacks, others)
    print_elsewhere()


if __name__ == "__main__":
    main()
