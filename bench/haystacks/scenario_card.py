"""Measure what gives haystacks away: the bundled scenarios over several seeds, beside the released haystacks.

Prints, for each scenario, mean and range over seeds of: what is lost when every bullet of the extractive system cites
its whole subtopic (under the local judge); how far surface features alone tell planted sentences from filler; how many
sentences stand word for word in another document; how much the documents of sibling insights overlap; and how the local
checker does. Released haystacks have no places of planted sentences: what needs them is left out there.

Run `python -m bench.haystacks.scenario_card [--seeds 1,2,3,4,5] [SCENARIO...]`, scenarios by name or path. Released
haystacks: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout); without it they are
left out.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.haystacks.difficulty import JUDGE, released
from bench.systems.summhay import responses, scores
from hayrick.estimates import estimate
from hayrick.harness.haystacks.synthesis import SynthesisRequest, scenarios, synthesise
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.haystacks.files import read_haystack
from hayrick.tasks.summhay import REPORTING
from hayrick.tasks.summhay.cite_subtopic import CiteSubtopic
from hayrick.tasks.summhay.extractive import Extractive
from hayrick.text import sentences
from hayrick.types import Haystack

SEEDS = (1, 2, 3, 4, 5)
FEWEST_WORDS = 3
"""Shorter sentences are not counted."""

NUMBER_WORDS = re.compile(
    r"\b(million|per cent|percent|hundred|thousand|pounds|euros|crowns|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b"
)

Floats = NDArray[np.float64]
Figures = Mapping[str, float]

COLUMNS = {
    "extractive": "joint of `extractive`",
    "subtopic": "joint of `cite-subtopic`",
    "lost": "share lost",
    "surface": "surface AUC",
    "planted": "verbatim elsewhere: planted",
    "filler": "filler",
    "all": "all",
    "jaccard": "Jaccard of siblings",
    "cite": "F1 of citing the subtopic",
    "checker": "checker F1",
}
PERCENT = ("extractive", "subtopic", "lost", "planted", "filler", "all")


class Sentence(NamedTuple):
    """A sentence of a document; `planted` is None where only something else than an insight is planted."""

    document: int
    text: str
    place: float
    planted: bool | None


def sentences_of(haystack: Haystack) -> list[Sentence]:
    spans: dict[str, list[tuple[int, int, bool]]] = {}
    rows = haystack.extra.get("statements")
    for row in rows if isinstance(rows, list) else []:
        spans.setdefault(row["document"], []).append((row["start"], row["end"], row["kind"] in ("says", "half")))
    found = []
    for number, document in enumerate(haystack.documents):
        cut = sentences(document.text)
        for place, (start, end) in enumerate(cut):
            text = document.text[start:end]
            if len(text.split()) < FEWEST_WORDS:
                continue
            over = [says for a, b, says in spans.get(document.id, []) if a < end and start < b]
            found.append(Sentence(number, text, place / len(cut), any(over) or (None if over else False)))
    return found


def features(one: Sentence) -> list[float]:
    """What a reader sees without reading: figures, length, quotation marks, capitals, punctuation and place."""
    words = one.text.split()
    return [
        bool(re.search(r"\d", one.text)),
        len(re.findall(r"\d+", one.text)),
        bool(NUMBER_WORDS.search(one.text)),
        any(sign in one.text for sign in "£€$"),
        len(words),
        len(words) ** 2,
        len(one.text) / len(words),
        sum(word[0].isupper() for word in words[1:]),
        any(sign in one.text for sign in '"“'),
        one.text.count(","),
        one.text.count(":") + one.text.count(";"),
        one.place,
        abs(one.place - 0.5),
    ]


def surface(rows: Sequence[Sentence]) -> float:
    """Area under the curve of telling planted sentences from filler by a logistic regression on `features`.

    Fitted on the documents of even number and applied to the others, and the other way round.
    """
    known = [row for row in rows if row.planted is not None]
    x = np.array([features(row) for row in known], dtype=float)
    x = (x - x.mean(0)) / (x.std(0) + 1e-9)
    y = np.array([bool(row.planted) for row in known])
    even = np.array([row.document % 2 == 0 for row in known])
    value = np.zeros(len(y))
    for half in (even, ~even):
        value[~half] = np.c_[np.ones((~half).sum()), x[~half]] @ weights(x[half], y[half])
    ranks = np.empty(len(y))
    ranks[np.argsort(value, kind="stable")] = np.arange(1, len(y) + 1)
    n = int(y.sum())
    return float((ranks[y].sum() - n * (n + 1) / 2) / (n * (len(y) - n)))


def weights(x: Floats, y: NDArray[np.bool_]) -> Floats:
    """Logistic regression with a small ridge, by Newton's method."""
    z = np.c_[np.ones(len(x)), x]
    found = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ found))
        curve = (z * (p * (1 - p))[:, None]).T @ z + 0.1 * np.eye(len(found))
        found = found + np.linalg.solve(curve, z.T @ (y - p) - 0.1 * found)
    return found


