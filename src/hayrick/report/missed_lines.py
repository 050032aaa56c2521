"""What was missed, one insight, and one item, as lines of text for a terminal; texts are shortened, JSON has all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hayrick.judges.coverage.phrases import phrase
from hayrick.records.parameters import cut
from hayrick.report.answered import Answered, ItemReport
from hayrick.report.linked import Evidence, InsightReport, Treatment
from hayrick.report.missed import Missed
from hayrick.report.nearest import Said
from hayrick.report.reasons import reason_in_words
from hayrick.report.row_names import Names
from hayrick.report.states import NO_ANSWER, Place
from hayrick.report.wrong_citations import WrongCitations
from hayrick.types import Tags
from hayrick.wording import counted, listed

TEXT, REPLY = 400, 1500
"""Characters of a sentence, bullet or query, and of an answer, that are shown."""

SHOWN, NAMED = 3, 8
"""Systems that miss one insight and are shown with what they said, and those that are named besides."""

UNITS = 20
"""Judged units of an answer that are shown."""


class Line(NamedTuple):
    """A paragraph, and by how many columns it is indented."""

    indent: int
    text: str


def missed_lines(rows: Iterable[Missed], top: int, folder: str) -> Iterator[Line]:
    """Paragraphs on what was missed, insight by insight in the order given.

    Args:
        rows: what was missed; rows of one insight or item are adjacent.
        top: insights or items that are shown; 0 for all.
        folder: of the run, for the command that shows more.
    """
    groups = _grouped(rows)
    named = Names(one for several in groups for one in several)
    for number, several in enumerate(groups[: top or None], start=1):
        yield from _missed(number, several, named)
        yield Line(0, "")
    if top and len(groups) > top:
        yield Line(0, f"{len(groups) - top} more: --top 0 lists all.")
    units = [one[0] for one in groups if one[0].unit is not None]
    if units:
        yield Line(0, f"More on one of them: hayrick show {folder} --insight {units[0].unit}")
    elif groups:
        yield Line(0, f"More on one of them: hayrick show {folder} --item {groups[0][0].item}")


def first_missed(rows: Iterable[Missed], top: int) -> list[Missed]:
    """The rows that `missed_lines` shows: those of the first insights or items; all for 0."""
    return [one for several in _grouped(rows)[: top or None] for one in several]


def _grouped(rows: Iterable[Missed]) -> list[list[Missed]]:
    """Rows of each insight or item."""
    return [list(several) for _, several in groupby(rows, key=lambda one: (one.dataset, one.group, one.item, one.unit))]


def _missed(number: int, several: Sequence[Missed], named: Names) -> Iterator[Line]:
    one = several[0]
    of_insight = one.unit is not None
    heading = _short(one.wanted if of_insight else one.query) or f"item {one.item}"
    yield Line(0, f"{number}. {heading}")
    place = f"{one.dataset}, {one.group}"
    if of_insight:
        yield Line(3, f"insight {one.unit} ({place}), asked by: {_short(one.query, 200)}")
        yield Line(3, f"stated by {len(one.held_by)} of {one.n_documents} documents: {positions(one.held_by)}")
    else:
        yield Line(3, f"item {one.item} ({place}{_tags(one.about)}); right: {_short(one.wanted) or 'no text'}")
    missed_by = "missed by" if of_insight else "not wholly right in"
    yield Line(3, f"{missed_by} {one.missed_by} of {one.answered_by} answers")
    for each in several[:SHOWN]:
        yield Line(5, _who_missed(each, named))
        if each.said is not None:
            yield Line(7, _said(each.said, "nearest " if of_insight else ""))
    if more := several[SHOWN:]:
        yield Line(5, f"and {listed(list(map(named.of, more)), NAMED)}")


def _who_missed(one: Missed, named: Names) -> str:
    outcome = f", response {one.outcome}" if one.outcome not in (None, "ok") else ""
    value = "" if one.value is None else f", {one.measure or 'value'} {one.value:.2f}"
    reason = f": {_short(phrase(one.reason))}" if one.reason else ""
    nothing = "; no bullet shares a word with it" if one.said is None and one.why != NO_ANSWER else ""
    return f"{named.of(one)}: {one.why}{value}{outcome}{_was_shown(one.shown, len(one.held_by))}{reason}{nothing}"


def _was_shown(shown: Sequence[Place] | None, n: int) -> str:
    """How many of the documents that state an insight a system was shown."""
    if shown is None:
        return ""
    return f", shown {len(shown)} of {n} documents" if shown else ", shown no document that states it"


def _said(said: Said, nearest: str) -> str:
    if said.bullet is None:
        return f"answer: {_short(said.text, REPLY)}"
    words = f", {said.shared} of {said.of} words shared" if said.of else ""
    judged = "" if said.judged else ", beyond the number of bullets that are judged"
    return f"{nearest}bullet {said.bullet}{words}{judged}: {_short(said.text)}"


def _whole(said: Said) -> Iterator[Line]:
    """An answer with its lines, a paragraph each."""
    lines = [line for line in cut(said.text, REPLY).splitlines() if line.strip()]
    if said.bullet is not None or len(lines) < 2:
        yield Line(3, _said(said, ""))
        return
    yield Line(3, "answer:")
    yield from (Line(5, " ".join(line.split())) for line in lines)


def positions(places: Sequence[Place]) -> str:
    """Stored positions as citations write them: `[3] [17]`; `none` for no place."""
    return " ".join(f"[{one.position}]" for one in places) or "none"


def insight_lines(report: InsightReport) -> Iterator[Line]:
    """Paragraphs on one insight: where it stands, and what each system made of it."""
    yield Line(0, _short(report.text))
    yield Line(3, f"insight {report.insight} ({report.dataset}, {report.group}), asked by: {_short(report.query, 200)}")
    yield Line(3, f"stated by {len(report.evidence)} of {report.n_documents} documents")
    for one in report.evidence:
        yield Line(5, evidence_line(one))
    yield from treatment_lines(report)


def treatment_lines(report: InsightReport) -> Iterator[Line]:
    """Paragraphs on what each system made of an insight, each after an empty line."""
    named = Names(report.systems)
    for each in report.systems:
        yield Line(0, "")
        yield from _treatment(each, report.text, named, len(report.evidence))


def evidence_line(one: Evidence) -> str:
    """A document's position and the sentence in which it states an insight."""
    if one.sentence is None:
        return f"[{one.place.position}] no sentence found that fits"
    how = "" if one.probability is None else f" ({one.by} {one.probability:.2f})"
    return f"[{one.place.position}]{how} {_short(one.sentence)}"


