"""Collecting: which documents state a fact, what a model is asked, and that no answer is lost or repeated."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from scripted_checker import MODEL, USED, answers, asking, killed_and_again

from conftest import ROOT, strict_json
from hayrick.harness.haystacks import collecting
from hayrick.harness.haystacks.collecting import HIGH, Collected, CollectRequest, collect, plan_collect
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import OverBudget
from hayrick.harness.storage.journal_file import FILE, read_calls
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Completion
from hayrick.haystacks.files import read_haystack
from hayrick.types import BadInput

HANDBOOK = ROOT / "docs" / "examples" / "handbook"
DECIDED = HANDBOOK.with_name("handbook_decided.yaml")
UNDECIDED = HANDBOOK.with_suffix(".yaml")


def request(out: Path | None, facts: Path = UNDECIDED, **more: object) -> CollectRequest:
    return replace(CollectRequest(documents=[str(HANDBOOK)], facts=facts, out=out), **more)  # type: ignore[arg-type]


def held(found: Collected) -> dict[str, tuple[str, ...]]:
    assert found.haystack is not None
    return dict(found.haystack.held_by)


def test_more_facts_than_can_be_compared_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "MOST_FACTS", 12)
    assert collect(request(tmp_path / "all.json")).haystack is not None
    monkeypatch.setattr(collecting, "MOST_FACTS", 11)
    for command in (collect, plan_collect):
        with pytest.raises(BadInput, match=r"handbook\.yaml: 12 facts; expected at most 11: each is compared"):
            command(request(tmp_path / "mine.json"))
    assert not (tmp_path / "mine.json").exists()


def test_facts_are_found_given_or_left_out(tmp_path: Path) -> None:
    found = collect(request(tmp_path / "mine.json"))
    assert found.left_out == ["leave.4", "devices.4"]
    places = held(found)
    assert places["leave.3"] == ("leave/minutes_january", "leave/paid_leave")
    assert set(places) == {one.insight for one in found.places}
    assert {(one.insight, one.why) for one in found.undecided} >= {("leave.4", "nowhere"), ("devices.4", "nowhere")}
    decided = collect(request(tmp_path / "decided.json", DECIDED))
    assert decided.left_out == []
    assert {one.insight for one in decided.undecided}.isdisjoint({"leave.4", "devices.1", "devices.2", "devices.4"})
    given = {"leave.4": ("leave/illness",), "devices.1": ("it/laptops",), "devices.2": ("it/passwords",)}
    # What is given changes no other fact's places.
    assert held(decided) == {**places, **given}
    assert {path.name for path in tmp_path.iterdir()} == {"mine.json", "decided.json"}


def test_the_file_has_the_haystack_and_how_its_places_were_found(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    found = collect(request(out))
    assert read_haystack(out) == found.haystack
    value = strict_json(out.read_text())
    assert value["collection"]["documents"]["n"] == 8
    assert value["collection"]["left_out"][0] == {
        "insight": "leave.4",
        "text": "Sick days during a vacation with a medical certificate are credited.",
    }
    assert value["collection"]["places"] == [one.row() for one in found.places]
    assert value["collection"]["undecided"] == [one.row() for one in found.undecided]
    assert {one["places"] for s in value["subtopics"] for one in s["insights"]} == {"found"}
    before = out.read_bytes()
    collect(request(out, processes=2))
    assert out.read_bytes() == before


def test_what_is_found_is_what_verify_finds_but_for_what_lacks_half_of_the_fact(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    found = collect(request(out, DECIDED))
    (verdict,) = verify(VerifyRequest(inputs=[str(out)])).verdicts
    checked = {(one.insight, one.document) for one in verdict.findings if one.found}
    # Five facts are decided by hand, and one of them is in no document and so not in the haystack.
    by_rule = {(one.insight, one.document) for one in found.places if one.place == "found"}
    assert by_rule == {pair for pair in checked if pair[0] not in ("leave.2", "leave.4", "devices.1", "devices.2")}
    (undecided,) = verify(VerifyRequest(inputs=[str(collected(tmp_path / "other.json"))])).verdicts
    assert [(one.insight, one.document) for one in undecided.findings if one.found and not one.gold] == [
        ("devices.2", "leave/paid_leave")
    ]


def collected(out: Path) -> Path:
    collect(request(out))
    return out


def test_nothing_is_written_where_nothing_is_found(tmp_path: Path) -> None:
    facts = tmp_path / "facts.yaml"
    facts.write_text("schema: 1\ntopic: t\nquestions:\n- question: q\n  facts: [The moon is made of cheese.]\n")
    found = collect(request(tmp_path / "mine.json", facts))
    assert (found.haystack, found.places, found.left_out) == (None, (), ["q1.1"])
    facts.write_text(facts.read_text().replace("[The moon is made of cheese.]", "[{text: Cheese., documents: []}]"))
    found = collect(request(tmp_path / "mine.json", facts))
    assert (found.haystack, found.places, found.left_out, found.undecided) == (None, (), [], ())
    assert [path.name for path in tmp_path.iterdir()] == ["facts.yaml"]


def test_another_haystack_is_replaced_only_if_it_is_told_to_be(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    collect(request(out))
    before = out.read_bytes()
    for more in ({"facts": DECIDED}, {"documents": [str(HANDBOOK / "it"), str(HANDBOOK)]}):
        with pytest.raises(BadInput, match="a haystack that another command made"):
            collect(replace(request(out), **more))
    assert out.read_bytes() == before
    collect(request(out, DECIDED, overwrite=True))
    assert out.read_bytes() != before
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(BadInput, match="a file that 'hayrick collect' did not make"):
        collect(request(tmp_path / "other.json"))


@pytest.mark.parametrize(
    ("name", "found"), [("x.md", "as documents do"), ("x.JSONL", "as documents do"), ("", "a folder")]
)
def test_a_haystack_takes_no_place_of_documents(tmp_path: Path, name: str, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        collect(request(tmp_path / name))
    assert list(tmp_path.iterdir()) == []


def test_facts_are_no_document(tmp_path: Path) -> None:
    facts = tmp_path / "texts" / "facts.md"
    facts.parent.mkdir()
    facts.write_text(UNDECIDED.read_text())
    with pytest.raises(BadInput, match=r"facts\.md: one of the documents"):
        collect(CollectRequest(documents=[str(facts.parent)], facts=facts, out=tmp_path / "x.json"))


def test_bounds_are_for_models_and_in_order(tmp_path: Path) -> None:
    for more in ({"high": 0.95}, {"low": 0.2}, {"checker": MODEL, "low": 0.9, "high": 0.1}, {"checker": "gpt"}):
        with pytest.raises(BadInput):
            collect(request(tmp_path / "mine.json", **more))
    assert list(tmp_path.iterdir()) == []


def test_a_model_decides_what_is_unclear_and_is_not_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(text: str, asked: list[str]) -> Completion:
        told = ["yes" if "lost laptop" in text and "lost laptop" in one else "no" for one in asked]
        return answers(*told)

    model = asking(monkeypatch, said)
    local = collect(request(None))
    unclear = {(one.insight, one.document) for one in local.undecided if one.why in ("unclear", "doubted")}
    doubted = ("leave.2", "leave/minutes_january")
    assert unclear == {("devices.1", "it/passwords"), ("devices.2", "leave/paid_leave"), doubted}
    out = tmp_path / "mine.json"
    found = collect(request(out, checker=MODEL))
    assert {(one.insight, one.document) for one in found.undecided}.isdisjoint(unclear)
    assert held(found)["devices.1"] == ("it/laptops",)
    # A place that lacks something is asked about although its probability is above --high.
    (probability,) = [one.probability for one in local.places if (one.insight, one.document) == doubted]
    assert probability is not None
    assert probability > HIGH
    assert held(found)["leave.2"] == ("leave/paid_leave",)
    assert held(found)["devices.2"] == ("it/passwords",)
    asked = len(model.asked)
    assert 2 <= asked == len(read_calls(tmp_path / "mine.collect")) < 8
    before = out.read_bytes()
    collect(request(out, checker=MODEL))
    assert (len(model.asked), out.read_bytes()) == (asked, before)
    # Another file of facts asks anew only what was not asked of the same document.
    collect(request(out, DECIDED, checker=MODEL, overwrite=True))
    assert len(model.asked) <= asked + 2


def test_another_setting_of_the_checker_asks_only_what_was_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = asking(monkeypatch, lambda text, asked: answers(*["no"] * len(asked)))
    out = tmp_path / "mine.json"
    collect(request(out, checker=MODEL))
    first = list(model.asked)
    wide = request(out, checker=MODEL, low=0.0)
    with pytest.raises(BadInput, match=r"differs in checker.* or --overwrite\.$"):
        collect(wide)
    collect(replace(wide, overwrite=True))
    assert len(model.asked) == len(first) + 8
    # Bounds as narrow again as they were: the same questions, which are answered already.
    collect(request(out, checker=MODEL, overwrite=True))
    assert len(model.asked) == len(first) + 8
    collect(request(out, checker=MODEL, models=ModelOptions(judge_tokens=99), overwrite=True))
    assert model.asked[len(first) + 8 :] == first
    assert out.exists()


def test_with_low_0_a_model_reads_every_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(text: str, asked: list[str]) -> Completion:
        return answers(*("yes" if "Falling ill" in text and "Sick days" in one else "no" for one in asked))

    model = asking(monkeypatch, said)
    found = collect(request(tmp_path / "mine.json", checker=MODEL, low=0.0))
    assert len(model.asked) == 8
    assert held(found)["leave.4"] == ("leave/illness",)


def test_a_plan_counts_what_is_then_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = asking(monkeypatch, lambda text, asked: answers(*["no"] * len(asked)))
    wanted = request(tmp_path / "mine.json", checker=MODEL, high=HIGH)
    (planned,) = plan_collect(wanted)
    assert (model.asked, list(tmp_path.iterdir())) == ([], [])
    collect(wanted)
    assert planned.calls == len(model.asked)
    assert planned.unpriced == [MODEL]
    assert plan_collect(request(tmp_path / "other.json")) == []


def test_without_a_readable_answer_the_local_result_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asking(monkeypatch, lambda text, asked: Completion("I would rather not say.", "stop", USED))
    found = collect(request(tmp_path / "mine.json", checker=MODEL))
    assert held(found) == held(collect(request(None)))
    assert any("the model gave no readable answer" in note for note in found.notes)


def test_failed_calls_are_tried_by_the_next_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = asking(
        monkeypatch, lambda text, asked: CallFailed("busy") if "password" in text else answers(*["no"] * len(asked))
    )
    first = collect(request(tmp_path / "mine.json", checker=MODEL))
    assert any("1 call failed (busy)" in note for note in first.notes)
    n = len(busy.asked)
    again = asking(monkeypatch, lambda text, asked: answers(*["no"] * len(asked)))
    collect(request(tmp_path / "mine.json", checker=MODEL))
    assert [1 for text, _ in again.asked if "password" not in text] == []
    assert 1 <= len(again.asked) < n


def test_a_budget_stops_it_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(f'{{"schema": 1, "date": "2031-01-01", "models": {{"{MODEL}": {{"in": 1000, "out": 1000}}}}}}')
    asking(monkeypatch, lambda text, asked: answers(*["no"] * len(asked)))
    out = tmp_path / "mine.json"
    with pytest.raises(OverBudget):
        collect(request(out, checker=MODEL, models=ModelOptions(budget_usd=0.01, prices=prices)))
    assert not out.exists()


def test_killed_and_given_again_a_server_sees_no_question_twice(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    said = answers("yes", *["no"] * 11).text
    out, model = tmp_path / "mine.json", "openai-api/loop/judge"
    calls = tmp_path / "mine.collect" / FILE
    command = [sys.executable, "-m", "hayrick", "collect", str(HANDBOOK), "--facts", str(UNDECIDED), "--out", str(out)]
    command += ["--checker", model, "--low", "0", "--jobs", "1"]
    done, finished = killed_and_again(command, calls, said, "sk-loopback-collect", tmp_path, out)
    assert (done.returncode, done.stderr) in ((0, ""), (1, ""))
    assert len(finished) == len(set(finished)) == len(read_calls(calls.parent)) == 8
    assert "sk-loopback-collect" not in out.read_text() + calls.read_text()
