"""The local judge: decides by rules, without a model, whether bullets cover an insight, and which one does."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.combined import label_of
from hayrick.judges.coverage.guards.guards import DENIED, Objection
from hayrick.judges.coverage.records import records
from hayrick.judges.coverage.said import ALL_GUARDS, Said
from hayrick.judges.coverage.similarity import SIGNATURE, Match, matches, prepare
from hayrick.judges.coverage.told import read_bullets
from hayrick.protocols import About, Ask
from hayrick.types import (
    BadInput,
    Bullet,
    Insight,
    Item,
    Judgement,
    Label,
    Lookalike,
    Response,
    Summary,
    WithInsights,
    WithLookalikes,
)


class Constants(NamedTuple):
    """Fitted constants: the similarities above which the labels "partial" and "full" apply."""

    partial: float
    full: float


FITTED = Constants(partial=0.484, full=0.696)
"""Fitted by bench/judge/fit.py; docs/evidence/local_judge.md says on what, and how it was validated."""

NOTE = (
    "The local judge compares words and quantities. Against people on 743 pairs of SummHay's release, thresholds held "
    "out by topic: correlation .792 [.699, .885], news .817, conversations .662 (docs/evidence/local_judge.md)."
)
"""Printed with every result of this judge; measured by bench/judge/fit.py."""

FITTED_ON = frozenset(
    {
        "0869f75771c85cd3",
        "0cc7575c9bc4b9f8",
        "0da29ea451bb3126",
        "20c87ecd6e3493e3",
        "295508ea114475a5",
        "38a34d5189a79756",
        "454b15414744b3b0",
        "4711252e46fd2940",
        "532617a3a0da9658",
        "82ff51c9204991d4",
        "bff855aebbaecbf7",
        "c8c1f44f78e166e2",
        "d0b58e5c7f4ef8b1",
        "fbf3a6d7030cce58",
    }
)
"""Fingerprints, by `haystacks.labels.insights_print`, of the insights to whose labels the constants were fitted."""


class Coverage(NamedTuple):
    """How far the bullets cover one insight.

    `value` is the coverage in [0, 1], `label` the decision, `bullet` the 0-based position of the bullet that
    covers it: None exactly where the label is "none". `contradicted`: a bullet says the opposite, and none covers it;
    `reason` names the guard that lowered the value (docs/reference/rubric.md), None where none did.
    """

    value: float
    label: Label
    bullet: int | None
    contradicted: bool = False
    reason: str | None = None


def cover(
    insights: Sequence[str],
    bullets: Sequence[str],
    constants: Constants = FITTED,
    guards: Sequence[str] = ALL_GUARDS,
    query: str = "",
    lookalikes: Sequence[Sequence[Lookalike]] = (),
    only: Collection[int] | None = None,
    headings: Sequence[str] = (),
) -> list[Coverage]:
    """Judge the coverage of each insight of one subtopic by a summary's bullets.

    All insights of the subtopic must be given together: a word that siblings share says nothing about which of them a
    bullet tells. A bullet to which a guard objects counts at most what docs/reference/rubric.md allows.
    Order of bullets and citation marks change nothing. No bullets, or texts without content words, are "none".

    Args:
        insights: texts of all insights of one subtopic.
        bullets: texts of the summary's bullets.
        constants: similarity thresholds in [0, 1].
        guards: names of the guards to apply, from `ALL_GUARDS`.
        query: what the summary was asked for, if known; its words say little about what a bullet tells.
        lookalikes: for each insight, sentences of the documents that resemble it and do not state it, if known.
        only: 0-based positions of the insights to judge; without it all are judged.
        headings: what heads each bullet, "" for none, if known.

    Returns:
        One coverage for each insight that is judged, in order.

    Source: SummHay, section 4.1, for the labels; similarity and guards are ours.
    """
    prepared = prepare(tuple(insights), query, tuple(map(tuple, lookalikes)))
    joined = list(records(bullets, headings))
    said = Said(prepared, read_bullets(bullets, headings), guards, FITTED.full, joined)
    found = matches(prepared, [*bullets, *(one.text for one in joined)], said.bullets, constants.partial)
    return [_best(said, i, candidates, constants) for i, candidates in enumerate(found) if only is None or i in only]


def _best(said: Said, i: int, candidates: Sequence[Match], constants: Constants) -> Coverage:
    """What covers an insight best after objections; candidates come the most similar first."""
    best = Coverage(0.0, "none", None)
    framed: dict[int, float] = {}
    against: Objection | None = None
    telling = said.telling(i, candidates, constants.full)
    for candidate in candidates:
        value, label = decide(candidate.similarity, constants)
        if value <= best.value:
            break
        objection = said.objection(i, candidate, value) if value > DENIED else None
        if objection and (objection.holds == "bullet" or said.is_whole(candidate)):
            framed[candidate.bullet] = min(objection.limit, framed.get(candidate.bullet, 1.0))
        if value > DENIED:
            above = min(value, objection.limit if objection else value)
            objection = said.inherited(i, candidate, telling, above) or objection
        reason = objection.name if objection else None
        if objection:
            if objection.limit <= DENIED and against is None:
                against = objection
            value = min(value, objection.limit)
        value = min(value, framed.get(candidate.bullet, 1.0))
        if value > best.value:
            label = label_of(value) if reason or candidate.bullet in framed else label
            best = Coverage(value, label, None if label == "none" else said.link(i, candidate), False, reason)
    if against and best.label == "none":
        return best._replace(contradicted=True, reason=against.name)
    return best


def decide(similarity: float, constants: Constants = FITTED) -> tuple[float, Label]:
    """Turn a similarity into a coverage in [0, 1] and the label whose value is nearest.

    Coverage is 1/4 and 3/4 at the two thresholds, linear between them, and goes to 0 and 1 beyond them by powers of
    what is left that have the same slope there: no similarity is cut off, so that what shares more counts more. At a
    threshold the lower label applies.
    """
    partial, full = constants
    slope = 0.5 / (full - partial)
    if similarity < partial:
        return 0.25 * (similarity / partial) ** (4 * slope * partial), "none"
    if similarity > full:
        return 1 - 0.25 * ((1 - similarity) / (1 - full)) ** (4 * slope * (1 - full)), "full"
    return 0.25 + slope * (similarity - partial), "partial" if similarity > partial else "none"


class LocalJudge:
    """Judges coverage by shared words and quantities, with rules that detect contradiction; needs no model.

    docs/evidence/local_judge.md reports its agreement with humans and its known failures.

    Args:
        constants: similarity thresholds, 0 <= partial < full <= 1.
        guards: names of the guards to apply, from `ALL_GUARDS`.

    Raises:
        BadInput: thresholds out of order, or an unknown guard.
    """

    name = "local"
    asks = False
    about = About(note=NOTE, fitted_on=FITTED_ON, english=True)

    def __init__(self, constants: Constants = FITTED, guards: Sequence[str] = ALL_GUARDS) -> None:
        if not 0 <= constants.partial < constants.full <= 1:
            raise BadInput("local judge", f"thresholds {tuple(constants)}", "0 <= partial < full <= 1")
        for guard in guards:
            if guard not in ALL_GUARDS:
                raise BadInput("local judge", f"guard {guard!r}", f"one of {', '.join(ALL_GUARDS)}")
        self.constants = constants
        self.guards = tuple(guards)
        thresholds = f"partial={constants.partial:g},full={constants.full:g}"
        self.signature = f"{SIGNATURE},{thresholds},guards={'+'.join(self.guards) or 'none'}"

    async def judge(self, item: Item[WithInsights], response: Response[Summary], ask: Ask) -> list[Judgement]:
        """Judge every insight of an item in one summary; does not use `ask`. `link` is the covering bullet's id."""
        bullets = response.answer.bullets if response.answer else ()
        known = item.gold.lookalikes if isinstance(item.gold, WithLookalikes) else {}
        return self.judged(item.gold.insights, bullets, item.query, known)

    def judged(
        self,
        insights: Sequence[Insight],
        bullets: Sequence[Bullet],
        query: str = "",
        lookalikes: Mapping[str, Sequence[Lookalike]] = MappingProxyType({}),
    ) -> list[Judgement]:
        """Return one judgement for every insight, in order; pass all insights of a subtopic together, and its query.

        `lookalikes` has by insight id sentences of the documents that resemble it and do not state it, if any is known.
        """
        texts, written = [one.text for one in insights], [one.text for one in bullets]
        known = [lookalikes.get(one.id, ()) for one in insights] if lookalikes else ()
        headings = [one.heading for one in bullets]
        found = cover(texts, written, self.constants, self.guards, query, known, headings=headings)
        return [
            Judgement(
                unit=insight.id,
                rater=self.name,
                label=coverage.label,
                value=coverage.value,
                link=None if coverage.bullet is None else bullets[coverage.bullet].id,
                contradicted=coverage.contradicted,
                reason=coverage.reason,
            )
            for insight, coverage in zip(insights, found, strict=True)
        ]
