"""Measure the local checker on haystacks that its constants were not fitted on, and fit them.

Prints the tables of docs/evidence/verification.md: the released haystacks, each with constants fitted on the other two;
what each part adds; calibration; what the bounds of asking a model leave to the local checker; numbers changed in
documents; haystacks of other kinds; the verdicts; time and memory. `--pairs N` prints the most suspicious pairs of each
released haystack instead, to be read. Intervals: 95 %, subtopics within haystacks, see docs/evidence/intervals.md.
Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout). Some minutes on one core.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.train_attribution import HAYSTACKS, data_folder
from bench.train_attribution import read as read_recorded
from bench.train_attribution import train as train_attribution
from hayrick.attribution import Attributor
from hayrick.checking.accuracy import figures
from hayrick.checking.claim_scores import Claims
from hayrick.checking.local import FITTED, FOUND, Finding, LocalChecker, StatingChecker, Weights, findings
from hayrick.checking.second import attributed
from hayrick.checking.soundness import MISLEADING, planted
from hayrick.checking.verdicts import verdict
from hayrick.checking.wording import read
from hayrick.harness.synthesis import SynthesisRequest, scenarios, synthesise
from hayrick.haystacks.files import read_haystack
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import restates
from hayrick.stats import Interval
from hayrick.text import sentences, terms
from hayrick.types import Document, Haystack, Insight

Floats = NDArray[np.float64]
RIDGE = 1e-4
BOUNDS = ((0.02, 0.98), (0.05, 0.95), (0.1, 0.9))
EDITS = 200
HAND_WRITTEN = Path(__file__).parents[1] / "tests" / "golden" / "quillmere.json"


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


def percent(found: Interval) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "–"
    return f"{100 * found.value:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


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


def changed(text: str, start: int, end: int, draw: random.Random) -> str | None:
    """The text with another number in digits at a quantity's place."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text[start:end])
    if found is None:
        return None
    plain = found[0].replace(",", "")
    if "." in plain:
        new = f"{float(plain) * draw.choice([0.6, 0.8, 1.3, 1.5]):.{len(plain.split('.')[1])}f}"
    else:
        value = int(plain)
        near = 1900 <= value <= 2099 or value <= 31
        other = value + draw.choice([1, 2, 3]) if near else round(value * draw.choice([0.5, 0.7, 1.4, 2]))
        new = f"{other:,}" if "," in found[0] else str(other)
    return text[:start] + text[start:end].replace(found[0], new) + text[end:]


def print_numbers(haystacks: Sequence[Haystack]) -> None:
    print(f"\nOne number of an insight changed wherever a document states it, {EDITS} drawn at most")
    print(
        "| haystack | recorded, found by words, with a number | of them taken for contradicted | changed | not found |"
    )
    print("|---|---|---|---|---|")
    for haystack in haystacks:
        draw = random.Random(0)
        checker = LocalChecker(insights_of(haystack))
        numbers = {insight.id: quantities(insight.text) for insight in checker.insights}
        stated, wrong, edits, missed = 0, 0, 0, 0
        for document in draw.sample(haystack.documents, len(haystack.documents)):
            for one in checker.check(document.text):
                held = document.id in haystack.held_by.get(one.insight, ())
                if not held or not numbers[one.insight] or not (one.found or one.contradicted):
                    continue
                stated, wrong = stated + 1, wrong + one.contradicted
                number = draw.choice(numbers[one.insight])
                text: str | None = document.text
                hits = [q for q in quantities(document.text) if restates(q, number) or restates(number, q)]
                seed = draw.random()
                for hit in sorted(hits, key=lambda q: -q.start):
                    text = changed(text, hit.start, hit.end, random.Random(seed)) if text is not None else None
                if not hits or text is None or one.contradicted or edits >= EDITS:
                    continue
                edits += 1
                missed += not next(again for again in checker.check(text) if again.insight == one.insight).found
        print(f"| {haystack.id} | {stated} | {wrong} | {edits} | {missed} |")


