"""Measure what judges of summaries do without a model: repetition on real texts, and the local judge against people.

repetition: share of texts that `is_repetitive` calls so, by set. People's: SQuALITY's answers, InfiniteBench's
references, PubMed summaries and articles, abstracts. Models': InfiniteBench's released predictions, ALCE's outputs,
REALSumm's systems.
recall: units of reference summaries in 1,000 summaries of 25 systems (REALSumm), as key points; people's majority.
    Area under the ROC curve of the value, and kappa, agreement and the share of "yes" of the label.
precision: the share of a summary's sentences that the source supports, against the mean faithfulness that three people
    gave its clauses (40 PubMed summaries of two systems, LongEval). The source stands where HELMET has the reference.

Nothing was fitted on these sets. HELMET's own labels are not among them. Intervals are 95 %: of areas and correlations
by a bootstrap of documents, of kappa by the jackknife of `hayrick.agreement`.

Usage: python -m bench.judge.summaries [repetition|recall|precision]
Data: HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bench.figures import auc_of, between, draws_of
from bench.judge.elsewhere import lines
from bench.places import DATA
from hayrick.agreement import Pair, agreement
from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.judges.summaries.points import YES_FROM
from hayrick.measures.repetition import THRESHOLD, repetition
from hayrick.measures.summaries import PRECISION, RECALL, Reference, share
from hayrick.types import Item, Judgement, Response


def jsonl(*parts: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in DATA.joinpath(*parts).read_text(encoding="utf-8").splitlines()]


def texts(value: object, key: str) -> Iterator[str]:
    """All texts under a key, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key and isinstance(inner, str):
                yield inner
            else:
                yield from texts(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, key)


