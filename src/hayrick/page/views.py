"""What a page is made of: finished directories as values, and views of them.

A view looks at declarations and columns: `Measure`, `Reporting`, tags, the columns of a file. It asks for no task,
measure or judge by name, and yields nothing where its columns are absent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hayrick.averages import Averaged
from hayrick.estimates import Estimated
from hayrick.protocols import Task
from hayrick.records.costs import Cost
from hayrick.report.states import Judged
from hayrick.report.tables import Table
from hayrick.reporting import Reporting
from hayrick.types import NOTHING, Item, Score

NO_LINKS: Mapping[int, str] = MappingProxyType({})


def on_one_line(text: str) -> str:
    """The text with blanks and line ends as single blanks, by which a summary is known again."""
    return " ".join(text.split())


class Figure(NamedTuple):
    """A drawing.

    The page's content policy allows no `style` attribute, `<style>`, script or event handler in it. What must follow
    the light and the dark theme is `currentColor`; other colours must be seen on both grounds.
    """

    name: str
    """File name without extension: lower-case letters, digits and hyphens. `figure-NAME` is its fragment."""

    svg: str
    """One `<svg>` element with `viewBox`, `role="img"`, `<title>` and `<desc>`; all text is escaped."""

    alt: str
    """What it shows, in one sentence with its main figures."""


class View(NamedTuple):
    """A section of the page: charts with the tables behind them."""

    name: str
    """Fragment of its address: lower-case letters, digits and hyphens; unique within the page."""

    title: str
    text: str
    """How it is read, in one or two plain sentences."""

    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    """The data behind the figures; shown at once where there is no figure, else on demand."""

    links: Mapping[int, str] = NO_LINKS
    """Number of a row of the first table -> fragment of an address on the page, where there is one."""

    is_folded: bool = False
    """Whether tables are shown on demand only, also without figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTask:
    """One task of a run."""

    name: str
    reporting: Reporting
    estimates: Sequence[Estimated]
    scores: Sequence[Score]
    task: Task[Any, Any] | None = None
    """None if its data were not found: then there are no items, and nothing to drill down into."""

    items: Sequence[Item[Any]] = ()
    judged: Sequence[Judged] = ()
    alike: str = ""
    """Name of the first source whose scores of the task `hayrick compare` would compare with these; "" for its own."""

    unlike: str = ""
    """What keeps these scores from being compared with those of the first source that has the task; "" if nothing."""

    @property
    def n_unread(self) -> int:
        """Parts of answers, such as bullets, that were not judged, since the answers are much longer than asked for."""
        return sum(response.n_unread for _, response, _ in self.judged)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One finished directory of any command."""

    name: str
    """Short name, unique within a page."""

    folder: Path
    command: str
    """`run`, `validate`, `meta`, `retrieve`, `verify`, ...; "" for a directory without manifest."""

    manifest: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    files: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Name of each JSON file but the manifest and the estimates -> its value, with `rows` where it is a table."""

    tasks: Sequence[SourceTask] = ()
    """Of a run."""

    averages: Sequence[Averaged] = ()
    notes: Sequence[str] = ()
    gaps: Sequence[str] = ()
    """What its files lack so that figures or single answers are not whole, one sentence each."""

    unread: Sequence[str] = ()
    """What cannot be shown since it could not be read, one sentence each, for who makes the report."""

    costs: Sequence[Cost] = ()
    people: Mapping[tuple[str, str], Mapping[str, Sequence[tuple[str, int | None]]]] = field(default_factory=dict)
    """Labels by people that a judge was validated with: (subtopic, text of the summary on one line) -> insight ->
    label and bullet of each annotator."""


MakesViews = Callable[[Sequence[Source]], Iterator[View]]
