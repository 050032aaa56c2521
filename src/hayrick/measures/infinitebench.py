"""InfiniteBench's own scores of books' questions and summaries, of the whole reply.

Source: InfiniteBench (Zhang et al., 2024), and its released scorer (commit 88b3daa), whose published figures they give
    on its released outputs (docs/reference/helmet_documents.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hayrick.measures.answers import bag_f1, best, normalised
from hayrick.measures.rouge import rouge_lsum
from hayrick.protocols import G, Measure
from hayrick.types import Item, Judgement, Response, Score


def infinitebench_f1(references: Callable[[G], Sequence[str]]) -> Measure[G, str]:
    """F1 of words with the best reference; `references` are those of an item's gold."""
    description = "F1 of words of the whole reply and a right answer, as InfiniteBench's scorer has it"
    return _of_reply("f1.infinitebench", description, _normalised_f1, references)


def infinitebench_rouge(references: Callable[[G], Sequence[str]]) -> Measure[G, str]:
    """ROUGE-L over lines without stems; `references` are those of an item's gold."""
    description = "ROUGE-L F1, line by line and without stems, as InfiniteBench's scorer has it"
    return _of_reply("rougeLsum_f1.infinitebench", description, _unstemmed, references)


def _normalised_f1(reference: str, reply: str) -> float:
    """Without HELMET's rule for yes and no."""
    return bag_f1(normalised(reference).split(), normalised(reply).split())[0]


def _unstemmed(reference: str, reply: str) -> float:
    return rouge_lsum(reference, reply, stem=False).f1


def _of_reply(
    name: str, description: str, compare: Callable[[str, str], float], references: Callable[[G], Sequence[str]]
) -> Measure[G, str]:
    def score(item: Item[G], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
        value = best(compare, references(item.gold), response.reply)
        yield Score(response=response, measure=name, unit=None, value=value, failed=not response.reply.strip())

    return Measure(
        name=name,
        description=description,
        source="InfiniteBench's released scorer (88b3daa)",
        score=score,
        counts="items",
        judged=False,
        main=False,
    )
