"""Lines with labels and rows of tables that tell a fact together."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.judges.coverage.records import Record, records
from hayrick.replies.bullets import parse_summary
from hayrick.types import Insight, Judgement

FACT = "The Brandel Foundation gave the Orrin hospital 2 million euros for a new scanner."


def judged(reply: str) -> Judgement:
    return LocalJudge().judged([Insight(id="i1", text=FACT)], parse_summary(reply, {}).bullets)[0]


@pytest.mark.parametrize(
    "reply",
    [
        "**Donor:** Brandel Foundation\n**Sum:** 2 million euros\n**Given to:** Orrin hospital\n**For:** a new scanner",
        "- Donor: Brandel Foundation\n- Sum: 2 million euros\n- Purpose: new scanner for the Orrin hospital",
        "### Orrin hospital\n- Gift of: the Brandel Foundation\n- Sum: 2 million euros\n- Buys: a new scanner",
        "| Donor | Gave | For |\n|---|---|---|\n| Brandel Foundation | 2 million euros | new scanner, Orrin hospital |",
        "| Item | Detail |\n|---|---|\n| Donor | Brandel Foundation |\n| Gave | 2 million euros |\n"
        "| For | a new scanner at the Orrin hospital |",
        "**What did the Brandel Foundation give the Orrin hospital?**\nIt gave 2 million euros for a new scanner.",
        "Q: What did the Brandel Foundation give the Orrin hospital?\nA: 2 million euros for a new scanner.",
    ],
)
def test_lines_with_labels_tell_a_fact_together(reply: str) -> None:
    assert (judged(reply).value or 0.0) >= 0.75


def test_a_line_of_another_list_belongs_to_no_record() -> None:
    apart = "- Donor: Brandel Foundation\n- It rained all day.\n- Sum: 2 million euros for a new scanner"
    assert judged(apart).label != "full"


@pytest.mark.parametrize(
    "reply",
    [
        "Claim: the Brandel Foundation gave the Orrin hospital 2 million euros for a new scanner\nVerdict: false",
        f"| Claim | True? |\n|---|---|\n| {FACT} | No. It gave nothing |",
        f"### What is wrong in the leaflet\n- {FACT}",
        f"- Things that are not so\n  - {FACT}",
        f"- {FACT}\n- Not so, said the clerk.",
        f"{FACT} That was a hallucination of mine.",
        f"{FACT} We take this back.",
    ],
)
def test_a_verdict_on_a_line_is_read_before_it_is_joined(reply: str) -> None:
    assert judged(reply).contradicted


@pytest.mark.parametrize(
    "lines",
    [
        ["Costs: They have risen by a third since the last report was made.", "Staff: Two nurses have left again."],
        ["Westhill: 500 jobs", "Oakfield: 300 jobs"],
        ["Donor: Brandel", "Status: unconfirmed"],
        ["Donor: Brandel"],
        [f"Name: Brandel {n}" for n in range(9)],
        ["| Year | Sheep |"],
        ["| Claim | False |", "| Claim | True |"],
    ],
)
def test_titles_names_verdicts_single_lines_and_long_lists_make_no_record(lines: list[str]) -> None:
    assert not [one for one in records(lines) if one.has_labels]


@pytest.mark.parametrize(
    "heading", ["Offers that were rejected", "Fictional example", "Rumours", "False claims", "What if it is sold?"]
)
def test_a_heading_that_denies_or_leaves_open_makes_none(heading: str) -> None:
    assert not list(records(["Donor: Brandel", "Sum: 2 million euros"], [heading, heading]))


def test_a_number_stands_before_what_it_counts() -> None:
    lines = ["Goals: 23", "Year: 1931", "Home wins: 7 ."]
    assert [one.text for one in records(lines, ["Ada Lund"] * 3)] == ["Ada Lund. 23 goals. Year: 1931. 7 home wins."]


def test_rows_are_read_with_the_first_one() -> None:
    rows = ["| Year | Sheep | Goats |", "| 1900 | 12 | 3 |", "| 1910 | 40 | 5 |"]
    assert list(records(rows)) == [
        Record((0, 1), "Year Sheep Goats. 1900 12 3."),
        Record((0, 2), "Year Sheep Goats. 1910 40 5."),
    ]


def test_a_small_table_of_labels_is_a_record() -> None:
    rows = ["| Item | Detail |", "| Donor | Brandel |", "| Sum | 2 million euros |"]
    assert Record((0, 1, 2), "Donor: Brandel. Sum: 2 million euros.", has_labels=True) in [
        one._replace(places=tuple(one.places)) for one in records(rows)
    ]


ASKED = "What did the Brandel Foundation give?"


@pytest.mark.parametrize(
    ("bullets", "headings", "told"),
    [
        (["2 million euros.", "Rain fell."], [ASKED] * 2, ["did the Brandel Foundation give: 2 million euros."]),
        ([f"Q: {ASKED}", "A: 2 million euros."], [], ["did the Brandel Foundation give: 2 million euros."]),
        (["It gave 2 million euros."], [ASKED], ["did the Brandel Foundation give: It gave 2 million euros."]),
        (["The mayor gave 2 million euros."], [ASKED], []),
        (["2 million euros."], ["What should the Brandel Foundation give?"], []),
        (["2 million euros.", "Verdict: false"], [ASKED] * 2, []),
        (["2 million euros."], ["Did the Brandel Foundation give?"], []),
    ],
)
def test_an_answer_is_read_with_what_is_asked(bullets: list[str], headings: list[str], told: list[str]) -> None:
    assert [one.text for one in records(bullets, headings)] == told


@pytest.mark.parametrize(
    ("fact", "reply", "link"),
    [
        (
            "The council bought the old mill in 2019.",
            "- Weather: rain in Arden\n- Mill: the council bought it in 2019",
            2,
        ),
        (FACT, "- Donor: Brandel Foundation\n- Gift: 2 million euros to the Orrin hospital for a new scanner", 2),
    ],
)
def test_the_line_that_tells_most_is_linked(fact: str, reply: str, link: int) -> None:
    assert LocalJudge().judged([Insight(id="i1", text=fact)], parse_summary(reply, {}).bullets)[0].link == link


@pytest.mark.parametrize(
    ("fact", "reply"),
    [
        (
            "Bo Lind scored 23 goals for Arden.",
            "| Player | Goals for Arden |\n|---|---|\n| Ada Holm | 23 |\n| Bo Lind | 7 |",
        ),
        ("Oslo lost 3 percent, Bergen gained 5 percent.", "- Oslo: gained 5 percent\n- Bergen: lost 3 percent"),
        (FACT, "- Donor: Brandel Foundation\n- Sum: 3 million euros\n- Purpose: new scanner for the Orrin hospital"),
        (FACT, "- Donor: the mayor\n- Sum: 2 million euros\n- Purpose: new scanner for the Orrin hospital"),
    ],
)
def test_lines_of_a_list_and_other_amounts_or_names_tell_no_fact_together(fact: str, reply: str) -> None:
    found = LocalJudge().judged([Insight(id="i1", text=fact)], parse_summary(reply, {}).bullets)[0]
    assert (found.value or 0.0) <= 0.6


@pytest.mark.parametrize(
    "comment", ["This turned out to be untrue.", "That claim was retracted a week later.", "The claim above is false."]
)
def test_an_item_under_a_fact_may_deny_it(comment: str) -> None:
    assert judged(f"- {FACT}\n  - {comment}").contradicted


@pytest.mark.parametrize(
    "reply",
    [
        f"{FACT} Delays: none.",
        f"| {FACT[:-1]} | No. 12 Mill Lane |",
        f"{FACT} The hospital took it back to the shop.",
        f"- {FACT}\n- Wrong: the foundation treats its staff badly.",
        f"## Why was the claim of the mayor false?\n- {FACT}",
    ],
)
def test_what_only_looks_like_a_verdict_is_none(reply: str) -> None:
    assert judged(reply).label == "full"


def test_long_lines_take_no_time() -> None:
    for text in ["|" * 50_000, "a: " * 30_000, "who " * 30_000 + "?", "| no. " * 20_000 + "|", "A" + ":" * 50_000]:
        assert len(cover([FACT], [text, text])) == 1
    assert cover([FACT], ["What " + "?" * 50_000, "A: x", "No" + "." * 50_000])[0].label == "none"
