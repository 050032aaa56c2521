"""Recorded outputs in a user's file, as a system for any task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Generic

from hayrick.protocols import A, Ask, G, Task
from hayrick.records.columns import plain
from hayrick.records.fields import optional_string, string, tags_of
from hayrick.records.read_files import fingerprint_bytes, fingerprint_file, read_jsonl
from hayrick.records.write_files import to_json
from hayrick.replies.classes import CLASS, SCORED, class_of, is_class
from hayrick.replies.reasoning import visible
from hayrick.types import BadInput, Item, Reply, Response

Row = Mapping[str, object]
_KNOWN = {"task", "dataset", "group", "item", "system", "context", "tags", "reply", "answer", "id", "prediction"}


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows in memory that stand for a JSONL file of this name."""

    stem: str
    rows: Sequence[Row]

    @property
    def name(self) -> str:
        """Name for signatures."""
        return self.stem


@dataclass(kw_only=True)
class StoredRows:
    """The rows of a JSONL file, by the item they belong to; the file is read once.

    Args:
        path: the file, or rows in memory.
        place: returns the key of a row's item; raises BadInput if the item is unknown.
        task: whose rows are wanted; rows that name another task are left out, as files of runs hold several.
        example: a line, for messages about a file that has none.
    """

    path: Path | Rows
    place: Callable[[Row, str], tuple[str, ...]]
    task: str
    example: str = '{"item": "1", "reply": "..."}'

    @cached_property
    def signature(self) -> str:
        """The file's name and fingerprint."""
        if isinstance(self.path, Rows):
            return f"file:{self.path.name}@{fingerprint_bytes(to_json(self.path.rows).encode())}"
        return f"file:{self.path.name}@{fingerprint_file(self.path)}"

    def of(self, place: tuple[str, ...]) -> Sequence[tuple[str, Row]]:
        """(where, row) of the rows of an item, in file order."""
        return self.by_place.get(place, ())

    @cached_property
    def by_place(self) -> dict[tuple[str, ...], list[tuple[str, Row]]]:
        """Key of an item -> (where, row) of its rows, in file order.

        Raises:
            BadInput: every row is of another task, or a response occurs twice.
        """
        found: dict[tuple[str, ...], list[tuple[str, Row]]] = {}
        seen: dict[tuple[object, ...], str] = {}
        others: dict[str, None] = {}
        for where, row in self._lines():
            task = optional_string(row, "task", where)
            if task is not None and task != self.task:
                others[task] = None
                continue
            place = self.place(row, where)
            system, context = self.system(row, where), self.context(row, where)
            first = seen.setdefault((place, system, context, *sorted(tags_of(row, where).items())), where)
            if first != where:
                what = f"a second response to '{place[-1]}' by '{system}' ({context}), the first is {first}"
                raise BadInput(where, what, "one a system, context and item", "Drop one.")
            found.setdefault(place, []).append((where, row))
        if others and not found:
            raise BadInput(str(self.path), f"rows of {', '.join(others)}", f"rows of {self.task}", "Give another file.")
        return found

    def _lines(self) -> Iterable[tuple[str, Row]]:
        if isinstance(self.path, Rows):
            return [(f"{self.path.stem}: row {number}", row) for number, row in enumerate(self.path.rows, start=1)]
        return read_jsonl(self.path, f"a JSON object a line, such as {self.example}")

    def system(self, row: Row, where: str) -> str:
        """Name of the row's system; the file's stem by default."""
        return optional_string(row, "system", where) or self.path.stem

    def context(self, row: Row, where: str) -> str:
        """Context of the row; `full` by default."""
        return optional_string(row, "context", where) or "full"


@dataclass(slots=True, kw_only=True)
class StoredResponses(Generic[G, A]):
    """Replies of a JSONL file, one per line: `{"item", "system", "context", "reply"}`.

    `dataset` and `group` are needed if item ids repeat. The `responses.jsonl` of another run has this format, and the
    task's own names for these columns are read. `id`, also a number, and `prediction` are other names for `item` and
    `reply`, as in released outputs.

    Reasoning before the answer is removed from rows without a `class`; those with one come from a run that has removed
    it.

    Args:
        path: the file.
        task: parses the replies.
        items: items that rows may refer to.
    """

    path: Path
    task: Task[G, A]
    items: Sequence[Item[G]]
    asks: bool = False
    _rows: StoredRows | None = None
    _known: dict[str, list[Item[G]]] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything that the responses depend on."""
        return self._file().signature

    async def respond(self, items: Sequence[Item[G]], ask: Ask) -> list[Response[A]]:
        """Return the file's responses to these items.

        Raises:
            BadInput: a row names an unknown item, is a duplicate, or has no reply.
        """
        rows = self._file()
        return [self._response(item, row, where) for item in items for where, row in rows.of(item.key)]

    def _response(self, item: Item[G], row: Row, where: str) -> Response[A]:
        rows = self._file()
        name = "reply" if "reply" in row or "prediction" not in row else "prediction"
        reply = "" if row.get(name, "") is None else string(row, name, where)
        columns = self.task.columns
        known = {*_KNOWN, columns.dataset, columns.group, columns.item}
        extra = {key: value for key, value in row.items() if key not in known}
        kind = row.get(CLASS)
        if not is_class(kind) or (kind in SCORED and not reply.strip()):
            seen = visible(reply)
            kind = class_of(Reply(seen.text, str(row.get("stop")), seen.state != "none"))
            reply, extra[CLASS] = seen.text, kind
        own = {name: value for name, value in tags_of(row, where).items() if name not in item.tags}
        return Response(
            item=item,
            system=rows.system(row, where),
            context=rows.context(row, where),
            tags=own,
            answer=self.task.parse(item, reply) if kind in SCORED else None,
            reply=reply,
            extra=extra,
        )

    def _file(self) -> StoredRows:
        if self._rows is None:
            for item in self.items:
                self._known.setdefault(item.id, []).append(item)
            self._rows = StoredRows(path=self.path, place=self._place, task=self.task.name)
        return self._rows

    def _place(self, row: Row, where: str) -> tuple[str, ...]:
        row = plain(row, self.task.columns)
        number = row.get("id") if "item" not in row else None
        id = str(number) if isinstance(number, int | str) else string(row, "item", where)
        wanted = [optional_string(row, name, where) for name in ("dataset", "group")]
        found = [
            item
            for item in self._known.get(id, ())
            if all(name is None or name == has for name, has in zip(wanted, item.key[:2], strict=True))
        ]
        if len(found) != 1:
            said = f"unknown item '{id}'" if not found else f"item '{id}', of which there are {len(found)}"
            expected = f"an item of {self.task.name}" if not found else "'dataset' and 'group' beside it"
            raise BadInput(where, said, expected, "Fix the line, or drop it.")
        return found[0].key
