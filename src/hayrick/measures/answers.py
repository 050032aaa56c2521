"""Short answers against reference answers: exact match, containment, F1 of words, ROUGE-L.

A comparison gives a value in [0, 1] for one reference and one answer; a measure takes the best over an item's
references. `COMPARISONS` holds ours and, as NAME.helmet, those of HELMET's released scorer.

Source: HELMET, section 2; SQuAD (Rajpurkar et al., 2016) for the released normalisation and F1; Lin (2004) for ROUGE.
Differs: ours compare words, not characters ("art" does not stand in "heart", 1889 not in 18890); letters with and
    without accents, all forms of quotes and dashes, and digits of any script are equal; "4.5" is not "45"; an answer
    may have a possessive ("Lincoln's" names Lincoln); "Vitamin A" keeps its A; a reference without words never matches;
    in F1, "yes, it is" shares a word with "yes".
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from hayrick.measures.rouge import rouge_l, rouge_lsum
from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import G, Measure
from hayrick.replies.answers import released_answer
from hayrick.text import words
from hayrick.types import BadInput

References = tuple[str, ...]
"""The right answers to a question, any of which will do; see `references_of`."""

RECENT = 16
"""Texts whose words are kept: an answer is compared with many references, one after the other."""

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_ACCENTS = re.compile("[\u0300-\u036f]")
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_]\.){2,12}")
_APOSTROPHE = re.compile(r"(?<=\w)['\u2018\u2019\u02bc](?=\w)")
_POSSESSIVE = re.compile(r"(?<=\w)['\u2018\u2019\u02bc]s\b", re.IGNORECASE)
_DECIDED = frozenset({"yes", "no", "noanswer"})


@lru_cache(maxsize=RECENT)
def normalised(text: str) -> str:
    """Lower case, without ASCII punctuation and English articles, white space as single spaces: the released rule."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def answer_words(text: str) -> list[str]:
    """Words and numbers as `text.words` has them, without accents; "U.S.A." is one word, as is "don't" ("dont")."""
    return words(_APOSTROPHE.sub("", _plain(text)))


def is_exact_match(reference: str, answer: str) -> bool:
    """Whether an answer has the words of a reference and no others; articles may differ."""
    return any(ours == theirs != "" for ours, theirs in zip(forms_of(reference), forms_of(answer), strict=True))


def is_substring(reference: str, answer: str) -> bool:
    """Whether the words of a reference stand in an answer, one after the other; articles may differ."""
    forms = zip(forms_of(reference), forms_of(answer), strict=True)
    return any(ours != "" and f" {ours} " in f" {theirs} " for ours, theirs in forms)


def token_f1(reference: str, answer: str) -> float:
    """F1 of the words of a reference and an answer, articles left out; 0 where they share none."""
    return bag_f1(_without_articles(answer_words(reference)), _without_articles(answer_words(answer)))[0]


def released_exact_match(reference: str, answer: str) -> bool:
    """Whether both are equal after normalisation, also where both are empty. HELMET at commit 4526dfb."""
    return normalised(reference) == normalised(answer)


def released_substring(reference: str, answer: str) -> bool:
    """Whether a reference stands in an answer after normalisation, also inside of words. HELMET at commit 4526dfb."""
    return normalised(reference) in normalised(answer)


def released_f1(reference: str, answer: str) -> tuple[float, float, float]:
    """F1, precision and recall of words; 0 where either is yes, no or noanswer and the other differs.

    Source: HELMET at commit 4526dfb, after the scorer of HotpotQA (Yang et al., 2018).
    """
    ours, theirs = normalised(reference), normalised(answer)
    if ours != theirs and _DECIDED & {ours, theirs}:
        return 0.0, 0.0, 0.0
    return bag_f1(ours.split(), theirs.split())


class Comparison(NamedTuple):
    """One way to compare an answer with a reference."""

    description: str
    value: Callable[[str, str], float]
    """Of (reference, answer), in [0, 1]."""

    source: str = "HELMET, section 2"


