"""Decides how much of a summary is judged: a summary much longer than asked for is judged up to a limit.

Otherwise the best "summary" would be the haystack itself, sentence by sentence, each with its citation.
Source: ours; docs/decisions/084-length-visible.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from math import ceil
from typing import Any

from hayrick.text import Span, sentences
from hayrick.types import Bullet, Response, Summary
from hayrick.wording import counted

ALLOWANCE = 1.5
"""Bullets that are judged, as a multiple of the bullets asked for; rounded up."""

SENTENCES = 4
"""A bullet counts once for every so many sentences begun."""

CHARACTERS = 400
"""A sentence counts once for every so many characters begun, so that leaving out full stops gains nothing. The longest
sentence of the 15,799 bullets that are stored in the released haystacks has 353 (bench/systems/flood.py)."""


def units(text: str) -> list[Span]:
    """Character spans of the sentences of a text; a longer one is cut, at white space where it has some.

    Returns:
        Spans in order, each of at most `CHARACTERS` characters; empty for blank text.
    """
    return [part for span in sentences(text) for part in _parts(text, span)]


def _parts(text: str, span: Span) -> list[Span]:
    start, end = span
    found = []
    while end - start > CHARACTERS:
        full = cut = start + CHARACTERS
        while cut > start and not text[cut].isspace():
            cut -= 1
        cut = cut if cut > start else full
        found.append(Span(start, cut))
        start = cut
        while text[start].isspace():
            start += 1
    return [*found, Span(start, end)]


def cost(bullet: Bullet) -> int:
    """Number of bullets that a bullet counts as: one for every `SENTENCES` sentences begun, at least 1."""
    return max(1, ceil(len(units(bullet.text)) / SENTENCES))


def judged_bullets(bullets: Sequence[Bullet], asked: int) -> tuple[Bullet, ...]:
    """The bullets that are judged when a number of them was asked for.

    Bullets are judged in order until they count as `ALLOWANCE` times the number asked, rounded up. The bullet that
    exceeds this is judged up to the end of its last sentence that fits; it keeps all its citations, since a bullet is
    what cites. All others are not judged.

    Args:
        bullets: as written.
        asked: number of bullets asked for, > 0.
    """
    left = ceil(ALLOWANCE * asked)
    found: list[Bullet] = []
    for bullet in bullets:
        if left <= 0:
            break
        spans = units(bullet.text)
        if len(spans) > left * SENTENCES:
            found.append(replace(bullet, text=bullet.text[: spans[left * SENTENCES - 1].end]))
            break
        found.append(bullet)
        left -= max(1, ceil(len(spans) / SENTENCES))
    return tuple(found)


def within(response: Response[Summary], asked: int | None, *, limited: bool = True) -> Response[Summary]:
    """A response whose summary has only the bullets that are judged; its row says how many were asked and are not.

    Args:
        response: as the system gave it.
        asked: number of bullets asked for, > 0; None if it was left open: all are judged.
        limited: False to judge all bullets whatever was asked.
    """
    answer = response.answer
    n_unread = 0
    if answer is not None and asked is not None and limited:
        bullets = judged_bullets(answer.bullets, asked)
        n_unread = sum(one != judged for one, judged in zip_longest(answer.bullets, bullets))
        if n_unread:
            answer = replace(answer, bullets=bullets, whole=answer.bullets)
    extra: dict[str, object] = {**response.extra, "bullets_asked": asked, "bullets_unread": n_unread}
    return replace(response, answer=answer, n_unread=n_unread, extra=extra)


MOST = 5
"""Systems that notes name, the longest first."""


def notes(responses: Sequence[Response[Summary]]) -> list[str]:
    """Notes on systems whose summaries are too long to be judged in full, one line each.

    Args:
        responses: of a run.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    for one in responses:
        asked: Any = one.extra.get("bullets_asked")
        count = counts.setdefault((one.system, one.context), [0, 0, 0])
        count[0] += len(one.answer.written) if one.answer else 0
        count[1] += asked or 0
        count[2] += one.n_unread
    long = sorted((name for name in counts if counts[name][2]), key=lambda name: -counts[name][2])
    found = []
    for system, context in long[:MOST]:
        written, wanted, unread = counts[system, context]
        found.append(
            f"{system} ({context}) was asked for {counted(wanted, 'bullet')} and wrote {written}: {unread} of them are "
            f"not judged, or not to their end. As many as {ALLOWANCE:g} times the number asked are judged, and long "
            "ones count as several (--bullets free, in Python free=True, judges all)."
        )
    if len(long) > MOST:
        found.append(f"So it is with {counted(len(long) - MOST, 'more system')}: see the column 'unread'.")
    return found


def flood_notes(responses: Sequence[Response[Summary]]) -> list[str]:
    """Notes on systems of which more is judged than a limit would permit, one line each.

    An insight is linked to one bullet at most, so that all bullets beyond the number of insights are idle.

    Args:
        responses: of a run in which all bullets are judged; their items have insights.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    for one in responses:
        if one.answer is not None:
            gold: Any = one.item.gold
            count = counts.setdefault((one.system, one.context), [0, 0, 0, 0])
            count[0] += len(one.answer.bullets)
            count[1] += sum(map(cost, one.answer.bullets))
            count[2] += gold.asked_bullets
            count[3] += ceil(ALLOWANCE * gold.asked_bullets)
    long = sorted((name for name, one in counts.items() if one[1] > one[3]), key=lambda name: -counts[name][1])
    found = []
    for system, context in long[:MOST]:
        n, n_judged, insights, _ = counts[system, context]
        idle = f"; of its {n:,} bullets at least {100 * (n - insights) // n} % are idle: they state none"
        sizes = f"{counted(n_judged, 'bullet')} for {counted(insights, 'insight')}"
        found.append(
            f"{system} ({context}): what is judged counts as {sizes}"
            f"{idle if n > insights else ''}. A summary that says everything covers everything; without --bullets free "
            f"and --compat paper (in Python free=True and compat='paper') no more than {ALLOWANCE:g} times the number "
            "of insights is judged."
        )
    if len(long) > MOST:
        found.append(f"So it is with {counted(len(long) - MOST, 'more system')}: see idle_bullets in estimates.json.")
    return found
