"""Show that the test model's server takes YaRN's parameters: its window, and its replies, with and without them.

`python -m bench.tasks.yarn_window` serves the small model of the tests for a context of 16,384 tokens, twice the one
that it was trained on, without YaRN and with factors 2 and 4, and prints the window that each server states and what it
says to three short prompts, greedily. What the model says means nothing; that it says something else shows that
positions are scaled. docs/guide/serving.md has the result.
"""

from __future__ import annotations

import importlib
import json
import sys
import urllib.request
from typing import Any

# By its name from the root: type checkers know the tests' packages by another one.
local_model: Any = importlib.import_module("tests.loopback.local_model")

CONTEXT_TOKENS = 2 * 8192
PROMPTS = ("Name three kinds of bread.", "What does a harbour master do?", "Describe a heron in one sentence.")


def reply_of(url: str, prompt: str) -> str:
    """What the server says, in at most 24 tokens."""
    body = {"messages": [{"role": "user", "content": prompt}], "max_tokens": 24, "temperature": 0, "seed": 1}
    request = urllib.request.Request(
        f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=300) as reply:
        return str(json.load(reply)["choices"][0]["message"]["content"])


def window_of(url: str) -> int:
    """Tokens of prompt and reply that the server says it can take."""
    with urllib.request.urlopen(f"{url.removesuffix('/v1')}/props", timeout=60) as reply:
        return int(json.load(reply)["default_generation_settings"]["n_ctx"])


def main() -> int:
    """Print one line a server."""
    if reason := local_model.missing():
        sys.stderr.write(f"{reason}\n")
        return 2
    plain: list[str] = []
    for factor in (1, 2, 4):
        with local_model.local_model(context_tokens=CONTEXT_TOKENS, yarn=factor) as url:
            window, replies = window_of(url), [reply_of(url, prompt) for prompt in PROMPTS]
        plain = plain or replies
        other = sum(one != before for one, before in zip(replies, plain, strict=True))
        print(f"YaRN factor {factor}: window {window:,}, {other} of {len(PROMPTS)} replies differ from factor 1's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
