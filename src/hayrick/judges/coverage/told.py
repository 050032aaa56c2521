"""What bullets tell, with the verdicts on them that stand beside them: in a heading, or as a bullet of its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from hayrick.judges.coverage.words.verdicts import verdict_of, verdict_over


def told(bullets: Sequence[str], headings: Sequence[str] = ()) -> list[str]:
    """The texts of bullets as the local judge reads them.

    Args:
        bullets: texts as written.
        headings: what heads each of them, "" for none; may be left out.
    """
    found = []
    for text, heading, following in zip_longest(bullets, headings[: len(bullets)], bullets[1:], fillvalue=""):
        over = verdict_over(heading) if heading else None
        own = verdict_of(following) if following else None
        text = f"{over.label} {text}" if over else text
        found.append(f"{text} {own.value}" if own else text)
    return found
