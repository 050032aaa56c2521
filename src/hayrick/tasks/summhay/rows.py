"""Rows of `summaries.jsonl`, and what is said about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.types import Judgement, Response, Summary


def summary_row(response: Response[Summary], variants: Sequence[Response[Summary]]) -> Mapping[str, object]:
    """Columns of a summary's row besides its identity; documents are named by id.

    Args:
        response: with the system's own citations; those of unknown documents stand as they were written.
        variants: the same summary with repaired citations, where there is one: they stand beside the own ones.
    """
    bullets = response.answer.bullets if response.answer else ()
    anew = [{bullet.id: bullet.cites for bullet in one.answer.bullets} for one in variants if one.answer]
    return {
        "bullets": [
            {
                "id": bullet.id,
                "text": bullet.text,
                "cites": sorted(bullet.cites),
                **({"unknown": sorted(bullet.unknown)} if bullet.unknown else {}),
                **({"repaired": sorted(anew[0][bullet.id])} if anew else {}),
            }
            for bullet in bullets
        ],
        "reply": response.reply,
        **response.extra,
    }


def notes(responses: Sequence[Response[Summary]], judgements: Sequence[Judgement]) -> list[str]:
    """What a reader must know about citations and links, one line each."""
    found = []
    bullets = [bullet for one in responses if one.answer for bullet in one.answer.bullets]
    unknown = sum(len(bullet.unknown) for bullet in bullets)
    if unknown:
        found.append(f"{unknown} citations name no document of their haystack; they count as wrong.")
    unlinked = sum(1 for one in judgements if one.label not in (None, "none") and one.link is None)
    if unlinked:
        found.append(f"{unlinked} covered insights link to no bullet; their citation score is 0.")
    return found
