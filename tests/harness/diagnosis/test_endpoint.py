"""What `doctor --endpoint` finds behind a scripted server that serves its model well, or badly in one way at a time."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, strict_json
from hayrick.harness.diagnosis.endpoint_findings import Finding, findings
from hayrick.harness.diagnosis.endpoint_probes import (
    FEW,
    LONG_SYSTEM,
    MANY,
    N_MANY,
    NEAR,
    OVER,
    SHORT_SYSTEM,
    SUM,
    Heard,
    codes,
    first,
    long,
    short,
)
from hayrick.harness.diagnosis.endpoint_tokens import ServerTokens, server_tokens
from hayrick.harness.transport.calls import Call, Usage, is_logprob
from hayrick.types import Alternative
from loopback import loopback

pytest.importorskip("inspect_ai", reason="language models need the extra llm")
pytest.importorskip("acp.schema", reason="Inspect imports it in the middle of a run")
pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MODEL = "openai-api/loop/served"
GOOD = {"window": 3_000, "shows_tokens": True, "template_begins": True}
ANSWERS = [
    {"when": {"contains": "17 + 25"}, "make": "fixed", "text": "42"},
    {"when": {"contains": "three codes"}, "make": "found", "pattern": "([0-9]{5})"},
    {"when": {"contains": "heron"}, "make": "fixed", "text": "heron"},
    {"make": "fixed", "text": "no word"},
]
NOTHING_LONG: Mapping[str, int] = {}
SHARES = {"42": 0.9, "41": 0.1}


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, serving: Mapping[str, Any], sum_: Mapping[str, Any]) -> Iterator[None]:
    """A server, with what it does when asked for the sum."""
    rules = [{"when": {"contains": "17 + 25"}, **sum_}]
    with loopback({"serving": serving, "answers": ANSWERS, "rules": rules}) as server:
        monkeypatch.setenv("LOOP_BASE_URL", server.url)
        monkeypatch.setenv("LOOP_API_KEY", "none")
        yield


def verdicts(text: str) -> dict[str, str]:
    return {row["check"]: row["verdict"] for row in strict_json(text)["rows"]}


def test_a_good_server_and_a_bad_one_and_runs_against_both(
    hayrick: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    doctor = ("doctor", "--endpoint", MODEL, "--window-tokens", 3000, "--retries", 0, "--json")
    run = ("run", "helmet/niah_single_1?length=300&n=1", "--system", MODEL, "--retries", 0)
    monkeypatch.setenv("HAYRICK_CACHE", str(tmp_path / "cache"))
    with served(monkeypatch, GOOD, {"alternatives": SHARES}):
        done = hayrick(*doctor)
        assert "at most 11 calls" in strict_json(done.out)["notes"][0]
        assert (done.status, verdicts(done.out)) == (
            0,
            {
                "token counts": "ok",
                "beginning of text": "ok",
                "system messages": "note",
                "long prompt": "ok",
                "over the window": "ok",
                "reasoning": "ok",
                "log-probabilities": "ok",
                "seed": "note",
            },
        )
        assert hayrick(*run, "--out", tmp_path / "good").status == 0
    bad = {"window": 2_000, "over": "cut", "shows_tokens": True, "template_begins": True, "adds_beginning": True}
    with served(monkeypatch, {**bad, "drops_system": True}, {"reasoning": "17, 18, ..."}):
        done = hayrick(*doctor)
        found = verdicts(done.out)
        assert done.status == 1
        assert [check for check, verdict in found.items() if verdict == "wrong"] == [
            "beginning of text",
            "system messages",
            "long prompt",
            "over the window",
        ]
        assert (found["reasoning"], found["log-probabilities"]) == ("note", "note")
        ran = hayrick(*run, "--out", tmp_path / "bad")
        assert "hayrick doctor --endpoint of " in ran.out
        assert "long prompt (about 2," in ran.out
    assert [one["model"] for one in _manifest(tmp_path / "good")["endpoints"]] == [MODEL]
    (kept,) = _manifest(tmp_path / "bad")["endpoints"]
    assert {row["check"]: row["verdict"] for row in kept["rows"]} == found


def _manifest(out: Path) -> Any:
    return json.loads((out / "manifest.json").read_text())


@pytest.mark.parametrize("engine", [True, "vllm", False])
def test_tokens_that_engines_show(monkeypatch: pytest.MonkeyPatch, engine: object) -> None:
    serving = {"shows_tokens": engine, "template_begins": True, "adds_beginning": True}
    with served(monkeypatch, serving, {}):
        found = server_tokens(MODEL, [("user", "One two")])
    if not engine:
        assert found is None
        return
    assert found is not None
    assert found.bos == 1
    assert (len(found.ids), list(found.ids[:2])) == (4, [1, 1])


def test_what_cannot_be_reached_or_is_no_model_is_one_line(
    hayrick: Command, monkeypatch: pytest.MonkeyPatch, refused: Any
) -> None:
    monkeypatch.setenv("LOOP_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("LOOP_API_KEY", "none")
    line = refused("doctor", "--endpoint", MODEL, "--seconds", 5)
    assert "at 127.0.0.1: connection refused: nothing listens there). Mend it" in line
    assert "a model by Inspect's name" in refused("doctor", "--endpoint", "qwen")
    assert "--endpoint MODEL" in refused("doctor", "--retries", 1)
    assert "nowhere/nothing" in refused("doctor", "--endpoint", "nowhere/nothing")
    assert "no price is known" in refused("doctor", "--endpoint", MODEL, "--budget-usd", 1)


def _heard(tokens: int | None = 50, reply: str = "42", **more: Any) -> Heard:
    call = Call(key="k", model="m", purpose="system", reply=reply, stop="stop", usage=Usage(), usd=None, seconds=0.0)
    return Heard(replace(call, told_in=tokens, **more))


def found_of(
    said: Mapping[str, Heard], tokens: ServerTokens | None = None, lengths: Mapping[str, int] = NOTHING_LONG
) -> dict[str, Finding]:
    """Findings where every question was answered plainly, but for what is given."""
    probes = [*first(), *short(reasons=False), *long(lengths, reasons=False)]
    counts = {FEW: 200, MANY: 1200}
    heard = {one.name: _heard(counts.get(one.name, 50)) for one in probes}
    return {one.check: one for one in findings({**heard, **said}, tokens, lengths)}


def test_probabilities_that_are_no_numbers_are_not_given() -> None:
    """The kind that a server sends whose own arithmetic has failed."""
    assert not any(map(is_logprob, (math.nan, math.inf, -math.inf, None, "-0.1")))
    assert found_of({SUM: _heard(alternatives=())})["log-probabilities"].found == "not given"
    given = (Alternative("42", -0.1),)
    assert found_of({SUM: _heard(alternatives=given)})["log-probabilities"].verdict == "ok"


@pytest.mark.parametrize(
    ("ids", "bos", "told", "verdict", "words"),
    [
        ([1, 5, 6], 1, 3, "ok", "once"),
        ([1, 1, 5], 1, 3, "wrong", "twice"),
        ([1, 5, 6], 1, 4, "wrong", "reads 4 tokens, and shows 3"),
        ([5, 6, 7], 1, 3, "wrong", "missing"),
        ([5, 6, 7], 1, 4, "ok", ""),  # The server adds it to what it shows.
        ([5, 6, 7], None, 3, "ok", "adds no token"),
    ],
)
def test_the_beginning_of_a_text(ids: list[int], bos: int | None, told: int, verdict: str, words: str) -> None:
    found = found_of({SUM: _heard(told)}, ServerTokens(ids, bos))["beginning of text"]
    assert found.verdict == verdict
    assert words in found.found


@pytest.mark.parametrize(
    ("heard", "verdict"),
    [
        (_heard(5_000, "12345"), "ok"),  # A weak model, but all was read.
        (_heard(4_100, ""), "wrong"),
        (_heard(None, ""), "unknown"),
        (Heard(None, "too_long", "the prompt alone exceeds the server's window of 2,048 tokens"), "note"),
        (Heard(None, "APITimeoutError", "timed out"), "unknown"),
    ],
)
def test_a_long_prompt(heard: Heard, verdict: str) -> None:
    lengths = {NEAR: 490}  # 10 tokens a line: 5,000 in all.
    found = found_of({NEAR: heard}, lengths=lengths)["long prompt"]
    assert found.verdict == verdict
    assert OVER not in found_of({}, lengths=lengths)


def test_lost_codes_are_noted_though_all_was_counted() -> None:
    """A gateway counts a prompt, and drops its middle; the model finds all codes of the short text."""
    able = {MANY: _heard(1_200, " ".join(codes(N_MANY))), NEAR: _heard(5_000, codes(490)[0])}
    found = found_of(able, lengths={NEAR: 490})["long prompt"]
    assert found.verdict == "note"
    assert "1 of 3 codes" in found.found
    assert "counts prompts before it cuts them" in found.meaning


@pytest.mark.parametrize(("few", "many"), [(7, 7), (30, 50)])
def test_counts_that_do_not_grow_say_nothing_of_system_messages(few: int, many: int) -> None:
    """The same count for every prompt, and counts without what was cached."""
    same = {one: _heard(7, "heron") for one in (SHORT_SYSTEM, LONG_SYSTEM)}
    found = found_of({**same, FEW: _heard(few), MANY: _heard(many)})
    assert (found["system messages"].verdict, found["token counts"].verdict) == ("ok", "note")
    dropped = {one: _heard(50, "no word") for one in (SHORT_SYSTEM, LONG_SYSTEM)}
    assert found_of(dropped)["system messages"].verdict == "wrong"


@pytest.mark.parametrize(
    ("heard", "verdict", "words"),
    [
        (_heard(reply="<think>17, 18</think>42"), "note", "in tags"),
        (_heard(reply="<think>17, 18", stop="max_tokens"), "wrong", "max_tokens"),
        (_heard(reply="", reasoning="17, 18"), "wrong", "no answer"),
        (_heard(reasoning_tokens=64), "note", "hidden, 64"),
    ],
)
def test_reasoning(heard: Heard, verdict: str, words: str) -> None:
    found = found_of({SUM: heard})["reasoning"]
    assert found.verdict == verdict
    assert words in found.found


@pytest.mark.parametrize(
    ("reply", "stop", "cure"),
    [("", "max_tokens", "--reasoning-tokens"), ("<think>17", "stop", "--reasoning-tokens"), ("", "stop", "parser")],
)
def test_more_tokens_are_advised_where_reasoning_was_cut(reply: str, stop: str, cure: str) -> None:
    assert cure in found_of({SUM: _heard(reply=reply, reasoning="17", stop=stop)})["reasoning"].cure
