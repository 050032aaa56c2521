"""What all tests share: no network, the real data where it is present, a golden haystack, the command line."""

from __future__ import annotations

import ipaddress
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from tiers import marks

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
SHARED = Path(os.environ.get("HAYRICK_SHARED", ROOT.parent / "shared"))

os.environ["HF_HUB_OFFLINE"] = "1"

# No verdict depends on how fast the machine is, and a test that passed passes again; `search` looks for new examples.
settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the tables of `tiers.py`, before -m selects among them."""
    for item in items:
        for name in marks(item.path, item.nodeid):
            item.add_marker(name)


class NetworkBlocked(AssertionError):
    """A test tried to reach another machine."""


def _is_local(address: object) -> bool:
    if not isinstance(address, tuple):
        return True  # A Unix socket.
    host = address[0]
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True, scope="session")
def _interrupts_arrive() -> Iterator[None]:
    """A shell starts jobs in the background with interrupts ignored, and so would every process that tests start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HAYRICK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    real = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")}
    real_lookup = socket.getaddrinfo

    def guarded(name: str) -> Callable[..., object]:
        def connect(self: socket.socket, *words: object) -> object:
            address = words[-1]
            if not _is_local(address):
                raise NetworkBlocked(f"{name} to {address!r}")
            return real[name](self, *words)

        return connect

    def lookup(host: Any, *rest: Any, **named: Any) -> Any:
        if host is not None and not _is_local((host if isinstance(host, str) else host.decode(),)):
            raise NetworkBlocked(f"look-up of {host!r}")
        return real_lookup(host, *rest, **named)

    with pytest.MonkeyPatch.context() as patch:
        for name in real:
            patch.setattr(socket.socket, name, guarded(name))
        patch.setattr(socket, "getaddrinfo", lookup)
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data; the test is skipped where it is absent."""
    if not (SHARED / "data" / "summhay").is_dir():
        pytest.skip(f"no real data at {SHARED}: set HAYRICK_SHARED to its folder")
    return SHARED


@pytest.fixture(scope="session")
def summhay(shared: Path) -> Path:
    """The folder with SummHay's released haystacks, scores and annotations."""
    return shared / "data" / "summhay"


@pytest.fixture
def no_hang() -> Iterator[None]:
    """Fail after five minutes a test that takes seconds where work is linear in the length, and hours where not."""

    def stop(number: int, frame: object) -> None:
        pytest.fail("has not ended within five minutes")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def bakery() -> Path:
    """A tiny haystack in SummHay's format, with stored summaries and labels."""
    return GOLDEN / "bakery.json"


@pytest.fixture
def native() -> Path:
    """The same haystack in the native format, without summaries."""
    return GOLDEN / "bakery_native.json"


@pytest.fixture(name="annotations")
def _annotations() -> Path:
    """Three summaries with human labels and those of two judges."""
    return GOLDEN / "annotations.json"


class Done(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def hayrick(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line in this process: `hayrick("run", path, ...)`."""
    from hayrick.cli import main

    def command(*words: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["hayrick", *map(str, words)])
        capsys.readouterr()
        status = main()
        captured = capsys.readouterr()
        assert "a fault in Hayrick" not in captured.err
        return Done(status, captured.out, captured.err)

    return command


class Demo(NamedTuple):
    """What `hayrick demo --out folder` printed and wrote; tests read it and change nothing."""

    done: Done
    folder: Path


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The demo, run once for all tests, in a process of its own as users run it."""
    folder = tmp_path_factory.mktemp("demo") / "run"
    command = [sys.executable, "-m", "hayrick", "demo", "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "200"})
    return Demo(Done(done.returncode, done.stdout, done.stderr), folder)


Refused = Callable[..., str]
"""What the fixture `refused` gives: words of a command -> the line of its error."""


@pytest.fixture
def refused(hayrick: Command) -> Refused:
    """Run a command that must be refused: status 2, one line on stderr, nothing on stdout; the line is returned."""

    def command(*words: object) -> str:
        done = hayrick(*words)
        assert done.status == 2, done
        assert done.out == "", done.out
        assert done.err.count("\n") == 1, done.err
        assert done.err.endswith("\n"), done.err
        assert "Traceback" not in done.err, done.err
        return done.err

    return command


Variant = Callable[[Callable[[Any], object]], Path]
"""What the fixture `variant` gives: a change of the golden haystack's value -> the file."""


@pytest.fixture
def variant(bakery: Path, tmp_path: Path) -> Variant:
    """A file `broken.json`: the golden haystack after a change made in place."""

    def make(change: Callable[[Any], object]) -> Path:
        value = json.loads(bakery.read_text())
        change(value)
        path = tmp_path / "broken.json"
        path.write_text(json.dumps(value))
        return path

    return make


def forget_written(run: Path) -> None:
    """Make a run's manifest describe none of the run's files, so that a test can change them."""
    path = run / "manifest.json"
    value = json.loads(path.read_text())
    value["written"] = {}
    path.write_text(json.dumps(value))


def strict_json(text: str) -> Any:
    """Value of a JSON text; NaN and Infinity are no JSON."""

    def refuse(word: str) -> float:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def lines_of(path: Path) -> list[Any]:
    """Values of a JSONL file."""
    return [strict_json(line) for line in path.read_text().split("\n") if line]


def run_words(path: Path, out: Path) -> tuple[object, ...]:
    """Words of a run of the golden haystack's stored summaries with their stored labels."""
    return ("run", path, "--system", "recorded", "--judge", "recorded", "--out", out)


def tree(folder: Path) -> dict[str, bytes]:
    """Contents of all files below a folder, by their names from there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
