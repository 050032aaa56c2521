"""Hedges of a sentence that speak of the sentence before it: "This has not been confirmed."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hayrick.judges.coverage.texts.hedges import MODALS, OF_ALL, ON_ANY, Hedge, hedges

_LONGEST_REPLY = 18
_ON_IT = re.compile(
    r"(?<![\w'-])(?:so|such|claims?|reports?|rumou?rs?|story|stories|true|assertions?|allegations?|accounts?"
    r"|those (?:figures|numbers|words|details)|(?:this|that|these|those|it)(?! (?:the|an?|its?|his|her|their|our|my|he"
    r"|she|they|we|there|this|these|all|no|some|any|one)(?![\w'-]))"
    r"(?= (?:[^\w ]|[\w'-]{1,4}(?![\w'-])|[\w-]+(?:s|ed)(?![\w'-]))| ?\Z))(?![\w'-])"
)
"""What refers to the sentence before: "this" as a pronoun, not "this outing", nor "doubt that the price"."""
_DOUBT_OF_IT = re.compile(
    r" (?:well )?(?:not )?(?:be|have been|prove|turn out)(?: to be)? (?:[\w-]+ )?(?:true|so|right|wrong|false|correct"
    r"|accurate|inaccurate|exaggerat\w+|the case|invented|untrue|mistaken|in error|an? \w+)(?![\w'-])"
)
_TO_COME = re.compile(r" (?:will|would|can|could|should) ")


def on_last(following: Sequence[str], lower: Sequence[str]) -> list[Hedge]:
    """Hedges at the beginning of a sentence, as written and in lower case, that speak of the one before it."""
    following, lower = following[:_LONGEST_REPLY], lower[:_LONGEST_REPLY]
    text = " ".join(lower)
    refers = _ON_IT.search(text) is not None
    return [
        one
        for one in hedges(following, lower)
        if (refers and one.kind in OF_ALL and not _is_of_other(one, text))
        or (one.kind == "unchecked" and ON_ANY.search(one.written))
    ]


def _is_of_other(one: Hedge, text: str) -> bool:
    """Whether a hedge of a sentence speaks of what follows from the one before, or of a side clause."""
    after = text.partition(one.written)[2]
    if one.written in MODALS or one.written in ("likely", "possible", "could be"):
        return _DOUBT_OF_IT.match(after) is None
    if one.kind == "belief" and after.startswith(" to ") and _DOUBT_OF_IT.match(after.removeprefix(" to")) is None:
        return True
    is_confined = one.kind in ("belief", "epistemic") and len(one.sentence) < len(set(text.split()))
    return is_confined or (one.kind in ("whether", "unchecked") and _TO_COME.search(after) is not None)
