from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest

from hayrick.records.yaml import parse_yaml
from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.reading import read_scenario, scenario_of
from hayrick.synthesis.scenario import DocumentPlan, Planted, Scenario
from hayrick.synthesis.template.compose import Composed, compose
from hayrick.types import BadInput

TOWN = Path(__file__).parent / "town.yaml"
DIALOGUE = """\
schema: 1
topic: Moving in
domain: conversation
documents: 6
words: 120
insights_per_document: [2, 2]
minimum_documents: 3
participants: [Ana, Ben, Cleo]
speakers: [2, 3]
subtopics:
- title: Rent
  query: What is said about rent?
  insights:
  - text: The rent is 840 crowns.
    realisations: ["We pay 840 crowns of rent.", "Rent comes to 840 crowns."]
  - text: Rent is due on the third of the month.
    realisations: ["The third of the month is rent day.", "Rent falls due on the third."]
  background: ["Do you have the {letter|paper}, {other}?\\nNo, {other}, you have it."]
- title: Keys
  query: What is said about keys?
  insights:
  - text: There are five keys.
    realisations: ["Five keys exist.", "There are five keys in all."]
  - text: The blue key opens the cellar.
    realisations: ["It is the blue key that opens the cellar.", "The cellar opens with the blue key."]
  background: ["Keys get lost, {other}.\\nThey do."]
texts:
  openings: ["Good evening, {other}.\\nEvening."]
  frames: ["Listen, {other}.\\n{said}\\nGood to know.", "{clause}, I am told.", "{said}"]
  background: ["Rain again.\\nRain always.", "I am {tired|cold}.\\nMe too, {other}.", "Who made this soup?\\nI did."]
  closings: ["Good night.\\nGood night, {other}."]
"""


def town() -> Scenario:
    return read_scenario(TOWN)[0]


def dialogue(text: str = DIALOGUE) -> Scenario:
    return scenario_of(parse_yaml(text, "talk.yaml"), Path("talk.yaml"))


def made(scenario: Scenario) -> Composed:
    return compose(scenario, assign(scenario))


@pytest.mark.parametrize("scenario", [town(), dialogue()], ids=["report", "dialogue"])
def test_every_statement_stands_where_it_is_recorded(scenario: Scenario) -> None:
    plans = assign(scenario)
    written = compose(scenario, plans)
    texts = {document.id: document.text for document in written.documents}
    assert len(written.statements) == sum(len(plan.planted) for plan in plans) > 0
    for one in written.statements:
        assert texts[one.document][one.start : one.end] == one.text
    planned = Counter((plan.id, planted.kind, planted.insight) for plan in plans for planted in plan.planted)
    assert Counter((one.document, one.kind, one.insight) for one in written.statements) == planned


def test_a_statement_says_one_of_the_realisations_that_were_given() -> None:
    scenario = dialogue()
    ways = {insight.id: set(insight.realisations["en"]) for insight in scenario.insights}
    for one in made(scenario).statements:
        assert one.insight is not None
        assert one.text in ways[one.insight] or f"{one.text}." in ways[one.insight]


def test_all_realisations_are_used_equally_often() -> None:
    scenario = dialogue()
    ways = {insight.id: [text.rstrip(".") for text in insight.realisations["en"]] for insight in scenario.insights}
    plans = [
        DocumentPlan(id=f"d{n}", language="en", date=None, words=60, planted=(Planted("says", "s1i1"),))
        for n in range(50)
    ]
    used = Counter(ways[str(one.insight)].index(one.text.rstrip(".")) for one in compose(scenario, plans).statements)
    assert used == {0: 25, 1: 25}


def test_no_wording_of_an_insight_stands_twice_while_another_is_left() -> None:
    scenario = dialogue(
        DIALOGUE.replace(
            '["We pay 840 crowns of rent.", "Rent comes to 840 crowns."]',
            '["{We pay|They ask} 840 crowns {of|in} rent.", "Rent {comes to|is} {all of |}840 crowns."]',
        )
    )
    plan = DocumentPlan(id="d", language="en", date=None, words=60, planted=(Planted("says", "s1i1"),))
    statements = compose(scenario, [replace(plan, id=f"d{n}") for n in range(24)]).statements
    texts = [one.text.rstrip(".") for one in statements]
    for start in (0, 8, 16):
        assert len(set(texts[start : start + 8])) == 8
        assert sum(text.startswith("Rent") for text in texts[start : start + 8]) == 4


