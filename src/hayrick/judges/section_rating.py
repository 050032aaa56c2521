"""A judge that asks a language model to rate the summary of each section, 1 to 5. Makes no calls itself.

Source: ETHIC, section 4.1, after Wu et al. (2024) and G-Eval (Liu et al., 2023).
Differs: our own prompt, since the original's are not published. Ratings are means by probability, divided by the
    probability of all ratings; where a model gives no probabilities, the mean of several drawn replies. A section that
    the reply leaves out has the least rating; the original does not ask about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from types import MappingProxyType

from hayrick.asking import REFUSED, read_replies
from hayrick.judges.rating import RatingReader
from hayrick.judges.templates import judge_template
from hayrick.measures.section_ratings import CRITERIA, LEAST, MOST, Summaries, Texts, unit
from hayrick.prompting import Fence, Template, fill, tidy
from hayrick.protocols import Ask, JudgeMaker, JudgeOptions
from hayrick.replies.ratings import read_rating, weighted_rating
from hayrick.types import BadInput, Item, Judgement, Prompt, Question, Reply, Response, Unparsed

PROMPT = "rate-section"
ALTERNATIVES = 10
"""Of the first token, as the original asks for."""

LEAST_MASS = 0.5
"""Probability of all ratings together below which the first token is no rating, and replies are drawn instead."""

SAMPLES = 5
"""Replies drawn where there are no probabilities, unless `--judge-repeat` says how many."""

TEMPERATURE = 1.0
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

_NEEDED = frozenset({"section", "summary", "criterion"})
_REPEAT = 100


@dataclass(slots=True)
class SectionRatingJudge:
    """Rates the summary of each section on three criteria; judgements are `consistency/1`, ..., `faithfulness/N`.

    Each rating is one question. Probabilities are taken where the model gives them; else replies are drawn.

    Args:
        options: of the judge; a template needs the values section, summary and criterion.
        drawn: whether replies are drawn, whatever the model gives.

    Raises:
        BadInput: the template lacks one of them, or a variant of the prompt is named.
    """

    options: JudgeOptions
    drawn: bool = False
    asks: bool = True
    expected_tokens: int = 1
    template: Template = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, _NEEDED, PLACEHOLDERS)
        if self.options.variant not in (None, "single"):
            raise BadInput("section judge", f"variant '{self.options.variant}'", "none: there is one prompt")

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def n_samples(self) -> int:
        """Replies drawn for a rating without probabilities."""
        return self.options.repeats if self.options.repeats > 1 else SAMPLES

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on, the method of weighting included."""
        first = "" if self.drawn else f"logprobs:{ALTERNATIVES},mass>={LEAST_MASS},else-"
        method = f"{first}samples:{self.n_samples}@{TEMPERATURE:g}"
        return f"{self.name};sections.v1:{self.template.signature};{method};max_tokens={self.options.max_tokens}"

    async def judge(self, item: Item[Texts], response: Response[Summaries], ask: Ask) -> list[Judgement]:
        """One judgement for each criterion and section; nothing is asked about sections without a summary."""
        answer = response.answer or {}
        units = [(criterion, number) for criterion in CRITERIA for number in range(1, len(item.gold) + 1)]
        asked = [(criterion, number) for criterion, number in units if number in answer]
        prompts = {one: self._prompt(one[0], item.gold[one[1] - 1], answer[one[1]]) for one in asked}
        found = {} if self.drawn else await self._weighted(prompts, ask)
        found |= await self._drawn({one: prompt for one, prompt in prompts.items() if one not in found}, ask)
        omitted = Judgement(unit="", rater=self.name, value=float(LEAST), label="omitted", reason="no summary")
        return [_of_unit(found.get(one, omitted), unit(*one)) for one in units]

    async def _weighted(self, prompts: Mapping[tuple[str, int], Prompt], ask: Ask) -> dict[tuple[str, int], Judgement]:
        """Ratings from probabilities, and those of failed calls; none for units whose replies must be drawn."""
        questions = [self._question(prompt, alternatives=ALTERNATIVES) for prompt in prompts.values()]
        replies = await ask(questions) if questions else []
        found = {one: self._of_probabilities(reply) for one, reply in zip(prompts, replies, strict=True)}
        return {one: judgement for one, judgement in found.items() if judgement is not None}

    def _of_probabilities(self, reply: Reply | None) -> Judgement | None:
        if reply is None or reply.stop == REFUSED:
            reason = "no reply" if reply is None else "the judge refused to answer"
            return self._judgement(None, unparsed=Unparsed(reason=reason))
        found = weighted_rating(reply.alternatives, LEAST, MOST)
        if found is None or found.mass < LEAST_MASS:
            return None
        return self._judgement(found.value, f"by probabilities, {found.mass:.3f} in all")

    async def _drawn(self, prompts: Mapping[tuple[str, int], Prompt], ask: Ask) -> dict[tuple[str, int], Judgement]:
        """Means of the drawn replies that can be read."""
        n = self.n_samples
        readers = [RatingReader(lambda text: read_rating(text, LEAST, MOST)) for _ in prompts for _ in range(n)]
        questions = [self._question(prompt, drawn=number) for prompt in prompts.values() for number in range(n)]
        await read_replies(ask, questions, [one.read for one in readers])
        found: dict[tuple[str, int], Judgement] = {}
        for place, one in enumerate(prompts):
            several = readers[place * n : place * n + n]
            ratings = [each.rating for each in several if each.rating is not None]
            why = f"mean of {len(ratings)} of {n} drawn replies"
            found[one] = self._judgement(fmean(ratings) if ratings else None, why, several[0].why)
        return found

    def _judgement(self, value: float | None, reason: str = "", unparsed: Unparsed | None = None) -> Judgement:
        if value is None:
            return Judgement(unit="", rater=self.name, value=None, unparsed=unparsed)
        return Judgement(unit="", rater=self.name, value=value, label=f"{value:.3g}", reason=reason)

    def _question(self, prompt: Prompt, alternatives: int = 0, drawn: int | None = None) -> Question:
        return Question(
            role=self.options.role,
            prompt=prompt,
            max_tokens=self.options.max_tokens,
            repeat=0 if drawn is None else drawn * _REPEAT,
            alternatives=alternatives,
            temperature=None if drawn is None else TEMPERATURE,
        )

    def _prompt(self, criterion: str, section: str, summary: str) -> Prompt:
        values = {"section": tidy(section), "summary": tidy(summary), "criterion": ASKED[criterion]}
        if "fence" in self.template.values:
            values["fence"] = Fence.around([values["section"]], [values["summary"]]).mark
        return Prompt(messages=fill(self.template, values), signature=self.template.signature)


