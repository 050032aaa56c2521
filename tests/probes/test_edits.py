"""Texts of probes: what an edit changes, and what it leaves alone."""

from __future__ import annotations

from random import Random

import pytest

from hayrick.probes import KINDS, PROBES, Probe, cases
from hayrick.probes.around import Around, around, names_in
from hayrick.probes.cases import _shared_out
from hayrick.probes.clauses import framed, half, negated, roles_exchanged
from hayrick.probes.details import date_changed, name_changed, number_changed, opposite_word, rounded, unit_changed
from hayrick.probes.probe import Edit
from hayrick.probes.wholes import siblings
from hayrick.probes.wordings import KINDS_OF_FRAMES, wordings
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import restates
from hayrick.types import Document, Haystack, Insight, Subtopic

NOWHERE = Around(("Dora Pell", "Hask Island", "BBC"), frozenset({"the", "after", "bread"}), {})
SALE = "The council of Marrow sold the old mill to Dunn Brothers for £2.4 million in May 2031."


def edited(edit: Edit, text: str, seed: int = 0, near: Around = NOWHERE) -> str | None:
    """What an edit makes of a sentence."""
    return edit(Insight(id="i1", text=text), near, Random(seed))


@pytest.mark.parametrize(
    "text",
    [
        "The mill has 14 rooms and 1,250 windows.",
        "Sales rose by 82.7% to $3.2 billion.",
        "Twelve of the boats sank within three hours.",
        "It lasted 2 hours.",
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_a_changed_number_restates_none_that_stood_there(text: str, seed: int) -> None:
    made = edited(number_changed, text, seed)
    assert made is not None
    before, after = quantities(text), quantities(made)
    lost = [one for one in before if not any(restates(other, one) for other in after)]
    assert len(lost) == 1


@pytest.mark.parametrize("text", ["No figure here.", "In 2031 he came first.", "The Boeing 737 flew.", "G7 met.", ""])
def test_dates_ranks_and_names_are_no_numbers_to_change(text: str) -> None:
    assert edited(number_changed, text) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_share_stays_a_share(seed: int) -> None:
    made = edited(number_changed, "It fell by 90%.", seed)
    assert made is not None
    assert 0 < quantities(made)[0].value <= 100


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("It lets 1,287 flats.", "It lets about 1,300 flats."),
        ("It cost 4.25 euros.", "It cost about 4.2 euros."),
        ("It lets 12 flats.", None),
        ("It cost $1,287.", None),
        ("The mill of 1874 stands.", None),
        ("It lets 1,300 flats.", None),
    ],
    ids=["thousands", "decimals", "two digits", "a sign before it", "a year", "round already"],
)
def test_what_can_be_rounded(text: str, made: str | None) -> None:
    assert edited(rounded, text) == made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("text", ["It opens on 28 May 2031.", "It opens on Monday.", "It opened in March."])
def test_another_date_is_no_form_of_the_old_one(text: str, seed: int) -> None:
    made = edited(date_changed, text, seed)
    assert made is not None
    assert made != text
    days = [one.value for one in quantities(made) if one.kind == "day"]
    assert all(1 <= day <= 31 for day in days)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("It takes two weeks.", "It takes two months."),
        ("It weighs 3.5 tonnes.", "It weighs 3.5 kg."),
        ("It cost $20.", "It cost €20."),
        ("A four-day strike.", "A four-hour strike."),
        ("Weeks went by.", None),
    ],
)
def test_units_change_beside_a_number_only(text: str, made: str | None) -> None:
    assert edited(unit_changed, text) == made


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The council of Marrow sold Dunn & Sons.", ["Marrow", "Dunn & Sons"]),
        ("After Anna Holt left, the Bank of England met on Monday in May.", ["Anna Holt", "Bank of England"]),
        ("Rents rose. For Tesla's rivals the French market is open.", ["Tesla"]),
        ("Residents of Pellwick pay.", ["Pellwick"]),
        ("Every O'Brien knows Jean-Luc Picard.", ["O'Brien", "Jean-Luc Picard"]),
        ("Bread is NHRA-verified.", []),
    ],
)
def test_names_of_a_sentence(text: str, names: list[str]) -> None:
    assert [name for _, name in names_in(text)] == names
    assert all(text[start:].startswith(name) for start, name in names_in(text))


