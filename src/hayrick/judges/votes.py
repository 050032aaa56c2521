"""Questions with one verdict each, asked several times: the mean of the replies that can be read. Makes no calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hayrick.asking import REFUSED, REPEAT_STEP, read_replies
from hayrick.protocols import Ask, JudgeOptions
from hayrick.types import Prompt, Question, Reply, Unparsed


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
    repeats = range(options.repeats)
    questions = [
        Question(role=options.role, prompt=prompt, max_tokens=options.max_tokens, repeat=repeat * REPEAT_STEP)
        for prompt in prompts
        for repeat in repeats
    ]
    readings = [_Reading(read) for _ in questions]
    await read_replies(ask, questions, [one.take for one in readings])
    given = [one.verdict for one in readings]
    return [_mean(given[start : start + len(repeats)]) for start in range(0, len(given), len(repeats))]


@dataclass(slots=True)
class _Reading:
    """The verdict of one question; the last unreadable reply explains why there is none."""

    read: Callable[[str], float | Unparsed]
    verdict: float | Unparsed = field(default_factory=lambda: Unparsed(reason="no reply"))

    def take(self, reply: Reply) -> float | Unparsed:
        if reply.stop == REFUSED:
            self.verdict = Unparsed(reason="the judge refused to answer")
            return 0.0  # It would refuse again.
        self.verdict = self.read(reply.text)
        return self.verdict


def _mean(given: Sequence[float | Unparsed]) -> float | Unparsed:
    votes = [one for one in given if not isinstance(one, Unparsed)]
    return sum(votes) / len(votes) if votes else given[0]
