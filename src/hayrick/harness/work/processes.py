"""Divides work among processes: this one does parts of it, and so do workers that it starts.

Who does a part makes no difference to its result: a part that a worker could not finish is done again here, so that
what it raises is raised here, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Condition, Thread
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from hayrick.harness.work.workers import Message, Worker, pickled
from hayrick.types import HayrickError

S = TypeVar("S")
R = TypeVar("R")
Told = Callable[[int, int], None]
"""Is told how many parts are done, and how many there are as far as is known."""

_AHEAD = 2
"""Parts that a worker has at once, so that it need not wait for the next one."""


class Processes:
    """This process and its workers, which start when there is work for them and end with the `with` statement.

    Args:
        n: number of processes, this one included; with 1 no worker is started.
    """

    def __init__(self, n: int = 1) -> None:
        self.n: int = n
        self._workers: list[Worker] = []
        self._threads: list[Thread] = []

    def __enter__(self) -> Self:
        return self

    def map(self, shared: S, parts: Iterable[Callable[[S], R]], told: Told = lambda done, total: None) -> list[R]:
        """Call every part with the shared value, each in one of the processes.

        Args:
            shared: sent once to every worker; there are fewer workers than parts.
            parts: functions of modules, or partial ones, whose results depend on nothing but their arguments. They are
                drawn in this thread, while workers do those that have been drawn.
            told: called in this thread.

        Returns:
            One result a part, in the order of the parts.
        """
        work: _Work[S, R] = _Work(shared, told)
        head = b""
        try:
            for number, part in enumerate(parts):
                work.add(part)
                if 1 <= number < self.n:
                    head = head or pickled(Message(shared=shared))
                    self._share(number - 1, head, work)
            return work.done()
        finally:
            work.close()

    def _share(self, number: int, head: bytes, work: _Work[Any, Any]) -> None:
        """Let a worker take part; it is started if there is none of this number."""
        if number == len(self._workers):
            self._workers.append(Worker())
        self._threads.append(Thread(target=_work, args=(self._workers[number], head, work), daemon=True))
        self._threads[-1].start()

    @property
    def notes(self) -> list[str]:
        """For the reader: how many workers were lost."""
        lost = sum(one.is_lost for one in self._workers)
        many = "worker process" if lost == 1 else "worker processes"
        return [f"{lost} {many} ended early; what was lost was done again in the main process."] if lost else []

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()
        for thread in self._threads:
            thread.join()


class _Work(Generic[S, R]):
    """Parts that are waiting, being done, and done."""

    def __init__(self, shared: S, told: Told) -> None:
        self._shared, self._told = shared, told
        self.parts: list[Callable[[S], R]] = []
        self._results: dict[int, R] = {}
        self._waiting: deque[int] = deque()
        self._n_held = 0
        self._is_closed = False
        self._changed = Condition()

    def add(self, part: Callable[[S], R]) -> None:
        with self._changed:
            self._waiting.append(len(self.parts))
            self.parts.append(part)
            self._changed.notify_all()

    def close(self) -> None:
        """No part will be added."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def take(self, *, from_end: bool, wait: bool = False) -> int | None:
        """The number of a part that nobody does yet; None if there is none, or none now.

        This process takes from the beginning and workers from the end: neighbours need the same things, which each
        process makes for itself.
        """
        with self._changed:
            while wait and not self._waiting and not self._is_closed:
                self._changed.wait()
            if not self._waiting:
                return None
            self._n_held += 1
            return self._waiting.pop() if from_end else self._waiting.popleft()

    def give(self, number: int, result: R) -> None:
        """Take the result of a part."""
        with self._changed:
            self._results[number] = result
            self._n_held -= 1
            self._changed.notify_all()

    def drop(self, n: int, *, stop: bool) -> None:
        """Leave parts undone; with `stop`, begin no other one."""
        with self._changed:
            self._n_held -= n
            if stop:
                self._waiting.clear()
            self._changed.notify_all()

    def done(self) -> list[R]:
        """All parts have been added: do them until all are begun, wait for the others, do again what is missing."""
        self.close()
        failed: dict[int, HayrickError] = {}
        while (number := self.take(from_end=False)) is not None:
            try:
                result = self.parts[number](self._shared)
            except HayrickError as problem:
                failed[number] = problem
                # A worker may be at an earlier part that raises, too: that one is to be raised.
                self.drop(1, stop=True)
                break
            self.give(number, result)
            self._told(len(self._results), len(self.parts))
        with self._changed:
            while self._n_held:
                self._changed.wait()
                self._told(len(self._results), len(self.parts))
        for number, part in enumerate(self.parts):
            if number in failed:
                raise failed[number]
            if number not in self._results:
                self._results[number] = part(self._shared)
                self._told(len(self._results), len(self.parts))
        return [self._results[number] for number in range(len(self.parts))]


def _work(worker: Worker, head: bytes, work: _Work[Any, Any]) -> None:
    """Let a worker do parts until there are none; called in a thread."""
    held: deque[int] = deque()
    with worker.turn:
        if worker.is_ended:  # All parts were done before its turn came.
            return
        try:
            worker.send(head)
            is_ready = worker.answer().is_done
            while is_ready:
                while len(held) < _AHEAD and (number := work.take(from_end=True, wait=not held)) is not None:
                    held.append(number)
                    worker.send(pickled(Message(part=work.parts[number])))
                if not held:
                    break
                answer = worker.answer()
                if answer.is_done:
                    work.give(held.popleft(), answer.result)
                else:
                    held.popleft()
                    work.drop(1, stop=True)
        except (OSError, EOFError):
            worker.is_lost = not worker.is_ended
        finally:
            work.drop(len(held), stop=False)
