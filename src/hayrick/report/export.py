"""Exports run directories in other formats.

Formats: JSONL and CSV (estimates), Parquet (scores), TREC (qrels and cited documents as runs), and SummHay's haystack
JSON with the run's summaries and labels. `lm_eval` writes those of lm-evaluation-harness.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import cast

from hayrick.charts.drawing import clean
from hayrick.extras import install
from hayrick.haystacks.files import haystack_value
from hayrick.haystacks.tables import utf8
from hayrick.haystacks.trec import qrels_lines, run_lines
from hayrick.records.columns import SUMMHAY
from hayrick.records.fields import read_table, string
from hayrick.records.manifest import read_manifest
from hayrick.records.read_files import read_jsonl
from hayrick.records.read_rows import JudgementRow, read_judgements
from hayrick.records.reported import columns_in
from hayrick.records.several_files import write_together
from hayrick.records.write_files import encoded, safe_name, text_of_file, to_json, write_bytes, write_jsonl, write_text
from hayrick.report.adding import lines_of, with_labels, with_summaries
from hayrick.types import BadInput, Basis, HayrickError, Haystack

COLUMNS = (
    *("task", "system", "context", "haystack", "dataset", "citations", "tags", "measure", "value", "low", "high"),
    *("n", "n_failed", "n_unjudged", "n_contradicted", "n_unread", "worst", "best"),
    *Basis._fields,
    "signature",
)
_STORED_LABELS = {"none": "NO_COVERAGE", "partial": "PARTIAL_COVERAGE", "full": "FULL_COVERAGE"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export_jsonl(folder: Path, out: Path, *, is_new: bool = False) -> None:
    """Write one estimate per line.

    Raises:
        BadInput: the run directory or the place to write is invalid.
    """
    write_jsonl(out, read_table(folder / "estimates.json"), is_new=is_new)


def export_csv(folder: Path, out: Path, *, is_new: bool = False) -> None:
    """Write one estimate per row, with all that tells it from the others; see `in_spreadsheet` for its cells.

    Raises:
        BadInput: see `export_jsonl`.
    """
    own = [name for one in columns_in(read_manifest(folder)).values() for name in (one.dataset, one.variant) if name]
    columns = [*dict.fromkeys((*COLUMNS[:4], *own, *COLUMNS[4:]))] if not {*own} <= {*COLUMNS} else COLUMNS
    rows = read_table(folder / "estimates.json")
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([in_spreadsheet(row.get(name)) for name in columns])
    write_text(out, stream.getvalue(), is_new=is_new)


def in_spreadsheet(value: object) -> object:
    """A cell of CSV: text that a spreadsheet would evaluate as a formula gets a leading quote; None is empty.

    An object, such as the tags of a row, is JSON.
    Control characters, with which a cell could steer a terminal, are replaced; line ends and tabs stay.
    """
    if isinstance(value, dict):
        return in_spreadsheet(to_json(value))
    if not isinstance(value, str):
        return "" if value is None else value
    shown = clean(value)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def export_parquet(folder: Path, out: Path, *, is_new: bool = False) -> None:
    """Write one score per row (needs the extra `parquet`).

    Raises:
        HayrickError: the extra is not installed.
        BadInput: see `export_jsonl`.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise HayrickError(f"Parquet needs pyarrow: {install('parquet')}") from None
    rows = [
        {name: utf8(to_json(value) if isinstance(value, dict) else value) for name, value in row.items()}
        for _, row in read_jsonl(folder / "scores.jsonl")
    ]
    sink = pa.BufferOutputStream()
    try:
        pq.write_table(pa.Table.from_pylist(rows), sink)
    except (pa.ArrowException, OverflowError) as problem:
        found = f"rows that fit no table ({problem})"[:200]
        raise BadInput(str(folder / "scores.jsonl"), found, "the run's own rows", "Make the run again.") from None
    write_bytes(out, [sink.getvalue().to_pybytes()], is_new=is_new)


Check = Callable[[Iterable[Path]], None]
"""Called with all files to be written, before the first is written; raises if one must not be written."""


def _cited(row: Mapping[str, object], where: str) -> Iterator[str]:
    """Ids of the documents that a row's bullets cite, in order, once for each citation."""
    bullets = row.get("bullets") or []
    for bullet in bullets if isinstance(bullets, list) else [None]:
        cites = (bullet.get("cites") or []) if isinstance(bullet, dict) else None
        if not isinstance(cites, list) or not all(isinstance(one, str) for one in cites):
            raise BadInput(where, "bullets of another shape", '[{"text": "...", "cites": ["id", ...]}]', "Run again.")
        yield from cites


