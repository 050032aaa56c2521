"""Systems of SummHay that need no model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from hayrick.haystacks.files import read_haystack
from hayrick.protocols import Ask
from hayrick.tasks.summhay import SubtopicGold, items_of
from hayrick.tasks.summhay.baselines import BASELINES, Baseline
from hayrick.tasks.summhay.cite_subtopic import CiteSubtopic
from hayrick.tasks.summhay.extractive import Extractive
from hayrick.types import Bullet, Haystack, Item, Response, Summary
from scripted import done, nobody


@pytest.fixture
def haystack(bakery: Path) -> Haystack:
    return read_haystack(bakery)


def baseline(
    haystack: Haystack, name: str, seed: int = 0, items: list[Item[SubtopicGold]] | None = None
) -> list[Response[Summary]]:
    return done(Baseline(name=name, seed=seed).respond(items or items_of([haystack]), nobody))


def bullets(response: Response[Summary]) -> tuple[Bullet, ...]:
    return response.answer.bullets if response.answer else ()


@pytest.mark.parametrize("name", ["lead", "random", "query"])
def test_baselines_quote_and_cite_the_document_that_they_quote(haystack: Haystack, name: str) -> None:
    assert name in BASELINES
    texts = {document.id: " ".join(document.text.split()) for document in haystack.documents}
    found = baseline(haystack, name)
    assert [s.item.group for s in found] == ["s1", "s2"]
    for one in found:
        assert len(bullets(one)) == 2  # As many as the subtopic has insights that some document holds.
        for bullet in bullets(one):
            (cited,) = bullet.cites
            assert bullet.text in texts[cited]
        assert len(one.reply.split("\n")) == 2


def test_lead_is_the_first_sentences_and_query_the_nearest(haystack: Haystack) -> None:
    lead = baseline(haystack, "lead")[0]
    assert [b.text for b in bullets(lead)] == [
        "The bakery on Mill Lane now opens at six on weekdays.",
        "Flour from the valley costs 12 percent more since March.",
    ]
    # "What changed in hours and costs?" shares "cost" with dB and dE and "change" with dC.
    query = baseline(haystack, "query")[0]
    assert all(bullet.cites <= {"dB", "dC", "dE"} for bullet in bullets(query))


def test_the_reference_states_each_held_insight_and_cites_one_holder(haystack: Haystack) -> None:
    for one in baseline(haystack, "reference"):
        item = next(item for item in items_of([haystack]) if item.key == one.item.key)
        stated = [(b.text, set(b.cites)) for b in bullets(one)]
        assert stated == [(insight.text, {item.gold.held_by[insight.id][0]}) for insight in item.gold.insights]


def test_nothing_is_asked_and_nothing_answered(haystack: Haystack) -> None:
    for name in BASELINES:
        assert done(Baseline(name=name).respond([], nobody)) == []
        assert not Baseline(name=name).asks


def test_random_draws_depend_on_the_seed_and_not_on_what_else_is_asked(haystack: Haystack) -> None:
    draws = [baseline(haystack, "random", seed) for seed in range(5)]
    assert len({tuple(b.text for s in draw for b in bullets(s)) for draw in draws}) > 1
    assert any([b.text for b in bullets(one)] != [b.text for b in bullets(two)] for one, two in draws)
    assert baseline(haystack, "random", 3) == draws[3]
    assert baseline(haystack, "random", 3, items_of([haystack])[1:]) == draws[3][1:]
    assert Baseline(name="random", seed=3).signature == "random:seed=3"
    assert Baseline(name="lead", seed=3).signature == "lead"


def test_names_that_utf_8_cannot_hold_can_be_drawn_for(tmp_path: Path, bakery: Path) -> None:
    value = json.loads(bakery.read_text())
    value["subtopics"][0]["subtopic_id"] = "s\ud800"
    path = tmp_path / "b.json"
    path.write_text(json.dumps(value))
    assert len(baseline(read_haystack(path), "random")) == 2


def test_only_insights_that_are_held_ask_for_bullets(tmp_path: Path, bakery: Path) -> None:
    value = json.loads(bakery.read_text())
    value["documents"][5]["insights_included"] = []
    path = tmp_path / "b.json"
    path.write_text(json.dumps(value))
    haystack = read_haystack(path, allow_unheld=True)
    assert [item.gold.wanted_bullets for item in items_of([haystack])] == [2, 1]


class Written:
    """A system with the bullets that it is given; None is a system that fails."""

    signature = "written"
    asks = False

    def __init__(self, *cites: set[str] | None) -> None:
        self.cites = cites

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        answer = None
        if None not in self.cites:
            cites = [frozenset(one or ()) for one in self.cites]
            bullets = tuple(Bullet(id=n, text=f"Bullet {n}.", cites=one) for n, one in enumerate(cites, start=1))
            answer = Summary(bullets=bullets, n_lines=len(bullets))
        return [Response(item=item, system="written", context="full", answer=answer) for item in items]


@pytest.mark.parametrize(
    ("cites", "expected", "marks"),
    [
        # dB is cited by three and dC by two; dA and dD, which one bullet cites, are no matter of the subtopic.
        ([{"dA", "dB"}, {"dB", "dC"}, {"dB", "dC", "dD"}], {"dB", "dC"}, "[2][3]"),
        # A bullet that cites nothing gets the others' documents.
        ([{"dE"}, set(), {"dE"}], {"dE"}, "[5]"),
        # No two bullets agree, and one bullet has nothing in common with another.
        ([{"dA"}, {"dB"}], set(), ""),
        ([{"dA", "dB"}], set(), ""),
        ([], set(), ""),
    ],
)
def test_every_bullet_cites_what_two_of_them_cite(
    haystack: Haystack, cites: list[set[str]], expected: set[str], marks: str
) -> None:
    numbers = range(1, len(cites) + 1)
    for one in done(CiteSubtopic(writer=Written(*cites)).respond(items_of([haystack]), nobody)):
        assert one.system == "cite-subtopic"
        assert [(b.text, set(b.cites)) for b in bullets(one)] == [(f"Bullet {n}.", expected) for n in numbers]
        assert one.reply == "\n".join(f"- Bullet {n}. {marks}".rstrip() for n in numbers)


def test_a_failed_summary_stays_one(haystack: Haystack) -> None:
    for one in done(CiteSubtopic(writer=Written(None)).respond(items_of([haystack]), nobody)):
        assert (one.system, one.answer) == ("cite-subtopic", None)


def test_cite_subtopic_has_the_bullets_of_extractive(haystack: Haystack) -> None:
    items = items_of([haystack])
    plain, by_subtopic = (done(system.respond(items, nobody)) for system in (Extractive(), CiteSubtopic()))
    assert [[b.text for b in bullets(one)] for one in by_subtopic] == [[b.text for b in bullets(one)] for one in plain]
    assert CiteSubtopic().signature == f"cite-subtopic.v1|{Extractive().signature}"
    assert done(CiteSubtopic().respond([], nobody)) == []
