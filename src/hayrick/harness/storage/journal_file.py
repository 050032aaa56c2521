"""Reads the file of a journal; `journal` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.harness.storage.journal_lines import Damaged, Header, is_cut_off, lines_in, question_of, read
from hayrick.harness.transport.calls import LOST, Call, Usage, call_of, is_amount
from hayrick.records import outputs
from hayrick.types import BadInput

FILE, DAMAGED = outputs.CALLS, outputs.DAMAGED
"""The file, and that of damaged lines, as they were found."""

ROUNDING = 1e-9
"""Part of a sum of dollars that may come from the order of adding."""


def read_calls(folder: Path) -> list[Call]:
    """Read the finished calls of a run directory, in the order in which they finished, without damaged lines.

    Raises:
        BadInput: the file is of a newer schema, or no ordinary file.
    """
    path = folder / FILE
    require_ordinary(path)
    return [one for one in read_file(path).lines if isinstance(one, Call)] if path.exists() else []


def require_ordinary(path: Path) -> None:
    """Reject what is neither file nor folder."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise BadInput(str(path), "a pipe or a device", "an ordinary file", "Choose another --out.")


@dataclass(slots=True)
class Found:
    """What the file of a journal holds."""

    lines: list[Call | Header] = field(default_factory=list)
    damaged: list[tuple[int, bytes]] = field(default_factory=list)
    """Number of a line, and the line."""

    told: list[Call] = field(default_factory=list)
    """Calls whose lines are damaged, where a later line has what they cost; each answers nothing."""

    paid: float = 0.0
    lost: set[str] = field(default_factory=set)
    """Keys of questions whose reply was paid, and what it cost is in no line."""

    unsaid: set[str] = field(default_factory=set)
    """Those of `lost` that no header names."""

    is_checked: bool = False
    """Whether calls have checksums at the end of the file."""

    end: int = 0
    """Position after the last whole line; a crash truncated what follows."""

    _n_told: int = 0
    """How many damaged lines are followed by one that has what they cost."""

    is_open: bool = False
    """Whether the last whole line lacks its line break, as some editors leave it."""

    @property
    def untold(self) -> list[tuple[int, bytes]]:
        """Damaged lines after which no line has what they cost."""
        return self.damaged[self._n_told :]

    @property
    def note(self) -> str:
        """What to tell a reader of damaged lines."""
        n = len(self.damaged)
        lines = "1 line of {} is" if n == 1 else f"{n} lines of {{}} are"
        return (
            f"{lines.format(FILE)} damaged (first: line {self.damaged[0][0]}): copied to {DAMAGED}, and asked again "
            "where needed."
        )

    def pay(self, usd: float | None, paid: float, number: int) -> None:
        """Count the dollars of a line, and those before it that its sum has, and no line that can be read.

        Args:
            usd: None where they are unknown.
            paid: dollars of all calls up to this line, as it says.
            number: of the line.
        """
        known = self.paid + (usd or 0.0)
        if paid - known > ROUNDING * paid and (self.untold or usd is not None):
            self.told += lost_calls(paid - known, self.untold or [(number, b"")])
        self.paid = max(known, paid)
        self._n_told = len(self.damaged)


def lost_calls(usd: float, damaged: Sequence[tuple[int, bytes]]) -> list[Call]:
    """Calls that were paid and whose lines are damaged.

    Args:
        usd: what they cost together.
        damaged: number and content of the line of each.
    """
    return [
        Call(
            key=f"{LOST}/{question_of(line) or ''}/line-{number}",
            model="",
            purpose=LOST,
            reply="",
            stop=LOST,
            usage=Usage(),
            usd=usd / len(damaged),
            seconds=0.0,
            doubt="the line of an earlier reply is damaged",
        )
        for number, line in damaged
    ]


def read_file(path: Path) -> Found:
    """Read all lines of a journal.

    Raises:
        BadInput: the file is of a newer schema.
    """
    found = Found()
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            found.is_open = not line.endswith(b"\n")
            for one in lines_in(line, f"{path}:{number}"):
                _read_line(found, one, path, number)
    found.unsaid -= found.lost
    found.lost |= found.unsaid
    return found


def _read_line(found: Found, line: bytes, path: Path, number: int) -> None:
    """Read one line.

    Raises:
        BadInput: it is of a newer schema.
    """
    try:
        value = read(line, f"{path}:{number}", is_checked=found.is_checked)
    except Damaged:
        if question := question_of(line):
            found.unsaid.add(question)
        if found.is_open and is_cut_off(line):
            found.is_open = False
            return
        found.end += len(line)
        found.damaged.append((number, line))
        return
    found.end += len(line)
    if isinstance(value, Header):
        found.is_checked = True
        found.lines.append(value)
        found.lost.update(value.lost)
        if value.raised is not None:
            before, after = value.raised
            found.pay(0.0, before, number)
            found.paid = max(found.paid, after)
        return
    call = call_of(value, FILE)
    total = value.get("paid")
    found.pay(call.usd, float(total) if is_amount(total) else 0.0, number)
    found.lines.append(call)
    if is_amount(total):
        found.unsaid.clear()  # It has what the damaged lines before it cost.
    if found.lost:
        found.lost.discard(question_of(line) or call.key)
