"""Labels of recalling: names, numbers of people, numbers in legal citations; found by rule, or by a model in a run.

Source: ETHIC, sections 3.2 and 3.3, and appendix B.1 for what a label is.
Differs: numbers of people and of citations are found by rule; others are those of a model or of `names`,
    in any run of `ethic/recalling_...` that shows a section at a time (`labels=none&together=1`), where the original
    asks GPT-4o.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hayrick.extras import install
from hayrick.quantities.texts import quantities
from hayrick.replies.lists import names_of
from hayrick.tasks.ethic.contexts import fingerprint_of
from hayrick.tasks.ethic.options import answers_of
from hayrick.tasks.ethic.people import digits, numbers_of_people
from hayrick.types import BadInput

Labels = frozenset[str]
Rule = Callable[[str], Labels]
_NAMED = ("FullCaseCitation", "FullJournalCitation", "FullLawCitation", "ShortCaseCitation")
"""Citations, by eyecite's classes, whose words have numbers in them."""


class Kind(NamedTuple):
    """One kind of labels."""

    prompt: str
    query: str
    read: Callable[[Sequence[str]], Labels]
    """Labels of what a reply lists."""

    published: str
    """Agreement of the original's labels with people's: 100 sections; appendix E."""

    rule: Rule | None = None
    """Labels of a text; None where only a model finds them."""

    whose: str = ""
    """Whose names are asked for."""


def _numbers_of(written: Sequence[str]) -> Labels:
    """Numbers in digits, whatever stands beside them; what has no number is no label."""
    return frozenset(digits(found) for one in written for found in quantities(one)) - {"0"}


def _numbers_in(written: Sequence[str]) -> Labels:
    """All runs of digits, without leading zeros."""
    return frozenset(str(int(run[:30])) for one in written for run in re.findall(r"\d+", one.replace(",", "")))


def citation_numbers(text: str) -> Labels:
    """Numbers in the names of legal citations, as eyecite finds them: "410 U.S. 113" gives 410 and 113.

    Full and short citations of cases, and those of statutes, codes and journals count, by the words that name them:
    pages cited beside them, years, "id." and "supra" do not.

    Raises:
        BadInput: eyecite is missing.
    """
    try:
        eyecite, models = import_module("eyecite"), import_module("eyecite.models")
    except ImportError as problem:
        cure = f"Install it, {install('law')}, or give labels of a model by ?labels=RUN."
        raise BadInput("labels", "the package eyecite is missing", "it installed", cure) from problem
    named = tuple(getattr(models, name) for name in _NAMED)
    return _numbers_in([one.matched_text() for one in eyecite.get_citations(text) if isinstance(one, named)])


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "books": Kind("recall-names", "names of characters", names_of, "F1 96.5 %", whose="characters"),
        "debates": Kind("recall-names", "names of people", names_of, "F1 99.0 %", whose="real people"),
        "medicine": Kind("recall-numbers", "numbers of people", _numbers_of, "F1 96.8 %", numbers_of_people),
        "law": Kind("recall-citations", "numbers in legal citations", _numbers_in, "F1 95.2 %", citation_numbers),
    }
)
"""Domain -> its labels."""


def read_labels(paths: Sequence[Path]) -> Mapping[str, Labels]:
    """Labels of a run that shows a section at a time: fingerprint of a section -> labels.

    Args:
        paths: responses.jsonl, or the run's folder.

    Raises:
        BadInput: a file is no such thing, or has responses of two systems.
    """
    found: dict[str, Labels] = {}
    for place, section, answer in answers_of(paths):
        if answer is not None and not isinstance(answer, list):
            raise BadInput(place, "an answer that is no list", "a run of ethic/recalling_... with labels=none")
        if answer is not None:
            found.setdefault(section, frozenset(map(str, answer)))
    return found


def labels_of(sections: Sequence[str], known: Mapping[str, Labels], where: str) -> Labels:
    """Labels of all sections, merged.

    Raises:
        BadInput: a section has none, not even an empty list.
    """
    keys = [fingerprint_of(one) for one in sections]
    if missing := sum(key not in known for key in keys):
        found = f"no labels of {missing} of {len(keys)} sections"
        raise BadInput(where, found, "a list for each", "Finish that run, with the same texts and tokenizer.")
    return frozenset().union(*(known[key] for key in keys))
