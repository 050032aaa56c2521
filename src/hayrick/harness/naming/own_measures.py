"""A measure that a user gave, as an object or as a function."""

from __future__ import annotations

from typing import Any

from hayrick.measures.own import measure_of
from hayrick.protocols import Measure
from hayrick.records.signatures import takes
from hayrick.records.user_values import require_plain
from hayrick.types import BadInput


def own_measure(found: object, name: str, where: str) -> Measure[Any, Any]:
    """The measure that was given, or that of a function; see `measures.own.measure_of`.

    Args:
        found: what was given.
        name: of the measure of a function.
        where: what the user gave, for error messages.

    Raises:
        BadInput: it is neither, or a function that cannot be called so.
    """
    if isinstance(found, Measure):
        return found
    if not callable(found) or isinstance(found, type):
        raise BadInput(where, f"a {type(found).__name__}", "a hayrick.Measure, or a function (item, response)")
    require_plain(found, where)
    if not takes(found, 2) and not takes(found, 3):
        expected = "one of (item, response) or (item, response, judgements)"
        raise BadInput(where, "a function that needs other arguments", expected)
    return measure_of(found, name)
