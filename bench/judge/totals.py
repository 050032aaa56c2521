"""What a change of the local judge's rules moves: every total on labelled data at once, beside those of another run.

Reads every set of `bench.judge.fresh`, the units of `bench.judge.units`, people's labels of `bench.judge.elsewhere` and
of SummHay's annotations, and planted negations of `bench.judge.edits`. It measures nothing that those modules do not
measure with intervals; it is what to run between changes.

Usage: python -m bench.judge.totals OUT.json [BASE.json]
Writes all totals to OUT; prints them or, with a BASE, those that differ from it by .0005 or more.
Data: the folder `data` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import numpy as np

from bench.figures import auc_of
from bench.judge import edits as judge_edits
from bench.judge import elsewhere as judge_elsewhere
from bench.judge import fresh as judge_fresh
from bench.judge import units as judge_units
from bench.judge.fit import annotated, judged
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.agreement import agreement
from hayrick.judges.coverage.local import FITTED, cover

_LEAST_TOLD = 0.0005
_PLANTED = ("negation", "negation, never")


def edits() -> dict[str, float]:
    """Mean values of each kind of edit of each set; of sound kinds also the share that is called contradicted."""
    found = {}
    for name, folder in judge_fresh.SETS.items():
        for kind, by_insight in judge_fresh.judged(folder).items():
            every = [one for some in by_insight.values() for one in some]
            found[f"{kind}, {name}, n {len(every)}"] = float(np.mean([one.value for one in every]))
            if kind in judge_fresh.LEAST:
                share = float(np.mean([one.contradicted for one in every]))
                found[f"{kind}, {name}, contradicted"] = share
    return found


def elsewhere() -> dict[str, float]:
    """Areas and correlations on units of news, and shares called full of SummEdits' edits, by half."""
    found = {}
    for half in judge_elsewhere.HALVES:
        units = judge_units.labelled(half)
        for method in ("local judge, one bullet", "local judge, sentences"):
            found[f"units, {half}, {method}, said"] = judge_units.area(units.values[method], units.labels)
            found[f"units, {half}, {method}, against"] = judge_units.against(units.values[method], units.labels)
    for half in (*judge_elsewhere.HALVES, "all"):
        pairs, _ = judge_elsewhere.read_pairs(half)
        every = np.arange(len(pairs.votes))
        for method in ("local judge, one bullet", "local judge, sentences"):
            found[f"realsumm, {half}, {method}, area"] = auc_of(pairs.values[method], pairs.said)
            found[f"realsumm, {half}, {method}, r"] = judge_elsewhere.system_r(pairs, pairs.values[method], every)
    rows = judge_elsewhere.lines("summedits.jsonl")
    full = [judge_elsewhere.is_full(row["original"], row["edited"]) for row in rows]
    halves = [judge_elsewhere.half_of(row["original"]) for row in rows]
    for half in (*judge_elsewhere.HALVES, "all"):
        for sound in (0, 1):
            some = [
                is_full
                for is_full, row, own in zip(full, rows, halves, strict=True)
                if half in ("all", own) and (row["consistent"] == 1) == bool(sound)
            ]
            found[f"summedits, {half}, {'sound' if sound else 'false'}, full"] = float(np.mean(some))
    return found


def people() -> dict[str, float]:
    """Agreement with SummHay's annotators, in sample."""
    items = annotated(needed(SUMMHAY))
    both = agreement(judged(items, [FITTED] * len(items)))
    return {
        "agreement, soft": both.coverage_correlation or 0.0,
        "agreement, labels": both.label_correlation or 0.0,
        "agreement, linking": both.linking_accuracy or 0.0,
    }


def planted() -> dict[str, float]:
    """Shares of planted negations in recorded bullets that are not called full, as `bench.judge.edits` has them."""
    found = {}
    for names in (HAYSTACKS[:2], HAYSTACKS[2:]):
        haystacks = [json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8")) for name in names]
        cases = [case for haystack in haystacks for case in judge_edits.bullet_cases(haystack)]
        kept = [case for case in cases if judge_edits.full(case, case.bullets[case.edited])]
        found[f"recorded bullets, {'+'.join(names)}, full"] = len(kept) / len(cases)
        for name in _PLANTED:
            rng = random.Random(2)
            right = tried = 0
            for case in rng.sample(kept, len(kept)):
                text = case.bullets[case.edited]
                changed = judge_edits.EDITS[name](text, case.insights[case.target], rng)
                if changed is not None and changed != text and tried < judge_edits.PER_CELL:
                    tried += 1
                    right += not judge_edits.full(case, changed)
            found[f"planted {name}, {'+'.join(names)}, not full"] = right / tried
    return found


def speed() -> dict[str, float]:
    """Pairs a second of processor time, nothing cached, on all summaries of the haystacks with annotations."""
    haystack = json.loads(needed(SUMMHAY / f"{HAYSTACKS[0]}.json").read_text(encoding="utf-8"))
    pairs, begin = 0, time.process_time()
    for subtopic in haystack["subtopics"]:
        texts = [insight["insight"] for insight in subtopic["insights"]]
        for summary in subtopic["summaries"].values():
            pairs += len(cover(texts, summary if isinstance(summary, list) else summary.split("\n")))
    return {"pairs a second": pairs / (time.process_time() - begin)}


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = {name: value for part in (speed, edits, elsewhere, people, planted) for name, value in part().items()}
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1), encoding="utf-8")
    base: dict[str, float] = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) > 2 else {}
    for name, value in sorted(found.items()):
        if abs(value - base.get(name, float("inf"))) >= _LEAST_TOLD:
            was = f"  was {base[name]:.4f}" if name in base else ""
            print(f"{name:70s} {value:.4f}{was}")


if __name__ == "__main__":
    main()
