"""Metrics without a model against people, on PubMed's scored summaries.

More is in bench/judge/local_faithfulness_elsewhere.py.

    python -m bench.judge.local_faithfulness [pubmed | choice | time]

- pubmed: every local metric on 40 summaries of 20 articles by two systems, each scored by three people (Krishna et al.,
  2023), with tests against `source_bigrams`; means by system beside the authors' abstracts, which nobody scored.
- choice: the parts of local faithfulness, and what the choice among them is worth on articles that it was not made on:
  each article is left out, the rule with the best r + rho on the others is applied to it.
- time: sources of 100,000 words and more.
Intervals delete documents (`stats.jackknifed`).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.places import DATA
from hayrick.attribution.support import Evidence
from hayrick.human_scores.longeval import DIMENSION, read_longeval
from hayrick.judges.metrics.catalogue import local_metrics
from hayrick.judges.metrics.faithfulness import Support, supports
from hayrick.judges.metrics.judge import Metric, Texts
from hayrick.judges.metrics.overlap import SOURCE_BIGRAMS
from hayrick.judges.metrics.source import Source, parts
from hayrick.lexical import Index
from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import Paired, correlations
from hayrick.stats import Interval, pearson, spearman

PUBMED = DATA / "longeval_pubmed"
TEXTS = PUBMED / "pubmed_summary_src_doc_data.json"
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
            one.mean(DIMENSION),
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
    values = {one.name: paired(rows, one) for one in local_metrics()}
    tests = {
        one.b if one.a == SOURCE_BIGRAMS.name else one.a: one
        for one in differences(values)
        if SOURCE_BIGRAMS.name in (one.a, one.b)
    }
    people = abstracts()
    print("| metric | r | rho | rho within an article | r - r of source_bigrams | Williams p | swap p | means |")
    print("|---|---|---|---|---|---|---|---|")
    for metric in local_metrics():
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


def attributed(one: Scored, size: int = 10) -> list[float]:
    """For each sentence of a summary, the greatest probability that passages of so many sentences support it."""
    said = parts(one.texts[False].others[0])
    index = Index(["\n".join(said[start : start + size]) for start in range(0, len(said), size)])
    claims = [Evidence(index, claim) for claim in dict.fromkeys(parts(one.texts[False].summary))]
    return [max(claim.probability([number]) for number in range(index.n_documents)) for claim in claims]


def show_attribution(rows: Sequence[Scored], human: Floats) -> None:
    found = [attributed(one) for one in rows]
    for share in (1.0, 0.5, 0.25):
        values = [
            sum(a.weight * (share * p + (1 - share) * a.value) for a, p in zip(one.supports, some, strict=True))
            / sum(a.weight for a in one.supports)
            for one, some in zip(rows, found, strict=True)
        ]
        name = f"attribution {share:g}, rest as it is"
        print(f"{name:40} r {pearson(values, human):.3f}  rho {spearman(values, human):.3f}")


def show_choice() -> None:
    rows = scored()
    human = np.array([one.human for one in rows])
    table = {name: np.array([of_rule(rule, one.supports) for one in rows]) for name, rule in RULES.items()}

    def worth(name: str, at: npt.NDArray[np.bool_]) -> float:
        return (pearson(table[name][at], human[at]) or 0.0) + (spearman(table[name][at], human[at]) or 0.0)

    for name, values in table.items():
        print(f"{name:40} r {pearson(values, human):.3f}  rho {spearman(values, human):.3f}")
    show_attribution(rows, human)
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


SHOWS = {"pubmed": show_pubmed, "choice": show_choice, "time": show_time}

if __name__ == "__main__":
    for wanted in sys.argv[1:] or SHOWS:
        SHOWS[wanted]()
