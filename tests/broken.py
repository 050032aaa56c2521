"""Changes of the golden haystack's value after which its records are wrong or doubtful."""

from __future__ import annotations

from typing import Any


def doubtful(value: Any) -> None:
    """Record i1 in dC, which says nothing of it, and no longer i2 in dE, which says it."""
    value["documents"][2]["insights_included"] = ["i3", "i1"]
    value["documents"][4]["insights_included"] = ["i3"]


def unheld(value: Any) -> None:
    """No document holds i4."""
    value["documents"][5]["insights_included"] = []


def twice(value: Any) -> None:
    """Two documents are called dA."""
    value["documents"][1]["document_id"] = "dA"
