"""Idle bullets: of which kind they are, and the rows of the measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.reading import read_parts
from hayrick.protocols import Measure
from hayrick.tasks.summhay import SubtopicGold, items_of
from hayrick.tasks.summhay.idle import IDLE, KINDS, prepare
from hayrick.tasks.summhay.sorter import Sorter, has_detail
from hayrick.types import LABEL_VALUES, Bullet, Haystack, Item, Judgement, Label, Response, Summary, Unparsed

F = Fraction
IDLE_BULLETS, *IDLE_PARTS = IDLE
OPENS, FLOUR, OVEN = (
    "The bakery opens at six on weekdays.",
    "Flour costs 12 percent more.",
    "A second oven was bought in May for 9,000 euros.",
)
POLITE, FALSE, QUEUE = (
    "All are polite.",
    "The Queen of Denmark ate 77 raw onions.",
    "The queue on Mill Lane is shorter.",
)


@pytest.fixture
def item(bakery: Path) -> Item[SubtopicGold]:
    return items_of([read_haystack(bakery)])[0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (FLOUR, "repeat"),
        (OVEN, "other_subtopic"),
        (POLITE, "general"),
        (FALSE, "unsupported"),
        (QUEUE, "no_insight"),
    ],
)
def test_an_idle_bullet_is_of_the_first_kind_that_applies(item: Item[SubtopicGold], text: str, kind: str) -> None:
    assert Sorter(item.gold.haystack).kind(item.group, text) == kind


def test_what_is_of_another_subtopic_depends_on_the_summary(item: Item[SubtopicGold]) -> None:
    sorter = Sorter(item.gold.haystack)
    assert [sorter.kind(one, OVEN) for one in ("s1", "s2")] == ["other_subtopic", "repeat"]


def test_what_is_ruled_out_by_shares_would_not_be_found_to_be_stated(item: Item[SubtopicGold]) -> None:
    sorter = Sorter(item.gold.haystack)
    texts = [one.text for subtopic in sorter.haystack.subtopics for one in subtopic.insights]
    draw = Random(1)
    n_stated = 0
    for _ in range(200):
        said = draw.sample(draw.choice(texts).split() + draw.choice(texts).split() + ["cost", "buy", ".", "7"], 10)
        possible = sorter.shares.possible(read_parts(" ".join(said)))
        stated = {one.id for one in sorter.haystack.subtopics if sorter.states(one.id, " ".join(said))}
        assert stated <= possible
        n_stated += len(stated)
    assert n_stated > 20


def test_what_is_stated_is_what_the_judge_of_all_insights_calls_full(summhay: Path) -> None:
    haystack = read_haystack(summhay / "topic_news1.json")
    sorter = Sorter(haystack)
    found = []
    for subtopic in haystack.subtopics:
        insights = [one.text for one in subtopic.insights]
        texts = [*insights, *(f"{one[:-1]}, but not {other}" for one, other in pairwise(insights))]
        for text in texts:
            every = cover(insights, [text], query=subtopic.query)
            is_stated = any(one.label == "full" for one in every)
            assert sorter.states(subtopic.id, text) is is_stated
            found.append((is_stated, any(one.reason for one in every)))
    assert {(True, False), (False, True)} <= set(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Everyone was very polite.", False),
        ("They grew by 12 percent.", True),
        ("They grew by a third.", True),
        ("They grew in March.", True),
        ("They came to Lindholm.", True),
        ("Prices rose. Everyone minded.", False),
        ("So did I, and I'm glad.", False),
        ("", False),
    ],
)
def test_details_are_numbers_dates_and_names(text: str, expected: bool) -> None:
    assert has_detail(text) is expected


def answered(item: Item[SubtopicGold], *texts: str) -> Response[Summary]:
    bullets = tuple(Bullet(id=n, text=text) for n, text in enumerate(texts, start=1))
    answer = Summary(bullets=bullets, n_lines=len(bullets)) if bullets else None
    return Response(item=item, system="x", context="full", answer=answer)


def judgement(unit: str, label: Label | None, link: int | None = None) -> Judgement:
    unparsed = None if label else Unparsed(reason="no answer")
    value = LABEL_VALUES[label] if label else None
    return Judgement(unit=unit, rater="j", label=label, value=value, link=link, unparsed=unparsed)


Row = tuple[str | None, float | None, float, bool, bool]


def rows(
    measure: Measure[SubtopicGold, Summary],
    item: Item[SubtopicGold],
    response: Response[Summary],
    judgements: Sequence[Judgement],
) -> list[Row]:
    return [
        (one.unit, one.value, one.weight, one.failed, one.unjudged) for one in measure.score(item, response, judgements)
    ]


@pytest.mark.parametrize(
    ("texts", "judgements", "expected"),
    [
        (
            [OPENS, OVEN, POLITE, FALSE, QUEUE, FLOUR],
            [("full", 1), ("none", None)],
            {"": F(5, 6), **dict.fromkeys(KINDS, F(1, 6))},
        ),
        ([OPENS, FLOUR, OVEN], [("full", 1), ("partial", 2)], {"": F(1, 3), "other_subtopic": F(1, 3)}),
        ([OPENS, FLOUR], [("full", 1), ("full", 2)], {}),
        ([OPENS, OPENS], [("full", 1), ("none", 2)], {"": F(1, 2), "repeat": F(1, 2)}),
    ],
    ids=["one of each", "another subtopic", "none is idle", "a none label links to nothing"],
)
def test_shares_of_bullets_by_hand(
    item: Item[SubtopicGold],
    texts: list[str],
    judgements: list[tuple[Label, int | None]],
    expected: dict[str, Fraction],
) -> None:
    response = answered(item, *texts)
    verdicts = [judgement(unit, *one) for unit, one in zip(("i1", "i2"), judgements, strict=True)]
    for measure in (IDLE_BULLETS, *IDLE_PARTS):
        share = expected.get(measure.name.removeprefix("idle_bullets").removeprefix("."), F(0))
        assert rows(measure, item, response, verdicts) == [(None, float(share), float(len(texts)), False, False)]


@pytest.mark.parametrize("measure", [IDLE_BULLETS, *IDLE_PARTS], ids=lambda measure: str(measure.name))
def test_a_failed_summary_has_no_bullets_and_no_value(
    item: Item[SubtopicGold], measure: Measure[SubtopicGold, Summary]
) -> None:
    verdicts = [judgement("i1", "none"), judgement("i2", "none")]
    assert rows(measure, item, answered(item), verdicts) == [(None, None, 1.0, True, False)]


@pytest.mark.parametrize("measure", [IDLE_BULLETS, *IDLE_PARTS], ids=lambda measure: str(measure.name))
@pytest.mark.parametrize("other", [judgement("i2", None), judgement("i2", "full")], ids=["unjudged", "unlinked"])
def test_bullets_that_may_cover_an_insight_are_unjudged(
    item: Item[SubtopicGold], measure: Measure[SubtopicGold, Summary], other: Judgement
) -> None:
    found = rows(measure, item, answered(item, OPENS, FLOUR, POLITE), [judgement("i1", "full", 1), other])
    assert found == [
        (None, 0.0, 1.0, False, False),
        ("2", None, 1.0, False, True),
        ("3", None, 1.0, False, True),
    ]
    nothing = rows(measure, item, answered(item, POLITE), [judgement("i1", None), other])
    assert nothing == [("1", None, 1.0, False, True)]


def test_only_judged_bullets_count(item: Item[SubtopicGold]) -> None:
    response = answered(item, OPENS, POLITE)
    assert response.answer is not None
    bullets = response.answer.bullets
    cut = replace(response, answer=replace(response.answer, bullets=bullets[:1], whole=bullets))
    verdicts = [judgement("i1", "full", 1), judgement("i2", "none")]
    assert rows(IDLE_BULLETS, item, response, verdicts) == [(None, 0.5, 2.0, False, False)]
    assert rows(IDLE_BULLETS, item, cut, verdicts) == [(None, 0.0, 1.0, False, False)]


def test_haystacks_do_not_share_their_insights(item: Item[SubtopicGold]) -> None:
    """The measures remember the last haystack; another one with the same ids must not be taken for it."""
    alone = items_of([replace(item.gold.haystack, subtopics=item.gold.haystack.subtopics[:1])])[0]
    verdicts = [judgement("i1", "full", 1), judgement("i2", "none")]
    (other,) = [one for one in IDLE_PARTS if one.name.endswith(".other_subtopic")]
    found = [rows(other, one, answered(one, OPENS, OVEN), verdicts)[0][1] for one in (item, alone, item)]
    assert found == [0.5, 0.0, 0.5]


def test_a_haystack_is_prepared_once_before_the_first_bullet_or_with_it(
    item: Item[SubtopicGold], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    before = Sorter.__init__

    def noting(self: Sorter, haystack: Haystack) -> None:
        made.append(haystack)
        before(self, haystack)

    monkeypatch.setattr(Sorter, "__init__", noting)
    prepare(item)
    assert made == [item.gold.haystack]
    bullets = tuple(Bullet(id=n, text=text, cites=frozenset()) for n, text in enumerate((POLITE, QUEUE), start=1))
    answer = Summary(bullets=bullets, n_lines=2)
    response = Response(item=item, system="s", context="full", answer=answer)
    assert [row.value for row in IDLE_BULLETS.score(item, response, [])] == [1.0]
    assert len(made) == 1