def test_sentences_differ_from_those_of_other_documents_while_variants_are_left() -> None:
    """Eight documents have the same text, each of its two sentences in one of 16 wordings.

    At least nine are left for each: twelve tries miss them with a probability of (7/16)^12 = 0.00005 at most.
    """
    texts = '["Gulls {a|b|c|d|e|f|g|h} {1|2} {person}. Nobody {minds|counts} {number 1-8} of them."]'
    scenario = dialogue(re.sub(r"  background: \[\"Rain.*\n", f"  background: {texts}\n", DIALOGUE))
    plans = [DocumentPlan(id=f"d{n}", language="en", date=None, words=40, planted=()) for n in range(8)]
    lines = [line for one in compose(scenario, plans).documents for line in one.text.splitlines()]
    for word in ("Gulls", "Nobody"):
        found = [re.findall(rf"{word} \w+ \d", line)[0] for line in lines if word in line]
        assert len(set(found)) == len(found) == 8


REPORT = """\
schema: 1
topic: The quay
documents: 40
words: 60
insights_per_document: 1
minimum_documents: 40
subtopics:
- title: Rent
  query: What is said about rent?
  insights:
  - text: The rent is 840 crowns.
    realisations: ["Rent comes to 840 crowns."]
  background: ["Lead {number 1-800}. \\"Quoted. Also quoted.\\" End."]
texts:
  background: ["Filler {number 1-800}.", "Other {number 1-800}.", "More {number 1-800}."]
"""


def test_a_planted_sentence_stands_anywhere_in_a_paragraph_on_its_subtopic() -> None:
    texts = [document.text for document in made(dialogue(REPORT)).documents]
    joined = [re.sub(r"\d+", "n", part) for text in texts for part in text.split("\n\n") if "840" in part]
    assert len(joined) == 40
    assert Counter(joined).keys() == {
        "Rent comes to n crowns.",
        'Rent comes to n crowns. Lead n. "Quoted. Also quoted." End.',
        'Lead n. Rent comes to n crowns. "Quoted. Also quoted." End.',
        'Lead n. "Quoted. Also quoted." Rent comes to n crowns. End.',
        'Lead n. "Quoted. Also quoted." End. Rent comes to n crowns.',
    }


def test_an_exchange_is_not_torn_apart() -> None:
    for seed in range(10):
        for document in made(replace(dialogue(), seed=seed)).documents:
            lines = [line.split(": ", 1)[1] for line in document.text.splitlines()]
            for place, line in enumerate(lines):
                if line.startswith("Keys get lost"):
                    assert lines[place + 1] == "They do."
                if line.startswith("Listen"):
                    assert lines[place + 2] == "Good to know."


def test_near_misses_are_used_about_equally_often() -> None:
    scenario = dialogue(
        DIALOGUE.replace("  - text: The rent is 840", "  - near_misses: [A., B., C.]\n    text: The rent is 840")
    )
    plan = DocumentPlan(id="d", language="en", date=None, words=60, planted=(Planted("near_miss", "s1i1"),))
    written = compose(scenario, [replace(plan, id=f"d{n}") for n in range(30)])
    assert Counter(one.text[0] for one in written.statements) == {"A": 10, "B": 10, "C": 10}


def test_no_two_documents_are_equal_and_no_text_stands_twice_in_one() -> None:
    written = made(dialogue())
    assert len({document.text for document in written.documents}) == len(written.documents)
    for document in written.documents:
        assert document.text.count("Who made this soup?") <= 1
        assert document.text.count("Rain again.") <= 1


def test_turns_have_speakers_who_take_turns_and_address_each_other() -> None:
    for document in made(dialogue()).documents:
        speakers = []
        for line in document.text.splitlines():
            found = re.fullmatch(r"(Ana|Ben|Cleo): (\S.*)", line)
            assert found, line
            speakers.append(found[1])
            assert f", {found[1]}" not in found[2], "nobody addresses themselves"
        assert all(a != b for a, b in pairwise(speakers))
        assert 2 <= len(set(speakers)) <= 3
        assert "{" not in document.text
        assert not re.search(r"[\x00-\x09]", document.text)


