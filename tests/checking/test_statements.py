"""What a document says of an insight: stated, contradicted with a reason, or half of it; copies; missing languages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hayrick.attribution.features import POOL
from hayrick.checking.duplicates import ALIKE, duplicates
from hayrick.checking.languages import unworded
from hayrick.checking.local import StatingChecker, findings
from hayrick.checking.statement_rules import RULES
from hayrick.checking.statements import StatementReader
from hayrick.checking.verdicts import Verdict, finding_row, verdict, verdict_row
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.haystacks.files import write_haystack
from hayrick.report.verification import differing_line, notes_on, suspicious_table
from hayrick.types import Document, Haystack, Insight, Subtopic

MILL = "The old mill in Tarnby was sold to the baker Odile Marsh for 46,000 crowns in the spring."
FERRY = "The night ferry to Ostby carries 120 passengers and leaves from the eastern quay at weekends."
CHOIR = "The choir of the fire brigade rehearses every Tuesday in the attic of the pumping station."
INSIGHTS = (Insight(id="mill", text=MILL), Insight(id="ferry", text=FERRY), Insight(id="choir", text=CHOIR))
BEFORE = "Market day was windy and few stalls were put up."
AFTER = "Snow is forecast for the end of the week, and gritting lorries stand ready."

SAID: list[tuple[str, str | None, bool, str]] = [
    (MILL, None, False, "the insight itself"),
    (
        "In spring the baker Odile Marsh paid 46,000 crowns for the old Tarnby mill, which was sold to her.",
        None,
        False,
        "other words",
    ),
    (MILL.replace("46,000", "64,000"), "quantity", True, "another number"),
    (MILL.replace("46,000", "46 thousand"), None, False, "the number in other words"),
    (MILL.replace("was sold", "was not sold"), "denial", True, "a negation"),
    (f"It is untrue that {MILL[0].lower()}{MILL[1:]}", "denial", True, "a frame that denies it"),
    (f"{MILL} That turned out to be untrue.", "denial", True, "the next sentence denies it"),
    (f"{MILL}\n\nThat turned out to be untrue.", None, False, "the next paragraph speaks of something else"),
    (MILL.replace("Odile Marsh", "Pia Strand"), "name", True, "another name"),
    (
        "Pia Strand now owns the old mill in Tarnby, which was sold in spring for 46,000 crowns.",
        "absent name",
        False,
        "another name, in a sentence of another shape",
    ),
    ("The old mill in Tarnby was sold.", "half", False, "half of it"),
    (f"The old mill in Tarnby was not sold to Odile Marsh for 46,000 crowns. {MILL}", None, False, "it is also stated"),
]


@pytest.mark.parametrize(("text", "reason", "contradicts", "why"), SAID, ids=[case[3] for case in SAID])
def test_what_is_said(text: str, reason: str | None, contradicts: bool, why: str) -> None:
    found = StatementReader(INSIGHTS).objections(f"{BEFORE} {text} {AFTER}", ["mill", "choir"])
    objection = found.get("mill")
    assert (objection and objection.reason, objection is not None and objection.contradicts) == (reason, contradicts)
    assert "choir" not in found, "no sentence speaks of it"
    if objection is not None:
        assert objection.sentence == (text if reason == "denial" else text.split(" That ")[0])


def test_nothing_is_read_where_nothing_is_wanted_and_any_text_can_be() -> None:
    reader = StatementReader(INSIGHTS)
    assert reader.objections(MILL.replace("was", "was not"), []) == {}
    assert reader.objections("", ["mill"]) == {}
    assert all(rule.least >= 0.5 for rule in RULES.values())


def test_a_half_of_a_split_insight_is_no_fault() -> None:
    halves = ["The old mill in Tarnby was sold.", "Odile Marsh paid 46,000 crowns."]
    split = replace(INSIGHTS[0], extra={"halves": halves})
    assert StatementReader([split, *INSIGHTS[1:]]).objections(halves[0], ["mill"]) == {}


def haystack(**documents: str) -> Haystack:
    """`mill` is recorded in the document `a`, `ferry` in all others; language is recorded nowhere."""
    return Haystack(
        id="tarn",
        topic="Tarnby",
        domain="news",
        documents=tuple(Document(id=name, text=text) for name, text in documents.items()),
        subtopics=(Subtopic(id="s", title="Town", query="What is new?", insights=INSIGHTS[:2]),),
        held_by={"mill": ("a",), "ferry": tuple(name for name in documents if name != "a")},
    )


def judged(given: Haystack) -> Verdict:
    checker = StatingChecker([insight for subtopic in given.subtopics for insight in subtopic.insights])
    return verdict(given, list(findings(given, checker)))


def test_a_contradicted_insight_makes_a_haystack_unsound_and_both_texts_are_named() -> None:
    wrong = MILL.replace("46,000", "64,000")
    found = judged(haystack(a=f"{BEFORE} {wrong} {AFTER}", b=FERRY))
    assert not found.is_sound
    assert found.missing == ()
    assert found.reasons == [
        "insight 'mill' is contradicted in document 'a' (quantity): the insight says "
        f'"{MILL}", the document "{wrong}"'
    ]
    (one,) = found.contradicted
    row = finding_row(found, one, "local")
    assert (row["gold"], row["found"], row["contradicted"], row["reason"], row["evidence"]) == (
        *(True, False, True, "quantity"),
        wrong,
    )
    assert verdict_row(found)["contradicted"] == 1
    assert suspicious_table(found, 5).rows[0][0] == "contradicted: another number stands in its place"


def test_half_an_insight_is_suspicious_and_the_haystack_sound() -> None:
    given = haystack(a=f"{BEFORE} The old mill in Tarnby was sold to the baker Odile Marsh. {AFTER}", b=FERRY)
    one = judged(given)
    assert one.is_sound
    assert [(found.insight, one.what(found)) for found in one.suspicious] == [("mill", "a part of it is missing?")]
    assert finding_row(one, one.suspicious[0], "local")["reason"] == "half"


def test_copies_are_named() -> None:
    long = " ".join(f"word{number}" for number in range(100))
    # Of 98 runs of three words three hold the exchanged one, so that 95 of 101 are in both.
    texts = {"a": MILL, "b": long, "c": long, "d": long.replace("word50 ", "other "), "e": FERRY}
    found = duplicates([Document(id=name, text=text) for name, text in texts.items()])
    assert found == [("b", "c", 1.0), ("b", "d", 95 / 101)]
    assert ALIKE <= 95 / 101
    assert duplicates([Document(id="x", text="Hi."), Document(id="y", text="hi"), Document(id="z", text="")]) == [
        ("x", "y", 1.0)
    ]


GERMAN = (
    "Gestern wurde am Marktplatz lange geredet. Die alte Mühle, so sagte man uns dort, gehört nun einem Bäcker, und er "
    "hat dafür sehr viel Geld bezahlt. Niemand wollte das zuerst glauben, aber der Bürgermeister hat es dann vor allen "
    "Leuten bestätigt und noch einmal erklärt, warum."
)


def test_a_missing_translation_is_named_as_the_cause() -> None:
    given = haystack(a=GERMAN, b=FERRY)
    guessed = judged(given)
    assert guessed.reasons == [
        "insight 'mill' is recorded in document 'a' and has no wording in its language (another language)"
    ]
    recorded = replace(given.documents[0], extra={"language": "de"})
    given = replace(given, documents=(recorded, given.documents[1]), extra={"language": "en"})
    assert judged(given).what(judged(given).suspicious[0]) == "no wording: de"
    translated = replace(INSIGHTS[0], extra={"translations": {"de-AT": "Die alte Mühle wurde verkauft."}})
    assert unworded(given, recorded, translated) is None
    assert unworded(given, given.documents[0], INSIGHTS[0]) == "de"


def test_files_say_what_contradicts_what_repeats_and_where_the_checks_differ(tmp_path: Path) -> None:
    # Attribution cites no document of one haystack for the insight that none states.
    copy = f"{FERRY} {AFTER} {BEFORE}"
    write_haystack(tmp_path / "tarn.json", haystack(a=MILL.replace("was sold", "was not sold"), b=copy, c=copy))
    result = verify(VerifyRequest(inputs=[str(tmp_path / "tarn.json")]), tmp_path / "out")
    value = json.loads((tmp_path / "out" / "verification.json").read_text())
    rows = {(row["insight"], row["document"]): row for row in value["rows"]}
    assert rows["mill", "a"]["contradicted"] is True
    assert rows["mill", "a"]["found"] is False
    assert rows["ferry", "b"]["contradicted"] is False
    assert value["duplicates"] == [["b", "c", 1.0]] == value["haystacks"][0]["duplicates"]
    (one,) = result.verdicts
    assert value["haystacks"][0]["differing"] == [list(pair) for pair in one.differing]
    found = {(row["insight"], row["document"]) for row in value["rows"] if row["found"]}
    assert {(insight, document) for insight, document, _ in one.differing} == found ^ (one.attributed or frozenset())
    assert [by_words for _, _, by_words in one.differing] == [pair[:2] in found for pair in one.differing]
    lines = notes_on(one)
    assert lines[0] == "tarn: document 'c' repeats document 'b' (similarity 1.00)."
    assert f"differ on {len(one.differing)} pairs" in lines[1]


def test_where_an_insight_is_everywhere_it_is_said_that_attribution_looks_at_fewer_documents() -> None:
    one = judged(haystack(a=CHOIR, **{f"d{number}": f"{FERRY} Note {number}." for number in range(POOL + 7)}))
    several = replace(one, attributed=frozenset(("ferry", f"d{number}") for number in range(POOL)))
    assert differing_line(several) == (
        "the two checks differ on 7 pairs: 7 are found by this one alone (at least 7 since attribution looks at 100 "
        "documents of an insight at most), 0 by attribution alone."
    )


def test_what_a_text_contradicts_has_no_probability_of_being_stated() -> None:
    text = MILL.replace("was", "was not")
    assert [one.contradicts for one in StatementReader(INSIGHTS).objections(text, ["mill"]).values()] == [True]
    found = {one.insight: one.probability for one in StatingChecker(INSIGHTS).check(text)}
    stated = {one.insight: one.probability for one in StatingChecker(INSIGHTS).check(MILL)}
    assert found["mill"] == 0 < stated["mill"]
