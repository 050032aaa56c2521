"""Interrupts that arrive where Python cannot raise them still end the program."""

import os
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

from hayrick.cli.interrupts import Ended, is_interrupt


class Held:
    pass


def until_interrupted(held: list[Any], ended: Ended) -> None:
    """Let go of the only object that is held, and wait."""
    with ended:
        held.clear()
        time.sleep(20)
    pytest.fail("the interrupt was lost")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupt_within_the_callback_of_a_weak_reference_is_raised_afterwards(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    before, ended, held = sys.unraisablehook, Ended(), [Held()]
    kept = weakref.ref(held[0], lambda _: os.kill(os.getpid(), getattr(signal, name)))
    with pytest.raises(KeyboardInterrupt):
        until_interrupted(held, ended)
    assert kept() is None
    assert ended.is_ended is (name == "SIGTERM")
    assert sys.unraisablehook is before
    assert capfd.readouterr().err == ""


def test_an_interrupt_within_a_destructor_is_raised_afterwards() -> None:
    class Closing:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        until_interrupted([Closing()], Ended())


def test_other_faults_in_a_callback_are_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: told.append(problem.exc_type))
    held = Held()
    kept = weakref.ref(held, lambda _: 1 / 0)
    with Ended():
        del held
    assert (kept(), told) == (None, [ZeroDivisionError])


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_command_ends_with_its_line_all_the_same(name: str, status: int) -> None:
    code = f"""
import os, signal, sys, time, weakref
import hayrick.cli.program
class Held: pass
def work(*_, **__):
    held = Held()
    kept = weakref.ref(held, lambda _: os.kill(os.getpid(), signal.{name}))
    del held
    time.sleep(20)
hayrick.cli.program.hayrick.main = work
sys.exit(hayrick.cli.main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, "hayrick: stopped; give the same command again to continue\n")


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize("place", ["text", "class"])
def test_an_interrupt_while_a_module_is_loaded_ends_a_command_as_anywhere(
    name: str, status: int, place: str, tmp_path: Path
) -> None:
    """Code that was a text, as a dataclass's methods are, and what is called for a class's fields; with `-m`."""
    (tmp_path / "loading.py").write_text(f"""
import os, signal, sys, time
import hayrick.cli.program, hayrick.types
def stop():
    os.kill(os.getpid(), signal.{name})
    time.sleep(20)
class Field:
    def __set_name__(self, owner, name):
        stop()
def work(*_, **__):
    if "{place}" == "text":
        exec("stop()")
    class Made:
        field = Field()
hayrick.cli.program.hayrick.main = work
sys.exit(hayrick.cli.main())
""")
    words = [sys.executable, "-m", "loading"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, "hayrick: stopped; give the same command again to continue\n")


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize("module", ["click", "hayrick.cli.terminal", "hayrick.types", "hayrick.cli.describe"])
@pytest.mark.parametrize("started", ["-m", "script"])
def test_an_interrupt_while_hayrick_itself_is_loaded_ends_in_one_line(
    name: str, status: int, module: str, started: str, tmp_path: Path
) -> None:
    """Each module is one that is imported in turn before a command begins; the signal arrives when it is looked for."""
    (tmp_path / "sitecustomize.py").write_text(f"""
import os, signal, sys, time
class Finder:
    def find_spec(self, found, path=None, target=None):
        if found == {module!r} and "hayrick.cli" in sys.modules:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{name})
            time.sleep(20)
sys.meta_path.insert(0, Finder())
""")
    script = "import sys; from hayrick.cli import main; sys.exit(main())"
    words = {"-m": ["-m", "hayrick"], "script": ["-c", script]}[started]
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, *words, "list", "tasks"],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (
        status,
        "hayrick: stopped; give the same command again to continue",
    )


@pytest.mark.parametrize("place", ["hayrick.cli.program.run", "hayrick.cli.program.hayrick.main"])
def test_an_interrupt_that_python_turns_into_another_error_ends_a_command_with_its_line(place: str) -> None:
    # Interrupts come until one meets Python as it puts together what it says of a name that cannot be imported.
    code = f"""
import contextlib, signal, sys, time, types
import hayrick.cli.program
sys.modules["empty"] = types.ModuleType("empty")
def work(*_, **__):
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with contextlib.suppress(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 3e-5)
            for _ in range(500):
                with contextlib.suppress(ImportError):
                    from empty import absent
    raise KeyboardInterrupt  # A Python that tells them.
{place} = work
sys.exit(hayrick.cli.main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (130, "hayrick: stopped; give the same command again to continue\n")


@pytest.mark.parametrize("name", ["Interrupted", "KeyboardInterrupt"])
def test_an_error_of_pydantic_in_the_place_of_an_interrupt_is_one(name: str) -> None:
    said = "Error building `nullable` serializer:\n  SchemaError: Error building `literal` serializer:\n  "
    assert is_interrupt(Exception(f"{said}{name}: "))
    assert not is_interrupt(Exception(f"{said}ValueError: {name}s"))
