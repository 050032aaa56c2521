"""What moves local faithfulness where no summary of a long document was scored; see bench/judge/local_faithfulness.py.

    python -m bench.judge.local_faithfulness_elsewhere [units | planted]

- units: short statements that people looked for in a summary (REALSumm), and edited summaries (SummEdits); the summary,
  or what was edited, is the source. AUC of supported against not; intervals resample documents, 200 times.
- planted: people's summaries of stories (SQuALITY) with names exchanged, sentences of other stories, or negations.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bench.figures import auc_of
from bench.judge.local_faithfulness import RULES, of_rule, shown
from bench.places import DATA
from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS, Support, support, supports
from hayrick.judges.metrics.judge import Texts
from hayrick.judges.metrics.overlap import SOURCE_BIGRAMS
from hayrick.judges.metrics.source import Source, parts
from hayrick.stats import jackknifed

DRAWS = 200


def lines(name: str) -> Iterator[dict[str, object]]:
    for line in (DATA / "coverage_elsewhere" / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


class Labelled(NamedTuple):
    """A text, whether people found it supported, and its parts."""

    group: str
    right: bool
    supports: Sequence[Support]


def units() -> list[Labelled]:
    found = []
    for row in lines("realsumm.jsonl"):
        source = Source((str(row["summary"]),))
        for unit in row["units"]:  # type: ignore[attr-defined]
            claims = [support(one, source) for one in parts(unit["text"])]
            found.append(Labelled(str(row["document"]), float(np.mean(unit["votes"])) >= 0.5, claims))
    return found


def edits() -> list[Labelled]:
    return [
        Labelled(
            str(row["domain"]) + "/" + str(row["id"]).rpartition("_")[0],
            bool(row["consistent"]),
            supports(str(row["edited"]), Source((str(row["original"]),))),
        )
        for row in lines("summedits.jsonl")
    ]


def show_units() -> None:
    for name, rows in (("REALSumm", units()), ("SummEdits", edits())):
        print(
            f"{name}: {len(rows)} pairs, {sum(one.right for one in rows)} supported, "
            f"{len({one.group for one in rows})} documents"
        )
        for rule_name, rule in RULES.items():
            values = [of_rule(rule, one.supports) for one in rows]
            print(f"  {rule_name:40} AUC {interval_of(rows, values)}")


def interval_of(rows: Sequence[Labelled], values: Sequence[float]) -> str:
    right = np.array([one.right for one in rows])
    members: dict[str, list[int]] = {}
    for number, one in enumerate(rows):
        members.setdefault(one.group, []).append(number)
    at, draw = [np.array(one) for one in members.values()], random.Random(0)
    x = np.asarray(values)
    draws = []
    for _ in range(DRAWS):
        chosen = np.concatenate([at[draw.randrange(len(at))] for _ in at])
        draws.append(auc_of(x[chosen], right[chosen]))
    low, high = np.quantile(draws, [0.025, 0.975])
    return f"{auc_of(x, right):.3f} [{low:.3f}, {high:.3f}]"


def stories() -> list[tuple[str, str]]:
    """Story and a person's answer to its first question, the plot."""
    rows = [
        json.loads(line)
        for part in ("dev", "test")
        for line in (DATA / "squality" / f"v1-3_txt_{part}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [(row["document"], row["questions"][0]["responses"][0]["response_text"]) for row in rows]


_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")
_VERB = re.compile(r"\b(is|was|are|were|can|could|will|would|does|did|had|has)\b(?! not)")


def with_other_names(summary: str, story: str, draw: random.Random) -> str:
    known = sorted({name for name in _NAME.findall(story) if story.count(name) > 2})
    instead = {name: draw.choice([one for one in known if one != name]) for name in sorted(set(_NAME.findall(summary)))}
    return _NAME.sub(lambda match: instead[match[0]], summary)


def with_foreign(summary: str, other: str, draw: random.Random) -> str:
    own, foreign = parts(summary), parts(other)
    for at in draw.sample(range(len(own)), max(1, len(own) // 4)):
        own[at] = draw.choice(foreign)
    return " ".join(own)


def with_negations(summary: str, draw: random.Random) -> str:
    return _VERB.sub(lambda match: f"{match[0]} not" if draw.random() < 0.3 else match[0], summary)


def show_planted() -> None:
    given, draw = stories(), random.Random(0)
    others = [given[(number + 7) % len(given)] for number in range(len(given))]
    faults = {
        "names exchanged": [with_other_names(summary, story, draw) for story, summary in given],
        "a quarter of the sentences from another story": [
            with_foreign(one[1], other[1], draw) for one, other in zip(given, others, strict=True)
        ],
        "three of ten verbs negated": [with_negations(summary, draw) for _, summary in given],
        "summary of another story": [other[1] for other in others],
    }
    for metric in (SOURCE_BIGRAMS, LOCAL_FAITHFULNESS):
        own = [metric.compute(Texts(summary, (story,))) for story, summary in given]
        print(f"{metric.name}: mean of people's summaries {np.mean(own):.3f}, n = {len(own)}")
        for name, summaries in faults.items():
            values = [metric.compute(Texts(one, (story,))) for one, (story, _) in zip(summaries, given, strict=True)]
            lower = [(a > b) + (a == b) / 2 for a, b in zip(own, values, strict=True)]
            numbered = list(enumerate(lower))
            interval = jackknifed(numbered, lambda one: one[0], lambda some: float(np.mean([one[1] for one in some])))
            print(f"  {name:48} lower in {shown(interval)}, mean {np.mean(values):.3f}")


SHOWS = {"units": show_units, "planted": show_planted}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or SHOWS:
        SHOWS[wanted]()
