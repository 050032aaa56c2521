"""A judge that asks a language model to rate a whole summary against its source, on one criterion.

Source: Less is More (Wu et al., 2024), sections 2 and 3.2, appendices A and F, and llm-longeval at commit 65bc6be.
Differs: our own prompts; `--judge-prompt FILE` takes the original's, as a message of the user unless its first line is
    "## system"; the original sends it as the system's. A reply that cannot be read is asked for again, and then there
    is no rating; the original takes it for 0, below its scale. Several replies, or probabilities of the first token,
    are as `scales` has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.in_extract import ReadsSource, source_of
from hayrick.judges.scales import Method, Rater, Scale, left_out
from hayrick.judges.templates import judge_template
from hayrick.prompting import Fence, Template, fill, tidy
from hayrick.protocols import About, Ask, JudgeMaker, JudgeOptions
from hayrick.types import Item, Judgement, Prompt, Response, Unparsed

PROMPT = "rate-summary"
PLACEHOLDERS: Mapping[str, str] = MappingProxyType(
    {"{{article}}": "source", "{{summary}}": "summary", "{{Document}}": "source", "{{Summary}}": "summary"}
)
"""Placeholders of llm-longeval's prompts, and of G-Eval's -> ours."""

_NEEDED = frozenset({"source", "summary"})
_OURS = frozenset({"fence", "criterion", "levels", "most"})


class Criterion(NamedTuple):
    """What is rated: a name, what the judge is told of it, and what each number means, from 1 on."""

    name: str
    text: str
    levels: tuple[str, ...]

    @property
    def scale(self) -> Scale:
        """From 1 to the number of levels."""
        return Scale(1, len(self.levels))


CONSISTENCY = Criterion(
    "consistency",
    "consistency. What the summary says agrees with the facts of the source. These are faults: it tells of another"
    " action or state than the source; of other people, things or properties; of another time, place, amount or manner;"
    ' a "they", "it" or "this" stands for the wrong thing; statements are joined as the source does not join them, as'
    " cause and effect for instance; something is not in the source at all; a sentence cannot be understood.",
    (
        "faults nearly everywhere: hardly a statement agrees with the source",
        "more is wrong than right",
        "right and wrong statements side by side, more of them right",
        "right but for one or two faults",
        "no fault",
    ),
)
RELEVANCE = Criterion(
    "relevance",
    "relevance. The summary has the main points of the source. Minor details neither help nor replace a main point.",
    (
        "none of the main points",
        "one or two of many main points",
        "about half of the main points",
        "nearly all main points",
        "every main point",
    ),
)
FAITHFULNESS = Criterion(
    "faithfulness",
    "faithfulness. Each statement of the summary is in the source, or is implied by it beyond doubt, or follows from it"
    " by logic. A statement that contradicts the source, or that nothing in the source supports, is an error.",
    (
        "nothing in the summary follows from the source",
        "one or two statements follow, the others are errors",
        "more errors than statements that follow",
        "as many errors as statements that follow",
        "more statements that follow than errors, which are easy to find",
        "a small error or two",
        "no error",
    ),
)
CRITERIA = (CONSISTENCY, RELEVANCE, FAITHFULNESS)


@dataclass(slots=True)
class SummaryRatingJudge(ReadsSource):
    """Rates a summary on one criterion by its source, all documents of the item; the one unit has the criterion's name.

    By default one reply at the role's temperature; with repeats, the mean of those that can be read. An answer without
    a word has the least rating, a source without one gives none; nothing is asked then.

    Args:
        options: of the judge; a template needs the values source and summary.
        criterion: what is rated.
        weighted: whether the rating is the mean by probabilities of the first token, where the model gives them.

    Raises:
        BadInput: as `judge_template`.
    """

    options: JudgeOptions
    criterion: Criterion
    weighted: bool = False
    asks: bool = True
    template: Template = field(init=False)
    rater: Rater = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, _NEEDED, PLACEHOLDERS, _OURS)
        repeats = self.options.repeats
        method = Method.drawn(repeats, weighted=True) if self.weighted else Method(repeats)
        self.rater = Rater(self.options, self.criterion.scale, method)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on."""
        scale = f"{self.criterion.name},{self.criterion.scale.least}-{self.criterion.scale.most}"
        return f"{self.name};summary-rating.v1:{self.template.signature};{scale};{self.rater.signature}"

    @property
    def about(self) -> About:
        """Least and greatest rating of the criterion; a reply is one token."""
        scale = self.criterion.scale
        return About(expected_tokens=1, bounds={self.criterion.name: (float(scale.least), float(scale.most))})

    async def judge(self, item: Item[Sequence[str]], response: Response[str], ask: Ask) -> list[Judgement]:
        """The rating; does not read references."""
        unit, summary = self.criterion.name, (response.answer or "").strip()
        if not summary:
            return [left_out(unit, self.name, self.criterion.scale.least)]
        source = source_of(item)
        if not source:
            return [Judgement(unit=unit, rater=self.name, value=None, unparsed=Unparsed(reason="no source text"))]
        return [one.judgement(unit, self.name) for one in await self.rater.rate([self._prompt(source, summary)], ask)]

    def _prompt(self, source: str, summary: str) -> Prompt:
        values = {
            "source": tidy(source),
            "summary": tidy(summary),
            "criterion": self.criterion.text,
            "levels": "\n".join(f"{number}: {text}" for number, text in enumerate(self.criterion.levels, start=1)),
            "most": str(self.criterion.scale.most),
        }
        # The source alone determines the fence, so that prompts on one source begin alike.
        values["fence"] = Fence.around([values["source"]], [values["summary"]]).mark
        wanted = {name: values[name] for name in self.template.values}
        return Prompt(messages=fill(self.template, wanted), signature=self.template.signature)


def _maker(criterion: Criterion) -> JudgeMaker[Sequence[str], str]:
    description = f"a language model rates the summary's {criterion.name} from 1 to {criterion.scale.most}"
    return JudgeMaker(description, lambda options: SummaryRatingJudge(options, criterion), PLACEHOLDERS)


def _weighted_maker(criterion: Criterion) -> JudgeMaker[Sequence[str], str]:
    description = f"{criterion.name} as the mean by the probabilities of the reply's first token, else of drawn replies"
    return JudgeMaker(description, lambda options: SummaryRatingJudge(options, criterion, True), PLACEHOLDERS)


JUDGES: Mapping[str, JudgeMaker[Sequence[str], str]] = MappingProxyType(
    {
        **{f"{one.name}:MODEL": _maker(one) for one in CRITERIA},
        **{f"expected-{one.name}:MODEL": _weighted_maker(one) for one in CRITERIA},
    }
)
"""Name -> judge, for items whose documents are the source of a summary."""
