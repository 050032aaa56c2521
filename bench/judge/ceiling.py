"""Whether a judge that is as good as a person is told so: 'all but one' against the mean of all annotators.

Made-up annotators see the same insights: each keeps the true label with probability .8, and draws one of the three at
random otherwise. The judge is one more such person. So the difference between judge and people is 0, and an interval
should hold 0 in 95 of 100 repetitions. 20 subtopics of 6 insights, 1,000 repetitions, seed 0:
nine minutes on a busy core.

naive: the judge's correlation with the mean of all annotators, minus people's with the mean of the others.
all but one: the judge's correlation with the same means of the others, minus people's (`hayrick.ceiling.beside`).
held: share of the 95 % intervals of the second that hold 0.

Usage: python -m bench.judge.ceiling
"""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

from hayrick.agreement import Pair, coverage_correlation
from hayrick.ceiling import beside, ceiling
from hayrick.types import LABEL_VALUES, Label

LABELS: tuple[Label, ...] = ("none", "partial", "full")
SUBTOPICS, INSIGHTS, REPEATS, KEPT = 20, 6, 1000, 0.8


def said(truth: Label, draw: Random) -> Label:
    """What a made-up person says."""
    return truth if draw.random() < KEPT else draw.choice(LABELS)


def pairs(n: int, draw: Random) -> list[Pair]:
    """Pairs of a judge with `n` annotators."""
    found = []
    for unit in range(SUBTOPICS * INSIGHTS):
        truth = draw.choice(LABELS)
        judge = said(truth, draw)
        for number in range(n):
            human = said(truth, draw)
            found.append(
                Pair(
                    cluster=str(unit // INSIGHTS),
                    judge_value=LABEL_VALUES[judge],
                    judge_label=judge,
                    judge_bullet=None,
                    human_value=LABEL_VALUES[human],
                    human_label=human,
                    human_bullet=None,
                    unit=unit,
                    annotator=str(number),
                )
            )
    return found


def main() -> None:
    """Print a row for each number of annotators."""
    print("| annotators | naive | all but one | held |")
    print("|---|---|---|---|")
    for n in (2, 3):
        draw = Random(f"ceiling/{n}/0")
        naive, fair, held = [], [], 0
        for _ in range(REPEATS):
            given = pairs(n, draw)
            people, judge = ceiling(given), beside(given)
            assert people is not None
            assert judge is not None
            naive.append((coverage_correlation(given) or 0.0) - (people.correlation.value or 0.0))
            fair.append(judge.difference.value or 0.0)
            held += (judge.difference.low or 0.0) <= 0 <= (judge.difference.high or 0.0)
        cells = [f"{fmean(of):+.3f} ± {1.96 * stdev(of) / REPEATS**0.5:.3f}" for of in (naive, fair)]
        print(f"| {n} | {' | '.join(cells)} | {100 * held / REPEATS:.1f} % |")


if __name__ == "__main__":
    main()
