"""What the local judge makes of edits by somebody who has never seen it: 64 made insights, 680 edits of 15 kinds.

`bench/fresh` was written by a language model that had seen neither rules nor texts of the project; all people, places
and events are invented, no human has checked the labels. The judge was measured on it once when its rules were finished
("first" in docs/local_judge.md); afterwards one rule, that of rounded numbers, was mended with its cases in view.

Run `python -m bench.judge_fresh`. Prints a row a kind: the limit of docs/rubric.md, mean value, share within the limit,
share called full, share `contradicted`, number of edits. Intervals: 95 %, bootstrap of insights.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from hayrick.judges.coverage.local import Coverage, cover

FOLDER = Path(__file__).resolve().parent / "fresh"
MOST = {
    "denied": 0.25, "verb_reversed": 0.25, "other_fact": 0.25, "number_changed": 0.5, "unit_changed": 0.5,
    "name_swapped": 0.5, "word_swapped": 0.5, "antonym_swapped": 0.5, "date_changed": 0.5, "roles_exchanged": 0.6,
    "half": 0.65, "crossed": 0.65, "hedged": 0.75,
}  # fmt: skip
"""Kinds of edits and the most that they may be worth."""
LEAST = {
    "rounded_right": 0.75, "synonym_swapped": 0.75, "paraphrase_light": 0.75, "paraphrase_free": 0.75, "added": 0.75,
    "passive": 0.75, "two_sentences": 0.75,
}  # fmt: skip
"""Kinds of edits that say what the insight says, and the least that they may be worth."""
_SLACK = 1e-9


def judged(folder: Path = FOLDER) -> dict[str, dict[str, list[Coverage]]]:
    """The judge's coverage of each edit, by kind and insight; an insight is judged in the list of its topic's."""
    insights = [json.loads(line) for line in (folder / "insights.jsonl").read_text(encoding="utf-8").splitlines()]
    siblings: dict[str, list[str]] = defaultdict(list)
    places = {}
    for insight in insights:
        places[insight["id"]] = (insight["topic"], len(siblings[insight["topic"]]))
        siblings[insight["topic"]].append(insight["text"])
    found: dict[str, dict[str, list[Coverage]]] = defaultdict(lambda: defaultdict(list))
    for line in (folder / "edits.jsonl").read_text(encoding="utf-8").splitlines():
        edit = json.loads(line)
        topic, place = places[edit["insight"]]
        found[edit["kind"]][edit["insight"]].append(cover(siblings[topic], [edit["bullet"]])[place])
    return found


def interval(groups: list[list[float]], draws: int = 2000) -> tuple[float, float, float]:
    """The mean of all values and its 95 % interval by bootstrap of groups."""
    sums, sizes = np.array([sum(g) for g in groups]), np.array([len(g) for g in groups])
    chosen = np.random.default_rng(0).integers(len(groups), size=(draws, len(groups)))
    low, high = np.quantile(sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1), [0.025, 0.975])
    return float(sums.sum() / sizes.sum()), float(low), float(high)


def main() -> None:
    found = judged()
    print("| edit | limit | mean value | within the limit | full | contradicted | n |\n|---|---|---|---|---|---|---|")
    for kind, limit in (MOST | LEAST).items():
        every = [c for coverages in found[kind].values() for c in coverages]
        mean, low, high = interval([[c.value for c in coverages] for coverages in found[kind].values()])
        sign = 1 if kind in MOST else -1
        within = sum(sign * c.value <= sign * limit + _SLACK for c in every) / len(every)
        full = sum(c.label == "full" for c in every) / len(every)
        denied = sum(c.contradicted for c in every) / len(every)
        print(
            f"| {kind.replace('_', ' ')} | {'at most' if sign > 0 else 'at least'} {limit:g} "
            f"| {mean:.2f} [{low:.2f}, {high:.2f}] | {within:.2f} | {full:.2f} | {denied:.2f} | {len(every)} |"
        )


if __name__ == "__main__":
    main()
