"""Fit the constants of the local judge to human annotations and validate them, held out by subtopic and by topic.

Prints the constants to be copied into `hayrick.judges.coverage.local.FITTED`, agreement with the annotators, agreement
of the ranking of recorded systems with a recorded language model's labels (systems on which nothing was fitted), and
speed. The first row is what `hayrick validate ANNOTATIONS --judge local` prints. Intervals: docs/evidence/intervals.md.
Usage: python -m bench.judge.fit
Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.agreement import Pair, agreement, coverage_correlation
from hayrick.haystacks.labels import StoredLabel, read_annotations
from hayrick.judges.coverage.local import FITTED, Constants, cover
from hayrick.judges.coverage.said import ALL_GUARDS
from hayrick.judges.coverage.similarity import match
from hayrick.replies.bullets import parse_summary
from hayrick.stats import jackknifed, kendall_tau, t_quantile
from hayrick.types import LABEL_VALUES, Bullet

Floats = npt.NDArray[np.float64]
RECORDED = {"NO_COVERAGE": 0.0, "PARTIAL_COVERAGE": 0.5, "FULL_COVERAGE": 1.0}
CITED = re.compile(r"\[([\d, ]+)\]")


class Item(NamedTuple):
    """One annotated summary: topic, subtopic, the insights' texts and human labels, all its lines, and its bullets."""

    topic: str
    subtopic: str
    query: str
    insights: list[str]
    human: list[StoredLabel]
    lines: tuple[str, ...]
    bullets: tuple[Bullet, ...]

    @property
    def cluster(self) -> str:
        """Topic and subtopic, as `hayrick validate` has them."""
        return f"{self.topic}/{self.subtopic}"

    def texts(self) -> list[str]:
        """Of the bullets."""
        return [bullet.text for bullet in self.bullets]


def annotated(folder: Path) -> list[Item]:
    """The annotated summaries, read and parsed as `hayrick validate` does."""
    items = []
    for row in read_annotations(folder / "judge_annotations.json"):
        insights = [insight.text for insight in row.subtopic.insights]
        human = [row.human[insight.id] for insight in row.subtopic.insights]
        bullets = parse_summary(row.lines, {}).bullets
        items.append(Item(row.topic, row.subtopic.id, row.subtopic.query, insights, human, row.lines, bullets))
    return items


def fit(items: Sequence[Item]) -> Constants:
    """Thresholds midway between the mean similarities of neighbouring human labels.

    The similarity is to the best of all lines, headings included, since people could link any line.
    """
    similarity: dict[str, list[float]] = {label: [] for label in LABEL_VALUES}
    for item in items:
        for found, human in zip(match(item.insights, item.lines, item.query), item.human, strict=True):
            similarity[human.label].append(found.similarity if found else 0.0)
    none, partial, full = (float(np.mean(similarity[label])) for label in ("none", "partial", "full"))
    return Constants(round((none + partial) / 2, 3), round((partial + full) / 2, 3))


def judged(items: Sequence[Item], constants: Sequence[Constants], guards: Sequence[str] = ALL_GUARDS) -> list[Pair]:
    """Judge and human side by side, each item with its own constants."""
    pairs = []
    for item, own in zip(items, constants, strict=True):
        for found, human in zip(cover(item.insights, item.texts(), own, guards, item.query), item.human, strict=True):
            pairs.append(
                Pair(
                    cluster=item.cluster,
                    judge_value=found.value,
                    judge_label=found.label,
                    judge_bullet=None if found.bullet is None else item.bullets[found.bullet].id,
                    human_value=LABEL_VALUES[human.label],
                    human_label=human.label,
                    human_bullet=human.bullet,
                )
            )
    return pairs


def held_out(items: Sequence[Item], group: Callable[[Item], str]) -> list[Constants]:
    """For each item the constants fitted on all items of other groups."""
    groups = [group(item) for item in items]
    fitted = {name: fit([item for item in items if group(item) != name]) for name in dict.fromkeys(groups)}
    return [fitted[name] for name in groups]


def _more(both: Sequence[tuple[Pair, Pair]]) -> float | None:
    """By how much the first judge's correlation with people is higher than the second's, on the same pairs."""
    first, second = (coverage_correlation([one[side] for one in both]) for side in (0, 1))
    return None if first is None or second is None else first - second


def validation(items: Sequence[Item]) -> None:
    full = fit(items)
    print("fitted on all pairs:", full, "" if full == FITTED else f"(the package has {FITTED})")
    by_topic = held_out(items, lambda item: item.topic)
    rows = {
        "in sample, as shipped": judged(items, [FITTED] * len(items)),
        "held out by subtopic": judged(items, held_out(items, lambda item: item.cluster)),
        "held out by topic": judged(items, by_topic),
    }
    for count in range(len(ALL_GUARDS)):
        name = f"  guards: {', '.join(ALL_GUARDS[:count]) or 'none'}"
        rows[name] = judged(items, by_topic, ALL_GUARDS[:count])
    for topic in dict.fromkeys(item.topic for item in items):
        rows[f"  of which {topic}"] = [
            pair for pair in rows["held out by topic"] if pair.cluster.startswith(f"{topic}/")
        ]
    print("\nagreement with people, 95 % intervals of hayrick.agreement, subtopics as clusters")
    print("| | Pearson, soft | Pearson, labels | linking | kappa, linear | bias, soft | n, linked | subtopics |")
    print("|---|---|---|---|---|---|---|---|")
    for name, pairs in rows.items():
        found = asdict(agreement(pairs))
        measures = ("coverage_correlation", "label_correlation", "linking_accuracy", "kappa_linear", "bias")
        cells = [f"{found[m]:.3f} [{found[m + '_low']:.3f}, {found[m + '_high']:.3f}]" for m in measures]
        clusters = len({pair.cluster for pair in pairs})
        print(f"| {name} | {' | '.join(cells)} | {found['n']}, {found['linking_n']} | {clusters} |")
    sides = list(zip(rows["held out by topic"], rows["in sample, as shipped"], strict=True))
    more = jackknifed(sides, lambda both: both[0].cluster, _more)
    print(f"correlation held out by topic less that in sample: {more.value:.3f} [{more.low:.3f}, {more.high:.3f}]")
    both = zip(rows["held out by topic"], rows["  guards: none"], strict=True)
    lowered = [pair for pair, plain in both if (pair.judge_value or 0.0) < (plain.judge_value or 0.0)]
    people = sum(pair.human_label == "full" for pair in lowered)
    print(
        f"guards lower {len(lowered)} of {len(rows['held out by topic'])} pairs, of which people called {people} full"
    )


