"""The local judge: decides without any model whether the bullets of a summary cover an insight, and which one does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.judges.coverage.facts import Facts
from hayrick.judges.coverage.guards import GUARDS, objection
from hayrick.judges.coverage.reading import Reading, read
from hayrick.judges.coverage.similarity import NUMBER_WEIGHT, RECALL_WEIGHT, RIVALRY, Match, Prepared, matches, prepare
from hayrick.protocols import Ask
from hayrick.types import BadInput, Bullet, Insight, Item, Judgement, Label, Response, Summary, WithInsights


class Constants(NamedTuple):
    """What is fitted: the similarities at which the labels "partial" and "full" begin."""

    partial: float
    full: float


FITTED = Constants(partial=0.469, full=0.683)
"""Fitted by bench/fit_local_judge.py; docs/local_judge.md says on what, and how it was validated."""

ALL_GUARDS = tuple(GUARDS)
"""Names of all guards."""


class Coverage(NamedTuple):
    """How far the bullets cover one insight.

    `value` is the coverage in [0, 1], `label` the decision, `bullet` the 0-based position of the bullet that
    covers it: None exactly where the label is "none".
    """

    value: float
    label: Label
    bullet: int | None


def cover(
    insights: Sequence[str],
    bullets: Sequence[str],
    constants: Constants = FITTED,
    guards: Sequence[str] = ALL_GUARDS,
) -> list[Coverage]:
    """Coverage of each insight of one subtopic by a summary's bullets.

    All insights of the subtopic must be given together: a word that siblings share says nothing about which of them a
    bullet tells. A bullet similar enough for "full" to which a guard objects counts as "partial", unless another one
    passes. Order of bullets and citation marks change nothing. No bullets, or texts without content words, are "none".

    Args:
        insights: texts of all insights of one subtopic.
        bullets: texts of the summary's bullets.
        constants: thresholds of similarity in [0, 1].
        guards: names of the guards to ask, of `ALL_GUARDS`.

    Returns:
        One coverage for each insight, in order.

    Source: SummHay, section 4.1, for what is judged; similarity and guards are ours.
    """
    prepared = prepare(tuple(insights))
    readings = [read(text) for text in bullets]
    facts: dict[int, Facts] = {}
    found: list[Coverage] = []
    for i, candidates in enumerate(matches(prepared, bullets, readings, constants.full)):
        if not candidates:
            found.append(Coverage(0.0, "none", None))
            continue
        chosen = candidates[0]
        if chosen.similarity > constants.full:
            allowed = _unobjected(prepared, i, candidates, readings, facts, guards)
            chosen = allowed or chosen._replace(similarity=constants.full)
        value, label = decide(chosen.similarity, constants)
        found.append(Coverage(value, label, None if label == "none" else chosen.bullet))
    return found


def decide(similarity: float, constants: Constants = FITTED) -> tuple[float, Label]:
    """Coverage in [0, 1], and the label whose value is nearest, of a similarity.

    Coverage is linear in similarity, clipped, and 1/4 and 3/4 at the thresholds; a threshold itself belongs to the
    lower label.
    """
    step = (similarity - constants.partial) / (constants.full - constants.partial)
    value = min(1.0, max(0.0, 0.25 + 0.5 * step))
    if similarity <= constants.partial:
        return value, "none"
    return value, "partial" if similarity <= constants.full else "full"


class LocalJudge:
    """Judges coverage by shared words and quantities, with rules against contradiction; needs no model.

    Its agreement with humans, and what it is blind to, is in docs/local_judge.md.

    Args:
        constants: thresholds of similarity, 0 <= partial < full <= 1.
        guards: names of the guards to ask, of `ALL_GUARDS`.

    Raises:
        BadInput: thresholds out of order, or an unknown guard.
    """

    name = "local"
    asks = False

    def __init__(self, constants: Constants = FITTED, guards: Sequence[str] = ALL_GUARDS) -> None:
        if not 0 <= constants.partial < constants.full <= 1:
            raise BadInput("local judge", f"thresholds {tuple(constants)}", "0 <= partial < full <= 1")
        for guard in guards:
            if guard not in GUARDS:
                raise BadInput("local judge", f"guard {guard!r}", f"one of {', '.join(GUARDS)}")
        self.constants = constants
        self.guards = tuple(guards)
        weights = f"recall={RECALL_WEIGHT},number={NUMBER_WEIGHT},rivalry={RIVALRY:g}"
        thresholds = f"partial={constants.partial:g},full={constants.full:g}"
        self.signature = f"local.v1:{weights},{thresholds},guards={'+'.join(self.guards) or 'none'}"

    async def judge(self, item: Item[WithInsights], response: Response[Summary], ask: Ask) -> list[Judgement]:
        """Judge every insight of an item in one summary; `link` is the id of the covering bullet. Asks nothing."""
        return self.judged(item.gold.insights, response.answer.bullets if response.answer else ())

    def judged(self, insights: Sequence[Insight], bullets: Sequence[Bullet]) -> list[Judgement]:
        """One judgement for every insight, in order; all insights of a subtopic must be given together."""
        found = cover([one.text for one in insights], [one.text for one in bullets], self.constants, self.guards)
        return [
            Judgement(
                unit=insight.id,
                rater=self.name,
                label=coverage.label,
                value=coverage.value,
                link=None if coverage.bullet is None else bullets[coverage.bullet].id,
            )
            for insight, coverage in zip(insights, found, strict=True)
        ]


def _unobjected(
    prepared: Prepared,
    i: int,
    candidates: list[Match],
    readings: Sequence[Reading],
    facts: dict[int, Facts],
    guards: Sequence[str],
) -> Match | None:
    """The most similar bullet to which no guard objects; `facts` keeps what bullets say for the next insight."""
    for candidate in candidates:
        if candidate.bullet not in facts:
            facts[candidate.bullet] = Facts(readings[candidate.bullet], None)
        if objection(prepared.facts[i], facts[candidate.bullet], prepared.terms, guards) is None:
            return candidate
    return None
