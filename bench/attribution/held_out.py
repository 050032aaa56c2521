"""Measure attribution on haystacks that its model was not trained on, with recorded coverage labels and links fixed.

Prints the tables of docs/evidence/attribution.md: repaired citations of the recorded systems, calibration, claims that
nothing supports, small sets of documents, and time. Intervals: 95 %, subtopics within haystacks, see
docs/evidence/intervals.md. Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the
checkout). A minute on one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.attribution.train import NEGATIVES, Recorded, all_features, read, train
from bench.figures import percent
from bench.places import HAYSTACKS
from hayrick.attribution import Attributor, choose, repair
from hayrick.attribution.model import Threshold, WordModel, load_word_model
from hayrick.stats import ratio_intervals
from hayrick.types import Bullet, Document, Summary

Floats = NDArray[np.float64]
Chosen = list[frozenset[int]]
FULL_CONTEXT = ("gpt-4o", "claude3-opus", "claude3-sonnet", "gemini-1.5-pro")
JOINT, CITATION = (1, 3), (2, 4)
"""Numerator and denominator among the sums of `Sums`."""

REPAIRS = ("trained, then threshold", "trained", "merged", "threshold")
"""Ways to repair; the first is the default. "merged" adds a system's own citations to those of the trained model."""


def f1(cited: frozenset[int], held: frozenset[int]) -> float:
    return 2 * len(cited & held) / (len(cited) + len(held)) if cited & held else 0.0


def probabilities(haystack: Recorded, model: WordModel) -> Floats:
    n = haystack.index.n_documents
    return np.stack([model.probabilities(rows, n) for rows in haystack.features])


def choose_all(model: WordModel, scores: Floats) -> Chosen:
    return [frozenset(model.chosen(row).tolist()) for row in scores]


def choose_in_turn(haystack: Recorded, model: WordModel) -> Chosen:
    """What ships: where the model cites nothing, the untrained rule is asked."""
    rule = Threshold()
    first = choose_all(model, probabilities(haystack, model))
    return [a or b for a, b in zip(first, choose_all(rule, probabilities(haystack, rule)), strict=True)]


class Sums:
    """Per system and subtopic: sums over insights of coverage, of joint, of citation F1; insights; covered insights."""

    def __init__(self, haystack: Recorded, cite: Callable[[int, frozenset[int]], frozenset[int]]) -> None:
        self.systems = sorted({link.system for link in haystack.links if link.system})
        at = {name: position for position, name in enumerate(self.systems)}
        self.table = np.zeros((len(self.systems), 1 + max(link.subtopic for link in haystack.links), 5))
        for link in haystack.links:
            if link.system is None:
                continue
            held = haystack.held.get(link.insight, frozenset())
            score = 0.0 if link.claim is None else f1(cite(link.claim, link.own), held)
            covered = float(link.value > 0)
            self.table[at[link.system], link.subtopic] += (link.value, link.value * score, covered * score, 1, covered)

    def of(self, systems: Sequence[str]) -> Floats:
        """Table of some systems."""
        return self.table[[self.systems.index(name) for name in systems]]


def joint(cells: Floats) -> Floats:
    """Pooled joint of each system over its subtopics."""
    shares: Floats = cells[..., 1].sum(axis=1) / cells[..., 3].sum(axis=1)
    return shares


def interval(tables: Sequence[Floats], columns: tuple[int, int], *, alike: bool = False) -> str:
    """Mean over systems of a ratio of sums, with its interval over subtopics within haystacks.

    Args:
        tables: [systems, subtopics, sums] of each haystack. Several systems must have the same denominators, so that
            the mean of their ratios is a ratio of their mean sums.
        columns: numerator and denominator.
        alike: each haystack weighs the same; else its insights are pooled with the others'.
    """
    cells = [table.mean(axis=0)[:, columns] for table in tables]
    if alike:
        cells = [cell / cell[:, 1].sum() for cell in cells]
    top, bottom = np.concatenate(cells).T
    strata = np.repeat(np.arange(len(cells)), [len(cell) for cell in cells])
    return percent(ratio_intervals([top], [bottom], strata)[0])