def verbatim(rows: Sequence[Sentence]) -> dict[str, float]:
    """Share of sentences that stand word for word in another document."""
    where: dict[str, set[int]] = {}
    for row in rows:
        where.setdefault(row.text, set()).add(row.document)
    kinds = {"planted": [r for r in rows if r.planted], "filler": [r for r in rows if not r.planted], "all": rows}
    return {kind: fmean(len(where[row.text]) > 1 for row in some) for kind, some in kinds.items() if some}


def siblings(haystack: Haystack) -> dict[str, float]:
    """Mean Jaccard of the documents of two insights of a subtopic, and F1 of citing all of a subtopic's documents."""
    overlap: list[float] = []
    f1: list[float] = []
    for subtopic in haystack.subtopics:
        held = [set(haystack.held_by[one.id]) for one in subtopic.insights if haystack.held_by.get(one.id)]
        overlap.extend(len(a & b) / len(a | b) for a, b in combinations(held, 2))
        union = set().union(*held)
        f1.extend(2 * len(one) / (len(one) + len(union)) for one in held)
    return {"jaccard": fmean(overlap), "cite": fmean(f1)}


def joints(haystack: Haystack) -> dict[str, float]:
    """Joint of the extractive system, the same citing by subtopic, and the share of it that is lost."""
    found = {}
    for name, system in (("extractive", Extractive()), ("subtopic", CiteSubtopic())):
        cells = estimate(scores(JUDGE, haystack, responses(system, haystack)), REPORTING)
        (found[name],) = [one.value or 0.0 for key, one, _ in cells if key.measure == "joint" and key.dataset is None]
    return {**found, "lost": 1 - found["subtopic"] / found["extractive"] if found["extractive"] else 0.0}


def figures(path: Path) -> Figures:
    haystack = read_haystack(path)
    rows = sentences_of(haystack)
    planted = any(row.planted for row in rows)
    repeated = verbatim(rows)
    (checked,) = verify(VerifyRequest(inputs=[str(path)])).verdicts
    return {
        **joints(haystack),
        **({"surface": surface(rows), **repeated} if planted else {"all": repeated["all"]}),
        **siblings(haystack),
        "checker": checked.figures.f1.value or 0.0,
    }


def shown(name: str, found: Sequence[Figures]) -> str:
    values = [one[name] * (100 if name in PERCENT else 1) for one in found if name in one]
    if not values:
        return "-"
    digits = 1 if name in PERCENT else 2
    spread = f" ({min(values):.{digits}f} to {max(values):.{digits}f})" if len(values) > 1 else ""
    return f"{fmean(values):.{digits}f}{spread}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", help="names or paths; all bundled ones by default")
    parser.add_argument("--seeds", default=",".join(map(str, SEEDS)), help="seeds, separated by commas")
    parser.add_argument("--each", action="store_true", help="print the figures of each seed, too")
    given = parser.parse_args()
    print(f"| haystack | {' | '.join(COLUMNS.values())} |\n|{'---|' * (len(COLUMNS) + 1)}")
    with tempfile.TemporaryDirectory() as folder:
        for name in given.scenarios or scenarios():
            found = []
            for seed in map(int, given.seeds.split(",")):
                out = Path(folder) / f"{Path(name).stem}-{seed}.json"
                synthesise(SynthesisRequest(scenario=name, out=out, seed=seed))
                found.append(figures(out))
                if given.each:
                    print(f"| {out.stem} | {' | '.join(shown(one, found[-1:]) for one in COLUMNS)} |", flush=True)
            print(f"| {Path(name).stem} | {' | '.join(shown(one, found) for one in COLUMNS)} |", flush=True)
    for path in released():
        row = [figures(path)]
        print(f"| {path.stem} | {' | '.join(shown(one, row) for one in COLUMNS)} |", flush=True)


if __name__ == "__main__":
    main()