def _of_unit(judgement: Judgement, unit: str) -> Judgement:
    return replace(judgement, unit=unit)


def rating_notes(judgements: Sequence[Judgement]) -> list[str]:
    """How the ratings of a run came about, for `Task.notes`."""
    kinds = {"by probabilities": 0, "mean of": 0}
    for one in judgements:
        for kind in kinds:
            kinds[kind] += (one.reason or "").startswith(kind)
    weighted, drawn = kinds.values()
    unread = sum(one.value is None for one in judgements)
    omitted = sum(one.label == "omitted" for one in judgements)
    counts = f"{weighted} by probabilities, {drawn} as means of drawn replies, {unread} could not be read"
    return [f"Ratings: {counts}; {omitted} are the least one for sections that were left out."]


JUDGES: Mapping[str, JudgeMaker[Texts, Summaries]] = MappingProxyType(
    {
        "MODEL": JudgeMaker(
            "a language model, by Inspect's name such as openai/gpt-4o (hayrick[llm]); rates each section 1 to 5",
            SectionRatingJudge,
            PLACEHOLDERS,
        ),
        "samples:MODEL": JudgeMaker(
            "the same, by drawn replies alone, also where the model gives probabilities",
            lambda options: SectionRatingJudge(options, drawn=True),
            PLACEHOLDERS,
        ),
    }
)
"""Name -> judge, for tasks whose gold is sections and whose answers are their summaries."""