def pooled(tables: Sequence[Floats], measure: Callable[[Floats], Floats]) -> float:
    return float(measure(np.concatenate(list(tables), axis=1)).mean())


def by_haystack(tables: Sequence[Floats], measure: Callable[[Floats], Floats]) -> float:
    return float(np.mean([measure(table).mean() for table in tables]))


def repaired_tables(haystacks: Sequence[Recorded]) -> dict[str, list[Sums]]:
    """Sums of every way to cite; trained models have not seen the haystack they are used on."""
    rows: dict[str, list[Sums]] = {name: [] for name in ("own", *REPAIRS, "in-sample")}
    everywhere = train(haystacks)
    for held_out in haystacks:
        model = train([other for other in haystacks if other is not held_out])
        chosen = choose_all(model, probabilities(held_out, model))
        seen = choose_all(everywhere, probabilities(held_out, everywhere))
        rule = Threshold(z=best_z([other for other in haystacks if other is not held_out]))
        plain = choose_all(rule, probabilities(held_out, rule))
        rows["own"].append(Sums(held_out, lambda claim, own: own))
        both = choose_in_turn(held_out, model)
        rows["trained, then threshold"].append(Sums(held_out, lambda claim, own, c=both: c[claim]))  # type: ignore[misc]
        rows["trained"].append(Sums(held_out, lambda claim, own, c=chosen: c[claim]))  # type: ignore[misc]
        rows["merged"].append(Sums(held_out, lambda claim, own, c=chosen: c[claim] | own))  # type: ignore[misc]
        rows["threshold"].append(Sums(held_out, lambda claim, own, c=plain: c[claim]))  # type: ignore[misc]
        rows["in-sample"].append(Sums(held_out, lambda claim, own, c=seen: c[claim]))  # type: ignore[misc]
    return rows


def best_z(haystacks: Sequence[Recorded]) -> float:
    """Threshold of the rule with the best joint of the full-context systems: chosen where it is not measured."""

    def average(z: float) -> float:
        rule = Threshold(z=z)
        cited = [choose_all(rule, probabilities(haystack, rule)) for haystack in haystacks]
        pairs = zip(haystacks, cited, strict=True)
        tables = [Sums(h, lambda claim, own, c=c: c[claim]).of(FULL_CONTEXT) for h, c in pairs]  # type: ignore[misc]
        return by_haystack(tables, joint)

    return max((1.0, 1.25, 1.5, 1.75, 2.0), key=average)


def print_systems(rows: dict[str, list[Sums]]) -> None:
    insights = int(sum(sums.table[0, :, 3].sum() for sums in rows["own"]))
    subtopics = sum(sums.table.shape[1] for sums in rows["own"])
    print(f"\nRepaired citations, haystacks held out, pooled; n = {insights} insights, {subtopics} subtopics, percent")
    print("| system, full context | covered | citation own | citation repaired | joint own | joint repaired |")
    print("|---|---|---|---|---|---|")
    for system in FULL_CONTEXT:
        own, new = ([sums.of([system]) for sums in rows[kind]] for kind in ("own", REPAIRS[0]))
        cells = [interval(tables, columns) for columns in (CITATION, JOINT) for tables in (own, new)]
        covered = int(sum(table[..., 4].sum() for table in own))
        print(f"| {system} | {covered} | " + " | ".join(cells) + " |")
    print("\nAverage joint of these four, mean over the three held-out haystacks; then by haystack; then all systems")
    print("| citations | average of four | " + " | ".join(HAYSTACKS) + " | mean of all 78, pooled |")
    print("|---|---|---|---|---|---|")
    for kind, sums in rows.items():
        four, every = [s.of(FULL_CONTEXT) for s in sums], [s.table for s in sums]
        each = " | ".join(f"{100 * joint(table).mean():.1f}" for table in four)
        print(f"| {kind} | {interval(four, JOINT, alike=True)} | {each} | {interval(every, JOINT)} |")


