"""Names of people as a spaCy pipeline recognises them: a system for recalling in books and debates, without a model.

Source: ETHIC, appendix B.1, for what a label is: single words of names, without titles (`replies.lists.names_of`).
Differs: the original has GPT-4o list them. Works offline with a pipeline that is installed or lies in a folder; Hayrick
    ships and fetches none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from hayrick.extras import install
from hayrick.protocols import Ask
from hayrick.records.read_files import fingerprint_bytes, fingerprint_file
from hayrick.replies.lists import names_of
from hayrick.types import BadInput, Item, Response

NER = "ner"
PEOPLE = frozenset({"PERSON", "PER", "PERS", "PRS", "persName"})
"""What pipelines of several languages call people."""


class ByRecogniser:
    """Answers with the words of all people's names that a pipeline finds in the documents of an item.

    Args:
        name: of an installed package with a spaCy pipeline, or its folder.

    Raises:
        BadInput: spaCy or the pipeline is missing, or the pipeline recognises no people.
    """

    asks = False

    def __init__(self, name: str) -> None:
        self.name = f"{NER}:{name}"
        where = f"--system {self.name}"
        try:
            spacy: Any = import_module("spacy")
        except ImportError as problem:
            cure = f"Install it, {install('ner')}, and a pipeline."
            raise BadInput(where, "the package spacy is missing", "it installed", cure) from problem
        try:
            self._pipeline = spacy.load(Path(name) if Path(name).is_dir() else name)
        except (OSError, ValueError, ImportError, KeyError) as problem:
            found = " ".join(str(problem).split())[:160]
            expected = "the name of an installed spaCy pipeline, or its folder"
            raise BadInput(where, f"no pipeline ({found})", expected, "Hayrick fetches none: install it.") from problem
        known = {label for labels in self._pipeline.pipe_labels.values() for label in labels}
        if not known & PEOPLE:
            raise BadInput(where, "a pipeline that recognises no people", f"entities of {' or '.join(sorted(PEOPLE))}")
        meta = self._pipeline.meta
        self.signature = f"{self.name};{meta['lang']}_{meta['name']}-{meta['version']}{_files(Path(name))}"

    async def respond(self, items: Sequence[Item[frozenset[str]]], ask: Ask) -> list[Response[frozenset[str]]]:
        """One response an item."""
        return [self._response(item) for item in items]

    def _response(self, item: Item[frozenset[str]]) -> Response[frozenset[str]]:
        found = names_of(name for one in item.documents for name in self._names(one.text))
        reply = ", ".join(sorted(found)) or "None"
        return Response(item=item, system=self.name, context="full", answer=found, reply=reply)

    def _names(self, text: str) -> Iterator[str]:
        most = self._pipeline.max_length
        for start in range(0, len(text), most):
            yield from (one.text for one in self._pipeline(text[start : start + most]).ents if one.label_ in PEOPLE)


def _files(folder: Path) -> str:
    """Fingerprint of a pipeline's folder, which may change without another version."""
    if not folder.is_dir():
        return ""
    files = sorted(one for one in folder.rglob("*") if one.is_file())
    return f";files={fingerprint_bytes(''.join(map(fingerprint_file, files)).encode())}"
