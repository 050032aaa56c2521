"""A user's own function as a judge of coverage: does this bullet state this insight?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hayrick.judges.combined import label_of
from hayrick.protocols import Ask
from hayrick.records.user_errors import told
from hayrick.types import (
    LABEL_VALUES,
    BadInput,
    HayrickError,
    Insight,
    Item,
    Judgement,
    Response,
    Summary,
    Unparsed,
    WithInsights,
)

Verdict = Callable[[str, str], object]

RAISED = "the judge raised "
"""Beginning of the reason why an insight is unjudged at which the function raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionJudge:
    """Asks a function about every insight and every bullet; the best bullet covers the insight.

    An insight that only several bullets together state is not found.

    Args:
        function: (text of the insight, text of the bullet) -> True or False, a label, a number from 0 to 1, or None
            where it cannot decide.
        name: of the judge in rows.
        code: fingerprint of the function, from before it was called.
    """

    function: Verdict
    name: str
    code: str
    asks: bool = False

    @property
    def signature(self) -> str:
        """The name, and the fingerprint of the function."""
        return f"{self.name};code={self.code}"

    async def judge(self, item: Item[WithInsights], response: Response[Summary], ask: Ask) -> list[Judgement]:
        """One judgement for every insight; an insight at which the function raises is unjudged.

        Raises:
            BadInput: the function returns something else.
        """
        return [self._judgement(one, response.answer) for one in item.gold.insights]

    def _judgement(self, insight: Insight, answer: Summary | None) -> Judgement:
        bullets = answer.bullets if answer else ()
        try:
            values = {one.id: self._value(insight.text, one.text) for one in bullets}
        except HayrickError:
            raise
        except Exception as problem:  # noqa: BLE001 - the user's own code may raise anything
            raised = Unparsed(reason=f"{RAISED}{told(problem)}")
            return Judgement(unit=insight.id, rater=self.name, value=None, unparsed=raised)
        known = {id: value for id, value in values.items() if value is not None}
        best = max(known, key=known.__getitem__, default=None)
        value = 0.0 if best is None else known[best]
        if len(known) < len(values) and value < 1:
            unread = Unparsed(reason="the judge could not decide")
            return Judgement(unit=insight.id, rater=self.name, value=None, unparsed=unread)
        link = best if value > 0 else None
        return Judgement(unit=insight.id, rater=self.name, label=label_of(value), value=value, link=link)

    def _value(self, insight: str, bullet: str) -> float | None:
        found = self.function(insight, bullet)
        if found is None:
            return None
        if isinstance(found, str) and found in LABEL_VALUES:
            return LABEL_VALUES[found]
        try:
            value = float(found) if not isinstance(found, str) else -1.0  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            value = -1.0
        if not 0 <= value <= 1:
            expected = "True or False, a number from 0 to 1, 'none', 'partial' or 'full', or None"
            raise BadInput(f"judge '{self.name}'", f"{found!r}"[:80], expected)
        return value
