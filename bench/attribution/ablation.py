"""Show what each feature and each fitted choice of the attribution model is worth, on haystacks held out.

Prints a table of docs/evidence/attribution.md: average joint score of the four recorded full-context systems over the
three rotations, and over all 78. The shipped choices were made with these figures in view, which differ by less than
their intervals; they are a check that nothing hangs on one choice, and not a search. Then the shipped model on the
tests' haystack, which was written by hand and not by the generator of the others. A minute on one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bench.attribution.held_out import FULL_CONTEXT, Sums, by_haystack, choose_all, joint, pooled, probabilities
from bench.attribution.train import NEGATIVES, RIDGE, Recorded, read, train
from bench.places import HAYSTACKS, ROOT
from hayrick.attribution import DEFAULT, Attributor
from hayrick.attribution.features import FEATURES
from hayrick.haystacks.files import read_haystack

HAND_WRITTEN = ROOT / "tests" / "golden" / "quillmere.json"


def without(haystack: Recorded, dropped: Sequence[str]) -> Recorded:
    """The haystack with the same value everywhere for some features."""
    features = haystack.features.copy()
    features[:, :, [FEATURES.index(name) for name in dropped]] = 0.0
    return replace(haystack, features=features)


def measure(name: str, haystacks: Sequence[Recorded], *, ridge: float = RIDGE, negatives: float = NEGATIVES) -> None:
    sums = []
    for held_out in haystacks:
        model = train([other for other in haystacks if other is not held_out], ridge=ridge, negatives=negatives)
        cited = choose_all(model, probabilities(held_out, model))
        sums.append(Sums(held_out, lambda claim, own, cited=cited: cited[claim]))  # type: ignore[misc]
    four = by_haystack([s.of(FULL_CONTEXT) for s in sums], joint)
    print(f"| {name} | {100 * four:.1f} | {100 * pooled([s.table for s in sums], joint):.1f} |", flush=True)


def print_hand_written() -> None:
    haystack = read_haystack(HAND_WRITTEN)
    insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
    held = {insight.id: set(haystack.held_by.get(insight.id, ())) for insight in insights}
    pairs = sum(map(len, held.values()))
    print(f"\n{haystack.id}: {len(haystack.documents)} documents, {len(insights)} insights as claims, {pairs} supports")
    print("| model | precision | recall | mean F1 |\n|---|---|---|---|")
    for name in (DEFAULT, "trained", "threshold"):
        attributor = Attributor(haystack.documents, model=name)
        cited = {insight.id: set(attributor.cited(insight.text)) for insight in insights}
        right = sum(len(cited[key] & held[key]) for key in held)
        each = [2 * len(cited[key] & held[key]) / (len(cited[key]) + len(held[key])) for key in held]
        precision = 100 * right / max(sum(map(len, cited.values())), 1)
        print(f"| {name} | {precision:.1f} | {100 * right / pairs:.1f} | {100 * sum(each) / len(each):.1f} |")


def main() -> None:
    haystacks = [read(name) for name in HAYSTACKS]
    print("| model | average of four | mean of all 78 |\n|---|---|---|")
    measure("as shipped", haystacks)
    for name in FEATURES:
        measure(f"without {name}", [without(haystack, [name]) for haystack in haystacks])
    for name in FEATURES[:3]:
        others = [other for other in FEATURES if other != name]
        measure(f"{name} alone", [without(haystack, others) for haystack in haystacks])
    for ridge in (0.001, 0.03):
        measure(f"ridge {ridge} instead of {RIDGE}", haystacks, ridge=ridge)
    for negatives in (1.0, 2.0):
        measure(f"negative rows weigh {negatives} instead of {NEGATIVES}", haystacks, negatives=negatives)
    print_hand_written()


if __name__ == "__main__":
    main()
