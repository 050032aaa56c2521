"""A question and its answer, as a model writes them: labelled lines, or a JSON object.

Source: ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from hayrick.replies.json import read_object
from hayrick.types import Unparsed

MOST_QUESTION, MOST_ANSWER = 1_000, 2_000
"""Characters, above which neither is one."""

Written = Mapping[str, str]
"""`question` and `answer`."""

_LABEL = re.compile(
    r"^[^\w\n]{0,8}(?:\d{1,2}[.)] ?)?[^\w\n]{0,4}(question|answer)[^\w\n:\uff1a]{0,4}[:\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)
_AROUND = ' \t\r\n*_`"\u201c\u201d'


def read_question(reply: str) -> Written | None:
    """The first question that an answer follows; None where there is none, or one of them is blank or too long.

    Args:
        reply: visible text of a reply.
    """
    given = read_object(reply, ("question", "answer")) if "{" in reply else Unparsed(reason="")
    if not isinstance(given, Unparsed):
        return _checked(given["question"], given["answer"])
    labels = list(_LABEL.finditer(reply))
    ends = [*(one.start() for one in labels[1:]), len(reply)]
    parts = [(one[1].lower(), reply[one.end() : end]) for one, end in zip(labels, ends, strict=False)]
    pairs = ((asked, said) for (one, asked), (other, said) in pairwise(parts) if (one, other) == ("question", "answer"))
    return _checked(*next(pairs, ("", "")))


def _checked(question: object, answer: object) -> Written | None:
    texts = [" ".join(one.split()).strip(_AROUND) if isinstance(one, str) else "" for one in (question, answer)]
    if not all(any(map(str.isalnum, one)) for one in texts):
        return None
    fits = len(texts[0]) <= MOST_QUESTION and len(texts[1]) <= MOST_ANSWER
    return {"question": texts[0], "answer": texts[1]} if fits else None