_RELEASED = "HELMET, section 2, and its released scorer"
COMPARISONS: Mapping[str, Comparison] = MappingProxyType(
    {
        "exact_match": Comparison("whether the answer has the words of a right one and no others", is_exact_match),
        "substring_exact_match": Comparison("whether the words of a right answer stand in the answer", is_substring),
        "f1": Comparison("F1 of the answer's words and those of a right one", token_f1),
        "rougeL_f1": Comparison("ROUGE-L F1 with a right answer", lambda one, other: rouge_l(one, other).f1),
        "rougeL_recall": Comparison("ROUGE-L recall of a right answer", lambda one, other: rouge_l(one, other).recall),
        "rougeLsum_f1": Comparison("ROUGE-L F1, line by line", lambda one, other: rouge_lsum(one, other).f1),
        "rougeLsum_recall": Comparison(
            "ROUGE-L recall, line by line", lambda one, other: rouge_lsum(one, other).recall
        ),
        "exact_match.helmet": Comparison(
            "whether the reply, or what it has after its prefix, is a right answer; by characters",
            released_exact_match,
            _RELEASED,
        ),
        "substring_exact_match.helmet": Comparison(
            "whether a right answer stands in the reply, also inside of words", released_substring, _RELEASED
        ),
        "f1.helmet": Comparison(
            "F1 of words of the reply, or of what it has after its prefix",
            lambda one, other: released_f1(one, other)[0],
            _RELEASED,
        ),
    }
)
"""Name -> comparison. Those of ROUGE-L need the extra `rouge`."""


def references_of(value: object, where: str) -> References:
    """Reference answers as data files have them: a text, a list of texts, or a list of such lists; each once.

    Args:
        value: as read from JSON.
        where: file and line, for errors.

    Raises:
        BadInput: something else stands there, a text is blank, or no text has a letter or digit: an empty gold answer
            would match every answer, or none.
    """
    found = tuple(dict.fromkeys(_texts(value, where)))
    if not any(map(answer_words, found)):
        raise BadInput(where, f"answers {list(found)!r}"[:80], "at least one answer with a letter or digit")
    return found


def best(compare: Callable[[str, str], float], references: Iterable[str], answer: str) -> float:
    """The greatest value over the references; 0 where there are none."""
    return max((float(compare(reference, answer)) for reference in references), default=0.0)


def answer_measure(name: str, references: Callable[[G], Sequence[str]], *, main: bool = True) -> Measure[G, str]:
    """Measure that compares each answer with an item's references and keeps the best value.

    Args:
        name: in `COMPARISONS`.
        references: right answers in an item's gold.
        main: whether tables of experiments show it.
    """
    compare = COMPARISONS[name]
    return measure_of_answers(
        name=name,
        description=compare.description,
        source=compare.source,
        value=lambda gold, answer: best(compare.value, references(gold), answer),
        main=main,
    )


def released_measure(name: str, references: Callable[[G], Sequence[str]], prefix: str = "Answer:") -> Measure[G, str]:
    """Measure of replies as HELMET scores them: the better of the whole reply and of what it has after a prefix.

    Args:
        name: in `COMPARISONS`; usually one that ends in ".helmet".
        references: right answers in an item's gold.
        prefix: see `released_answer`.

    Source: HELMET's released scorer at commit 4526dfb (default post-processing). So EM and F1 of one reply may be those
        of different texts.
    """
    compare = COMPARISONS[name]

    def value(gold: G, reply: str) -> float:
        texts = (reply, released_answer(reply, prefix))
        return max(best(compare.value, references(gold), text) for text in texts)

    return measure_of_replies(name=name, description=compare.description, source=compare.source, value=value)


def _texts(value: object, where: str) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one, where)
    elif isinstance(value, str) and value.strip():
        yield value.strip()
    else:
        raise BadInput(where, f"answer {value!r}"[:60], "a text that is not empty, or a list of such texts")


def _plain(text: str) -> str:
    """Without accents of Latin, Greek and Cyrillic letters; initials without their points."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))
    return _INITIALS.sub(lambda found: found[0].replace(".", ""), text) if "." in text else text


@lru_cache(maxsize=RECENT)
def forms_of(text: str) -> tuple[str, ...]:
    """The words of a text with its articles and without them, each with possessives as a part of words and without."""
    plain = _plain(text)
    kept = [words(_APOSTROPHE.sub("", shown)) for shown in (plain, _POSSESSIVE.sub("", plain))]
    return tuple(" ".join(form) for found in kept for form in (found, _without_articles(found)))


def _without_articles(found: list[str]) -> list[str]:
    """Words without articles; all of them where nothing else is there, and an article at the end, as in "Vitamin A"."""
    return [word for word in found[:-1] if word not in ("a", "an", "the")] + found[-1:]


def bag_f1(ours: Sequence[str], theirs: Sequence[str]) -> tuple[float, float, float]:
    """F1, precision and recall of two bags of words, the right one first; 0 where they share none."""
    shared = sum((Counter(ours) & Counter(theirs)).values())
    if not shared:
        return 0.0, 0.0, 0.0
    precision, recall = shared / len(theirs), shared / len(ours)
    return 2 * precision * recall / (precision + recall), precision, recall


def _of_references(references: References) -> References:
    return references


SUBSTRING_EXACT_MATCH: Measure[References, str] = answer_measure("substring_exact_match", _of_references)
