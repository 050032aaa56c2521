"""Position tables of the recorded runs, beside the paper's; and how often the intervals and tests are right.

Usage: python -m bench.published.position [DRAWS] (default 1000; about eight minutes). HAYRICK_SHARED names the data's
folder.

The paper's table is over ten haystacks, the released ones are three of them: directions can be compared, figures not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from bench.places import SUMMHAY
from hayrick.experiments import effective_length, experiment_rows, largest_difference
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.report.experiments import experiment_tables
from hayrick.tasks.summhay import REPORTING
from hayrick.types import Score

SYSTEMS = ("gpt-4o", "claude3-opus", "gemini-1.5-pro")
ORDERS = ("stored", "top", "middle", "bottom")
SIZES = (3, 5, 9, 26)
SEED = 7
PAPER = {
    "gpt-4o": (11.4, 13.8, 24.1, 12.6),
    "claude3-opus": (18.0, 20.4, 28.0, 10.0),
    "gemini-1.5-pro": (37.9, 47.1, 38.9, 9.2),
}
"""Joint as stored, at top, at bottom, and sensitivity, over ten haystacks. Source: SummHay, table 3."""

Sums = NDArray[np.float64]


def scores(judge: str) -> list[Score]:
    """Score rows of the four orders of three systems on the released haystacks."""
    inputs = [str(path) for path in sorted(SUMMHAY.glob("topic_news*.json"))]
    systems = [f"recorded:{name}" for name in (*SYSTEMS, *(f"fl-ctxt-*_{name}" for name in SYSTEMS))]
    return run(RunRequest(inputs=inputs, systems=systems, judge=judge)).scores


def print_tables(judge: str, rows: list[dict[str, object]]) -> None:
    print(f"\n## Judge {judge}")
    for table in experiment_tables(rows):
        print(f"\n{table.title}\n")
        print("| " + " | ".join(table.heads) + " |\n|" + "---|" * len(table.heads))
        for row in table.rows:
            print("| " + " | ".join(row) + " |")


def print_directions(judged: dict[str, list[dict[str, object]]]) -> None:
    """The order of the three orders by joint, here and in the paper."""
    print("\n| system | paper, ten haystacks | " + " | ".join(f"{judge}, three of them" for judge in judged) + " |")
    print("|" + "---|" * (2 + len(judged)))
    for system, (stored, top, bottom, sensitivity) in PAPER.items():
        cells = [_ranked({"stored": stored, "top": top, "bottom": bottom}) + f"; {sensitivity}"]
        for rows in judged.values():
            mine = [row for row in rows if row["system"] == system]
            joint = {str(r["order"]): 100 * _number(r) for r in mine if r["measure"] == "joint"}
            largest = next(r for r in mine if r["measure"] == "position_sensitivity_paper")
            cells.append(
                _ranked({o: joint[o] for o in ("stored", "top", "bottom")}) + f"; {100 * _number(largest):.1f}"
            )
        print(f"| {system} | " + " | ".join(cells) + " |")


def _number(row: dict[str, object]) -> float:
    value = row["value"]
    assert isinstance(value, float)
    return value


def _ranked(by_order: dict[str, float]) -> str:
    return " > ".join(f"{name} {value:.1f}" for name, value in sorted(by_order.items(), key=lambda x: -x[1]))


def cells(rows: Sequence[Score], system: str) -> Sums:
    """Joint sums of value and of weight: [2, orders, subtopics]."""
    places = sorted({(row.item.dataset, row.item.group) for row in rows})
    sums = np.zeros((2, len(ORDERS), len(places)))
    for row in rows:
        if row.response.system == system and row.measure == "joint" and row.value is not None:
            at = ORDERS.index(str(row.response.tags["order"])), places.index((row.item.dataset, row.item.group))
            sums[0][at] += row.value
            sums[1][at] += 1
    return sums


def dealt(sums: Sums, rng: np.random.Generator) -> Sums:
    """Orders dealt anew within subtopics, so that none matters."""
    at = rng.permuted(np.tile(np.arange(sums.shape[1])[:, None], (1, sums.shape[2])), axis=0)
    found: Sums = np.take_along_axis(sums, np.stack([at, at]), axis=1)
    return found


def share(hits: Sequence[bool]) -> str:
    mean = sum(hits) / len(hits)
    return f"{100 * mean:.1f} ±{196 * sqrt(max(mean * (1 - mean), 1 / len(hits)) / len(hits)):.1f}"


def simulate_orders(recorded: dict[str, Sums], draws: int) -> None:
    """Subtopics drawn with replacement; the truth is the statistic on all of them, or 0 where orders are dealt anew."""
    print("\n| statistic | subtopics | interval holds it | bias | where no order matters: holds 0 | p <= .05 |")
    print("|" + "---|" * 6)
    rng = np.random.default_rng(SEED)
    for name, against, used in (("paper", "stored", [0, 1, 3]), ("spread", None, [0, 1, 2, 3])):
        orders = [ORDERS[i] for i in used]
        for size in SIZES:
            holds, null, small, bias = [], [], [], []
            for sums in recorded.values():
                every = [0] * sums.shape[2]
                tops, bottoms = sums[:, used]
                truth = largest_difference(tops, bottoms, every, orders, against=against, draws=1).value or 0.0
                for _ in range(draws):
                    tops, bottoms = drawn = sums[:, used][:, :, rng.integers(sums.shape[2], size=size)]
                    one = largest_difference(tops, bottoms, [0] * size, orders, against=against, draws=1)
                    holds.append((one.low or 0) - 1e-9 <= truth <= (one.high or 0) + 1e-9)
                    bias.append((one.value or 0) - truth)
                    tops, bottoms = dealt(drawn, rng)
                    two = largest_difference(
                        tops, bottoms, [0] * size, orders, against=against, draws=399, seed=int(rng.integers(2**31))
                    )
                    null.append(two.low == 0)
                    small.append(two.p is not None and two.p <= 0.05)
            bent = f"{100 * float(np.mean(bias)):+.1f}"
            print(f"| {name} | {size} | {share(holds)} | {bent} | {share(null)} | {share(small)} |", flush=True)


def simulate_lengths(recorded: dict[str, Sums], draws: int) -> None:
    """Recorded scores dealt anew to four budgets and scaled by a known share: where is the effective length?"""
    print("\n| true share of the base at 16k, 32k, 64k | subtopics | between the bounds | value right | bounds equal |")
    print("|" + "---|" * 5)
    rng = np.random.default_rng(SEED)
    budgets = (8000, 16_000, 32_000, 64_000)
    for shares in ((1.0, 1.0, 1.0), (0.95, 0.9, 0.6), (0.95, 0.7, 0.5), (0.85, 0.85, 0.85), (0.8, 0.95, 0.5)):
        keeps = [budgets[0]]
        for budget, part in zip(budgets[1:], shares, strict=True):
            if part < 0.85:
                break
            keeps.append(budget)
        for size in SIZES:
            inside, right, equal = [], [], []
            for sums in recorded.values():
                for _ in range(draws):
                    drawn = dealt(sums[:, :, rng.integers(sums.shape[2], size=size)], rng)
                    drawn[0] *= np.array([1.0, *shares])[:, None]
                    found = effective_length(budgets, drawn[0], drawn[1], [0] * size)
                    if found.value is None or found.low is None or found.high is None:
                        continue
                    inside.append(found.low <= keeps[-1] <= found.high)
                    right.append(found.value == keeps[-1])
                    equal.append(found.low == found.high)
            name = ", ".join(f"{part:g}" for part in shares)
            print(f"| {name} | {size} | {share(inside)} | {share(right)} | {share(equal)} |", flush=True)


def main() -> None:
    judged = {judge: scores(judge) for judge in ("recorded", "local")}
    found = {judge: experiment_rows(rows, REPORTING) for judge, rows in judged.items()}
    for judge, rows in found.items():
        print_tables(judge, rows)
    print_directions(found)
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    recorded = {system: cells(judged["recorded"], system) for system in SYSTEMS}
    simulate_orders(recorded, draws)
    simulate_lengths(recorded, draws)


if __name__ == "__main__":
    main()
