"""A report as Markdown that GitHub and GitLab show: a summary for a pull request, then every table folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hayrick.page.content import Content, shown
from hayrick.page.papers import bibtex, papers_in
from hayrick.page.views import View
from hayrick.report.layout import printable
from hayrick.report.tables import Table
from hayrick.wording import counted

LONGEST, LONGEST_TEXT = 2000, 20_000
"""Characters of a cell or a sentence, and of a paragraph; what is longer is cut."""

_MARKS = re.compile(r"[\\`*_{}~$]|\[(?![-0-9])|\](?=[\[(:])|^[0-9]{1,9}[.)](?= )|^[-+](?= )")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "#": "&#35;", "@": "&#64;", "|": "&#124;"}
"""What would begin an element, a heading, a reference to an issue, a name that is notified, or a cell."""


def markdown(content: Content, pictures: str = "") -> str:
    """The report as Markdown.

    Args:
        content: what it says.
        pictures: path from the file to the folder of its figures; "" for none.
    """
    return "\n".join(_lines(content, pictures)).rstrip() + "\n"


def escaped(text: str, most: int = LONGEST) -> str:
    """A text that appears as it is, on one line."""
    line = " ".join(printable(text[:most]).split())
    line = "".join(_ENTITIES.get(one, one) for one in line)
    return _MARKS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", line).replace("://", ":&#47;/")


def _lines(content: Content, pictures: str) -> Iterator[str]:
    yield f"# {escaped(content.title)}\n"
    for name, text in content.facts:
        yield f"- **{escaped(name)}:** {escaped(text)}"
    if content.facts:
        yield ""
    for table in content.main:
        yield from [f"**{escaped(table.title)}** (values are means with 95 % intervals)\n", *_table(table), ""]
    if content.notes:
        yield f"<details><summary>{counted(len(content.notes), 'note')} on these runs</summary>\n"
        yield from (f"- {escaped(one)}" for one in content.notes)
        yield "\n</details>\n"
    if content.changes is not None:
        yield from _view(content.changes, pictures, folded=False)
    for view in content.views:
        yield from _view(view, pictures, folded=True)
    if content.methods:
        yield "## Methods\n"
        yield from (f"{escaped(text, LONGEST_TEXT)}\n" for text in content.methods)
    if papers := papers_in(content.methods):
        yield f"<details><summary>Papers cited, as BibTeX</summary>\n\n```bibtex\n{bibtex(papers)}```\n\n</details>\n"
    yield f"Made with Hayrick {content.version}."


def _view(view: View, pictures: str, *, folded: bool) -> Iterator[str]:
    yield from [f"## {escaped(view.title)}\n", f"{escaped(view.text)}\n"]
    for figure in view.figures if pictures else ():
        yield f"![{escaped(figure.alt)}]({pictures}/{figure.name}.svg)\n"
    for table in view.tables:
        if folded:
            yield f"<details><summary>{escaped(table.title)}</summary>\n"
        else:
            yield f"**{escaped(table.title)}**\n"
        yield from [*_table(shown(table)), ""]
        if folded:
            yield "</details>\n"


def _table(table: Table) -> Iterator[str]:
    yield _row(map(escaped, table.heads))
    yield _row("---:" if place in table.numbers else "---" for place in range(len(table.heads)))
    yield from map(_row, ([escaped(cell) for cell in row] for row in table.rows))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
