"""ROUGE of a text and a reference: shared n-grams, and ROUGE-L, the longest common subsequence of words.

Tokens and stems are those of the package rouge-score, which needs NLTK's code and none of its data: nothing is
downloaded. The subsequences are ours, bit-parallel (Hyyro, 2004), since the package's tables would need gigabytes for a
long reply; tests hold that all values are the package's.

Source: Lin (2004), sections 2, 3.1 and 3.2, as rouge-score 0.1.2 has it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hayrick.encoders import package_of


class Overlap(NamedTuple):
    """Precision, recall and F1, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


Tokens = Callable[[str], Sequence[str]]
"""Text -> what is compared."""


def rouge_n(reference: str, answer: str, n: int, tokens: Tokens | None = None) -> Overlap:
    """ROUGE-N over whole texts: n-grams of both, each as often as in the text that has it less often.

    Args:
        reference: right text.
        answer: compared with it.
        n: length of the n-grams, >= 1; 0 is the value where either text has fewer tokens.
        tokens: of a text; `rouge_tokens` if None, which are stemmed.

    Raises:
        BadInput: the package rouge-score is missing.
    """
    ours, theirs = (_counts((tokens or rouge_tokens)(text), n) for text in (reference, answer))
    return _overlap((ours & theirs).total(), ours.total(), theirs.total())


def _counts(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def rouge_l(reference: str, answer: str) -> Overlap:
    """ROUGE-L over whole texts, stemmed; 0 where either has no ASCII letter or digit.

    Raises:
        BadInput: the package rouge-score is missing.
    """
    ours, theirs = rouge_tokens(reference), rouge_tokens(answer)
    row = deque(_rows(ours, theirs), maxlen=1)[0]
    return _overlap(len(ours) - row.bit_count(), len(ours), len(theirs))


def rouge_lsum(reference: str, answer: str, stem: bool = True) -> Overlap:
    """ROUGE-L over lines: of each line of the reference, what stands in any line of the answer.

    Args:
        reference: right text.
        answer: compared with it.
        stem: whether words are compared by their stems.

    Raises:
        BadInput: the package rouge-score is missing.
    """
    ours, theirs = (
        list(filter(None, (rouge_tokens(line, stem) for line in text.split("\n")))) for text in (reference, answer)
    )
    left, hits = Counter(token for line in theirs for token in line), 0
    for line in ours:
        for place in sorted({place for other in theirs for place in _common(line, other)}):
            hits += left[line[place]] > 0
            left[line[place]] -= 1
    return _overlap(hits, sum(map(len, ours)), sum(map(len, theirs)))


@lru_cache(maxsize=16)
def rouge_tokens(text: str, stem: bool = True) -> tuple[str, ...]:
    """Lower-case runs of ASCII letters and digits; if `stem`, those of more than three characters by Porter's stem."""
    return tuple(_tokenizer(stem).tokenize(text))


@lru_cache(maxsize=2)
def _tokenizer(stem: bool) -> Any:
    return package_of("rouge_score.tokenizers", "rouge").DefaultTokenizer(use_stemmer=stem)


def _overlap(shared: int, n_reference: int, n_answer: int) -> Overlap:
    if not shared:
        return Overlap(0.0, 0.0, 0.0)
    precision, recall = shared / n_answer, shared / n_reference
    return Overlap(precision, recall, 2 * precision * recall / (precision + recall))


def _rows(reference: Sequence[str], answer: Sequence[str]) -> Iterator[int]:
    """For the first 0, 1, ... words of the answer: a number with a bit for each word of the reference, from the lowest.

    A bit is 0 where the longest common subsequence gets longer once that word of the reference is admitted.
    """
    masks: dict[str, int] = {}
    for place, word in enumerate(reference):
        masks[word] = masks.get(word, 0) | 1 << place
    row = every = (1 << len(reference)) - 1
    yield row
    for word in answer:
        matches = row & masks.get(word, 0)
        row = ((row + matches) | (row - matches)) & every
        yield row


def _common(reference: Sequence[str], answer: Sequence[str]) -> list[int]:
    """Places in the reference of a longest common subsequence; of several, the one that rouge-score takes."""
    rows = list(_rows(reference, answer))
    found: list[int] = []
    i, j = len(reference), len(answer)
    while i and j:
        if reference[i - 1] == answer[j - 1]:
            found.append(i - 1)
            i, j = i - 1, j - 1
        elif rows[j] >> (i - 1) & 1:
            i -= 1
        else:
            j -= 1
    return found
