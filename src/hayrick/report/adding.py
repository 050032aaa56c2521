"""Adds summaries and labels to those stored in a haystack; stored content is never changed, conflicts are rejected.

Source: SummHay, repository readme (`summaries` and `eval_summaries` of a subtopic).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.haystacks.labels import model_labels
from hayrick.records.read_files import a_type
from hayrick.types import BadInput

_OTHER_NAME = "Give the system another name."
_ONE_JUDGE = "A haystack holds the labels of one judge for each summary: take those out of it, or export other systems."


def lines_of(reply: str) -> list[str]:
    """A reply in stored form: its non-empty lines, stripped."""
    return [line.strip() for line in reply.splitlines() if line.strip()]


def with_summaries(stored: object, new: Mapping[str, Sequence[str]], where: str) -> dict[str, object]:
    """Merge new summaries into the stored summaries of a subtopic.

    Args:
        stored: mapping from key to lines; None for none.
        new: mapping from key to lines; a stored key must come with the same lines.
        where: place, for error messages.

    Raises:
        BadInput: other lines are stored under a new key.
    """
    found = _mapping(stored, f"{where}, summaries")
    for key, lines in new.items():
        old = found.setdefault(key, list(lines))
        if not isinstance(old, list) or lines_of("\n".join(map(str, old))) != list(lines):
            raise BadInput(
                where, f"another summary is stored as '{key}' already", "the same, or a new key", _OTHER_NAME
            )
    return found


def with_labels(stored: object, new: Mapping[str, Sequence[Mapping[str, object]]], where: str) -> dict[str, object]:
    """Merge new labels into the stored labels of a subtopic's summaries.

    Args:
        stored: mapping from key to a list of labels; None for none.
        new: mapping from key to labels; they must agree with labels stored for the same key.
        where: place, for error messages.

    Raises:
        BadInput: other labels are stored under a new key.
    """
    found = _mapping(stored, f"{where}, eval_summaries")
    for key, labels in new.items():
        if not found.get(key):
            found[key] = list(labels)
        elif not _agree(found[key], labels, f"{where}, eval_summaries '{key}'"):
            raise BadInput(where, f"other labels are stored for '{key}' already", "the same, or none", _ONE_JUDGE)
    return found


def _agree(stored: object, new: Sequence[Mapping[str, object]], where: str) -> bool:
    """Whether every new label is stored with the same value and link; a link that is absent on one side is ignored."""
    old = model_labels(stored, where)
    for insight, label in model_labels(list(new), where).items():
        known = old.get(insight)
        if known is None or known.label != label.label:
            return False
        if None not in (known.bullet, label.bullet) and known.bullet != label.bullet:
            return False
    return True


def _mapping(value: object, where: str) -> dict[str, object]:
    if value is not None and not isinstance(value, dict):
        raise BadInput(where, a_type(value), "an object by summary key")
    return dict(value or {})