def test_lengths_come_near_what_is_wanted_where_there_is_material() -> None:
    texts = "\n".join(f'  - "Sentence {n} has {{five|four plus one}} words."' for n in range(100))
    scenario = dialogue(re.sub(r"  background: \[\"Rain.*\n", f"  background:\n{texts}\n", DIALOGUE))
    for wanted in (100, 150, 300):
        plans = [replace(plan, words=wanted) for plan in assign(scenario)]
        for document in compose(scenario, plans).documents:
            assert abs(len(document.text.split()) - wanted) <= 12


def test_a_document_of_one_language_says_nothing_of_another() -> None:
    written = made(town())
    german = [document for document in written.documents if document.extra["language"] == "de"]
    assert len(german) == 3
    for document in german:
        assert "harbour" not in document.text
        assert "Hafen" in document.text
        assert re.match(r"Neues vom Hafen(?: \(\d+\))?, 2031-\d\d-\d\d\n", document.text)


def test_references_name_the_title_and_the_date_of_an_earlier_document() -> None:
    written = made(town())
    documents = {document.id: document for document in written.documents}
    refers = [one for one in written.statements if one.kind == "refers"]
    assert len(refers) == 3
    for one in refers:
        assert one.to is not None
        target = documents[one.to]
        assert target.title is not None
        assert f"'{target.title}'" in one.text
        assert str(target.extra["date"]) < str(documents[one.document].extra["date"])
        assert str(target.extra["date"])[:4] in one.text


def test_outdated_facts_are_older_than_what_replaced_them() -> None:
    written = made(town())
    dates = {document.id: str(document.extra["date"]) for document in written.documents}
    old = [dates[one.document] for one in written.statements if one.kind == "outdated"]
    new = [dates[one.document] for one in written.statements if one.kind == "says" and one.insight == "s1i2"]
    assert len(old) == 1
    assert max(old) < "2031-06-01" <= min(new)


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    script = (
        "import hashlib, sys; from pathlib import Path; from hayrick.synthesis.assignment.assign import assign\n"
        "from hayrick.synthesis.reading import read_scenario; from hayrick.synthesis.template.compose import compose\n"
        f"s = read_scenario(Path({str(TOWN)!r}))[0]; w = compose(s, assign(s))\n"
        "print(hashlib.sha256(repr(w).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    other = replace(town(), seed=8)
    assert made(other) != made(town())


def test_placing_one_more_text_does_not_need_another_insight() -> None:
    plan = DocumentPlan(id="d1", language="en", date=None, words=20, planted=(Planted("says", "s1i1"),))
    (document,) = compose(dialogue(), [plan]).documents
    assert "840 crowns" in document.text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ('realisations: ["Five keys exist.", "There are five keys in all."]', "documents: 3"),
            "insight 's2i1' has no",
        ),
        (("  query: What is said about keys?\n", ""), "subtopic 'Keys' has no query"),
        (
            ("participants: [Ana, Ben, Cleo]", "participants: [Ana]"),
            "the slot {other} and 1 of 'participants'; expected at least 2",
        ),
        (('  background: ["Rain', '  closings: ["Rain'), "no 'texts: background' in language 'en'"),
    ],
)
def test_what_is_missing_offline_is_told_in_one_line(change: tuple[str, str], message: str) -> None:
    text = DIALOGUE.replace(*change)
    if change[1].startswith("  closings"):
        text = text.replace('  closings: ["Good night.\\nGood night, {other}."]\n', "")
    with pytest.raises(BadInput) as problem:
        compose(dialogue(text), ())
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)


def test_too_little_material_for_distinct_documents_is_an_error() -> None:
    scenario = dialogue()
    plain = replace(
        scenario,
        layout="report",
        material=replace(
            scenario.material,
            **{name: MappingProxyType({"en": ("Same.",)}) for name in ("openings", "closings", "background")},
            frames=MappingProxyType({"en": ("{said}",)}),
        ),
    )
    plan = DocumentPlan(id="d1", language="en", date=None, words=1, planted=())
    with pytest.raises(BadInput, match="document d2 cannot differ from all others"):
        compose(plain, [plan, replace(plan, id="d2")])
