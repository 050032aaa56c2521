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

_FIRM = r"(?:Co|Corp|Inc|Ltd|Bros|Ins|Mfg|Ry|Sys|Ass'n)\b"
_WORD = rf"[A-Z][\w'&\u2019-]{{0,30}}(?:\.[\w'&\u2019-]{{1,30}}){{0,3}}(?:\.(?=[,;)]| [a-z\d&(]| {_FIRM}))?"
_NAME = rf"{_WORD}(?:,? (?:{_WORD}|of|the|ex|rel\.|de|for|&|et al\b\.?)(?!\w)){{0,6}}"
_SERIES = r"\d(?:d|th|nd|rd|st)"
_REPORTER = (
    rf"(?:(?=[A-Za-z' ]{{1,14}}\.)[A-Z][A-Za-z.']{{0,12}}(?:{_SERIES})?(?: ?(?:[A-Z][A-Za-z.]{{0,8}}|{_SERIES})){{0,4}}"
    r"|WL|LEXIS|U ?S|F ?[234]d|S ?Ct|L ?Ed(?: ?2d)?|F ?Supp(?: ?[23]d)?)"
)
_REPORTED = (
    rf"\b(?P<volume>\d{{1,4}}) (?P<reporter>{_REPORTER}),? (?:at )?"
    r"(?P<page>\d{1,8}|_{2,6})(?:[-\u2013]\d{1,5})?"
)
_REST = (
    rf"(?:, (?:at )?\d{{1,5}}(?!\d| {_REPORTER},? (?:at )?[\d_])(?:[-\u2013]\d{{1,5}})?(?:,? n\. ?\d{{1,3}})?)*"
    r"(?: ?\([^()\n]{0,60}\d{4}\))?"
)
"""Pages, where no reporter follows the number; court and year."""

_CITATION = re.compile(
    rf"{LINK}(?P<cluster>\d{{1,12}}){TEXT}(?P<linked>[^{LINK}{END}]{{0,300}}){END}{_REST}"
    rf"|(?P<name>\b{_NAME} vs?\b\.? {_NAME}|\b(?:In re|Ex parte|Matter of) {_NAME})"
    rf"|{_REPORTED}{_REST}"
    rf"|(?P<again>\b(?:[Ii]d|[Ii]bid)\.(?:,? at \d{{1,5}}(?:[-\u2013]\d{{1,5}})?)?)"
)
_JOINED = re.compile(r"[\s,]{0,3}")
_LEAST_SHORT = 3
_VERSUS = re.compile(r" vs?\b\.? ", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?<!\w)([A-Z][\w'&.\u2019-]{2,30}(?: [A-Z&][\w'&.\u2019-]{0,30}){0,3}), ?\Z")
_BEFORE = 80
_INTRODUCING = frozenset({"see", "accord", "cf", "id", "ibid", "court"})
_PUBLIC = re.compile(r"(?:United States|State|People|Commonwealth|City|County|Town|Department|Board|Secretary)\b")


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
    reported = {one.id: _reported(one) for one in cases}
    citing = {
        one.id: [other for other in cases if other.id != one.id and _cites(other, reported[other.id], one)]
        for one in cases
    }
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


def _cites(case: Case, reported: frozenset[str], target: Case) -> bool:
    return bool(case.cites & {target.id, *target.opinions} or reported & set(map(_folded, target.citations)))


