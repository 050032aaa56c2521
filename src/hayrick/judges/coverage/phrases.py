"""Reasons of the local judge and of verify in words: files hold the names of rules, people read phrases."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "denial": "it is denied",
        "weighed": "it is denied in other words",
        "negation": "one says it and the other negates it",
        "opposite": "a word's opposite stands in its place",
        "counterclaim": "it tells a sentence of the documents that says the opposite",
        "lookalike": "it tells a sentence of the documents that only resembles it",
        "quantity": "another number stands in its place",
        "name": "another name stands in its place",
        "roles": "who does what to whom is exchanged",
        "swap": "another word stands in its place",
        "replaced": "something else stands in its place, or restricts it",
        "predicate": "what it says of its subject is missing",
        "half": "a part of it is missing",
        "open": "it is left open, planned or asked",
        "negated": "some of its words are negated",
        "hedge": "it is told as doubtful",
        "stuffing": "its words stand in a list, not in a sentence",
        "order": "its words stand in another order",
        "absent name": "other names stand there, and one of its own is absent",
    }
)
"""Guard, or rule of verify -> what it noticed; "it" is what the insight states."""


def phrase(reason: str) -> str:
    """A judge's reason for people: that of a guard as a phrase, any other as it is."""
    return PHRASES.get(reason, reason)
