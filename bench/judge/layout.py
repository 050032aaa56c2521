"""What the local judge makes of one claim in the layouts and turns of speech of real answers.

`bench/edits/layout` and `layout_read`: 25 insights in ten kinds of texts, and 4,921 answers about one of them each, in
203 forms: headings and introductions that deny or doubt what stands under them, tables, verdicts in brackets and
cells, struck-out words, questions with answers, bullets that refer back, contrasts with somebody else, units, dates
and names in short, other languages. Most forms are templates around each insight, so that rows of one form are alike.
A language model wrote them that had read the rules in prose (docs/reference/local_judge.md), but no code; each has the
range of values that the rubric wants. `answers` and `answers_read`: 20 insights of five topics, and 280 answers of one
to six lines by another language model that had seen nothing of the project, in the layouts in which chat models answer,
often with other things beside the fact, or with the fact split over several lines; `chat` and `chat_read` are 320 more
by a third, on 32 insights of eight topics. Everything is invented, and no person has checked the ranges. Nobody who
wrote rules has read `layout`, `answers` and `chat`; their totals were seen between changes.

Last comes by what languages are told apart: the share of English function words in bullets of each language, and the
least of those of the systems that SummHay's release records.

Usage: python -m bench.judge.layout [--forms]
Prints, by half and group: n, the mean value and the share of answers whose value is in its range, with 95 % intervals
by a bootstrap of insights. With `--forms`, the same of each form, without intervals.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import hayrick
from bench.figures import mean_of
from bench.places import EDITS, HAYSTACKS, SUMMHAY, needed
from hayrick.harness.running.languages import english_words
from hayrick.replies.bullets import parse_summary

HALVES = ("layout_read", "layout", "answers_read", "answers", "chat_read", "chat")
_SLACK = 1e-9


class Answer(NamedTuple):
    """An answer about an insight, with its value and whether that is in the range that is wanted."""

    insight: str
    group: str
    form: str
    value: float
    is_right: bool


def answers(half: str) -> list[Answer]:
    """The judged answers of a half."""
    insights = {row["id"]: row["text"] for row in _rows(EDITS / half / "insights.jsonl")}
    found: list[Answer] = []
    for row in _rows(EDITS / half / "texts.jsonl"):
        value = hayrick.judge([insights[row["insight"]]], row["text"])[0].value or 0.0
        is_right = row["low"] - _SLACK <= value <= row["high"] + _SLACK
        found.append(Answer(row["insight"], row["group"], row["form"], value, is_right))
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _by_insight(some: list[Answer], values: list[float]) -> list[list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for one, value in zip(some, values, strict=True):
        found[one.insight].append(value)
    return list(found.values())


def row(name: str, some: list[Answer]) -> str:
    """A line of the table."""
    cells = []
    for values in ([one.value for one in some], [float(one.is_right) for one in some]):
        mean, low, high = mean_of(_by_insight(some, values))
        cells.append(f"{mean:.2f} [{low:.2f}, {high:.2f}]")
    return f"| {name} | {len(some)} | {' | '.join(cells)} |"


def english_shares() -> dict[str, float]:
    """The share of English function words by language of `layout_read`, and the least of a recorded system."""
    texts: dict[str, list[str]] = defaultdict(list)
    for row in _rows(EDITS / "layout_read" / "texts.jsonl"):
        if row["group"] == "language":
            texts[row["form"]].append(row["text"])
    recorded: dict[str, list[str]] = defaultdict(list)
    for name in HAYSTACKS:
        for subtopic in json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))["subtopics"]:
            for system, lines in subtopic["summaries"].items():
                recorded[system] += [bullet.text for bullet in parse_summary(lines, {}).bullets]
    least = min(recorded.values(), key=_share)
    return {**{form: _share(some) for form, some in texts.items()}, f"least of {len(recorded)} systems": _share(least)}


def _share(texts: list[str]) -> float:
    english, n = english_words(texts)
    return english / n


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", action="store_true", help="print each form, too")
    with_forms = parser.parse_args().forms
    for half in HALVES:
        every = answers(half)
        print(f"\n{half}\n\n| group | n | mean value | in its range |\n|---|---|---|---|")
        groups: dict[str, list[Answer]] = defaultdict(list)
        for one in every:
            groups[one.group].append(one)
        for group, some in groups.items():
            print(row(group, some))
        print(row("all", every))
        for group, some in groups.items() if with_forms else ():
            forms: dict[str, list[Answer]] = defaultdict(list)
            for one in some:
                forms[one.form].append(one)
            print(f"\n{group}\n\n| form | n | mean value | in its range |\n|---|---|---|---|")
            for form, few in sorted(
                forms.items(), key=lambda item: sum(one.is_right for one in item[1]) / len(item[1])
            ):
                mean, right = (
                    sum(values) / len(few) for values in zip(*((o.value, o.is_right) for o in few), strict=True)
                )
                print(f"| {form} | {len(few)} | {mean:.2f} | {right:.2f} |")
    print("\n| bullets | English function words |\n|---|---|")
    for what, share in english_shares().items():
        print(f"| {what} | {share:.3f} |")


if __name__ == "__main__":
    main()
