"""A judge that asks a language model to rate the summary of each section, 1 to 5. Makes no calls itself.

Source: ETHIC, section 4.1, after Wu et al. (2024) and G-Eval (Liu et al., 2023).
Differs: our own prompt, since the original's are not published. Ratings are means by probability, divided by the
    probability of all ratings; where a model gives no probabilities, the mean of several drawn replies. A section that
    the reply leaves out has the least rating; the original does not ask about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from hayrick.judges.in_extract import Shorten
from hayrick.judges.scales import Method, Rater, Scale, left_out
from hayrick.judges.templates import judge_template
from hayrick.measures.section_ratings import CRITERIA, LEAST, MOST, Summaries, Texts, numbers_of, unit
from hayrick.prompting import Fence, Template, fill, tidy
from hayrick.protocols import About, Ask, JudgeMaker, JudgeOptions
from hayrick.types import Item, Judgement, Prompt, Response

PROMPT = "rate-section"
PLACEHOLDERS: Mapping[str, str] = MappingProxyType(
    {"{{Document}}": "section", "{{Summary}}": "summary", "{{Criterion}}": "criterion"}
)
"""Placeholders as G-Eval writes them -> ours."""

ASKED: Mapping[str, str] = MappingProxyType(
    {
        "consistency": "consistency. The summary and the section agree: people, numbers, causes, times, and who says"
        " what are the same in both, and nothing in the summary contradicts the section.",
        "relevance": "relevance. The summary has what matters most in the section and leaves out what matters little."
        " It costs points to miss a main point, to dwell on details, and to repeat the section or itself.",
        "faithfulness": "faithfulness. Everything that the summary says can be found in the section. It costs points to"
        " add events, reasons, opinions or knowledge from elsewhere, even where they are true.",
    }
)
"""Criterion -> what the judge is told of it."""

FOCUSED = (
    " The summary was to answer the question that stands before it: what matters is what answers this question, and"
    " nothing else in the section is missed."
)
"""What the judge is told where a summary answers a question, the item's query."""

_NEEDED = frozenset({"section", "summary", "criterion"})


@dataclass(slots=True)
class SectionRatingJudge:
    """Rates the summary of each section on three criteria; judgements are `consistency/1`, ..., `faithfulness/N`.

    Each rating is one question. Probabilities are taken where the model gives them; else replies are drawn. An item's
    query is what its summaries answer; it is shown before each of them.

    Args:
        options: of the judge; a template needs the values section, summary and criterion.
        drawn: whether replies are drawn, whatever the model gives.

    Raises:
        BadInput: as `judge_template`.
    """

    options: JudgeOptions
    drawn: bool = False
    asks: bool = True
    about: ClassVar[About] = About(expected_tokens=1)
    template: Template = field(init=False)
    rater: Rater = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, _NEEDED, PLACEHOLDERS)
        method = Method.drawn(self.options.repeats, weighted=not self.drawn)
        self.rater = Rater(self.options, Scale(LEAST, MOST), method)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on, the method of weighting included."""
        return f"{self.name};sections.v2:{self.template.signature};{self.rater.signature}"

    async def judge(self, item: Item[Texts], response: Response[Summaries], ask: Ask) -> list[Judgement]:
        """One judgement for each criterion and section; nothing is asked about sections without a summary."""
        answer = response.answer or {}
        units = [(criterion, number) for criterion in CRITERIA for number in numbers_of(item.gold)]
        asked = [(criterion, number) for criterion, number in units if number in answer]
        prompts = [self._prompt(one, item.gold[number - 1], answer[number], item.query) for one, number in asked]
        found = dict(zip(asked, await self.rater.rate(prompts, ask), strict=True))
        return [
            found[one].judgement(unit(*one), self.name) if one in found else left_out(unit(*one), self.name, LEAST)
            for one in units
        ]

    def shortened(self, item: Item[Texts], response: Response[Summaries], shorten: Shorten) -> Item[Texts]:
        """See `in_extract.Shortens`: an extract of each section that has a summary."""
        answer = response.answer or {}
        sections = enumerate(item.gold, start=1)
        return replace(
            item, gold=tuple(shorten(answer[number], text) if number in answer else text for number, text in sections)
        )

    def _prompt(self, criterion: str, section: str, summary: str, query: str) -> Prompt:
        shown = tidy(f"Question: {query}\n\nSummary: {summary}" if query else summary)
        told = f"{ASKED[criterion]}{FOCUSED * bool(query)}"
        values = {"section": tidy(section), "summary": shown, "criterion": told}
        if "fence" in self.template.values:
            values["fence"] = Fence.around([values["section"]], [values["summary"]]).mark
        return Prompt(messages=fill(self.template, values), signature=self.template.signature)


JUDGES: Mapping[str, JudgeMaker[Texts, Summaries]] = MappingProxyType(
    {
        "MODEL": JudgeMaker(
            "of sections: a rating from 1 to 5 for each",
            SectionRatingJudge,
            PLACEHOLDERS,
        ),
        "samples:MODEL": JudgeMaker(
            "of sections: the rating by drawn replies alone, also where the model gives probabilities",
            lambda options: SectionRatingJudge(options, drawn=True),
            PLACEHOLDERS,
        ),
    }
)
"""Name -> judge, for tasks whose gold is sections and whose answers are their summaries."""
