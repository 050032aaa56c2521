"""Measure the extractive system on haystacks on which neither its parameters nor its attribution were fitted.

Prints the tables of docs/evidence/extractive.md: the choice of parameters, the held-out figures beside all recorded
systems under the local judge, what each part adds, the shipped configuration (in-sample), the hand-written haystack,
and time. Each of the three released haystacks is held out in turn: parameters are chosen on the other two, each cited
by an attribution model trained on the other one of the two; the held-out haystack is cited by a model trained on both.

Run `python -m bench.systems.extractive` (one minute); with `--tune` the choice is made anew and compared with `CHOSEN`
(some minutes). Intervals: 95 %, see `hayrick.estimates`. Data: the folder `data/summhay` of HAYRICK_SHARED (default:
`../shared` beside the checkout).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from bench.attribution.train import read as read_recorded
from bench.attribution.train import train
from bench.places import HAYSTACKS, ROOT, SUMMHAY, needed
from bench.systems.summhay import Answered, responses, scores
from hayrick.attribution import Attributor, Model, load_model, repair
from hayrick.estimates import Estimated, estimate
from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.relevance import query_of
from hayrick.judges.coverage.local import LocalJudge
from hayrick.report.tables import interval
from hayrick.systems.extractive import Extractor
from hayrick.systems.ranked import Ranking
from hayrick.tasks.summhay import REPORTING, items_of
from hayrick.tasks.summhay.extractive import Extractive, extracted
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.types import Estimate, Haystack, Score

JUDGE = LocalJudge()
GRID = [
    Ranking(similarity=similarity, repeated=repeated, own=own, detail=detail, echo=echo)
    for similarity, repeated, own, detail, echo in product(
        (0.45, 0.5, 0.55), (2, 3, 4), (0.05, 0.1, 0.2), (0.4, 0.6, 0.8), (0.0, 1.0)
    )
]
CHOSEN = (
    Ranking(similarity=0.5, repeated=3, own=0.05, detail=0.6, echo=1.0),
    Ranking(similarity=0.45, repeated=3, own=0.05, detail=0.8, echo=1.0),
    Ranking(similarity=0.5, repeated=3, own=0.05, detail=0.8, echo=1.0),
)
"""What `--tune` chose without the first, the second, the third haystack."""

MEASURES = ("coverage", "citation", "citation_precision", "citation_recall", "joint", "words_per_bullet")


@dataclass(slots=True)
class Fold:
    """A haystack held out, with what was chosen and trained on the others."""

    haystack: Haystack
    ranking: Ranking
    model: Model

    def summaries(self, ranking: Ranking | None = None, model: Model | None = None) -> list[Answered]:
        """Of the held-out haystack, as chosen or with another ranking or model."""
        system = Extractive(ranking=ranking or self.ranking, model=model or self.model)
        return responses(system, self.haystack)


class Data:
    """The haystacks, and attribution models by the positions of the haystacks they were trained on."""

    def __init__(self) -> None:
        folder = needed(SUMMHAY)
        self.haystacks = [read_haystack(folder / f"{name}.json", allow_unheld=True) for name in HAYSTACKS]
        self._recorded = [read_recorded(name) for name in HAYSTACKS]
        self._models: dict[tuple[int, ...], Model] = {}

    def model(self, *positions: int) -> Model:
        """Attribution model trained on the haystacks at these positions."""
        if positions not in self._models:
            self._models[positions] = train([self._recorded[position] for position in positions])
        return self._models[positions]

    def folds(self, rankings: Sequence[Ranking] = CHOSEN) -> list[Fold]:
        """Each haystack held out, with its ranking."""
        everything = range(len(self.haystacks))
        return [
            Fold(self.haystacks[out], rankings[out], self.model(*(i for i in everything if i != out)))
            for out in everything
        ]


def rows(haystack: Haystack, summaries: Iterable[Answered]) -> list[Score]:
    """Scores of summaries under the local judge."""
    return scores(JUDGE, haystack, summaries)


def mean_joint(haystack: Haystack, summaries: Iterable[Answered]) -> float:
    found = [row.value for row in rows(haystack, summaries) if row.measure == "joint" and row.value is not None]
    return float(np.mean(found))


def answered(haystack: Haystack, extractor: Extractor) -> list[Answered]:
    return [extracted(item, extractor) for item in items_of([haystack])]


def with_repaired(summary: Answered, attributor: Attributor) -> Answered:
    answer = None if summary.answer is None else repair(summary.answer, attributor)
    return replace(summary, answer=answer)


def named(summaries: Iterable[Answered], system: str) -> list[Answered]:
    return [replace(summary, system=system) for summary in summaries]


def table_of(found: Iterable[Estimated], haystack: str | None = None) -> dict[tuple[str, str], dict[str, Estimate]]:
    """(system, context) -> measure -> estimate, over all haystacks or of one."""
    table: dict[tuple[str, str], dict[str, Estimate]] = {}
    for key, value, _ in found:
        if key.dataset == haystack:
            table.setdefault((key.system, key.context), {})[key.measure] = value
    return table


def line(name: str, cells: dict[str, Estimate], measures: Sequence[str] = MEASURES) -> str:
    found = [interval(cells.get(measure), fraction=measure != "words_per_bullet") for measure in measures]
    return f"| {name} | " + " | ".join(found) + " |"


def head(first: str, measures: Sequence[str] = MEASURES) -> str:
    return f"| {first} | " + " | ".join(measures) + " |\n" + "|---" * (len(measures) + 1) + "|"


def tune(data: Data) -> tuple[Ranking, ...]:
    """The best of `GRID` without each haystack in turn, and at last on all three (what is shipped)."""
    scores = np.zeros((len(GRID), 3, 3))
    both = np.zeros((len(GRID), 3))
    for i, haystack in enumerate(data.haystacks):
        others = [j for j in range(3) if j != i]
        for similarity in dict.fromkeys(ranking.similarity for ranking in GRID):
            extractor = Extractor(haystack.documents, ranking=replace(GRID[0], similarity=similarity))
            for g, ranking in enumerate(GRID):
                if ranking.similarity == similarity:
                    extractor.ranking = ranking
                    for j in others:
                        extractor.attributor.model = data.model(j)
                        scores[g, i, j] = mean_joint(haystack, answered(haystack, extractor))
                    extractor.attributor.model = data.model(*others)
                    both[g, i] = mean_joint(haystack, answered(haystack, extractor))
    chosen = []
    print("\n| held out | chosen on the other two | joint there | range of the grid there |\n|---|---|---|---|")
    for out in range(3):
        a, b = (i for i in range(3) if i != out)
        average = (scores[:, a, b] + scores[:, b, a]) / 2
        chosen.append(_choice(HAYSTACKS[out], average))
    chosen.append(_choice("none (shipped)", both.mean(axis=1)))
    return tuple(chosen)


def _choice(name: str, average: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ranking:
    best = int(np.argmax(average))
    print(f"| {name} | {GRID[best].signature} | {average[best]:.3f} | {average.min():.3f} to {average.max():.3f} |")
    return GRID[best]


def print_held_out(folds: Sequence[Fold], found: Sequence[Estimated]) -> None:
    pooled = table_of(found)["extractive", "full"]
    insights, subtopics = pooled["joint"].n, sum(len(fold.haystack.subtopics) for fold in folds)
    print(f"\nExtractive, held out; local judge; n = {insights} insights, {subtopics} subtopics; percent")
    print(head("haystack"))
    each = [table_of(found, fold.haystack.id)["extractive", "full"] for fold in folds]
    for fold, cells in zip(folds, each, strict=True):
        print(line(f"{fold.haystack.id} ({cells['joint'].n} insights)", cells))
    print(line("pooled", pooled))
    means = [np.mean([cells[measure].value or 0.0 for cells in each]) for measure in MEASURES[:5]]
    print("| mean of the three | " + " | ".join(f"{100 * mean:.1f}" for mean in means) + " | |")


def print_subtopics(folds: Sequence[Fold]) -> None:
    found: dict[str, list[float]] = {}
    for fold in folds:
        for row in rows(fold.haystack, fold.summaries()):
            if row.measure == "coverage" and row.value is not None:
                found.setdefault(row.item.group, []).append(row.value)
    lowest, second, *_, highest = sorted(100 * np.mean(values) for values in found.values())
    print(
        f"coverage of single subtopics: lowest {lowest:.1f}, the other {len(found) - 1} {second:.1f} to {highest:.1f}"
    )


def print_ranks(title: str, found: Sequence[Estimated], top: int) -> None:
    table = table_of(found)
    order = sorted(table, key=lambda name: -(table[name]["joint"].value or 0.0))
    rank = order.index(("extractive", "full")) + 1
    print(f"\n{title}: {len(order) - 1} recorded systems; the extractive system ranks {rank} of {len(order)} by joint")
    print(head("system (context)", ("coverage", "citation", "joint", "words_per_bullet")))
    shown = [*order[:top], *([order[rank - 1]] if rank > top else [])]
    for name in shown:
        place = f"{order.index(name) + 1}. {name[0]} ({name[1]})"
        print(line(place, table[name], ("coverage", "citation", "joint", "words_per_bullet")))
    covered = sorted(table, key=lambda name: -(table[name]["coverage"].value or 0.0))
    print(f"by coverage it ranks {covered.index(('extractive', 'full')) + 1}")


def print_parts(folds: Sequence[Fold]) -> None:
    print("\nHeld out, with one part changed; pooled")
    print(head("change", ("coverage", "citation", "joint")))
    threshold = load_model("threshold")
    score: list[Score] = []
    names = ["as chosen", "no echo", "no words of its own", "no detail", "repetition ignored", "untrained attribution"]
    for fold in folds:
        kept = fold.ranking
        changes: list[tuple[Ranking, Model]] = [
            (kept, fold.model),
            (replace(kept, echo=0.0), fold.model),
            (replace(kept, own=0.0), fold.model),
            (replace(kept, detail=0.0), fold.model),
            (replace(kept, repeated=1), fold.model),
            (kept, threshold),
        ]
        for name, (ranking, model) in zip(names, changes, strict=True):
            score.extend(rows(fold.haystack, named(fold.summaries(ranking, model), name)))
    table = table_of(estimate(score, REPORTING))
    for name in names:
        print(line(name, table[name, "full"], ("coverage", "citation", "joint")))


def print_shipped(data: Data) -> None:
    score = [row for haystack in data.haystacks for row in rows(haystack, responses(Extractive(), haystack))]
    print("\nAs shipped; chosen and trained on these same haystacks (in-sample), then a hand-written haystack (unseen)")
    print(head("haystacks"))
    print(line("the three released", table_of(estimate(score, REPORTING))["extractive", "full"]))
    path = ROOT / "tests" / "golden" / "quillmere.json"
    bundled = read_haystack(path)
    found = table_of(estimate(rows(bundled, responses(Extractive(), bundled)), REPORTING))
    cells = found["extractive", "full"]
    print(line(f"{bundled.id} ({cells['joint'].n} insights)", cells))


def print_time(haystack: Haystack) -> None:
    start = time.perf_counter()
    extractor = Extractor(haystack.documents)
    prepared = time.perf_counter() - start
    times = []
    for subtopic in haystack.subtopics * 5:
        start = time.perf_counter()
        extractor.bullets(query_of(subtopic), 10)
        times.append(time.perf_counter() - start)
    print(
        f"\n{len(haystack.documents)} documents prepared in {prepared:.2f} s; a query of 10 bullets: median "
        f"{1000 * float(np.median(times)):.0f} ms, slowest {1000 * max(times):.0f} ms (n = {len(times)})"
    )


def main() -> None:
    data = Data()
    if "--tune" in sys.argv:
        *chosen, shipped = tune(data)
        print(f"Choice equal to CHOSEN: {tuple(chosen) == CHOSEN}; shipped: {shipped == Ranking()}")
    folds = data.folds()
    own: list[Score] = []
    repaired: list[Score] = []
    for fold in folds:
        own_rows = rows(fold.haystack, fold.summaries())
        recorded = responses(RecordedSystems(), fold.haystack)
        attributor = Attributor(fold.haystack.documents, model=fold.model)
        own += [*own_rows, *rows(fold.haystack, recorded)]
        repaired += [*own_rows, *rows(fold.haystack, [with_repaired(summary, attributor) for summary in recorded])]
    found = estimate(own, REPORTING)
    print_held_out(folds, found)
    print_subtopics(folds)
    print_ranks("Own citations", found, 10)
    print_ranks(
        "Citations of the recorded systems repaired by the same held-out models", estimate(repaired, REPORTING), 6
    )
    print_parts(folds)
    print_shipped(data)
    print_time(data.haystacks[0])


if __name__ == "__main__":
    main()
