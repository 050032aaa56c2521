"""Measures retrievers on haystacks under a token budget, and writes their rankings.

Source: SummHay, section 5.1 (retrievers, 15,000 tokens) and 5.3 (citation F1 that a context allows).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hayrick import __version__, stats
from hayrick.harness.haystacks.retrieval_differences import Difference, Values, differences
from hayrick.harness.haystacks.retrieval_quality import CONTEXTS, Found, Quality, measure
from hayrick.harness.naming import inputs
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.transport.http import Poster
from hayrick.harness.transport.secrets import sendable_key
from hayrick.harness.work.processes import Processes
from hayrick.haystacks.files import write_haystack
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.haystacks.trec import qrels_lines
from hayrick.protocols import Progress, silent
from hayrick.records.fields import table
from hayrick.records.outputs import MANIFEST, require_new
from hayrick.records.write_files import safe_name, write_json, write_text
from hayrick.retrieval.catalogue import asks_endpoint, retriever
from hayrick.retrieval.haystacks import trec_run, with_scores
from hayrick.retrieval.scoring import texts_of
from hayrick.tokens import token_counts
from hayrick.types import BadInput, Haystack
from hayrick.wording import counted


class Retrieved(NamedTuple):
    """Figures, differences from the first retriever over all haystacks, and notes for the reader, one line each."""

    rows: list[Row]
    differences: list[Difference]
    notes: list[str]


class Row(NamedTuple):
    """One figure of one retriever; `budget_tokens` None if it needs no budget, haystack None for all."""

    retriever: str
    budget_tokens: int | None
    haystack: str | None
    measure: str
    interval: stats.Interval
    n: int
    signature: str = ""
    """How it was computed, on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalRequest:
    """Parameters of `hayrick retrieve`.

    Args:
        inputs: haystacks.
        retrievers: names of retrievers, `full` or `sentences`; one that is given twice counts once.
        budgets: context sizes in cl100k tokens.
        store: also write each haystack with the scores in its field `retriever`.
        overwrite: replace files that were not written by an equal `retrieve`; inputs are never replaced.
        processes: number of processes that measure; the results are the same.
        seconds: most seconds of one attempt at an endpoint, to the last byte of its answer.
        retries: further attempts of a failing call to an endpoint.
    """

    inputs: Sequence[str]
    retrievers: Sequence[str]
    budgets: Sequence[int]
    store: bool = False
    overwrite: bool = False
    processes: int = 1
    seconds: int = 60
    retries: int = 3


def retrieve(request: RetrievalRequest, out: Path | None = None, progress: Progress = silent) -> Retrieved:
    """Measure retrievers.

    nDCG@10 and the recall of relevant documents are means over subtopics. Documents shown and evidence shown are the
    best citation F1 that a context allows, as means over insights.

    Args:
        request: what is measured.
        out: folder for `retrieval.json`, `HAYSTACK.qrels` and `HAYSTACK.RETRIEVER.run`; None to write nothing.
        progress: told how far it is.

    Raises:
        BadInput: an input, a name or the folder is invalid; nothing is written then.
    """
    names = dict.fromkeys(request.retrievers)
    post = Poster(seconds=request.seconds, tries=request.retries + 1)
    if any(map(asks_endpoint, names)):
        sendable_key(post.key_env)
    read = inputs.read(request.inputs)
    haystacks = [one.haystack for one in read]
    prints = "+".join(one.fingerprint for one in read)
    chosen = {name: retriever(name, post=post) for name in names if name not in CONTEXTS}
    if request.store and out is None:
        raise BadInput("--store", "no --out", "a folder for the haystacks")
    signatures = {name: chosen[name].signature if name in chosen else name for name in names}
    parameters: dict[str, object] = {
        "inputs": [{"haystack": one.haystack.id, "fingerprint": one.fingerprint} for one in read],
        "retrievers": signatures,
        "budget_tokens": list(request.budgets),
        "store": request.store,
        "method": stats.method(),
    }
    places = inputs.places([one.source for one in read], code=chosen)
    with run_folder(out, "retrieve", parameters, places) as folder:
        _require_targets(out, haystacks, chosen, places, store=request.store, overwrite=request.overwrite)
        quality = Quality(haystacks, {name: chosen.get(name) for name in names}, request.budgets)
        with Processes(request.processes) as several:
            found = measure(quality, several, progress)
            notes = [*_wide_notes(quality), *several.notes]
        values = _values(quality, found)
        rows = [
            row._replace(signature=_signature(row, signatures[row.retriever], prints))
            for haystack in [*(one.id for one in quality.haystacks), None]
            for row in _rows(values, haystack)
        ]
        retrieved = Retrieved(rows, differences(values), notes)
        with folder.results() as place:
            if place is not None:
                _write(place, retrieved, quality, found, store=request.store)
    return retrieved


