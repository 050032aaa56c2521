"""Draws the summaries that people label: of all haystacks, subtopics and systems alike, in a random order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from hayrick.annotation.questions import AskedSummary


def sampled(summaries: Sequence[AskedSummary], n: int, draw: Random) -> list[AskedSummary]:
    """Draw at most `n` summaries, in the order in which they are to be labelled.

    Each next one is of a subtopic with the fewest so far, since subtopics are what intervals resample; among these of
    the system with the fewest, then of the haystack with the fewest; else by chance. So the first summaries are spread
    as all are, for people who stop early. Summaries with the same names and the same text are drawn once.
    """
    first = {(one.topic, one.subtopic, one.key, " ".join(" ".join(one.lines).split())): one for one in summaries}
    left = draw.sample(list(first.values()), len(first))
    subtopics, systems, haystacks = Counter[tuple[str, str]](), Counter[str](), Counter[str]()
    chosen: list[AskedSummary] = []
    while left and len(chosen) < n:
        one = min(left, key=lambda it: (subtopics[it.topic, it.subtopic], systems[it.key], haystacks[it.topic]))
        left.remove(one)
        subtopics[one.topic, one.subtopic] += 1
        systems[one.key] += 1
        haystacks[one.topic] += 1
        chosen.append(one)
    return chosen