def _reported(case: Case) -> frozenset[str]:
    """Where the cases that a case cites are reported."""
    matches = (match for page in case.pages for match in re.finditer(_REPORTED, plain(page)))
    return frozenset(_folded(f"{one['volume']} {one['reporter']} {one['page']}") for one in matches)


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
    for one in sorted(matches, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end


class _Known:
    """The forms in which the target case may be cited."""

    def __init__(self, target: Case) -> None:
        self.numbers = {target.id, *target.opinions}
        self.reported = {_folded(one) for one in target.citations}
        self.volumes = {_folded(one.rpartition(" ")[0]) for one in target.citations}
        self.name = _words(target.name)
        self.parties = _parties(target.name)
        names = [target.name, *([target.short] if len(target.short) >= _LEAST_SHORT else []), *_telling(target.name)]
        names = [re.escape(written) for one in names if one for written in (one, one.upper())]
        written = "|".join([*names, *map(_loosely, target.citations)])
        self.names = re.compile(rf"(?<!\w)(?:{written})(?!\w)(?:,? supra\b)?") if written else None

    def is_target(self, match: re.Match[str]) -> bool | None:
        if match["again"]:
            return None
        if match["cluster"]:
            return match["cluster"] in self.numbers
        if match["name"]:
            is_named = _words(match["name"])[: len(self.name)] == self.name
            return is_named or _same_parties(_parties(match["name"]), self.parties)
        volume = _folded(f"{match['volume']} {match['reporter']}")
        is_short = "at " in match[0] and volume in self.volumes and self._may_name(match)
        return f"{volume}{match['page']}" in self.reported or is_short

    def _may_name(self, match: re.Match[str]) -> bool:
        """Whether no other case's name stands before a short citation: "Celotex, 477 U.S., at 323"."""
        before = _NAME_BEFORE.search(match.string, max(0, match.start() - _BEFORE), match.start())
        named = set(self.name).union(*(self.parties or ()))
        given = [word for word in _words(before[1]) if word not in _INTRODUCING] if before is not None else []
        return not given or not named.isdisjoint(given)


Parties = tuple[list[str], list[str]]


def _parties(name: str) -> Parties | None:
    """Words of both parties of a case's name; None where it has no two."""
    left, between, right = re.split(r"(?i)( vs?\b\.? )", name, maxsplit=1) if _VERSUS.search(name) else ("", "", "")
    found = [_words(re.sub(r"(?i),? et al\b\.?", "", side)) for side in (left, right)]
    return (found[0], found[1]) if between and all(found) else None


def _words(name: str) -> list[str]:
    return [word for word in map(_folded, name.split()) if word]


def _same_parties(given: Parties | None, known: Parties | None) -> bool:
    """Whether a name in a text is that of a case, its words abbreviated or left out at the end of each party."""
    if given is None or known is None:
        return False
    # The text may hold capitals before the name: "See Smith v. Jones".
    starts = [n for n in range(len(given[0])) if _abbreviates(given[0][n], known[0][0])]
    return any(_begins(given[0][n:], known[0]) for n in starts) and _begins(given[1], known[1])


def _begins(given: Sequence[str], known: Sequence[str]) -> bool:
    return all(_abbreviates(a, b) for a, b in zip(given, known, strict=False))


def _abbreviates(short: str, long: str) -> bool:
    """Whether letters of a word stand in another in their order, from the first one on: "mfg" for "manufacturing"."""
    letters = iter(long)
    return short[0] == long[0] and all(letter in letters for letter in short)


def _telling(name: str) -> Iterator[str]:
    """The second party of a case, where it is of two words or more and not the public."""
    parties = _VERSUS.split(name, maxsplit=1)
    second = parties[1].strip() if len(parties) == 2 else ""
    second = re.split(r"(?i),? (?:inc|co|corp|ltd|llc|et al)\b", second)[0].strip(" ,")
    if len(second.split()) > 1 and not _PUBLIC.match(second):
        yield second


def _loosely(citation: str) -> str:
    """Pattern of where a case is reported, whatever points and blanks stand between."""
    parts = re.findall(r"\d+|[^\W\d_]", citation)
    return r"[\s.]{0,2}".join(map(re.escape, parts)) if parts else r"(?!)"


def _folded(text: str) -> str:
    """Letters and digits alone, so that "410 U. S. 113" is "410 U.S. 113"."""
    return re.sub(r"[\W_]", "", text).casefold()
