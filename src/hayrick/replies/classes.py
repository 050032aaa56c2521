"""What became of a question to a model: one class for every response, so that denominators never change."""

from __future__ import annotations

from hayrick.types import Reply

CLASS = "class"
"""Column of a response's row."""

OK, CUT = "ok", "cut"
EMPTY, EMPTY_AFTER_REASONING = "empty", "empty_after_reasoning"
IS_REFUSED, TOO_LONG, TRUNCATED, ERROR = "refused", "too_long", "truncated_by_server", "error"

OVERLONG = "overlong"
"""Kind of an error: an answer of more than was allowed or can be needed, which is not kept."""

CLASSES = (OK, CUT, EMPTY_AFTER_REASONING, EMPTY, IS_REFUSED, TOO_LONG, TRUNCATED, ERROR)
"""In the order in which they are reported; errors carry their kind: `error:429`.

`ok`: there is a reply. `cut`: the reply reached its token limit. `empty_after_reasoning`: the model reasoned, and said
nothing after it. `empty`: nothing but blanks. `refused`: by a content filter, or by the model in
the field for refusals. `too_long`: the prompt does not fit the
model's window, by our count (not sent) or the server's. `truncated_by_server`: the server read a part of the prompt.
`error:KIND`: no reply in all tries.
"""

SCORED = frozenset({OK, CUT})
"""Classes whose replies are read; all others are failures of the system, whatever was said."""


def is_class(value: object) -> bool:
    """Whether a value is the name of a class."""
    return isinstance(value, str) and (value in CLASSES or value.startswith(f"{ERROR}:"))


def rank(kind: str) -> tuple[int, str]:
    """Place of a class in the order of reporting."""
    return CLASSES.index(kind.partition(":")[0]), kind


def class_of(reply: Reply | None, failure: str = "") -> str:
    """Class of a reply.

    Args:
        reply: None where the call failed.
        failure: why it failed: `too_long`, a status, or the name of an error; "" if unknown.
    """
    if reply is None:
        return TOO_LONG if failure == TOO_LONG else f"{ERROR}:{failure or 'unknown'}"
    if reply.stop == "content_filter":
        return IS_REFUSED
    if reply.truncated:
        return TRUNCATED
    if not reply.text.strip():
        return EMPTY_AFTER_REASONING if reply.reasoned else EMPTY
    return CUT if reply.stop == "max_tokens" else OK
