"""Wrong citations: of bullets that cover an insight, those that name documents that do not state it.

The measure citation rests on these bullets alone; citations of bullets that cover no insight are not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from hayrick.report.states import NONE, Judged, Place, holders, insights_of, places_of, question_of
from hayrick.types import Bullet, Insight, Item, Judgement, Response, Tags


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCitations:
    """The wrong citations of a bullet for an insight that it covers; there is at least one."""

    dataset: str
    group: str
    query: str
    insight: str
    text: str
    """Of the insight."""

    held_by: tuple[Place, ...]
    """Documents that state the insight."""

    system: str
    context: str
    tags: Tags
    bullet: int
    said: str
    right: tuple[Place, ...]
    """Cited documents that state the insight."""

    wrong: tuple[Place, ...]
    """Cited documents that do not."""

    unknown: tuple[str, ...]
    """Citations, as written, that match no document; they count as wrong."""


class Rests(NamedTuple):
    """On what a system's citation scores rest.

    `covered` insights are covered, by `linked` of all `bullets`; of those bullets' citations, insight by insight,
    `right` name documents that state it and `wrong` do not. Covered insights that the judge links to no bullet have
    no citations.
    """

    system: str
    context: str
    tags: Tags
    covered: int
    linked: int
    bullets: int
    right: int
    wrong: int


def wrong_citations(judged: Iterable[Judged]) -> list[WrongCitations]:
    """Wrong citations of all responses: those of bullets with the most wrong ones first.

    Args:
        judged: items, responses and judgements; items without insights are ignored.
    """
    found = []
    for item, response, judgements in judged:
        for insight, bullet in _covering(item, response, judgements or ()):
            stating = holders(item, insight)
            if bullet is None or not (bullet.cites - stating or bullet.unknown):
                continue
            found.append(
                WrongCitations(
                    dataset=item.dataset,
                    group=item.group,
                    query=question_of(item),
                    insight=insight.id,
                    text=insight.text,
                    held_by=places_of(item, stating),
                    system=response.system,
                    context=response.context,
                    tags=response.tags,
                    bullet=bullet.id,
                    said=bullet.text,
                    right=places_of(item, bullet.cites & stating),
                    wrong=places_of(item, bullet.cites - stating),
                    unknown=tuple(sorted(bullet.unknown)),
                )
            )
    return sorted(found, key=lambda one: -len(one.wrong) - len(one.unknown))


def rests(judged: Iterable[Judged]) -> list[Rests]:
    """What citation rests on for each system, context and tags, in the order of the responses."""
    found: dict[tuple[object, ...], Rests] = {}
    for item, response, judgements in judged:
        if insights_of(item) is None:
            continue
        name = (response.system, response.context, *sorted(response.tags.items()))
        tally = found.setdefault(name, Rests(response.system, response.context, response.tags, 0, 0, 0, 0, 0))
        covering = list(_covering(item, response, judgements or ()))
        linked = [(insight, bullet) for insight, bullet in covering if bullet is not None]
        right = sum(len(bullet.cites & holders(item, insight)) for insight, bullet in linked)
        given = sum(len(bullet.cites) + len(bullet.unknown) for _, bullet in linked)
        found[name] = tally._replace(
            covered=tally.covered + len(covering),
            linked=tally.linked + len({bullet.id for _, bullet in linked}),
            bullets=tally.bullets + (len(response.answer.bullets) if response.answer else 0),
            right=tally.right + right,
            wrong=tally.wrong + given - right,
        )
    return list(found.values())


def _covering(
    item: Item[Any], response: Response[Any], judgements: Iterable[Judgement]
) -> Iterator[tuple[Insight, Bullet | None]]:
    """Insights that a response covers, as the measure citation counts them, with the bullets that do."""
    insights = insights_of(item)
    if not insights or response.answer is None:
        return
    by_unit = {one.unit: one for one in judgements}
    bullets = {one.id: one for one in response.answer.bullets}
    for insight in insights:
        judgement = by_unit.get(insight.id)
        if judgement and judgement.value is not None and judgement.label not in (None, NONE):
            yield insight, bullets.get(judgement.link)
