"""Says where a judge is compared with the people whose labels it was fitted to."""

from __future__ import annotations

MARK = "in-sample"


def in_sample_note(judge: str, n: int, of: int) -> str:
    """A sentence on a judge that was fitted on `n` of `of` summaries; "" where it was fitted on none."""
    if not n:
        return ""
    which = f"all {of:,}" if n == of else f"{n:,} of {of:,}"
    return (
        f"'{judge}' was fitted on people's labels of the same insights as {which} summaries here: its figures are "
        f"{MARK}, and agreement on other texts may be lower."
    )
