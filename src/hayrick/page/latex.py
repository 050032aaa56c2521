r"""A report as LaTeX: a document that pdflatex compiles, with a plain `tabular` for every table.

Only packages of LaTeX's base collection are used. A wide table is scaled to the text, a long one is parted. Characters
that the fonts have no glyph for are shown by their number; XeLaTeX and LuaLaTeX show them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hayrick.page.content import Content, shown
from hayrick.page.papers import PAPERS, papers_in
from hayrick.page.views import View
from hayrick.report.layout import printable
from hayrick.report.tables import Table

LONGEST, MOST_ROWS = 300, 40
"""Characters of a cell; rows of one part of a table."""

LONGEST_TEXT = 20_000
"""Characters of a paragraph."""

_HEAD = r"""% Made with Hayrick {version}. Tables can be copied one by one; they need graphicx.
\documentclass{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{textcomp}}
\usepackage{{graphicx}}
\setlength{{\textwidth}}{{170mm}}
\setlength{{\oddsidemargin}}{{-5mm}}
\setlength{{\textheight}}{{240mm}}
\setlength{{\topmargin}}{{-15mm}}
\newcommand{{\fitted}}[1]{{\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{#1}}}}
"""
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_\allowbreak{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "/": r"/\allowbreak{}",
    "\N{MINUS SIGN}": "$-$",
}
"""What TeX would take as a command."""

_JOINED = re.compile(r"([-,'])(?=\1)")
"""Pairs that TeX's fonts join to one character; of `!` and `?` they join only what is escaped."""

_NEGATIVE = re.compile(r"(?<![^\s\[(])-(?=\.?\d)")
"""The sign of a number."""


def latex(content: Content) -> str:
    """The report as a document."""
    body = "\n".join(_lines(content))
    declared = "".join(_declared(one) for one in sorted({one for one in body if ord(one) > 0xFF}))
    head = _HEAD.format(version=content.version)
    return f"{head}{declared}\\begin{{document}}\n{body}\n\\end{{document}}\n"


def escaped(text: str, most: int = LONGEST) -> str:
    """A text that appears as it is, on one line."""
    cut = text if len(text) <= most else f"{text[: most - 3]}..."
    line = " ".join(printable(cut).split())
    plain = "".join(_ESCAPES.get(one, one) for one in _NEGATIVE.sub("\N{MINUS SIGN}", line))
    return _JOINED.sub(r"\1{}", plain)


def _cited(text: str) -> str:
    """Keys of known papers as commands; other text in brackets stays."""

    def command(found: re.Match[str]) -> str:
        keys = [one.removeprefix("@") for one in found[1].split("; ")]
        return rf"\cite{{{','.join(keys)}}}" if set(keys) <= {one.key for one in PAPERS} else found[0]

    return re.sub(r"\[(@[a-z0-9]+(?:; @[a-z0-9]+)*)\]", command, text)


def _declared(one: str) -> str:
    """Give a character a substitute, unless the fonts have it or the engine reads it itself."""
    name = rf"\csname u8:\detokenize{{{one}}}\endcsname"
    number = f"{ord(one):04X}"
    return (
        rf"\ifdefined\DeclareUnicodeCharacter\expandafter\ifx{name}\relax"
        rf"\DeclareUnicodeCharacter{{{number}}}{{[U+{number}]}}\fi\fi"
        "\n"
    )


def _lines(content: Content) -> Iterator[str]:
    yield rf"\section*{{{escaped(content.title)}}}"
    if facts := [*content.facts, *(("Note", one) for one in content.notes)]:
        yield r"\begin{description}"
        for name, text in facts:
            yield rf"\item[{{{escaped(name)}}}] {escaped(text, LONGEST_TEXT)}"
        yield r"\end{description}"
    for view in (*([content.changes] if content.changes else []), *content.views):
        yield from _view(view)
    if content.methods:
        yield rf"\subsection*{{{escaped('Methods')}}}"
        yield from (f"{_cited(escaped(text, LONGEST_TEXT))}\n" for text in content.methods)
    if papers := papers_in(content.methods):
        yield r"\begin{thebibliography}{99}"
        for one in papers:
            number = f" arXiv:{one.arxiv}." if one.arxiv else ""
            told = f"{one.authors.replace(' and others', ' et al.')} ({one.year}). {one.title}. {one.venue}.{number}"
            yield rf"\bibitem{{{one.key}}} {escaped(told, LONGEST_TEXT)}"
        yield r"\end{thebibliography}"


def _view(view: View) -> Iterator[str]:
    yield rf"\subsection*{{{escaped(view.title)}}}"
    yield escaped(view.text, LONGEST_TEXT)
    for table in map(shown, view.tables):
        starts = range(0, max(1, len(table.rows)), MOST_ROWS)
        for start in starts:
            more = f" (rows from {start + 1})" if len(starts) > 1 else ""
            yield from _table(table._replace(rows=table.rows[start : start + MOST_ROWS]), more)
    yield r"\clearpage"


def _table(table: Table, more: str) -> Iterator[str]:
    columns = "".join("r" if place in table.numbers else "l" for place in range(len(table.heads)))
    yield r"\begin{table}[htbp]\centering\footnotesize"
    yield rf"\caption{{{escaped(table.title + more)}}}"
    yield rf"\fitted{{\begin{{tabular}}{{{columns}}}"
    yield rf"\hline {_row(table.heads)}\hline"
    yield from map(_row, table.rows)
    yield r"\hline\end{tabular}}"
    yield r"\end{table}"


def _row(cells: Sequence[str]) -> str:
    r"""Cells of a row; `{}` before the first where the `\\` of the row above would read its "[" or "*" as its own."""
    row = " & ".join(map(escaped, cells))
    return f"{'{}' * row.startswith(('[', '*'))}{row} \\\\"
