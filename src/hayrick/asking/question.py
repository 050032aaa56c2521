"""Questions from prompts of ours, and how a model is asked to decode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from hayrick.prompting import Fence, Template, fill, load, tidy
from hayrick.types import Prompt, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """How a model is asked to decode; greedy by default. Part of every signature and of every call's key."""

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1024
    seed: int | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """What a call's key needs besides `max_tokens`."""
        return {"temperature": self.temperature, "top_p": self.top_p, "seed": self.seed}

    @property
    def signature(self) -> str:
        """All parameters in one line."""
        seed = "" if self.seed is None else f",seed={self.seed}"
        return f"temperature={self.temperature:g},top_p={self.top_p:g},max_tokens={self.max_tokens}{seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A model's context window in tokens, and what happens to a prompt that exceeds it: it is cut, or refused."""

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
    """Question from a prompt of ours.

    Args:
        template: name of the prompt.
        role: who is asked.
        values: of its placeholders, but the fence, which is drawn here; they are made tidy.
        shared: names of the values that several questions begin with: the fence depends on them alone, on all values
            where none is named.
        max_tokens: of the reply.
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
    """Texts on a line each with their numbers, as prompts show lists; "(none)" where there is none."""
    lines = [f"{noun} {number}: {' '.join(tidy(text).split())}" for number, text in enumerate(texts, start=1)]
    return "\n".join(lines) or "(none)"


def shown(text: str) -> str:
    """A text as a prompt shows it where it may be absent."""
    return text.strip() or "(none)"


def drawn(n: int, *what: object) -> int:
    """A number from 0 to n - 1, the same for the same words on every platform."""
    return int(Random("/".join(map(str, what))).random() * n)
