"""Questions with one answer each, asked several times: what their replies come to. Makes no calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hayrick.asking import REFUSED, REPEAT_STEP, read_replies
from hayrick.protocols import Ask, JudgeOptions
from hayrick.types import Prompt, Question, Reply, Unparsed

R = TypeVar("R")
NO_REPLY, REFUSAL = Unparsed(reason="no reply"), Unparsed(reason="the judge refused to answer")
"""Why a question has no value: the call failed, or the model would refuse again."""


async def repeated(
    questions: Sequence[Question], repeats: int, read: Callable[[str], R | Unparsed], ask: Ask
) -> list[list[R | Unparsed]]:
    """Ask each question several times.

    Args:
        questions: without `repeat`.
        repeats: how often each is asked, at least once.
        read: value of a reply's text; `Unparsed` wants another try.
        ask: sends the questions.

    Returns:
        For each question the value of each repeat, or why there is none.
    """
    asked = [replace(one, repeat=number * REPEAT_STEP) for one in questions for number in range(repeats)]
    readings = [_Reading(read) for _ in asked]
    await read_replies(ask, asked, [one.take for one in readings])
    found = [one.value for one in readings]
    return [found[start : start + repeats] for start in range(0, len(found), repeats)]


async def mean_verdicts(
    prompts: Sequence[Prompt], options: JudgeOptions, read: Callable[[str], float | Unparsed], ask: Ask
) -> list[float | Unparsed]:
    """Ask each question as often as a judge repeats.

    Args:
        prompts: of the questions.
        options: of the judge.
        read: verdict of a reply, in [0, 1]; `Unparsed` wants another try.
        ask: sends the questions.

    Returns:
        For each question the mean of its readable verdicts; what its first repeat came to where there is none.
    """
    questions = [Question(role=options.role, prompt=prompt, max_tokens=options.max_tokens) for prompt in prompts]
    return [_mean(given) for given in await repeated(questions, options.repeats, read, ask)]


@dataclass(slots=True)
class _Reading(Generic[R]):
    """The value of one question; the last unreadable reply explains why there is none."""

    read: Callable[[str], R | Unparsed]
    value: R | Unparsed = NO_REPLY

    def take(self, reply: Reply) -> bool | Unparsed:
        """Read one reply; `Unparsed` if the question should be asked again."""
        if reply.stop == REFUSED:
            self.value = REFUSAL
            return True
        self.value = self.read(reply.text)
        return self.value if isinstance(self.value, Unparsed) else True


def _mean(given: Sequence[float | Unparsed]) -> float | Unparsed:
    votes = [one for one in given if not isinstance(one, Unparsed)]
    return sum(votes) / len(votes) if votes else given[0]
