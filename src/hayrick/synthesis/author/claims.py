"""What a model-written document should state, in the wordings used for asking and for checking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple

from hayrick.synthesis.grammar import expand
from hayrick.synthesis.scenario import DocumentPlan, PlannedInsight, Planted, Scenario
from hayrick.synthesis.template.compose import filled, spoken_date
from hayrick.synthesis.template.realisations import Ways
from hayrick.types import BadInput, Insight

OWN_WORDS = frozenset(("near_miss", "contradicts", "outdated", "refers"))
"""Kinds of planted sentences with the scenario's own texts, which the model neither writes nor sees."""


class Stated(NamedTuple):
    """An insight, or half of one, that a document should state, in the wording shown to the writer."""

    insight: str
    half: Literal[1, 2] | None
    text: str


def to_state(scenario: Scenario, plan: DocumentPlan) -> tuple[Stated, ...]:
    """List what a document should state, in planned order.

    An insight is shown in the document's language if the scenario has that translation. For a half, one of its
    realisations is shown, drawn by seed.

    Raises:
        BadInput: a half has no text in the document's language.
    """
    by_id = {one.id: one for one in scenario.insights}
    found = []
    for planted in plan.planted:
        if planted.insight is not None and planted.kind in ("says", "half"):
            text = _text(by_id[planted.insight], plan.language)
            if planted.kind == "half":
                text = own_words(scenario, plan, planted)
            found.append(Stated(planted.insight, planted.half, text))
    return tuple(found)


def own_words(scenario: Scenario, plan: DocumentPlan, planted: Planted, title: str = "", dated: str = "") -> str:
    """Choose and fill one of the scenario's own texts for a planted sentence, by seed.

    Args:
        scenario: supplies the texts.
        plan: plan of the document that states it.
        planted: what is stated.
        title: title of the document referred to.
        dated: date of that document, or of this one.

    Raises:
        BadInput: the scenario has no text in the document's language, or no content for a slot.
    """
    stream = f"own words/{planted.kind}/{planted.insight}/{planted.half}/{planted.to}"
    return _realised(scenario, plan, Ways(scenario).texts(planted, plan.language), stream, title, dated)


def drawn_title(scenario: Scenario, plan: DocumentPlan) -> str:
    """One of the scenario's titles, for a document whose writer gave none; "" if the scenario has no titles."""
    texts = scenario.material.titles.get(plan.language, ())
    return _realised(scenario, plan, texts, "title", "", "") if texts else ""


def _realised(scenario: Scenario, plan: DocumentPlan, texts: Sequence[str], stream: str, title: str, dated: str) -> str:
    """Expand one of several texts, chosen by seed."""
    draw = Random(f"{scenario.seed}/{plan.id}/{stream}")
    given = {"title": title, "date": dated or (spoken_date(plan.date, plan.language) if plan.date else "")}

    def fill(name: str) -> str:
        return given[name] if given.get(name) else filled(name, scenario, draw)

    return expand(texts[int(draw.random() * len(texts))], draw, fill)


def claims(scenario: Scenario, plan: DocumentPlan) -> tuple[Insight, ...]:
    """All insights in the wordings that a checker should look for in one document.

    A half that the document should state replaces its insight; so does a translation into the document's language.
    """
    stated = {one.insight: one.text for one in to_state(scenario, plan)}
    return tuple(
        Insight(id=one.id, text=stated[one.id])
        if one.id in stated
        else Insight(id=one.id, text=_text(one, plan.language), extra=_extra(scenario, one, [plan.language]))
        for one in scenario.insights
    )


def wordings(scenario: Scenario) -> tuple[Insight, ...]:
    """All insights with translations and halves, as the local checker looks for them in any document."""
    languages = list(scenario.languages)
    return tuple(Insight(id=one.id, text=one.text, extra=_extra(scenario, one, languages)) for one in scenario.insights)


def _extra(scenario: Scenario, insight: PlannedInsight, languages: Sequence[str]) -> Mapping[str, object]:
    """Translations, and one wording of each half in each language that has one."""
    halves = [
        _realised(scenario, no_document(language), half[language], f"{insight.id}/{number}", "", "that day")
        for number, half in enumerate(insight.halves or (), start=1)
        for language in languages
        if half.get(language)
    ]
    translations = {code: text for code, text in insight.translations.items() if code in languages}
    return {**({"translations": translations} if translations else {}), **({"halves": halves} if halves else {})}


def no_document(language: str) -> DocumentPlan:
    """An empty plan in a language, for texts that belong to no document."""
    return DocumentPlan(id="", language=language, date=None, words=0, planted=())


def _text(insight: PlannedInsight, language: str) -> str:
    return insight.translations.get(language, insight.text)


def is_readable(scenario: Scenario, plan: DocumentPlan) -> bool:
    """Whether the insights have texts in the document's language, which the local checker needs."""
    return plan.language == scenario.language or all(plan.language in one.translations for one in scenario.insights)


def require_writable(scenario: Scenario, plans: Sequence[DocumentPlan], *, is_checked_locally: bool) -> None:
    """Reject plans that could not be written or checked, before anything is asked.

    Raises:
        BadInput: a dialogue without speakers, a language that the local checker cannot check, or a planned sentence
            for which the scenario has no text.
    """
    where = f"scenario {scenario.name}"
    least = max(2, scenario.speakers.low)
    if scenario.layout == "dialogue" and len(scenario.participants) < least:
        raise BadInput(where, f"{len(scenario.participants)} participants", f"at least {least} for a dialogue")
    for plan in plans:
        if is_checked_locally and not is_readable(scenario, plan):
            found = f"documents in '{plan.language}' and insights without 'translations' into it"
            raise BadInput(where, found, "translations, or a model that checks", "Name one: --checker MODEL.")
        to_state(scenario, plan)
        for planted in plan.planted:
            if planted.kind in OWN_WORDS:
                own_words(scenario, plan, planted, title="-", dated="-")
