"""Summaries of sections, as options of organising: those of a run, or sentences taken out of the section.

Source: ETHIC, section 3.3 (GPT-4o's summaries of at most five sentences).
Differs: summaries are those of any run of `ethic/summarizing` that shows a section at a time; without one, sentences
    that are typical of the section stand for them, which a model can find again word for word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path

from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file, read_jsonl
from hayrick.tasks.ethic.contexts import fingerprint_of
from hayrick.text import sentences, terms
from hayrick.types import BadInput

SENTENCES = 3
MOST_SENTENCES = 5
_LEAST_TERMS = 4
_NUMBERED = re.compile(r"(?:[\[(<](?:[^\W\d]{1,12} ?)?\d{1,4}[\])>][:.]? ?|\d{1,4}[.)] (?=[^\W\d_a-z]))+")


def extractive_options(sections: Sequence[str], n: int = SENTENCES) -> list[str]:
    """For each section the `n` sentences that best tell it from the others, in their order, on one line.

    A sentence's value is the mean, over its terms, of how often the section has the term, times the logarithm of the
    sections' number over that of those with it. Sentences of fewer than four terms count only where no others are.
    """
    spans = [[section[one.start : one.end] for one in sentences(section)] for section in sections]
    found = [[terms(one) for one in several] for several in spans]
    counts = [Counter(term for one in several for term in one) for several in found]
    within = Counter(term for one in counts for term in one)

    def value(terms: Sequence[str], count: Counter[str]) -> float:
        rare = sum(count[one] * log((1 + len(sections)) / within[one]) for one in terms)
        return rare / max(1, len(terms)) + (1e6 if len(terms) >= _LEAST_TERMS else 0)

    options = []
    for several, read, count in zip(spans, found, counts, strict=True):
        ranked = sorted(range(len(several)), key=lambda at: -value(read[at], count))
        options.append(" ".join(" ".join(several[at].split()) for at in sorted(ranked[:n])))
    return options


def read_summaries(paths: Sequence[Path]) -> Mapping[str, str]:
    """Summaries of a run of `ethic/summarizing` with `together=1`: fingerprint of a section -> its summary.

    Args:
        paths: responses.jsonl, or the run's folder.

    Raises:
        BadInput: a file is no such thing, or has responses of two systems.
    """
    found: dict[str, str] = {}
    for place, section, answer in answers_of(paths):
        if answer is not None and not isinstance(answer, dict):
            raise BadInput(place, "an answer that is no summaries", "a run of ethic/summarizing_... with together=1")
        for summary in (answer or {}).values():
            found.setdefault(section, shortened(str(summary)))
    return found


def answers_of(paths: Sequence[Path], expected: str = "a run with together=1") -> Iterator[tuple[str, str, object]]:
    """(place, fingerprint of a section, answer) of the responses of a run that shows a section at a time.

    Args:
        paths: responses.jsonl, or the run's folder.
        expected: what run, for messages.

    Raises:
        BadInput: a response is about several sections, or there are responses of two systems.
    """
    systems: set[tuple[object, object]] = set()
    for place, row in (one for path in paths for one in read_jsonl(responses_of(path))):
        tags = row.get("tags")
        section = tags.get("section_text") if isinstance(tags, dict) else None
        if not isinstance(section, str):
            raise BadInput(place, "a response about several sections", expected, "Make one.")
        systems.add((row.get("system"), row.get("context")))
        if len(systems) > 1:
            raise BadInput(place, "a second system", "responses of one system", "Give a run of one system.")
        yield place, section, row.get("answer")


def shortened(summary: str) -> str:
    """At most five sentences of a summary, on one line, without a number of its own before it ("[3] The storm")."""
    line = " ".join(summary.split())
    line = line[found.end() :] if (found := _NUMBERED.match(line)) else line
    return " ".join(line[one.start : one.end] for one in sentences(line)[:MOST_SENTENCES])


def run_given(parameters: Parameters, name: str, given: str) -> tuple[str, list[Path]]:
    """Fingerprint of the responses of runs that a parameter names, for signatures; and the paths.

    Args:
        parameters: out of which it was taken.
        name: of the parameter.
        given: its value.
    """
    parameters.left[name] = given
    paths = parameters.paths(name)
    return "+".join(fingerprint_file(responses_of(path)) for path in paths), paths


def responses_of(path: Path) -> Path:
    """The responses of a run's folder, or the file itself."""
    return path / "responses.jsonl" if path.is_dir() else path


def options_of(sections: Sequence[str], summaries: Mapping[str, str], where: str) -> list[str]:
    """An option for every section: its summary where summaries are given, else its own sentences.

    Raises:
        BadInput: a section has no summary.
    """
    if not summaries:
        return extractive_options(sections)
    options = [summaries.get(fingerprint_of(one), "") for one in sections]
    if missing := options.count(""):
        found = f"no summary of {missing} of {len(sections)} sections"
        raise BadInput(where, found, "one for each", "Finish that run, with the same texts and tokenizer.")
    return options
