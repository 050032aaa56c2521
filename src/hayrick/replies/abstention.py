"""Replies that say that the question cannot be answered from what was shown, in the words of models."""

from __future__ import annotations

import re

LONGEST = 2000
"""Characters of a reply that are read."""

_SHOWN = r"(?:passages?|documents?|texts?|context|sources?|articles?|excerpts?|information)"
_SAID = (
    r"(?:answer|contain|mention|state|say|provide|include|give|specify|indicate|address|discuss|tell|have|hold|name)"
)
_DONE = r"(?:answered|contained|mentioned|stated|said|provided|included|given|specified|discussed|found|available)"
_SAYINGS = (
    rf"\bnot\s+(?:\w+\s+){{0,2}}in\s+(?:\w+\s+){{0,3}}{_SHOWN}\b",
    rf"\b{_SHOWN}\b[^.!?\n]{{0,60}}?\b(?:do|does|did)(?:\s+not|n't)\s+(?:\w+\s+){{0,2}}{_SAID}\b",
    rf"\bnone\s+of\s+(?:\w+\s+){{0,2}}{_SHOWN}\b",
    rf"\bno\s+(?:\w+\s+){{0,2}}{_SHOWN}\s+(?:\w+\s+){{0,2}}{_SAID}s?\b",
    rf"\b(?:is|are|was)(?:\s+not|n't)\s+(?:\w+\s+)?{_DONE}\b[^.!?\n]{{0,40}}?(?:\b{_SHOWN}\b|[.!?\n]|$)",
    rf"\b(?:not|n't)\s+(?:\w+\s+)?(?:enough|sufficient)\s+{_SHOWN}\b|\binsufficient\s+{_SHOWN}\b",
    r"\b(?:cannot|can't|can\s+not|could\s+not|couldn't|unable\s+to)\s+(?:be\s+)?(?:\w+\s+)?"
    r"(?:answer(?:ed)?|determined?|found|find|tell)\b",
    r"\bno\s+answer\b|\bunanswerable\b|\bi\s+(?:do\s+not|don't)\s+know\b|^\W*(?:unknown|not\s+(?:given|found|stated))\W*$",
)
_ANY = re.compile("|".join(_SAYINGS), re.IGNORECASE | re.MULTILINE)


def says_unanswered(reply: str) -> bool:
    """Whether a reply says that what was shown does not answer the question, whatever else it says.

    Args:
        reply: any text; its first 2,000 characters are read.
    """
    return _ANY.search(reply[:LONGEST].replace("\u2019", "'")) is not None
