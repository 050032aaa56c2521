"""Fit the constants of the local judge to human annotations and validate them, held out by subtopic and by topic.

Prints the constants to be copied into `hayrick.judges.lexical.FITTED`, agreement with the annotators, agreement of the
ranking of recorded systems with a recorded language model's labels (systems on which nothing was fitted), and speed.
Usage: python -m bench.fit_local_judge
Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hayrick.judges.lexical import ALL_GUARDS, FITTED, Constants, cover
from hayrick.judges.similarity import match

Floats = npt.NDArray[np.float64]
HUMAN = {"not_covered": 0.0, "partially_covered": 0.5, "fully_covered": 1.0}
RECORDED = {"NO_COVERAGE": 0.0, "PARTIAL_COVERAGE": 0.5, "FULL_COVERAGE": 1.0}
LABELS = {"none": 0.0, "partial": 0.5, "full": 1.0}
HAYSTACKS = ("topic_news1", "topic_news2", "topic_news4")
CITED = re.compile(r"\[([\d, ]+)\]")
RESAMPLES = 2000


def data_folder() -> Path:
    shared = os.environ.get("HAYRICK_SHARED") or Path(__file__).resolve().parents[2] / "shared"
    folder = Path(shared) / "data" / "summhay"
    if not folder.is_dir():
        sys.exit(f"{folder} is absent: set HAYRICK_SHARED to the folder that holds data/summhay. Nothing was measured.")
    return folder


class Pairs(NamedTuple):
    """Annotated (insight, summary) pairs; human bullets are 0-based, -1 where none was chosen."""

    similarity: Floats
    human: Floats
    human_bullet: npt.NDArray[np.int64]
    subtopic: npt.NDArray[np.str_]
    topic: npt.NDArray[np.str_]
    summary: npt.NDArray[np.int64]


class Texts(NamedTuple):
    """Insights of a subtopic, and bullets of one summary."""

    insights: list[str]
    bullets: list[str]


def annotated(folder: Path) -> tuple[list[Texts], Pairs]:
    texts: list[Texts] = []
    rows: list[tuple[float, float, int, str, str, int]] = []
    for i, row in enumerate(json.loads((folder / "judge_annotations.json").read_text(encoding="utf-8"))):
        topic = row.get("topic_fn") or row.get("topic_id") or row["topic"]
        texts.append(Texts([insight["insight"] for insight in row["reference_insights"]], row["summary"]))
        for found, human in zip(match(*texts[-1]), row["annotation"], strict=True):
            bullet = int(human["candidate_id"]) if human["candidate_id"].isdecimal() else -1
            similarity = found.similarity if found else 0.0
            rows.append((similarity, HUMAN[human["coverage"]], bullet, row["subtopic_id"], topic, i))
    return texts, Pairs(*(np.array(column) for column in zip(*rows, strict=True)))


def fit(similarity: Floats, human: Floats) -> Constants:
    """Thresholds midway between the mean similarities of neighbouring human labels."""
    none, partial, full = (float(similarity[human == value].mean()) for value in (0.0, 0.5, 1.0))
    return Constants(round((none + partial) / 2, 3), round((partial + full) / 2, 3))


class Judged(NamedTuple):
    """Soft values and label values of the pairs, and whether the link is right (NaN where nothing is to be linked)."""

    soft: Floats
    label: Floats
    link: Floats


def judged(
    texts: list[Texts], pairs: Pairs, constants: Sequence[Constants], guards: Sequence[str] = ALL_GUARDS
) -> Judged:
    rows: list[tuple[float, float, float]] = []
    for i, summary in enumerate(texts):
        first = int(np.flatnonzero(pairs.summary == i)[0])
        for found, human in zip(cover(*summary, constants[first], guards), pairs.human_bullet[first:], strict=False):
            linked = found.bullet is not None and human >= 0
            rows.append((found.value, LABELS[found.label], float(found.bullet == human) if linked else np.nan))
    return Judged(*(np.array(column) for column in zip(*rows, strict=True)))


def held_out(pairs: Pairs, groups: npt.NDArray[np.str_]) -> list[Constants]:
    """For each pair the constants fitted on all pairs of other groups."""
    fitted = {g: fit(pairs.similarity[groups != g], pairs.human[groups != g]) for g in np.unique(groups)}
    return [fitted[g] for g in groups]


def kappa(a: Floats, b: Floats) -> float:
    """Cohen's kappa with linear weights over the values 0, .5, 1."""
    chance = float(np.abs(a[:, None] - b[None, :]).mean())
    return 1 - float(np.abs(a - b).mean()) / chance


