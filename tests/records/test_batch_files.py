"""Lines of a provider's file of results."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from hayrick.records.batch_files import RequestFiles, read_result, read_results
from hayrick.records.write_files import to_json
from hayrick.types import BadInput


@pytest.mark.parametrize(("key", "is_read"), [("k", True), ("", False), (7, False)])
def test_a_line_without_the_key_of_a_call_is_damaged(key: object, is_read: bool, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f"{to_json({'custom_id': key, 'response': {'status_code': 200, 'body': {}}})}\n")
    assert [line.result is not None for line in read_results(path)] == [is_read]


def test_results_of_a_pipe_are_read_once_and_found_again(tmp_path: Path) -> None:
    lines = [json.dumps({"custom_id": key, "response": {"status_code": 200, "body": {"n": key}}}) for key in "abc"]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("\n".join(lines),))
    writer.start()
    found = list(read_results(pipe))
    writer.join()
    assert [one.result.key for one in found if one.result] == ["a", "b", "c"]
    again = [read_result(pipe, one.start) for one in found]
    assert again == [one.result for one in found]


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_that_another_command_made_meanwhile_stays(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of several files is made at the last moment: the first one goes again."""
    link, made = os.link, list[Path]()

    def late(source: Path, target: Path) -> None:
        made.append(Path(target))
        if len(made) == number:
            made[-1].write_text("theirs")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    with RequestFiles(tmp_path / "calls.jsonl", [], most_lines=1) as files:
        for key in "ab"[:number]:
            files.add(key, "m", "/v1/chat/completions", {})
        with pytest.raises(BadInput, match="a file that another command made meanwhile"):
            files.close()
    assert {path: path.read_text() for path in tmp_path.iterdir()} == {made[-1]: "theirs"}
