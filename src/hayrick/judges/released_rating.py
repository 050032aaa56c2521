"""What HELMET's released code makes of its judge's replies about long-document answers.

Source: HELMET's released code at commit 4526dfb.
Differs from ours: braces inside of the last object end it, ratings are not checked, and an unreadable reply leaves the
    answer out of the mean.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import fmean

from hayrick.measures.ratings import CORRECTNESS, FLUENCY
from hayrick.replies.json import last_braces


def released_object(reply: str) -> object | None:
    """The last "{...}" of a reply as JSON; None where there is none or it is no JSON."""
    found = last_braces(reply)
    try:
        return None if found is None else json.loads(found)
    except ValueError:
        return None


def released_score(replies: Sequence[str]) -> float:
    """Mean of fluency x correctness, 0 to 3, over the replies that can be read; 0 where none can."""
    read = [one for one in map(released_object, replies) if isinstance(one, dict)]
    return fmean(one[FLUENCY] * one[CORRECTNESS] for one in read) if read else 0.0
