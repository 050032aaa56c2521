"""An interrupt that comes while the event loop sleeps."""

from __future__ import annotations

import asyncio
import inspect
import signal
import threading

import pytest

from hayrick.harness.finish import finish
from hayrick.harness.interrupts import Interrupts


def test_a_signal_in_another_thread_ends_work_that_waits_for_ever() -> None:
    async def hang() -> None:
        other = threading.Timer(0.05, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT))
        other.start()
        await asyncio.Event().wait()

    with pytest.raises(KeyboardInterrupt):
        finish(hang())


def test_work_that_an_interrupt_kept_from_beginning_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> None: ...

    def interrupted(self: Interrupts) -> Interrupts:
        raise KeyboardInterrupt

    monkeypatch.setattr(Interrupts, "__enter__", interrupted)
    work = never()
    with pytest.raises(KeyboardInterrupt):
        finish(work)
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED, "Python warns of others"


def test_the_former_descriptor_is_set_again_and_nothing_is_left_open() -> None:
    before = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(before)

    async def work() -> int:
        return 3

    assert finish(work()) == 3
    assert signal.set_wakeup_fd(before) == before


def test_outside_the_main_thread_it_does_nothing() -> None:
    found: list[int] = []

    async def work() -> int:
        return 3

    thread = threading.Thread(target=lambda: found.append(finish(work())))
    thread.start()
    thread.join()
    assert found == [3]


def test_attaching_twice_is_attaching_once() -> None:
    async def main() -> None:
        interrupts.attach()
        interrupts.attach()

    with Interrupts() as interrupts:
        asyncio.run(main())
