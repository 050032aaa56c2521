"""A system without a model that reads only the last part of its documents: what a model that skips text looks like.

`hayrick run "helmet/niah_single_1?length=4k,8k,16k&n=20" --system python:docs/examples/last_part.py:last_part`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

READ = 20_000
"""Characters."""


def last_part(request: Mapping[str, Any]) -> str:
    """The first number of six digits or more in what is read."""
    text = "\n".join(one["text"] for one in request["documents"])
    number = re.search(r"\d{6,}", text[-READ:])
    return number[0] if number else "I found no number."
