"""A user's own object as a judge: what it returns is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from hayrick.protocols import Ask, plain
from hayrick.records.user_values import several
from hayrick.types import BadInput, Item, Judgement, Response


@dataclass(frozen=True, eq=False)
class OwnJudge:
    """An object with `judge`, `name`, `signature` and `asks`; its `judge` need not be `async`.

    Args:
        inner: the object; whatever else it has, such as `about` or `shortened`, is found as its own.
        where: what the user gave, for error messages.
    """

    inner: Any
    where: str

    def __getattr__(self, name: str) -> Any:
        """What the object has."""
        return getattr(self.inner, name)

    async def judge(self, item: Item[Any], response: Response[Any], ask: Ask) -> list[Judgement]:
        """Judgements of the object.

        Raises:
            BadInput: it returned something else, or not one judgement for each insight where there are insights.
        """
        found = await several(self.inner.judge(item, response, ask), self.where, "judge", Judgement)
        found = [_valid(one, self.where) for one in found]
        if hasattr(item.gold, "insights"):
            _require_units(found, [insight.id for insight in item.gold.insights], self.where)
        return found


def _valid(one: Judgement, where: str) -> Judgement:
    value = plain(one.value)
    if not isinstance(one.unit, str):
        raise BadInput(where, f"a judgement with the unit {one.unit!r}"[:80], "the id of what was judged, a text")
    if value is not None and not (isinstance(value, int | float) and isfinite(value)):
        expected = "a float, or None where it is unjudged"
        raise BadInput(where, f"a judgement with the value {value!r}"[:80], expected)
    return replace(one, value=value)


def _require_units(found: Sequence[Judgement], insights: Sequence[str], where: str) -> None:
    counts = Counter(one.unit for one in found)
    wrong = [
        *(
            f"{counts[id] or 'no'} judgement{'s' * (counts[id] > 1)} of insight '{id}'"
            for id in insights
            if counts[id] != 1
        ),
        *(f"a judgement of '{unit}'" for unit in counts if unit not in insights),
    ]
    if wrong:
        raise BadInput(where, wrong[0][:80], "one for each insight of the item, and no others")
