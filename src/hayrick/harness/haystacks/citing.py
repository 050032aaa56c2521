"""Replaces the citations of summaries by attribution, and keeps the previous ones in the output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.attribution import DEFAULT, Attribution, Attributor, parts
from hayrick.attribution import names as model_names
from hayrick.harness.naming import inputs
from hayrick.harness.work.finish import finish, no_replies
from hayrick.haystacks.documents import documents_of_lines
from hayrick.protocols import Progress, silent
from hayrick.records.columns import SUMMHAY
from hayrick.records.fields import optional_string
from hayrick.records.outputs import require_new
from hayrick.records.read_files import is_pipe_of_rows
from hayrick.records.write_files import write_jsonl
from hayrick.replies.bullets import citable
from hayrick.systems.stored import StoredRows
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.answers import readable
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.tasks.summhay.stored import EXAMPLE, KNOWN, StoredSummaries, read_summary
from hayrick.types import BadInput, Bullet, Haystack, Item, Response, Summary


class CiteCounts(NamedTuple):
    """Numbers of summaries and bullets, and of citations before and after."""

    summaries: int
    bullets: int
    citations_before: int
    citations_after: int
    cited_by: dict[str, int]
    """Title of each model, in the order in which they are asked -> bullets that it cites."""

    uncited: int
    """Bullets that no document supports well enough; they cite nothing."""


def cite(
    source: str,
    summaries: str,
    out: Path,
    model: str = DEFAULT,
    progress: Progress = silent,
    *,
    overwrite: bool = False,
) -> CiteCounts:
    """Write summaries with repaired citations, one per line.

    Args:
        source: a haystack, or a JSONL file of documents (`id`, `text`).
        summaries: a JSONL file of summaries, or `recorded[:PATTERN]` for those stored in the haystack.
        out: JSONL file; each bullet keeps its text and has `cites` (repaired), `by`, `own_cites` and `evidence`.
        model: models of attribution, asked in turn until one cites anything; see `attribution.load_model`.
        progress: told how far it is.
        overwrite: replace an existing file, unless it is an input.

    Returns:
        Counts of what was cited.

    Raises:
        BadInput: a file is invalid; nothing is written then.
    """
    require_new([out], inputs.places([source, summaries], *model_names(model)), overwrite=overwrite)
    haystack = _documents(source)
    found = _summaries(haystack, summaries)
    if not found:
        raise BadInput(summaries, f"no summary of '{haystack.id}'", "at least one")
    attributor = Attributor(haystack.documents, model=model)
    position = {document.id: number for number, document in enumerate(haystack.documents, start=1)}
    titles = {one.name: one.title for one in parts(attributor.model)}
    counts = [0, 0, 0, 0]
    cited_by = dict.fromkeys(titles.values(), 0)

    def rows() -> Iterator[dict[str, object]]:
        for number, summary in enumerate(found):
            progress("citing", number, len(found))
            bullets = summary.answer.bullets if summary.answer else ()
            attributed = attributor.attribute([bullet.text for bullet in bullets])
            counts[0] += len(attributed)
            counts[1] += sum(len(bullet.cites) + len(bullet.unknown) for bullet in bullets)
            counts[2] += sum(len(one.cited) for one in attributed)
            counts[3] += sum(not one.cited for one in attributed)
            for one in attributed:
                if one.by is not None:
                    cited_by[titles[one.by]] += 1
            yield _row(summary, attributed, position, attributor.model.name)

    write_jsonl(out, rows(), is_new=not overwrite)
    summed, before, after, uncited = counts
    return CiteCounts(len(found), summed, before, after, cited_by, uncited)


def _summaries(haystack: Haystack, summaries: str) -> list[Response[Summary]]:
    """Read summaries stored in the haystack, or in a file by subtopic, or in a file without subtopics."""
    name, _, pattern = summaries.partition(":")
    items = items_of([haystack])
    path = Path(summaries)
    if name == "recorded":
        return finish(RecordedSystems(pattern=pattern or "*").respond(items, no_replies))
    if items:
        return finish(StoredSummaries(path=path, haystacks=[haystack]).respond(items, no_replies))
    return list(_of_lines(haystack, path))


def _of_lines(haystack: Haystack, path: Path) -> Iterator[Response[Summary]]:
    """Read summaries of documents without subtopics; a summary without subtopic is identified by its line number."""
    documents = citable(haystack.documents)

    def place(row: Mapping[str, object], where: str) -> tuple[str, ...]:
        named = optional_string(row, "haystack", where)
        if named is not None and named != haystack.id:
            raise BadInput(where, f"unknown haystack '{named}'", f"'{haystack.id}'", "Name one of the inputs.")
        return (optional_string(row, "subtopic", where) or where.rpartition(":")[2],)

    rows = StoredRows(path=path, place=place, task=SUMMHAY, example=EXAMPLE)
    for (subtopic,), several in rows.by_place.items():
        item = Item(dataset=haystack.id, group=subtopic, id=subtopic, query="", gold=None)
        for where, row in several:
            answer, reply = read_summary(row, where, documents)
            yield Response(
                item=item,
                system=rows.system(row, where),
                context=rows.context(row, where),
                answer=readable(answer),
                reply=reply,
                extra={key: value for key, value in row.items() if key not in KNOWN},
            )


def _documents(source: str) -> Haystack:
    """Read a haystack, or make one without subtopics from a file of documents."""
    if not source.endswith(".jsonl") and not is_pipe_of_rows(Path(source), "text"):
        found = inputs.read([source], allow_unheld=True)
        if len(found) > 1:
            raise BadInput(source, f"{len(found)} haystacks", "one", "Cite one haystack at a time.")
        return found[0].haystack
    documents = documents_of_lines(Path(source))
    return Haystack(id=Path(source).stem, topic="", documents=documents, subtopics=(), held_by={})


def _row(
    summary: Response[Summary], found: Sequence[Attribution], position: dict[str, int], model: str
) -> dict[str, object]:
    bullets = []
    lines = []
    for bullet, one in zip(summary.answer.bullets if summary.answer else (), found, strict=True):
        cites = sorted(one.cited, key=position.__getitem__)
        evidence = [
            {
                "document": support.document_id,
                "probability": round(support.probability, 4),
                "sentence": support.sentence,
                "start": support.span.start,
                "end": support.span.end,
            }
            for support in one.supports
            if support.document_id in one.cited
        ]
        own = sorted(bullet.cites, key=position.__getitem__)
        bullets.append(_bullet_row(bullet, cites, one.by, own, evidence))
        marks = "".join(f"[{position[id]}]" for id in cites)
        lines.append(f"- {bullet.text} {marks}".rstrip())
    return {
        "haystack": summary.item.dataset,
        "subtopic": summary.item.group,
        "system": summary.system,
        "context": summary.context,
        "citations": f"repaired:{model}",
        "bullets": bullets,
        "reply": "\n".join(lines),
        "own_reply": summary.reply,
        **{key: value for key, value in summary.extra.items() if key not in {"citations", "own_reply"}},
    }


def _bullet_row(
    bullet: Bullet, cites: Sequence[str], by: str | None, own: Sequence[str], evidence: Sequence[dict[str, object]]
) -> dict[str, object]:
    row: dict[str, object] = {
        "id": bullet.id,
        "text": bullet.text,
        "cites": list(cites),
        "by": by,
        "own_cites": list(own),
        "evidence": list(evidence),
    }
    if bullet.unknown:
        row["own_unknown"] = sorted(bullet.unknown)
    if bullet.heading:
        row["heading"] = bullet.heading
    return row
