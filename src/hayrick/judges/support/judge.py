"""The judge of support, with any decider: asks for what the rules of citation recall and precision need, in rounds.

A decider says of each case whether its documents together support its statement. Units of the judgements are statements
with their documents as marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from hayrick.judges.in_extract import Shorten
from hayrick.measures.support import Case, open_cases
from hayrick.protocols import About, Ask
from hayrick.replies.statements import CitedAnswer
from hayrick.types import Document, Item, Judgement, Response, Unparsed

Verdict = float | Unparsed
"""Probability that the documents support the statement, in [0, 1], or why there is none."""

LEAST = 0.5
"""From this probability on a statement counts as supported."""


class Decider(Protocol):
    """Decides cases of support."""

    @property
    def signature(self) -> str:
        """Everything that its verdicts depend on."""

    @property
    def asks(self) -> bool:
        """Whether it asks a model through `ask`."""

    @property
    def about(self) -> About:
        """What its judges say of themselves, as far as it depends on the decider."""

    async def decide(self, documents: Sequence[Document], cases: Sequence[Case], ask: Ask) -> Sequence[Verdict]:
        """Return a verdict for each case; `documents` are those of the item, in stored order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """What judges are that leave single cases to a decider.

    Args:
        name: as the user gave it.
        decider: of single cases.
    """

    name: str
    decider: Decider

    @property
    def asks(self) -> bool:
        """Whether it asks a model."""
        return self.decider.asks


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportJudge(Deciding):
    """Judges whatever the citations of a reply need."""

    @property
    def about(self) -> About:
        """What is known of the decider; one verdict decides what is judged next."""
        return replace(self.decider.about, own_units=True)

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on."""
        return f"{self.name};support.v1:{self.decider.signature}"

    async def judge(self, item: Item[Any], response: Response[CitedAnswer], ask: Ask) -> list[Judgement]:
        """One judgement for every case that recall or precision needs; none where nothing is cited."""
        answer = response.answer
        statements = dict.fromkeys((*answer.statements, *answer.unmoved)) if answer else {}
        found: dict[str, Judgement] = {}
        values: dict[str, float | None] = {}
        while cases := list(dict.fromkeys(case for one in statements for case in open_cases(one, values))):
            verdicts = await self.decider.decide(item.documents, cases, ask)
            for case, verdict in zip(cases, verdicts, strict=True):
                found[case.unit] = one = self._judgement(case, verdict)
                values[case.unit] = one.value
        return list(found.values())

    def shortened(self, item: Item[Any], response: Response[CitedAnswer], shorten: Shorten) -> Item[Any]:
        """See `in_extract.Shortens`: an extract of each cited document."""
        answer = response.answer
        if answer is None:
            return item
        cited = {number for one in (*answer.statements, *answer.unmoved) for number in one.cites}
        shown = (
            replace(one, text=shorten(answer.text, one.text)) if number in cited else one
            for number, one in enumerate(item.documents, start=1)
        )
        return replace(item, documents=tuple(shown))

    def _judgement(self, case: Case, verdict: Verdict) -> Judgement:
        if isinstance(verdict, Unparsed):
            return Judgement(unit=case.unit, rater=self.name, value=None, unparsed=verdict)
        supported = verdict >= LEAST
        label = "supported" if supported else "unsupported"
        return Judgement(unit=case.unit, rater=self.name, value=float(supported), label=label)


def texts_shown(documents: Sequence[Document], case: Case) -> list[str]:
    """Texts of a case's documents."""
    return [documents[one - 1].text for one in case.cites]
