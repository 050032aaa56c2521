"""Needles without a shared word: no word of the question stands in the text, and a search by words finds nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bench.tasks.latent_control import rank

from hayrick.harness.naming.names import named_task
from hayrick.measures.needles import Wanted
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.associations import NAMES, associations, beside, content, overlap, standing_in
from hayrick.tokens import CL100K
from hayrick.types import BadInput, Item, Response

BOTH = ("niah_latent", "niah_latent_direct")


def task(name: str, parameters: str) -> Task[Wanted, str]:
    return named_task(f"helmet/{name}?{parameters}").task


def lines(item: Item[Wanted]) -> list[str]:
    return item.documents[0].text.split("\n")


def needles(item: Item[Wanted]) -> list[str]:
    return [line for line in lines(item) if any(name in line for name in NAMES)]


def test_no_fact_shares_a_word_with_its_question_and_every_one_with_the_direct_one() -> None:
    every = associations()
    assert len(every) >= 40
    assert len({one.kind for one in every}) == 6
    assert {overlap(one.fact, one.latent) for one in every} == {0}
    assert min(overlap(one.fact, one.direct) for one in every) >= 2
    assert len({one.latent for one in every}) == len({one.fact for one in every}) == len(every)
    assert all(one.fact.count("{name}") == 1 and one.fact.endswith(".") for one in every)
    assert min(len(beside(one)) for one in every) > 20


def test_our_own_prose_holds_no_word_of_a_question_and_no_name() -> None:
    prose = "\n".join(made_text.prose(200_000, CL100K).lines)
    assert not content(prose) & frozenset().union(*(content(one.latent) for one in associations()))
    assert not [name for name in NAMES if name in prose]


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("length", [1000, 5555])
def test_texts_fill_the_length(name: str, length: int) -> None:
    made = task(name, f"length={length}&n=6")
    for item in made.items(2):
        passages = Showing(spec="full").passages(item.query, item.documents, None, "")
        tokens = prompt_tokens(made.prompt(item, passages)) + made.max_tokens
        assert length - 30 < tokens <= length
        assert len(needles(item)) == 8
        assert sum(item.gold.values[0] in line for line in lines(item)) == 1


def test_the_twins_have_the_same_people_facts_and_depths() -> None:
    latent, direct = (task(name, "length=2k&n=12").items(4) for name in BOTH)
    for one, other in zip(latent, direct, strict=True):
        assert (one.gold, one.id, one.tags["depth"]) == (other.gold, other.id, other.tags["depth"])
        assert sorted(needles(one)) == sorted(needles(other))
        assert one.query != other.query
        assert one.tags["shared_words"] == 0
        assert int(other.tags["shared_words"]) >= 2
        place = lines(one).index(next(line for line in lines(one) if one.gold.values[0] in line))
        assert place == pytest.approx(float(one.tags["depth"]) * (len(lines(one)) - 1), abs=7.5)
    assert {one.tags["depth"] for one in latent} == {0.0, 0.25, 0.5, 0.75, 1.0}


def test_a_search_by_words_is_at_chance_and_finds_every_twin() -> None:
    latent, direct = (
        [rank(item, item.gold.values[0]) for item in task(name, "length=3k&n=30").items(0)] for name in BOTH
    )
    assert min(latent) >= 0.5
    assert max(direct) == 0.0


@pytest.mark.parametrize("name", BOTH)
def test_perfect_polite_silent_repeating_and_thinking_replies(name: str) -> None:
    made = task(name, "length=2k&n=2")
    item = made.items(0)[1]
    wanted = item.gold.values[0]
    other = next(one for one in NAMES if one != wanted and one in item.documents[0].text)
    for reply, expected in (
        (wanted, [1.0, 0.0]),
        (f"It is **{wanted}**, I believe.", [1.0, 0.0]),
        (f"Could it be {other}? No: {wanted}.", [1.0, 1.0]),
        (other, [0.0, 1.0]),
        ("", [0.0, None]),
        (item.documents[0].text, [1.0, 7.0]),
    ):
        response = Response(item=item, system="s", context="full", reply=reply, answer=made.parse(item, reply))
        rows = [row for measure in made.measures for row in measure.score(item, response, ())]
        assert [row.value for row in rows if row.measure != "needle_recall.helmet"] == expected
        assert {row.failed for row in rows} == {not reply}


def test_a_text_of_the_users_that_says_it_itself_is_not_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("The chess club met at noon. She went to Paris. It rained.", encoding="utf-8")
    assert {one.latent for one in standing_in(["She went to Paris."])} == {"Whose home is in Paris?"}
    items = task("niah_latent", f"length=1k&n=60&text={path}").items(0)
    assert not [item for item in items if "Paris" in item.query or "chess" in item.query]
    path.write_text("Ottilie was late.", encoding="utf-8")
    with pytest.raises(BadInput, match="'Ottilie' in the text"):
        task("niah_latent", f"text={path}")


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("niah_latent?length=300", "length 300"),
        ("niah_latent?people=0", "people 0"),
        ("niah_latent?people=99", "people 99"),
        ("niah_latent_direct?depths=0", "depths 0"),
        ("niah_latent?keys=2", "unknown parameter 'keys'"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, found: str) -> None:
    with pytest.raises(BadInput) as caught:
        named_task(f"helmet/{spec}").task.items(0)
    assert re.search(found, str(caught.value))
    assert "\n" not in str(caught.value)
