"""The local checks of haystacks and of texts that are written, divided among processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from hayrick.checking.local import Finding, StatingChecker, findings
from hayrick.checking.parts import Checked, Checks, Reading, insights_of
from hayrick.checking.verdicts import LISTED
from hayrick.harness.work.processes import Processes, Told
from hayrick.protocols import Progress
from hayrick.synthesis.template.compose import Draft
from hayrick.types import Haystack


def checked(haystacks: Sequence[Haystack], least: float, processes: Processes, progress: Progress) -> list[Checked]:
    """What the local checks find in each haystack.

    Args:
        haystacks: to check.
        least: a pair that is neither recorded nor found is kept from this probability on.
        processes: that check.
        progress: told how many parts are done.
    """
    checks = Checks(haystacks, least)
    parts = [[*checks.of_all(number), *checks.of_documents(number)] for number in range(len(haystacks))]
    found = iter(processes.map(checks, [*chain(*parts)], lambda done, total: progress("checking", done, total)))
    return [Checked.together([next(found) for _ in own]) for own in parts]


def searched(haystack: Haystack, least: float, processes: Processes, progress: Progress) -> list[Finding]:
    """What the local checker finds in each document, and the most probable pairs of each insight.

    Args:
        haystack: to search.
        least: a pair that is neither recorded nor found is kept from this probability on.
        processes: that search.
        progress: told how many parts are done.
    """
    checks = Checks([haystack], least, nearest=True)
    found = processes.map(checks, [*checks.of_documents(0)], lambda done, total: progress("checking", done, total))
    return [one for part in found for one in part.findings]


def read_drafts(drafts: Iterable[Draft], checker: StatingChecker, processes: Processes, told: Told) -> list[Draft]:
    """Draw all drafts, while a checker reads those that were drawn and keeps what it finds."""
    drawn: list[Draft] = []

    def texts() -> Iterator[str]:
        for draft in drafts:
            drawn.append(draft)
            yield draft.document.text

    reading = Reading(checker.insights, checker)
    found = processes.map(reading, reading.parts(texts()), told)
    for draft, kept in zip(drawn, chain(*found), strict=True):
        checker.keep(draft.document.text, kept)
    return drawn


def checked_as_written(
    haystack: Haystack, checker: StatingChecker | None, processes: Processes, progress: Progress
) -> Checked:
    """What the local checks find in a haystack that was just written.

    Args:
        haystack: to check.
        checker: one that has read these documents when they were written; used if its insights are the haystack's.
        processes: that check.
        progress: told how many parts are done.
    """
    if checker is None or checker.insights != insights_of(haystack):
        return checked([haystack], LISTED, processes, progress)[0]
    checks = Checks([haystack], LISTED)
    found = Checked.together(processes.map(checks, checks.of_all(0)))
    return found._replace(findings=tuple(findings(haystack, checker, LISTED)))
