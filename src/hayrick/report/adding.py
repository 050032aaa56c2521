"""Add summaries and labels to those that a haystack stores; what is stored stays as it is, or the addition is refused.

Source: SummHay, repository readme (`summaries` and `eval_summaries` of a subtopic).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.haystacks.labels import model_labels
from hayrick.records.files import a_type
from hayrick.types import BadInput

_OTHER_NAME = "Give the system another name."
_ONE_JUDGE = "A haystack holds the labels of one judge for each summary: take those out of it, or export other systems."


def lines_of(reply: str) -> list[str]:
    """A reply as it is stored: its lines without white space around them, and without empty ones."""
    return [line.strip() for line in reply.splitlines() if line.strip()]


def with_summaries(stored: object, new: Mapping[str, Sequence[str]], where: str) -> dict[str, object]:
    """Stored summaries of a subtopic, by key, and new ones.

    Args:
        stored: a mapping from key to lines; None is an empty one.
        new: likewise; a key that is stored already must come with the same lines.
        where: for errors.

    Raises:
        BadInput: other lines are stored under a key of the new ones.
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
    """Stored labels of a subtopic's summaries, by key, and new ones.

    Args:
        stored: a mapping from key to a list of labels; None is an empty one.
        new: likewise; for a key that is labelled already they must say what the stored ones say.
        where: for errors.

    Raises:
        BadInput: other labels are stored under a key of the new ones.
    """
    found = _mapping(stored, f"{where}, eval_summaries")
    for key, labels in new.items():
        if not found.get(key):
            found[key] = list(labels)
        elif not _agree(found[key], labels, f"{where}, eval_summaries '{key}'"):
            raise BadInput(where, f"other labels are stored for '{key}' already", "the same, or none", _ONE_JUDGE)
    return found


def _agree(stored: object, new: Sequence[Mapping[str, object]], where: str) -> bool:
    """Whether every new label is stored; a link that one of the two does not have is no difference."""
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
