"""How the local judge tells bullets about near-misses from bullets about insights, with and without knowing the former.

`lookalike_bullets.jsonl` has, for 22 insights of each bundled scenario, bullets by a language model that saw an insight
and a sentence planted to resemble it (most near-misses; 5 outdated or contradicting), and no rule: "near" tells
that sentence (close to it, reworded, short), "right" tells the insight (close, reworded, short, with other context),
"both" tells both, "bare" the insight as tersely as possible. The constants of `unlike` were chosen on two scenarios.

Run `python -m bench.judge.lookalikes`. Prints, for the scenarios that were chosen on and for the others, number of
bullets, mean value, and the share of "near" worth at most .5 and of the others worth .75 or more, each without and with
what the haystack records of lookalikes, with 95 % intervals (bootstrap of insights).
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.figures import mean_of
from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import cover
from hayrick.planted import lookalikes

BULLETS = Path(__file__).with_name("lookalike_bullets.jsonl")
GROUPS = {"chosen on": ("tidewall", "airline"), "not seen": ("housing", "overwinter")}
KINDS = {"near": ("close", "reworded", "short"), "right": ("close", "reworded", "short", "with context")}
WRONG, RIGHT = 0.5, 0.75


class Value(NamedTuple):
    """A bullet's value without and with the known lookalikes."""

    without: float
    known: float


def values(scenario: str) -> dict[tuple[str, str], dict[str, list[Value]]]:
    """(kind, form) -> insight -> values of the bullets of a scenario."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "made.json"
        synthesise(SynthesisRequest(scenario=scenario, out=out))
        made = read_haystack(out)
    known = lookalikes(made)
    topics = {one.id: topic for topic in made.subtopics for one in topic.insights}
    found: dict[tuple[str, str], dict[str, list[Value]]] = defaultdict(lambda: defaultdict(list))
    for line in BULLETS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        name, insight, _ = row["id"].split("/")
        if name == scenario:
            topic = topics[insight]
            texts = [one.text for one in topic.insights]
            place = [one.id for one in topic.insights].index(insight)
            alike = [known.get(one.id, ()) for one in topic.insights]
            for kind in ("near", "right", "both", "bare"):
                for form, bullet in zip(KINDS.get(kind, ("",)), row[kind], strict=True):
                    without = cover(texts, [bullet], query=topic.query)[place].value
                    told = cover(texts, [bullet], query=topic.query, lookalikes=alike)[place].value
                    found[kind, form][f"{name}/{insight}"].append(Value(without, told))
    return found


def share(kind: str, value: float) -> float:
    """1 where a value is right for its kind, else 0."""
    return float(value <= WRONG if kind == "near" else value >= RIGHT)


def main() -> None:
    print("| scenarios | bullets tell | n | mean, without | known | right, without | known |")
    print("|---|---|---|---|---|---|---|")
    for group, scenarios in GROUPS.items():
        together: dict[tuple[str, str], dict[str, list[Value]]] = defaultdict(dict)
        for scenario in scenarios:
            for key, by_insight in values(scenario).items():
                together[key] |= by_insight
        for (kind, form), by_insight in together.items():
            every = [one for some in by_insight.values() for one in some]
            means = np.mean(every, 0)
            cells = [f"{means[0]:.2f}", f"{means[1]:.2f}"]
            for at in (0, 1):
                rate, low, high = mean_of([[share(kind, one[at]) for one in some] for some in by_insight.values()])
                cells.append(f"{rate:.2f} [{low:.2f}, {high:.2f}]")
            print(f"| {group} | {' '.join(filter(None, (kind, form)))} | {len(every)} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