@pytest.mark.parametrize("seed", range(4))
def test_another_name_is_written_like_the_old_one(seed: int) -> None:
    assert edited(name_changed, "It was sold by Anna Holt.", seed) in {
        "It was sold by Dora Pell.",
        "It was sold by Hask Island.",
    }
    assert edited(name_changed, "It was told by CNN.", seed) == "It was told by BBC."
    made = edited(name_changed, "The mill stands in Marrow.", seed) or ""
    assert made.removeprefix("The mill stands in ").rstrip(".") in wordings().places
    assert edited(name_changed, "The mill was sold.", seed) is None
    assert edited(name_changed, "It was an ABC report.", seed) == "It was a BBC report."


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Rents rose.", "Rents fell."),
        ("It saw an increase.", "It saw a decrease."),
        ("It is an effective drug.", "It is an ineffective drug."),
        ("Rents are rosewood.", None),
        ("A more-or-less thing.", None),
    ],
)
def test_one_word_becomes_its_opposite(text: str, made: str | None) -> None:
    assert edited(opposite_word, text) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The mill was sold in May.", "The mill was not sold in May."),
        ("The mill, which was old, has closed.", None),
        ("The mill was not sold.", None),
        ("Some mills were sold.", None),
        ("The mill closed.", None),
        ("The mill has a certified scale.", None),
    ],
    ids=["plain", "another clause first", "a negation", "some of them", "no auxiliary", "a main verb"],
)
def test_only_a_main_verb_is_negated(text: str, made: str | None) -> None:
    assert edited(negated, text) == made


def test_roles_change_where_one_does_something_to_the_other() -> None:
    assert edited(roles_exchanged, "Anna Holt sued Dora Pell in May.") == "Dora Pell sued Anna Holt in May."
    assert edited(roles_exchanged, "Anna Holt met and married Dora Pell.") is None
    assert edited(roles_exchanged, "Anna Holt and Dora Pell won.") is None


def test_half_ends_before_a_clause() -> None:
    long = "The mill was sold to the council in May, because its roof had fallen in during the storm."
    assert edited(half, long) == "The mill was sold to the council in May."
    assert edited(half, "The mill was sold, because it fell.") is None
    assert edited(half, "The mill, the barn, and the old bakery were sold to the council in May.") is None


@pytest.mark.parametrize("kind", ["denied", "hedged", "affirmed"])
@pytest.mark.parametrize("seed", range(12))
def test_frames_hold_the_whole_sentence(kind: str, seed: int) -> None:
    made = edited(framed(kind), SALE, seed) or ""
    assert SALE[1:-1] in made
    assert ("the council" in made) is not made.startswith(SALE)
    assert made.endswith((".", "!", "?", '"'))


def test_a_name_keeps_its_capital_in_a_frame() -> None:
    near = Around((), frozenset({"bread", "the"}), {})
    assert near.within("The bread is stale.") == "the bread is stale"
    assert near.within("Bread is stale.") == "bread is stale"
    assert near.within("Bread Street is closed.") == "Bread Street is closed"
    assert near.within("Marrow voted.") == "Marrow voted"


def test_wordings_have_one_place_for_the_insight() -> None:
    given = wordings()
    assert set(given.frames) == set(KINDS_OF_FRAMES)
    for name, frames in given.frames.items():
        assert len(frames) >= 12, name
        assert all(one.count("{}") == 1 for one in frames)
        assert all(one.startswith("{} ") is name.endswith("_after") for one in frames)
    words = [word for word, _ in (*given.opposites, *given.units)]
    assert len(words) == len(set(words))


def haystack(n: int = 4, statements: object = None) -> Haystack:
    """A haystack with one subtopic of n insights."""
    said = ("The mill was sold in 2030.", "Ten bakers left.", "A storm took the roof of 4 barns.", "Rents rose in May.")
    insights = tuple(Insight(id=f"i{k}", text=text) for k, text in enumerate(said[:n]))
    subtopic = Subtopic(id="s1", title="Mills", query="What of the mills?", insights=insights)
    extra = {} if statements is None else {"statements": statements}
    document = Document(id="d1", text="The mill.")
    held = {one.id: ("d1",) for one in insights}
    return Haystack(id="h", topic="mills", documents=(document,), subtopics=(subtopic,), held_by=held, extra=extra)


def named(*names: str) -> list[Probe]:
    """Probes of these names."""
    return [one for one in PROBES if one.name in names]


