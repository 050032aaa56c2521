"""Measure the local judge against people's labels of other kinds of texts than SummHay's, with plain baselines beside.

realsumm: which units of reference summaries 25 systems' summaries of news articles say, three or four votes each. The
judge's value is compared with the majority (area under the ROC curve, ties half) and, in the mean over a system's
pairs, with the votes' mean (Pearson's r over systems). A summary is judged as one bullet and as one bullet a sentence;
then the systems of the data's folders "abs" and "ext" are measured apart, since in the second votes fit the summaries
less well (docs/evidence/local_judge.md).
summedits: edited summaries of which people say whether they still agree with the source; the original is the insight,
the edited text the bullet, and the judge is right where the label is "full" for consistent edits and for no others.

Both are halved by a hash of the document (realsumm) or of the original text (summedits). Rules were developed on the
half "develop"; "report" had no part in it. Intervals are 95 %, by a bootstrap of documents or originals.

Usage: python -m bench.judge.elsewhere [develop|report|all]
Data: the folder `data/coverage_elsewhere` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.figures import DRAWS, auc_of, between, draws_of
from bench.places import DATA, needed
from hayrick.judges.coverage.local import cover
from hayrick.text import STOP_WORDS, stem, words

Floats = npt.NDArray[np.float64]
Values = Callable[[list[str], str], list[float]]
HALVES = ("develop", "report")
SENTENCE_END = re.compile(r"(?<=[.!?]) +")


class Pairs(NamedTuple):
    """Pairs of unit and summary: values by method, mean votes, majority, document and system."""

    values: dict[str, Floats]
    votes: Floats
    said: npt.NDArray[np.bool_]
    document: npt.NDArray[np.str_]
    system: npt.NDArray[np.str_]


def half_of(key: str) -> str:
    return HALVES[sha256(key.encode()).digest()[0] % 2]


def lines(name: str) -> list[dict[str, Any]]:
    path: Path = needed(DATA / "coverage_elsewhere" / name)
    if not path.is_file():
        sys.exit(f"{path} is absent. Nothing was measured.")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def as_one_bullet(units: list[str], summary: str) -> list[float]:
    return [found.value for found in cover(units, [summary])]


def as_sentences(units: list[str], summary: str) -> list[float]:
    return [found.value for found in cover(units, SENTENCE_END.split(summary))]


def word_recall(units: list[str], summary: str) -> list[float]:
    """Share of a unit's distinct content stems that the summary has."""

    def content(text: str) -> set[str]:
        return {stem(word) for word in words(text) if word not in STOP_WORDS}

    said = content(summary)
    return [len(own & said) / len(own) if (own := content(unit)) else 0.0 for unit in units]


def rouge1_recall(units: list[str], summary: str) -> list[float]:
    """Share of a unit's words, counted as often as they occur, that the summary has."""
    said = words(summary)
    found = []
    for unit in units:
        own = words(unit)
        found.append(sum(min(own.count(w), said.count(w)) for w in set(own)) / len(own) if own else 0.0)
    return found


METHODS: dict[str, Values] = {
    "local judge, one bullet": as_one_bullet,
    "local judge, sentences": as_sentences,
    "word recall": word_recall,
    "ROUGE-1 recall": rouge1_recall,
}


def read_pairs(half: str) -> tuple[Pairs, list[list[int]]]:
    rows = [row for row in lines("realsumm.jsonl") if half in ("all", half_of(row["document"]))]
    votes = [unit["votes"] for row in rows for unit in row["units"]]
    values = {
        name: np.array([v for row in rows for v in method([u["text"] for u in row["units"]], row["summary"])])
        for name, method in METHODS.items()
    }
    mean = np.array([np.mean(own) for own in votes])
    documents = np.array([row["document"] for row in rows for _ in row["units"]])
    systems = np.array([row["system"] for row in rows for _ in row["units"]])
    return Pairs(values, mean, mean >= 0.5, documents, systems), votes


def system_r(pairs: Pairs, values: Floats, kept: npt.NDArray[np.int64]) -> float:
    names, which = np.unique(pairs.system[kept], return_inverse=True)
    n = np.bincount(which, minlength=len(names))
    ours = np.bincount(which, values[kept], len(names)) / n
    theirs = np.bincount(which, pairs.votes[kept], len(names)) / n
    return float(np.corrcoef(ours, theirs)[0, 1])


def realsumm(half: str) -> None:
    pairs, votes = read_pairs(half)
    draws = draws_of(pairs.document)
    n = f"{len(votes)} pairs, {len(np.unique(pairs.document))} documents, {len(np.unique(pairs.system))} systems"
    print(f"\nrealsumm, {half}: {n}")
    print("| | AUC against the majority | r of systems | mean value (votes' mean " + f"{pairs.votes.mean():.3f}) |")
    print("|---|---|---|---|")
    for name, values in pairs.values.items():
        print(f"| {name} | {figures(pairs, values, np.arange(len(values)), draws)} | {values.mean():.3f} |")
    one, others = leave_one_out(votes)
    decided = others != 0.5
    print(
        f"| one person against the others | {auc_of(one[decided], others[decided] > 0.5):.3f} | – | {one.mean():.3f} |"
    )
    ours, plain = (pairs.values[name] for name in ("local judge, one bullet", "word recall"))
    every = np.arange(len(ours))
    more, *drawn = (auc_of(ours[d], pairs.said[d]) - auc_of(plain[d], pairs.said[d]) for d in (every, *draws))
    print(f"\nAUC of the judge, one bullet, less that of word recall: {more:.3f} {between(drawn)}")
    by_folder(pairs, draws)


