"""What is given where something else is expected is told as what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Command


@pytest.mark.parametrize("command", ["compare", "experiment", "export"])
@pytest.mark.parametrize(("kind", "file"), [("validate", "agreement.json"), ("retrieve", "retrieval.json")])
def test_a_directory_of_another_command(
    hayrick: Command,
    refused: Callable[..., str],
    native: Path,
    annotations: Path,
    tmp_path: Path,
    command: str,
    kind: str,
    file: str,
) -> None:
    words = {"validate": (annotations, "--judge", "local"), "retrieve": (native, "--retriever", "bm25")}[kind]
    out = tmp_path / "made"
    assert hayrick(kind, *words, "--out", out).status == 0
    more = ("--format", "csv", "--out", tmp_path / "x") if command == "export" else ()
    line = refused(command, out, *more)
    assert f"{out}: a directory of 'hayrick {kind}'; expected a directory of 'hayrick run'." in line
    assert f"Its results are in {out / file}." in line


def test_a_list_is_not_told_to_be_truncated(refused: Callable[..., str], annotations: Path, tmp_path: Path) -> None:
    line = refused("meta", annotations, "--metric", "local")
    assert f"{annotations}: one JSON list over several lines; expected a JSON object a line ('hayrick validate'" in line
    (tmp_path / "cut.jsonl").write_text('{"document": "a",\n')
    assert "looks truncated" in refused("meta", tmp_path / "cut.jsonl", "--metric", "local")


@pytest.mark.parametrize(
    ("heads", "told"),
    [
        ("doc,summary,score", "no column document, system, but 'doc', 'summary', 'score'; expected columns document, "),
        (
            "document;summary;system;score:a",
            "'document;summary;system;score:a'; expected columns .* Put commas between",
        ),
        ("", "but none at all"),
    ],
)
def test_columns_of_a_table_are_listed(refused: Callable[..., str], tmp_path: Path, heads: str, told: str) -> None:
    (tmp_path / "scores.csv").write_text(f"{heads}\na,b,1\n")
    first, _, second = told.partition(" .* ")
    line = refused("meta", tmp_path / "scores.csv", "--metric", "local")
    assert first in line
    assert second in line


def test_an_address_with_a_query_is_told_what_to_do(refused: Callable[..., str], native: Path) -> None:
    line = refused("run", native, "--system", "http://127.0.0.1:9/ask?k=5")
    assert "an address with a query ('?')" in line
    assert "Serve each setting at a path of its own, such as http://127.0.0.1:9/ask/5; a key belongs in HAY" in line
    assert "k=5" not in line, "it may be a secret"
    assert "Set HAYRICK_ENDPOINT_KEY." in refused("run", native, "--system", "http://me:secret@127.0.0.1:9/ask")
