"""Fit the constants of the local checker, and print what it does on haystacks that they were not fitted on.

Tables of `python -m bench.haystacks.verification`: each released haystack with constants fitted on the other two, by
the checker and by attribution; what each part adds; calibration; what the bounds of asking a model leave to the local
checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bench.attribution.train import read as read_recorded
from bench.attribution.train import train as train_attribution
from bench.figures import percent
from bench.places import HAYSTACKS, ROOT
from hayrick.attribution import Attributor
from hayrick.checking.accuracy import figures
from hayrick.checking.claim_scores import Claims
from hayrick.checking.local import FITTED, FOUND, Finding, StatingChecker, Weights, findings
from hayrick.checking.wording import read
from hayrick.haystacks.files import read_haystack
from hayrick.types import Haystack, Insight

Floats = NDArray[np.float64]
RIDGE = 1e-4
BOUNDS = ((0.02, 0.98), (0.05, 0.95), (0.1, 0.9))
HAND_WRITTEN = ROOT / "tests" / "golden" / "quillmere.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A haystack, the margins of its pairs (near, wide), and what it records."""

    haystack: Haystack
    margins: Floats
    gold: NDArray[np.bool_]


def insights_of(haystack: Haystack) -> list[Insight]:
    return [insight for subtopic in haystack.subtopics for insight in subtopic.insights]


Change = Callable[[Claims, Haystack], None]


def measure(haystack: Haystack, change: Change = lambda claims, haystack: None) -> Measured:
    """Margins of all pairs, document by document; each insight with its text alone."""
    insights = [replace(insight, extra={}) for insight in insights_of(haystack)]
    claims = Claims(insights)
    change(claims, haystack)
    found = [claims.margins(read(document.text)) for document in haystack.documents]
    held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
    return Measured(
        haystack=haystack,
        margins=np.stack([np.concatenate([one.near for one in found]), np.concatenate([one.wide for one in found])], 1),
        gold=np.array([(one.id, document.id) in held for document in haystack.documents for one in insights]),
    )


