"""Tables of collected facts: how sure their places are, which pair a person reads first, and what notes say."""

from __future__ import annotations

import re
from pathlib import Path

from hayrick.checking.collection import Place, Undecided
from hayrick.haystacks.facts import facts_of
from hayrick.report.collection import TRUST, facts_table, least_certain, lines_to_decide, undecided_table

EVIDENCE = Path(__file__).parents[2] / "docs" / "evidence" / "own_documents.md"

FACTS = facts_of(
    "schema: 1\ntopic: t\nquestions:\n- question: q\n"
    "  facts: [a, b, c, {text: d, documents: [d1]}, {text: e, documents: []}]\n",
    "facts.yaml",
    ["d1"],
)


def place(insight: str, document: str) -> Place:
    return Place(insight=insight, document=document, place="found", probability=0.9)


def undecided(insight: str, document: str, probability: float) -> Undecided:
    found = probability >= 0.5
    return Undecided(
        insight=insight, document=document, why="unclear", found=found, probability=probability, evidence=None
    )


PLACES = [place("q1.1", f"d{n}") for n in range(1, 6)]
PLACES += [place("q1.2", "d1"), Place(insight="q1.4", document="d1", place="given")]
UNDECIDED = [
    undecided("q1.1", "d1", 0.5),
    undecided("q1.1", "d9", 0.3),
    undecided("q1.2", "d1", 0.98),
    undecided("q1.3", "d7", 0.01),
]


def test_a_fact_is_doubtful_where_all_its_places_are() -> None:
    table = facts_table(FACTS, PLACES, UNDECIDED)
    assert [row[1:7] for row in table.rows] == [
        ["q1.1", "found", "5", "0.900", "2", "d1, d2, d3, and 2 more"],
        ["q1.2", "doubtful", "1", "0.900", "1", "d1"],
        ["q1.3", "found nowhere", "0", "-", "1", "-"],
        ["q1.4", "given", "1", "-", "0", "d1"],
        ["q1.5", "given: none", "0", "-", "0", "-"],
    ]


def test_a_person_reads_first_of_facts_without_a_sure_place() -> None:
    order = [(one.insight, one.document) for one in least_certain(UNDECIDED, PLACES, 9)]
    assert order == [("q1.3", "d7"), ("q1.2", "d1"), ("q1.1", "d1"), ("q1.1", "d9")]
    assert least_certain(UNDECIDED, PLACES, 2) == [UNDECIDED[3], UNDECIDED[2]]


def test_a_fact_with_many_pairs_leaves_room_for_others() -> None:
    many = [undecided("q1.1", f"d{n}", 0.5 + n / 100) for n in range(10, 20)]
    several = [*many, undecided("q1.2", "d1", 0.98), undecided("q1.2", "d2", 0.97)]
    sure = [place("q1.1", "d1"), place("q1.2", "d3")]
    shown = least_certain(several, sure, 5)
    assert [(one.insight, one.document) for one in shown] == [
        ("q1.1", "d10"),
        ("q1.1", "d11"),
        ("q1.1", "d12"),
        ("q1.2", "d2"),
        ("q1.2", "d1"),
    ]
    assert undecided_table(FACTS, shown, 12).title.endswith("; --show 12 lists all")
    assert undecided_table(FACTS, shown, 5).title == "to decide: 5 pairs"
    assert undecided_table(FACTS, shown[:1], 1).title == "to decide: 1 pair"


def test_facts_without_a_sure_place_are_among_the_lines_although_no_pair_is_shown() -> None:
    # q1.1 has sure places and no shown pair; q1.4 and q1.5 are decided.
    lines = list(lines_to_decide(FACTS, PLACES, UNDECIDED, UNDECIDED[3:]))
    assert lines == ['- text: "b"', "  documents: [d1]", '- text: "c"', "  documents: []"]
    assert len(list(lines_to_decide(FACTS, PLACES, UNDECIDED, UNDECIDED[:1]))) == 6


def test_an_unclear_pair_has_a_reason_where_a_rule_objects() -> None:
    one = Undecided(
        insight="q1.1", document="d", why="unclear", found=False, probability=0.3, evidence=None, reason="quantity"
    )
    assert undecided_table(FACTS, [one], 1).rows[0][4] == "another number stands in its place?"


def test_figures_that_are_printed_are_those_of_the_page() -> None:
    rows = [line.split(" | ") for line in EVIDENCE.read_text("utf-8").splitlines() if line.startswith("| ")]
    news = next(row for row in rows if row[0] == "| released" and row[1] == "198")
    elsewhere = next(row for row in rows if row[0] == "| both" and row[1] == "counts")
    cells = [*news[5:7], *elsewhere[5:7], *elsewhere[8:]]
    shown = [re.sub(r"(\d+\.\d)", lambda found: f"{float(found[1]):.0f}", cell.rstrip(" |")) for cell in cells]
    assert re.findall(r"\d+ \[\d+, \d+\]", TRUST) == shown