def figures(pairs: Pairs, values: Floats, kept: npt.NDArray[np.int64], draws: Sequence[npt.NDArray[np.int64]]) -> str:
    """Two cells: area and correlation over some pairs, with intervals from draws of them."""
    area = f"{auc_of(values[kept], pairs.said[kept]):.3f} {between(auc_of(values[d], pairs.said[d]) for d in draws)}"
    return f"{area} | {system_r(pairs, values, kept):.3f} {between(system_r(pairs, values, d) for d in draws)}"


def by_folder(pairs: Pairs, draws: Sequence[npt.NDArray[np.int64]]) -> None:
    """The same areas and correlations for the systems of each of the data's two folders."""
    print("\n| folder of the systems | method | AUC against the majority | r of systems | pairs, systems |")
    print("|---|---|---|---|---|")
    folder = np.array([name.partition("/")[0] for name in pairs.system])
    for one in np.unique(folder):
        kept = np.flatnonzero(folder == one)
        drawn = [d[folder[d] == one] for d in draws]
        for name, values in pairs.values.items():
            n = f"{len(kept)}, {len(np.unique(pairs.system[kept]))}"
            print(f"| {one} | {name} | {figures(pairs, values, kept, drawn)} | {n} |")


def contradictions(half: str) -> None:
    """How many pairs that a majority calls said, and how many others, the judge calls contradicted, by guard."""
    found: Counter[tuple[str, bool]] = Counter()
    for row in lines("realsumm.jsonl"):
        if half in ("all", half_of(row["document"])):
            judged = cover([unit["text"] for unit in row["units"]], [row["summary"]])
            for unit, one in zip(row["units"], judged, strict=True):
                if one.contradicted:
                    found[one.reason or "", bool(np.mean(unit["votes"]) >= 0.5)] += 1
    print("\n| contradicted, one bullet | said | not said |\n|---|---|---|")
    for guard in sorted({name for name, _ in found}):
        print(f"| {guard} | {found[guard, True]} | {found[guard, False]} |")


def leave_one_out(votes: list[list[int]]) -> tuple[Floats, Floats]:
    """Each vote and the mean of the others on the same pair."""
    found = [(vote, (sum(own) - vote) / (len(own) - 1)) for own in votes for vote in own]
    return np.array([a for a, _ in found], float), np.array([b for _, b in found], float)


class Edited(NamedTuple):
    """One edited summary and what the judge says of it."""

    original: str
    edited: str
    domain: str
    consistent: bool
    types: tuple[str, ...]
    full: bool


def is_full(original: str, edited: str) -> bool:
    return cover([original], [edited])[0].label == "full"


def separation(rows: Sequence[Edited]) -> Iterator[str]:
    """Area under the curve of consistent against other edits, by each method's value; intervals by originals."""
    said = np.array([row.consistent for row in rows])
    draws = draws_of(np.array([row.original for row in rows]))
    for name, method in METHODS.items():
        values = np.array([method([row.original], row.edited)[0] for row in rows])
        yield f"| {name} | {auc_of(values, said):.3f} {between(auc_of(values[d], said[d]) for d in draws)} |"


def share(rows: Sequence[Edited]) -> str:
    """Share that is full, with an interval by originals."""
    if not rows:
        return "–"
    groups: dict[str, list[bool]] = {}
    for row in rows:
        groups.setdefault(row.original, []).append(row.full)
    rng = random.Random(1)
    keys = list(groups)
    drawn = [[v for k in rng.choices(keys, k=len(keys)) for v in groups[k]] for _ in range(DRAWS)]
    return f"{np.mean([row.full for row in rows]):.3f} {between(map(float, map(np.mean, drawn)))}, {len(rows)}"


def summedits(half: str) -> None:
    rows = [
        Edited(
            r["original"],
            r["edited"],
            r["domain"],
            r["consistent"] == 1,
            tuple(r["edit_types"]),
            is_full(r["original"], r["edited"]),
        )
        for r in lines("summedits.jsonl")
        if half in ("all", half_of(r["original"]))
    ]
    kinds: dict[str, Callable[[Edited], bool]] = {"all": lambda row: True}
    kinds |= {d: (lambda row, d=d: row.domain == d) for d in sorted({r.domain for r in rows})}  # type: ignore[misc]
    types = sorted({t for r in rows for t in r.types})
    kinds |= {f"{t} only": (lambda row, t=t: row.types == (t,)) for t in types}  # type: ignore[misc]
    print(f"\nsummedits, {half}: share called full, n")
    print("| | consistent (should be full) | inconsistent (should not) |")
    print("|---|---|---|")
    for name, kind in kinds.items():
        some = [row for row in rows if kind(row)]
        print(
            f"| {name} | {share([r for r in some if r.consistent])} | {share([r for r in some if not r.consistent])} |"
        )
    print("\n| | AUC, consistent against inconsistent |\n|---|---|")
    print("\n".join(separation(rows)))


def speed() -> None:
    work = [([u["text"] for u in row["units"]], row["summary"]) for row in lines("realsumm.jsonl")]
    begin = time.process_time()
    pairs = sum(len(cover(units, [summary])) for units, summary in work)
    print(f"\nspeed on realsumm: {pairs / (time.process_time() - begin):,.0f} pairs a second of processor time")


def main() -> None:
    half = sys.argv[1] if len(sys.argv) > 1 else "report"
    realsumm(half)
    contradictions(half)
    summedits(half)
    speed()


if __name__ == "__main__":
    main()
