"""An interrupt that comes while the event loop sleeps."""

from __future__ import annotations

import asyncio
import inspect
import signal
import threading
import time
from functools import partial

import pytest

from hayrick.harness.work.finish import finish
from hayrick.harness.work.interrupts import Interrupts
from hayrick.harness.work.processes import Processes

LONG = 200
"""Twentieths of a second that a piece of local work takes which an interrupt meets."""


def interrupt() -> None:
    """Send the signal of Ctrl-C, which the main thread receives."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def work_locally(number: int, begun: list[int]) -> None:
    """A piece of local work; the third of them is long, and is met by an interrupt."""
    begun.append(number)
    if number == 2:
        interrupt()
        for _ in range(LONG):
            time.sleep(0.05)


@pytest.mark.parametrize("is_in_tasks", [False, True])
def test_of_local_work_nothing_begins_after_an_interrupt_and_what_is_begun_is_broken_off(is_in_tasks: bool) -> None:
    begun: list[int] = []
    ended: list[int] = []

    async def one(number: int) -> None:
        try:
            await asyncio.sleep(0)
            work_locally(number, begun)
        finally:
            ended.append(number)

    async def one_by_one() -> None:
        for number in range(10):
            work_locally(number, begun)

    async def together() -> None:
        await asyncio.gather(*map(one, range(10)))

    with pytest.raises(KeyboardInterrupt):
        finish(together() if is_in_tasks else one_by_one())
    assert begun == [0, 1, 2]
    assert sorted(ended) == list(range(10) if is_in_tasks else []), "every task comes to its end"


def test_an_interrupt_is_not_lost_where_work_ends_before_its_loop_could_notice() -> None:
    async def work() -> int:
        interrupt()
        return 3

    with pytest.raises(KeyboardInterrupt):
        finish(work())
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_parts_that_are_done_in_loops_of_their_own_end_with_the_first_interrupt() -> None:
    begun: list[int] = []

    async def work(number: int) -> None:
        begun.append(number)
        if number == 2:
            interrupt()

    def part(number: int, shared: None) -> None:
        finish(work(number))

    with pytest.raises(KeyboardInterrupt), Processes(1) as processes:
        processes.map(None, [partial(part, number) for number in range(10)])
    assert begun == [0, 1, 2]


def test_local_work_beside_a_running_loop_is_broken_off() -> None:
    begun: list[int] = []

    async def one_by_one() -> None:
        for number in range(10):
            work_locally(number, begun)

    async def notebook() -> None:
        with pytest.raises(KeyboardInterrupt):
            finish(one_by_one())

    loop = asyncio.new_event_loop()
    loop.run_until_complete(notebook())
    loop.close()
    assert begun == [0, 1, 2]


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
