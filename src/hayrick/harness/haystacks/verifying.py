"""Verifies haystacks: checks every insight in every document locally, and asks a model about unclear cases only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.collection import is_own_work
from hayrick.checking.local import Presence
from hayrick.checking.model import Doubt
from hayrick.checking.parts import Checked
from hayrick.checking.verdicts import (
    LISTED,
    UNSOUND_BELOW,
    Verdict,
    duplicate_rows,
    figures_row,
    finding_row,
    verdict,
    verdict_row,
)
from hayrick.harness.haystacks.checkers import HIGH, LOCAL, LOW, Checker, answered
from hayrick.harness.haystacks.local_checks import checked
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.naming import inputs
from hayrick.harness.naming.inputs import Input, Source
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.running.notes import resample_note
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.work.processes import Processes
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.prompting import Template
from hayrick.protocols import Progress, silent
from hayrick.records.fields import table
from hayrick.records.write_files import write_json
from hayrick.types import BadInput, Haystack
from hayrick.wording import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest:
    """Parameters of `hayrick verify`; `low` and `high` are those of `Checker`."""

    inputs: Sequence[Source]
    checker: str = LOCAL
    unsound_below: float = UNSOUND_BELOW
    low: float = LOW
    high: float = HIGH
    processes: int = 1
    models: ModelOptions = field(default_factory=ModelOptions)

    @property
    def named(self) -> Checker:
        """The checker that it names."""
        return Checker(name=self.checker, low=self.low, high=self.high, models=self.models)


class Verified(NamedTuple):
    """A verdict for each haystack, their pooled figures, and notes for the reader, one line each."""

    verdicts: list[Verdict]
    pooled: Figures
    notes: list[str]

    @property
    def is_sound(self) -> bool:
        """Whether all haystacks are sound."""
        return all(one.is_sound for one in self.verdicts)


def verify(request: VerifyRequest, out: Path | None = None, progress: Progress = silent) -> Verified:
    """Check every insight in every document, and the structure of the haystacks.

    Args:
        request: parameters of the check.
        out: directory for `verification.json`, the manifest and a model's calls; None to write nothing.
        progress: told how far it is.

    Raises:
        BadInput: an input, a name, a bound or the directory is invalid; nothing is written then.
        OverBudget: the budget was reached; finished calls are kept.
    """
    # Read faulty haystacks too, as far as possible: their faults are reported, not rejected.
    sources = inputs.read(request.inputs, allow_unheld=True, allow_unknown=True)
    _require_options(request)
    checker = request.named
    template, cast = checker.template(), checker.cast()
    parameters = _parameters(request, sources, cast, template)
    places = inputs.places(request.inputs, *request.models.files)
    failures: dict[str, str] = {}
    with run_folder(out, "verify", parameters, places) as folder:
        if template is not None:
            folder.keep_calls()
        with Processes(request.processes) as processes:
            found = checked([one.haystack for one in sources], min(LISTED, request.low), processes, progress)
            notes = processes.notes
        doubted = [
            _Doubted(one.haystack, own, checker.doubts(one.haystack, own.findings))
            for one, own in zip(sources, found, strict=True)
        ]
        answers: list[Mapping[tuple[str, str], Presence] | None] = [None] * len(doubted)
        if template is not None:
            doubts = [one.doubts for one in doubted]
            answers = list(checker.answers(doubts, template, cast, folder.journal, failures, progress))
        verdicts = [one.verdict(request.unsound_below, said) for one, said in zip(doubted, answers, strict=True)]
        pooled = figures([(one.haystack, one.findings) for one in verdicts])
        result = Verified(verdicts, pooled, [*notes, *_notes(verdicts, request.checker, folder.journal, failures)])
        with folder.results() as place:
            if place is not None:
                write_json(place / "verification.json", verification_value(result, request.checker))
    return result


class _Doubted(NamedTuple):
    """A haystack with what the local checks found, and the doubts to ask a model about."""

    haystack: Haystack
    checked: Checked
    doubts: list[Doubt]

    def verdict(self, unsound_below: float, answers: Mapping[tuple[str, str], Presence] | None) -> Verdict:
        """Make the verdict; a model's answers, if any, replace the local checker's findings."""
        is_asked = answers is not None
        return verdict(
            self.haystack,
            [answered(one, answers or {}) for one in self.checked.findings],
            unsound_below=unsound_below,
            asked=frozenset(answers or ()),
            unread=sum(len(doubt.insights) for doubt in self.doubts) - len(answers or ()) if is_asked else 0,
            attributed=self.checked.attributed,
            copies=self.checked.duplicates,
        )


def _require_options(request: VerifyRequest) -> None:
    """Reject invalid options.

    Raises:
        BadInput: the checker is unknown, bounds are out of order, or an option is not used.
    """
    if not 0 <= request.unsound_below <= 1:
        raise BadInput("--unsound-below", f"{request.unsound_below}", "a probability from 0 to 1")
    request.named.require_options("verify")


def _parameters(
    request: VerifyRequest, sources: Sequence[Input], cast: Cast, template: Template | None
) -> dict[str, object]:
    return {
        "inputs": [{"haystack": source.haystack.id, "fingerprint": source.fingerprint} for source in sources],
        "checker": request.named.signature(cast, template),
        "unsound_below": request.unsound_below,
        "method": stats.method(),
    }


def verification_value(result: Verified, checker: str) -> dict[str, object]:
    """Content of `verification.json`."""
    rows = [finding_row(one, found, checker) for one in result.verdicts for found in one.findings]
    haystacks = [verdict_row(one) for one in result.verdicts]
    copies = [row for one in result.verdicts for row in duplicate_rows(one)]
    return {**table(rows), "duplicates": copies, "haystacks": haystacks, "pooled": figures_row(result.pooled)}


def _notes(verdicts: Sequence[Verdict], checker: str, journal: Journal, failures: Mapping[str, str]) -> list[str]:
    groups = [(one.haystack.id, subtopic.id) for one in verdicts for subtopic in one.haystack.subtopics]
    own = [one.haystack.id for one in verdicts if is_own_work(one.haystack, checker)]
    found = [f"{one}: 'hayrick collect' found places with this same checker: nothing is confirmed." for one in own]
    found += [resample_note(HAYSTACKS, groups), *call_notes(journal, (), failures, ())]
    unread = sum(one.unread for one in verdicts)
    if unread:
        found.append(
            f"For {counted(unread, 'pair')} the model gave no readable answer; the local checker's result is kept."
        )
    return found
