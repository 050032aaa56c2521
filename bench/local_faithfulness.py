"""Metrics without a model against people, on PubMed's scored summaries; and what moves local faithfulness elsewhere.

    python -m bench.local_faithfulness [pubmed | choice | units | planted | time]

- pubmed: every local metric on 40 summaries of 20 articles by two systems, each scored by three people (Krishna et al.,
  2023), with tests against `source_bigrams`; means by system beside the authors' abstracts, which nobody scored.
- choice: the parts of local faithfulness, and what the choice among them is worth on articles that it was not made on:
  each article is left out, the rule with the best r + rho on the others is applied to it.
- units: short statements that people looked for in a summary (REALSumm), and edited summaries (SummEdits); the summary,
  or what was edited, is the source. AUC of supported against not.
- planted: people's summaries of stories (SQuALITY) with names exchanged, sentences of other stories, or negations.
- time: sources of 100,000 words and more.
Intervals delete documents (`stats.jackknifed`) or resample them, 200 times.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hayrick.human_scores.longeval import DIMENSION, read_longeval
from hayrick.judges.metrics.catalogue import LOCAL
from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS, Support, support, supports
from hayrick.judges.metrics.judge import Metric, Texts
from hayrick.judges.metrics.overlap import SOURCE_BIGRAMS
from hayrick.judges.metrics.source import Source, parts
from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import Paired, correlations
from hayrick.stats import Interval, jackknifed, pearson, spearman

SHARED = Path(os.environ.get("HAYRICK_SHARED", "../shared")) / "data"
PUBMED = SHARED / "longeval_pubmed"
TEXTS = PUBMED / "pubmed_summary_src_doc_data.json"
DRAWS = 200
Floats = npt.NDArray[np.float64]
Rule = Callable[[Support], float]


class Scored(NamedTuple):
    """A summary with its article, what people said of it (0 to 100), and its parts."""

    document: str
    system: str
    texts: Mapping[bool, Texts]
    human: float
    supports: Sequence[Support]


def overlap(one: Support) -> float:
    return (one.together + one.bigrams) / 2


def mixed(judged: float) -> Rule:
    return lambda one: (1 + one.numbers) / 2 * (judged * one.covered + (1 - judged) * overlap(one))


RULES: Mapping[str, Rule] = {
    "words together": lambda one: one.together,
    "bigrams": lambda one: one.bigrams,
    "overlap (both)": overlap,
    "local judge": lambda one: one.covered,
    **{f"numbers, {share:g} judge + {1 - share:g} overlap": mixed(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)},
}
"""What was tried for the support of a sentence."""


@lru_cache(maxsize=1)
def scored() -> list[Scored]:
    corpus = read_longeval(TEXTS, PUBMED / "pubmed_fine_scores.json")
    return [
        Scored(
            one.document_id,
            one.system,
            {False: Texts(one.summary, (one.document,)), True: Texts(one.summary, one.references)},
            float(np.mean(one.scores[DIMENSION])),
            supports(one.summary, Source((one.document,))),
        )
        for one in corpus.summaries
    ]


def of_rule(rule: Rule, found: Sequence[Support]) -> float:
    total = sum(one.weight for one in found)
    return sum(one.weight * rule(one) for one in found) / total if total else 0.0


def abstracts() -> list[Texts]:
    given = json.loads(TEXTS.read_text(encoding="utf-8"))
    rows = [one for name, one in given.items() if name.endswith("_human")]
    return [Texts(one["summary"], (one["source_doc"].replace("<br />", "\n"),)) for one in rows]


def paired(rows: Sequence[Scored], metric: Metric) -> list[Paired]:
    return [Paired(one.document, one.system, metric.compute(one.texts[metric.references]), one.human) for one in rows]


def shown(interval: Interval) -> str:
    if interval.value is None or interval.low is None or interval.high is None:
        return "undefined"
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def show_pubmed() -> None:
    rows = scored()
    values = {one.name: paired(rows, one) for one in LOCAL}
    tests = {
        one.b if one.a == SOURCE_BIGRAMS.name else one.a: one
        for one in differences(values)
        if SOURCE_BIGRAMS.name in (one.a, one.b)
    }
    people = abstracts()
    print("| metric | r | rho | rho within an article | r - r of source_bigrams | Williams p | swap p | means |")
    print("|---|---|---|---|---|---|---|---|")
    for metric in LOCAL:
        level = {one.level: one for one in correlations(values[metric.name])}
        first = level["instance"]
        means = [
            np.mean([one.metric for one in values[metric.name] if one.system == system])
            for system in sorted({one.system for one in rows})
        ]
        if not metric.references:
            means.append(np.mean([metric.compute(one) for one in people]))
        test = tests.get(metric.name)
        sign = 1 if test and test.a == metric.name else -1
        gap = "" if test is None else compared(test.difference, sign)
        ps = "| |" if test is None else f"| {test.williams:.3f} | {test.swap:.3f}"
        within = shown(level["summary"].spearman) if first.n else ""
        print(
            f"| `{metric.name}` | {shown(first.pearson)} | {shown(first.spearman)} | {within} | {gap} {ps} | "
            + " / ".join(f"{one:.2f}" for one in means)
            + " |"
        )
    print(f"n = {len(rows)}; means are of {', '.join(sorted({one.system for one in rows}))}, abstracts")


def compared(interval: Interval, sign: int) -> str:
    low, high = interval.low or 0.0, interval.high or 0.0
    low, high = (low, high) if sign > 0 else (-high, -low)
    return f"{sign * (interval.value or 0.0):.3f} [{low:.3f}, {high:.3f}]"


def show_choice() -> None:
    rows = scored()
    human = np.array([one.human for one in rows])
    table = {name: np.array([of_rule(rule, one.supports) for one in rows]) for name, rule in RULES.items()}

    def worth(name: str, at: npt.NDArray[np.bool_]) -> float:
        return (pearson(table[name][at], human[at]) or 0.0) + (spearman(table[name][at], human[at]) or 0.0)

    for name, values in table.items():
        print(f"{name:40} r {pearson(values, human):.3f}  rho {spearman(values, human):.3f}")
    chosen: list[str] = []
    out = np.zeros(len(rows))
    for document in dict.fromkeys(one.document for one in rows):
        held = np.array([one.document == document for one in rows])
        best = max(table, key=lambda name: worth(name, ~held))
        chosen.append(best)
        out[held] = table[best][held]
    held_out = [Paired(one.document, one.system, float(value), one.human) for one, value in zip(rows, out, strict=True)]
    first = correlations(held_out)[0]
    print(f"chosen without the article: r {shown(first.pearson)}, rho {shown(first.spearman)}; n = {len(rows)}")
    print({name: chosen.count(name) for name in dict.fromkeys(chosen)})
    bigrams = paired(rows, SOURCE_BIGRAMS)
    (test,) = differences({"held out": held_out, "source_bigrams": bigrams})
    print(f"less source_bigrams: {shown(test.difference)}, Williams p {test.williams:.3f}, swap p {test.swap:.3f}")


def auc(values: Sequence[float], right: Sequence[bool]) -> float:
    """Share of pairs of a right and a wrong one that are in order; ties count half."""
    x, y = np.asarray(values), np.asarray(right)
    wrong = np.sort(x[~y])
    below = np.searchsorted(wrong, x[y], "left") + np.searchsorted(wrong, x[y], "right")
    return float(below.mean() / 2 / len(wrong))


def lines(name: str) -> Iterator[dict[str, object]]:
    for line in (SHARED / "coverage_elsewhere" / name).read_text(encoding="utf-8").splitlines():
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
        draws.append(auc(x[chosen], right[chosen]))
    low, high = np.quantile(draws, [0.025, 0.975])
    return f"{auc(values, right):.3f} [{low:.3f}, {high:.3f}]"  # type: ignore[arg-type]


def stories() -> list[tuple[str, str]]:
    """Story and a person's answer to its first question, the plot."""
    rows = [
        json.loads(line)
        for part in ("dev", "test")
        for line in (SHARED / "squality" / f"v1-3_txt_{part}.jsonl").read_text(encoding="utf-8").splitlines()
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


def show_time() -> None:
    text = "\n".join(texts.others[0] for texts in abstracts())
    summary = scored()[0].texts[False].summary
    for times in (2, 8):
        long = "\n".join([text] * times)
        start = time.process_time()
        source = Source((long,))
        built = time.process_time()
        found = supports(summary, source)
        print(
            f"{len(long.split())} words: index {built - start:.2f} s, {len(found)} sentences "
            f"{time.process_time() - built:.3f} s"
        )


SHOWS = {"pubmed": show_pubmed, "choice": show_choice, "units": show_units, "planted": show_planted, "time": show_time}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or SHOWS:
        SHOWS[wanted]()
