"""Builds questions from bundled prompts; decoding options and context windows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from hayrick.prompting import Fence, Template, fill, load, tidy
from hayrick.replies.reasoning import FIRST
from hayrick.text import seeded
from hayrick.tokens import tokenizer
from hayrick.types import NOTHING, BadInput, Prompt, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """Decoding options of a model; greedy by default. Part of every signature and of every call's key.

    `max_tokens` limits the answer; `reasoning_tokens` come on top of it. `prefix` begins every reply.

    Raises:
        BadInput: `temperature` is not in [0, 2], or `top_p` not in [0, 1].
    """

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1024
    seed: int | None = None
    reasoning_tokens: int = 0
    prefix: str = ""
    rule: str = FIRST
    """How reasoning is told from the answer, see `replies.reasoning.RULES`."""
    arguments: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """Further arguments of the model, as JSON values: name -> value."""

    def __post_init__(self) -> None:
        for option, value, most in (("--temperature", self.temperature, 2), ("--top-p", self.top_p, 1)):
            if not 0 <= value <= most:
                raise BadInput(option, f"{value:g}", f"a number from 0 to {most}")

    @property
    def parameters(self) -> dict[str, object]:
        """Options for a call's key, besides token limits and the prefix, which is a message."""
        further = {"arguments": dict(self.arguments)} if self.arguments else {}
        return {"temperature": self.temperature, "top_p": self.top_p, "seed": self.seed, **further}

    @property
    def signature(self) -> str:
        """All options on one line."""
        seed = "" if self.seed is None else f",seed={self.seed}"
        reasoning = f",reasoning_tokens={self.reasoning_tokens}" if self.reasoning_tokens else ""
        prefix = f",answer_prefix={json.dumps(self.prefix)}" if self.prefix else ""
        rule = f",reasoning_rule={self.rule}" if self.rule != FIRST else ""
        further = f",arguments={json.dumps(dict(self.arguments), sort_keys=True)}" if self.arguments else ""
        limits = f"max_tokens={self.max_tokens}{reasoning}"
        return f"temperature={self.temperature:g},top_p={self.top_p:g},{limits}{seed}{prefix}{rule}{further}"

    @property
    def reserve(self) -> int:
        """Tokens of the window that a reply may need: its prefix, reasoning and answer."""
        return self.max_tokens + self.reasoning_tokens + (tokenizer().count(self.prefix) if self.prefix else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A model's context window in tokens; a prompt that exceeds it is cut if `cut`, else rejected."""

    tokens: int
    cut: bool = False


def question(
    template: str,
    role: str,
    values: Mapping[str, str],
    *,
    shared: Iterable[str] = (),
    max_tokens: int = 2048,
    repeat: int = 0,
) -> Question:
    """Make a question from a bundled prompt.

    Args:
        template: name of the prompt.
        role: role of the model.
        values: values of its placeholders, except the fence, which is chosen here; they are passed through `tidy`.
        shared: names of the values at the start of several questions; the fence depends on them only, or on all values
            if none is named.
        max_tokens: token limit of the reply.
        repeat: see `Question`.
    """
    made = _template(template)
    tidied = {name: tidy(text) for name, text in values.items()}
    first = [tidied[name] for name in shared] or list(tidied.values())
    fence = Fence.around(first, tidied.values())
    prompt = Prompt(messages=fill(made, {**tidied, "fence": fence.mark}), signature=made.signature)
    return Question(role=role, prompt=prompt, max_tokens=max_tokens, repeat=repeat)


@cache
def _template(name: str) -> Template:
    return load(name)


def numbered(noun: str, texts: Iterable[str]) -> str:
    """Numbered texts, one per line, as prompts show lists; "(none)" if there are none."""
    lines = [f"{noun} {number}: {' '.join(tidy(text).split())}" for number, text in enumerate(texts, start=1)]
    return "\n".join(lines) or "(none)"


def shown(text: str) -> str:
    """The text, or "(none)" if it is blank."""
    return text.strip() or "(none)"


def drawn(n: int, *what: object) -> int:
    """A pseudo-random number from 0 to n - 1 that depends only on the words, on every platform."""
    return int(seeded("/".join(map(str, what))).random() * n)
