"""What a soak (`bench.soak`) looks at: the server's log, journals after each process, and finished run directories.

Each function returns violations, one line each, in the words of who must look for the cause.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.soak.faults import KEPT, OWN
from hayrick.harness.storage.journal_file import DAMAGED, FILE, read_calls
from hayrick.harness.transport.calls import LOST

Row = Mapping[str, Any]

GRACE = 30.0
"""Seconds after which a reply that the server has delivered must be in the journal, on a machine that is busy."""

PROGRESS = re.compile(r"(?!hayrick: ).*: [\d,]+ of [\d,]+")
"""A line of a run that takes long."""

STOPPED = "hayrick: stopped; give the same command again to continue"
_EXPECTED = re.compile(r"answered no call|--budget-usd|the quota is used up")
"""What a command may say that ends with status 2 in a soak."""

_LONGEST = 50_000
"""Tokens; no reply of a soak has as many."""

BEGUN = re.compile(r'cli/__init__\.py", line \d+, in main')
"""In a traceback: the command had begun."""

_UNLIKE = frozenset({FILE, DAMAGED, "costs.json", "manifest.json", "logs"})
"""Names in a run directory that differ between a run left alone and one that was killed: times, tries, costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """One process of a soak, and what was there when it had ended.

    Args:
        first: number of requests that had arrived at the server before it.
        last: number of requests that had arrived when it had ended.
        ended: when it was told to end, or ended by itself (UTC).
        is_killed: whether it was told to end.
        status: of the process.
        err: what it wrote to standard error.
        budget: dollars that it was allowed.
        jobs: calls that it could have in flight.
        held: keys of the calls in the journal.
        paid: dollars of all calls in the journal.
        claimed: those of them for more tokens than any reply had, which no budget can foresee.
    """

    first: int
    last: int
    ended: datetime
    is_killed: bool
    status: int
    err: str
    budget: float
    jobs: int
    held: frozenset[str]
    paid: float
    claimed: float = 0.0


