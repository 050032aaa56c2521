from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hayrick.harness.haystacks.synthesis import PLAN, SynthesisRequest, scenario_path, scenarios, synthesise
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.harness.naming.lists import LISTS
from hayrick.harness.running.demo import HAYSTACK, SCENARIO, demo_haystack, shipped_haystack
from hayrick.haystacks.files import read_haystack
from hayrick.records.read_files import read_json
from hayrick.records.write_files import write_json
from hayrick.synthesis.grammar import n_variants
from hayrick.synthesis.reading import read_scenario
from hayrick.text import sentences
from hayrick.types import BadInput, HayrickError

TOWN = Path(__file__).parents[2] / "synthesis" / "town.yaml"


def test_a_haystack_is_written_with_all_that_is_known_about_it(tmp_path: Path) -> None:
    made = synthesise(SynthesisRequest(scenario=str(TOWN), out=tmp_path / "harbour.json"))
    haystack = read_haystack(tmp_path / "harbour.json")
    assert haystack == made.haystack
    assert (haystack.id, len(haystack.documents), haystack.domain) == ("harbour", 12, "news")
    statements = haystack.extra["statements"]
    assert isinstance(statements, list)
    said = {(row["insight"], row["document"]) for row in statements if row["kind"] in ("says", "half")}
    assert said == {(insight, holder) for insight, holders in haystack.held_by.items() for holder in holders}
    assert {row["kind"] for row in statements} == {"says", "half", "near_miss", "contradicts", "outdated", "refers"}
    contradicting = [row for row in statements if row["kind"] == "contradicts"]
    assert len(contradicting) < len(haystack.held_by["s1i1"]), "the majority is known"
    halves = {row["document"]: row["half"] for row in statements if row["kind"] == "half"}
    assert sorted(halves.values()) == [1, 1, 2, 2], "no document states both halves"
    assert haystack.subtopics[1].insights[0].extra["halves"] == [
        "Nine pilots share the boats of the harbour.",
        "The pilots have four boats, the newest of which was built in 2024.",
    ]
    assert not (tmp_path / "harbour.synth").exists(), "nothing was asked, so nothing is kept"


def test_a_made_haystack_is_sound(tmp_path: Path) -> None:
    made = synthesise(SynthesisRequest(scenario=str(TOWN), out=tmp_path / "harbour.json"))
    assert made.verdict is not None
    assert made.verdict.reasons == []
    assert verify(VerifyRequest(inputs=[str(tmp_path / "harbour.json")])).is_sound


def test_a_haystack_in_which_a_sentence_was_moved_is_not_sound(tmp_path: Path) -> None:
    synthesise(SynthesisRequest(scenario=str(TOWN), out=tmp_path / "harbour.json"))
    value = read_json(tmp_path / "harbour.json")
    assert isinstance(value, dict)
    row = next(row for row in value["statements"] if row["kind"] == "says" and row["language"] == "en")
    document = next(document for document in value["documents"] if document["id"] == row["document"])
    document["text"] = document["text"].replace(row["text"], "Nothing of the sort.")
    write_json(tmp_path / "harbour.json", value)
    (verdict,) = verify(VerifyRequest(inputs=[str(tmp_path / "harbour.json")])).verdicts
    assert not verdict.is_sound
    assert any(row["document"] in reason for reason in verdict.reasons)


def test_the_same_request_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    made = {}
    for name, seed in (("a", None), ("b", 7), ("c", 8)):
        (tmp_path / name).mkdir()
        synthesise(SynthesisRequest(scenario=str(TOWN), out=tmp_path / name / "h.json", seed=seed))
        made[name] = (tmp_path / name / "h.json").read_bytes()
    assert made["a"] == made["b"]
    assert json.loads(made["a"])["documents"] != json.loads(made["c"])["documents"]


def test_numbers_of_the_request_replace_those_of_the_scenario(tmp_path: Path) -> None:
    made = synthesise(SynthesisRequest(scenario="housing", out=tmp_path / "h.json", documents=60, words=600))
    assert made.haystack is not None
    lengths = [len(document.text.split()) for document in made.haystack.documents]
    assert len(lengths) == 60
    assert 570 <= sum(lengths) / 60 <= 640


@pytest.mark.parametrize("name", list(scenarios()))
def test_bundled_scenarios_are_what_the_data_card_says(name: str) -> None:
    scenario, _ = read_scenario(scenarios()[name])
    assert scenario.documents == 100
    assert [len(subtopic.insights) for subtopic in scenario.subtopics] == [6] * 8
    assert {len(insight.realisations["en"]) for insight in scenario.insights} == {5}
    assert min(n_variants(text) for insight in scenario.insights for text in insight.realisations["en"]) >= 4
    assert {len(insight.near_misses["en"]) for insight in scenario.insights} == {2}
    assert min(len(subtopic.background["en"]) for subtopic in scenario.subtopics) >= 10
    assert len(scenario.material.background["en"]) >= 110
    assert scenario.insights_per_document.high == 6
    assert scenario.domain == {"tidewall": "news", "airline": "news"}.get(name, "conversation")


