"""A judge that asks a language model to rate an answer: fluency 0 or 1, correctness 0 to 3. Makes no calls itself.

Source: HELMET, appendix B.6 (table 10), and its released code at commit 4526dfb.
Differs: our own prompt; `--judge-prompt FILE` takes the original's. The whole visible answer is shown, with its line
    breaks. A reply without both ratings, or with one that does not exist, is asked for again, and then is no verdict;
    the original leaves such answers out of the mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from hayrick.judges.coverage.answers import REASON_CHARACTERS
from hayrick.judges.templates import judge_template
from hayrick.judges.votes import repeated
from hayrick.measures.ratings import CORRECTNESS, FLUENCY, MOST_CORRECTNESS, MOST_FLUENCY, SCORE
from hayrick.prompting import Fence, Template, fill, one_line, tidy
from hayrick.protocols import About, Ask, JudgeMaker, JudgeOptions
from hayrick.replies.json import excerpt, read_object
from hayrick.types import Item, Judgement, Prompt, Question, Response, Unparsed

PROMPT = "rate-answer"
PLACEHOLDERS: Mapping[str, str] = MappingProxyType(
    {"{question}": "question", "{correct_answers}": "references", "{parsed_output}": "answer"}
)
"""Placeholders of HELMET's prompt -> ours."""

REPLY_TOKENS = 60
"""Mean tokens of a reply, for cost plans."""

_NEEDED = frozenset({"question", "references", "answer"})
_WHOLE = re.compile(r"\s*([0-9])(?:\.0+)?(?:\s*/\s*[0-9])?\s*")


class Rating(NamedTuple):
    """What one reply says."""

    fluency: int
    correctness: int
    reason: str | None

    @property
    def score(self) -> float:
        """Product of both as a share of the greatest, in [0, 1]."""
        return self.fluency * self.correctness / (MOST_FLUENCY * MOST_CORRECTNESS)


@dataclass(slots=True)
class RatingJudge:
    """Rates answers to a question by right answers; judgements are on fluency, correctness and their product.

    Values of several repeats are means over those that can be read. With a template without a fence, such as HELMET's,
    right answers are shown as a list in brackets.

    Args:
        options: of the judge; a template needs the values question, references and answer.

    Raises:
        BadInput: as `judge_template`.
    """

    options: JudgeOptions
    asks: bool = True
    about: ClassVar[About] = About(expected_tokens=REPLY_TOKENS)
    template: Template = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, _NEEDED, PLACEHOLDERS)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on."""
        asked = f"max_tokens={self.options.max_tokens},repeats={self.options.repeats}"
        return f"{self.name};rating.v1:{self.template.signature};{asked}"

    async def judge(self, item: Item[Sequence[str]], response: Response[str], ask: Ask) -> list[Judgement]:
        """Judgements on fluency, correctness and the score; nothing is asked about a response without an answer."""
        if response.answer is None:
            return self._judgements([Rating(0, 0, None)], None)
        question = self._question(item, response.answer)
        (given,) = await repeated([question], self.options.repeats, read_rating, ask)
        found = [one for one in given if not isinstance(one, Unparsed)]
        return self._judgements(found, next((one for one in given if isinstance(one, Unparsed)), None))

    def _question(self, item: Item[Sequence[str]], answer: str) -> Question:
        options, question, shown = self.options, tidy(item.query), tidy(answer)
        right = [one_line(one) for one in item.gold]
        values = {"question": question, "answer": shown, "references": json.dumps(right, ensure_ascii=False)}
        if "fence" in self.template.values:
            values["references"] = "\n".join(f"- {one}" for one in right)
            values["fence"] = Fence.around([question, *right], [shown]).mark
        prompt = Prompt(messages=fill(self.template, values), signature=self.template.signature)
        return Question(role=options.role, prompt=prompt, max_tokens=options.max_tokens)

    def _judgements(self, found: Sequence[Rating], why: Unparsed | None) -> list[Judgement]:
        reason = next((one.reason for one in found if one.reason), None)
        values: dict[str, list[float]] = {
            FLUENCY: [one.fluency for one in found],
            CORRECTNESS: [one.correctness for one in found],
            SCORE: [one.score for one in found],
        }
        pairs = sorted(f"{one.fluency},{one.correctness}" for one in found)
        answers = tuple(pairs) if self.options.repeats > 1 else ()
        return [
            Judgement(
                unit=unit,
                rater=self.name,
                value=fmean(several),
                label=f"{fmean(several):.3g}",
                reason=reason,
                repeats=answers if unit == SCORE else (),
            )
            if several
            else Judgement(unit=unit, rater=self.name, value=None, unparsed=why)
            for unit, several in values.items()
        ]


def read_rating(reply: str) -> Rating | Unparsed:
    """Read the last JSON object with both ratings; `Unparsed` where there is none or a rating does not exist.

    Accepts 1, 1.0, "1", "3/3", and true or false for fluency. The reason is what stands before the object, shortened.
    """
    answer = read_object(reply, (FLUENCY, CORRECTNESS))
    if isinstance(answer, Unparsed) and "{{" in reply:
        # A template with doubled braces may be answered in its own form.
        answer = read_object(reply.replace("{{", "{").replace("}}", "}"), (FLUENCY, CORRECTNESS))
    if isinstance(answer, Unparsed):
        return answer
    fluency, correctness = answer[FLUENCY], _whole(answer[CORRECTNESS])
    fluent = int(fluency) if isinstance(fluency, bool) else _whole(fluency)
    if fluent is None or correctness is None or fluent > MOST_FLUENCY or correctness > MOST_CORRECTNESS:
        said = f"{FLUENCY} {fluency!r}, {CORRECTNESS} {answer[CORRECTNESS]!r}"[:80]
        return Unparsed(reason=f"{said}: no ratings of 0 to 1 and 0 to 3", reply=excerpt(reply))
    return Rating(fluent, correctness, _reason(answer, reply))


def _whole(written: object) -> int | None:
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        return None
    found = _WHOLE.fullmatch(str(written)[:20])
    return int(found[1]) if found else None


def _reason(answer: Mapping[str, object], reply: str) -> str | None:
    given = answer.get("reason")
    said = given if isinstance(given, str) else reply.rpartition("{")[0].removesuffix("```json").strip("`\n {")
    return one_line(said[-10 * REASON_CHARACTERS :])[:REASON_CHARACTERS].rstrip() or None


JUDGES: Mapping[str, JudgeMaker[Sequence[str], str]] = MappingProxyType(
    {
        "MODEL": JudgeMaker(
            "a language model, by Inspect's name such as openai/gpt-4o (extra llm)", RatingJudge, PLACEHOLDERS
        )
    }
)
"""Name -> judge, for tasks whose gold is a list of right answers."""
