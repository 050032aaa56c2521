"""Measure retrievers, sentence contexts and token counts on released haystacks; choose parameters on other haystacks.

`python -m bench.systems.retrieval [--dense MODEL_FOLDER]` prints, for each held-out haystack, what was chosen on the
two others; tables at budgets of 3,000 to 30,000 tokens, held-out haystacks pooled and one by one; paired differences;
the values with the parameters that ship (chosen on all three); stored keyword scores that come out equal; the error of
the token estimate; and speed. Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the
checkout).
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bench.places import HAYSTACKS, SUMMHAY, needed
from bench.systems.retrieval_methods import BUDGETS, Build, Chosen, OwnWords, Tuning, packed, sentences, shortest
from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.relevance import insights_of, known_of
from hayrick.protocols import Retriever
from hayrick.retrieval.baselines import ByPosition, Oracle, Random, Released
from hayrick.retrieval.catalogue import retriever
from hayrick.retrieval.fusion import RRF
from hayrick.retrieval.haystacks import scores_of
from hayrick.retrieval.keywords import Keywords
from hayrick.retrieval.quality import documents_shown, evidence_shown, ndcg, relevant_recall
from hayrick.retrieval.scoring import texts_of
from hayrick.stats import Interval, design, ratio_intervals
from hayrick.stats.paired import Part, paired_means
from hayrick.tokens import CL100K, ESTIMATE, count_tokens, token_counts
from hayrick.types import Haystack

STORED = ("rerank3", "vector", "dwzhu/e5-base-4k", "keywords", "random")

Key = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Values of one method: measure and budget -> (haystack, subtopic) of each row and its value."""

    groups: dict[tuple[str, int], list[Key]]
    values: dict[tuple[str, int], list[float]]

    def add(self, measure: str, budget: int, key: Key, values: Sequence[float | None]) -> None:
        """Keep the values of one subtopic, without those that are undefined."""
        known = [value for value in values if value is not None]
        self.groups.setdefault((measure, budget), []).extend([key] * len(known))
        self.values.setdefault((measure, budget), []).extend(known)

    def interval(self, measure: str, budget: int) -> tuple[Interval, int]:
        """Mean over all haystacks with its interval, and how many values it is of."""
        groups, values = self.groups[measure, budget], self.values[measure, budget]
        plan = design(groups)
        top, bottom = plan.sums(values, np.ones(len(values)))
        return ratio_intervals([top], [bottom], plan.strata)[0], len(values)

    def mean(self, measure: str, budget: int, haystack: str) -> float:
        """Mean of one haystack."""
        pairs = zip(self.groups[measure, budget], self.values[measure, budget], strict=True)
        return float(np.mean([value for (owner, _), value in pairs if owner == haystack]))


def ranked(rows: Rows, haystack: Haystack, found: Retriever) -> None:
    for subtopic in haystack.subtopics:
        grades = known_of(haystack, subtopic).grades
        rows.add("ndcg", 0, (haystack.id, subtopic.id), [ndcg(grades, scores_of(haystack, subtopic, found))])


def shown(rows: Rows, haystack: Haystack, build: Build, budgets: Sequence[int] = BUDGETS) -> None:
    for subtopic, budget in itertools.product(haystack.subtopics, budgets):
        key, found = (haystack.id, subtopic.id), build(haystack, subtopic, budget)
        if (tokens := sum(passage.tokens for passage in found)) > budget:
            sys.exit(f"a context of {tokens} tokens under a budget of {budget}")
        insights, held_by = insights_of(subtopic), haystack.held_by
        rows.add("recall", budget, key, [relevant_recall(known_of(haystack, subtopic).grades, found)])
        rows.add("documents", budget, key, list(documents_shown(insights, held_by, found).values()))
        rows.add("evidence", budget, key, list(evidence_shown(haystack.documents, insights, held_by, found).values()))


def methods(chosen: Chosen, dense: Mapping[str, Retriever]) -> tuple[dict[str, Retriever], dict[str, Build]]:
    """Rankings of documents; and contexts of sentences."""
    rankers: dict[str, Retriever] = {
        "oracle": Oracle(),
        **{f"released:{name}": Released(name) for name in STORED},
        "keywords": Keywords(),
        "bm25": chosen.bm25,
        "bm25rm3": chosen.rm3,
        "votes": chosen.ranker,
        "rrf:bm25rm3,released:rerank3": RRF(parts=(chosen.rm3, Released("rerank3"))),
        **dense,
        "random": Random(),
        "first": ByPosition(),
        "last": ByPosition(last=True),
    }
    contexts = {
        "sentences": sentences(chosen.extraction, True),
        "sentences, no neighbours": sentences(chosen.extraction, False),
        "sentences by own words": sentences(OwnWords(document=False), True),
        "sentences by own words and document": sentences(OwnWords(document=True, relevance=chosen.rm3), True),
        "shortest sentence of every document": shortest,
    }
    return rankers, contexts


def measure(
    haystacks: Sequence[Haystack], chosen: Mapping[str, Chosen], dense: Mapping[str, Retriever]
) -> dict[str, Rows]:
    table: dict[str, Rows] = {}
    for haystack in haystacks:
        rankers, contexts = methods(chosen[haystack.id], dense)
        for name, found in rankers.items():
            rows = table.setdefault(name, Rows(groups={}, values={}))
            ranked(rows, haystack, found)
            shown(rows, haystack, packed(found))
        for name, build in contexts.items():
            shown(table.setdefault(name, Rows(groups={}, values={})), haystack, build)
    return table


