"""Extraction as llm-longeval 65bc6be does it, for its published figures; its mistakes are kept.

- Budgets: each step closes one budget at most, so that a sentence longer than the distance to the next one makes that
  extract too long; a first sentence longer than the budget leaves it empty.
- Joints: sentences are joined by one blank, and those of NLI stand in the order of their scores.
- NLI: of equal scores the later sentence comes first.
- BERTScore: see `skipping_order`.
- ROUGE: py-rouge's stems (see `measures.py_rouge`), and pairs of words across selected sentences (see `joined`).

Sentences are those of NLTK's Punkt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hayrick.encoders import Inference, package_of
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.retrieval.extraction.base import Extract, Order, Rank, Source, require_budgets
from hayrick.retrieval.extraction.joined import Joined
from hayrick.retrieval.extraction.models import Similarities, Split, inference_rank
from hayrick.retrieval.extraction.orders import fixed_order, lead_order
from hayrick.text import Span
from hayrick.tokens import CL100K, tokenizer
from hayrick.types import BadInput

NAME = "llm-longeval"


@dataclass(frozen=True, slots=True)
class Original:
    """Extracts that the original makes.

    Args:
        name: name and parameters of the order, for the signature.
        rank: makes the order.
        line_break: whether a sentence costs its tokens with a line break after it, else its tokens and one.
        as_ranked: whether sentences stand in the order of their scores.
        split: sentences of a text.
    """

    name: str
    rank: Rank
    line_break: bool = True
    as_ranked: bool = False
    split: Split | None = None

    @property
    def signature(self) -> str:
        """See `Extractor`."""
        return f"{self.name}|{NAME} 65bc6be|{CL100K}"

    def extracts(self, summary: str, document: str, budgets: Sequence[int]) -> list[Extract]:
        """See `Extractor`; extracts may exceed their budgets."""
        require_budgets(budgets)
        source = Source(document, (self.split or punkt_spans)(document))
        found = self._taken(source, self.rank(summary, source), sorted(set(budgets)))
        return [self._extract(source, found[budget], budget) for budget in budgets]

    def _taken(self, source: Source, order: Order, budgets: Sequence[int]) -> dict[int, list[int]]:
        taken, spent, open_budgets = list[int](), 0, list(budgets)
        closed: dict[int, list[int]] = {}
        for sentence in order(taken):
            spent += self._cost(source.sentences[sentence])
            if open_budgets and spent > open_budgets[0]:
                closed[open_budgets.pop(0)] = list(taken)
            if not open_budgets:
                break
            taken.append(sentence)
        return closed | dict.fromkeys(open_budgets, taken)

    def _cost(self, sentence: str) -> int:
        count = tokenizer().count
        return count(f"{sentence}\n") if self.line_break else count(sentence) + 1

    def _extract(self, source: Source, taken: Sequence[int], budget: int) -> Extract:
        ordered = sorted(taken)
        text = " ".join(source.sentences[number] for number in (taken if self.as_ranked else ordered))
        return Extract(budget, tuple(ordered), text, tokenizer().count(text))


def lead(split: Split | None = None) -> Original:
    """The beginning."""
    return Original("lead", lead_order, line_break=False, split=split)


def rouge(name: str, sizes: Sequence[int], split: Split | None = None) -> Original:
    """Greedy ROUGE recall."""
    return Original(f"{name}|{py_rouge_signature()}", partial(_joined, sizes), split=split)


def inference(name: str, model: Inference, split: Split | None = None) -> Original:
    """Scores of inference."""

    def rank(summary: str, source: Source) -> Order:
        return inference_rank(model, split or punkt_spans, _later_first)(summary, source)

    return Original(name, rank, line_break=False, as_ranked=True, split=split)


def bertscore(name: str, similarities: Similarities, split: Split | None = None) -> Original:
    """Greedy recall of BERTScore."""

    def rank(summary: str, source: Source) -> Order:
        return fixed_order(list(skipping_order(similarities(summary, source.sentences))))

    return Original(name, rank, split=split)


def skipping_order(similarities: NDArray[np.float64]) -> Iterator[int]:
    """Order by recall of BERTScore, with the original's mistake.

    A candidate that adds nothing is skipped from then on, but by its place among the candidates, which are fewer at the
    next step; and the best of those that are not skipped is looked up among all. Once nothing adds anything, the rest
    follows in source order. Written after a description of the original, and checked on one known answer.
    """
    best = np.full(similarities.shape[1], -np.inf)
    left, skipped = list(range(len(similarities))), set[int]()
    reached = -np.inf
    while left:
        places = [place for place in range(len(left)) if place not in skipped]
        recalls = [float(np.maximum(best, similarities[left[place]]).mean()) for place in places]
        if not recalls or max(recalls) <= reached:
            yield from left
            return
        skipped |= {place for place, recall in zip(places, recalls, strict=True) if recall <= reached}
        chosen = left.pop(int(np.argmax(recalls)))
        best = np.maximum(best, similarities[chosen])
        reached = float(best.mean())
        yield chosen


def _joined(sizes: Sequence[int], summary: str, source: Source) -> Order:
    words, parts = py_rouge_tokens(summary), [py_rouge_tokens(text) for text in source.sentences]
    return lambda taken: Joined(sizes, words, parts).order()


def _later_first(scores: NDArray[np.float64]) -> Order:
    ranking: list[int] = np.argsort(scores, kind="stable")[::-1].tolist()
    return fixed_order(ranking)


def punkt_spans(text: str) -> Sequence[Span]:
    """Sentences of NLTK's Punkt for English.

    Raises:
        BadInput: the package nltk or its model of English is missing.
    """
    return [Span(start, end) for start, end in punkt().span_tokenize(text)]


@lru_cache(maxsize=1)
def punkt() -> Any:
    """NLTK's sentence splitter for English; its model is in NLTK's data, or in the wheel llama-index-core.

    Raises:
        BadInput: either is missing.
    """
    package, data = package_of("nltk.tokenize.punkt", "rouge"), package_of("nltk.data", "rouge")
    wheel = find_spec("llama_index")
    folders = wheel.submodule_search_locations or () if wheel else ()
    data.path.extend(str(Path(folder, "core", "_static", "nltk_cache")) for folder in folders)
    try:
        return package.PunktTokenizer("english")
    except LookupError as problem:
        cure = "Install its wheel, which holds the model: pip install --no-deps llama-index-core"
        raise BadInput(f"compat {NAME}", "no sentence model", "NLTK's Punkt for English", cure) from problem
