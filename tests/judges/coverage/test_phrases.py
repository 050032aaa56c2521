"""Reasons of the local judge in words."""

from __future__ import annotations

from hayrick.checking.statement_rules import RULES
from hayrick.judges.coverage.guards.guards import GUARDS
from hayrick.judges.coverage.phrases import PHRASES, phrase


def test_every_guard_and_rule_has_a_phrase_of_its_own() -> None:
    assert PHRASES.keys() == GUARDS.keys() | RULES.keys()
    assert len(set(PHRASES.values())) == len(PHRASES)
    assert phrase("a model's own reason") == "a model's own reason"
