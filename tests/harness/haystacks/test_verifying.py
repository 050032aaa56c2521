"""Verifying: what is decided locally, what a model is asked, and that no answer is lost, repeated or made up."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from scripted_checker import MODEL, USED, Scripted, answers, asking, killed_and_again

from broken import doubtful, twice, unheld
from conftest import Variant, strict_json
from hayrick.asking import READ_TRIES, Decoding
from hayrick.checking.model import AT_A_TIME
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import OverBudget
from hayrick.harness.storage.journal_file import FILE, read_calls
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Completion
from hayrick.types import BadInput, HayrickError


def test_the_local_checker_finds_what_is_missing_and_what_leaks(variant: Variant, tmp_path: Path) -> None:
    path = variant(doubtful)
    result = verify(VerifyRequest(inputs=[str(path)]), tmp_path / "out")
    (found,) = result.verdicts
    assert [(one.insight, one.document) for one in found.missing] == [("i1", "dC")]
    assert [(one.insight, one.document) for one in found.suspicious] == [("i2", "dE"), ("i1", "dC")]
    assert not result.is_sound
    value = strict_json((tmp_path / "out" / "verification.json").read_text())
    assert value["schema"] == 1
    # Held: i1 in dA, dB, dC; i2 in dB; i3 in dC, dE; i4 in dF; and found without being held: i2 in dE.
    rows = {(row["insight"], row["document"]): row for row in value["rows"]}
    assert len(value["rows"]) == len(rows) == 8
    assert rows["i1", "dC"] == {
        "haystack": "broken",
        "insight": "i1",
        "document": "dC",
        "gold": True,
        "found": False,
        "probability": rows["i1", "dC"]["probability"],
        "evidence": None,
        "contradicted": False,
        "reason": None,
        "checker": "local",
    }
    assert rows["i2", "dE"]["evidence"].startswith("Flour costs 12 percent more")
    assert value["haystacks"][0]["reasons"] == found.reasons
    assert strict_json((tmp_path / "out" / "manifest.json").read_text())["finished"] is True
    before = (tmp_path / "out" / "verification.json").read_bytes()
    verify(VerifyRequest(inputs=[str(path)]), tmp_path / "out")
    assert (tmp_path / "out" / "verification.json").read_bytes() == before
    with pytest.raises(BadInput, match="another command"):
        verify(VerifyRequest(inputs=[str(path)], unsound_below=0.2), tmp_path / "out")


def unknown(value: Any) -> None:
    value["documents"][0]["insights_included"] = ["i1", "zz"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (unknown, "the unknown insight 'zz' is recorded in document 'dA'"),
        (unheld, "insight 'i4' is held by no document"),
    ],
)
def test_a_broken_record_is_told_and_not_refused(variant: Variant, change: Callable[[Any], None], reason: str) -> None:
    (found,) = verify(VerifyRequest(inputs=[str(variant(change))])).verdicts
    assert found.reasons == [reason]
    assert not found.is_sound


def test_what_cannot_be_told_apart_is_refused(variant: Variant, bakery: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="document id 'dA' occurs 2 times"):
        verify(VerifyRequest(inputs=[str(variant(twice))]))
    again = tmp_path / "bakery.json"
    again.write_bytes(bakery.read_bytes())
    with pytest.raises(BadInput, match="the name 'bakery' again"):
        verify(VerifyRequest(inputs=[str(bakery), str(again)]))


def test_a_model_is_asked_only_where_there_is_doubt(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = asking(monkeypatch, lambda text, asked: answers("no" if "Flour" in text else "yes", quote='"second oven"'))
    request = VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL)
    result = verify(request, tmp_path / "out")
    # Only what record and local checker do not agree on: all other probabilities are beyond the bounds.
    assert sorted((text[:8], statements) for text, statements in model.asked) == [
        ("A second", ["Statement 1: The bakery opens at six on weekdays."]),
        ("Flour co", ["Statement 1: Flour costs 12 percent more."]),
    ]
    (found,) = result.verdicts
    assert found.is_sound
    assert found.asked == {("i1", "dC"), ("i2", "dE")}
    rows = {
        (row["insight"], row["document"]): (row["found"], row["probability"], row["evidence"], row["checker"])
        for row in strict_json((tmp_path / "out" / "verification.json").read_text())["rows"]
    }
    assert rows["i1", "dC"] == (True, 1.0, "second oven", MODEL)
    assert ("i2", "dE") not in rows, "neither recorded nor found"
    assert rows["i3", "dC"][3] == "local"
    before = (tmp_path / "out" / "verification.json").read_bytes()
    verify(request, tmp_path / "out")
    assert len(model.asked) == 2, "what was answered is not asked again"
    assert (tmp_path / "out" / "verification.json").read_bytes() == before


def test_bounds_widen_what_is_asked(bakery: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = asking(monkeypatch, lambda text, asked: answers(*["yes"] * len(asked)))
    (found,) = verify(VerifyRequest(inputs=[str(bakery)], checker=MODEL, low=0.0, high=1.0)).verdicts
    assert len(model.asked) == len(found.haystack.documents) == 6, "one question a document"
    assert len(found.asked) == found.figures.found == 24
    model.asked.clear()
    assert verify(VerifyRequest(inputs=[str(bakery)], checker=MODEL)).is_sound
    assert model.asked == []


def test_many_insights_of_a_document_are_asked_about_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"i{number}" for number in range(2 * AT_A_TIME + 1)]
    value = {
        "schema": 1,
        "topic": "t",
        "documents": [{"id": "d", "text": "Nothing of the kind."}],
        "subtopics": [
            {"id": "s", "title": "", "query": "", "insights": [{"id": name, "text": f"lamp {name}"} for name in names]}
        ],
        "held_by": {name: ["d"] for name in names},
    }
    path = tmp_path / "many.json"
    path.write_text(json.dumps(value))
    model = asking(monkeypatch, lambda text, asked: answers(*["yes"] * len(asked)))
    (found,) = verify(VerifyRequest(inputs=[str(path)], checker=MODEL)).verdicts
    assert sorted(len(statements) for _, statements in model.asked) == [1, AT_A_TIME, AT_A_TIME]
    assert found.figures.found == len(names)


def test_what_cannot_be_read_is_asked_again_within_bounds_and_never_a_number(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = asking(monkeypatch, lambda text, asked: Completion("I would rather not say.", "stop", USED))
    result = verify(VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL))
    (found,) = result.verdicts
    assert len(model.asked) == 2 * READ_TRIES
    assert (found.unread, found.asked) == (2, frozenset())
    assert [(one.insight, one.document) for one in found.missing] == [("i1", "dC")], (
        "the local checker's result is kept"
    )
    assert "For 2 pairs the model gave no readable answer; the local checker's result is kept." in result.notes


def in_turn(replies: Sequence[Completion]) -> Callable[[str, list[str]], Completion]:
    """These replies about the document with a bicycle, and that nothing is in any other."""
    left = iter(replies)
    return lambda text, asked: next(left) if "bicycle" in text else answers(*["no"] * 4)


def of_bicycles(model: Scripted) -> list[int]:
    return [len(statements) for text, statements in model.asked if "bicycle" in text]


def test_only_what_was_not_read_is_asked_again(bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = asking(monkeypatch, in_turn([answers("yes", "no"), answers("no", "perhaps"), answers("no")]))
    request = VerifyRequest(inputs=[str(bakery)], checker=MODEL, low=0.0, high=1.0)
    (found,) = verify(request, tmp_path / "out").verdicts
    assert of_bicycles(model) == [4, 2, 1]
    assert found.unread == 0
    assert len(read_calls(tmp_path / "out")) == 5 + 3, "each try is a call of its own"


def test_what_was_read_before_a_refusal_or_the_last_try_stays(bakery: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = VerifyRequest(inputs=[str(bakery)], checker=MODEL, low=0.0, high=1.0)
    for later, tries in ((Completion("", "content_filter", USED), 2), (Completion("Hm.", "stop", USED), READ_TRIES)):
        model = asking(monkeypatch, in_turn([answers("yes", "no"), *[later] * 3]))
        (found,) = verify(request).verdicts
        assert of_bicycles(model) == [4, 2, 2][:tries]
        assert (found.unread, len(found.asked)) == (2, 22)


def test_a_refusal_is_final(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    model = asking(monkeypatch, lambda text, asked: Completion("", "content_filter", USED))
    (found,) = verify(VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL)).verdicts
    assert (len(model.asked), found.unread) == (2, 2)


def test_failed_calls_are_counted_and_tried_by_the_next_run(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL)
    asking(monkeypatch, lambda text, asked: CallFailed("busy") if "Flour" in text else answers("no"))
    result = verify(request, tmp_path / "out")
    assert result.verdicts[0].unread == 1
    assert "1 call failed (busy); give the same command again to try them again." in result.notes
    model = asking(monkeypatch, lambda text, asked: answers("no"))
    assert verify(request, tmp_path / "out").verdicts[0].unread == 0
    assert ["Flour" in text for text, _ in model.asked] == [True]


def test_a_model_that_never_answers_is_told_in_one_line(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    asking(monkeypatch, lambda text, asked: CallFailed("no route"))
    with pytest.raises(HayrickError, match=r"test/checker answered no call \(no route\)"):
        verify(VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL))


def test_a_stopped_run_repeats_no_finished_call(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = VerifyRequest(inputs=[str(variant(doubtful))], checker=MODEL, models=ModelOptions(connections=1))
    asking(monkeypatch, lambda text, asked: RuntimeError("killed") if "Flour" in text else answers("no"))
    with pytest.raises(RuntimeError, match="killed"):
        verify(request, tmp_path / "out")
    assert len(read_calls(tmp_path / "out")) == 1
    assert not (tmp_path / "out" / "verification.json").exists()
    model = asking(monkeypatch, lambda text, asked: answers("no"))
    verify(request, tmp_path / "out")
    assert len(model.asked) == 1


def test_the_budget_is_kept(variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"schema": 1, "date": "d", "models": {MODEL: {"in": 10.0, "out": 1000.0}}}))
    model = asking(monkeypatch, lambda text, asked: answers("no"))
    path, out = str(variant(doubtful)), tmp_path / "out"

    def run(usd: float) -> VerifyRequest:
        return VerifyRequest(
            inputs=[path], checker=MODEL, models=ModelOptions(budget_usd=usd, prices=prices, connections=1)
        )

    # A reply of 512 tokens, the longest, costs 51 cents at most, and 1 cent at 10 tokens.
    with pytest.raises(OverBudget):
        verify(run(0.5), out)
    assert model.asked == []
    verify(run(0.6), out)
    assert len(model.asked) == 2
    with pytest.raises(OverBudget, match="no price is known"):
        verify(
            VerifyRequest(inputs=[path], checker="test/other", models=ModelOptions(budget_usd=9.0, prices=prices)),
            tmp_path / "other",
        )


UNUSED: list[tuple[dict[str, Any], str]] = [
    ({"checker": "best"}, "unknown checker 'best'"),
    ({"low": 0.6, "high": 0.4, "checker": MODEL}, "0.6, more than --high 0.4"),
    ({"unsound_below": float("nan")}, "--unsound-below: nan; expected a probability"),
    ({"low": float("nan"), "checker": MODEL}, "--low: nan; expected a probability"),
    ({"low": 0.1}, "--low or --high with --checker local"),
    ({"models": ModelOptions(budget_usd=1.0)}, "--budget-usd: an option that is not used here"),
    ({"checker": MODEL, "models": ModelOptions(free=True)}, "--bullets free: an option"),
    ({"checker": MODEL, "models": ModelOptions(judge_repeats=3)}, "--judge-repeat: an option"),
]


@pytest.mark.parametrize(("given", "found"), UNUSED)
def test_what_nothing_uses_is_refused(bakery: Path, tmp_path: Path, given: dict[str, Any], found: str) -> None:
    with pytest.raises(BadInput, match=re.escape(found)):
        verify(VerifyRequest(inputs=[str(bakery)], **given), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_changes_an_answer_belongs_to_another_run(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking(monkeypatch, lambda text, asked: answers("no"))
    path = str(variant(doubtful))
    verify(VerifyRequest(inputs=[path], checker=MODEL), tmp_path / "out")
    for other in (ModelOptions(decoding=Decoding(temperature=1.0)), ModelOptions(judge_tokens=99)):
        with pytest.raises(BadInput, match="another command"):
            verify(VerifyRequest(inputs=[path], checker=MODEL, models=other), tmp_path / "out")
    verify(VerifyRequest(inputs=[path], checker=MODEL, models=ModelOptions(connections=3, retries=9)), tmp_path / "out")


def test_killed_and_given_again_a_server_sees_no_question_twice(variant: Variant, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="language models need the extra llm")
    said = answers("yes", quote='"of the shop"').text
    out, model = tmp_path / "out", "openai-api/loop/judge"
    command = [sys.executable, "-m", "hayrick", "verify", str(variant(doubtful)), "--checker", model]
    command += ["--out", str(out), "--jobs", "1"]
    unfinished = out / "verification.json"
    done, finished = killed_and_again(command, out / FILE, said, "sk-loopback-verify", tmp_path, unfinished)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(finished) == len(set(finished)) == len(read_calls(out)) == 2
    rows = strict_json((out / "verification.json").read_text())["rows"]
    assert {(row["insight"], row["document"]) for row in rows if row["checker"] == model} == {
        ("i1", "dC"),
        ("i2", "dE"),
    }
