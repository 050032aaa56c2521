"""What systems of the user's own answered in a run."""

from __future__ import annotations

from pathlib import Path

from conftest import lines_of


def bullets(out: Path) -> dict[str, list[tuple[str, list[str]]]]:
    return {
        row["subtopic"]: [(bullet["text"], bullet["cites"]) for bullet in row["bullets"]]
        for row in lines_of(out / "summaries.jsonl")
    }