def _treatment(one: Treatment, insight: str, named: Names, n_documents: int) -> Iterator[Line]:
    value = "" if one.value is None or one.found == NO_ANSWER else f", value {one.value:.2f}"
    linked = one.said.text if one.said and one.is_linked else None
    reason = f": {_short(reason_in_words(one.reason, insight, linked))}" if one.reason else ""
    yield Line(0, f"{named.of(one)}: {one.found}{value}{_was_shown(one.shown, n_documents)}{reason}")
    if one.said is not None:
        yield Line(3, _said(one.said, "" if one.is_linked else "nearest "))
    elif one.found != NO_ANSWER:
        yield Line(3, "no bullet shares a word with it")
    if one.is_linked:
        cited = f"cites rightly {positions(one.right)}; wrongly {_wrong(one.wrong, one.unknown)}"
        yield Line(3, f"{cited}; missing {positions(one.missing)}")
    elif one.found in ("covered", "partly covered"):
        yield Line(3, "the judge links it to no bullet, so that no citation counts")


def wrong_lines(given: Sequence[WrongCitations], top: int) -> Iterator[Line]:
    """Paragraphs on wrong citations, bullet by bullet in the order given.

    Args:
        given: all of them.
        top: how many are shown; 0 for all.
    """
    named = Names(given)
    for number, one in enumerate(given[: top or None], start=1):
        yield Line(0, f"{number}. {named.of(one)}, bullet {one.bullet}: {_short(one.said)}")
        yield Line(3, f"covers insight {one.insight} ({one.dataset}, {one.group}): {_short(one.text)}")
        yield Line(3, f"cites wrongly {_wrong(one.wrong, one.unknown)}; rightly {positions(one.right)}")
        yield Line(3, f"stated by {positions(one.held_by)}")
        yield Line(0, "")
    if top and len(given) > top:
        yield Line(0, f"{len(given) - top} more: --top 0 lists all.")


def _wrong(wrong: Sequence[Place], unknown: Sequence[str]) -> str:
    """Cited documents that are wrong, and citations that match none."""
    if not unknown:
        return positions(wrong)
    return f"{positions(wrong)}, and {', '.join(_short(name, 40) for name in unknown)} that match no document"


def item_lines(report: ItemReport) -> Iterator[Line]:
    """Paragraphs on one item: what is right, and what each system answered."""
    yield Line(0, _short(report.query))
    yield Line(
        3,
        f"item {report.item} of {report.task} ({report.dataset}, {report.group}{_tags(report.about)}), "
        f"{counted(report.n_documents, 'document')}",
    )
    yield Line(3, f"right: {_short('; '.join(report.right), REPLY) or 'no text'}")
    named = Names(report.systems)
    for one in report.systems:
        yield Line(0, "")
        yield from _answered(one, named)


def _answered(one: Answered, named: Names) -> Iterator[Line]:
    values = ", ".join(
        f"{name} {'unjudged' if value is None else f'{value:.2f}'}" for name, value in one.values.items()
    )
    failed = ", no readable answer" if one.failed else ""
    outcome = f", response {one.outcome}" if one.outcome not in (None, "ok") else ""
    yield Line(0, f"{named.of(one)}{failed}{outcome}: {values or 'not scored'}")
    if one.said is not None:
        yield from _whole(one.said)
    for unit in one.units[:UNITS]:
        value = "unjudged" if unit.value is None else f"{unit.value:.2f}"
        about = f" {_short(unit.text)}" if unit.text else ""
        reason = f": {_short(phrase(unit.reason))}" if unit.reason else ""
        yield Line(5, f"{unit.unit}{about}: {unit.label or ''} {value}{reason}")
    if len(one.units) > UNITS:
        yield Line(5, f"and {len(one.units) - UNITS} more units")


def _tags(tags: Tags) -> str:
    return "".join(f"; {name} {value}" for name, value in tags.items())


def _short(text: str, most: int = TEXT) -> str:
    """A text on one line, cut where it is longer; only its beginning is looked at."""
    return cut(" ".join(text[: 4 * most].split()), most)
