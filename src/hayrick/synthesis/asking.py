"""How synthesis asks: questions in rounds, through whoever is given; nothing here calls a model.

All questions of a round are handed over together and answered together, so that what comes of them is a function of
the scenario and the replies, in whatever order those arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Literal, Protocol, TypeVar

from hayrick.prompting import Fence, Template, fill, load, tidy
from hayrick.types import Prompt, Unparsed

Role = Literal["planner", "writer", "checker"]

READ_TRIES = 3
"""How often a question is asked at most when its reply cannot be read."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question to whoever plays a role.

    `max_tokens` is the longest reply of use. `repeat` numbers questions that are otherwise equal: each number is asked
    anew.
    """

    role: Role
    prompt: Prompt
    max_tokens: int
    repeat: int = 0


class Ask(Protocol):
    """Whoever answers questions: models through a journal, or a script in tests."""

    async def __call__(self, questions: Sequence[Question]) -> Sequence[str | None]:
        """One reply for each question, in order; None where the call failed."""


@dataclass(slots=True)
class Tally:
    """What became of questions that want an answer in a given form.

    A question whose reply cannot be read is asked again; it is mended when a later reply can be, else given up.
    `failed` are calls without any reply, `unread` replies that could not be read.
    """

    asked: int = 0
    failed: int = 0
    unread: int = 0
    mended: int = 0
    given_up: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.asked + other.asked,
            self.failed + other.failed,
            self.unread + other.unread,
            self.mended + other.mended,
            self.given_up + other.given_up,
        )


@dataclass(slots=True)
class Reader:
    """Asks, reads, and asks again what could not be read.

    Args:
        ask: who answers.
        tally: of all that is asked here.
    """

    ask: Ask
    tally: Tally = field(default_factory=Tally)

    async def __call__(
        self, questions: Sequence[Question], read: Sequence[Callable[[str], T | Unparsed]]
    ) -> list[T | None]:
        """Answers of one round of questions.

        Args:
            questions: asked together.
            read: for each question, reads its reply.

        Returns:
            For each question what was read; None where the call failed, or no reply could be read in `READ_TRIES`.
        """
        found: list[T | None] = [None] * len(questions)
        open_ = list(range(len(questions)))
        for attempt in range(READ_TRIES):
            again = []
            tried = [replace(questions[n], repeat=questions[n].repeat + attempt) for n in open_]
            replies = await self.ask(tried) if tried else []
            self.tally.asked += len(tried)
            for n, reply in zip(open_, replies, strict=True):
                if reply is None:
                    self.tally.failed += 1
                    self.tally.given_up += attempt > 0
                    continue
                value = read[n](reply)
                if isinstance(value, Unparsed):
                    self.tally.unread += 1
                    again.append(n)
                else:
                    found[n] = value
                    self.tally.mended += attempt > 0
            open_ = again
        self.tally.given_up += len(open_)
        return found


def question(
    template: str,
    role: Role,
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
