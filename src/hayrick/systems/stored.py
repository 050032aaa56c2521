"""Summaries from a file of the user's, as systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.records.files import a_type, fingerprint_file, read_jsonl
from hayrick.records.rows import optional_string, string
from hayrick.replies.bullets import Compat, Reply, citable, parse_summary
from hayrick.types import BadInput, Bullet, Haystack, Subtopic, Summary

_KNOWN = {"haystack", "subtopic", "system", "context", "bullets", "reply", "summary", "citations", "own_reply"}


@dataclass(slots=True, kw_only=True)
class StoredSystems:
    """Summaries of a JSONL file: raw text with citations (`summary`), or `bullets` with document ids.

    Args:
        path: the file.
        haystacks: the ids that rows may name; a row that names none belongs to the only one.
        compat: see `replies.bullets.parse_summary`.
    """

    path: Path
    haystacks: Sequence[str]
    compat: Compat = None
    default_subtopic: str | None = None
    """What rows that name no subtopic are called, before the number of their line; None refuses such rows."""
    _rows: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    @property
    def signature(self) -> str:
        """What the summaries depend on."""
        return f"file:{self.path.name}@{fingerprint_file(self.path)}"

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Summary]:
        """The file's summaries of these subtopics.

        Raises:
            BadInput: a row names an unknown haystack or subtopic, stands twice, or is no summary.
        """
        self._rows = self._rows or list(read_jsonl(self.path))
        documents = citable(haystack.documents)
        wanted = {subtopic.id for subtopic in subtopics}
        known = {subtopic.id for subtopic in haystack.subtopics}
        seen: dict[tuple[str, str, str], str] = {}
        for where, row in self._rows:
            if self._haystack(row, where) != haystack.id:
                continue
            subtopic = self._subtopic(row, where)
            if self.default_subtopic is None and subtopic not in known:
                found = f"a summary for unknown subtopic '{subtopic}'"
                raise BadInput(where, found, f"a subtopic of '{haystack.id}'", "Fix its id, or drop the line.")
            system = optional_string(row, "system", where) or self.path.stem
            context = optional_string(row, "context", where) or "full"
            first = seen.setdefault((subtopic, system, context), where)
            if first != where:
                found = f"a second summary of '{subtopic}' by '{system}' ({context}), the first is {first}"
                raise BadInput(where, found, "one a system, context and subtopic", "Drop one.")
            if subtopic in wanted or self.default_subtopic is not None:
                yield _summary(row, where, haystack.id, subtopic, system, context, documents, self.compat)

    def _subtopic(self, row: Mapping[str, object], where: str) -> str:
        if self.default_subtopic is not None:
            # Without a haystack a summary is known by its line.
            return optional_string(row, "subtopic", where) or f"{self.default_subtopic}{where.rpartition(':')[2]}"
        return string(row, "subtopic", where)

    def _haystack(self, row: Mapping[str, object], where: str) -> str:
        name = optional_string(row, "haystack", where)
        if name is None and len(self.haystacks) == 1:
            return self.haystacks[0]
        if name is None or name not in self.haystacks:
            found = "'haystack' is missing" if name is None else f"unknown haystack '{name}'"
            raise BadInput(
                where, found, " or ".join(f"'{known}'" for known in self.haystacks), "Name one of the inputs."
            )
        return name


def _summary(
    row: Mapping[str, object],
    where: str,
    haystack: str,
    subtopic: str,
    system: str,
    context: str,
    documents: Mapping[str, str],
    compat: Compat,
) -> Summary:
    reply = row.get("reply") if "bullets" in row else row.get("summary", row.get("reply"))
    if str(row.get("citations", "")).startswith("repaired"):
        # Written by `cite`: what the system said itself stands beside the repaired citations.
        reply = row.get("own_reply", reply)
    lines = _lines(reply, where) if reply is not None else []
    if "bullets" in row:
        parsed = _bullets(row["bullets"], where, documents)
        parsed = Reply(parsed.bullets, max(parsed.n_lines, len(lines)))
    elif reply is None:
        raise BadInput(where, "neither 'summary' nor 'bullets'", "one of them")
    else:
        parsed = parse_summary(lines, documents, compat)
    return Summary(
        haystack=haystack,
        subtopic=subtopic,
        system=system,
        context=context,
        bullets=parsed.bullets,
        reply="\n".join(lines) if lines else _as_reply(parsed.bullets, documents),
        n_lines=parsed.n_lines,
        extra={key: value for key, value in row.items() if key not in _KNOWN},
    )


def _as_reply(bullets: Sequence[Bullet], documents: Mapping[str, str]) -> str:
    """Bullets as a system writes them, so that formats which hold text alone keep their citations."""
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


def _bullets(value: object, where: str, documents: Mapping[str, str]) -> Reply:
    if not isinstance(value, list):
        raise BadInput(where, f"'bullets' is {a_type(value)}", "a list of {text, cites}")
    ids = set(documents.values())
    bullets: list[Bullet] = []
    for number, entry in enumerate(value, start=1):
        place = f"{where}: bullet {number}"
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
            raise BadInput(place, "no 'text'", "an object with 'text' and 'cites'")
        cites = entry.get("own_cites", entry.get("cites"))
        id = entry.get("id", number)
        if not isinstance(id, int) or isinstance(id, bool) or id <= (bullets[-1].id if bullets else 0):
            raise BadInput(place, f"id {id!r}", "line numbers from 1, ascending")
        if cites is None:
            parsed = parse_summary([entry["text"]], documents, "paper" if not entry["text"].strip() else None)
            cited = parsed.bullets[0] if parsed.bullets else Bullet(id=id, text=entry["text"])
            bullets.append(Bullet(id=id, text=cited.text, cites=cited.cites, unknown=cited.unknown))
            continue
        if not isinstance(cites, list) or not all(isinstance(cite, str) for cite in cites):
            raise BadInput(place, "'cites' is no list of strings", "document ids", "Positions belong in 'summary'.")
        more = entry.get("own_unknown", entry.get("unknown", []))
        unknown = frozenset(map(str, more)) if isinstance(more, list) else frozenset()
        given = frozenset(cites)
        bullets.append(Bullet(id=id, text=entry["text"], cites=given & ids, unknown=unknown | (given - ids)))
    return Reply(tuple(bullets), max((bullet.id for bullet in bullets), default=0))
