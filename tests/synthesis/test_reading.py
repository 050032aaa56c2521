from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from hayrick.records.yaml import parse_yaml, to_yaml
from hayrick.synthesis.planfile import scenario_value
from hayrick.synthesis.reading import read_scenario, scenario_of
from hayrick.synthesis.scenario import Range, Scenario
from hayrick.types import BadInput

TOWN = Path(__file__).parent / "town.yaml"


def scenario(text: str) -> Scenario:
    return scenario_of(parse_yaml(f"schema: 1\ntopic: A town\n{text}", "town.yaml"), Path("town.yaml"))


def unplaced(one: Scenario) -> Scenario:
    """The scenario without the lines of its parts."""
    subtopics = tuple(
        replace(s, where="", insights=tuple(replace(i, where="") for i in s.insights)) for s in one.subtopics
    )
    return replace(one, subtopics=subtopics)


def test_the_least_scenario_has_the_papers_numbers() -> None:
    least = scenario("")
    assert (least.name, least.documents, least.words, least.minimum_documents) == ("town", 100, Range(750, 750), 5)
    assert (least.wanted_subtopics, least.wanted_insights) == (10, Range(5, 10))
    assert (least.domain, least.layout, dict(least.languages)) == ("news", "report", {"en": 1.0})


def test_a_conversation_is_a_dialogue_unless_said_otherwise() -> None:
    assert scenario("domain: conversation").layout == "dialogue"
    assert scenario("domain: conversation\nlayout: report").layout == "report"


def test_short_forms_of_subtopics_and_insights() -> None:
    (first, second) = scenario("subtopics:\n- Pilots\n- title: Silt\n  insights: [It is 3 m deep.]").subtopics
    assert (first.id, first.title, first.insights) == ("s1", "Pilots", ())
    assert [(one.id, one.text, one.documents) for one in second.insights] == [("s2i1", "It is 3 m deep.", None)]


def test_everything_that_a_scenario_may_have_is_read() -> None:
    town, fingerprint = read_scenario(TOWN)
    assert len(fingerprint) == 16
    silt, dredger, pilots = town.insights
    assert set(silt.realisations) == {"en", "de"}
    assert silt.translations == {"de": "Bis Ende Mai werden 240.000 Kubikmeter Schlick gebaggert."}
    assert dredger.outdated is not None
    assert dredger.outdated.until == date(2031, 6, 1)
    assert pilots.halves is not None
    assert [len(half["en"]) for half in pilots.halves] == [2, 1]
    assert pilots.documents == 4
    assert (town.extensions.near_misses, town.extensions.contradictions, town.extensions.outdated) == (0.1, 1, 1)
    assert town.dates == (date(2031, 2, 3), date(2031, 11, 28))


