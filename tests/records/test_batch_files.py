"""Lines of a provider's file of results."""

from __future__ import annotations

from pathlib import Path

import pytest

from hayrick.records.batch_files import read_results
from hayrick.records.write_files import to_json


@pytest.mark.parametrize(("key", "is_read"), [("k", True), ("", False), (7, False)])
def test_a_line_without_the_key_of_a_call_is_damaged(key: object, is_read: bool, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f"{to_json({'custom_id': key, 'response': {'status_code': 200, 'body': {}}})}\n")
    assert [line.result is not None for line in read_results(path)] == [is_read]
