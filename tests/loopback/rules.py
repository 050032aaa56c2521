"""The script of the loopback server: which request gets which answer, and which misbehaviour."""

from __future__ import annotations

import hashlib
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CONTENTS = ("model", "messages", "input", "query", "documents")
"""Fields of a request that its digest covers; the others are its parameters."""

CONDITIONS = frozenset(
    {"number", "from", "to", "contains", "matches", "role", "path", "first", "rate", "reused", "in_flight_over"}
    | {"logprobs"}
)
MISBEHAVIOURS = frozenset(
    {
        "answer", "status", "hang", "half", "malformed", "raw", "wrong_ids", "empty_choices", "null_content",
        "content_filter", "content_filter_400", "drop", "reset", "close_after", "length", "drip", "no_usage", "usage",
        "bomb",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request as rules see it."""

    number: int
    """1-based, by arrival."""

    path: str
    body: Mapping[str, Any]
    prompt: str
    digest: str
    """SHA-256 of what the answer may depend on: path, model, and messages, input, or query and documents."""

    attempt: int
    """How often this digest has come, this time included."""

    role: str
    reused: bool
    """Whether the connection has carried a request before."""

    in_flight: int
    """Requests being served when this one had arrived, itself included."""


class Script:
    """Decides by the script; the same calls get the same decisions, in whatever order they come, but for numbers."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        """Take a script's JSON value; unknown conditions and misbehaviours are refused at once."""
        self.seed = value.get("seed", 0)
        self.latency: float | Mapping[str, float] = value.get("latency", 0.0)
        self.models: Sequence[str] = value.get("models", ["scripted"])
        self.cache_block: int = value.get("cache_block", 128)
        self.serving: Mapping[str, Any] = value.get("serving", {})
        self._answers: Sequence[Mapping[str, Any]] = value.get("answers", [])
        self._rules: Sequence[Mapping[str, Any]] = value.get("rules", [])
        self._roles: Mapping[str, str] = value.get("roles", {"judge": r"\A.*judge", "system": r"\A.*system"})
        for rule in [*self._answers, *self._rules]:
            if strange := set(rule.get("when", {})) - CONDITIONS:
                raise KeyError(f"script: unknown conditions {sorted(strange)}; known are {sorted(CONDITIONS)}")
        if strange := {rule.get("do", "answer") for rule in self._rules} - MISBEHAVIOURS:
            raise KeyError(f"script: unknown misbehaviours {sorted(strange)}; known are {sorted(MISBEHAVIOURS)}")

    def role(self, model: str, prompt: str) -> str:
        """The first role whose pattern is found in "model, line break, prompt"; by default the model's name tells."""
        text = f"{model}\n{prompt}"
        return next((role for role, pattern in self._roles.items() if re.search(pattern, text)), "other")

    def behaviour(self, call: Call) -> Mapping[str, Any]:
        """The first rule that fits, or a plain answer."""
        for place, rule in enumerate(self._rules):
            if self._fits(rule.get("when", {}), call, f"rule {place}"):
                return rule
        return {"do": "answer"}

    def spec(self, call: Call) -> Mapping[str, Any]:
        """The first answer specification that fits, or an echo."""
        for place, rule in enumerate(self._answers):
            if self._fits(rule.get("when", {}), call, f"answer {place}"):
                return rule
        return {"make": "echo"}

    def seconds(self, call: Call, rule: Mapping[str, Any]) -> float:
        """How long to wait before the answer: the rule's latency, else the script's."""
        latency = rule.get("latency", self.latency)
        if isinstance(latency, Mapping):
            return self._random("latency", call).uniform(latency["low"], latency["high"])
        return float(latency)

    def _fits(self, when: Mapping[str, Any], call: Call, place: str) -> bool:
        numbers = when.get("number", call.number)
        return (
            call.number in (numbers if isinstance(numbers, list) else [numbers])
            and when.get("from", 1) <= call.number <= when.get("to", call.number)
            and when.get("contains", "") in call.prompt
            and re.search(when.get("matches", ""), call.prompt) is not None
            and when.get("role", call.role) == call.role
            and call.path.endswith(when.get("path", ""))
            and call.attempt <= when.get("first", call.attempt)
            and when.get("reused", call.reused) == call.reused
            and when.get("logprobs", bool(call.body.get("logprobs"))) == bool(call.body.get("logprobs"))
            and call.in_flight > when.get("in_flight_over", 0)
            and self._random(place, call).random() < when.get("rate", 1.0)
        )

    def _random(self, place: str, call: Call) -> random.Random:
        return random.Random(f"{self.seed}:{place}:{call.digest}:{call.attempt}")


class PrefixCache:
    """A provider's prompt cache: remembers prompts in blocks of tokens, each with all that came before it."""

    def __init__(self, block: int = 128) -> None:
        self._block, self._seen, self._lock = block, set[str](), threading.Lock()

    def cached(self, model: str, prompt: str) -> int:
        """Tokens of the longest prefix of whole blocks that some earlier prompt to the model had."""
        with self._lock:
            shared = 0
            for key in self._keys(model, prompt):
                if key not in self._seen:
                    break
                shared += self._block
            return shared

    def remember(self, model: str, prompt: str) -> None:
        """Keep a prompt; to be called when it is answered, so that calls at the same time find nothing."""
        with self._lock:
            self._seen.update(self._keys(model, prompt))

    def _keys(self, model: str, prompt: str) -> list[str]:
        found = tokens(prompt)
        running = hashlib.sha256(model.encode())
        keys = []
        for start in range(0, len(found) - self._block + 1, self._block):
            running.update("\x1f".join(found[start : start + self._block]).encode())
            keys.append(running.hexdigest())
        return keys


class Attempts:
    """Counts calls, and how often each body has come."""

    def __init__(self) -> None:
        self._lock, self._bodies, self._number = threading.Lock(), Counter[str](), 0
        self._in_flight = set[int]()

    def enter(self, digest: str) -> tuple[int, int, int]:
        """Number of the call, its attempt, and the calls in flight."""
        with self._lock:
            self._number += 1
            self._in_flight.add(self._number)
            self._bodies[digest] += 1
            return self._number, self._bodies[digest], len(self._in_flight)

    @property
    def arrived(self) -> int:
        """How many calls have come."""
        with self._lock:
            return self._number

    def leave(self, number: int) -> None:
        """A call is over, or as good as; saying so twice does no harm."""
        with self._lock:
            self._in_flight.discard(number)


def tokens(text: str) -> list[str]:
    """Words and marks: a stand-in for a model's tokens, the same for all models."""
    return re.findall(r"\w+|[^\w\s]", text)


def digest(path: str, body: Mapping[str, Any]) -> str:
    """SHA-256 of path, model and contents of a request, whatever its other parameters."""
    kept = {key: body.get(key) for key in CONTENTS}
    return hashlib.sha256(json.dumps([path, kept], sort_keys=True).encode()).hexdigest()


def prompt_text(body: Mapping[str, Any]) -> str:
    """All text of a request in order, a blank line between messages."""
    messages = body.get("messages", body.get("input", body.get("query", "")))
    if isinstance(messages, str):
        return messages
    return "\n\n".join(_content(message.get("content") or "") for message in messages)


def _content(content: str | Sequence[Mapping[str, Any]]) -> str:
    return content if isinstance(content, str) else "\n".join(str(part.get("text", "")) for part in content)
