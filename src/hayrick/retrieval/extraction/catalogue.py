"""Makes extractors and judge contexts from the names that users give."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from hayrick.attribution import DEFAULT, load_model
from hayrick.encoders import inference_model, token_encoder
from hayrick.records.parameters import Parameters, cut
from hayrick.retrieval.extract import Extraction
from hayrick.retrieval.extraction import original
from hayrick.retrieval.extraction.base import Extractor, Ordered
from hayrick.retrieval.extraction.contexts import InContext
from hayrick.retrieval.extraction.coverage import rouge_order
from hayrick.retrieval.extraction.models import (
    Similarities,
    attribution_order,
    inference_rank,
    similarity_rank,
    token_similarities,
)
from hayrick.retrieval.extraction.orders import bm25_order, lead_order
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput

PREFIX = "extract:"
USUAL = "extract:rouge1+2@1024"
"""What "extract:" alone is: the extractor that the paper recommends, at the beginning of its 1,000 to 2,000 tokens."""

_TOKENS = re.compile(r"[1-9][0-9]{0,8}")


Make = Callable[[str], Extractor]
"""Of what follows the ":" of a name."""


class Entry(NamedTuple):
    """One line of the list of extractors; a name with a ":" wants something after it."""

    name: str
    description: str
    needs: str
    make: Make
    original: Make | None = None
    """The same as llm-longeval does it; None for what it does not have."""


class JudgeContext(NamedTuple):
    """What a judge reads in the place of a document."""

    extractor: Extractor
    budget: int
    """Tokens, >= 1."""

    @property
    def signature(self) -> str:
        """The extractor's signature with the budget."""
        return f"extract({self.extractor.signature})@{self.budget}"


def judge_context(spec: str) -> JudgeContext:
    """Read `extract:NAME@TOKENS`, such as `extract:rouge1+2@1024`.

    Args:
        spec: a name of `EXTRACTORS` and a number of tokens; `?compat=llm-longeval` may follow. "extract:" is `USUAL`.

    Raises:
        BadInput: it is written otherwise, the name is unknown, or a package or model is missing.
    """
    written, options = Parameters.of(USUAL if spec == PREFIX else spec, "judge context")
    name, _, tokens = written.removeprefix(PREFIX).rpartition("@")
    if not written.startswith(PREFIX) or not name or not _TOKENS.fullmatch(tokens):
        expected = "extract:NAME@TOKENS with 1 to 999999999 tokens"
        raise BadInput(options.where, "no such form", expected, "For example extract:rouge1+2@1024.")
    compat = options.text("compat", "")
    options.require_used()
    return JudgeContext(extractor(name, compat or None), int(tokens))


def extractor(name: str, compat: str | None = None) -> Extractor:
    """Make an extractor from its name.

    Args:
        name: a name of `EXTRACTORS`.
        compat: "llm-longeval" for what the original does, its mistakes included; None for the corrected algorithm.

    Raises:
        BadInput: the name or `compat` is unknown, or a package or model is missing.
    """
    where = f"extractor '{cut(name)}'"
    if compat not in (None, original.NAME):
        raise BadInput(where, f"compat '{cut(str(compat))}'", f"'{original.NAME}' or nothing")
    kind, colon, what = name.partition(":")
    entry = next((one for one in EXTRACTORS if one.name.partition(":")[:2] == (kind, colon)), None)
    if entry is None or bool(colon) != bool(what):
        known = [entry.name for entry in EXTRACTORS]
        raise BadInput(where, "an unknown name", f"one of {', '.join(known)}", did_you_mean(name, known))
    make = entry.make if compat is None else entry.original
    if make is None:
        names = ", ".join(entry.name for entry in EXTRACTORS if entry.original)
        raise BadInput(where, f"compat '{compat}', which has no such extractor", f"one of {names}")
    return make(what)


@lru_cache(maxsize=2)
def _similarities(model: str) -> Similarities:
    return token_similarities(token_encoder(model))


def _rouge(name: str, what: str, *sizes: int) -> Entry:
    return Entry(
        name,
        f"sentences that add most to the recall of the summary's {what}",
        "nothing",
        lambda _: Ordered(f"{name}|stems", partial(rouge_order, sizes)),
        lambda _: original.rouge(name, sizes),
    )


EXTRACTORS = (
    Entry(
        "lead",
        "the beginning of the document, whole sentences",
        "nothing",
        lambda _: Ordered("lead", lead_order, misfits=0),
        lambda _: original.lead(),
    ),
    _rouge("rouge1", "words", 1),
    _rouge("rouge2", "pairs of words", 2),
    _rouge("rouge1+2", "words and pairs of words", 1, 2),
    Entry(
        "bm25",
        "sentences with the highest BM25 for the summary",
        "nothing",
        lambda _: Ordered("bm25", bm25_order),
    ),
    Entry(
        "sentences",
        "the same in one document, with the sentence before where one refers back to it",
        "nothing",
        lambda _: InContext(Extraction()),
    ),
    Entry(
        "attribution",
        "for each sentence of the summary in turn the likeliest support",
        "nothing",
        lambda _: Ordered(f"attribution|{load_model(DEFAULT).name}", attribution_order),
    ),
    Entry(
        "bertscore:ENCODER",
        "sentences that add most to BERTScore's recall of the summary's tokens",
        "extra dense",
        lambda model: Ordered(f"bertscore:{model}", similarity_rank(_similarities(model))),
        lambda model: original.bertscore(f"bertscore:{model}", _similarities(model)),
    ),
    Entry(
        "nli:MODEL",
        "sentences that the summary's sentences entail or contradict",
        "extra dense",
        lambda model: Ordered(f"nli:{model}", inference_rank(inference_model(model))),
        lambda model: original.inference(f"nli:{model}", inference_model(model)),
    ),
)
"""Every extractor: one line makes a name, its place in lists, and the extractor."""

WITHOUT_MODEL = tuple(entry.name for entry in EXTRACTORS if ":" not in entry.name)
"""Names of those that need no model."""
