"""Writes outstanding calls as batch lines, and enters the replies of a batch engine into the journal.

Works through `Elsewhere`: the command of the run is done again, as far as the journal reaches. Which calls are
outstanding therefore always follows from the run's own code, and nothing is kept besides the journal.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hayrick.asking import CUT_OFF
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.model_options import INSTALL
from hayrick.harness.models.replying import REFUSALS
from hayrick.harness.scheduling.elsewhere import Elsewhere, Take
from hayrick.harness.transport.calls import LOST, Call, Usage
from hayrick.harness.transport.failures import CallFailed, Spoiled
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.records.batch_files import RequestFiles, Result, read_result, read_results
from hayrick.types import BadInput, HayrickError

if TYPE_CHECKING:
    from hayrick.harness.transport.batch_models import BatchModels

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "accepted": "accepted",
        "cut": "  of these cut off at the token limit",
        "refused": "  of these refused by the model",
        "known": "call that was answered before",
        "same": "second line of a call, with the same reply",
        "other": "second line of a call, with another reply: the first counts",
        "error": "error in place of a reply",
        "unusable": "reply without content that can be used",
        "unknown": "no call of this run",
        "damaged": "damaged line",
        "missing": "outstanding calls without a reply",
    }
)
"""What lines of results are -> words for it. "cut" and "refused" are parts of "accepted"; "missing" counts calls."""


class _Models:
    """`BatchModels`, imported when the first model is needed."""

    def __init__(self) -> None:
        self._found: BatchModels | None = None

    def __call__(self) -> BatchModels:
        if self._found is None:
            try:
                from hayrick.harness.transport.batch_models import BatchModels
            except ImportError:
                raise HayrickError(INSTALL) from None
            self._found = BatchModels()
        return self._found


def writing(files: RequestFiles) -> Elsewhere:
    """An `Elsewhere` that writes every outstanding call as a line, and stops."""

    def begin(asker: Asker) -> Take:
        models, written = _Models(), set[str]()

        async def take(outgoing: Outgoing) -> Call | None:
            if outgoing.key not in written:
                written.add(outgoing.key)
                path, body = await models().request(outgoing)
                files.add(outgoing.key, outgoing.model, path, body)
            return None

        return take

    return Elsewhere(begin=begin, calls_own=True, ends=True)


class _Place(NamedTuple):
    """Where the line of a call is, whether it holds a reply, and a digest of what it says."""

    file: Path
    start: int
    is_reply: bool
    said: str


@dataclass(slots=True)
class Replies:
    """The replies of a batch engine.

    Args:
        files: files of results.
    """

    files: Sequence[Path]
    lines: Counter[str] = field(default_factory=Counter)
    """Number of lines of each of `KINDS`."""

    errors: Counter[str] = field(default_factory=Counter)
    """Number of errors of each kind."""

    entered: list[Call] = field(default_factory=list)
    """Calls that were entered into the journal, with their tokens and cost."""

    _places: dict[str, _Place] = field(default_factory=dict)
    _left: set[str] = field(default_factory=set)
    """Keys of `_places` that nothing has asked for."""

    def entering(self) -> Elsewhere:
        """An `Elsewhere` that answers outstanding calls from the files, and stops.

        Raises:
            BadInput: a file cannot be read, or none has a line of results.
        """
        for file in self.files:
            self._survey(file)
        if not self._places and not self.lines["error"]:
            damaged = f", {self.lines['damaged']:,} others" if self.lines["damaged"] else ""
            found = f"no line of a batch's results{damaged}"
            cure = "Give what the engine wrote: JSON lines, unpacked, and no requests."
            raise BadInput(", ".join(map(str, self.files))[:300], found, "lines with a custom_id and a response", cure)
        return Elsewhere(begin=self._begin, counts_first=True, calls_own=True, ends=True)

    def counts(self, elsewhere: Elsewhere) -> dict[str, int]:
        """Number of each of `KINDS`, when the work of `elsewhere` is done."""
        missing = len(elsewhere.before.keys() & elsewhere.after.keys())
        return {kind: self.lines[kind] for kind in KINDS} | {"unknown": len(self._left), "missing": missing}

    @property
    def usd(self) -> float | None:
        """Cost of the calls that were entered; None if one's price is unknown."""
        known = [one.usd for one in self.entered if one.usd is not None]
        return fsum(known) if len(known) == len(self.entered) else None

    def _survey(self, file: Path) -> None:
        for start, result in read_results(file):
            if result is None:
                self.lines["damaged"] += 1
            elif not result.body:
                self._failed(result.error or str(result.status))
            else:
                self._place(result, file, start)

    def _place(self, result: Result, file: Path, start: int) -> None:
        place = _Place(file, start, result.is_reply, result.said)
        known = self._places.get(result.key)
        if known is None or (place.is_reply and not known.is_reply):
            self._places[result.key] = place
            if known is not None:
                self._failed("error")
        elif not place.is_reply:
            self._failed(result.error or str(result.status))
        else:
            self.lines["same" if place.said == known.said else "other"] += 1

    def _failed(self, reason: str) -> None:
        self.lines["error"] += 1
        self.errors[reason] += 1

    def _begin(self, asker: Asker) -> Take:
        # Batches are for the provider's batch price, where it has one.
        asker.batch = True
        models = _Models()
        self._left = {key for key in self._places if asker.journal.find(key) is None}
        self.lines["known"] += len(self._places) - len(self._left)

        in_turn = asyncio.Lock()

        async def take(outgoing: Outgoing) -> Call | None:
            # Of equal questions at the same time, the first enters the reply.
            async with in_turn:
                if outgoing.key not in self._left:
                    return asker.journal.find(outgoing.key)
                self._left.remove(outgoing.key)
                return await self._enter(outgoing, asker, models)

        return take

    async def _enter(self, outgoing: Outgoing, asker: Asker, models: _Models) -> Call | None:
        place = self._places[outgoing.key]
        result = read_result(place.file, place.start)
        if result is None or result.key != outgoing.key:
            self.lines["damaged"] += 1
            return None
        try:
            completion = await models().read(outgoing, result.status, result.body)
        except Spoiled as problem:
            self.lines["unusable"] += 1
            _bill(outgoing, asker, problem, place.said)
            return None
        except CallFailed as problem:
            if place.is_reply:
                self.lines["unusable"] += 1
            else:
                self._failed(problem.kind)
            return None
        call = _finished(outgoing, asker, completion)
        asker.journal.add(call)
        self.entered.append(call)
        self.lines["accepted"] += 1
        self.lines["cut"] += call.stop == CUT_OFF
        self.lines["refused"] += call.stop in REFUSALS
        return call


def _finished(outgoing: Outgoing, asker: Asker, reply: Completion, key: str = "", purpose: str = "") -> Call:
    call = asker.finished(key or outgoing.key, outgoing, reply, time.monotonic(), purpose)
    return replace(call, seconds=0.0)


def _bill(outgoing: Outgoing, asker: Asker, problem: Spoiled, said: str) -> None:
    """Enter the tokens of a reply that cannot be used, once however often its file is given."""
    key = f"{LOST}/{outgoing.key}/{said[:16]}"
    if problem.usage == Usage() or asker.journal.find(key) is not None:
        return
    call = _finished(outgoing, asker, Completion("", LOST, problem.usage), key, LOST)
    asker.journal.add(replace(call, doubt=problem.doubt or call.doubt))
