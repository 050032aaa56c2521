"""Spends little until models are known to answer: few calls at first, and an end at the first hopeless refusal.

No call is made to find out: the first questions of a run tell.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call
from hayrick.harness.transport.failures import EXHAUSTED, REDIRECTED, UNREACHED, CallFailed
from hayrick.replies.classes import TOO_LONG
from hayrick.types import HayrickError

FEW = 4
"""Calls in flight to a model that has never answered; calls of all systems together (see `Round`), and of each judge,
before every judge has answered; failures of a judge that has never answered which say that none of its calls will
succeed."""

UNREAD = 8
"""Unreadable replies after which a judge that never gave a readable one is given up: twice `FEW`, and at least three
questions, each of which is asked three times. A judge of which half of the replies can be read gets there once in 256
runs."""

HOPELESS = frozenset({"401", "403", "404", EXHAUSTED, UNREACHED}) | REDIRECTED
"""Kinds of failures that no other question mends: of the key, the name, the address, its server, or the quota."""

_JUDGED = frozenset({"system", "own"})
_SHOWN = 80
"""Characters of a reply that are shown."""

_IDLE = 0.2
"""Seconds without a call after which no judge is expected to be asked about the answers so far."""


JOB: ContextVar[str] = ContextVar("job", default="")
"""Id of the job that asks; "" for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """Questions that a system asks together: nothing can be judged before all are answered, so they begin together.

    Before every judge has answered, rounds begin while they have `FEW` calls in all, the first one whatever its length,
    and so do further rounds of the job whose round was the first.

    Args:
        calls: number of its questions.
        job: id of the job that asks them; "" for none.
    """

    calls: int = 1
    job: str = ""


ROUND: ContextVar[Round | None] = ContextVar("round", default=None)
"""The round of the question that is asked."""


class Hopeless(HayrickError):
    """A model that has never answered refuses, or a judge's calls have all failed or could not be read."""


