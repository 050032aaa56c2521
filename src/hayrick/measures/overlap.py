"""Overlap of an answer's words with those of the gold answer.

Source: HELMET, section 2; its released scorer, which normalises as SQuAD (Rajpurkar et al., 2016) does.
"""

from __future__ import annotations

import re
import string

from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


def normalised(text: str) -> str:
    """Lower case, without ASCII punctuation and English articles, white space as single spaces."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def is_substring(gold: str, answer: str) -> bool:
    """Whether the normalised gold answer stands in the normalised answer, also inside of words."""
    return normalised(gold) in normalised(answer)


SUBSTRING_EXACT_MATCH: Measure[str, str] = measure_of_answers(
    name="substring_exact_match",
    description="whether the gold answer stands in the answer, without case, punctuation and articles",
    source="HELMET, section 2",
    value=is_substring,
)
