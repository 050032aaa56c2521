"""A user's own function as a judge: what it may return, and what becomes of it."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.own import FunctionJudge
from hayrick.types import BadInput, Bullet, HayrickError, Insight, Item, Judgement, Response, Summary
from scripted import done, nobody


class _Gold:
    insights = (Insight(id="oven", text="A second oven was bought."),)


ITEM = Item(dataset="town", group="s", id="s", query="What is new?", gold=_Gold(), documents=())


def judged(said: dict[str, object]) -> Judgement:
    """The judgement of bullets of which the function says this."""

    def function(insight: str, bullet: str) -> object:
        assert insight == "A second oven was bought."
        found = said[bullet]
        if isinstance(found, Exception):
            raise found
        return found

    bullets = tuple(Bullet(id=n, text=text, cites=frozenset()) for n, text in enumerate(said, start=1))
    answer = Summary(bullets=bullets, n_lines=len(bullets))
    response = Response(item=ITEM, system="a", context="full", answer=answer, reply="")
    (found,) = done(FunctionJudge(function=function, name="mine", code="").judge(ITEM, response, nobody))
    return found


@pytest.mark.parametrize(
    ("said", "value", "label", "link"),
    [
        ([True], 1.0, "full", 1),
        ([False], 0.0, "none", None),
        ([0.6], 0.6, "partial", 1),
        (["partial", "full", "none"], 1.0, "full", 2),
        ([0.25, 0.5, 0.5], 0.5, "partial", 2),
        ([None, 1], 1.0, "full", 2),
        ([], 0.0, "none", None),
    ],
)
def test_the_best_bullet_counts(said: list[object], value: float, label: str, link: int | None) -> None:
    found = judged({f"bullet {n}": one for n, one in enumerate(said)})
    assert (found.value, found.label, found.link, found.rater) == (value, label, link, "mine")


@pytest.mark.parametrize("said", [[None], [0.5, None], [ValueError("no")]])
def test_what_it_cannot_decide_is_unjudged(said: list[object]) -> None:
    found = judged({f"bullet {n}": one for n, one in enumerate(said)})
    assert found.value is None
    assert found.unparsed is not None


@pytest.mark.parametrize("said", [1.5, -0.1, "yes", [1]])
def test_anything_else_is_refused(said: object) -> None:
    with pytest.raises(BadInput, match="judge 'mine'"):
        judged({"bullet": said})


def test_an_error_of_ours_ends_the_run() -> None:
    with pytest.raises(HayrickError, match="too much"):
        judged({"bullet": HayrickError("too much")})
