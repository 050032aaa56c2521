"""Work that processes share: same results, in order, though processes fail or end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hayrick.harness.work.processes import Processes
from hayrick.types import NOTHING, BadInput


def is_worker(folder: Path) -> bool:
    return os.getpid() != int((folder / "main").read_text())


def when(is_true: Callable[[], object]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < until, "nobody else does anything"
        time.sleep(0.01)


def met(number: int, folder: Path) -> tuple[int, int]:
    """Done when two processes do parts."""
    (folder / str(os.getpid())).touch()
    when(lambda: len([*folder.iterdir()]) > 2)
    return number, os.getpid()


def told_by_worker(does: Callable[[], object], number: int, folder: Path) -> int:
    """In a worker, do something; here, wait until a worker is about to."""
    if is_worker(folder):
        (folder / "worker").write_text(str(os.getpid()))
        does()
    when((folder / "worker").exists)
    return number


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def connect(port: int) -> None:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except PermissionError:
        end()


def raising(number: int, folder: Path) -> int:
    """A part that raises in every process, but here not before a worker is at another one."""
    (folder / f"{is_worker(folder)}").touch()
    when(lambda: (folder / "True").exists() and (folder / "False").exists())
    raise BadInput("part", f"{number}", "none")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main").write_text(str(os.getpid()))
    return tmp_path


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_results_are_in_the_order_of_the_parts_in_whichever_process(folder: Path) -> None:
    told: list[tuple[int, int]] = []
    with Processes(2) as processes:
        found = processes.map(folder, (partial(met, number) for number in range(9)), lambda *one: told.append(one))
        assert [number for number, _ in found] == [*range(9)]
        assert {pid for _, pid in found} > {os.getpid()}
        assert processes.map(NOTHING, [len, len, len]) == [0, 0, 0], "another value, by the same workers"
        assert processes.notes == []
    assert told[-1] == (9, 9)


def test_one_process_and_one_part_start_no_worker(folder: Path) -> None:
    with Processes(1) as one, Processes(8) as eight:
        assert one.map(folder, [is_worker, is_worker]) == [False, False]
        assert eight.map(folder, [is_worker]) == [False]


def test_what_a_killed_worker_had_is_done_again(folder: Path) -> None:
    with Processes(2) as processes:
        assert processes.map(folder, [partial(told_by_worker, end, n) for n in range(7)]) == [*range(7)]
        assert processes.notes == ["1 worker process ended early; what was lost was done again in the main process."]
        assert processes.map(folder, [is_worker] * 3) == [False] * 3


def test_the_first_part_that_raises_is_that_of_one_process(folder: Path) -> None:
    with Processes(2) as processes, pytest.raises(BadInput, match=r"part: 0; expected none\."):
        processes.map(folder, [partial(raising, number) for number in range(5)])


def refusing(number: int, folder: Path) -> int:
    """Raise at 2, and note each call."""
    with (folder / "begun").open("a") as log:
        log.write(f"{number}")
    if number == 2:
        raise BadInput("part", str(number), "none")
    return number


def test_a_part_that_raises_here_is_not_done_again(folder: Path) -> None:
    with Processes(1) as processes, pytest.raises(BadInput, match=r"part: 2; expected none\."):
        processes.map(folder, [partial(refusing, number) for number in range(4)])
    assert (folder / "begun").read_text() == "012"


def test_workers_open_no_connection(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, Processes(2) as processes:
        port = server.getsockname()[1]
        processes.map(folder, [partial(told_by_worker, partial(connect, port), n) for n in range(3)])
        assert processes.notes, "it was refused, and ended"
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_an_interrupt_ends_workers_at_once(folder: Path) -> None:
    def interrupted(place: Path) -> int:
        when(lambda: (place / "worker").exists() and (place / "worker").read_text())
        raise KeyboardInterrupt

    wait: Callable[[Path], int] = partial(told_by_worker, partial(time.sleep, 600), 1)
    with pytest.raises(KeyboardInterrupt), Processes(2) as processes:
        processes.map(folder, [interrupted, wait, wait])
    assert not is_alive(int((folder / "worker").read_text()))


MAIN = """
import os, sys, time; from functools import partial; from pathlib import Path
sys.path[:] = {path!r}
from hayrick.harness.work.processes import Processes
from test_worker_processes import told_by_worker
Path({folder!r}, "main").write_text(str(os.getpid()))
print("unguarded", file=sys.stderr)
with Processes(2) as processes:
    processes.map(Path({folder!r}), [partial(told_by_worker, partial(time.sleep, 600), n) for n in range(3)])
"""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc")
def test_workers_inherit_nothing_and_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    script, journal = tmp_path / "main.py", tmp_path / "journal"
    script.write_text(MAIN.format(path=sys.path, folder=str(tmp_path)))
    with journal.open("w") as kept:
        main = subprocess.Popen(
            [sys.executable, script], pass_fds=[kept.fileno()], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
    when((tmp_path / "worker").exists)
    when((tmp_path / "worker").read_text)
    worker = int((tmp_path / "worker").read_text())
    assert journal in {one.resolve() for one in Path(f"/proc/{main.pid}/fd").iterdir()}
    assert journal not in {one.resolve() for one in Path(f"/proc/{worker}/fd").iterdir()}
    main.kill()
    assert main.communicate()[1] == b"unguarded\n", "the script is not run again by the worker"
    when(lambda: not is_alive(worker))