def _wide_notes(quality: Quality) -> list[str]:
    """Says where a context holds all documents, so that no retriever can choose."""
    sizes = [sum(token_counts(texts_of(whole.documents))) for whole in quality.haystacks]
    notes = [
        f"{budget:,} tokens hold all documents of {n} of {counted(len(sizes), 'haystack')} (the smallest has "
        f"{min(sizes):,}): there no retriever has to choose. Give smaller sizes: --budget-tokens N,N."
        for budget in quality.budgets
        if (n := sum(size <= budget for size in sizes))
    ]
    if "full" in quality.retrievers:
        notes.append("full shows all documents, whatever the size of the context.")
    return notes


def _require_targets(
    out: Path | None,
    haystacks: Sequence[Haystack],
    names: Iterable[str],
    places: Sequence[str],
    *,
    store: bool,
    overwrite: bool,
) -> None:
    """Reject targets that belong to something else; in a folder with this command's manifest all are its own.

    Raises:
        BadInput: a target is an input, or exists and `overwrite` is not set.
    """
    if out is not None:
        mine = overwrite or (out / MANIFEST).exists()
        require_new(_targets(out, haystacks, names, store=store), places, overwrite=mine)


def _values(quality: Quality, found: Sequence[Sequence[Found]]) -> Values:
    values: dict[tuple[str, int | None, str], dict[tuple[str, str], list[float]]] = {}
    for haystack, own in zip(quality.haystacks, found, strict=True):
        for name in quality.retrievers:
            for subtopic, one in zip(haystack.subtopics, own, strict=True):
                for cell in one[name].cells:
                    places = values.setdefault((name, cell.budget_tokens, cell.measure), {})
                    places.setdefault((haystack.id, subtopic.id), []).extend(cell.values)
    return values


def _rows(values: Values, haystack: str | None) -> list[Row]:
    """Figures of every retriever, of one haystack or over all."""
    rows = []
    for (name, budget, kind), cells in values.items():
        places = [place for place in cells if haystack is None or place[0] == haystack]
        design = stats.design(places, HAYSTACKS.datasets_from)
        given = [value for place in places for value in cells[place]]
        of = np.repeat(design.cluster, [len(cells[place]) for place in places])
        interval = stats.mean_in_strata(given, of, design.strata)
        rows.append(Row(name, budget, haystack, kind, interval, len(given)))
    return rows


def _targets(out: Path, haystacks: Sequence[Haystack], names: Iterable[str], *, store: bool) -> Iterator[Path]:
    """Files to be written for the haystacks."""
    for haystack in haystacks:
        endings = ["qrels", *(f"{safe_name(name)}.run" for name in names), *(["json"] if store else [])]
        yield from (_file(out, haystack, ending) for ending in endings)


def _file(out: Path, haystack: Haystack, ending: str) -> Path:
    return out / f"{safe_name(haystack.id)}.{ending}"


def _write(out: Path, retrieved: Retrieved, quality: Quality, found: Sequence[Sequence[Found]], *, store: bool) -> None:
    write_json(out / "retrieval.json", retrieval_json(retrieved))
    for haystack, own in zip(quality.haystacks, found, strict=True):
        write_text(_file(out, haystack, "qrels"), qrels_lines(haystack))
        stored = haystack
        for name, found_by in quality.retrievers.items():
            if found_by is not None:
                scores = [one[name].scores or () for one in own]
                write_text(_file(out, haystack, f"{safe_name(name)}.run"), trec_run(haystack, found_by.name, scores))
                stored = with_scores(stored, found_by.name, scores)
        if store:
            write_haystack(_file(out, haystack, "json"), stored)


def _signature(row: Row, retriever: str, prints: str) -> str:
    budget = f"|budget:{row.budget_tokens}" if row.budget_tokens is not None else ""
    return f"{row.measure}|retriever:{retriever}{budget}|{stats.method()}|data:{prints}|hayrick:{__version__}"


def retrieval_json(retrieved: Retrieved) -> dict[str, object]:
    """Content of `retrieval.json`."""
    rows: list[dict[str, object]] = [
        {
            "retriever": row.retriever,
            "budget_tokens": row.budget_tokens,
            "haystack": row.haystack,
            "measure": row.measure,
            "value": row.interval.value,
            "low": row.interval.low,
            "high": row.interval.high,
            "n": row.n,
            "signature": row.signature,
        }
        for row in retrieved.rows
    ]
    apart = [
        {
            "retriever": one.retriever,
            "baseline": one.baseline,
            "budget_tokens": one.budget_tokens,
            "measure": one.measure,
            "difference": one.paired.difference,
            "low": one.paired.low,
            "high": one.paired.high,
            "p": one.paired.p,
            "p_adjusted": one.p_adjusted,
            "n": one.n,
        }
        for one in retrieved.differences
    ]
    return {**table(rows), "differences": apart}
