"""How exactly a text is repeated after a string that must be put before it, by Python's difflib.

Source: OpenAI's MRCR (data card openai/mrcr; HELMET 5dde2de has the same function); MRCR v2 (google-deepmind/eval_hub)
    for the lenient reader.
The ratio is difflib's with its defaults: from 200 characters of gold on, characters that make up more than a hundredth
of it begin no match, so that unrelated prose scores about .03 and not .2. It depends on the order of the two texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import Measure

MOST_CHARACTERS = 100_000
"""Of a longer reply no more is compared; all of it counts as length, so that its ratio is too small, if anything."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What is to be repeated.

    Args:
        string: to be put before the text.
        text: the text.
        rivals: texts of the same request in their order, `text` among them.
    """

    string: str
    text: str
    rivals: tuple[str, ...]

    @property
    def wanted(self) -> str:
        """The wanted reply."""
        return self.string + self.text


@lru_cache(maxsize=4096)
def ratio(first: str, second: str) -> float:
    """2 M / T: M characters in matching blocks, T of both texts; difflib with its defaults, in this order."""
    matcher = SequenceMatcher(None, first[:MOST_CHARACTERS], second[:MOST_CHARACTERS])
    matched = sum(block.size for block in matcher.get_matching_blocks())
    return 2 * matched / (len(first) + len(second)) if first or second else 1.0


def strict_ratio(string: str, wanted: str, reply: str) -> float:
    """0 unless the reply begins with the string, byte for byte; else the ratio of what follows it in both.

    Source: OpenAI, data card openai/mrcr.
    """
    if not reply.startswith(string):
        return 0.0
    return ratio(reply.removeprefix(string), wanted.removeprefix(string))


def lenient_ratio(string: str, wanted: str, reply: str) -> float:
    """Ratio of what follows the last such string, without blanks around; 0 where the string is nowhere.

    Source: google-deepmind/eval_hub at commit 67b7fd2, with the two texts in this order.
    """
    if string not in reply:
        return 0.0
    return ratio(wanted.rpartition(string)[2].strip(), reply.rpartition(string)[2].strip())


COPY_LENIENT: Measure[Copied, str] = measure_of_answers(
    name="copy_ratio.lenient",
    description="copy_ratio of what follows the last such string, wherever it stands in the reply",
    source="MRCR v2, google-deepmind/eval_hub at commit 67b7fd2",
    value=lambda gold, answer: lenient_ratio(gold.string, gold.wanted, answer),
    main=False,
)
BEGINS: Measure[Copied, str] = measure_of_answers(
    name="begins_with_string",
    description="whether the reply, blanks aside, begins with the string that was to be put first",
    value=lambda gold, answer: float(answer.startswith(gold.string)),
    main=False,
)
COPY_RATIO: Measure[Copied, str] = measure_of_answers(
    name="copy_ratio",
    description="likeness of the repeated text by difflib; 0 unless the reply begins with the string, blanks aside",
    source="OpenAI, MRCR",
    value=lambda gold, answer: strict_ratio(gold.string, gold.wanted, answer),
)


COPY_RAW: Measure[Copied, str] = measure_of_replies(
    name="copy_ratio.openai",
    description="copy_ratio of the reply as it is: a blank or line break before the string scores 0",
    source="OpenAI, MRCR; HELMET at commit 5dde2de",
    value=lambda gold, reply: strict_ratio(gold.string, gold.wanted, reply),
    shown=False,
)