@pytest.mark.parametrize("name", list(scenarios()))
def test_bundled_scenarios_make_sound_haystacks_of_distinct_documents(name: str, tmp_path: Path) -> None:
    made = synthesise(SynthesisRequest(scenario=name, out=tmp_path / f"{name}.json"))
    assert made.haystack is not None
    assert made.verdict is not None
    assert made.verdict.reasons == []
    texts = [document.text for document in made.haystack.documents]
    assert len(set(texts)) == 100
    assert len({document.title for document in made.haystack.documents}) == 100
    assert min(len(holders) for holders in made.haystack.held_by.values()) >= 5
    assert not any(sign in text for text in texts for sign in "{}|\x00\x01\x02")
    paragraphs = [paragraph for text in texts for paragraph in text.split("\n\n") if len(paragraph.split()) > 15]
    assert name in ("housing", "overwinter") or len(set(paragraphs)) > 0.9 * len(paragraphs)
    standing = Counter(one for text in texts for one in {text[start:end] for start, end in sentences(text)})
    assert sum(n for n in standing.values() if n > 1) <= 0.1 * standing.total()
    if name == SCENARIO:
        same = (tmp_path / f"{name}.json").read_bytes() == shipped_haystack().read_bytes()
        assert same, f"make the demo's haystack again: hayrick synth {name} --out {shipped_haystack()}"


def test_the_demo_writes_its_haystack_over_its_own_only(tmp_path: Path) -> None:
    assert demo_haystack(tmp_path) == demo_haystack(tmp_path) == read_haystack(shipped_haystack())
    write_json(tmp_path / HAYSTACK, {"documents": []})
    with pytest.raises(BadInput, match="that 'hayrick demo' did not write"):
        demo_haystack(tmp_path)


@pytest.mark.parametrize("name", list(scenarios()))
def test_fewer_documents_state_an_insight_less_often(name: str, tmp_path: Path) -> None:
    """30 documents x 6 insights are 180 places: too few for 48 x 5, enough for 48 x 5 x 30 // 100."""
    made = synthesise(SynthesisRequest(scenario=name, out=tmp_path / f"{name}.json", documents=30, words=160))
    assert made.haystack is not None
    assert made.scenario.minimum_documents == 1
    assert len(made.haystack.held_by) == 48


def test_the_lists_name_the_bundled_scenarios() -> None:
    assert set(LISTS["scenarios"]()) == set(scenarios())
    assert SCENARIO in scenarios()


def test_names_of_scenarios() -> None:
    assert scenario_path("housing") == scenarios()["housing"]
    assert scenario_path("some/where.yaml") == Path("some/where.yaml")
    with pytest.raises(BadInput, match=r"no bundled scenario 'houses'.* Did you mean 'housing'\?"):
        scenario_path("houses")


def test_a_plan_is_kept_and_what_a_person_changed_in_it_is_written(tmp_path: Path) -> None:
    out = tmp_path / "harbour.json"
    planned = synthesise(SynthesisRequest(scenario=str(TOWN), out=out, plan_only=True))
    assert planned.haystack is None
    assert not out.exists()
    plan = tmp_path / "harbour.synth" / PLAN
    text = plan.read_text(encoding="utf-8")
    assert "Anna Beck" in text
    plan.write_text(text.replace("Anna Beck", "Greta Holm"), encoding="utf-8")
    made = synthesise(SynthesisRequest(scenario=str(TOWN), out=out))
    assert made.haystack is not None
    assert "Greta Holm" in made.haystack.subtopics[0].insights[1].text
    assert any("Greta Holm" in document.text for document in made.haystack.documents)
    assert not any("Anna Beck" in document.text for document in made.haystack.documents)


def test_a_kept_plan_belongs_to_one_command(tmp_path: Path) -> None:
    out = tmp_path / "harbour.json"
    synthesise(SynthesisRequest(scenario=str(TOWN), out=out, plan_only=True))
    with pytest.raises(BadInput, match=r"holds a run of another command \(differs in seed\)"):
        synthesise(SynthesisRequest(scenario=str(TOWN), out=out, seed=99))


def test_nothing_of_others_is_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    out.write_text('{"schema": 1}')
    with pytest.raises(BadInput, match="a file that 'hayrick synth' did not make"):
        synthesise(SynthesisRequest(scenario=str(TOWN), out=out))
    assert out.read_text() == '{"schema": 1}'
    with pytest.raises(BadInput, match="a folder"):
        synthesise(SynthesisRequest(scenario=str(TOWN), out=tmp_path))
    ours = tmp_path / "ours.json"
    synthesise(SynthesisRequest(scenario=str(TOWN), out=ours))
    before = ours.read_bytes()
    synthesise(SynthesisRequest(scenario=str(TOWN), out=ours))
    assert ours.read_bytes() == before


