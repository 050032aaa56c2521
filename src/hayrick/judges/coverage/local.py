"""The local judge: decides by rules, without a model, whether bullets cover an insight, and which one does."""

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
    """Fitted constants: the similarities above which the labels "partial" and "full" apply."""

    partial: float
    full: float


FITTED = Constants(partial=0.469, full=0.683)
"""Fitted by bench/fit_local_judge.py; docs/local_judge.md describes the data and the validation."""

ALL_GUARDS = tuple(GUARDS)
"""Names of all guards."""


class Coverage(NamedTuple):
    """How far the bullets cover one insight.

    `value` is the coverage in [0, 1], `label` the decision, and `bullet` the 0-based position of the covering bullet,
    None if and only if the label is "none".
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
    """Judge the coverage of each insight of one subtopic by a summary's bullets.

    Pass all insights of the subtopic together: terms shared by several insights weigh less, as they do not tell the
    insights apart. If a guard objects to a bullet that is similar enough for "full", it counts as "partial", unless
    another bullet passes. Order of bullets and citation marks do not matter. Without bullets or content words the
    label is "none".

    Args:
        insights: texts of all insights of one subtopic.
        bullets: texts of the summary's bullets.
        constants: similarity thresholds in [0, 1].
        guards: names of the guards to apply, from `ALL_GUARDS`.

    Returns:
        One coverage for each insight, in order.

    Source: SummHay, section 4.1, for the labels; similarity and guards are ours.
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
    """Turn a similarity into a coverage in [0, 1] and the label whose value is nearest.

    Coverage is linear in similarity, clipped, and is 1/4 and 3/4 at the two thresholds. At a threshold the lower label
    applies.
    """
    step = (similarity - constants.partial) / (constants.full - constants.partial)
    value = min(1.0, max(0.0, 0.25 + 0.5 * step))
    if similarity <= constants.partial:
        return value, "none"
    return value, "partial" if similarity <= constants.full else "full"


class LocalJudge:
    """Judges coverage by shared words and quantities, with rules that detect contradiction; needs no model.

    docs/local_judge.md reports its agreement with humans and its known failures.

    Args:
        constants: similarity thresholds, 0 <= partial < full <= 1.
        guards: names of the guards to apply, from `ALL_GUARDS`.

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
        """Judge every insight of an item in one summary; does not use `ask`. `link` is the covering bullet's id."""
        return self.judged(item.gold.insights, response.answer.bullets if response.answer else ())

    def judged(self, insights: Sequence[Insight], bullets: Sequence[Bullet]) -> list[Judgement]:
        """Return one judgement for every insight, in order; pass all insights of a subtopic together."""
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
    """The most similar bullet without objection, or None; `facts` caches the facts of bullets across insights."""
    for candidate in candidates:
        if candidate.bullet not in facts:
            facts[candidate.bullet] = Facts(readings[candidate.bullet], None)
        if objection(prepared.facts[i], facts[candidate.bullet], prepared.terms, guards) is None:
            return candidate
    return None
