"""What bullets tell together with what stands beside them: verdicts on them, and answers to what they ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from hayrick.judges.coverage.words.verdicts import verdict_of, verdict_over

_ANSWER = re.compile(r"\W*(?:a(?:nswer)?\W*:\W*)?(?:yes|no)\b", re.IGNORECASE)


def told(bullets: Sequence[str], headings: Sequence[str] = ()) -> list[str]:
    """The texts of bullets as the local judge reads them.

    Args:
        bullets: texts as written.
        headings: what heads each of them, "" for none; may be left out.
    """
    around = zip_longest(bullets, headings[: len(bullets)], bullets[1:], fillvalue="")
    return [_told(*one) for one in around]


def _told(text: str, heading: str, following: str) -> str:
    """A bullet with the heading or the next bullet, if these are a verdict, its question or its answer."""
    if _asks(text) and _ANSWER.match(following):
        return f"{text} {following}"
    if _asks(heading) and _ANSWER.match(text):
        return f"{heading} {text}"
    if heading and (over := verdict_over(heading)):
        text = f"{over.label} {text}"
    own = verdict_of(following) if following else None
    return f"{text} {own.value}" if own else text


def _asks(text: str) -> bool:
    return text.rstrip(" *_\"”’').").endswith("?")