def figures(found: Judged, human: Floats) -> list[float]:
    return [
        float(np.corrcoef(found.soft, human)[0, 1]),
        float(np.corrcoef(found.label, human)[0, 1]),
        float(np.nanmean(found.link)),
        kappa(found.label, human),
        float((found.soft - human).mean()),
    ]


def resampled(groups: npt.NDArray[np.str_], seed: int = 0) -> Iterator[npt.NDArray[np.int64]]:
    """Positions of the rows after drawing whole groups with replacement."""
    rng = np.random.default_rng(seed)
    members = [np.flatnonzero(groups == g) for g in np.unique(groups)]
    for _ in range(RESAMPLES):
        yield np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])


def validation(texts: list[Texts], pairs: Pairs) -> None:
    full = fit(pairs.similarity, pairs.human)
    print("fitted on all pairs:", full, "" if full == FITTED else f"(the package has {FITTED})")
    everything = np.ones(len(pairs.human), dtype=bool)
    rows = {
        "in sample": (judged(texts, pairs, [full] * len(pairs.human)), everything),
        "held out by subtopic": (judged(texts, pairs, held_out(pairs, pairs.subtopic)), everything),
        "held out by topic": (by_topic := judged(texts, pairs, held_out(pairs, pairs.topic)), everything),
    }
    own = held_out(pairs, pairs.topic)
    for count in range(len(ALL_GUARDS)):
        name = f"  guards: {', '.join(ALL_GUARDS[:count]) or 'none'}"
        rows[name] = (judged(texts, pairs, own, ALL_GUARDS[:count]), everything)
    rows |= {f"  of which {topic[:24]}": (by_topic, pairs.topic == topic) for topic in np.unique(pairs.topic)}
    names = ("pearson soft", "pearson label", "linking", "kappa", "bias soft")
    print(f"\n{'intervals: 95 %, subtopics resampled':58s}" + "".join(f"{name:>24s}" for name in names), "   n, linked")
    for name, (found, chosen) in rows.items():
        part = Judged(*(column[chosen] for column in found))
        human, groups = pairs.human[chosen], pairs.subtopic[chosen]
        drawn = [figures(Judged(*(c[i] for c in part)), human[i]) for i in resampled(groups)]
        low, high = np.percentile(np.array(drawn), [2.5, 97.5], axis=0)
        cells = zip(figures(part, human), low, high, strict=True)
        linked = int(np.isfinite(part.link).sum())
        print(
            f"{name:58s}" + "".join(f"{v:8.3f} [{a:6.3f},{b:6.3f}]" for v, a, b in cells), f"  {len(human)}, {linked}"
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
            for insight, own in zip(subtopic["insights"], cover(texts, bullets), strict=True):
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


def kendall(a: Floats, b: Floats) -> float:
    """Kendall's tau-b."""
    x, y = (np.sign(values[:, None] - values[None, :]) for values in (a, b))
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def ranking(folder: Path) -> None:
    print("\nranking of recorded systems: Kendall tau with the recorded labels' ranking, 95 %, subtopics resampled")
    for name in HAYSTACKS:
        ours, theirs, groups = ranked(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
        line = f"{name}  systems {ours.joint.shape[0]}, insights {ours.joint.shape[1]}"
        for measure in ("joint", "coverage"):
            a, b = getattr(ours, measure), getattr(theirs, measure)
            drawn = [kendall(a[:, i].mean(1), b[:, i].mean(1)) for i in resampled(groups)]
            low, high = np.percentile(drawn, [2.5, 97.5])
            line += f"   {measure} {kendall(a.mean(1), b.mean(1)):.3f} [{low:.3f}, {high:.3f}]"
            line += f" (mean {a.mean():.3f}, recorded {b.mean():.3f})"
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
    folder = data_folder()
    validation(*annotated(folder))
    ranking(folder)
    speed(folder)


if __name__ == "__main__":
    main()
