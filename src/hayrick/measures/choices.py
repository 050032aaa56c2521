"""Accuracy of multiple-choice answers, read tolerantly and as three released scorers read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hayrick.measures.answers import best, released_exact_match
from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.answers import released_answer
from hayrick.replies.choices import released_infinitebench_choice, released_longbench_choice
from hayrick.types import Item, Judgement, Response, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The right option of a question.

    Args:
        letter: of the right option.
        options: letter -> text; where only outputs are known, the right one alone.
    """

    letter: str
    options: Mapping[str, str]

    @property
    def text(self) -> str:
        """Text of the right option."""
        return self.options[self.letter]


def of_reply(name: str, description: str, source: str, is_right: Callable[[Choice, str], bool]) -> Measure[Choice, str]:
    """Measure of whole replies as they are; an empty one has 0 and failed."""

    def score(item: Item[Choice], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
        value = float(bool(response.reply) and is_right(item.gold, response.reply))
        yield Score(response=response, measure=name, unit=None, value=value, failed=not response.reply.strip())

    return Measure(
        name=name,
        description=description,
        source=source,
        score=score,
        counts="items",
        judged=False,
        main=False,
    )


def released_helmet_match(gold: Choice, reply: str) -> bool:
    """Whether the reply or its parsed answer is the letter or "X. text" alone, or the reply holds "X. text"."""
    whole = f"{gold.letter}. {gold.text}"
    texts = (reply, released_answer(reply))
    equal = max(best(released_exact_match, (gold.letter, whole), text) for text in texts)
    return bool(equal) or whole.lower() in reply.lower()


CHOICE_ACCURACY: Measure[Choice, str] = measure_of_answers(
    name="choice_accuracy",
    description="whether the option that the reply names is the right one",
    source="InfiniteBench; LongBench v2",
    value=lambda gold, answer: gold.letter == answer,
)
HELMET_CHOICE: Measure[Choice, str] = of_reply(
    "exact_match.helmet",
    "whether the reply is the right letter or option and nothing else, or holds 'X. option'",
    "HELMET's released scorer at commit 4526dfb",
    released_helmet_match,
)
INFINITEBENCH_CHOICE: Measure[Choice, str] = of_reply(
    "choice.infinitebench",
    "whether the first letter of the reply is right",
    "InfiniteBench's released scorer (88b3daa)",
    lambda gold, reply: reply.strip() == gold.text or released_infinitebench_choice(reply) == gold.letter,
)
LONGBENCH_CHOICE: Measure[Choice, str] = of_reply(
    "choice.longbench",
    "whether the right letter stands in 'The correct answer is (X)'",
    "LongBench v2's released code (pred.py)",
    lambda gold, reply: released_longbench_choice(reply) == gold.letter,
)
