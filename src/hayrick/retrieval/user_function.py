"""A retriever that is a function of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from hayrick.protocols import Known, Retriever
from hayrick.records.code_prints import fingerprint_of
from hayrick.records.user_code import load_function, load_object
from hayrick.records.user_errors import told
from hayrick.records.user_values import at_once
from hayrick.retrieval.scoring import checked
from hayrick.types import BadInput, Document, HayrickError


@dataclass(frozen=True, slots=True, kw_only=True)
class UserFunction:
    """Calls a function with the query and the documents; it never sees what is known about them.

    Args:
        function: returns one score a document in stored order, or document id -> score.
        name: as the user gave it.
        code: fingerprint of the function's file, "" where it has none.
    """

    function: Callable[[str, Sequence[Document]], object]
    name: str
    code: str = ""

    @property
    def signature(self) -> str:
        """What its scores depend on, as far as it can be seen from here."""
        return f"{self.name}|code:{self.code}" if self.code else self.name

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """See the class.

        Raises:
            BadInput: the function raises, or does not give one finite score a document.
        """
        try:
            found = at_once(self.function(query, documents), f"retriever '{self.name}'")
        except HayrickError:
            raise
        except (Exception, SystemExit) as problem:  # the user's own code may raise anything
            raise BadInput(f"retriever '{self.name}'", told(problem), "scores of the documents") from problem
        return checked(found, documents, self.name)


def user_retriever(spec: str, name: str) -> Retriever:
    """Retriever of `python:MODULE:NAME` or `python:FILE.py:NAME`: an object that is one, or a function.

    Raises:
        BadInput: see `user_code.load_function`.
    """
    where = f"retriever '{name}'"
    found = load_object(spec, where)
    if hasattr(found, "scores"):
        return cast(Retriever, found)
    return UserFunction(function=load_function(spec, where), name=name, code=fingerprint_of(spec))
