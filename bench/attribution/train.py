"""Train the attribution model on the recorded summaries of the released haystacks and write it to a model file.

A claim is an insight's own text, or a recorded bullet that a recorded language model judged to cover an insight fully
or partly; the documents that hold one of its insights support it, and no others do. One pair of claim and document is
a row; a claim's rows weigh the square root of the number of links to it, and negative rows half as much again, as if
every second claim were seen once more in the haystack without the documents that hold it.

Run `python -m bench.attribution.train [FILE]`; FILE defaults to the shipped model. Data: the folder `data/summhay` of
HAYRICK_SHARED (default: `../shared` beside the checkout). The same data give the same file, to the last digit.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.attribution import claim_text
from hayrick.attribution.features import FEATURES, absent, fit
from hayrick.attribution.model import MODEL_FILE, SCHEMA, Logistic
from hayrick.lexical import Index

Floats = NDArray[np.float64]

RIDGE = 0.01
NEGATIVES = 1.5
FLOOR = 0.2
VALUES = {"FULL_COVERAGE": 1.0, "PARTIAL_COVERAGE": 0.5}
CITED = re.compile(r"\[([\d,\s]+)\]")


class Link(NamedTuple):
    """One insight in one recorded summary, or (system None) an insight's own text."""

    system: str | None
    subtopic: int
    insight: str
    value: float
    claim: int | None
    own: frozenset[int]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A haystack with its distinct claims, their features against all documents, and the recorded links."""

    name: str
    sha256: str
    index: Index
    claims: list[str]
    links: list[Link]
    held: dict[str, frozenset[int]]
    features: Floats
    """Claims x documents x features."""

    supported: NDArray[np.bool_]
    """Claims x documents: holds an insight that the claim is linked to."""

    n_links: Floats
    """Links of each claim."""


def read(name: str) -> Recorded:
    content = needed(SUMMHAY / f"{name}.json").read_bytes()
    stored = json.loads(content)
    index = Index([document["document_text"] for document in stored["documents"]])
    held: dict[str, set[int]] = {}
    for position, document in enumerate(stored["documents"]):
        for insight in document["insights_included"]:
            held.setdefault(insight, set()).add(position)
    numbers: dict[str, int] = {}
    links: list[Link] = []
    for subtopic, part in enumerate(stored["subtopics"]):
        for insight in part["insights"]:
            claim = numbers.setdefault(claim_text(insight["insight"]), len(numbers))
            links.append(Link(None, subtopic, insight["insight_id"], 1.0, claim, frozenset()))
        for key, summary in part["summaries"].items():
            lines = summary if isinstance(summary, list) else summary.split("\n")
            lines = [line.strip() for line in lines if line.strip()]
            for judged in part["eval_summaries"][key]:
                links.append(_link(key, subtopic, judged, lines, numbers))
    claims = list(numbers)
    supported = np.zeros((len(claims), index.n_documents), dtype=bool)
    n_links = np.zeros(len(claims))
    for link in links:
        if link.claim is not None:
            supported[link.claim, list(held.get(link.insight, ()))] = True
            n_links[link.claim] += 1
    return Recorded(
        name=name,
        sha256=hashlib.sha256(content).hexdigest(),
        index=index,
        claims=claims,
        links=links,
        held={insight: frozenset(documents) for insight, documents in held.items()},
        features=np.stack([all_features(index, claim) for claim in claims]),
        supported=supported,
        n_links=n_links,
    )


def _link(key: str, subtopic: int, judged: dict[str, object], lines: list[str], numbers: dict[str, int]) -> Link:
    value = VALUES.get(str(judged["coverage"]), 0.0)
    number = judged.get("bullet_id")
    claim, own = None, frozenset[int]()
    if value and isinstance(number, int) and 1 <= number <= len(lines):
        line = lines[number - 1]
        claim = numbers.setdefault(claim_text(line), len(numbers))
        own = frozenset(int(digits) - 1 for group in CITED.findall(line) for digits in re.findall(r"\d+", group))
    return Link(key.removeprefix("summary_subtopic_"), subtopic, str(judged["insight_id"]), value, claim, own)


def all_features(index: Index, claim: str) -> Floats:
    """Documents x features of one claim."""
    found = fit(index, claim)
    rows = np.tile(absent(index, index.query(claim)), (index.n_documents, 1))
    rows[found.match.documents] = found.features
    return rows


def train(haystacks: Sequence[Recorded], *, ridge: float = RIDGE, negatives: float = NEGATIVES) -> Logistic:
    """Weighted logistic regression with a ridge penalty, by Newton's method from zero."""
    rows, labels, weights = [], [], []
    for haystack in haystacks:
        supported = haystack.supported
        weight = np.sqrt(haystack.n_links)[:, None] * np.where(supported, 1.0, negatives)
        rows.append(haystack.features.reshape(-1, len(FEATURES)))
        labels.append(supported.ravel().astype(np.float64))
        weights.append(weight.ravel())
    x, y, w = np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)
    means, spread = x.mean(axis=0), x.std(axis=0)
    scales = np.where(spread > 0, spread, 1.0)
    design = np.column_stack([np.ones(len(x)), (x - means) / scales])
    penalty = np.full(design.shape[1], ridge * w.sum())
    penalty[0] = 0.0
    solution = np.zeros(design.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(design @ solution)))
        hessian = (design * (w * p * (1 - p))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(hessian, design.T @ (w * (y - p)) - penalty * solution)
        solution += step
        if np.abs(step).max() < 1e-9:
            break
    return Logistic(
        name="trained",
        means=_rounded(means),
        scales=_rounded(scales),
        weights=_rounded(solution[1:]),
        intercept=_rounded(solution[:1])[0],
        floor=FLOOR,
    )


def _rounded(numbers: Floats) -> tuple[float, ...]:
    return tuple(float(f"{number:.6g}") for number in numbers)


def write(model: Logistic, haystacks: Sequence[Recorded], path: Path) -> None:
    columns = zip(FEATURES, model.means, model.scales, model.weights, strict=True)
    stored = {
        "schema": SCHEMA,
        "name": "attribution",
        "version": 1,
        "about": "Probability that a document supports a claim: logistic of intercept + sum of weight * (x - mean) /"
        " scale. Nothing is cited where the expected F1 is under the floor. Trained on all haystacks named below;"
        " figures for unseen haystacks come from models trained without the haystack they are measured on.",
        "features": [
            {"name": name, "mean": mean, "scale": scale, "weight": weight} for name, mean, scale, weight in columns
        ],
        "intercept": model.intercept,
        "floor": model.floor,
        "training": {
            "script": "bench/attribution/train.py",
            "ridge": RIDGE,
            "negatives": NEGATIVES,
            "haystacks": [
                {"name": h.name, "sha256": h.sha256, "claims": len(h.claims), "links": int(h.n_links.sum())}
                for h in haystacks
            ],
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else MODEL_FILE
    haystacks = [read(name) for name in HAYSTACKS]
    write(train(haystacks), haystacks, path)
    print(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
