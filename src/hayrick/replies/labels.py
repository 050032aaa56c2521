"""Class labels that are numbers, as models write them: "label: 12", "The label is **12**.", "12"."""

from __future__ import annotations

import re

_NUMBER = r"(?<![A-Za-z0-9.])[0-9]{1,9}(?![A-Za-z0-9]|\.[0-9])"
_FIRST = re.compile(_NUMBER)
_LABELLED = re.compile(rf"\blabel(?:\s+is)?[^\w\n]{{0,20}}(?:\n\s{{0,20}})?({_NUMBER})", re.IGNORECASE)


def read_label(reply: str) -> str | None:
    """Number of the class that a reply names, as it is written; None where it has no number.

    The first number that follows the word "label" (with "is", marks or a line break between them), else the first
    number of the reply. Numbers inside of words and decimal fractions are none.

    Source: HELMET, whose scorer takes the rest of the line after the first "label:", else the first line.
    Differs: what stands around the number does not matter, so that "The label is 12." is 12.
    """
    labelled = _LABELLED.search(reply)
    if labelled:
        return labelled[1]
    first = _FIRST.search(reply)
    return first[0] if first else None