def print_worse(rows: dict[str, list[Sums]]) -> None:
    systems = rows["own"][0].systems
    print(f"\nSystems of {len(systems)} whose joint falls, and the smallest change (points)")
    print("| citations | pooled | smallest | by haystack (of 234) | smallest |")
    print("|---|---|---|---|---|")
    own = np.concatenate([s.of(systems) for s in rows["own"]], axis=1)
    for kind in REPAIRS:
        new = np.concatenate([s.of(systems) for s in rows[kind]], axis=1)
        change = joint(new) - joint(own)
        pairs = zip(rows[kind], rows["own"], strict=True)
        each = np.concatenate([joint(a.of(systems)) - joint(b.of(systems)) for a, b in pairs])
        cells = [
            f"{(change < 0).sum()}",
            f"{100 * change.min():+.1f}",
            f"{(each < 0).sum()}",
            f"{100 * each.min():+.1f}",
        ]
        print(f"| {kind} | " + " | ".join(cells) + " |")


def print_calibration(haystacks: Sequence[Recorded]) -> None:
    print("\nCalibration, haystacks held out: pairs of supported claim and document")
    print(
        "| probability | pairs | mean probability | share that support, by haystack | all | negatives as in training |"
    )
    print("|---|---|---|---|---|---|")
    edges = np.array([0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0 + 1e-9])
    given, true, which = [], [], []
    for number, held_out in enumerate(haystacks):
        p = probabilities(held_out, train([other for other in haystacks if other is not held_out]))
        linked = held_out.n_links > 0
        given.append(p[linked].ravel())
        true.append(held_out.supported[linked].ravel())
        which.append(np.full(given[-1].size, number))
    p, y, h = np.concatenate(given), np.concatenate(true), np.concatenate(which)
    at = np.digitize(p, edges) - 1
    error = 0.0
    for row in range(len(edges) - 1):
        inside = at == row
        each = ", ".join(f"{100 * y[inside & (h == number)].mean():.1f}" for number in range(len(haystacks)))
        error += inside.mean() * abs(p[inside].mean() - y[inside].mean())
        span = f"{edges[row]:.2f}-{min(edges[row + 1], 1):.2f}"
        share = y[inside].mean()
        mixed = share / (share + NEGATIVES * (1 - share))
        means = f"{100 * p[inside].mean():.1f} | {each} | {100 * share:.1f} | {100 * mixed:.1f}"
        print(f"| {span} | {inside.sum()} | {means} |")
    brier = np.mean((p - y) ** 2)
    print(f"expected calibration error {100 * error:.2f} points; Brier {brier:.4f}; share of all pairs {y.mean():.4f}")


def print_unsupported(haystacks: Sequence[Recorded]) -> None:
    print("\nClaims for which anything is cited, haystacks held out, percent")
    print("| floor | their documents present | their documents taken away | claims of another haystack |")
    print("|---|---|---|---|")
    present, away, foreign = [], [], []
    for held_out, other in zip(haystacks, [*haystacks[1:], haystacks[0]], strict=True):
        model = train([other for other in haystacks if other is not held_out])
        present += list(probabilities(held_out, model))
        away += [row[~yes] for row, yes in zip(present[-len(held_out.claims) :], held_out.supported, strict=True)]
        foreign += [model.probabilities(all_features(held_out.index, claim), 100) for claim in other.claims[::10]]
    for floor in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5):
        cells = [100 * np.mean([len(choose(p, floor=floor)) > 0 for p in rows]) for rows in (present, away, foreign)]
        print(f"| {floor} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")
    print(f"n = {len(present)} claims; of another haystack: {len(foreign)}")
    print_unsupported_in_turn(haystacks)