def print_verdicts(haystacks: Sequence[Haystack], what: str) -> None:
    print(f"\nShipped constants; {what}")
    print(f"| haystack {HEAD} verdict | recorded under 0.05 | contradicted | other objections | misleading, found |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for haystack in haystacks:
        found = list(findings(haystack, StatingChecker(insights_of(haystack))))
        one = verdict(haystack, found)
        held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
        misled = f"{one.misled} of {len(planted(haystack, MISLEADING) - held)}"
        doubted = sum(found.gold and found.objection is not None and not found.contradicted for found in one.findings)
        shown = ("sound" if one.is_sound else "unsound", len(one.missing), len(one.contradicted), doubted, misled)
        print_row(haystack.id, [(haystack, found)], *shown)


def made() -> list[Haystack]:
    """The haystacks of the bundled scenarios."""
    with tempfile.TemporaryDirectory() as folder:
        requests = [SynthesisRequest(scenario=name, out=Path(folder) / f"{name}.json") for name in scenarios()]
        return [haystack for request in requests if (haystack := synthesise(request).haystack) is not None]


def print_speed() -> None:
    """Time and memory in processes of their own."""
    print("\n| documents | insights | seconds | of these CPU | peak GB |")
    print("|---|---|---|---|---|")
    for n in (100, 10_000):
        command = [sys.executable, "-m", "bench.verification", "--speed", str(n)]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def one_speed(n: int) -> None:
    """Check so many documents: those of a released haystack, again and again with their sentences in other orders."""
    haystack = read_haystack(data_folder() / "topic_news4.json")
    draw = random.Random(0)
    documents = []
    for number in range(n):
        parts = haystack.documents[number % len(haystack.documents)].text.split("\n\n")
        text = "\n\n".join(draw.sample(parts, len(parts)))
        documents.append(Document(id=f"d{number}", text=text))
    insights = insights_of(haystack)[:60]
    start, cpu = time.perf_counter(), time.process_time()
    many = replace(haystack, documents=tuple(documents), held_by={})
    kept = [one for one in findings(many, StatingChecker(insights)) if one.found]
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    # Of this program alone: what getrusage tells counts the parent before the exec as well.
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    peak = int(found[1]) / 2**20 if found else float("nan")
    print(f"| {n:,} | {len(insights)} | {wall:.2f} | {cpu:.2f} | {peak:.2f} |")
    if not kept:
        sys.exit("nothing was found: not a measure of anything")


def print_pairs(haystacks: Sequence[Haystack], most: int) -> None:
    for haystack in haystacks:
        one = verdict(haystack, list(findings(haystack, StatingChecker(insights_of(haystack)))))
        texts = {insight.id: insight.text for insight in insights_of(haystack)}
        for found in one.suspicious[:most]:
            what = "recorded" if found.gold else "not recorded"
            print(f"\n{haystack.id} {found.document} {found.insight} {what} {found.probability:.4f}")
            print(f"  {texts[found.insight]}\n  nearest: {found.evidence}")


def print_differing(haystacks: Sequence[Haystack], most: int) -> None:
    """Pairs on which the checker and attribution differ, drawn by a seed, without what is recorded: to be read."""
    for haystack in haystacks:
        one = verdict(
            haystack, list(findings(haystack, StatingChecker(insights_of(haystack)))), attributed=attributed(haystack)
        )
        insights = {insight.id: insight.text for insight in insights_of(haystack)}
        texts = {document.id: document.text for document in haystack.documents}
        held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
        alone = [found for _, _, found in one.differing]
        right = sum(((insight, document) in held) == found for insight, document, found in one.differing)
        print(f"\n{haystack.id}: {len(alone)} differ, {sum(alone)} found by the checker; record with it {right}")
        for insight, document, _ in random.Random(0).sample(one.differing, min(most, len(alone))):
            wanted = set(terms(insights[insight]))
            spans = [texts[document][slice(*span)] for span in sentences(texts[document])]
            near = sorted(spans, key=lambda said: -len(wanted & set(terms(said))))[:3]
            print(f"\n{haystack.id} {document} {insight}: {insights[insight]}")
            print("\n".join(f"  - {' '.join(said.split())}" for said in near))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", type=int, help="only time so many documents")
    parser.add_argument("--pairs", type=int, help="only print so many suspicious pairs of each haystack")
    parser.add_argument("--differing", type=int, help="only print so many pairs a scenario on which two checks differ")
    parser.add_argument("--parts", action="store_true", help="only print what the parts add")
    told = parser.parse_args()
    if told.speed:
        one_speed(told.speed)
        return
    if told.differing:
        print_differing(made(), told.differing)
        return
    haystacks = [read_haystack(data_folder() / f"{name}.json") for name in HAYSTACKS]
    if told.pairs:
        print_pairs(haystacks, told.pairs)
        return
    if told.parts:
        print_parts(haystacks)
        return
    measured = [measure(haystack) for haystack in haystacks]
    checked = print_held_out(measured)
    print_attribution(measured)
    print_parts(haystacks)
    print_calibration(checked)
    print_bounds(checked)
    others = [read_haystack(HAND_WRITTEN), *made()]
    print_numbers([*haystacks, *others])
    print_verdicts(haystacks, "the haystacks that they were fitted on (in-sample)")
    print_verdicts(others, "haystacks of other kinds")
    print_speed()


if __name__ == "__main__":
    main()
