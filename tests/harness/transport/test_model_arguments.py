"""Further arguments of models: read, refused where they are Hayrick's own or secret, and part of keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from hayrick.asking import Decoding
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.transport.calls import call_key
from hayrick.harness.transport.model_arguments import arguments_of, at_making, described, with_questions
from hayrick.types import BadInput


def test_values_are_json_or_text(tmp_path: Path) -> None:
    body = tmp_path / "body.json"
    body.write_text('{"chat_template_kwargs": {"enable_thinking": false}}')
    found = arguments_of(
        ["top_k=40", "service_tier=flex", "verbosity=low"],
        "--model-arg",
        reasoning_effort="high",
        stop=["\n", "END"],
        extra_body=str(body),
    )
    assert at_making(found) == {"service_tier": "flex"}
    assert with_questions(found) == {
        "reasoning_effort": "high",
        "stop_seqs": ["\n", "END"],
        "extra_body": {"chat_template_kwargs": {"enable_thinking": False}},
        "top_k": 40,
        "verbosity": "low",
    }
    assert described({"top_k": 40, "stop_seqs": ["é"]}) == 'stop_seqs=["é"], top_k=40'


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("top_k", "expected NAME=VALUE"),
        ("temperature=1", "expected --temperature"),
        ("base_url=http://here", "expected the environment variable NAME_BASE_URL"),
        ("api_key=abc", "what looks like a key"),
        ('extra_headers={"x": "y"}', "what looks like a key"),
        ('extra_body={"deep": [{"access_token": "x"}]}', "what looks like a key"),
        ("organisation=sk-abcdefghijklmnop", "what looks like a key"),
        ("organisation=of-the-environment", "what looks like a key"),
        ('extra_body={"max_tokens": 5}', "expected --max-tokens"),
        ("reasoning_efort=low", "'reasoning_effort'"),
        ("extra_body=" + '{"a": ' * 30_000 + "1" + "}" * 30_000, "nested too deeply"),
        ('extra_body={"a": ', "ends too early"),
    ],
)
def test_what_is_refused(given: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_API_KEY", "of-the-environment")
    with pytest.raises(BadInput) as problem:
        arguments_of([given], "--model-arg")
    assert words in str(problem.value)
    assert "\n" not in str(problem.value)
    assert "of-the-environment" not in str(problem.value)


def test_what_inspect_does_not_take_is_refused_before_any_call() -> None:
    pytest.importorskip("inspect_ai")
    with pytest.raises(BadInput, match='--model-arg top_k: top_k="many"'):
        arguments_of(["top_k=many"], "--model-arg")
    with pytest.raises(BadInput, match="reasoning_effort"):
        arguments_of([], "--model-arg", reasoning_effort="enormous")
    with pytest.raises(BadInput, match="--model-arg frequency_penalty: nan; expected a finite number"):
        arguments_of(["frequency_penalty=NaN"], "--model-arg")


def test_keys_of_calls_without_arguments_are_as_before() -> None:
    plain = {"temperature": 0.0, "top_p": 1.0, "seed": None}
    assert Decoding().parameters == plain
    assert call_key("m", [("user", "q")], {**plain, "at": "", "max_tokens": 9}) == "a589d077597d69a1333f5f24533f2bff"
    assert Decoding(arguments={"top_k": 3}).parameters == {**plain, "arguments": {"top_k": 3}}
    assert 'arguments={"top_k": 3}' in Decoding(arguments={"top_k": 3}).signature


def test_systems_and_judges_have_their_own() -> None:
    models = ModelOptions(arguments={"top_k": 3}, judge_arguments={"verbosity": "low"})
    assert models.answering(10).arguments == {"top_k": 3}
    assert models.judging.arguments == {"verbosity": "low"}
    cast = Cast()
    for role, purpose, decoding in (
        ("a", "system", models.answering(10)),
        ("b", "system", models.answering(20)),
        ("c", "judge", models.judging),
    ):
        cast.add(role, Player.of_model("lab/big", purpose, decoding))
    assert [(one.purpose, one.arguments) for one in cast.playing(["system", "judge"])] == [
        ("system", {"top_k": 3}),
        ("judge", {"verbosity": "low"}),
    ]
    assert 'arguments={"top_k": 3}' in cast.players["a"].signature
