"""What the bullets hold to which no insight of their subtopic is linked.

Source: SummHay, appendix A.8, lists the kinds (insights of other subtopics, general statements, what no document
supports) and leaves counting them to others. The rules that tell them apart are in `sorter`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from hayrick.judges.coverage.version import RULES
from hayrick.measures import idle_measures
from hayrick.protocols import Measure
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import Item, Summary

if TYPE_CHECKING:
    from hayrick.tasks.summhay.sorter import Sorter

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "repeat": "states an insight of its own subtopic to which another bullet is linked",
        "other_subtopic": "states an insight of another subtopic",
        "general": "has no checkable detail: no number, date or name, and says less than nearly every insight",
        "unsupported": "is supported by no document, as far as attribution finds",
        "no_insight": "is specific and supported, but no insight of the haystack",
    }
)
"""Kind of an idle bullet -> what it does. The first that applies is counted."""


class _LastSorter:
    """Sorts bullets of one haystack after another; prepares each haystack once."""

    def __init__(self) -> None:
        self._sorter: Sorter | None = None

    def kind(self, item: Item[SubtopicGold], text: str) -> str:
        """See `Sorter.kind`."""
        if self._sorter is None or self._sorter.haystack is not item.gold.haystack:
            from hayrick.tasks.summhay.sorter import Sorter

            self._sorter = Sorter(item.gold.haystack)
        return self._sorter.kind(item.group, text)


_SORTER = _LastSorter()
IDLE: tuple[Measure[SubtopicGold, Summary], ...] = idle_measures(KINDS, _SORTER.kind, RULES)
"""The share of idle bullets, and that of each of `KINDS`; these add up to the first."""


def prepare(item: Item[SubtopicGold]) -> None:
    """Load the rules and prepare the haystack of an item, by sorting its query as if it were a bullet."""
    _SORTER.kind(item, item.query)