def bullets_of(summary: list[str] | str) -> list[str]:
    lines = summary if isinstance(summary, list) else summary.split("\n")
    return [line.strip() for line in lines if line.strip()]


def citation_f1(bullet: str, holders: set[int]) -> float:
    cited = {int(n) for group in CITED.findall(bullet) for n in re.findall(r"\d+", group)}
    hits = len(cited & holders)
    return 2 * hits / (len(cited) + len(holders)) if hits else 0.0


class Table(NamedTuple):
    """Systems in rows, insights in columns."""

    coverage: Floats
    joint: Floats


def ranked(haystack: dict[str, Any]) -> tuple[Table, Table, npt.NDArray[np.str_]]:
    """The local judge's and the recorded judge's tables, and the subtopic of each column."""
    held: dict[str, set[int]] = {}
    for position, document in enumerate(haystack["documents"], 1):
        for insight in document["insights_included"]:
            held.setdefault(insight, set()).add(position)
    local: dict[str, list[tuple[float, float]]] = {}
    recorded: dict[str, list[tuple[float, float]]] = {}
    groups: list[str] = []
    for subtopic in haystack["subtopics"]:
        groups += [subtopic["subtopic_id"]] * len(subtopic["insights"])
        texts = [insight["insight"] for insight in subtopic["insights"]]
        for system, summary in subtopic["summaries"].items():
            bullets = bullets_of(summary)
            labels = {label["insight_id"]: label for label in subtopic["eval_summaries"][system]}
            for insight, own in zip(subtopic["insights"], cover(texts, bullets, query=subtopic["query"]), strict=True):
                holders = held.get(insight["insight_id"], set())
                f1 = 0.0 if own.bullet is None else citation_f1(bullets[own.bullet], holders)
                local.setdefault(system, []).append((own.value, own.value * f1))
                label = labels[insight["insight_id"]]
                value, number = RECORDED[label["coverage"]], label["bullet_id"]
                linked = value > 0 and isinstance(number, int) and 1 <= number <= len(bullets)
                f1 = citation_f1(bullets[number - 1], holders) if linked else 0.0
                recorded.setdefault(system, []).append((value, value * f1))
    systems = sorted(local)
    ours, theirs = (np.array([rows[s] for s in systems]) for rows in (local, recorded))
    return Table(ours[:, :, 0], ours[:, :, 1]), Table(theirs[:, :, 0], theirs[:, :, 1]), np.array(groups)


def tau(ours: Floats, theirs: Floats, groups: npt.NDArray[np.str_]) -> str:
    """Kendall's tau-b of the systems' means over insights, with the jackknife over subtopics and Student's t.

    Args:
        ours: [systems, insights].
        theirs: the same of the other judge.
        groups: subtopic of each insight.
    """

    def of(kept: npt.NDArray[np.bool_]) -> float:
        found = kendall_tau(ours[:, kept].mean(1), theirs[:, kept].mean(1))
        return np.nan if found is None else found

    value, names = of(groups == groups), np.unique(groups)
    without = np.array([of(groups != name) for name in names])
    half = t_quantile(0.95, [len(names) - 1])[0] * np.sqrt(((without - value) ** 2).sum() * (1 - 1 / len(names)))
    return f"{value:.3f} [{max(-1.0, value - half):.3f}, {min(1.0, value + half):.3f}]"


def ranking(folder: Path) -> None:
    print(
        "\nranking of recorded systems: Kendall tau with the recorded labels' ranking, 95 %, jackknife over subtopics"
    )
    for name in HAYSTACKS:
        ours, theirs, groups = ranked(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
        systems, insights = ours.joint.shape
        line = f"{name}  systems {systems}, insights {insights}, subtopics {len(np.unique(groups))}"
        for measure in ("joint", "coverage"):
            a, b = getattr(ours, measure), getattr(theirs, measure)
            line += f"   {measure} {tau(a, b, groups)} (mean {a.mean():.3f}, recorded {b.mean():.3f})"
        print(line)


def speed(folder: Path) -> None:
    print("\nspeed in seconds of processor time, tokenising included; first pass (nothing cached) and best of three")
    for name in HAYSTACKS:
        haystack = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        work = [
            ([insight["insight"] for insight in subtopic["insights"]], bullets_of(summary))
            for subtopic in haystack["subtopics"]
            for summary in subtopic["summaries"].values()
        ]
        seconds = []
        for _ in range(3):
            begin = time.process_time()
            pairs = sum(len(cover(texts, bullets)) for texts, bullets in work)
            seconds.append(time.process_time() - begin)
        print(
            f"{name}  {pairs} pairs  first {seconds[0]:.2f} s, best {min(seconds):.2f} s, {pairs / min(seconds):,.0f}/s"
        )


def main() -> None:
    folder = needed(SUMMHAY)
    validation(annotated(folder))
    ranking(folder)
    speed(folder)


if __name__ == "__main__":
    main()