def text_of(found: Interval) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "-".rjust(19)
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def print_tables(table: Mapping[str, Rows], haystacks: Sequence[str]) -> None:
    n = next(iter(table.values())).interval("ndcg", 0)[1]
    print(f"\nnDCG@10, mean of {n} subtopics; then each haystack")
    for name, rows in table.items():
        if ("ndcg", 0) in rows.values:
            each = " ".join(f"{rows.mean('ndcg', 0, haystack):.3f}" for haystack in haystacks)
            print(f"{name:36} {text_of(rows.interval('ndcg', 0)[0])}  {each}")
    for budget in BUDGETS:
        n = next(iter(table.values())).interval("documents", budget)[1]
        print(f"\n{budget:,} tokens, {n} insights: relevant recall | documents shown | evidence shown; each haystack")
        for name, rows in table.items():
            cells = []
            for measured in ("recall", "documents", "evidence"):
                each = " ".join(f"{rows.mean(measured, budget, haystack):.3f}" for haystack in haystacks)
                cells.append(f"{text_of(rows.interval(measured, budget)[0])}  {each}")
            print(f"{name:36} {' | '.join(cells)}")


def print_differences(table: Mapping[str, Rows]) -> None:
    pairs = [
        ("documents", "bm25rm3", "released:rerank3"),
        ("documents", "votes", "released:rerank3"),
        ("documents", "bm25rm3", "bm25"),
        ("evidence", "sentences", "released:rerank3"),
        ("evidence", "sentences", "oracle"),
        ("evidence", "sentences", "sentences, no neighbours"),
    ]
    print("\npaired differences")
    for budget, (measured, one, other) in itertools.product(BUDGETS, pairs):
        groups = table[one].groups[measured, budget]
        plan = design(groups)
        a, b = (plan.sums(table[name].values[measured, budget], np.ones(len(groups))) for name in (one, other))
        found = paired_means([Part(1.0, a, b)], plan.strata)
        spread = text_of(Interval(found.difference, found.low, found.high))
        print(f"{budget:6,} {measured}: {one} - {other}: {spread} p {found.p:.4f} n {len(groups)}")


def print_keywords(haystacks: Sequence[Haystack]) -> None:
    equal = n = 0
    for haystack in haystacks:
        for subtopic in haystack.subtopics:
            ours, theirs = (scores_of(haystack, subtopic, one) for one in (Keywords(), Released("keywords")))
            equal += sum(abs(a - b) < 1e-9 for a, b in zip(ours, theirs, strict=True))
            n += len(ours)
    print(f"\nkeywords: {equal} of {n} stored scores come out equal")


def print_estimate(haystacks: Sequence[Haystack]) -> None:
    print("\ntoken estimate against cl100k: error of all documents together, largest error of one document")
    for haystack in haystacks:
        texts = texts_of(haystack.documents)
        exact, about = (np.array(token_counts(texts, name)) for name in (CL100K, ESTIMATE))
        print(
            f"{haystack.id}: {about.sum() / exact.sum() - 1:+.2%}, {np.abs(about / exact - 1).max():.1%}, "
            f"{len(texts)} documents; bytes / 4: {sum(len(text.encode()) for text in texts) / 4 / exact.sum() - 1:+.1%}"
        )


def print_speed(haystack: Haystack, chosen: Chosen) -> None:
    subtopics = haystack.subtopics
    count_tokens("load the encoding first")
    print(f"\nseconds on {haystack.id}, {len(haystack.documents)} documents: first query, median of the others")
    builds = {
        "bm25rm3 + pack": packed(chosen.rm3),
        "votes + pack": packed(chosen.ranker),
        "sentences": sentences(chosen.extraction, True),
    }
    for number, (name, build) in enumerate(builds.items(), start=1):
        # Texts that were not seen before: nothing about them is remembered.
        documents = tuple(replace(one, text=one.text + " " * number) for one in haystack.documents)
        fresh, taken = replace(haystack, documents=documents), []
        for subtopic in subtopics:
            start = time.perf_counter()
            build(fresh, subtopic, 15_000)
            taken.append(time.perf_counter() - start)
        print(f"{name:16} {taken[0]:.3f} {float(np.median(taken[1:])):.4f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dense", action="append", default=[], help="folder or name of a sentence-transformers model")
    given = parser.parse_args()
    folder = needed(SUMMHAY)
    haystacks = [read_haystack(folder / f"{name}.json") for name in HAYSTACKS]
    modes = ("document", "sentence")
    dense = {
        f"dense:{Path(model).name}?mode={mode}": retriever(f"dense:{model}?mode={mode}")
        for model, mode in itertools.product(given.dense, modes)
    }
    tuning = Tuning(haystacks)
    chosen = {held: tuning.choose([name for name in HAYSTACKS if name != held]) for held in HAYSTACKS}
    every = tuning.choose(HAYSTACKS)
    print("chosen on the two other haystacks, and on all three")
    for name, found in [*chosen.items(), ("all three", every)]:
        print(f"{name}: sentences {found.extraction.signature}\n    ranker cut {found.ranker.cut}, bm25 {found.bm25}")
    print("\n== parameters chosen on the two other haystacks ==")
    table = measure(haystacks, chosen, dense)
    print_tables(table, HAYSTACKS)
    print_differences(table)
    print("\n== parameters chosen on all three (not held out) ==")
    print_tables(measure(haystacks, dict.fromkeys(HAYSTACKS, every), {}), HAYSTACKS)
    print_keywords(haystacks)
    print_estimate(haystacks)
    print_speed(haystacks[0], every)


if __name__ == "__main__":
    main()
