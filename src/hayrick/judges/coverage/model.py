"""A judge that asks a language model about coverage: makes questions and reads replies. Makes no calls itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from hayrick.asking import REFUSED, REPEAT_STEP, read_replies
from hayrick.judges.combined import RepeatCounts, combine, repeat_counts
from hayrick.judges.coverage.answers import read_contradicted, read_label, read_link, read_number, read_reason
from hayrick.judges.votes import NO_REPLY, REFUSAL
from hayrick.prompting import Fence, Template, bundled, fill, load, one_line
from hayrick.protocols import About, Ask, JudgeOptions
from hayrick.replies.citations import read_citations
from hayrick.replies.json import excerpt, read_object, read_objects
from hayrick.types import (
    LABEL_VALUES,
    BadInput,
    Bullet,
    Insight,
    Item,
    Judgement,
    Prompt,
    Question,
    Reply,
    Response,
    Summary,
    Unparsed,
    WithInsights,
)

VARIANTS: Mapping[str, str] = MappingProxyType(
    {"single": "judge-single", "nine": "judge-nine", "together": "judge-together"}
)
"""Variant -> prompt: one insight per call with six or nine worked examples, or a subtopic's insights in one call.

A variant means the prompt's highest version; "single.v1" is an earlier one, and so on. Version 2 states
docs/reference/rubric.md. Source: SummHay, section 4.3, for few and many examples of each answer. The wording and the
examples are ours.
"""

DEFAULT = "single"
"""Variant if none is named."""

REPLY_TOKENS: Mapping[str, int] = MappingProxyType(
    {"single": 15, "nine": 15, "together": 179, "single.v1": 12, "nine.v1": 12, "together.v1": 151}
)
"""Mean tokens per call of the reply that a judge's prompt asks for; docs/reference/prompts.md."""


_ASKED = frozenset(("insight", "insights"))


class Case(NamedTuple):
    """One question about the coverage of one or several insights by a summary."""

    insights: tuple[str, ...]
    """Ids of the insights asked about, in displayed order."""

    bullets: tuple[int, ...]
    """Ids of the bullets shown; a link must be one of them."""

    prompt: Prompt


@dataclass(slots=True)
class _Answers:
    """Judgements collected for one case; for each insight the first readable answer counts."""

    judge: CoverageJudge
    case: Case
    found: list[Judgement]

    def read(self, reply: Reply) -> list[Judgement] | Unparsed:
        """Read one reply; returns `Unparsed` if the question should be asked again."""
        if reply.stop == REFUSED:
            self.found = [
                new if old.unparsed is not None else old
                for old, new in zip(self.found, self.judge.unjudged(self.case, REFUSAL), strict=True)
            ]
            return self.found
        read = self.judge.read(self.case, reply.text)
        self.found = [new if old.unparsed is not None else old for old, new in zip(self.found, read, strict=True)]
        missing = next((one.unparsed for one in self.found if one.unparsed is not None), None)
        if missing is None:
            return self.found
        return replace(missing, partly=any(one.value is not None for one in self.found))


