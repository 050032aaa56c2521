"""Makes extractors and judge contexts from the names that users give."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from hayrick.records.parameters import Parameters
from hayrick.retrieval.extraction.base import Extractor, Ordered
from hayrick.retrieval.extraction.coverage import rouge_order
from hayrick.retrieval.extraction.orders import bm25_order, lead_order
from hayrick.tokens import CL100K
from hayrick.types import BadInput

PREFIX = "extract:"


class Entry(NamedTuple):
    """One line of the list of extractors; a name with a ":" wants something after it.

    `make` takes what follows the ":" and the encoding.
    """

    name: str
    description: str
    needs: str
    make: Callable[[str, str], Extractor]


class JudgeContext(NamedTuple):
    """What a judge reads in the place of a document."""

    extractor: Extractor
    budget: int
    """Tokens, >= 1."""

    @property
    def signature(self) -> str:
        """The extractor's signature with the budget."""
        return f"extract({self.extractor.signature})@{self.budget}"


def judge_context(spec: str, *, encoding: str = CL100K) -> JudgeContext:
    """Read `extract:NAME@TOKENS`, such as `extract:rouge1+2@1024`.

    Args:
        spec: a name of `EXTRACTORS` and a number of tokens; `?compat=llm-longeval` may follow.
        encoding: tokeniser for counting.

    Raises:
        BadInput: it is written otherwise, the name is unknown, or a package or model is missing.
    """
    written, options = Parameters.of(spec, "judge context")
    name, _, tokens = written.removeprefix(PREFIX).rpartition("@")
    if not written.startswith(PREFIX) or not name or not (tokens.isascii() and tokens.isdigit() and int(tokens[:9])):
        raise BadInput(options.where, "no such form", "extract:NAME@TOKENS", "For example extract:rouge1+2@1024.")
    compat = options.text("compat", "")
    options.require_used()
    return JudgeContext(extractor(name, compat or None, encoding), int(tokens[:9]))


def extractor(name: str, compat: str | None = None, encoding: str = CL100K) -> Extractor:
    """Make an extractor from its name.

    Args:
        name: a name of `EXTRACTORS`.
        compat: "llm-longeval" for what the original does, its mistakes included; None for the corrected algorithm.
        encoding: tokeniser for counting.

    Raises:
        BadInput: the name or `compat` is unknown, or a package or model is missing.
    """
    if compat is not None:
        raise BadInput(f"extractor '{name}'", f"compat '{compat}'", "no compat")
    head, colon, what = name.partition(":")
    for entry in EXTRACTORS:
        kind, wants, _ = entry.name.partition(":")
        if kind == head and bool(wants) == bool(what) and wants == colon:
            return entry.make(what, encoding)
    names = ", ".join(entry.name for entry in EXTRACTORS)
    raise BadInput(f"extractor '{name}'", "an unknown name", f"one of {names}")


def _rouge(name: str, sizes: tuple[int, ...], what: str, encoding: str) -> Extractor:
    return Ordered(f"{name}|stems", partial(rouge_order, sizes), encoding)


EXTRACTORS = (
    Entry(
        "lead",
        "the beginning of the document, whole sentences",
        "nothing",
        lambda what, encoding: Ordered("lead", lead_order, encoding, misfits=0),
    ),
    Entry(
        "rouge1",
        "sentences that add most to the recall of the summary's words",
        "nothing",
        partial(_rouge, "rouge1", (1,)),
    ),
    Entry("rouge2", "the same for pairs of words", "nothing", partial(_rouge, "rouge2", (2,))),
    Entry("rouge1+2", "the same for the sum of both recalls", "nothing", partial(_rouge, "rouge1+2", (1, 2))),
    Entry(
        "bm25",
        "sentences with the highest BM25 for the summary",
        "nothing",
        lambda what, encoding: Ordered("bm25", bm25_order, encoding),
    ),
)
"""Every extractor: one line makes a name, its place in lists, and the extractor."""
