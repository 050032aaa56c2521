"""Reads what a model answered about coverage: its label, the bullet that it names, "contradicted" and a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from hayrick.prompting import one_line

REASON_CHARACTERS = 120
"""Maximum length of a reason that is kept; it is the model's text, and nothing depends on it."""

_LABELS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("full", "fully", "complete", "completely", "entire", "entirely", "1", "1.0"), "full"),
        **dict.fromkeys(("partial", "partially", "partly", "part", "in part", "0.5", ".5"), "partial"),
        **dict.fromkeys(("no", "none", "not", "not at all", "0", "0.0"), "none"),
    }
)
_ABOUT_COVERAGE = re.compile(r"\b(?:coverage|covered|covers|is)\b")
_LINK = re.compile(
    r"(?:(?:point|line|number|no|id|nr)[\s_.:#-]*)*+[#(\[]?\s*(\d{1,9})(?:\.0+)?\s*[)\].:]?", re.IGNORECASE
)
_BULLET_KEYS = ("bullet", "bullet_id", "bullet_number", "bullet_point")


def read_label(written: object) -> str | None:
    """Read the label of an answer; None if it is unknown.

    Accepts "full", "partial" and "no" in any case, with or without "coverage" or "covered" and with any punctuation
    between, some synonyms, and the numbers 1, 0.5 and 0. "Not fully covered", null and true are ambiguous: None.
    """
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        return None
    text = re.sub(r"[\s_\-]+", " ", str(written).casefold()).strip(" \t\"'`.,;:!*[](){}")
    words = " ".join(_ABOUT_COVERAGE.sub(" ", re.sub(r"\buncovered\b", "not", text)).split())
    return _LABELS.get(words)


def read_link(answer: Mapping[str, object], shown: tuple[int, ...]) -> int | None:
    """Read the id of the bullet that an answer names; None unless it names exactly one bullet that was shown.

    Accepts 3, 3.0, "3", "Bullet 3", "#3" and [3]. A list of several, "NA", null and other ids are no link.
    """
    named = _by_key(answer)
    found = next((read_number(named[key]) for key in _BULLET_KEYS if key in named), None)
    return found if found in shown else None


def read_contradicted(answer: Mapping[str, object]) -> bool:
    """Read whether an answer calls the insight contradicted: true, "true" or "yes"; anything else, and none, is False.

    The model's word alone: nothing is computed from it, and it counts only if the coverage is "no".
    """
    written = _by_key(answer).get("contradicted")
    return written is True or (isinstance(written, str) and written.strip(" .").casefold() in ("true", "yes"))


def read_reason(answer: Mapping[str, object]) -> str | None:
    """Read the reason of an answer, on one line of at most `REASON_CHARACTERS`; None unless it is a text with words."""
    written = _by_key(answer).get("reason")
    if not isinstance(written, str):
        return None
    # What is far beyond the limit is not even tidied.
    return one_line(written[: 10 * REASON_CHARACTERS])[:REASON_CHARACTERS].rstrip() or None


def read_number(written: object, noun: str = "bullet") -> int | None:
    """Read the single number in a reference to one thing, such as 3, "Bullet 3" or [3]; None if there is none."""
    if isinstance(written, list) and len(written) == 1:
        written = written[0]
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        return None
    found = _LINK.fullmatch(re.sub(rf"^{noun}[\s_.:#-]*", "", str(written).strip(), flags=re.IGNORECASE))
    return int(found[1]) if found else None


def _by_key(answer: Mapping[str, object]) -> dict[str, object]:
    """An answer's parts by their keys in small letters, with underscores for spaces."""
    return {key.casefold().replace(" ", "_"): value for key, value in answer.items()}