@dataclass(slots=True)
class CoverageJudge:
    """Asks a model how far a summary covers each insight, and reads its replies as judgements.

    Bullets are shown on one line each with their ids, without citation marks, so that citations cannot influence the
    verdict. With a template that has no fence placeholder, such as SummHay's released one, bullets are shown as JSON.
    `signature` names prompt, version, hash and variant; the harness adds what depends on the model. A variant with an
    earlier version has the signature that it had when it was the only one, so that its runs can be resumed.

    Args:
        options: options of the judge. `variant` is one of `VARIANTS`, with or without a version ("single.v1"), or a
            label for a user's own template. A template needs the placeholder `bullets` and either `insight` (one call
            each) or `insights` (one call for all).

    Raises:
        BadInput: unknown variant or version, or a template without the needed placeholders.
    """

    options: JudgeOptions
    asks: bool = True
    template: Template = field(init=False)
    _repeated: dict[tuple[object, ...], list[Judgement]] = field(default_factory=dict, init=False)
    """All judgements of each insight of each summary, if repeats were asked for."""

    def __post_init__(self) -> None:
        own = self.options.template
        self.template = own if isinstance(own, Template) else _template(self.options.variant or DEFAULT)
        values = self.template.values
        if not {"bullets"} <= values <= _ASKED | {"bullets", "fence"} or len(values & _ASKED) != 1:
            expected = "'bullets', either 'insight' or 'insights', and 'fence' at most"
            raise BadInput(f"prompt {self.template.name}", f"placeholders {', '.join(sorted(values))}", expected)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def variant(self) -> str:
        """Name of the prompt variant, without the version, which `template` has; or of a user's own template."""
        named = self.options.variant or DEFAULT
        return named if self.options.template is not None else named.partition(".")[0]

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on."""
        asked = f"max_tokens={self.options.max_tokens},repeats={self.options.repeats}"
        return f"{self.name};coverage.v1:{self.template.signature};variant={self.variant},{asked}"

    @property
    def about(self) -> About:
        """Mean tokens of a reply, for cost plans; None if unknown."""
        tokens = REPLY_TOKENS.get(self.options.variant or DEFAULT, REPLY_TOKENS.get(self.variant))
        return About(expected_tokens=tokens)

    @property
    def is_together(self) -> bool:
        """Whether one question asks about all insights of an item."""
        return "insights" in self.template.values

    @property
    def agreement(self) -> RepeatCounts:
        """Counts of agreement among the repeats judged so far."""
        return repeat_counts(self._repeated.values())

    async def judge(self, item: Item[WithInsights], response: Response[Summary], ask: Ask) -> list[Judgement]:
        """Return one judgement for every insight; those without a readable answer are unjudged.

        A summary without bullets covers no insight; no model is asked.
        """
        insights = tuple(item.gold.insights)
        bullets = response.answer.bullets if response.answer else ()
        if not bullets or not insights:
            return [self._judgement(one.id, {"coverage": "no"}, "", ()) for one in insights]
        cases = self.cases(insights, bullets)
        asked = [
            (_Answers(self, case, self.unjudged(case, NO_REPLY)), repeat)
            for repeat in range(self.options.repeats)
            for case in cases
        ]
        questions = [self._question(answers.case, repeat) for answers, repeat in asked]
        await read_replies(ask, questions, [answers.read for answers, _ in asked])
        by_insight: dict[str, list[Judgement]] = {one.id: [] for one in insights}
        for answers, _ in asked:
            for judgement in answers.found:
                by_insight[judgement.unit].append(judgement)
        if self.options.repeats == 1:
            return [several[0] for several in by_insight.values()]
        self._repeated.update({(*response.key, unit): several for unit, several in by_insight.items()})
        return [combine(several) for several in by_insight.values()]

    def cases(self, insights: Sequence[Insight], bullets: Sequence[Bullet]) -> list[Case]:
        """Make the questions about one summary: one for each insight, or one for all.

        Bullets precede the insight, so that the prompts of one summary share a prefix.
        """
        asked = [tuple(insights)] if self.is_together else [(insight,) for insight in insights]
        texts = [(bullet.id, shown_bullet(bullet)) for bullet in bullets]
        return [self._case(texts, several) for several in asked]

    def read(self, case: Case, reply: str) -> list[Judgement]:
        """Read the judgements in a reply, one for each insight of the case, in order.

        The last complete JSON object with a coverage counts; with several insights, the last one for each. A link is
        dropped unless it is the number of one shown bullet, and always if the coverage is "no". `contradicted` counts
        only if the coverage is "no". What cannot be read is `Unparsed`, never a number.

        Args:
            case: made by `cases`.
            reply: the model's reply, unchanged.
        """
        if not self.is_together:
            answer = read_object(reply, ("coverage",))
            return [self._judgement(insight, answer, reply, case.bullets) for insight in case.insights]
        answers = read_objects(reply, ("insight", "coverage"))
        if isinstance(answers, Unparsed):
            return [self._judgement(insight, answers, reply, case.bullets) for insight in case.insights]
        by_number = {read_number(answer["insight"], "insight"): answer for answer in answers}
        missing = Unparsed(reason="no answer for this insight", reply=excerpt(reply))
        return [
            self._judgement(insight, by_number.get(number, missing), reply, case.bullets)
            for number, insight in enumerate(case.insights, start=1)
        ]

    def unjudged(self, case: Case, why: Unparsed) -> list[Judgement]:
        """Return unjudged judgements for a case without a reply.

        Args:
            case: made by `cases`.
            why: there is none.
        """
        return [self._judgement(insight, why, "", ()) for insight in case.insights]

    def _question(self, case: Case, repeat: int) -> Question:
        options = self.options
        return Question(
            role=options.role, prompt=case.prompt, max_tokens=options.max_tokens, repeat=repeat * REPEAT_STEP
        )

    def _case(self, bullets: Sequence[tuple[int, str]], insights: tuple[Insight, ...]) -> Case:
        shown = [one_line(insight.text) for insight in insights]
        values = {"insights" if self.is_together else "insight": shown[0]}
        if self.is_together:
            values["insights"] = "\n".join(f"Insight {n}: {text}" for n, text in enumerate(shown, start=1))
        if "fence" in self.template.values:
            values["fence"] = Fence.around([text for _, text in bullets], shown).mark
            values["bullets"] = "\n".join(f"Bullet {id}: {text}" for id, text in bullets)
        else:
            rows = [json.dumps({"bullet_id": id, "text": text}, ensure_ascii=False) for id, text in bullets]
            values["bullets"] = '{"bullets": [\n    ' + ",\n    ".join(rows) + "\n]\n}"
        prompt = Prompt(messages=fill(self.template, values), signature=self.signature)
        ids = tuple(insight.id for insight in insights)
        return Case(ids, tuple(id for id, _ in bullets), prompt)

    def _judgement(
        self, insight: str, answer: Mapping[str, object] | Unparsed, reply: str, shown: tuple[int, ...]
    ) -> Judgement:
        if isinstance(answer, Unparsed):
            return Judgement(unit=insight, rater=self.name, value=None, unparsed=answer)
        label = read_label(answer["coverage"])
        if label is None:
            unknown = f"unknown coverage {str(answer['coverage'])[:60]!r}"
            unparsed = Unparsed(reason=unknown, reply=excerpt(reply))
            return Judgement(unit=insight, rater=self.name, value=None, unparsed=unparsed)
        found = Judgement(
            unit=insight, rater=self.name, label=label, value=LABEL_VALUES[label], reason=read_reason(answer)
        )
        if label == "none":
            return replace(found, contradicted=read_contradicted(answer))
        return replace(found, link=read_link(answer, shown))


def shown_bullet(bullet: Bullet) -> str:
    """Text of a bullet as shown to the judge: on one line, without citation marks."""
    return one_line(read_citations(bullet.text, {name: name for name in bullet.cites | bullet.unknown}).text)


def _template(variant: str) -> Template:
    """The prompt of a variant with or without a version."""
    name, dot, version = variant.partition(".")
    prompt = f"{VARIANTS.get(name)}{dot}{version}"
    if name not in VARIANTS or (dot and prompt not in bundled()):
        expected = f"one of {', '.join(VARIANTS)}, or one with an earlier version, such as {DEFAULT}.v1"
        raise BadInput("coverage judge", f"variant '{variant}'", expected)
    return load(prompt)
