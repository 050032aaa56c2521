"""What synthesis's thresholds of likeness and specificity would do to SummHay's released haystacks.

A table of `python -m bench.haystacks.planted_faults`. Data: as in bench/speed/work.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from bench.places import SUMMHAY
from hayrick.haystacks.files import read_haystack
from hayrick.synthesis.likeness import ComparedText, runs_of
from hayrick.synthesis.planning.proposals import is_specific


def released() -> Iterator[Any]:
    for path in sorted(SUMMHAY.glob("topic_*.json")):
        yield read_haystack(Path(path))


def show_likeness() -> None:
    """How near the nearest are, among released insights and documents that are all taken to be different."""
    pairs = documents = specific = insights = 0
    nearest = likest = 0.0
    for haystack in released():
        texts = [one.text for subtopic in haystack.subtopics for one in subtopic.insights]
        insights += len(texts)
        specific += sum(map(is_specific, texts))
        for a, b in combinations(map(ComparedText.of, texts), 2):
            pairs += 1
            nearest = max(nearest, len(a.terms & b.terms) / len(a.terms | b.terms))
        runs = [runs_of(one.text) for one in haystack.documents]
        for one, other in combinations(runs, 2):
            documents += 1
            likest = max(likest, len(one & other) / min(len(one), len(other)))
    if not pairs:
        print(f"\nno released haystacks at {SUMMHAY}")
        return
    print(f"\nReleased haystacks: the nearest of {pairs:,} pairs of insights share {nearest:.2f} of their words,")
    print(f"the nearest of {documents:,} pairs of documents {likest:.2f} of the shorter one's runs of 8 words;")
    print(f"{insights - specific} of {insights} insights have neither number, date nor name by our rule")