def export_trec(
    folder: Path,
    haystacks: Sequence[Haystack],
    out: Path,
    check: Check = lambda targets: None,
    *,
    is_new: bool = False,
) -> None:
    """Write a folder with `HAYSTACK.qrels` and, for each system, `HAYSTACK.SYSTEM+CONTEXT.run`.

    A run ranks the documents that a summary cites by the number of bullets that cite them. Dots in a haystack's name
    and plus signs in a context's become `%2E` and `%2B`, so that no two systems share a file.

    Args:
        folder: of the run.
        haystacks: that it was made on.
        out: folder to write.
        check: called with the files before any is written.
        is_new: whether to refuse files that exist.

    Raises:
        BadInput: a system has two summaries of one subtopic, or as `export_jsonl`.
    """
    runs: dict[tuple[str, str], dict[str, list[str]]] = {}
    for where, row in read_jsonl(folder / "summaries.jsonl"):
        cited = {id: float(n) for id, n in Counter(_cited(row, where)).items()}
        context = string(row, "context", where).replace("%", "%25").replace("+", "%2B")
        name, subtopic = f"{string(row, 'system', where)}+{context}", string(row, "subtopic", where)
        lines = runs.setdefault((string(row, "haystack", where), name), {})
        if subtopic in lines:
            raise BadInput(where, f"a second summary of '{subtopic}' by {name}", "one a system", "Export one of them.")
        lines[subtopic] = list(run_lines(subtopic, cited, name))
    stems = {id: safe_name(id, "-_") for id in (*(one.id for one in haystacks), *(id for id, _ in runs))}
    files: dict[Path, Iterable[str]] = {
        **{out / f"{stems[one.id]}.qrels": qrels_lines(one) for one in haystacks},
        **{out / f"{stems[id]}.{safe_name(name)}.run": chain(*by.values()) for (id, name), by in runs.items()},
    }
    check(files)
    write_together({path: encoded(content) for path, content in files.items()}, is_new=is_new)


def export_summhay(
    folder: Path,
    haystacks: Sequence[Haystack],
    out: Path,
    check: Check = lambda targets: None,
    *,
    is_new: bool = False,
) -> None:
    """Write a folder with each haystack in its own format, with the run's summaries and labels added.

    Summaries from SummHay keep their keys; others get `summary_subtopic_CONTEXT_SYSTEM`.

    Args:
        folder: see `export_trec`.
        haystacks: see `export_trec`.
        out: see `export_trec`.
        check: see `export_trec`.
        is_new: see `export_trec`.

    Raises:
        BadInput: a key already stores other content or is that of two systems, or as `export_jsonl`.
    """
    named: dict[tuple[str, str], tuple[str, str]] = {}
    keys: dict[tuple[str, str, str, str], str] = {}
    replies: dict[tuple[str, str], dict[str, list[str]]] = {}
    for where, row in read_jsonl(folder / "summaries.jsonl"):
        place = (string(row, "haystack", where), string(row, "subtopic", where))
        system, context = string(row, "system", where), string(row, "context", where)
        stored = row.get("key")
        plain = f"summary_subtopic_{system}" if context == "full" else f"summary_subtopic_{context}_{system}"
        key = keys[(*place, system, context)] = stored if isinstance(stored, str) else plain
        if named.setdefault((place[0], key), (system, context)) != (system, context):
            both = " and ".join(f"{a}+{b}" for a, b in (named[place[0], key], (system, context)))
            raise BadInput(where, f"one key '{key}' for {both}", "a key for each system", "Rename one of them.")
        if key in (given := replies.setdefault(place, {})):
            raise BadInput(where, f"a second summary for the key '{key}'", "one a key", "Export one of them.")
        given[key] = lines_of(string(row, "reply", where))
    labels: dict[tuple[str, str], dict[str, list[dict[str, object]]]] = {}
    judged = folder / "judgements.jsonl"
    known = read_judgements(judged, columns_in(read_manifest(folder))) if judged.exists() else {}
    for one in known.get(SUMMHAY, ()):
        _store_label(one, keys, labels)
    files: dict[Path, object] = {}
    for haystack in haystacks:
        value = files[out / f"{safe_name(haystack.id)}.json"] = haystack_value(haystack)
        for subtopic, entry in zip(haystack.subtopics, cast(list[dict[str, object]], value["subtopics"]), strict=True):
            place = (haystack.id, subtopic.id)
            where = f"{haystack.id}: subtopic '{subtopic.id}'"
            entry["summaries"] = with_summaries(entry.get("summaries"), replies.get(place, {}), where)
            entry["eval_summaries"] = with_labels(entry.get("eval_summaries"), labels.get(place, {}), where)
    check(files)
    write_together({path: encoded(map(text_of_file, [value])) for path, value in files.items()}, is_new=is_new)


def _store_label(
    judged: JudgementRow,
    keys: Mapping[tuple[str, str, str, str], str],
    labels: dict[tuple[str, str], dict[str, list[dict[str, object]]]],
) -> None:
    response, judgement = judged
    place = (response.item.dataset, response.item.group)
    key = keys.get((*place, response.system, response.context))
    if key is None or judgement.label is None:
        return
    label: dict[str, object] = {
        "coverage": _STORED_LABELS[judgement.label],
        "bullet_id": judgement.link if judgement.link is not None else "NA",
        "insight_id": judgement.unit,
    }
    labels.setdefault(place, {}).setdefault(key, []).append(label)
