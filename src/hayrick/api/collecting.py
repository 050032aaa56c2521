"""Makes haystacks of one's own documents in Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from hayrick.api.names import of_arguments, place_of
from hayrick.api.options import require
from hayrick.api.shown import html_of_tables, text_of_tables
from hayrick.harness.haystacks.collecting import Collected, CollectRequest
from hayrick.harness.haystacks.collecting import collect as collect_request
from hayrick.haystacks.documents import Documents, documents_of_texts, read_documents
from hayrick.haystacks.facts import Facts, facts_of
from hayrick.report.collection import facts_table, found_note, least_certain, undecided_table
from hayrick.report.tables import Table
from hayrick.types import BadInput, Document, Haystack

MOST = 10
"""Pairs to decide that are shown; `rows` has all."""


@dataclass(frozen=True)
class Collection:
    """Your documents as a haystack: which of them state which fact, and what you should decide."""

    found: Collected = field(repr=False)
    checker: str = "local"

    @property
    def haystack(self) -> Haystack:
        """The haystack; facts that no document states are left out.

        Raises:
            BadInput: no document was found to state any fact.
        """
        if self.found.haystack is None:
            found = f"no document that states one of {len(self.left_out)} facts"
            raise BadInput("collect", found, "at least one", "Print the collection to see what comes closest.")
        return self.found.haystack

    @property
    def left_out(self) -> tuple[str, ...]:
        """Ids of the facts that are found nowhere, and of which you did not say so."""
        return tuple(self.found.left_out)

    def rows(self, of: str = "places") -> list[dict[str, Any]]:
        """Rows as the haystack's file has them under `collection`.

        Args:
            of: "places" for the documents that state a fact, "undecided" for pairs that a person should decide.

        Raises:
            BadInput: another word.
        """
        if of not in ("places", "undecided"):
            raise BadInput("rows", f"{of!r}"[:80], "'places' or 'undecided'")
        return [dict(one.row()) for one in (self.found.places if of == "places" else self.found.undecided)]

    @property
    def _tables(self) -> list[Table]:
        facts, undecided = self.found.facts, least_certain(self.found.undecided, self.found.places, MOST)
        more = [undecided_table(facts, undecided, len(self.found.undecided))] if undecided else []
        return [facts_table(facts, self.found.places, self.found.undecided), *more]

    @property
    def _notes(self) -> list[str]:
        return [*self.found.notes, *found_note(self.found.places, self.checker)]

    def __repr__(self) -> str:
        """The tables that the command prints."""
        return text_of_tables(self._tables, self._notes)

    def _repr_html_(self) -> str:
        return html_of_tables(self._tables, self._notes)


@of_arguments()
def collect(
    documents: object,
    facts: str | PathLike[str] | Mapping[str, object],
    *,
    out: str | PathLike[str] | None = None,
    name: str = "documents",
    checker: str = "local",
    processes: int = 1,
    overwrite: bool = False,
) -> Collection:
    """Make a haystack of your own documents and of facts that answers should tell.

    Args:
        documents: one or several paths (folders of .txt and .md files, such files, JSONL files of documents); or a dict
            id -> text, a list of `Document`s, or a haystack.
        facts: path of a YAML file of questions and facts (docs/guide/own_documents.md), or a dict with its content.
        out: file to write; needed if a model checks, whose calls are kept beside it. By default nothing is kept.
        name: id of a haystack that is not written; that of a file is its name.
        checker: `local`, or a model that decides unclear pairs.
        processes: number of processes that share the work; the haystack is the same.
        overwrite: whether an existing file is replaced that was made otherwise.

    Raises:
        BadInput: a document, a fact, an option or the place is invalid.
    """
    require(name=name, checker=checker, processes=processes, overwrite=overwrite)
    if out is None and checker != "local":
        raise BadInput("collect", "a model that checks, and no 'out'", "a file", "Its calls are kept beside it.")
    found = _documents(documents)
    request = CollectRequest(
        documents=found,
        facts=_facts(facts, found),
        out=None if out is None else place_of(out),
        name=name,
        checker=checker,
        processes=processes,
        overwrite=overwrite,
    )
    return Collection(collect_request(request), checker)


def _documents(given: object) -> Documents:
    """Documents that are given as paths or in memory.

    Raises:
        BadInput: they are something else, or two have one id.
    """
    if isinstance(given, str | PathLike):
        return read_documents([str(place_of(given, "documents"))])
    if isinstance(given, Haystack):
        return documents_of_texts(given.documents)
    if isinstance(given, Mapping) and all(isinstance(one, str) for one in given.values()):
        return documents_of_texts([Document(id=str(id), text=text) for id, text in given.items()])
    several = list(given) if isinstance(given, Sequence) else []
    if several and all(isinstance(one, Document) for one in several):
        return documents_of_texts(several)
    if several and all(isinstance(one, str | PathLike) for one in several):
        return read_documents([str(place_of(one, "documents")) for one in several])
    expected = "paths, a dict id -> text, a list of Documents, or a haystack"
    raise BadInput("documents", f"a {type(given).__name__} of something else", expected)


def _facts(given: object, documents: Documents) -> Facts | Path:
    """Facts of a dict, read as strictly as a file; or their path."""
    if isinstance(given, str | PathLike):
        return place_of(given, "facts")
    if not isinstance(given, Mapping):
        raise BadInput("facts", f"a {type(given).__name__}", "the path of a YAML file, or a dict with its content")
    try:
        text = json.dumps(dict(given), ensure_ascii=False, allow_nan=False)
        text.encode()  # Half of a character is no text of YAML's.
    except (TypeError, ValueError, RecursionError) as problem:
        raise BadInput("facts", f"a value that YAML lacks ({problem})", "texts, lists and dicts") from None
    return facts_of(text, "facts", {one.id for one in documents.documents})
