"""Why a model stopped, by the words of its provider: other names of the same, and some that Inspect does not know."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from inspect_ai.model import Model, ModelCall

SAID: ContextVar[list[str]] = ContextVar("said")
"""Words of the replies to the call that is being made."""

CUT, FILTERED, BROKEN = "max_tokens", "content_filter", "broken"
"""Why a model stopped: at a limit of tokens, its own or its window's; by a filter; or its server broke off."""

_CUT = ("length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded", "error_limit")
_FILTERED = (
    *("content_filter", "content_filtered", "refusal", "safety", "recitation", "blocklist", "prohibited_content"),
    *("spii", "sensitive", "guardrail_intervened", "error_toxic", "image_safety"),
)
_BROKEN = (
    *("null", "error", "abort", "insufficient_system_resource", "network_error"),
    *("malformed_response", "malformed_function_call"),
)
_MEANING: Mapping[str, str] = {
    **dict.fromkeys(_CUT, CUT),
    **dict.fromkeys(_FILTERED, FILTERED),
    **dict.fromkeys(_BROKEN, BROKEN),
}
"""Words of OpenAI and servers with its interface, Anthropic, Google, Amazon, Mistral, Cohere, DeepSeek and Zhipu."""


def noting_stops(model: Model) -> Model:
    """Note why a model stopped, in the words of its provider: Inspect hands them on beside its own."""
    api: Any = getattr(model, "api", None)
    before = getattr(api, "generate", None)
    if before is None:
        return model

    async def generate(*args: Any, **named: Any) -> Any:
        found = await before(*args, **named)
        said = SAID.get(None)
        if said is not None and isinstance(found, tuple) and isinstance(found[-1], ModelCall):
            said.append(stop_said(found[-1].response or {}))
        return found

    api.generate = generate
    return model


def stop_said(response: Mapping[str, Any]) -> str:
    """The word for why a model stopped in a provider's reply, in small letters; "" where there is none.

    Anthropic states it in every reply that is whole, so that there a null is a word, too.
    """
    if response.get("type") == "message":
        return str(response.get("stop_reason") or "null").casefold()
    choices = response.get("choices") or response.get("candidates")
    first = choices[0] if isinstance(choices, list) and choices else response
    names = ("finish_reason", "finishReason", "stopReason")
    found = next((first[name] for name in names if first.get(name)), "") if isinstance(first, Mapping) else ""
    return found.casefold() if isinstance(found, str) else ""


def stop_of(said: str, known: str) -> str:
    """Why a model stopped.

    Args:
        said: by its provider; "" if that is not known.
        known: to Inspect, which has no word for a window that is full, and takes one word for an error of its own.
    """
    return _MEANING.get(said, known)
