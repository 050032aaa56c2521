"""Edits of a whole sentence: frames that deny, doubt or affirm it, a negated verb, exchanged roles, half of it."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from hayrick.probes.around import Around, names_in
from hayrick.probes.probe import Edit
from hayrick.probes.wordings import wordings
from hayrick.types import Insight

_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|can|will|must|does|do|did|(?:has|have|had)(?!\s+(?:an?|the|its|their|\d)))\b(?=\s+[a-z\d])"
)
_NOT_MAIN = re.compile(
    r"[,;:]|\b(?:that|which|who|whose|where|when|if|once|until|since|because|although|while|and|or|but|as)\b"
)
_NEGATIVE = re.compile(r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|only|hardly|barely)\b|n[’']t\b")
_BREAK = re.compile(r", (?=(?:but|which|while|whereas|because|so that|after which|where|when)\b)|; | because ")
_DOES = re.compile(
    r" (?:[a-z]+ly )?(?:[a-z]{3,}(?:ed|s)|bought|sold|won|told|gave|lent|sent|paid|beat|sued|took|made)\b"
)
_ALIKE = re.compile(
    r"\b(?:and|or|with|between|both|married|together|like|unlike|than|of|in|at|near|on|from|for|is|was)\b"
)
_SOME = re.compile(r"(?:some|several|many|most|few|one|multiple|half|all|every|each|both|part|only)\b", re.IGNORECASE)
"""Beginnings of sentences that say of some things what may be untrue of others, or whose negation leaves some."""

_FEW = 4


def framed(kind: str) -> Edit:
    """An edit that puts the insight into one of a kind's frames: a clause of a sentence, or a sentence after it."""

    def edit(insight: Insight, around: Around, rng: Random) -> str | None:
        known = wordings()
        frame = rng.choice(known.frames[f"{kind}_before"] + known.frames[f"{kind}_after"])
        if frame.startswith("{} "):
            return frame.replace("{}", insight.text.strip(), 1)
        clause = around.within(insight.text)
        made = frame.replace("{}", clause, 1)
        return made if made.endswith((".", "!", "?", '"')) else f"{made}."

    return edit


def negated(insight: Insight, around: Around, rng: Random) -> str | None:
    """The auxiliary of the main clause is negated.

    None where no auxiliary stands before other clauses, and where the sentence has a negation or tells of some things
    among others.
    """
    text = insight.text
    found = _AUXILIARY.search(text)
    if not found or _NOT_MAIN.search(text[: found.start()]) or _NEGATIVE.search(text) or _SOME.match(text):
        return None
    return f"{text[: found.end()]} not{text[found.end() :]}"


def roles_exchanged(insight: Insight, around: Around, rng: Random) -> str | None:
    """Two names between which something is done change places."""
    text = insight.text
    found = list(names_in(text))
    pairs = []
    for (start, a), (then, b) in pairwise(found):
        between = text[start + len(a) : then]
        if _DOES.match(between) and not _ALIKE.search(between) and not set(a.split()) & set(b.split()):
            pairs.append((start, a, then, b))
    if not pairs:
        return None
    start, a, then, b = rng.choice(pairs)
    return text[:start] + b + text[start + len(a) : then] + a + text[then + len(b) :]


def half(insight: Insight, around: Around, rng: Random) -> str | None:
    """The sentence ends before its last clause; None where what is left, or what is left out, is short."""
    text = insight.text.strip()
    for found in reversed(list(_BREAK.finditer(text))):
        kept, left_out = text[: found.start()], text[found.end() :]
        if min(len(kept.split()), len(left_out.split())) > _FEW:
            return f"{kept.rstrip(',;')}."
    return None


def planted(kind: str) -> Edit:
    """An edit that takes a sentence which a document of the haystack has of the insight, by its recorded kind."""

    def edit(insight: Insight, around: Around, rng: Random) -> str | None:
        known = around.planted.get((insight.id, kind), ())
        return rng.choice(known) if known else None

    return edit
