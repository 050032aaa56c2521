"""The page on which a person labels summaries: one file that works offline and sends nothing."""

from __future__ import annotations

import json
import re

from hayrick.annotation.questions import Questions
from hayrick.page.one_file import one_file

STYLES = ("style.css", "labelling.css")
PROGRAMS = ("tables.js", "labelling.js")
"""Parts of the program, in order; the first has elements, theme and what the report shares."""

_MARKS = re.compile("[<>&\x7f]")


def labelling_page(questions: Questions) -> str:
    """HTML text of the page.

    The content policy forbids everything but this style and this program, by their hashes. What is asked stands in a
    block of JSON in which no character can end it or begin markup; the program makes text nodes of it.
    """
    return one_file(
        "labelling.html.j2",
        STYLES,
        PROGRAMS,
        id=questions.id,
        n_summaries=len(questions.summaries),
        n_pairs=questions.n_pairs,
        questions=no_markup(questions.value()),
    )


def no_markup(value: object) -> str:
    """JSON of a value in ASCII that holds no character to which HTML gives a meaning, or which `clean` replaces."""
    return _MARKS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, allow_nan=False))
