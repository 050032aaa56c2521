"""Class labels that are numbers, as models write them: "label: 12", "The label is **12**.", "12"."""

from __future__ import annotations

import re

_NUMBER = r"(?<![A-Za-z0-9.])[0-9]{1,9}(?![A-Za-z0-9]|\.[0-9])"
_FIRST = re.compile(_NUMBER)
_LABELLED = re.compile(rf"\blabel(?:\s+is)?[^\w\n]{{0,20}}(?:\n\s{{0,20}})?({_NUMBER})", re.IGNORECASE)
_LINE = "[^\n]*"


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


def released_answer(reply: str, prefix: str) -> str:
    """Answer as HELMET's scorer reads it: the rest of the line after the first `prefix`, else the first line.

    Args:
        reply: any text.
        prefix: such as "label:"; found in any case, and removed once more where it is repeated.

    Source: HELMET's released scorer at commit 4526dfb.
    """
    found = re.search(f"{re.escape(prefix)}({_LINE})", reply, re.IGNORECASE)
    line = (found[1] if found else reply.split("\n", 1)[0]).strip()
    return re.sub(f"^{re.escape(prefix)}", "", line, count=1, flags=re.IGNORECASE).strip()
