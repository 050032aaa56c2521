"""Verify haystacks: every insight against every document, locally, and by a model only where that leaves a doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.checking.accuracy import Figures, figures
from hayrick.checking.local import Finding, LocalChecker, Presence, findings, signature
from hayrick.checking.verdicts import (
    LISTED,
    UNSOUND_BELOW,
    Verdict,
    figures_row,
    finding_row,
    verdict,
    verdict_row,
)
from hayrick.harness import catalogue
from hayrick.harness.catalogue import Input
from hayrick.harness.journal import Journal
from hayrick.harness.model_checker import AT_A_TIME, Doubt, ModelChecker, settle
from hayrick.harness.model_runs import Asking
from hayrick.harness.notes import call_notes
from hayrick.harness.unused_options import OF_SYSTEMS, require_unset
from hayrick.records import manifest
from hayrick.records.files import write_json
from hayrick.records.rows import table
from hayrick.types import BadInput, Haystack, Insight

LOCAL = "local"
LOW, HIGH = 0.05, 0.95
"""Local probabilities between which a model is asked; docs/verification.md says what lies outside of them."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What `hayrick verify` is asked to do.

    `low` and `high` are the local probabilities between which a model is asked; it is also asked about whatever pair
    the local checker and the record do not agree on.
    """

    inputs: Sequence[str]
    checker: str = LOCAL
    unsound_below: float = UNSOUND_BELOW
    low: float = LOW
    high: float = HIGH
    asking: Asking = field(default_factory=Asking)


class Result(NamedTuple):
    """A verdict for each haystack, their pooled figures, and what else a reader must know, one line each."""

    verdicts: list[Verdict]
    pooled: Figures
    notes: list[str]

    @property
    def is_sound(self) -> bool:
        """Whether all haystacks are."""
        return all(one.is_sound for one in self.verdicts)


def verify(request: Request, out: Path | None = None, progress: Progress = lambda what, done, total: None) -> Result:
    """Check every insight against every document, and how the haystacks hold together.

    Args:
        request: what to do.
        out: directory for `verification.json` and the manifest; a model's calls are kept there.
        progress: told (what, done, total).

    Raises:
        BadInput: an input, a name, a bound or the directory is not what it must be; nothing is written then.
        OverBudget: the budget stopped the run; finished calls are kept.
    """
    # Broken haystacks, too, as far as they can be read: they are to be told, not refused.
    sources = catalogue.inputs(request.inputs, allow_unheld=True, allow_unknown=True)
    journal = Journal(None)
    model = _model(request, journal)
    parameters = _parameters(request, sources, model)
    places = catalogue.places([source.source for source in sources], *request.asking.files)
    if out is not None:
        manifest.require_free(out, "verify", parameters, places)
        if model is not None:
            manifest.claim(out, "verify", parameters, places)
            journal.open_in(out)
    failures: Mapping[str, str] = {}
    try:
        checked = [_Checked.of(source.haystack, request, progress) for source in sources]
        if model is not None:
            failures = settle([doubt for one in checked for doubt in one.doubts], model, progress)
        verdicts = [one.verdict(request, model) for one in checked]
    finally:
        journal.close()
    pooled = figures([(one.haystack, one.findings) for one in verdicts])
    result = Result(verdicts, pooled, _notes(verdicts, journal, failures))
    if out is not None:
        manifest.claim(out, "verify", parameters, places)
        write_json(out / "verification.json", _value(result, request.checker))
        manifest.finish(out, "verify", parameters, places)
    return result


def local_findings(haystack: Haystack, progress: Progress, least: float = LISTED) -> list[Finding]:
    """What the local checker says of the pairs that are recorded, found, or at least so likely.

    Args:
        haystack: to check.
        progress: told (what, done, total).
        least: probability from which a pair is kept although it is neither recorded nor found.
    """
    insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
    kept = []
    for number, one in enumerate(findings(haystack, LocalChecker(insights))):
        if number % len(insights) == 0:
            progress(f"checking {haystack.id}", number // len(insights), len(haystack.documents))
        if one.gold or one.found or one.probability >= least:
            kept.append(one)
    return kept


class _Checked(NamedTuple):
    """A haystack with the local checker's findings, and what a model is to be asked where there is one."""

    haystack: Haystack
    findings: list[Finding]
    doubts: list[Doubt]

    @classmethod
    def of(cls, haystack: Haystack, request: Request, progress: Progress) -> _Checked:
        kept = local_findings(haystack, progress, min(LISTED, request.low))
        return cls(haystack, kept, list(_doubts(haystack, kept, request)))

    def verdict(self, request: Request, model: ModelChecker | None) -> Verdict:
        """What it comes to, with the model's answers in the place of the local checker's where it was asked."""
        if model is None:
            return verdict(self.haystack, self.findings, unsound_below=request.unsound_below)
        answers = {
            (insight, doubt.document): presence
            for doubt in self.doubts
            for insight, presence in model.answer(doubt).items()
        }
        return verdict(
            self.haystack,
            [_answered(one, answers.get((one.insight, one.document))) for one in self.findings],
            unsound_below=request.unsound_below,
            asked=frozenset(answers),
            unread=sum(len(doubt.insights) for doubt in self.doubts) - len(answers),
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
    )


def _doubts(haystack: Haystack, found: Sequence[Finding], request: Request) -> list[Doubt]:
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


def _model(request: Request, journal: Journal) -> ModelChecker | None:
    """The model that is to be asked, if any.

    Raises:
        BadInput: no such checker, bounds out of order, or an option that it does not heed.
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
        everything = [one.name for one in fields(request.asking)]
        require_unset(request.asking, everything, "hayrick verify", "a checker that is a language model")
        return None
    if "/" not in request.checker:
        expected = "'local', or a model by Inspect's name such as openai/gpt-4o"
        raise BadInput("--checker", f"unknown checker '{request.checker}'", expected)
    unheeded = (*OF_SYSTEMS, "judge_variant", "judge_repeats")
    require_unset(request.asking, unheeded, "hayrick verify", "options about asking the checker")
    return ModelChecker(model=request.checker, journal=journal, asking=request.asking)


def _parameters(request: Request, sources: Sequence[Input], model: ModelChecker | None) -> dict[str, object]:
    asked = f"{model.signature};low={request.low:g},high={request.high:g}" if model is not None else "none"
    return {
        "inputs": [{"haystack": source.haystack.id, "fingerprint": source.fingerprint} for source in sources],
        "checker": {"name": request.checker, "local": signature(), "model": asked},
        "unsound_below": request.unsound_below,
        "method": stats.method(),
    }


def _value(result: Result, checker: str) -> dict[str, object]:
    rows = [finding_row(one, found, checker) for one in result.verdicts for found in one.findings]
    haystacks = [verdict_row(one) for one in result.verdicts]
    return {**table(rows), "haystacks": haystacks, "pooled": figures_row(result.pooled)}


def _notes(verdicts: Sequence[Verdict], journal: Journal, failures: Mapping[str, str]) -> list[str]:
    groups = [(one.haystack.id, subtopic.id) for one in verdicts for subtopic in one.haystack.subtopics]
    found = [stats.design(groups).note, *call_notes(list(journal.calls.values()), (), failures, ())]
    unread = sum(one.unread for one in verdicts)
    if unread:
        found.append(f"{unread} pairs have no readable answer of the model; there the local checker's stands.")
    return found
