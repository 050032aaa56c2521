"""Verifies haystacks: checks every insight in every document locally, and asks a model about unclear cases only."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.local import Finding, Presence, signature
from hayrick.checking.model import AT_A_TIME, Doubt, settle
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
from hayrick.harness import inputs
from hayrick.harness.call_notes import call_notes
from hayrick.harness.folder import run_folder
from hayrick.harness.inputs import Input, Source
from hayrick.harness.jobs import live
from hayrick.harness.journal import Journal
from hayrick.harness.local_checks import checked
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.notes import resample_note
from hayrick.harness.players import Cast, Player
from hayrick.harness.processes import Processes
from hayrick.harness.unused_options import ANY_MODEL, require_used
from hayrick.haystacks.relevance import HAYSTACKS
from hayrick.prompting import Template, load
from hayrick.protocols import Ask, Progress, silent
from hayrick.records.fields import table
from hayrick.records.write_files import write_json
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Haystack, Insight, Question

LOCAL, ROLE = "local", "checker"
LOW, HIGH = 0.05, 0.95
"""A model is asked about local probabilities in this range; docs/evidence/verification.md reports what lies outside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest:
    """Parameters of `hayrick verify`.

    A model is asked about pairs with a local probability between `low` and `high`, and about all pairs on which the
    local checker and the haystack disagree.
    """

    inputs: Sequence[Source]
    checker: str = LOCAL
    unsound_below: float = UNSOUND_BELOW
    low: float = LOW
    high: float = HIGH
    processes: int = 1
    models: ModelOptions = field(default_factory=ModelOptions)


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
    template = None if request.checker == LOCAL else load(request.models.judge_prompt or "check-presence")
    cast = _cast(request)
    parameters = _parameters(request, sources, cast, template)
    places = inputs.places([one for one in request.inputs if isinstance(one, str)], *request.models.files)
    failures: dict[str, str] = {}
    with run_folder(out, "verify", parameters, places) as folder:
        if template is not None:
            folder.keep_calls()
        with Processes(request.processes) as processes:
            found = checked([one.haystack for one in sources], min(LISTED, request.low), processes, progress)
            notes = processes.notes
        doubted = [_Doubted.of(one.haystack, own, request) for one, own in zip(sources, found, strict=True)]
        answers: list[Mapping[tuple[str, str], Presence] | None] = [None] * len(doubted)
        if template is not None:
            answers = list(_answers(doubted, request, template, cast, folder.journal, failures, progress))
        verdicts = [one.verdict(request, said) for one, said in zip(doubted, answers, strict=True)]
        pooled = figures([(one.haystack, one.findings) for one in verdicts])
        result = Verified(verdicts, pooled, [*notes, *_notes(verdicts, folder.journal, failures)])
        with folder.results() as place:
            if place is not None:
                write_json(place / "verification.json", verification_value(result, request.checker))
    return result


def _answers(
    doubted: Sequence[_Doubted],
    request: VerifyRequest,
    template: Template,
    cast: Cast,
    journal: Journal,
    failures: dict[str, str],
    progress: Progress,
) -> Iterator[Mapping[tuple[str, str], Presence]]:
    """The model's answers about the doubts of each haystack: (insight, document) -> presence."""
    doubts = [doubt for one in doubted for doubt in one.doubts]
    done = [0]

    def told(question: Question, failed: int, usd: float | None) -> None:
        done[0] += 1
        progress("asking", done[0], max(done[0], len(doubts)), failed, usd)

    def work(ask: Ask) -> Awaitable[list[dict[str, Presence]]]:
        return settle(doubts, ask, template, ROLE, request.models.judge_tokens)

    found = live(work, cast, journal, request.models, told=told, failures=failures) if doubts else []
    said = iter(found)
    for one in doubted:
        yield {(insight, doubt.document): presence for doubt in one.doubts for insight, presence in next(said).items()}


class _Doubted(NamedTuple):
    """A haystack with what the local checks found, and the doubts to ask a model about."""

    haystack: Haystack
    checked: Checked
    doubts: list[Doubt]

    @classmethod
    def of(cls, haystack: Haystack, found: Checked, request: VerifyRequest) -> _Doubted:
        return cls(haystack, found, list(_doubts(haystack, found.findings, request)))

    def verdict(self, request: VerifyRequest, answers: Mapping[tuple[str, str], Presence] | None) -> Verdict:
        """Make the verdict; a model's answers, if any, replace the local checker's findings."""
        found = self.checked.findings
        is_asked = answers is not None
        return verdict(
            self.haystack,
            found if answers is None else [_answered(one, answers.get((one.insight, one.document))) for one in found],
            unsound_below=request.unsound_below,
            asked=frozenset(answers or ()),
            unread=sum(len(doubt.insights) for doubt in self.doubts) - len(answers or ()) if is_asked else 0,
            attributed=self.checked.attributed,
            copies=self.checked.duplicates,
        )


