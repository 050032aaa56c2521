"""Citation recall and precision: do the documents that a statement cites support it, and is each of them needed?

A statement is supported if its cited documents together support it. A citation of a supported statement counts as right
if its document supports the statement alone, or if the others together do not; all citations of other statements are
wrong. Recall is the share of supported statements, precision the share of right citations; both are means over items.

Source: ALCE (Gao et al., 2023), section 4; HELMET's scorer at commit 4526dfb has the same rules.
Differs: a reply without statements scores 0 and counts as failed, where the originals leave the item out of the mean; a
    citation of a document that does not exist is wrong, and does not undo the others of its statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.statements import CitedAnswer, Statement
from hayrick.types import Item, Judgement, Response, Score

SOURCE = "ALCE, section 4; HELMET, appendix B.2"
Cites = tuple[int, ...]


class Case(NamedTuple):
    """What a judge of support decides: whether these documents together support a statement."""

    statement: str
    cites: Cites
    """Positions of the documents, from 1."""

    @property
    def unit(self) -> str:
        """Its name in judgements: the statement, then the documents as marks."""
        return self.statement + " " + "".join(f"[{one}]" for one in self.cites)


Verdicts = Mapping[str, float | None]
"""Unit of a case -> 1 supported, 0 not supported, None where the judge failed."""


class Support(NamedTuple):
    """What verdicts come to for one statement; None where the judge failed."""

    supported: bool | None
    right: int | None
    """Number of its citations that are right."""


def open_cases(statement: Statement, verdicts: Verdicts) -> list[Case]:
    """Cases that the rules must know next; none where everything that they need is decided.

    First all documents together; if these support the statement, each alone; for those that do not, the others.
    """
    cites = statement.cites
    everything = Case(statement.text, cites)
    if not cites:
        return []
    if everything.unit not in verdicts:
        return [everything]
    if not verdicts[everything.unit] or len(cites) == 1:
        return []
    alone = [Case(statement.text, (one,)) for one in cites]
    without = [Case(statement.text, rest) for rest in _without_each(cites)]
    wanted = alone + [rest for one, rest in zip(alone, without, strict=True) if verdicts.get(one.unit) == 0]
    return [one for one in dict.fromkeys(wanted) if one.unit not in verdicts]


def support_of(statement: Statement, verdicts: Verdicts) -> Support:
    """Whether a statement is supported, and how many of its citations are right.

    Source: ALCE, section 4 and its scorer. A citation that is repeated counts each time, where a reader keeps both.
    """
    cites = statement.cites
    together = verdicts.get(Case(statement.text, cites).unit) if cites else 0.0
    if together is None:
        return Support(None, None)
    if not together:
        return Support(False, 0)
    if len(cites) == 1:
        return Support(True, 1)
    right = [
        _is_right(statement.text, one, rest, verdicts) for one, rest in zip(cites, _without_each(cites), strict=True)
    ]
    known = [one for one in right if one is not None]
    return Support(True, sum(known) if len(known) == len(right) else None)


def _is_right(statement: str, one: int, rest: Cites, verdicts: Verdicts) -> bool | None:
    alone = verdicts.get(Case(statement, (one,)).unit)
    if alone is None or alone:
        return None if alone is None else True
    others = verdicts.get(Case(statement, rest).unit)
    return None if others is None else not others


def _without_each(cites: Cites) -> list[Cites]:
    return [cites[:place] + cites[place + 1 :] for place in range(len(cites))]


def recall(statements: Sequence[Statement], verdicts: Verdicts) -> float | None:
    """Share of supported statements; None where the judge failed on one; 0 where there is none."""
    found = [support_of(one, verdicts).supported for one in statements]
    known = [one for one in found if one is not None]
    return sum(known) / max(1, len(found)) if len(known) == len(found) else None


def precision(statements: Sequence[Statement], verdicts: Verdicts) -> float | None:
    """Share of right citations; None where the judge failed on one; 0 where nothing is cited."""
    found = [support_of(one, verdicts).right for one in statements]
    known = [one for one in found if one is not None]
    given = sum(len(one.cites) + one.further for one in statements)
    return sum(known) / max(1, given) if len(known) == len(found) else None


Of = Callable[[CitedAnswer], tuple[Statement, ...]]
Value = Callable[[Sequence[Statement], Verdicts], float | None]


def _measure(
    name: str, description: str, heading: str, of: Of, value: Value, *, main: bool, skips: bool
) -> Measure[object, CitedAnswer]:
    def score(item: Item[object], response: Response[CitedAnswer], judgements: Sequence[Judgement]) -> Iterator[Score]:
        statements = of(response.answer) if response.answer else ()
        if skips and not statements:
            return
        found = value(statements, {one.unit: one.value for one in judgements})
        yield Score(
            response=response,
            measure=name,
            unit=None,
            value=found,
            failed=not statements,
            unjudged=found is None,
        )

    return Measure(
        name=name, description=description, source=SOURCE, score=score, heading=heading, counts="items", main=main
    )


def support_measures(*, unmoved: bool, skips: bool = False) -> tuple[Measure[object, CitedAnswer], ...]:
    """Citation recall and precision.

    Args:
        unmoved: whether both are reported a second time, of the reply with its marks where they stand.
        skips: whether a reply without statements is left out of the mean, as the originals do.
    """
    found = [
        _measure(
            "support_recall",
            "citation recall: statements that the documents they cite support",
            "cit. recall",
            lambda answer: answer.statements,
            recall,
            main=True,
            skips=skips,
        ),
        replace(
            _measure(
                "support_precision",
                "citation precision: citations that their statement needs or that support it alone",
                "cit. precision",
                lambda answer: answer.statements,
                precision,
                main=True,
                skips=skips,
            ),
            against="support_recall",
            curves="harmonic: F1",
        ),
    ]
    if unmoved:
        found += [
            _measure(
                f"{name}.unmoved",
                f"{name} with all citation marks where they stand, also after the full stop",
                f"{heading}, unmoved",
                lambda answer: answer.unmoved,
                value,
                main=False,
                skips=skips,
            )
            for name, heading, value in (
                ("support_recall", "cit. recall", recall),
                ("support_precision", "cit. precision", precision),
            )
        ]
    return tuple(found)


MARKS_MOVED: Measure[object, CitedAnswer] = measure_of_answers(
    name="marks_moved",
    description="groups of citation marks of a reply that were moved from after a full stop to before it",
    value=lambda gold, answer: float(answer.moved),
    bounds=(0.0, inf),
    counts="items",
    main=False,
)
