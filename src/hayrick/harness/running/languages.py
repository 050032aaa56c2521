"""What to tell a reader of answers in a language that the judge does not read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from hayrick.harness.running.call_notes import parts_of
from hayrick.protocols import AnyJudge, about_of
from hayrick.text import STOP_WORDS, words
from hayrick.types import Response, Summary

_LEAST, _FEW = 0.15, 50
"""Least share of English function words in English bullets, and the least number of words to tell by.

Of each of the 78 systems recorded in SummHay's release they are .31 or more of the words, of German, French, Spanish
and Chinese bullets .01 to .05 (bench/judge/layout.py)."""


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
    """How many words of some texts are English function words, and how many words there are (`hayrick.text.words`)."""
    found = [word for text in texts for word in words(text)]
    return sum(map(STOP_WORDS.__contains__, found)), len(found)