@dataclass(slots=True)
class Tally:
    """Sums over a soak."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)


def held_in(out: Path) -> frozenset[str]:
    """Keys of the calls of a run directory, without replies that were of no use."""
    return frozenset(call.key for call in read_calls(out) if call.purpose != LOST)


def paid_in(out: Path) -> float:
    """Dollars of all calls of a run directory, as the last whole line of its journal says; lines are read as text."""
    lines = (out / FILE).read_bytes().split(b"\n")[:-1] if (out / FILE).exists() else []
    return float(next((value["paid"] for line in reversed(lines) if "paid" in (value := json.loads(line))), 0.0))


def claimed_in(out: Path) -> float:
    """Dollars of the calls of a run directory for which a provider counted more tokens than any reply can have."""
    return sum(call.usd or 0.0 for call in read_calls(out) if call.usage.tokens_out > _LONGEST)


def exits(lives: Sequence[Life]) -> list[str]:
    """Processes that ended as none may."""
    return [
        f"a process ended with status {life.status} and said: {life.err.strip()[-500:]!r}"
        for life in lives
        if not _is_right_end(life)
    ]


def _is_right_end(life: Life) -> bool:
    said = [line for line in life.err.splitlines() if line and not PROGRESS.match(line)]
    if life.is_killed and said and said[-1] == "KeyboardInterrupt" and not BEGUN.search(life.err):
        # Python itself was interrupted while it started: in `site` or `runpy` it ends with 1, after that by the signal.
        return life.status in (1, -2)
    if life.is_killed and life.status == -2:
        # It came before Python could be interrupted, or when Python had let go of signals at its end, after a line that
        # it ended with; or within text that a package executes while it loads, after which `python -m` ends by SIGINT
        # whatever status is asked for.
        return said in ([], [STOPPED]) or (len(said) == 1 and _EXPECTED.search(said[0]) is not None)
    if life.is_killed and life.status in (-9, -15, 130, 143):
        return life.status < 0 or said == [STOPPED]
    if life.status == 2:
        return len(said) == 1 and _EXPECTED.search(said[0]) is not None
    return life.status == 0 and not said


def money(lives: Sequence[Life]) -> list[str]:
    """Where what was spent fell, or exceeded a budget."""
    found, before = [], 0.0
    for life in lives:
        if life.paid < before:
            found.append(f"spent fell from ${before:.6f} to ${life.paid:.6f}")
        if life.paid - life.claimed > max(before, life.budget) + 1e-9:
            found.append(f"spent ${life.paid:.6f} with --budget-usd {life.budget:.6f}")
        before = life.paid
    return found


def calls(lives: Sequence[Life], log: Sequence[Row], keys: Mapping[str, str], tally: Counter[str]) -> list[str]:
    """Finished calls that were asked again, and replies that were delivered and are not kept.

    Args:
        lives: processes of one run directory, in order.
        log: of the server.
        keys: journal key -> the server's digest of each call of the directory.
        tally: gets what is repeated, lost, and in the air: delivered just before an end, and asked again.
    """
    found = []
    by_digest: dict[str, set[str]] = {}
    for key, digest in keys.items():
        by_digest.setdefault(digest, set()).add(key)
    before: frozenset[str] = frozenset()
    for life in lives:
        rows = [row for row in log if life.first < row["number"] <= life.last and row["digest"] in by_digest]
        again = [row for row in rows if by_digest[row["digest"]] <= before]
        found += [f"request {row['number']} asks again what the journal held: {row['digest']}" for row in again]
        unkept = _unkept(rows, by_digest, life.held - before)
        late = [row for row in unkept if _age(row, life) > GRACE or (life.status == 0 and not life.is_killed)]
        found += [f"request {row['number']} was answered at {row['ended']} and is not kept" for row in late]
        gone = before - life.held
        found += [f"{len(gone)} calls that the journal held are gone"] * bool(gone)
        tally["repeated"] += len(again)
        tally["lost"] += len(late) + len(gone)
        tally["in the air"] += len(unkept) - len(late)
        tally["most in the air"] = max(tally["most in the air"], len(unkept) - len(late))
        before = life.held
    return found


def _unkept(rows: Sequence[Row], by_digest: Mapping[str, set[str]], new: Collection[str]) -> list[Row]:
    """Requests that were answered wholly and are not among the new calls, the last ones of each digest."""
    delivered: dict[str, list[Row]] = {}
    for row in rows:
        if row["outcome"] == "finished" and row["did"] in KEPT and (row["did"] == "raw") == row["path"].endswith(OWN):
            delivered.setdefault(row["digest"], []).append(row)
    return [
        row
        for digest, answers in delivered.items()
        for row in sorted(answers, key=lambda one: str(one["ended"]))[len(by_digest[digest] & set(new)) :]
    ]


def _age(row: Row, life: Life) -> float:
    """Seconds from an answer to the end of the process."""
    return (life.ended - datetime.fromisoformat(row["ended"])).total_seconds()


def _results(path: Path) -> bytes:
    """A file of results without the statuses of failures: a question that is refused meets other troubles, too."""
    return re.sub(rb"error:(?:\d{3}|quota)|too_long", b"error", path.read_bytes())


def ends(out: Path, alone: Path) -> list[str]:
    """Differences between the directory of a run that was killed and that of one left alone."""
    found = []
    if missing := held_in(alone) - held_in(out):
        found.append(f"{out}: {len(missing)} calls are missing in the journal")
    if more := held_in(out) - held_in(alone):
        found.append(f"{out}: {len(more)} calls in the journal that a run left alone does not make")
    ours, theirs = ({one.name for one in folder.iterdir()} - _UNLIKE for folder in (out, alone))
    found += [f"{out}: {name} is in one directory only" for name in sorted(ours ^ theirs)]
    found += [
        f"{out}: {name} differs from that of the run left alone, {alone}"
        for name in sorted(ours & theirs)
        if _results(out / name) != _results(alone / name)
    ]
    if (out / DAMAGED).exists():
        found.append(f"{out}: a line of the journal is damaged")
    if json.loads((out / "manifest.json").read_text(encoding="utf-8"))["finished"] is not True:
        found.append(f"{out}: not marked as finished")
    return found
