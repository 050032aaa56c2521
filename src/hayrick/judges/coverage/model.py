"""The judge that asks a language model: questions about coverage, and how its replies are read. Calls no model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType

from hayrick.prompting import Fence, Template, fill, load, one_line
from hayrick.replies.citations import read_citations
from hayrick.replies.json import excerpt, read_object, read_objects
from hayrick.types import (
    LABEL_VALUES,
    BadInput,
    Bullet,
    Case,
    Insight,
    Judgement,
    Label,
    Prompt,
    Subtopic,
    Summary,
    Unparsed,
)

VARIANTS: Mapping[str, str] = MappingProxyType(
    {"single": "judge-single", "nine": "judge-nine", "together": "judge-together"}
)
"""Variant -> prompt: one insight a call with three worked answers or nine, or all insights of a subtopic in one call.

Source: SummHay, section 4.3, for one and nine examples of each answer. The words and examples are ours.
"""

_LABELS: Mapping[str, Label] = MappingProxyType(
    {
        **dict.fromkeys(("full", "fully", "complete", "completely", "entire", "entirely", "1", "1.0"), "full"),
        **dict.fromkeys(("partial", "partially", "partly", "part", "in part", "0.5", ".5"), "partial"),
        **dict.fromkeys(("no", "none", "not", "not at all", "0", "0.0"), "none"),
    }
)
_ABOUT_COVERAGE = re.compile(r"\b(?:coverage|covered|covers|is)\b")
_LINK = re.compile(
    r"(?:(?:point|line|number|no|id|nr)[\s_.:#-]*)*+[#(\[]?\s*(\d{1,9})(?:\.0+)?\s*[)\].:]?", re.IGNORECASE
)
_ASKED = frozenset(("insight", "insights"))
_BULLET_KEYS = ("bullet", "bullet_id", "bullet_number", "bullet_point")


class CoverageJudge:
    """Questions for a model about how far a summary covers insights, and its answers as judgements.

    Bullets are shown on a line each with their ids and without citation marks, so that citations cannot sway
    coverage. A template without a placeholder for the fence, such as SummHay's released one, gets bullets as JSON.
    `signature` names prompt, version, hash and variant; what the model itself depends on is the caller's to add.

    Args:
        name: the judge as the user named it: rows name it so.
        variant: one of `VARIANTS`; with a template of one's own a name for it.
        template: what to ask with, by default the variant's in its highest version. It has placeholders `bullets` and
            either `insight`, asked once for each, or `insights`, asked once for all.

    Raises:
        BadInput: unknown variant, or a template without these placeholders.
    """

    def __init__(self, name: str, variant: str = "single", template: Template | None = None) -> None:
        if template is None and variant not in VARIANTS:
            raise BadInput("coverage judge", f"variant '{variant}'", f"one of {', '.join(VARIANTS)}")
        self.name = name
        self.variant = variant
        self.template = template or load(VARIANTS[variant])
        values = self.template.values
        if not {"bullets"} <= values <= _ASKED | {"bullets", "fence"} or len(values & _ASKED) != 1:
            expected = "'bullets', either 'insight' or 'insights', and 'fence' at most"
            raise BadInput(f"prompt {self.template.name}", f"placeholders {', '.join(sorted(values))}", expected)
        self.signature = f"coverage.v1:{self.template.signature};variant={variant}"

    @property
    def is_together(self) -> bool:
        """Whether one case asks about all insights of a subtopic."""
        return "insights" in self.template.values

    def cases(self, subtopic: Subtopic, summary: Summary) -> list[Case]:
        """Questions about one summary.

        The cases of one summary begin alike, as the bullets come before the insight.

        Returns:
            One for each insight, or one for all; none for a summary without bullets, which `without_bullets` judges.
        """
        if not summary.bullets or not subtopic.insights:
            return []
        asked = [subtopic.insights] if self.is_together else [(insight,) for insight in subtopic.insights]
        texts = [(bullet.id, shown_bullet(bullet)) for bullet in summary.bullets]
        return [self._case(subtopic, summary, texts, insights) for insights in asked]

    def read(self, case: Case, reply: str) -> list[Judgement]:
        """Judgements of a reply, one for each insight of the case in order.

        The last complete JSON object with a coverage counts, in a case about several insights the last one for each.
        A link that is not one number of a shown bullet is none, and so is any with "no". What cannot be read
        is `Unparsed`, never a number.

        Args:
            case: from `cases`.
            reply: the model's, as it came.
        """
        if not self.is_together:
            answer = read_object(reply, ("coverage",))
            return [self._judgement(case, insight, answer, reply) for insight in case.insights]
        answers = read_objects(reply, ("insight", "coverage"))
        if isinstance(answers, Unparsed):
            return [self._judgement(case, insight, answers, reply) for insight in case.insights]
        by_number = {_link(answer["insight"], "insight"): answer for answer in answers}
        missing = Unparsed(reason="no answer for this insight", reply=excerpt(reply))
        return [
            self._judgement(case, insight, by_number.get(number, missing), reply)
            for number, insight in enumerate(case.insights, start=1)
        ]

    def unjudged(self, case: Case, reason: str) -> list[Judgement]:
        """Judgements of a case that got no reply."""
        return [self._judgement(case, insight, Unparsed(reason=reason), "") for insight in case.insights]

    def without_bullets(self, subtopic: Subtopic, summary: Summary) -> list[Judgement]:
        """Judgements of a summary without bullets: it covers nothing, and no model need be asked."""
        case = _about(subtopic, summary, subtopic.insights, (), Prompt(messages=(), signature=""))
        return [self._judgement(case, insight, {"coverage": "no"}, "") for insight in case.insights]

    def _case(
        self,
        subtopic: Subtopic,
        summary: Summary,
        bullets: list[tuple[int, str]],
        insights: tuple[Insight, ...],
    ) -> Case:
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
        return _about(subtopic, summary, insights, tuple(id for id, _ in bullets), prompt)

    def _judgement(self, case: Case, insight: str, answer: Mapping[str, object] | Unparsed, reply: str) -> Judgement:
        if isinstance(answer, Unparsed):
            label: Label | None = None
            unparsed: Unparsed | None = answer
        else:
            label = read_label(answer["coverage"])
            unknown = f"unknown coverage {str(answer['coverage'])[:60]!r}"
            unparsed = None if label else Unparsed(reason=unknown, reply=excerpt(reply))
        covers = not isinstance(answer, Unparsed) and label not in (None, "none")
        return Judgement(
            haystack=case.haystack,
            subtopic=case.subtopic,
            system=case.system,
            context=case.context,
            insight=insight,
            judge=self.name,
            label=label,
            value=LABEL_VALUES[label] if label else None,
            bullet=read_link(answer, case.bullets) if covers and not isinstance(answer, Unparsed) else None,
            unparsed=unparsed,
        )


def read_label(written: object) -> Label | None:
    """Label of an answer, None where it is none that we know.

    Known are "full", "partial" and "no" in any letter case, with or without "coverage" or "covered" and with any
    signs between, a few words of the same meaning, and the numbers 1, 0.5 and 0. "Not fully covered", null and true
    say too little.
    """
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        return None
    text = re.sub(r"[\s_\-]+", " ", str(written).casefold()).strip(" \t\"'`.,;:!*[](){}")
    words = " ".join(_ABOUT_COVERAGE.sub(" ", re.sub(r"\buncovered\b", "not", text)).split())
    return _LABELS.get(words)


def read_link(answer: Mapping[str, object], shown: tuple[int, ...]) -> int | None:
    """Id of the bullet that an answer names, None unless it is one single bullet that was shown.

    Read are 3, 3.0, "3", "Bullet 3", "#3" and [3]; a list of several, "NA", null and other ids are no link.
    """
    named = {key.casefold().replace(" ", "_"): value for key, value in answer.items()}
    found = next((_link(named[key]) for key in _BULLET_KEYS if key in named), None)
    return found if found in shown else None


def shown_bullet(bullet: Bullet) -> str:
    """Text of a bullet as the judge sees it: on one line, without citation marks."""
    return one_line(read_citations(bullet.text, {name: name for name in bullet.cites | bullet.unknown}).text)


def _link(written: object, noun: str = "bullet") -> int | None:
    """The single number in what should name one thing, None where it is no such."""
    if isinstance(written, list) and len(written) == 1:
        written = written[0]
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        return None
    found = _LINK.fullmatch(re.sub(rf"^{noun}[\s_.:#-]*", "", str(written).strip(), flags=re.IGNORECASE))
    return int(found[1]) if found else None


def _about(
    subtopic: Subtopic, summary: Summary, insights: tuple[Insight, ...], bullets: tuple[int, ...], prompt: Prompt
) -> Case:
    ids = tuple(insight.id for insight in insights)
    identity = [summary.haystack, subtopic.id, summary.system, summary.context, *ids]
    return Case(
        id=json.dumps(identity, ensure_ascii=False),
        haystack=summary.haystack,
        subtopic=subtopic.id,
        system=summary.system,
        context=summary.context,
        insights=ids,
        bullets=bullets,
        prompt=prompt,
    )
