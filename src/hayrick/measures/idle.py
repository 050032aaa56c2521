"""Idle bullets: the share of judged bullets to which no insight is linked, and what they hold instead.

Source: SummHay, appendix A.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic

from hayrick.protocols import G, Measure
from hayrick.types import Item, Judgement, Response, Score, Summary

NAME = "idle_bullets"


def idle_measures(
    kinds: Mapping[str, str], kind_of: Callable[[Item[G], str], str], rules: str
) -> tuple[Measure[G, Summary], ...]:
    """Make the measure of idle bullets, and one for each kind of them; these add up to the first.

    A bullet is idle if no covered insight is linked to it. Only bullets that are judged count. A summary has one row,
    weighted by its bullets; a failed one has no bullets, and so no value. Where an insight is unjudged, or is covered
    but linked to no bullet, any bullet without a link could be the one that covers it: these have an unjudged row each.

    Args:
        kinds: name of each kind -> what a bullet of that kind does.
        kind_of: kind of an idle bullet, from the item and the bullet's text.
        rules: version of the rules by which it decides.
    """
    last = _Last(kind_of)

    def make(name: str, description: str, counts: Callable[[str], bool], rules: str = "") -> Measure[G, Summary]:
        return Measure(
            name=name,
            description=description,
            source="SummHay, appendix A.8",
            score=partial(_scores, name, last, counts),
            counts="bullets",
            main=False,
            shown=False,
            rules=rules,
        )

    return (
        make(NAME, "share of judged bullets to which no insight is linked", lambda kind: True),
        *(
            make(f"{NAME}.{kind}", f"share of judged bullets that are idle: the bullet {does}", kind.__eq__, rules)
            for kind, does in kinds.items()
        ),
    )


class _Last(Generic[G]):
    """The idle bullets of the last summary, which is asked about once for each measure."""

    def __init__(self, kind_of: Callable[[Item[G], str], str]) -> None:
        self._kind_of = kind_of
        self._about: tuple[Response[Summary], Sequence[Judgement]] | None = None
        self._found: dict[int, str] = {}

    def kinds(
        self, item: Item[G], response: Response[Summary], answer: Summary, judgements: Sequence[Judgement]
    ) -> Mapping[int, str]:
        """Id of each idle bullet -> its kind."""
        if self._about is None or self._about[0] is not response or self._about[1] is not judgements:
            linked = {one.link for one in judgements if one.label != "none"}
            idle = [one for one in answer.bullets if one.id not in linked]
            self._found = {one.id: self._kind_of(item, one.text) for one in idle}
            self._about = response, judgements
        return self._found


def _scores(
    name: str,
    last: _Last[G],
    counts: Callable[[str], bool],
    item: Item[G],
    response: Response[Summary],
    judgements: Sequence[Judgement],
) -> Iterator[Score]:
    """Rows of one measure; see `idle_measures`."""
    answer = response.answer
    if answer is None:
        yield Score(response=response, measure=name, unit=None, value=None, failed=True)
        return
    idle = last.kinds(item, response, answer, judgements)
    is_open = any(one.value is None or (one.label != "none" and one.link is None) for one in judgements)
    n_known = len(answer.bullets) - (len(idle) if is_open else 0)
    if n_known:
        value = 0.0 if is_open else sum(map(counts, idle.values())) / n_known
        yield Score(response=response, measure=name, unit=None, value=value, weight=float(n_known))
    for id in idle if is_open else ():
        yield Score(response=response, measure=name, unit=str(id), value=None, unjudged=True)