def test_each_probe_asks_about_as_many_insights_as_there_are() -> None:
    made = {one.probe.name: one.text for one in cases([haystack()], PROBES, limit=50)}
    assert [len(made[name].insights) for name in ("verbatim", "paragraph", "query", "general")] == [4, 4, 4, 4]
    assert [one.id for one in made["siblings"].insights] == ["i1", "i3"]
    assert made["siblings"].bullets == ("The mill was sold in 2030.", "A storm took the roof of 4 barns.")
    assert made["injected"].bullets[:2] == made["siblings"].bullets
    assert made["injected"].bullets[2] in wordings().injections
    assert made["query"].bullets == ("What of the mills?",)
    assert "roles_exchanged" not in made
    assert "planted" not in made


@pytest.mark.parametrize(
    ("said", "asked", "is_asked"),
    [
        ("The mill was sold in 2030.", "Rents rose in May.", True),
        ("The mill was sold in 2030.", "Rents rose in 2030.", False),
        ("Ten bakers left the old mill on the hill.", "The old mill on the hill is empty.", False),
        ("Ten bakers left the old mill on the hill.", "The price of flour rose sharply at the mill.", True),
    ],
    ids=["nothing shared", "a year", "half of the words", "one of six words"],
)
def test_an_insight_that_another_states_in_part_is_not_called_absent(said: str, asked: str, is_asked: bool) -> None:
    insights = (Insight(id="a", text=said), Insight(id="b", text=asked))
    made = siblings(Subtopic(id="s", title="", query="", insights=insights), NOWHERE, Random(0))
    assert (made is not None) is is_asked


@pytest.mark.parametrize(
    ("limit", "sizes", "found"),
    [
        (5, [4, 4, 4], [2, 2, 1]),
        (5, [1, 9], [1, 4]),
        (9, [2, 2], [2, 2]),
        (0, [3], [0]),
        (3, [], []),
        (1, [0, 2], [0, 1]),
    ],
)
def test_a_limit_is_shared_out_over_subtopics(limit: int, sizes: list[int], found: list[int]) -> None:
    assert _shared_out(limit, sizes) == found


def test_a_limit_holds_for_each_probe() -> None:
    given = [haystack(), haystack()]
    counts = {probe.name: sum(len(one.text.insights) for one in cases(given, [probe], limit=3)) for probe in PROBES}
    assert counts["verbatim"] == counts["denied"] == counts["siblings"] == 3
    assert max(counts.values()) == 3


def test_texts_depend_on_the_seed_alone() -> None:
    first, again, other = (list(cases([haystack()], PROBES, 50, seed)) for seed in (0, 0, 1))
    assert [one.text for one in first] == [one.text for one in again]
    assert [one.text for one in first] != [one.text for one in other]
    alone = list(cases([haystack()], named("denied"), 50))
    assert alone == [one for one in first if one.probe.name == "denied"]


def test_planted_sentences_are_used_by_their_kind() -> None:
    rows = [
        {"insight": "i0", "kind": "says", "text": "Mill 20 found a buyer in 2030.", "document": "d1"},
        {"insight": "i1", "kind": "near_miss", "text": "Mill 99 burned in 2031.", "document": "d1"},
        {"insight": "i2", "kind": "says", "text": "Die Mühle wurde verkauft.", "document": "d1", "language": "de"},
        {"insight": None, "kind": "refers", "text": "See above.", "document": "d1"},
        "no row",
    ]
    made = {one.probe.name: one.text for one in cases([haystack(statements=rows)], PROBES, 50)}
    assert made["planted"].bullets == ("Mill 20 found a buyer in 2030.",)
    assert [one.id for one in made["near_miss"].insights] == ["i1"]
    assert around(haystack(statements="no list")).planted == {}


def test_an_insight_that_an_edit_leaves_as_it_is_is_left_out() -> None:
    alone = haystack(n=1)
    assert [one.probe.name for one in cases([alone], named("paragraph", "siblings", "injected"), 50)] == []
    assert list(cases([haystack(n=0)], PROBES, 50)) == []


def test_bounds_are_those_of_the_rubric() -> None:
    assert {(one.least, one.most) for one in PROBES if one.kind == "states"} == {(0.75, 1.0)}
    assert {(one.least, one.most) for one in PROBES if one.kind in ("denies", "absent")} == {(0.0, 0.25)}
    assert {one.kind for one in PROBES} == set(KINDS)
    (number,) = named("number_changed")
    assert [number.is_right(value) for value in (0.0, 0.5, 0.51, 1.0)] == [True, True, False, False]
    (verbatim,) = named("verbatim")
    assert [verbatim.is_right(value) for value in (0.0, 0.5, 0.75, 1.0)] == [False, False, True, True]
