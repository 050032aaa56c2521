"""Summaries from a user's file, as a system of SummHay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hayrick.protocols import Ask
from hayrick.records.columns import SUMMHAY
from hayrick.records.fields import optional_string, string, tags_of
from hayrick.records.read_files import a_type
from hayrick.replies.bullets import Compat, citable, parse_summary
from hayrick.replies.reasoning import visible
from hayrick.systems.stored import Rows, StoredRows
from hayrick.tasks.summhay.answers import readable
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import BadInput, Bullet, Haystack, Item, Response, Summary

KNOWN = {
    *("task", "haystack", "subtopic", "system", "context", "tags", "bullets", "reply", "summary", "citations"),
    *("own_reply", "bullets_asked", "bullets_unread"),
}
EXAMPLE = '{"subtopic": "s1", "summary": "- What is said. [3]"}'
"""A line of a file of summaries."""


@dataclass(slots=True, kw_only=True)
class StoredSummaries:
    """Summaries of a JSONL file: raw text with citations (`summary`), or `bullets` with document ids.

    Args:
        path: the file, or rows in memory.
        haystacks: haystacks that rows may refer to; a row without haystack belongs to the only one.
        compat: see `replies.bullets.parse_summary`.
    """

    path: Path | Rows
    haystacks: Sequence[Haystack]
    compat: Compat = None
    asks: bool = False
    _rows: StoredRows | None = None
    _subtopics: dict[str, set[str]] | None = None
    """Haystack id -> ids of its subtopics."""

    @property
    def signature(self) -> str:
        """Everything that the summaries depend on."""
        return self._file().signature

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        """Return the file's summaries of these subtopics of one haystack.

        Raises:
            BadInput: a row names an unknown haystack or subtopic, is a duplicate, or contains no summary.
        """
        rows = self._file()
        documents = citable(items[0].documents) if items else {}
        found = []
        for item in items:
            for where, row in rows.of((item.dataset, item.group)):
                answer, reply = read_summary(row, where, documents, self.compat)
                found.append(
                    Response(
                        item=item,
                        system=rows.system(row, where),
                        context=rows.context(row, where),
                        tags=tags_of(row, where),
                        answer=readable(answer),
                        reply=reply,
                        extra={key: value for key, value in row.items() if key not in KNOWN},
                    )
                )
        return found

    def _file(self) -> StoredRows:
        if self._rows is None:
            self._rows = StoredRows(path=self.path, place=self._place, task=SUMMHAY, example=EXAMPLE)
        return self._rows

    def _place(self, row: Mapping[str, object], where: str) -> tuple[str, str]:
        """Return a row's haystack and subtopic.

        Raises:
            BadInput: one of them is unknown.
        """
        name = optional_string(row, "haystack", where)
        if name is None and len(self.haystacks) == 1:
            name = self.haystacks[0].id
        if self._subtopics is None:
            self._subtopics = {one.id: {subtopic.id for subtopic in one.subtopics} for one in self.haystacks}
        known = self._subtopics.get(name) if name is not None else None
        if name is None or known is None:
            found = "'haystack' is missing" if name is None else f"unknown haystack '{name}'"
            raise BadInput(where, found, " or ".join(f"'{one}'" for one in self._subtopics), "Name one of the inputs.")
        subtopic = string(row, "subtopic", where)
        if subtopic not in known:
            found = f"a summary for unknown subtopic '{subtopic}'"
            raise BadInput(where, found, f"a subtopic of '{name}'", "Fix its id, or drop the line.")
        return name, subtopic


def read_summary(
    row: Mapping[str, object], where: str, documents: Mapping[str, str], compat: Compat = None
) -> tuple[Summary, str]:
    """Read the summary of a row.

    Args:
        row: has `bullets`, or raw text in `summary` or `reply`, whose reasoning is removed.
        where: place of the row, for error messages.
        documents: see `replies.bullets.citable`.
        compat: see `replies.bullets.parse_summary`.

    Returns:
        The summary, and its raw text.

    Raises:
        BadInput: the row contains no summary.
    """
    reply = row.get("reply") if "bullets" in row else row.get("summary", row.get("reply"))
    if str(row.get("citations", "")).startswith("repaired"):
        # Written by `cite`: the row holds the system's own reply next to the repaired citations.
        reply = row.get("own_reply", reply)
    if isinstance(reply, str) and "bullets" not in row and compat is None:
        reply = visible(reply).text
    lines = _lines(reply, where) if reply is not None else []
    if "bullets" in row:
        parsed = _bullets(row["bullets"], where, documents)
        parsed = Summary(bullets=parsed.bullets, n_lines=max(parsed.n_lines, len(lines)))
    elif reply is None:
        raise BadInput(where, "neither 'summary' nor 'bullets'", "one of them")
    else:
        parsed = parse_summary(lines, documents, compat)
    return parsed, "\n".join(lines) if lines else _as_reply(parsed.bullets, documents)


def _as_reply(bullets: Sequence[Bullet], documents: Mapping[str, str]) -> str:
    """Write bullets as text with citations, for formats that store text only."""
    positions = {id: int(name) for name, id in documents.items() if name.isdecimal()}
    lines = []
    for bullet in bullets:
        cites = sorted(positions[id] for id in bullet.cites)
        lines.append(" ".join([*bullet.text.split(), *(f"[{number}]" for number in cites)]))
    return "\n".join(lines)


def _lines(value: object, where: str) -> list[str]:
    if isinstance(value, str):
        value = value.splitlines()
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise BadInput(where, f"the summary is {a_type(value)}", "a string, or a list of lines")
    return [line for line in value if line.strip()]


def _bullets(value: object, where: str, documents: Mapping[str, str]) -> Summary:
    if not isinstance(value, list):
        raise BadInput(where, f"'bullets' is {a_type(value)}", "a list of {text, cites}")
    ids = set(documents.values())
    bullets: list[Bullet] = []
    for number, entry in enumerate(value, start=1):
        place = f"{where}: bullet {number}"
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise BadInput(place, "no 'text'", "an object with 'text' and 'cites'")
        cites = entry.get("own_cites", entry.get("cites"))
        heading = entry.get("heading", "")
        if not isinstance(heading, str):
            raise BadInput(place, f"'heading' is {a_type(heading)}", "a text")
        id = entry.get("id", number)
        if not isinstance(id, int) or isinstance(id, bool) or id <= (bullets[-1].id if bullets else 0):
            raise BadInput(place, f"id {id!r}", "line numbers from 1, ascending")
        if cites is None:
            parsed = parse_summary([entry["text"]], documents, "paper" if not entry["text"].strip() else None)
            cited = parsed.bullets[0] if parsed.bullets else Bullet(id=id, text=entry["text"])
            bullets.append(replace(cited, id=id, heading=heading))
            continue
        if not isinstance(cites, list) or not all(isinstance(cite, str) for cite in cites):
            raise BadInput(place, "'cites' is no list of strings", "document ids", "Positions belong in 'summary'.")
        more = entry.get("own_unknown", entry.get("unknown", []))
        unknown = frozenset(map(str, more)) if isinstance(more, list) else frozenset()
        given = frozenset(cites)
        wrong = unknown | (given - ids)
        bullets.append(Bullet(id=id, text=entry["text"], cites=given & ids, unknown=wrong, heading=heading))
    return Summary(bullets=tuple(bullets), n_lines=max((bullet.id for bullet in bullets), default=0))