def fit(measured: Sequence[Measured], columns: Sequence[int] = (0, 1)) -> Weights:
    """Logistic regression with a slight ridge penalty, by Newton's method from zero."""
    x = np.concatenate([one.margins[:, columns] for one in measured])
    y = np.concatenate([one.gold for one in measured]).astype(np.float64)
    design = np.column_stack([np.ones(len(x)), x / x.std(axis=0)])
    penalty = np.array([0.0, *([RIDGE * len(x)] * len(columns))])
    solution = np.zeros(design.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(design @ solution)))
        hessian = (design * (p * (1 - p))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(hessian, design.T @ (y - p) - penalty * solution)
        solution += step
        if np.abs(step).max() < 1e-9:
            break
    slopes = np.zeros(2)
    slopes[list(columns)] = solution[1:] / x.std(axis=0)
    return Weights(float(solution[0]), *map(float, slopes))


def probabilities(one: Measured, weights: Weights) -> Floats:
    odds: Floats = weights.intercept + one.margins @ np.array([weights.near, weights.wide])
    return 1 / (1 + np.exp(-odds))


def f1(found: NDArray[np.bool_], gold: NDArray[np.bool_]) -> float:
    return float(2 * (found & gold).sum() / max(found.sum() + gold.sum(), 1))


def best_threshold(pairs: Sequence[tuple[Floats, NDArray[np.bool_]]]) -> float:
    p, y = (np.concatenate(side) for side in zip(*pairs, strict=True))
    thresholds: list[float] = np.arange(0.05, 0.96, 0.01).round(2).tolist()
    return max(thresholds, key=lambda t: f1(p >= t, y))


def rotation(measured: Sequence[Measured]) -> Iterator[tuple[Measured, list[Measured]]]:
    for one in measured:
        yield one, [other for other in measured if other is not one]


def print_row(name: str, checked: Sequence[tuple[Haystack, Sequence[Finding]]], *more: object) -> None:
    found = figures(checked)
    counts = (found.pairs, found.held, found.found, found.present)
    shown = [*counts, percent(found.precision), percent(found.recall), percent(found.f1), *more]
    print(f"| {name} | " + " | ".join(map(str, shown)) + " |")


HEAD = "| pairs | recorded | found | both | precision | recall | F1 |"


def print_held_out(measured: Sequence[Measured]) -> list[tuple[Haystack, list[Finding]]]:
    print("\nThe local checker, constants fitted on the other two; found from 0.5 on")
    print(f"| held out {HEAD} intercept, near, wide | threshold best on the other two, and F1 with it |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    all_found = []
    for one, others in rotation(measured):
        weights = fit(others)
        found = list(findings(one.haystack, StatingChecker(insights_of(one.haystack), weights)))
        best = best_threshold([(probabilities(other, weights), other.gold) for other in others])
        with_best = f"{best:.2f}: {100 * f1(probabilities(one, weights) >= best, one.gold):.1f}"
        print_row(one.haystack.id, [(one.haystack, found)], ", ".join(f"{w:.1f}" for w in weights), with_best)
        all_found.append((one.haystack, found))
    print_row("pooled", all_found, "", "")
    print(f"fitted on all three: {fit(measured)}; shipped: {FITTED}")
    return all_found


def print_attribution(measured: Sequence[Measured]) -> None:
    print("\nThe attribution model, trained and its threshold chosen on the other two")
    print(f"| held out {HEAD} threshold |")
    print("|---|---|---|---|---|---|---|---|---|")
    recorded = {name: read_recorded(name) for name in HAYSTACKS}
    pooled = []
    for one, others in rotation(measured):
        model = train_attribution([recorded[other.haystack.id] for other in others])
        scores = {}
        for each in measured:
            attributor = Attributor(each.haystack.documents, model=model)
            table = np.stack([attributor.probabilities(insight.text) for insight in insights_of(each.haystack)], 1)
            scores[each.haystack.id] = table.ravel()
        best = best_threshold([(scores[other.haystack.id], other.gold) for other in others])
        found = as_findings(one, scores[one.haystack.id], best)
        print_row(one.haystack.id, [(one.haystack, found)], f"{best:.2f}")
        pooled.append((one.haystack, found))
    print_row("pooled", pooled, "")


def as_findings(one: Measured, p: Floats, threshold: float = FOUND) -> list[Finding]:
    pairs = [(d.id, insight.id) for d in one.haystack.documents for insight in insights_of(one.haystack)]
    return [
        Finding(insight=i, document=d, gold=bool(gold), found=score >= threshold, probability=score, evidence=None)
        for (d, i), gold, score in zip(pairs, one.gold, p.tolist(), strict=True)
    ]


def print_parts(haystacks: Sequence[Haystack]) -> None:
    print(
        "\nWhat the parts add: pooled F1, held out as above, without the rule about numbers; then the hand-written one"
    )
    print("| checker | released | hand-written |")
    print("|---|---|---|")

    def no_rivals(claims: Claims, haystack: Haystack) -> None:
        claims._alike[:] = 0

    def equal_words(claims: Claims, haystack: Haystack) -> None:
        claims.weigh(np.ones(len(claims.columns), dtype=np.float32))

    def by_documents(claims: Claims, haystack: Haystack) -> None:
        said = [set(read(document.text).terms) for document in haystack.documents]
        held = np.array([sum(term in terms for terms in said) for term in claims.columns])
        claims.weigh(claims._weights * np.log1p((len(said) - held + 0.5) / (held + 0.5)).astype(np.float32))

    def as_shipped(claims: Claims, haystack: Haystack) -> None:
        pass

    other = read_haystack(HAND_WRITTEN)
    rows: list[tuple[str, Change, tuple[int, ...]]] = [
        ("as shipped", as_shipped, (0, 1)),
        ("narrow window alone", as_shipped, (0,)),
        ("wide window alone", as_shipped, (1,)),
        ("without rivals", no_rivals, (0, 1)),
        ("all terms weigh alike", equal_words, (0, 1)),
        ("terms also weigh by documents", by_documents, (0, 1)),
    ]
    for name, change, columns in rows:
        measured = [measure(haystack, change) for haystack in haystacks]
        pooled = [(fit(others, columns), one) for one, others in rotation(measured)]
        found = np.concatenate([probabilities(one, weights) >= FOUND for weights, one in pooled])
        gold = np.concatenate([one.gold for _, one in pooled])
        strange = measure(other, change)
        there = f1(probabilities(strange, fit(measured, columns)) >= FOUND, strange.gold)
        print(f"| {name} | {100 * f1(found, gold):.1f} | {100 * there:.1f} |")


def print_calibration(checked: Sequence[tuple[Haystack, list[Finding]]]) -> None:
    print("\nCalibration, held out: share of recorded pairs by haystack")
    print("| probability | pairs | " + " | ".join(haystack.id for haystack, _ in checked) + " | all |")
    print("|---|---|" + "---|" * (len(checked) + 1))
    edges = [0.0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 1.01]
    for low, high in pairwise(edges):
        inside = [[one.gold for one in found if low <= one.probability < high] for _, found in checked]
        each = [f"{100 * np.mean(part):.1f} of {len(part)}" if part else "–" for part in inside]
        whole = [gold for part in inside for gold in part]
        print(
            f"| {low:.2f}-{min(high, 1):.2f} | {len(whole)} | " + " | ".join(each) + f" | {100 * np.mean(whole):.1f} |"
        )


def print_bounds(checked: Sequence[tuple[Haystack, list[Finding]]]) -> None:
    print("\nAsking a model only in between, held out; and about what the record and the local checker disagree on")
    print(
        "| bounds | pairs asked | of them beyond the bounds | documents asked about | pairs left | of them recorded |"
    )
    print("|---|---|---|---|---|---|")
    for low, high in BOUNDS:
        asked, beyond, left, documents = 0, 0, [], set()
        for haystack, found in checked:
            for one in found:
                between = low <= one.probability <= high
                if between or one.gold != one.found:
                    asked, beyond = asked + 1, beyond + (not between)
                    documents.add((haystack.id, one.document))
                else:
                    left.append(one.gold)
        print(f"| {low}, {high} | {asked} | {beyond} | {len(documents)} | {len(left)} | {sum(left)} |")