def _answered(found: Finding, answer: Presence | None) -> Finding:
    if answer is None:
        return found
    return Finding(
        insight=found.insight,
        document=found.document,
        gold=found.gold,
        found=answer.found,
        probability=answer.probability,
        evidence=answer.evidence,
        objection=None if answer.found else found.objection,
    )


def _doubts(haystack: Haystack, found: Sequence[Finding], request: VerifyRequest) -> list[Doubt]:
    by_id = {insight.id: insight for subtopic in haystack.subtopics for insight in subtopic.insights}
    texts = {document.id: document.text for document in haystack.documents}
    unclear: dict[str, list[Insight]] = {}
    for one in found:
        if request.low <= one.probability <= request.high or one.gold != one.found:
            unclear.setdefault(one.document, []).append(by_id[one.insight])
    return [
        Doubt(document=document, text=texts[document], insights=tuple(doubtful[first : first + AT_A_TIME]))
        for document, doubtful in unclear.items()
        for first in range(0, len(doubtful), AT_A_TIME)
    ]


def _require_options(request: VerifyRequest) -> None:
    """Reject invalid options.

    Raises:
        BadInput: the checker is unknown, bounds are out of order, or an option is not used.
    """
    for name in ("unsound_below", "low", "high"):
        if not 0 <= getattr(request, name) <= 1:
            raise BadInput(f"--{name.replace('_', '-')}", f"{getattr(request, name)}", "a probability from 0 to 1")
    if request.low > request.high:
        raise BadInput("--low", f"{request.low:g}, more than --high {request.high:g}", "a smaller number than --high")
    if request.checker == LOCAL:
        if (request.low, request.high) != (LOW, HIGH):
            found = "--low or --high with --checker local"
            raise BadInput("hayrick verify", found, "a checker that is a language model", "Leave them out.")
        require_used(request.models, ())
        return
    if "/" not in request.checker:
        expected = "'local', or a model by Inspect's name such as openai/gpt-4o"
        raise BadInput(
            "--checker", f"unknown checker '{request.checker}'", expected, did_you_mean(request.checker, [LOCAL])
        )
    require_used(request.models, {*ANY_MODEL, "judge_prompt", "judge_tokens", "arguments"})


def _cast(request: VerifyRequest) -> Cast:
    cast = Cast()
    if request.checker != LOCAL:
        cast.add(ROLE, Player.of_model(request.checker, ROLE, request.models.checking))
    return cast


def _parameters(
    request: VerifyRequest, sources: Sequence[Input], cast: Cast, template: Template | None
) -> dict[str, object]:
    asked = "none"
    if template is not None:
        bounds = f"tokens={request.models.judge_tokens};low={request.low:g},high={request.high:g}"
        asked = f"{cast.players[ROLE].signature};{template.signature};{bounds}"
    return {
        "inputs": [{"haystack": source.haystack.id, "fingerprint": source.fingerprint} for source in sources],
        "checker": {"name": request.checker, "local": signature(), "model": asked},
        "unsound_below": request.unsound_below,
        "method": stats.method(),
    }


def verification_value(result: Verified, checker: str) -> dict[str, object]:
    """Content of `verification.json`."""
    rows = [finding_row(one, found, checker) for one in result.verdicts for found in one.findings]
    haystacks = [verdict_row(one) for one in result.verdicts]
    copies = [row for one in result.verdicts for row in duplicate_rows(one)]
    return {**table(rows), "duplicates": copies, "haystacks": haystacks, "pooled": figures_row(result.pooled)}


def _notes(verdicts: Sequence[Verdict], journal: Journal, failures: Mapping[str, str]) -> list[str]:
    groups = [(one.haystack.id, subtopic.id) for one in verdicts for subtopic in one.haystack.subtopics]
    found = [resample_note(HAYSTACKS, groups), *call_notes(journal, (), failures, ())]
    unread = sum(one.unread for one in verdicts)
    if unread:
        found.append(f"For {unread} pairs the model gave no readable answer; the local checker's result is kept.")
    return found
