"""What to tell a reader of answers in a language that the judge does not read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from hayrick.harness.running.call_notes import parts_of
from hayrick.protocols import AnyJudge, about_of
from hayrick.text import STOP_WORDS
from hayrick.types import Response, Summary

_LEAST, _FEW = 0.15, 50
"""Least share of English function words in English bullets, and the least number of words to tell by.

Of each of the systems recorded in SummHay's release they are .29 or more of the words, of German, French, Spanish and
Chinese bullets .02 to .05 (docs/evidence/local_judge.md)."""
_AROUND = ".,;:!?()[]*\"'"


def language_notes(judge: AnyJudge | None, responses: Iterable[Response[object]]) -> Iterator[str]:
    """A line for each system whose bullets are hardly English, if the judge reads English only."""
    if judge is None or not any(about_of(part).english for part in parts_of(judge)):
        return
    written: dict[str, list[str]] = defaultdict(list)
    for one in responses:
        if isinstance(one.answer, Summary):
            written[one.system] += [bullet.text for bullet in one.answer.bullets]
    for system, texts in written.items():
        english, n = english_words(texts)
        if n >= _FEW and english < _LEAST * n:
            yield (
                f"{system}: {100 * english / n:.0f} % of the words of its bullets are English function words, "
                f"as in another language. The judge {judge.name} reads English only: these scores say nothing."
            )


def english_words(texts: Iterable[str]) -> tuple[int, int]:
    """How many words of some texts are English function words, and how many words there are."""
    words = [word.strip(_AROUND) for text in texts for word in text.lower().split()]
    return sum(map(STOP_WORDS.__contains__, words)), len(words)
