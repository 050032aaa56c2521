"""Cases that cite a case: groups for every task, and pages in which every citation carries the same mark.

Source: ETHIC, sections 3.1 (up to 15 cases that cite a target case), 3.2 and 3.3 (attributing).
Differs: what refers to the target is found by CourtListener's links, by where the target is reported and by its names,
    where the original asks a model; "id." refers to what was cited last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.opinions import END, LINK, TEXT, Case, plain, read_cases
from hayrick.text import Span

MOST_CITING = 15
MARK = "[CITATION]"

_WORD = r"[A-Z][\w'&\u2019-]{0,30}(?:\.[\w'&\u2019-]{1,30}){0,3}(?:\.(?=[,;)]| [a-z\d&(]))?"
_NAME = rf"{_WORD}(?:,? (?:{_WORD}|of|the|ex|rel\.|de|for|&)(?!\w)){{0,6}}"
_SERIES = r"\d(?:d|th|nd|rd|st)"
_REPORTER = (
    rf"(?:(?=[A-Za-z' ]{{1,14}}\.)[A-Z][A-Za-z.']{{0,12}}(?:{_SERIES})?(?: ?(?:[A-Z][A-Za-z.]{{0,8}}|{_SERIES})){{0,4}}"
    r"|WL|LEXIS)"
)
_REPORTED = (
    rf"\b(?P<volume>\d{{1,4}}) (?P<reporter>{_REPORTER}),? (?:at )?"
    r"(?P<page>\d{1,8}|_{2,6})(?:[-\u2013]\d{1,5})?"
)
_REST = r"(?:, (?:at )?\d{1,5}(?:[-\u2013]\d{1,5})?(?:,? n\. ?\d{1,3})?)*(?: ?\([^()\n]{0,60}\d{4}\))?"
_CITATION = re.compile(
    rf"{LINK}(?P<cluster>\d{{1,12}}){TEXT}(?P<linked>[^{LINK}{END}]{{0,300}}){END}{_REST}"
    rf"|(?P<name>\b{_NAME} vs?\. {_NAME}|\b(?:In re|Ex parte|Matter of) {_NAME})"
    rf"|{_REPORTED}{_REST}"
    rf"|(?P<again>\b(?:[Ii]d|[Ii]bid)\.(?:,? at \d{{1,5}}(?:[-\u2013]\d{{1,5}})?)?)"
)
_JOINED = re.compile(r"[\s,]{0,3}")
_LEAST_SHORT = 3


class Group(NamedTuple):
    """A target case and cases that cite it, by date."""

    target: Case
    citing: tuple[Case, ...]


class Found(NamedTuple):
    """A citation in a page."""

    start: int
    end: int
    of_target: bool


def read_groups(paths: list[Path], where: str) -> list[Group]:
    """Every case of a folder with those that cite it, at most 15 of them, the earliest first.

    Raises:
        BadInput: see `read_cases`.
    """
    cases = read_cases(paths, where)
    citing = {one.id: [other for other in cases if other.id != one.id and _cites(other, one)] for one in cases}
    return [Group(one, tuple(citing[one.id][:MOST_CITING])) for one in cases if citing[one.id]]


def texts_of(groups: Sequence[Group]) -> list[Text]:
    """Every group's citing cases as a text, under the target's number; unmasked, a case a part."""
    return [
        Text(
            group.target.id,
            group.target.name,
            tuple(f"{case.name}\n\n" + "\n\n".join(map(plain, case.pages)) for case in group.citing),
            max(case.date for case in group.citing),
        )
        for group in groups
    ]


def citations(page: str, target: Case, last: bool = False) -> list[Found]:
    """Citations of a page in order; what stands together ("Roe v. Wade, 410 U.S. 113") is one.

    Args:
        page: with links marked.
        target: the case that is looked for.
        last: whether the citation before this page was of the target.
    """
    known = _Known(target)
    found: list[Found] = []
    again = False
    for match in _merged(page, known):
        of_target = last if match.of_target is None else match.of_target
        if found and not (match.again or again) and _JOINED.fullmatch(page, found[-1].end, match.start):
            found[-1] = Found(found[-1].start, match.end, found[-1].of_target or of_target)
        else:
            found.append(Found(match.start, match.end, of_target))
        last, again = found[-1].of_target, match.again
    return found


def masked(page: str, found: Sequence[Found], marked: Sequence[Span] = ()) -> str:
    """A page with the same mark in the place of every citation, whomever it cites.

    Args:
        page: with links marked.
        found: citations in it.
        marked: further places, in the page without links; those that overlap share a mark.
    """
    text, spans = plain(page), sorted([*_in_plain(page, found), *marked])
    pieces, end = [], 0
    for start, stop in spans:
        if start >= end:
            pieces += [text[end:start], MARK]
        end = max(end, stop)
    return "".join((*pieces, text[end:]))


def _in_plain(page: str, found: Sequence[Found]) -> Iterator[Span]:
    """Where citations are in the page without links."""
    end = at = 0
    for one in found:
        start = at + len(plain(page[end : one.start]))
        at = start + len(plain(page[one.start : one.end]))
        end = one.end
        yield Span(start, at)


def _cites(case: Case, target: Case) -> bool:
    return bool(case.cites & {target.id, *target.opinions}) or any(
        _folded(one) in _folded("".join(map(plain, case.pages))) for one in target.citations if one
    )


class _Match(NamedTuple):
    start: int
    end: int
    of_target: bool | None
    """None where it is what was cited last."""

    again: bool = False


def _merged(page: str, known: _Known) -> Iterator[_Match]:
    """Citations and bare names of the target, in order, none within another."""
    matches = [
        _Match(one.start(), one.end(), known.is_target(one), bool(one["again"])) for one in _CITATION.finditer(page)
    ]
    matches += [_Match(one.start(), one.end(), True) for one in known.names.finditer(page)] if known.names else []
    end = 0
    for one in sorted(matches):
        if one.start >= end:
            yield one
            end = one.end


class _Known:
    """How the target is cited."""

    def __init__(self, target: Case) -> None:
        self.numbers = {target.id, *target.opinions}
        self.reported = {_folded(one) for one in target.citations}
        self.volumes = {_folded(one.rpartition(" ")[0]) for one in target.citations}
        self.name = _folded(target.name)
        names = [target.name, *([target.short] if len(target.short) >= _LEAST_SHORT else [])]
        written = "|".join(re.escape(one) for one in names if one)
        self.names = re.compile(rf"(?<!\w)(?:{written})(?!\w)(?:,? supra\b)?") if written else None

    def is_target(self, match: re.Match[str]) -> bool | None:
        if match["again"]:
            return None
        if match["cluster"]:
            return match["cluster"] in self.numbers
        if match["name"]:
            return _folded(match["name"]) == self.name or self.name in _folded(match["name"])
        volume = _folded(f"{match['volume']} {match['reporter']}")
        return f"{volume}{match['page']}" in self.reported or ("at " in match[0] and volume in self.volumes)


def _folded(text: str) -> str:
    """Letters and digits alone, so that "410 U. S. 113" is "410 U.S. 113"."""
    return re.sub(r"[\W_]", "", text).casefold()
