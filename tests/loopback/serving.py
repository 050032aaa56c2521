"""How a scripted server serves its model, well or badly: its window, its tokens, and what its chat template does.

A script's `serving` says it: `window` (tokens), `over` ("refuse" or "cut", which drops the beginning), `drops_system`,
`template_begins` (whether the template writes the token at the beginning), `adds_beginning` (whether the tokeniser adds
one), `shows_tokens` (true: /tokenize and /apply-template as llama.cpp's server has them; "vllm": vLLM's /tokenize).
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from . import replies
from .rules import prompt_text, tokens

BEGINNING = "\N{CURRENCY SIGN}"
"""The token at the beginning of a text; its id is 1."""


def chat_prompt(serving: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """What the model reads of a request."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        return prompt_text(body)
    kept = [one for one in messages if not (serving.get("drops_system") and one["role"] == "system")]
    begun = serving.get("template_begins", False) + serving.get("adds_beginning", False)
    text: str = BEGINNING * begun + prompt_text({**body, "messages": kept})
    window: int | None = serving.get("window")
    if window is None or serving.get("over") != "cut":
        return text
    starts = [found.start() for found in re.finditer(r"\w+|[^\w\s]", text)]
    return text if len(starts) <= window else text[starts[-window] :]


def refusal(serving: Mapping[str, Any], prompt: str) -> replies.Reply | None:
    """The refusal of a prompt that exceeds the window, or None."""
    n, window = len(tokens(prompt)), serving.get("window")
    if window is None or n <= window:
        return None
    message = f"request ({n} tokens) exceeds the available context size ({window} tokens)"
    return replies.error({"status": 400, "message": message})


def shown(serving: Mapping[str, Any], path: str, body: Mapping[str, Any]) -> replies.Reply | None:
    """Reply of /tokenize or /apply-template; None where there is neither."""
    if not serving.get("shows_tokens"):
        return None
    if serving["shows_tokens"] == "vllm":
        is_added = body.get("add_special_tokens") and serving.get("adds_beginning")
        text = chat_prompt(serving, body) if "messages" in body else BEGINNING * bool(is_added) + body["prompt"]
        return replies.raw(json.dumps({"tokens": _ids(text)})) if path.endswith("/tokenize") else None
    if path.endswith("/apply-template"):
        text = BEGINNING * serving.get("template_begins", False) + prompt_text(body)
        return replies.raw(json.dumps({"prompt": text}))
    if path.endswith("/tokenize"):
        added = [1] if body.get("add_special") and serving.get("adds_beginning") else []
        found = added + _ids(body["content"]) if "content" in body else []
        return replies.raw(json.dumps({"tokens": found}))
    return None


def _ids(text: str) -> list[int]:
    return [1 if one == BEGINNING else 2 + zlib.crc32(one.encode()) for one in tokens(text)]