def sets() -> dict[str, list[str]]:
    def infinite(model: str) -> list[dict[str, Any]]:
        return jsonl("infinitebench_results", model, "preds_longbook_sum_eng.jsonl")

    squality = [row for part in ("dev", "test") for row in jsonl("squality", f"v1-3_txt_{part}.jsonl")]
    pubmed = json.loads((DATA / "longeval_pubmed" / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    alce = json.loads((DATA / "alce_human_eval" / "human_eval_utility_completed.json").read_text(encoding="utf-8"))
    ms2 = json.loads((DATA / "ms2_sample" / "sample.json").read_text(encoding="utf-8"))
    return {
        "people: SQuALITY, answers": [*texts(squality, "response_text")],
        "people: InfiniteBench, references": [row["ground_truth"][0] for row in infinite("gpt4")],
        "people: PubMed, abstracts": [row["summary"] for key, row in pubmed.items() if key.endswith("_human")],
        "people: PubMed, articles": list(dict.fromkeys(texts(pubmed, "source_doc"))),
        "people: MS2, abstracts": [*texts(ms2, "abstract")],
        **{
            f"models: InfiniteBench, {model}": [row["prediction"] for row in infinite(model)]
            for model in ("gpt4", "claude2", "kimi")
        },
        "models: PubMed": [row["summary"] for key, row in pubmed.items() if not key.endswith("_human")],
        "models: ALCE, outputs": [*texts(alce, "output")],
        "models: REALSumm": [row["summary"] for row in lines("realsumm.jsonl")],
    }


def show_repetition() -> None:
    print(f"\nrepetition, repetitive from {THRESHOLD:.3f} on")
    print("| set | texts | repetitive | 95th percentile | greatest |")
    print("|---|---|---|---|---|")
    for name, given in sets().items():
        values = np.array([repetition(text) for text in given if text.strip()])
        high = f"{np.quantile(values, 0.95):.3f} | {values.max():.3f}"
        print(f"| {name} | {len(values)} | {int((values >= THRESHOLD).sum())} | {high} |")


def judged(reference: Reference, summary: str) -> list[Judgement]:
    item = Item(dataset="", group="", id="", query="", gold=reference)
    response = Response(item=item, system="", context="", answer=summary)
    judge = LocalSummaryJudge()
    work = judge.judge(item, response, nobody)
    try:
        work.send(None)
    except StopIteration as done:
        return list(done.value)
    raise AssertionError("the local judge asks nobody")


async def nobody(questions: Sequence[object]) -> list[None]:
    raise AssertionError("the local judge asks nobody")


def show_recall() -> None:
    rows = lines("realsumm.jsonl")
    values: list[float] = []
    for row in rows:
        points = tuple(unit["text"] for unit in row["units"])
        reference = Reference(text="-", short="-", points=points, maker="people")
        values += [one.value or 0.0 for one in judged(reference, row["summary"]) if one.unit.startswith(RECALL)]
    value = np.array(values)
    said = np.array([np.mean(unit["votes"]) >= 0.5 for row in rows for unit in row["units"]])
    documents = [row["document"] for row in rows for _ in row["units"]]
    labels = {False: ("none", 0.0), True: ("full", 1.0)}
    pairs = [
        Pair(
            cluster=document,
            judge_value=labels[bool(ours)][1],
            judge_label=labels[bool(ours)][0],
            judge_bullet=None,
            human_value=labels[bool(theirs)][1],
            human_label=labels[bool(theirs)][0],
            human_bullet=None,
        )
        for document, ours, theirs in zip(documents, value >= YES_FROM, said, strict=True)
    ]
    found = agreement(pairs)
    print(f"\nrecall: {len(value)} pairs of {len(rows)} summaries and {len(set(documents))} documents")
    drawn = between(auc_of(value[at], said[at]) for at in draws_of(np.array(documents)))
    print(f"area under the curve {auc_of(value, said):.3f} {drawn}")
    print(f"kappa {found.kappa_linear:.3f} [{found.kappa_linear_low:.3f}, {found.kappa_linear_high:.3f}]")
    same = (value >= YES_FROM) == said
    print(f"equal {same.mean():.3f}; yes: judge {(value >= YES_FROM).mean():.3f}, people {said.mean():.3f}")
    by_summary = np.array([row["document"] + row["system"] for row in rows for _ in row["units"]])
    names, which = np.unique(by_summary, return_inverse=True)
    ours, theirs = (np.bincount(which, one) / np.bincount(which) for one in (value, said.astype(float)))
    print(f"recall of {len(names)} summaries: Pearson's r {np.corrcoef(ours, theirs)[0, 1]:.3f}")


def show_precision() -> None:
    folder = DATA / "longeval_pubmed"
    summaries = json.loads((folder / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    scores = json.loads((folder / "pubmed_fine_scores.json").read_text(encoding="utf-8"))
    by_name = {one["story"]: one["score"] for one in scores}
    names = [name for name in summaries if name in by_name]
    ours, theirs = [], []
    for name in names:
        row = summaries[name]
        reference = Reference(text=row["source_doc"], short="-", points=("-",))
        ours.append(share(judged(reference, row["summary"]), PRECISION).value or 0.0)
        theirs.append(float(np.mean(by_name[name])))
    a, b = np.array(ours), np.array(theirs)
    documents = [name.rsplit("_", 1)[0].removesuffix("_bigbird") for name in names]

    def r(at: Any) -> float:
        return float(np.corrcoef(a[at], b[at])[0, 1])

    everything = np.arange(len(names))
    print(
        f"\nprecision: {len(names)} summaries of {len(set(documents))} articles; "
        f"mean {a.mean():.3f}, people {b.mean() / 100:.3f}"
    )
    print(f"Pearson's r {r(everything):.3f} {between(map(r, draws_of(np.array(documents))))}")


PARTS = {"repetition": show_repetition, "recall": show_recall, "precision": show_precision}


def main() -> None:
    for name, part in PARTS.items():
        if name in (sys.argv[1:] or PARTS):
            part()


if __name__ == "__main__":
    main()
