"""Measure the local judge on statements against summaries of news that deny, doubt and cancel things themselves.

`bench/edits/units/units.jsonl`: 24 invented documents, six summaries of each in different styles, seven to nine short
statements ("units") of its reference, 1,176 pairs, written and labelled by a language model that had seen neither the
rules nor a text of the project. 1: the summary says it, .5: in part or as doubtful, 0: it does not, -1: both cannot be
true. "second" is the label by one that saw the pairs alone; no human checked any. In most documents something true is
a denial, a failure, a cancelled plan or a doubt, so that summaries negate much and contradict little. One summary in
six has errors of fact.

The documents are halved by a hash: rules were developed on the half "develop"; nobody who wrote rules has read the half
"report", of which only totals and the guards that objected were seen.

Usage: python -m bench.judge.units
Prints, by half and method: the area under the ROC curve of label 1 against all others and against -1 alone, with 95 %
intervals by a bootstrap of documents, and the mean value of each label; then which guards lowered values, by label, and
how often the two labels are the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.figures import auc_of, between, draws_of
from bench.judge.elsewhere import HALVES, as_one_bullet, as_sentences, half_of, word_recall
from bench.places import EDITS
from hayrick.judges.coverage.local import cover

UNITS = EDITS / "units" / "units.jsonl"
SALT = "units15"
"""Halves do not depend on the names of the documents alone."""
LABELS = (1, 0.5, 0, -1)

Floats = npt.NDArray[np.float64]
METHODS: dict[str, Callable[[list[str], str], list[float]]] = {
    "local judge, one bullet": as_one_bullet,
    "local judge, sentences": as_sentences,
    "the same without guards": lambda units, text: [found.value for found in cover(units, [text], guards=())],
    "word recall": word_recall,
}


class Labelled(NamedTuple):
    """Values by method, labels and documents of some pairs."""

    values: dict[str, Floats]
    labels: Floats
    documents: npt.NDArray[np.str_]


def rows(half: str) -> list[dict[str, Any]]:
    """The summaries of a half of the documents, with their units."""
    every = (json.loads(line) for line in UNITS.read_text(encoding="utf-8").splitlines())
    return [row for row in every if half_of(SALT + row["document"]) == half]


def labelled(half: str) -> Labelled:
    """All pairs of a half."""
    chosen = rows(half)
    units = [[unit["text"] for unit in row["units"]] for row in chosen]
    values = {
        name: np.array([v for row, texts in zip(chosen, units, strict=True) for v in method(texts, row["summary"])])
        for name, method in METHODS.items()
    }
    labels = np.array([unit["label"] for row in chosen for unit in row["units"]], dtype=float)
    return Labelled(values, labels, np.array([row["document"] for row in chosen for _ in row["units"]]))


def area(values: Floats, labels: Floats) -> float:
    return auc_of(values, labels == 1)


def against(values: Floats, labels: Floats) -> float:
    """The same, of said and contradicted pairs alone."""
    kept = np.abs(labels) == 1
    return auc_of(values[kept], labels[kept] == 1)


def lowered(half: str) -> Counter[tuple[str, float]]:
    """How many values of each label each guard lowered."""
    found: Counter[tuple[str, float]] = Counter()
    for row in rows(half):
        texts = [unit["text"] for unit in row["units"]]
        both = zip(cover(texts, [row["summary"]]), cover(texts, [row["summary"]], guards=()), strict=True)
        for unit, (one, plain) in zip(row["units"], both, strict=True):
            if one.value < plain.value:
                found[one.reason or "of another part", unit["label"]] += 1
    return found


def same_labels() -> tuple[float, int]:
    """The share of all pairs whose two labels are the same, and how many pairs there are."""
    both = [(unit["label"], unit["second"]) for half in HALVES for row in rows(half) for unit in row["units"]]
    return float(np.mean([first == second for first, second in both])), len(both)


def main() -> None:
    for half in HALVES:
        pairs = labelled(half)
        draws = draws_of(pairs.documents)
        print(f"\n{half}: {len(pairs.labels)} pairs, {len(np.unique(pairs.documents))} documents")
        print("| method | area, said | area, said or contradicted | mean of 1, .5, 0, -1 |\n|---|---|---|---|")
        for name, values in pairs.values.items():
            cells = [
                f"{how(values, pairs.labels):.3f} {between(how(values[d], pairs.labels[d]) for d in draws)}"
                for how in (area, against)
            ]
            means = ", ".join(f"{values[pairs.labels == label].mean():.2f}" for label in LABELS)
            print(f"| {name} | {' | '.join(cells)} | {means} |")
        print("\n| lowered by | 1 | .5 | 0 | -1 |\n|---|---|---|---|---|")
        found = lowered(half)
        for guard in sorted({guard for guard, _ in found}):
            print(f"| {guard} | {' | '.join(str(found[guard, label]) for label in LABELS)} |")
    share, n = same_labels()
    print(f"\nboth labels the same: {share:.3f}, n {n}")


if __name__ == "__main__":
    main()