def test_a_haystack_that_another_command_made_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    out, made = tmp_path / "h.json", list[bytes]()

    def meanwhile(*_: object, **__: object) -> None:
        if not made:
            made.append(b"")
            synthesise(SynthesisRequest(scenario=str(TOWN), out=out, seed=99))
            made.append(out.read_bytes())

    with pytest.raises(BadInput, match="a file that another command made meanwhile; expected a new file"):
        synthesise(SynthesisRequest(scenario=str(TOWN), out=out), meanwhile)
    assert out.read_bytes() == made[1]
    assert [one.name for one in tmp_path.iterdir()] == ["h.json"]
    synthesise(SynthesisRequest(scenario=str(TOWN), out=out, overwrite=True))
    assert out.read_bytes() != made[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"writer": "gpt"}, "--writer: 'gpt'; expected 'template', or a model"),
        ({"planner": "gpt"}, "--planner: 'gpt'; expected a model"),
        ({"checker": "gpt"}, "--checker: 'gpt'; expected 'local', or a model"),
        ({"checker": "openai/gpt-4o"}, "with the template writer"),
        ({"documents": 2}, "insight 's1i1' in 2 documents; expected at most 1"),
    ],
)
def test_wrong_requests_are_one_line_and_write_nothing(change: dict[str, object], message: str, tmp_path: Path) -> None:
    request = SynthesisRequest(scenario=str(TOWN), out=tmp_path / "h.json", **change)  # type: ignore[arg-type]
    with pytest.raises(BadInput) as problem:
        synthesise(request)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_writes_also_plans_what_a_scenario_leaves_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "open.yaml").write_text("schema: 1\ntopic: The town of Quill\nwanted_subtopics: 2\n")
    request = SynthesisRequest(scenario=str(tmp_path / "open.yaml"), out=tmp_path / "h.json", writer="openai/gpt-4o")
    with pytest.raises(HayrickError, match="OPENAI_API_KEY"):
        synthesise(request)
    with pytest.raises(BadInput, match="a model that plans them"):
        synthesise(replace(request, writer="template"))


def test_bytes_do_not_depend_on_the_process(tmp_path: Path) -> None:
    found = set()
    for seed in ("1", "2"):
        out = tmp_path / seed / "h.json"
        out.parent.mkdir()
        words = [sys.executable, "-m", "hayrick", "synth", str(TOWN), "--out", str(out)]
        subprocess.run(words, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
        found.add(out.read_bytes())
    assert len(found) == 1


DEFECTS = [
    (lambda value: value.update(statements=[]), "no planted sentence states an insight"),
    (lambda value: value["statements"][0].update(kind=["says"]), "has the unknown kind"),
    (lambda value: value["statements"].append(value["statements"][0]), "is there twice"),
    (lambda value: value["documents"][1].update(text=value["documents"][0]["text"]), "has the same text as"),
    (lambda value: next(r for r in value["statements"] if r["kind"] == "half").update(half=3), "is half 3 of"),
    (lambda value: next(r for r in value["statements"] if r["kind"] == "refers").update(to="d999"), "refers to the"),
]


@pytest.mark.parametrize(("spoil", "reason"), DEFECTS)
def test_gold_data_that_were_changed_are_told(spoil: Callable[[Any], None], reason: str, tmp_path: Path) -> None:
    out = tmp_path / "harbour.json"
    synthesise(SynthesisRequest(scenario=str(TOWN), out=out))
    value = read_json(out)
    spoil(value)
    write_json(out, value)
    (verdict,) = verify(VerifyRequest(inputs=[str(out)])).verdicts
    assert any(reason in one for one in verdict.reasons)


def test_a_device_is_no_scenario(tmp_path: Path) -> None:
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match="a device or a socket"):
        synthesise(SynthesisRequest(scenario=str(tmp_path / "zero.yaml"), out=tmp_path / "h.json"))


def test_a_plan_with_other_numbers_is_recorded_as_such(tmp_path: Path) -> None:
    out = tmp_path / "harbour.json"
    synthesise(SynthesisRequest(scenario=str(TOWN), out=out, plan_only=True))
    plan = tmp_path / "harbour.synth" / PLAN
    plan.write_text(plan.read_text(encoding="utf-8").replace("documents: 12\n", "documents: 16\n"), encoding="utf-8")
    made = synthesise(SynthesisRequest(scenario=str(TOWN), out=out))
    assert made.haystack is not None
    maker = made.haystack.extra["synthesis"]
    assert isinstance(maker, dict)
    assert (maker["documents"], len(made.haystack.documents), len(maker["plan"])) == (16, 16, 16)


def test_the_example_of_the_docs_is_a_scenario(tmp_path: Path) -> None:
    docs = (Path(__file__).parents[3] / "docs" / "guide" / "scenarios.md").read_text(encoding="utf-8")
    path = tmp_path / "harbour.yaml"
    path.write_text(docs.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    made = synthesise(SynthesisRequest(scenario=str(path), out=tmp_path / "h.json"))
    assert made.verdict is not None
    assert made.verdict.reasons == []
    assert made.haystack is not None
    assert len(made.haystack.documents) == 12