def print_unsupported_in_turn(haystacks: Sequence[Recorded]) -> None:
    """The same claims by model, with the number of citations."""
    print("\nClaims for which anything is cited, percent; citations a claim, mean over all claims; haystacks held out")
    print("| model | their documents present | their documents taken away | claims of another haystack |")
    print("|---|---|---|---|")
    counts: dict[str, list[list[int]]] = {name: [[], [], []] for name in (*REPAIRS[:2], "threshold")}
    for held_out, other in zip(haystacks, [*haystacks[1:], haystacks[0]], strict=True):
        model, rule = train([other for other in haystacks if other is not held_out]), Threshold()
        foreign = [all_features(held_out.index, claim) for claim in other.claims[::10]]
        away = [row[~yes] for row, yes in zip(held_out.features, held_out.supported, strict=True)]
        parts: tuple[Iterable[Floats], ...] = (held_out.features, away, foreign)
        for place, rows in enumerate(parts):
            for features in rows:
                first, second = (len(one.chosen(one.probabilities(features, len(features)))) for one in (model, rule))
                for name, number in zip(counts, (first or second, first, second), strict=True):
                    counts[name][place].append(number)
    for name, groups in counts.items():
        cells = [f"{100 * np.mean(np.array(group) > 0):.1f}, {np.mean(group):.1f}" for group in groups]
        print(f"| {name} | " + " | ".join(cells) + " |")


def print_few(haystacks: Sequence[Recorded]) -> None:
    print("\nRandom subsets of the held-out haystack's documents, one a claim: right, missed and wrong citations")
    print("| documents | model | claims with a supporting document | precision | recall |")
    print("|---|---|---|---|---|")
    for size in (1, 3, 10, 30):
        for kind in (REPAIRS[0], "trained", "threshold"):
            rng = np.random.default_rng(size)
            right = wrong = missed = supported = 0
            for held_out in haystacks:
                models: list[WordModel] = [Threshold()]
                if kind != "threshold":
                    trained = train([other for other in haystacks if other is not held_out])
                    models = [trained, *models] if kind == REPAIRS[0] else [trained]
                for features, yes in zip(held_out.features, held_out.supported, strict=True):
                    shown = rng.choice(len(yes), size, replace=False)
                    chosen = (one.chosen(one.probabilities(features[shown], size)) for one in models)
                    cited = shown[next((found for found in chosen if len(found)), np.zeros(0, dtype=np.int64))]
                    right += yes[cited].sum()
                    wrong += (~yes[cited]).sum()
                    missed += yes[shown].sum() - yes[cited].sum()
                    supported += yes[shown].any()
            precision, recall = 100 * right / max(right + wrong, 1), 100 * right / max(right + missed, 1)
            print(f"| {size} | {kind} | {supported} | {precision:.1f} | {recall:.1f} |")


def print_time(haystack: Recorded) -> None:
    documents = [Document(id=str(n), text=text) for n, text in enumerate(haystack.index.texts)]
    start = time.perf_counter()
    attributor = Attributor(documents)
    indexed = time.perf_counter() - start
    claims = haystack.claims[100:110]
    bullets = tuple(Bullet(id=n + 1, text=claim) for n, claim in enumerate(claims))
    summary = Summary(bullets=bullets, n_lines=10)
    times = []
    for _ in range(50):
        start = time.perf_counter()
        repair(summary, attributor)
        times.append(time.perf_counter() - start)
    print(
        f"\nIndex of {len(documents)} documents: {indexed:.3f} s; repair of a summary of 10 bullets, "
        f"{sum(len(claim.split()) for claim in claims) / len(claims):.0f} words each: median "
        f"{1000 * float(np.median(times)):.1f} ms, fastest {1000 * min(times):.1f} ms (50 repetitions)"
    )


def main() -> None:
    haystacks = [read(name) for name in HAYSTACKS]
    print(f"Shipped model: {load_word_model().name}; equal to one trained now: {_same(haystacks)}")
    rows = repaired_tables(haystacks)
    print_systems(rows)
    print_worse(rows)
    print_calibration(haystacks)
    print_unsupported(haystacks)
    print_few(haystacks)
    print_time(haystacks[0])


def _same(haystacks: Sequence[Recorded]) -> bool:
    shipped, now = load_word_model(), train(haystacks)
    probe = haystacks[0].features[:50].reshape(-1, haystacks[0].features.shape[2])
    return bool(np.allclose(shipped.probabilities(probe, 100), now.probabilities(probe, 100)))


if __name__ == "__main__":
    main()
