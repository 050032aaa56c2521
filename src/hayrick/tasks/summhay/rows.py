"""Builds the rows of `summaries.jsonl`, and notes about them for the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.tasks.summhay import length
from hayrick.types import OWN, Bullet, Judgement, Response, Summary
from hayrick.wording import counted


def summary_row(response: Response[Summary], variants: Sequence[Response[Summary]]) -> Mapping[str, object]:
    """Return the columns of a summary's row besides its identity; documents are named by id.

    Args:
        response: the summary with the system's own citations; unknown citations are kept as written. All bullets have
            a row, judged or not; those that are not judged are the last `bullets_unread`.
        variants: versions of the summary; repaired citations, if any, are written next to the system's own.
    """
    bullets = response.answer.written if response.answer else ()
    anew = [{bullet.id: bullet.cites for bullet in one.answer.bullets} for one in variants if one.answer]
    return {
        "bullets": [
            {
                "id": bullet.id,
                "text": bullet.text,
                "cites": sorted(bullet.cites),
                **({"unknown": sorted(bullet.unknown)} if bullet.unknown else {}),
                **({"heading": bullet.heading} if bullet.heading else {}),
                **({"repaired": sorted(anew[0][bullet.id])} if anew and bullet.id in anew[0] else {}),
            }
            for bullet in bullets
        ],
        "reply": response.reply,
        **response.extra,
    }


def notes(
    responses: Sequence[Response[Summary]], judgements: Sequence[Judgement], *, limited: bool = True
) -> list[str]:
    """Return notes on too long summaries, citations, missing links and contradicted insights, a line each.

    Args:
        responses: of a run, with their variants.
        judgements: of these.
        limited: whether no more than a number of bullets is judged.
    """
    own = [one for one in responses if one.variant == OWN]
    found = length.notes(own) if limited else length.flood_notes(own)
    bullets = _bullets(own)
    unknown = sum(len(bullet.unknown) for bullet in bullets)
    if unknown:
        found.append(
            f"{counted(unknown, 'citation names', 'citations name')} no document of the haystack: counted as wrong."
        )
    repaired = _bullets([one for one in responses if one.variant != OWN])
    silent = sum(not bullet.cites for bullet in repaired)
    if silent:
        found.append(
            f"Of {len(repaired):,} bullets with repaired citations {silent:,} cite nothing: no document supports them "
            "well enough."
        )
    unlinked = sum(1 for one in judgements if one.label not in (None, "none") and one.link is None)
    if unlinked:
        found.append(
            f"{counted(unlinked, 'covered insight links', 'covered insights link')} to no bullet; citation score 0."
        )
    denied = sum(one.contradicted for one in judgements)
    if denied:
        said = counted(denied, "insight is", "insights are")
        found.append(f"{said} contradicted: the answer states the opposite (`reason` in rows).")
    return found


def _bullets(responses: Sequence[Response[Summary]]) -> list[Bullet]:
    return [bullet for one in responses if one.answer for bullet in one.answer.bullets]