@dataclass(slots=True, kw_only=True)
class FirstAnswers:
    """What is known of the models of a run, from its journal and its calls.

    Args:
        journal: journal of the run; models that answered in it have no limit.
        judges: models that judge.
        holds: whether calls are held back until first answers are there.
    """

    journal: Journal
    judges: Collection[str] = ()
    holds: bool = True
    _answered: set[tuple[str, str]] | None = None
    _flying: Counter[tuple[str, str]] = field(default_factory=Counter)
    _begun: Counter[str] = field(default_factory=Counter)
    """Calls of systems ("", all of a round when its first begins) and of each judge that have begun since the last
    pause, where a judge has not answered."""

    _rounds: set[Round] = field(default_factory=set)
    """Rounds of systems that have begun."""

    _leads: str = ""
    """Job whose round began first since the last pause."""

    _failed: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """(judge, purpose) -> why its calls failed; it does not matter once the judge has answered."""

    _refused: dict[tuple[str, str], str] = field(default_factory=dict)
    """(model, purpose) -> its first hopeless refusal; no hope is left once none of its calls is in flight."""

    _unread: dict[tuple[str, str], dict[str, Call]] = field(default_factory=dict)
    """(judge, purpose) -> key of each of its replies that could not be read -> call, in order."""

    _stopped: Hopeless | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def call(self, model: str, purpose: str) -> AsyncIterator[None]:
        """Hold a call back until it may begin, and learn from its end.

        Raises:
            Hopeless: this call, or another one of the run, was hopeless.
        """
        who = model, purpose
        if not self.holds:
            self.require_hope()
            yield
            return
        mine = ROUND.get() or Round()
        while not self._may_begin(who, mine):
            await self._wait()
        self._flying[who] += 1
        self._count(who, mine)
        try:
            yield
            self._known.add(who)
        except CallFailed as problem:
            if problem.kind == TOO_LONG:
                # Its server and its key work; other questions may be shorter.
                self._known.add(who)
            self._learn(who, problem)
            self._give_up(who, left=self._flying[who] - 1)
            self.require_hope()
            raise
        finally:
            self._flying[who] -= 1
            self._give_up(who, left=self._flying[who])
            self._tell()

    def has_answered(self, model: str, purpose: str) -> bool:
        """Whether a model has answered any question of a purpose, in this run or before; not known of a batch."""
        return not self.holds or (model, purpose) in self._known

    def unread(self, call: Call) -> None:
        """Learn that a judge's reply could not be read, and that none before it could.

        Raises:
            Hopeless: this is one too many.
        """
        calls = self._unread.setdefault((call.model, call.purpose), {})
        calls.setdefault(call.key, call)
        if len(calls) >= UNREAD:
            kept = "They are in calls.jsonl. " if self.journal.is_kept else ""
            said = (
                f"{call.model} gave no readable verdict in {len(calls)} replies; {_shown(next(iter(calls.values())))}"
            )
            self._stopped = self._stopped or Hopeless(f"{said}. {kept}Mend it and give the same command again.")
            self._tell()
            raise self._stopped

    def require_hope(self) -> None:
        """Raise Hopeless if a call of the run was hopeless."""
        if self._stopped is not None:
            raise self._stopped

    @property
    def _known(self) -> set[tuple[str, str]]:
        if self._answered is None:
            self._answered = {(call.model, call.purpose) for call in self.journal.calls.values()}
        return self._answered

    def _may_begin(self, who: tuple[str, str], mine: Round) -> bool:
        self.require_hope()
        if who not in self._known and who in self._refused:
            return False
        if not self._is_of_use(who) and self._flying[who] >= FEW:
            return False
        if not self._is_held(who[1]):
            return True
        begun = self._begun[_share(who)]
        if who[1] == "judge":
            return begun < FEW
        return not begun or begun + mine.calls <= FEW or mine in self._rounds or mine.job == self._leads != ""

    def _count(self, who: tuple[str, str], mine: Round) -> None:
        """Count a call among the first ones, or all of its round with it."""
        if who[1] not in _JUDGED:
            self._begun[_share(who)] += 1
        elif mine not in self._rounds and self._is_held(who[1]):
            self._leads = self._leads if self._begun[""] else mine.job
            self._rounds.add(mine)
            self._begun[""] += mine.calls

    def _is_held(self, purpose: str) -> bool:
        """Whether a call waits for the first answer of every judge."""
        return purpose in _JUDGED | {"judge"} and not all(self._is_of_use((one, "judge")) for one in self.judges)

    def _is_of_use(self, who: tuple[str, str]) -> bool:
        """Whether a model has answered, and not only with what could not be read."""
        return who in self._known and (who not in self._unread or who in self.journal.readable)

    async def _wait(self) -> None:
        """Wait for a change; where no call is in flight, let the next few go, unless a judge has failed a few times.

        One failure may lie in its question.
        """
        if self._flying.total():
            await self._changed.wait()
            return
        await asyncio.sleep(_IDLE)
        if self._flying.total():
            return
        failed = (said[0] for who, said in self._failed.items() if who not in self._known and len(said) >= FEW)
        if why := next(failed, ""):
            self._stopped = self._stopped or Hopeless(why)
        self._begun.clear()
        self._tell()

    def _learn(self, who: tuple[str, str], problem: CallFailed) -> None:
        if who in self._known:
            return
        said = f"{who[0]} answered no call ({problem}). Mend it and give the same command again."
        if problem.kind in HOPELESS:
            self._refused.setdefault(who, said)
        elif who[1] == "judge":
            self._failed.setdefault(who, []).append(said)

    def _give_up(self, who: tuple[str, str], left: int) -> None:
        """Stop the run if a model has refused, and nothing that it was asked beside that was answered or is `left`."""
        if who in self._refused and who not in self._known and not left:
            self._stopped = self._stopped or Hopeless(self._refused[who])

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _shown(call: Call) -> str:
    """The beginning of a reply, for readers; what a model wrote is quoted with its control characters escaped."""
    text, stop = call.reply.strip(), "" if call.stop in ("", "stop") else f", which ended by {call.stop[:40]!r},"
    begun = f"{text[:_SHOWN]!r}{' ...' * (len(text) > _SHOWN)}"
    return f"the first{stop} {f'begins {begun}' if text else 'is empty'}"


def _share(who: tuple[str, str]) -> str:
    """Whose first calls a call counts among: those of all systems (""), or of one judge."""
    model, purpose = who
    return "" if purpose in _JUDGED else model
