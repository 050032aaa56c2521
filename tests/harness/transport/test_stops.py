"""Why a model stopped, read from what providers send."""

from __future__ import annotations

import pytest

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from hayrick.harness.transport.stops import stop_of, stop_said


@pytest.mark.parametrize(
    ("response", "said"),
    [
        ({"choices": [{"finish_reason": "LENGTH"}]}, "length"),
        ({"candidates": [{"finish_reason": "SAFETY"}]}, "safety"),
        ({"candidates": [{"finishReason": "SAFETY"}]}, "safety"),
        ({"type": "message", "stop_reason": "refusal"}, "refusal"),
        ({"type": "message", "stop_reason": None}, "null"),
        ({"stopReason": "guardrail_intervened"}, "guardrail_intervened"),
        ({"choices": [{"finish_reason": None, "stop_reason": None}]}, ""),
        ({"choices": [{"finish_reason": ["length"]}]}, ""),
        ({"choices": [None]}, ""),
        ({"choices": "none"}, ""),
        ({"choices": []}, ""),
        ({}, ""),
    ],
)
def test_the_word_is_found_wherever_a_provider_puts_it(response: dict[str, object], said: str) -> None:
    assert stop_said(response) == said


@pytest.mark.parametrize(
    ("said", "known", "stop"),
    [
        ("model_context_window_exceeded", "unknown", "max_tokens"),
        ("model_length", "model_length", "max_tokens"),
        ("", "model_length", "model_length"),
        ("", "stop", "stop"),
        ("a new one", "unknown", "unknown"),
        ("sensitive", "unknown", "content_filter"),
        ("null", "unknown", "broken"),
    ],
)
def test_inspects_word_stands_where_the_providers_has_no_other_meaning(said: str, known: str, stop: str) -> None:
    assert stop_of(said, known) == stop
