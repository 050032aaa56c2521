"""Tables of collected facts: how sure their places are, which pair a person reads first, and what notes say."""

from __future__ import annotations

import re
from pathlib import Path

from hayrick.checking.collection import Place, Undecided
from hayrick.haystacks.facts import facts_of
from hayrick.report.collection import TRUST, facts_table, least_certain

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
    assert [row[1:6] for row in table.rows] == [
        ["q1.1", "found", "5", "2", "d1, d2, d3, and 2 more"],
        ["q1.2", "doubtful", "1", "1", "d1"],
        ["q1.3", "found nowhere", "0", "1", "-"],
        ["q1.4", "given", "1", "0", "d1"],
        ["q1.5", "given: none", "0", "0", "-"],
    ]


def test_a_person_reads_first_of_facts_without_a_sure_place() -> None:
    order = [(one.insight, one.document) for one in least_certain(UNDECIDED, PLACES, 9)]
    assert order == [("q1.3", "d7"), ("q1.2", "d1"), ("q1.1", "d1"), ("q1.1", "d9")]
    assert least_certain(UNDECIDED, PLACES, 2) == [UNDECIDED[3], UNDECIDED[2]]


def test_figures_that_are_printed_are_those_of_the_page() -> None:
    rows = [line.split(" | ") for line in EVIDENCE.read_text("utf-8").splitlines() if line.startswith("| ")]
    news = next(row for row in rows if row[0] == "| released" and row[1] == "198")
    elsewhere = next(row for row in rows if row[0] == "| both" and row[1] == "counts")
    cells = [*news[5:7], *elsewhere[5:7], *elsewhere[8:]]
    shown = [re.sub(r"(\d+\.\d)", lambda found: f"{float(found[1]):.0f}", cell.rstrip(" |")) for cell in cells]
    assert re.findall(r"\d+ \[\d+, \d+\]", TRUST) == shown