def test_a_scenario_written_as_a_file_is_equal_when_read_again() -> None:
    town, _ = read_scenario(TOWN)
    again = scenario_of(parse_yaml(to_yaml(scenario_value(town)), "plan.yaml"), TOWN)
    assert unplaced(again) == unplaced(town)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("documnets: 5", 3, "unknown key 'documnets' in 'scenario'; expected a known key. Did you mean 'documents'?"),
        ("documents: many", 3, "'documents' is 'many'; expected a whole number from 1 to 1,000,000."),
        ("documents: 99999999999999999999", 3, "'documents' is '99999999999999999999'; expected a whole number"),
        ("documents: 0", 3, "expected a whole number from 1 to 1,000,000"),
        ("words: [900, 300]", 3, "expected a number, or two of which the first is not larger"),
        ("words: [300, x]", 3, "'words' is 'x'; expected a whole number"),
        ("dates: [2031-02-30, 2031-03-01]", 3, "expected a date such as 2031-05-28"),
        ("dates: [2031-03-02, 2031-03-01]", 3, "expected two dates, the earlier first"),
        ("layout: poem", 3, "'layout' is 'poem'; expected report or dialogue"),
        ("languages: {en: 0.5, de: 0.2}", 3, "'languages' adds up to 0.7; expected shares that add up to 1"),
        ("languages: en", 3, "expected shares by language"),
        ("subtopics: Silt", 3, "'subtopics' is 'Silt'; expected a list"),
        ("subtopics:\n- query: Why?", 4, "a subtopic without 'title'"),
        ("subtopics:\n- title: A\n  insights:\n  - realisations: [x]", 6, "an insight without 'text'"),
        ("subtopics:\n- title: A\n  insights:\n  - text: B\n    realisation: [x]", 7, "Did you mean 'realisations'?"),
        ("subtopics:\n- {title: A, id: x}\n- {title: B, id: x}", 5, "the subtopic id 'x' again"),
        ("subtopics:\n- title: A\n  insights: [Same., Same.]", 5, "the text of insight 's1i1' again"),
        ("subtopics:\n- title: A\n  insights:\n  - text: B\n    documents: none", 7, "'documents' is 'none'"),
        ("subtopics:\n- title: A\n  insights:\n  - text: B\n    halves: [[x]]", 7, "expected two lists of texts"),
        ("texts:\n  background: ['{pier}']", 4, "the slot {pier} has no list"),
        ("texts:\n  background: ['{a|b']", 4, "a '{' that is never closed"),
        ("texts:\n  frames: ['nothing']", 4, "the frame 'nothing'; expected {said} or {clause} once, in no choice"),
        ("texts:\n  frames: ['{said} {clause}']", 4, "once, in no choice"),
        ("texts:\n  frames: ['{a|{said}}']", 4, "once, in no choice"),
        ("texts:\n  frames: ['{{said}}']", 4, "once, in no choice"),
        ('texts:\n  frames: ["a\\x01 {said}"]', 4, "holds the control character '\\x01'"),
        ("texts:\n  titles: ['{number 40-99999999999}']", 4, "expected {number 3-40}"),
        ("texts:\n  titles: ['On {date}']", 4, "the slot {date} without 'dates'"),
        ("participants: [Ann]\ntexts:\n  titles: ['{person}, {other}']", 5, "the slot {other} and 1 of 'participants'"),
        ("participants: [Ann, Ann]", 3, "the participant 'Ann' again"),
        ("participants: ['Ann: said']", 3, "expected a name on one line without ':'"),
        ("lists:\n  title: [x]", 4, "a list named 'title'"),
        ("lists:\n  number 3-4: [x]", 4, "a list named 'number 3-4'"),
        ("lists:\n  quay: ['{quay}']", 4, "braces in the list 'quay'"),
        ("documents: \u0663", 3, "expected a whole number"),
        ("dates: [20310101, 20310201]", 3, "expected a date such as 2031-05-28"),
        ("languages: {'': 1}", 3, "expected a code such as en or pt-BR"),
        ("subtopics:\n- title: A\n  insights:\n  - text: B\n    halves: [['{person}'], [x]]", 7, "a slot in 'halves'"),
        ("lists:\n  person: [x]", 4, "a list named 'person'"),
        ("lists:\n  quay: []", 4, "the list 'quay' is empty"),
        ("extensions: {near_misses: -1}", 3, "expected a number from 0 to 20"),
        ("extensions: {outdated: 2}", 1, "'extensions: outdated' without 'dates'"),
        ("seed_documents: [../../etc/passwd]", 3, "lies outside of"),
        ("seed_documents: [/etc/passwd]", 3, "a path relative to the scenario's folder"),
        ("seed: !!python/name:os.system x", 3, "the tag"),
        ("guidance: &a x\ntopics: *a", 3, "the anchor &a"),
    ],
)
def test_bad_scenarios_name_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(BadInput) as problem:
        scenario(text)
    assert message in str(problem.value)
    assert problem.value.where == f"town.yaml:{line}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topic: A", "'schema' is missing"),
        ("schema: 1", "'topic' is missing"),
        ("schema: 2\ntopic: A", "'schema' is '2'; expected a whole number from 1 to 1"),
        ("- a", "'scenario' is a list; expected a mapping"),
        ("just text", "'scenario' is 'just text'; expected a mapping"),
    ],
)
def test_what_is_no_scenario(text: str, message: str) -> None:
    with pytest.raises(BadInput) as problem:
        scenario_of(parse_yaml(text, "town.yaml"), Path("town.yaml"))
    assert message in str(problem.value)
