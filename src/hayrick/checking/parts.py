"""The checks of haystacks and texts in parts, each of which any process can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from hayrick.checking.duplicates import Duplicate, duplicates
from hayrick.checking.local import Finding, Kept, StatingChecker, findings
from hayrick.checking.second import Pairs, attributed
from hayrick.types import Haystack, Insight

SIZE = 60_000
"""Characters of the texts in a part, at least: about a sixth of a second."""


class Checked(NamedTuple):
    """What was found in a haystack, or in a part of it."""

    findings: tuple[Finding, ...] = ()
    """Of the local checker: pairs that are recorded, found, or have at least the least probability."""

    attributed: Pairs = frozenset()
    """Of the second check."""

    duplicates: tuple[Duplicate, ...] = ()
    """Documents that repeat another one."""

    @classmethod
    def together(cls, parts: Sequence[Checked]) -> Checked:
        """What parts found, in their order."""
        return cls(
            tuple(found for one in parts for found in one.findings),
            frozenset().union(*(one.attributed for one in parts)),
            tuple(found for one in parts for found in one.duplicates),
        )


@dataclass
class Checks:
    """Haystacks that are checked, with the checker of the one that is being checked in this process.

    Args:
        haystacks: in the order in which they are checked.
        least: a pair that is neither recorded nor found is kept from this probability on.
        nearest: whether of each insight the most probable pair of a part is kept as well, whatever its probability.
    """

    haystacks: Sequence[Haystack]
    least: float
    nearest: bool = False
    _checkers: dict[int, StatingChecker] = field(default_factory=dict, init=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Checks, (self.haystacks, self.least, self.nearest)

    def of_all(self, number: int) -> list[Callable[[Checks], Checked]]:
        """Parts that need all documents of a haystack at once, which take longer than others."""
        return [partial(_second, number), partial(_copies, number)]

    def of_documents(self, number: int) -> list[Callable[[Checks], Checked]]:
        """Parts that check some documents of a haystack each, in their order."""
        lengths = map(len, runs(one.text for one in self.haystacks[number].documents))
        ends = [0, *accumulate(lengths)]
        return [partial(_documents, number, first, last) for first, last in pairwise(ends)]

    def checker(self, number: int) -> StatingChecker:
        """The checker of a haystack.

        Raises:
            BadInput: the haystack has no insights.
        """
        if number not in self._checkers:
            self._checkers.clear()
            self._checkers[number] = StatingChecker(insights_of(self.haystacks[number]))
        return self._checkers[number]


def insights_of(haystack: Haystack) -> tuple[Insight, ...]:
    """All insights, subtopic by subtopic."""
    return tuple(insight for subtopic in haystack.subtopics for insight in subtopic.insights)


def _second(number: int, checks: Checks) -> Checked:
    return Checked(attributed=attributed(checks.haystacks[number]))


def _copies(number: int, checks: Checks) -> Checked:
    return Checked(duplicates=tuple(duplicates(checks.haystacks[number].documents)))


def _documents(number: int, first: int, last: int, checks: Checks) -> Checked:
    whole = checks.haystacks[number]
    part = replace(whole, documents=whole.documents[first:last])
    if not checks.nearest:
        return Checked(findings=tuple(findings(part, checks.checker(number), checks.least)))
    kept: list[Finding] = []
    below: dict[str, Finding] = {}
    for one in findings(part, checks.checker(number)):
        if one.gold or one.found or one.probability >= checks.least:
            kept.append(one)
        elif one.insight not in below or one.probability > below[one.insight].probability:
            below[one.insight] = one
    return Checked(findings=(*kept, *below.values()))


@dataclass
class Reading:
    """Texts are read by a checker, before they are the documents of a haystack."""

    insights: tuple[Insight, ...]
    checker: StatingChecker

    @classmethod
    def of(cls, insights: tuple[Insight, ...]) -> Reading:
        """Make a checker for these insights; each process makes its own."""
        return cls(insights, StatingChecker(insights))

    def __reduce__(self) -> tuple[Any, ...]:
        return Reading.of, (self.insights,)

    def parts(self, texts: Iterable[str]) -> Iterator[Callable[[Reading], list[Kept]]]:
        """Parts that read some texts each, in their order."""
        return (partial(_read, run) for run in runs(texts))


def _read(texts: Sequence[str], reading: Reading) -> list[Kept]:
    return [reading.checker.kept(text) for text in texts]


def runs(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts that follow each other and have `SIZE` characters together, or are the last."""
    run: list[str] = []
    size = 0
    for text in texts:
        run.append(text)
        size += len(text)
        if size >= SIZE:
            yield run
            run, size = [], 0
    if run:
        yield run
