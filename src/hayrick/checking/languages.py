"""Whether a document is in a language in which an insight has no wording: then no check can find it there."""

from __future__ import annotations

from collections.abc import Mapping

from hayrick.text import STOP_WORDS, words
from hayrick.types import Document, Haystack, Insight

ENGLISH, FOREIGN = 0.25, 0.1
"""Share of English function words that a text in English has at least, and one in another language at most."""

_LEAST_WORDS = 40


def unworded(haystack: Haystack, document: Document, insight: Insight) -> str | None:
    """Name the language of a document if the insight has no wording in it.

    A document's language is the recorded one (`language` of the document, else that of the haystack); where none is
    recorded, texts with few English function words are taken for "another language" than insights with many.

    Returns:
        The language's code, "another language", or None where the insight has a wording, or nothing can be said.
    """
    translations = insight.extra.get("translations")
    worded = {str(code).partition("-")[0] for code in translations} if isinstance(translations, Mapping) else set()
    own, language = haystack.extra.get("language"), document.extra.get("language")
    if isinstance(own, str) and isinstance(language, str):
        return None if language.partition("-")[0] in {*worded, own.partition("-")[0]} else language
    said = words(document.text)
    if worded or len(said) < _LEAST_WORDS or _english(said) > FOREIGN:
        return None
    texts = [one.text for subtopic in haystack.subtopics for one in subtopic.insights]
    return "another language" if _english(words(" ".join(texts))) >= ENGLISH else None


def _english(said: list[str]) -> float:
    return sum(word in STOP_WORDS for word in said) / max(len(said), 1)
