"""The journal: what is in it, what a crash leaves of it, and who may have it open."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import os
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import DAMAGED, FILE, read_calls
from hayrick.harness.storage.journal_lines import header
from hayrick.harness.transport.calls import Call, Usage, call_key
from hayrick.types import Alternative, BadInput


def call(key: str, reply: str = "ja", usd: float | None = 0.25) -> Call:
    usage = Usage(tokens_in=3, tokens_cached=2, tokens_out=1)
    return Call(key=key, model="m", purpose="judge", reply=reply, stop="stop", usage=usage, usd=usd, seconds=1.5)


def test_what_was_added_is_found_by_the_next_run(tmp_path: Path) -> None:
    calls = [call("a"), call("b", 'lines\n"quoted" \u2028 \ud800', None)]
    journal = Journal(tmp_path / "new" / "folder")
    for one in calls:
        journal.add(one)
        assert read_calls(tmp_path / "new" / "folder")[-1] == one, "on disk at once"
    journal.close()
    again = Journal(tmp_path / "new" / "folder")
    assert list(again.calls.values()) == calls
    assert again.find("a") == calls[0]
    assert again.find("c") is None
    again.close()


def test_alternatives_are_kept_and_a_line_of_before_has_none(tmp_path: Path) -> None:
    found = (Alternative("5", -0.25), Alternative(" 4", -1.5))
    journal = Journal(tmp_path)
    journal.add(replace(call("a"), alternatives=found))
    journal.close()
    assert read_calls(tmp_path)[0].alternatives == found
    line = json.loads((tmp_path / FILE).read_text(encoding="utf-8").splitlines()[1])
    damaged = {**line, "alternatives": [["5", "x"], [3, -1], 7, ["4", -1e400], ["3", 2.5], ["2", -2]]}
    before = {name: value for name, value in line.items() if name != "alternatives"}
    (tmp_path / FILE).write_text(f"{json.dumps(before)}\n{json.dumps(damaged)}\n", encoding="utf-8")
    assert [one.alternatives for one in read_calls(tmp_path)] == [(), (Alternative("2", -2.0),)]


def test_in_memory_it_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal = Journal(None)
    journal.add(call("a"))
    assert journal.find("a") == call("a")
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_the_event_loop_runs_while_the_disk_is_busy_and_lines_that_wait_share_a_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, real, n, is_free = Journal(tmp_path), os.fsync, [0], threading.Event()

    def fsync(descriptor: int) -> None:
        assert is_free.wait(20), "the event loop waits for the disk"
        n[0] += 1
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)

    async def store(one: Call) -> None:
        await journal.store(one)
        assert one in read_calls(tmp_path), "it is on disk before it is acted on"

    async def go() -> None:
        calls = [asyncio.create_task(store(call(f"{number}"))) for number in range(20)]
        cancelled = asyncio.create_task(journal.store(call("cancelled")))
        await asyncio.sleep(0.05)
        assert journal.calls == {}
        cancelled.cancel()
        is_free.set()
        await asyncio.gather(*calls)

    asyncio.run(go())
    journal.close()
    found = read_calls(tmp_path)
    assert [one.key for one in found] == [*map(str, range(20)), "cancelled"]
    assert {one.key: one for one in found} == journal.calls
    assert n[0] <= 3


def test_a_full_disk_ends_all_that_waits_and_nothing_is_written_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)

    def fsync(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)

    async def go() -> list[BaseException | None]:
        return await asyncio.gather(*(journal.store(call(key)) for key in "abc"), return_exceptions=True)

    found = asyncio.run(go())
    monkeypatch.undo()
    assert [str(one) for one in found] == [str(found[0])] * 3
    line = f"{FILE}: cannot be written (No space left on device); expected a writable place with room."
    assert f"{line} Make room there, and give the same command again." in str(found[0])
    with pytest.raises(BadInput, match="No space"):
        journal.add(call("d"))
    journal.close()
    assert (journal.calls, "d" in {one.key for one in read_calls(tmp_path)}) == ({}, False)


def test_a_last_line_without_its_line_break_is_a_call(tmp_path: Path) -> None:
    whole = b"".join(kept(tmp_path, call("a"), call("b")))
    (tmp_path / FILE).write_bytes(whole[:-1])
    assert [one.key for one in read_calls(tmp_path)] == ["a", "b"]
    more = kept(tmp_path, call("c"))
    assert b"".join(more).startswith(whole)
    assert [one.key for one in read_calls(tmp_path)] == ["a", "b", "c"]


@pytest.mark.parametrize("cut", [2, 30, 10_000])
def test_a_line_that_a_crash_cut_off_is_dropped_and_written_anew(tmp_path: Path, cut: int) -> None:
    journal = Journal(tmp_path)
    journal.add(call("a"))
    journal.add(call("b"))
    journal.close()
    whole = (tmp_path / FILE).read_bytes()
    end = max(len(whole) - cut, whole.index(b"\n", whole.index(b'"a"')) + 1)
    (tmp_path / FILE).write_bytes(whole[:end])
    journal = Journal(tmp_path)
    assert set(journal.calls) == {"a"}
    journal.add(call("b"))
    journal.close()
    first, a, b = whole.splitlines(keepends=True)
    lost = [] if end == len(first + a) else [header(lost=["b"])]
    assert (tmp_path / FILE).read_bytes() == b"".join([first, a, *lost, b])


def kept(folder: Path, *calls: Call) -> list[bytes]:
    """Lines of a journal with these calls; the header is the first."""
    journal = Journal(folder)
    for one in calls:
        journal.add(one)
    journal.close()
    return (folder / FILE).read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"[]", b"{}", b'{"key": "a"}', b'{"key": "a", "usage": 3}', b"NaN", b"\x00\xff", b"[" * 10**5, b""),
        *(
            '"reply": "ja" -> "reply": "nej"',
            '"key": "b" -> "key": "d"',
            '"paid": 0.5 -> "paid": 0.05',
            '"usage": {"tokens_in" -> "usage": {{"tokens_in"',
            "ja -> j\xe5",
        ),
        *(f'"{name}": -> "{name}s":' for name in ("key", "model", "purpose", "reply", "stop", "usage", "check")),
    ],
)
def test_a_damaged_line_is_kept_aside_and_costs_no_other_call(tmp_path: Path, line: bytes | str) -> None:
    whole = kept(tmp_path, call("a"), call("b"), call("c"))
    if isinstance(line, str):
        before, _, after = line.partition(" -> ")
        line = whole[2].rstrip(b"\n").replace(before.encode(), after.encode("latin-1"), 1)
    damaged = b"".join([*whole[:2], line + b"\n", whole[3]])
    (tmp_path / FILE).write_bytes(damaged)
    assert [one.key for one in read_calls(tmp_path)] == ["a", "c"]
    journal = Journal(tmp_path)
    assert (set(journal.calls), journal.paid) == ({"a", "c"}, 0.75), "what the damaged call cost is no credit"
    assert journal.note.startswith(f"1 line of {FILE} is damaged (first: line 3): copied to {DAMAGED}")
    journal.add(call("b"))
    assert (set(journal.calls), journal.paid) == ({"a", "b", "c"}, 1.0)
    journal.close()
    assert (tmp_path / DAMAGED).read_bytes() == line + b"\n"
    assert (tmp_path / FILE).read_bytes().startswith(damaged), "nothing was thrown away"


@pytest.mark.parametrize("by", [b"", b" ", b"\r", b"\t\r"])
@pytest.mark.parametrize("first", range(3))
def test_lines_that_lost_the_break_between_them_are_read(tmp_path: Path, first: int, by: bytes) -> None:
    calls = [call("a", '}{"key": "z"}'), call("b"), call("c")]
    lines = kept(tmp_path, *calls)
    lines[first] = lines[first].rstrip(b"\n") + by
    (tmp_path / FILE).write_bytes(b"".join(lines))
    with closing(Journal(tmp_path)) as journal:
        assert (list(journal.calls.values()), journal.paid, journal.past, journal.note) == (calls, 0.75, [], "")
        journal.add(call("d"))
    assert [one.key for one in read_calls(tmp_path)] == ["a", "b", "c", "d"]
    (tmp_path / FILE).write_bytes(by.join(line.rstrip(b"\n") for line in kept(tmp_path)))
    with closing(Journal(tmp_path)) as journal:
        assert (list(journal.calls), journal.note) == (["a", "b", "c", "d"], "")
        journal.add(call("e"))
    assert [one.key for one in read_calls(tmp_path)] == ["a", "b", "c", "d", "e"]
    assert not (tmp_path / DAMAGED).exists()


@pytest.mark.parametrize(
    "damage", [b'"reply": "ja" -> "reply": "nej"', b'"check" -> "checks"', b'"key": "c" -> "key": "']
)
def test_joined_lines_of_which_one_is_damaged_stay_a_damaged_line(tmp_path: Path, damage: bytes) -> None:
    before, _, after = damage.partition(b" -> ")
    whole = kept(tmp_path, call("a"), call("b"), call("c"), call("d"))
    joined = whole[2].rstrip(b"\n") + whole[3].replace(before, after)
    (tmp_path / FILE).write_bytes(b"".join([*whole[:2], joined, whole[4]]))
    with closing(Journal(tmp_path)) as journal:
        assert (set(journal.calls), journal.paid) == ({"a", "d"}, 1.0)
    assert (tmp_path / DAMAGED).read_bytes() == joined


@pytest.mark.parametrize("made", ["list", "changed"])
def test_whole_calls_at_the_end_that_cannot_be_read_are_kept_aside(tmp_path: Path, made: str) -> None:
    lines = kept(tmp_path, call("a"), call("b"))
    damaged = {
        "list": b"[" + b",".join(line.rstrip() for line in lines) + b"]",
        "changed": b"".join(lines).rstrip().replace(b'"paid": 0.5', b'"paid": 0.05'),
    }[made]
    (tmp_path / FILE).write_bytes(damaged)
    journal = Journal(tmp_path)
    assert set(journal.calls) == ({"a"} if made == "changed" else set())
    journal.add(call("c"))
    journal.close()
    assert (tmp_path / FILE).read_bytes().startswith(damaged + b"\n"), "nothing was thrown away"
    assert damaged.endswith((tmp_path / DAMAGED).read_bytes())
    assert "c" in {one.key for one in read_calls(tmp_path)}


def test_what_a_newer_version_adds_is_no_damage_and_its_schema_is_named(tmp_path: Path) -> None:
    first, line = kept(tmp_path, call("a"))
    value = json.loads(line)
    value |= {"mood": {"of": "model"}, "usage": {**value["usage"], "tokens_dreamt": 7}}
    value |= {"reasoning": 3, "doubt": None, "seconds": "long"}
    header = {**json.loads(first), "written_by": "hayrick 9"}
    (tmp_path / FILE).write_text(f"{json.dumps(header)}\n{json.dumps(value)}\n")
    assert read_calls(tmp_path) == [replace(call("a"), seconds=0.0)]
    for schema, told in ((2, "2"), ("1", "'1'")):
        (tmp_path / FILE).write_text(f"{json.dumps({**header, 'schema': schema})}\n{json.dumps(value)}\n")
        for reading in (Journal, read_calls):
            with pytest.raises(BadInput, match=f"{FILE}:1.*schema {told}.*Use the version of Hayrick that wrote it"):
                reading(tmp_path)


def test_a_journal_without_header_and_checksums_is_read_and_continued_with_them(tmp_path: Path) -> None:
    values = [json.loads(line) for line in kept(tmp_path, call("a"), call("b"))[1:]]
    old = "".join(json.dumps({k: v for k, v in one.items() if k not in ("check", "paid")}) + "\n" for one in values)
    (tmp_path / FILE).write_text(old)
    first, second, header, line = kept(tmp_path, call("c"))
    assert (first + second).decode() == old
    assert (json.loads(header)["schema"], json.loads(line)["paid"]) == (1, 0.75)
    (tmp_path / FILE).write_bytes(first + second + header + line.replace(b'"check"', b'"chock"'))
    assert [one.key for one in read_calls(tmp_path)] == ["a", "b"]


@pytest.mark.parametrize(
    ("damage", "usage", "usd", "doubt"),
    [
        ('"usd": -15600000.0', (3, 2, 1), None, "usd -15600000.0"),
        ('"usd": NaN', (3, 2, 1), None, "usd nan"),
        ('"usd": Infinity', (3, 2, 1), None, "usd inf"),
        ('"usd": 1e308', (3, 2, 1), None, "usd 1e+308"),
        ('"usd": true', (3, 2, 1), None, "usd True"),
        ('"usd": "0.1"', (3, 2, 1), None, "usd '0.1'"),
        ('"usage": {"tokens_in": -3, "tokens_cached": 2, "tokens_out": 1}', (0, 2, 1), 0.25, "tokens_in -3"),
        ('"usage": {"tokens_in": 3, "tokens_cached": NaN, "tokens_out": 1}', (3, 0, 1), 0.25, "tokens_cached nan"),
        ('"usage": {"tokens_in": 3, "tokens_cached": 2, "tokens_out": 1.5}', (3, 2, 0), 0.25, "tokens_out 1.5"),
        ('"usage": {"tokens_in": 1' + "0" * 400 + "}", (0, 0, 0), 0.25, "tokens_in 1000"),
    ],
)
def test_what_cannot_have_been_used_or_paid_is_not_believed(
    tmp_path: Path, damage: str, usage: tuple[int, int, int], usd: float | None, doubt: str
) -> None:
    journal = Journal(tmp_path)
    journal.add(call("a"))
    journal.close()
    line = (tmp_path / FILE).read_text().rstrip("}\n")
    (tmp_path / FILE).write_text(f"{line}, {damage}}}\n")  # The last of two equal names counts.
    (found,) = read_calls(tmp_path)
    wanted = Usage(tokens_in=usage[0], tokens_cached=usage[1], tokens_out=usage[2])
    assert (found.usage, found.usd) == (wanted, usd)
    assert found.doubt.startswith(f"calls.jsonl says {doubt}")
    assert len(found.doubt) < 80


def test_a_second_run_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    first.add(call("a"))
    with pytest.raises(BadInput, match="another run is writing there"):
        Journal(tmp_path)
    first.add(call("b"))
    first.close()
    second = Journal(tmp_path)
    assert set(second.calls) == {"a", "b"}
    second.close()


def test_a_run_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    held = "import sys; from pathlib import Path; from hayrick.harness.storage.journal import Journal\n"
    held += "j = Journal(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", held, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(BadInput, match="another run"):
            Journal(tmp_path)
        process.kill()
    Journal(tmp_path).close()


def test_the_folder_and_the_file_must_be_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="a folder to write into"):
        Journal(tmp_path / "file")
    (tmp_path / FILE).mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        Journal(tmp_path)


def test_no_file_holds_no_calls(tmp_path: Path) -> None:
    assert read_calls(tmp_path) == []


BASE = ("m", [("system", "s"), ("user", "u")], {"temperature": 0.0, "at": ""}, 0)


@pytest.mark.parametrize(
    "other",
    [
        ("m2", *BASE[1:]),
        (BASE[0], [("system", "s"), ("user", "u ")], *BASE[2:]),
        (BASE[0], [("user", "s"), ("system", "u")], *BASE[2:]),
        (BASE[0], [("user", "su")], *BASE[2:]),
        (*BASE[:2], {"temperature": 0.5, "at": ""}, 0),
        (*BASE[:2], {"temperature": 0.0, "at": "http://127.0.0.1:1"}, 0),
        (*BASE[:2], {"temperature": 0.0}, 0),
        (*BASE[:3], 1),
    ],
)
def test_what_is_changed_is_asked_anew(other: tuple[str, list[tuple[str, str]], dict[str, object], int]) -> None:
    assert call_key(*other) != call_key(*BASE)


def test_equal_questions_have_one_key() -> None:
    assert call_key("m", (("system", "s"), ("user", "u")), {"at": "", "temperature": 0.0}) == call_key(*BASE)
    with pytest.raises(ValueError, match="not JSON compliant"):
        call_key("m", [], {"temperature": float("nan")})
    assert json.dumps(call_key("m", [("user", "\ud800")], {})), "also of text that UTF-8 cannot hold"


@pytest.mark.parametrize(
    "messages", [[("system", "a\n"), ("user", 'd"\\\ud800\U0001f600\u00e9 x')], [("user", "")], []]
)
def test_what_is_hashed_once_for_several_calls_changes_no_key(messages: list[tuple[str, str]]) -> None:
    content = {"model": "m", "messages": messages, "parameters": {"b": 1, "a": {"d": 2, "c": 3}}, "repeat": 2}
    expected = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
    given: dict[str, object] = {"b": 1, "a": {"d": 2, "c": 3}}
    assert {call_key("m", messages, given, 2, n_shared=n) for n in range(12)} == {expected}


def test_a_device_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "calls.jsonl").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match="an ordinary file"):
        Journal(tmp_path)
    with pytest.raises(BadInput, match="an ordinary file"):
        read_calls(tmp_path)


@pytest.mark.parametrize("content", ["first line\nlast line without a line break", None])
def test_nothing_is_written_through_a_link(tmp_path: Path, content: str | None) -> None:
    precious = tmp_path / "precious.txt"
    if content is not None:
        precious.write_text(content)
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / FILE).symlink_to(precious)
    with pytest.raises(BadInput, match="a link; expected an ordinary file"):
        Journal(folder)
    assert (precious.read_text() if precious.exists() else None) == content


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    with closing(Journal(tmp_path / "link")) as journal:
        journal.add(call("a"))
    assert [one.key for one in read_calls(tmp_path)] == ["a"]
