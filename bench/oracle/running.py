"""How a case of the oracle is run: commands in a folder, with a scripted server where they ask models."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from bench.oracle.script import GIVEN
from bench.places import SUMMHAY

PORT = 18123
"""The scripted server's port. It is part of the keys of calls, so it cannot be left to the system."""

WAIT = 120.0
"""Seconds to wait for the port, which another run of the oracle may have."""

# By its name from the root: type checkers know the tests' packages by another one.
loopback: Callable[..., AbstractContextManager[Any]] = importlib.import_module("tests.loopback").loopback


class Skipped(Exception):
    """A case cannot be run here."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """Commands that are run one after the other in a folder of the case.

    Args:
        name: of the case and its folder.
        commands: words after `hayrick`; `$DATA` is the folder of SummHay's release, `$URL` the scripted server.
        fast: whether the tests run it, too.
        script: of the scripted server; None needs none.
        status: exit statuses that are right.
    """

    name: str
    commands: Sequence[str]
    fast: bool = False
    script: Mapping[str, Any] | None = None
    status: frozenset[int] = field(default=frozenset({0, 1}))

    def run(self, folder: Path) -> list[int]:
        """Run all commands in a folder that is made here; the exit statuses.

        Raises:
            Skipped: the data, a package, or the server's port is not there.
            RuntimeError: a command was refused.
        """
        if not SUMMHAY.is_dir() and any("$DATA" in command for command in self.commands):
            raise Skipped(f"no data at {SUMMHAY}: set HAYRICK_SHARED")
        folder.mkdir(parents=True)
        for name, text in GIVEN.items():
            path = folder / "given" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if self.script is None:
            return [self._checked(_here(_words(command), folder), command) for command in self.commands]
        with _server(self.script) as url:
            return [self._checked(_apart(_words(command), folder, url), command) for command in self.commands]

    def _checked(self, done: tuple[int, str], command: str) -> int:
        status, errors = done
        if status not in self.status:
            raise RuntimeError(f"{self.name}: '{command}' ended with status {status}: {errors.strip()[-600:]}")
        return status


def source_of(package: str) -> Path:
    """Folder that a package is imported from."""
    return Path(importlib.import_module(package).__file__ or "").absolute().parent


def _words(command: str) -> list[str]:
    return shlex.split(command.replace("$DATA", str(SUMMHAY)).replace("$URL", f"http://127.0.0.1:{PORT}"))


def _here(words: Sequence[str], folder: Path) -> tuple[int, str]:
    """Run a command in this process: status and standard error."""
    main: Callable[[], int] = importlib.import_module("hayrick.cli").main
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_BASE_URL")}
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, kept, clear=True),
        mock.patch.object(sys, "argv", ["hayrick", *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        return main(), err.getvalue()


def _apart(words: Sequence[str], folder: Path, url: str) -> tuple[int, str]:
    """Run a command in a process of its own, which knows no model but the scripted ones."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(source_of("hayrick").parent),
        **{name: str(folder / "given") for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")},
        "NO_PROXY": "*",
        "LOOP_BASE_URL": url,
        "LOOP_API_KEY": "none",
        "HF_HUB_OFFLINE": "1",
        "INSPECT_DISPLAY": "none",
    }
    command = [sys.executable, "-m", "hayrick", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@contextlib.contextmanager
def _server(script: Mapping[str, Any]) -> Iterator[str]:
    """The scripted server on its port; waits while another run has it."""
    try:
        importlib.import_module("inspect_ai")
    except ImportError:
        raise Skipped("no inspect-ai: it comes with the extra llm") from None
    deadline = time.monotonic() + WAIT
    with contextlib.ExitStack() as stack:
        while True:
            try:
                if _is_free():
                    server = stack.enter_context(loopback(script, port=PORT))
                    break
            except RuntimeError:  # Somebody else was quicker.
                pass
            if time.monotonic() > deadline:
                raise Skipped(f"port {PORT} is taken")
            time.sleep(1)
        yield str(server.url)


def _is_free() -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            return False
    return True
