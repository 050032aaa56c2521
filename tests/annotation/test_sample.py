"""Which summaries are drawn: of all subtopics, systems and haystacks alike."""

from __future__ import annotations

from collections import Counter
from random import Random

from hayrick.annotation.questions import AskedSummary
from hayrick.annotation.sample import sampled
from hayrick.types import Insight


def summary(topic: str, subtopic: str, key: str, text: str = "") -> AskedSummary:
    return AskedSummary(
        topic=topic,
        subtopic=subtopic,
        key=key,
        query="What?",
        title="What?",
        lines=(f"- {text or f'{topic} {subtopic} {key}'}",),
        insights=(Insight(id="i", text="It is."),),
    )


GRID = [summary(f"h{h}", f"s{s}", f"m{m}") for h in range(2) for s in range(3) for m in range(4)]


def test_a_sample_is_spread() -> None:
    for n in (6, 12, 18):
        found = sampled(GRID, n, Random(n))
        assert len({(one.topic, one.subtopic, one.key) for one in found}) == len(found) == n
        subtopics = Counter((one.topic, one.subtopic) for one in found)
        assert set(subtopics.values()) == {n // 6}, "2 haystacks of 3 subtopics"
        systems = Counter(one.key for one in found)
        assert max(systems.values()) - min(systems.values()) <= 1
        assert sampled(GRID, n - 5, Random(n)) == found[: n - 5], "who stops early has a spread sample, too"
    few = sampled(GRID, 4, Random(0))
    assert {one.key for one in few} == {"m0", "m1", "m2", "m3"}
    assert Counter(one.topic for one in few) == {"h0": 2, "h1": 2}


def test_a_seed_decides_the_sample_and_its_order() -> None:
    first = sampled(GRID, 12, Random(1))
    assert sampled(GRID, 12, Random(1)) == first
    assert sampled(GRID, 12, Random(2)) != first
    every = sampled(GRID, 100, Random(1))
    assert sorted(map(str, every)) == sorted(map(str, GRID)), "all, where there are fewer"
    assert every != GRID


def test_the_same_text_of_one_system_is_drawn_once() -> None:
    twice = [summary("h", "s", "m", "It is."), summary("h", "s", "m", "It  is."), summary("h", "s", "n", "It is.")]
    assert sorted(one.key for one in sampled(twice, 9, Random(0))) == ["m", "n"]
    assert sampled([], 3, Random(0)) == []


def test_a_system_with_few_summaries_does_not_hold_up_the_others() -> None:
    given = [*(summary("h", f"s{n}", "often") for n in range(8)), summary("h", "s0", "once")]
    found = sampled(given, 9, Random(3))
    assert Counter(one.key for one in found) == {"often": 8, "once": 1}
