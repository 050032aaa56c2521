"""The local judge of support on questions with a known passage: does it tell support from its look-alikes?

    python -m bench.judge.support [--data FILE] [--n N]

A statement is a question of Natural Questions with its first answer. Its gold passage supports it; what does not:
another passage at random, the passage nearest by BM25 that lacks the answer, and the gold passage for the same question
with another question's answer. Two statements in one are supported by both passages together and by neither alone.
Every item has 20 passages: the gold one, the 10 nearest and 9 others. Statements are no sentences of a model, and
answers stand word for word in their passages: real statements are harder. Intervals resample questions, 2,000 times.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.figures import auc
from bench.places import DATA
from hayrick.attribution.support import Evidence
from hayrick.judges.support.judge import LEAST
from hayrick.judges.support.local import verdict_of
from hayrick.lexical import Index
from hayrick.measures.answers import is_substring

FILE = DATA / "lost_in_the_middle" / "nq-open-oracle.jsonl.gz"
NEAREST, OTHERS, DRAWS = 10, 9, 2000
UNSUPPORTED = ("random passage", "nearest passage", "wrong answer", "wrong number", "wrong words", "one of two")
Floats = NDArray[np.float64]


class Known(NamedTuple):
    """A question, its answer, and the passage that has it."""

    question: str
    answer: str
    passage: str


def read(file: Path) -> list[Known]:
    found = []
    for line in gzip.decompress(file.read_bytes()).decode("utf-8").splitlines():
        row: Any = json.loads(line)
        gold = row["ctxs"][0]
        shown = f"{gold['title']}\n{gold['text']}"
        answer = next((one for one in row["answers"] if is_substring(one, shown)), None)
        if answer is not None:
            found.append(Known(row["question"], answer, shown))
    return found


def scores(known: Sequence[Known], chosen: Sequence[int]) -> dict[str, Floats]:
    """Kind -> the judge's probability for each chosen question, NaN where there is no such case."""
    texts = [one.passage for one in known]
    index = Index(texts)
    found: dict[str, list[float]] = {}
    for place in chosen:
        for kind, value in _of_one(known, texts, index, place).items():
            found.setdefault(kind, []).append(value)
    return {kind: np.array(values) for kind, values in found.items()}


def _of_one(known: Sequence[Known], texts: Sequence[str], index: Index, place: int) -> dict[str, float]:
    one, draw = known[place], Random(f"support/{place}")
    statement = f"{one.question} {one.answer}"
    order = np.argsort(-index.bm25_documents(index.query(statement)), kind="stable").tolist()
    lacking = [at for at in order[:200] if at != place and not is_substring(one.answer, texts[at])]
    near = lacking[:NEAREST]
    others = draw.sample(sorted(set(range(len(texts))) - {place, *near}), OTHERS)
    second, wrong = known[others[0]], _wrong(known, one, draw)
    shown = Index([texts[at] for at in (place, *near, *others)])
    first_other = 1 + len(near)

    def value(text: str, *documents: int) -> float:
        return verdict_of(Evidence(shown, text), documents)

    both = f"{statement}, {second.question} {second.answer}"
    with_wrong = value(f"{one.question} {wrong}", 0)
    is_number = any(map(str.isdigit, wrong))
    return {
        "supported": value(statement, 0),
        "random passage": value(statement, first_other),
        "nearest passage": value(statement, 1),
        "wrong answer": with_wrong,
        "wrong number": with_wrong if is_number else np.nan,
        "wrong words": np.nan if is_number else with_wrong,
        "both of two": value(both, 0, first_other),
        "one of two": value(both, 0),
    }


def _wrong(known: Sequence[Known], one: Known, draw: Random) -> str:
    while True:
        other = draw.choice(known).answer
        if not is_substring(other, one.passage):
            return other


def resampled(right: Floats, wrong: Floats) -> tuple[float, float]:
    """95 % interval of the AUC; both sides are of the same questions."""
    draw, values = np.random.default_rng(0), []
    for _ in range(DRAWS):
        drawn = draw.integers(0, len(right), len(right))
        chosen = wrong[drawn]
        values.append(auc(right[drawn], chosen[~np.isnan(chosen)]))
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def share(values: Floats) -> str:
    """Share at or above the judge's threshold, with a normal 95 % interval over questions."""
    known = values[~np.isnan(values)]
    p = float((known >= LEAST).mean())
    half = 1.96 * (p * (1 - p) / len(known)) ** 0.5
    return (
        f"called supported {100 * p:.1f} % [{100 * max(0, p - half):.1f}, {100 * min(1, p + half):.1f}], n {len(known)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=FILE, help="nq-open-oracle.jsonl.gz")
    parser.add_argument("--n", type=int, default=0, help="Questions; all by default")
    given = parser.parse_args()
    known = read(given.data)
    chosen = range(len(known)) if not given.n else sorted(Random(0).sample(range(len(known)), given.n))
    found = scores(known, chosen)
    print(f"{len(chosen)} of {len(known)} questions whose answer stands in their passage")
    for kind in ("supported", "both of two"):
        print(f"{kind}: {share(found[kind])}")
    for kind in UNSUPPORTED:
        right = found["both of two" if kind == "one of two" else "supported"]
        low, high = resampled(right, found[kind])
        value = auc(right, found[kind][~np.isnan(found[kind])])
        print(f"{kind}: AUC {value:.3f} [{low:.3f}, {high:.3f}]; {share(found[kind])}")


if __name__ == "__main__":
    main()
