"""What bullets tell together with what stands beside them: verdicts on them, and answers to what they ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from hayrick.judges.coverage.records import ANSWER_MARK
from hayrick.judges.coverage.words.reading import Parts, read_parts
from hayrick.judges.coverage.words.verdicts import verdict_of, verdict_over

_ANSWER = re.compile(
    r"\W*(?:a(?:nswer)?\W*:\W*)?(?:yes|no|(?:it|he|she|they|this|that) (?:did|does|do|was|were|is|are|has|have|had|will"
    r"|would)(?:n['’]t| not))\b",
    re.IGNORECASE,
)

_CONTINUES = re.compile(
    r"\W*(?:this|these|those|that|such|it(?! (?:[\w'’-]+ ){1,7}(?:that|whether|if|to|how|why)\b)|they|he|she|its|their"
    r"|his|her|both|neither|none of (?:this|these|that)|the above"
    r"|the (?:statement|claim|report|point|bullet)s? above)\b(?! said\b)"
    r"|\W*(?:not so|scratch that|strike that)[,.:;!]",
    re.IGNORECASE,
)
_MOST = 2
"""Bullets that may continue one: guards look at two sentences more."""


def read_bullets(bullets: Sequence[str], headings: Sequence[str] = ()) -> list[Parts]:
    """Read bullets, each with what stands beside it (`told`) and with the sentences of those that continue it.

    A bullet continues the one before it if it begins with a word that refers back ("These", "It", "The claim above")
    and the same heading holds, or it stands under that one.

    Args:
        bullets: texts as written.
        headings: what heads each of them, "" for none; may be left out.
    """
    found = [read_parts(text) for text in told(bullets, headings)]
    starts = [0] * len(bullets)
    for i in range(len(bullets) - 1, 0, -1):
        is_under = headings[i - 1 : i] == headings[i : i + 1] or headings[i : i + 1] == [bullets[i - 1].strip("#: ")]
        if is_under and _CONTINUES.match(bullets[i]):
            starts[i - 1] = min(_MOST, starts[i] + 1)
    return [
        one._replace(after=[sentence for other in found[i + 1 : i + 1 + n] for sentence in other.sentences])
        if n
        else one
        for i, (one, n) in enumerate(zip(found, starts, strict=True))
    ]


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
        return f"{text} {ANSWER_MARK.sub('', following, count=1)}"
    if _asks(heading) and _ANSWER.match(text):
        return f"{heading} {text}"
    if heading and (over := verdict_over(heading)):
        text = f"{over.label} {text}"
    own = verdict_of(following) if following else None
    return f"{text} {own.value}" if own else text


def _asks(text: str) -> bool:
    return text.rstrip(" *_\"”’').").endswith("?")
