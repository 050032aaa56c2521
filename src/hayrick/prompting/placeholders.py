"""Placeholder syntaxes of prompts, and the placeholders in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from hayrick.types import BadInput

SYNTAXES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "double brackets": ("[[", "]]"),
        "double braces": ("{{", "}}"),
        "brackets": ("[", "]"),
        "braces": ("{", "}"),
        "angles": ("<", ">"),
    }
)
"""Name of the syntax -> text before and after a placeholder's name."""

RELEASED: Mapping[str, str] = MappingProxyType(
    {
        "[N_articles]": "n_documents",
        "[N_conversations]": "n_documents",
        "[TOPIC]": "topic",
        "[SCENARIO]": "topic",
        "[PARTICIPANTS]": "participants",
        "[ARTICLES]": "documents",
        "[CONVERSATIONS]": "documents",
        "[N_insights]": "n_bullets",
        "[SUBTOPIC]": "subtopic",
        "[QUERY]": "query",
        "[[INSIGHT]]": "insight",
        "[[BULLETS]]": "bullets",
    }
)
"""Placeholders of SummHay's released prompt files -> our names for the values."""

NAME = re.compile(r"\w[\w-]*")
"""A placeholder's name, without its delimiters."""


def syntax_of(token: str, where: str) -> str:
    """Name of the syntax of a placeholder.

    Raises:
        BadInput: the syntax is unknown.
    """
    for syntax, (before, after) in SYNTAXES.items():
        inside = token.removeprefix(before).removesuffix(after)
        if token == f"{before}{inside}{after}" and NAME.fullmatch(inside):
            return syntax
    raise BadInput(where, f"placeholder '{token}'", "a name in [], [[]], {{}}, {} or <>")


def require_present(text: str, placeholders: Mapping[str, str], where: str) -> None:
    """Require that every placeholder occurs in a text.

    Raises:
        BadInput: a placeholder does not occur.
    """
    standing = {token for _, token in parts(text, placeholders) if token is not None}
    for token in placeholders:
        if token not in standing:
            raise BadInput(where, f"placeholder {token} does not occur in the text", "every declared one at least once")


def parts(text: str, placeholders: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Split a template's text into pieces: literal text, or a placeholder as written."""
    done = 0
    longest_first = sorted(placeholders, key=len, reverse=True)
    for found in re.finditer("|".join(map(re.escape, longest_first)) or r"(?!)", text):
        start, end = found.span()
        # "[[X]]" is not the placeholder "[X]" in brackets, nor "{{x}}" the placeholder "{x}" in braces.
        is_single = text[start + 1] != text[start]
        if is_single and start and text[start - 1] == text[start] and text[end : end + 1] == text[end - 1]:
            continue
        yield text[done:start], None
        yield "", found[0]
        done = end
    yield text[done:], None
