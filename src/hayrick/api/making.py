"""Reads, makes and checks haystacks in Python."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from hayrick.api.names import of_arguments, place_of
from hayrick.api.options import require, require_if_given
from hayrick.api.shown import html_of_tables, text_of_tables
from hayrick.checking.verdicts import UNSOUND_BELOW, Verdict, finding_row
from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise
from hayrick.harness.haystacks.verifying import VerifyRequest
from hayrick.harness.haystacks.verifying import verify as verify_request
from hayrick.harness.naming import inputs
from hayrick.haystacks.files import haystack_of
from hayrick.report.tables import Table
from hayrick.report.verification import verification_table
from hayrick.types import BadInput, Haystack

MADE = "haystack"


@of_arguments()
def load(haystack: object, *, name: str = MADE, allow_unheld: bool = False) -> Haystack:
    """Read a haystack.

    Args:
        haystack: path of a file (Hayrick's own JSON, SummHay's, Parquet with one haystack), `hub:DATASET@REVISION`, a
            dict in the native format, or a haystack, which is returned.
        name: id of a haystack that is given as a dict; that of a file is its name.
        allow_unheld: accept insights that no document states.

    Raises:
        BadInput: it is no valid haystack, or there are several.
    """
    require(name=name, allow_unheld=allow_unheld)
    if isinstance(haystack, Haystack):
        return haystack
    if isinstance(haystack, Mapping):
        return haystack_of(dict(haystack), id=name, where=name, allow_unheld=allow_unheld)
    if not isinstance(haystack, str | PathLike):
        raise BadInput("haystack", f"a {type(haystack).__name__}", "a path, a dict or a haystack")
    place = str(place_of(haystack, "haystack"))
    found = inputs.read([place], allow_unheld=allow_unheld)
    if len(found) > 1:
        names = ", ".join(one.haystack.id for one in found[:5])
        raise BadInput(place, f"{len(found)} haystacks ({names})", "one", "Give the file to hayrick.run.")
    return found[0].haystack


@of_arguments()
def synth(
    scenario: str | PathLike[str],
    *,
    out: str | PathLike[str] | None = None,
    documents: int | None = None,
    words: int | None = None,
    seed: int | None = None,
    writer: str = "template",
    planner: str | None = None,
    checker: str = "local",
    processes: int = 1,
    overwrite: bool = False,
) -> Haystack:
    """Make a haystack from a scenario.

    Args:
        scenario: YAML file, or the name of a bundled one (`hayrick list scenarios`).
        out: file to write; needed if a model writes, whose calls are kept beside it. By default nothing is kept.
        documents: number of documents; the scenario's by default.
        words: words of a document; the scenario's by default.
        seed: seed for all random choices; the scenario's by default.
        writer: `template`, or a model.
        planner: a model that fills in what the scenario leaves open; the writer by default.
        checker: `local`, or a model that checks what a model writes.
        processes: number of processes that share the work; the haystack is the same.
        overwrite: whether an existing file is replaced that was made otherwise.

    Raises:
        BadInput: the scenario, an option or the place is invalid.
    """
    require(writer=writer, checker=checker, processes=processes, overwrite=overwrite)
    require_if_given(planner=planner, documents=documents, words=words, seed=seed)
    if out is None and (writer != "template" or planner):
        raise BadInput("synth", "a model that writes or plans, and no 'out'", "a file", "Its calls are kept beside it.")
    name = str(place_of(scenario, "scenario"))
    with tempfile.TemporaryDirectory() as folder:
        path = place_of(out) if out is not None else Path(folder) / f"{Path(name).stem}.json"
        request = SynthesisRequest(
            scenario=name,
            out=path,
            writer=writer,
            planner=planner,
            checker=checker,
            documents=documents,
            words=words,
            seed=seed,
            processes=processes,
            overwrite=overwrite,
        )
        made = synthesise(request)
    if made.haystack is None:
        raise BadInput("synth", "a plan alone", "a haystack", "Use 'hayrick synth --plan-only'.")
    return made.haystack


@dataclass(frozen=True)
class Verification:
    """Whether haystacks are sound: every insight is stated by the documents that are said to state it."""

    verdicts: tuple[Verdict, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    checker: str = "local"
    table: Table = field(kw_only=True)

    @property
    def is_sound(self) -> bool:
        """Whether all haystacks are sound."""
        return all(one.is_sound for one in self.verdicts)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each insight and document that is recorded, found or probable, as in `verification.json`."""
        return list(self._rows)

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        return [dict(finding_row(one, found, self.checker)) for one in self.verdicts for found in one.findings]

    def __repr__(self) -> str:
        """The table that the command prints."""
        return text_of_tables([self.table], self.notes)

    def _repr_html_(self) -> str:
        return html_of_tables([self.table], self.notes)


@of_arguments()
def verify(
    *haystacks: object, checker: str = "local", unsound_below: float = UNSOUND_BELOW, processes: int = 1
) -> Verification:
    """Check every insight of haystacks against every document.

    Args:
        haystacks: paths, haystacks or dicts.
        checker: `local`, or a model that decides unclear pairs.
        unsound_below: a recorded insight with a smaller probability makes its haystack unsound.
        processes: number of processes that share the work; the results are the same.

    Raises:
        BadInput: one is no haystack, or there is none.
    """
    require(checker=checker, unsound_below=unsound_below, processes=processes)
    if not haystacks:
        raise BadInput("verify", "no haystack", "at least one")
    given = [
        str(place_of(one, "haystacks")) if isinstance(one, str | PathLike) else load(one, allow_unheld=True)
        for one in haystacks
    ]
    found = verify_request(
        VerifyRequest(inputs=given, checker=checker, unsound_below=unsound_below, processes=processes)
    )
    table = verification_table(found.verdicts, found.pooled, checker)
    return Verification(tuple(found.verdicts), tuple(found.notes), checker, table=table)
