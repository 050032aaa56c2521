"""Run systems that need no model service, judge what they say, and write a run directory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from hayrick import __version__, stats
from hayrick.attribution import Attributor, load_model, repair
from hayrick.estimates import PER_SUMMARY, Estimated, Key, estimate, estimate_row
from hayrick.harness import catalogue
from hayrick.harness.catalogue import Input
from hayrick.harness.jobs import Unit, score_rows
from hayrick.harness.journal import Call, Journal
from hayrick.harness.model_runs import Asking, asking_judges, fill, units_of
from hayrick.harness.models import ModelSystem
from hayrick.harness.notes import call_notes, notes
from hayrick.harness.plan import Planned, plan
from hayrick.harness.prices import read_prices
from hayrick.harness.unused_options import require_heeded
from hayrick.harness.user_systems import YourSystem
from hayrick.measures import summary_scores
from hayrick.records import manifest
from hayrick.records.files import write_json, write_jsonl
from hayrick.records.outputs import require_made, require_no_input
from hayrick.records.rows import ROWS, judgement_row, score_row, summary_row, table
from hayrick.replies.bullets import Compat
from hayrick.types import BadInput, Haystack, Judge, Judgement, Score, Subtopic, Summary, System

CitationChoice = Literal["own", "repaired", "both"]
Progress = Callable[[str, int, int], None]
PLAN = "plan.json"
"""File of `hayrick plan`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What `hayrick run` is asked to do."""

    inputs: Sequence[str]
    systems: Sequence[str]
    judge: str
    citations: CitationChoice = "own"
    compat: Compat = None
    limit: int | None = None
    """At most so many subtopics of each haystack, the first ones."""
    attribution: str = "trained"
    """Model of repaired citations: "trained", "threshold", or the path of a model file."""
    seed: int = 0
    allow_unheld: bool = False
    asking: Asking = field(default_factory=Asking)
    """How models are asked, where the run asks any."""


@dataclass(slots=True, kw_only=True)
class Result:
    """Everything that a run found; `notes` are for the reader, one line each."""

    summaries: list[Summary] = field(default_factory=list)
    repaired: list[Summary] = field(default_factory=list)
    """The same summaries with repaired citations, where they were asked for."""
    judgements: list[Judgement] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    estimates: list[Estimated] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    makers: dict[tuple[str, str], str] = field(default_factory=dict)
    """Signature of the system of each (system, context)."""
    calls: list[Call] = field(default_factory=list)
    """Finished calls of models, those of earlier runs in the same directory included."""


def run(request: Request, out: Path | None = None, progress: Progress = lambda what, done, total: None) -> Result:
    """Run, judge and score; write a run directory where one is named.

    Args:
        request: what to do.
        out: the run directory, made where it does not exist; None writes nothing.
        progress: told (what, done, total) as the work goes on.

    Raises:
        BadInput: an input, a name or the directory is not what it must be; nothing is written then.
    """
    allow_unheld = request.allow_unheld or request.compat == "paper"
    sources = catalogue.inputs(request.inputs, allow_unheld=allow_unheld)
    haystacks = [source.haystack for source in sources]
    journal = Journal(None)
    made = _made(request, haystacks, journal)
    repairs = (request.attribution, request.citations != "own")
    require_heeded(request.asking, list(made.systems.values()), made.judge, repairs)
    parameters = _parameters(request, sources, made)
    places = _places(request, sources)
    if out is not None:
        manifest.require_free(out, "run", parameters, places)
    # Whatever is wrong with a prompt shows before anything is claimed or paid.
    units = _units(request, haystacks, made) if made.asks else []
    if out is not None and made.asks:
        # What is asked is kept from the first call on; other runs leave nothing behind if they fail.
        manifest.claim(out, "run", parameters, sources=places)
        journal.open_in(out)
    result = Result()
    try:
        failures = _ask(request, units, made, journal, out, progress) if made.asks else {}
        for number, haystack in enumerate(haystacks):
            progress(haystack.id, number, len(haystacks))
            _answer(result, request, haystack, haystack.subtopics[: request.limit], made, progress)
    finally:
        journal.close()
    progress("intervals", len(haystacks), len(haystacks))
    result.estimates = estimate(result.scores, _signature(request, sources, made.judge, result.makers))
    result.calls = list(journal.calls.values())
    result.notes = [
        *notes(result.summaries, result.judgements, result.scores, haystacks),
        *call_notes(result.calls, result.summaries, failures, asking_judges(made.judge)),
    ]
    if out is not None:
        manifest.claim(out, "run", parameters, sources=places)
        _write(out, result, judged=made.judge is not None)
        manifest.finish(out, "run", parameters, sources=places)
    return result


def plan_run(request: Request, out: Path | None = None) -> list[Planned]:
    """What a run would ask, and what it would cost; nothing is asked.

    Args:
        request: of the run.
        out: folder for `plan.json`.

    Raises:
        BadInput: an input or a name is not what it must be.
    """
    sources = catalogue.inputs(request.inputs, allow_unheld=request.allow_unheld)
    haystacks = [source.haystack for source in sources]
    if out is not None:
        require_no_input([out / PLAN], _places(request, sources))
        require_made(out / PLAN, ROWS, "plan")
    made = _made(request, haystacks, Journal(None))
    found = plan(_units(request, haystacks, made), made.judge, request.asking, read_prices(request.asking.prices))
    if out is not None:
        write_json(out / PLAN, table([one._asdict() for one in found]))
    return found


def _places(request: Request, sources: Sequence[Input]) -> list[str]:
    return catalogue.places(
        [source.source for source in sources], *request.systems, request.attribution, *request.asking.files
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """The systems and the judge of a run, by name."""

    systems: Mapping[str, System]
    judge: Judge | None

    @property
    def asks(self) -> bool:
        """Whether anything is asked that a journal must keep."""
        asking = any(isinstance(system, ModelSystem | YourSystem) for system in self.systems.values())
        return asking or bool(asking_judges(self.judge))


def _made(request: Request, haystacks: Sequence[Haystack], journal: Journal) -> _Made:
    systems = {
        spec: catalogue.system(
            spec, haystacks, compat=request.compat, seed=request.seed, asking=request.asking, journal=journal
        )
        for spec in request.systems
    }
    judge = catalogue.judge(request.judge, haystacks, compat=request.compat, asking=request.asking, journal=journal)
    return _Made(systems=systems, judge=judge)


def _units(request: Request, haystacks: Sequence[Haystack], made: _Made) -> list[Unit]:
    wanted = [(haystack, haystack.subtopics[: request.limit]) for haystack in haystacks]
    return units_of(made.systems.values(), wanted, made.judge)


def _ask(
    request: Request,
    units: Sequence[Unit],
    made: _Made,
    journal: Journal,
    out: Path | None,
    progress: Progress,
) -> dict[str, str]:
    def rows(unit: Unit, summary: Summary) -> list[Score]:
        return score_rows(unit.subtopic, unit.haystack, summary, made.judge) if made.judge is not None else []

    return fill(units, made.judge, journal, request.asking, out, rows, progress)


def _answer(
    result: Result,
    request: Request,
    haystack: Haystack,
    subtopics: Sequence[Subtopic],
    made: _Made,
    progress: Progress,
) -> None:
    summaries = _with_failures(haystack, subtopics, _summaries(made, haystack, subtopics, result.makers))
    result.summaries.extend(summaries)
    repaired = _repaired(request, haystack, summaries, progress)
    result.repaired.extend(repaired)
    if made.judge is not None:
        _score(result, request.citations, haystack, subtopics, summaries, repaired, made.judge)


def _parameters(request: Request, sources: Sequence[Input], made: _Made) -> dict[str, object]:
    return {
        "inputs": [{"haystack": source.haystack.id, "fingerprint": source.fingerprint} for source in sources],
        "systems": {spec: system.signature for spec, system in made.systems.items()},
        "judge": {"name": request.judge, "signature": made.judge.signature if made.judge else "none"},
        "citations": request.citations,
        "attribution": load_model(request.attribution).name if request.citations != "own" else None,
        "compat": request.compat,
        "limit": request.limit,
        "seed": request.seed,
        "allow_unheld": request.allow_unheld,
    }


def _summaries(
    made: _Made, haystack: Haystack, subtopics: Sequence[Subtopic], makers: dict[tuple[str, str], str]
) -> list[Summary]:
    found: dict[tuple[str, str, str], Summary] = {}
    for spec, system in made.systems.items():
        for summary in system.summaries(haystack, subtopics):
            identity = (summary.subtopic, summary.system, summary.context)
            if identity in found:
                what = f"two summaries of '{summary.subtopic}' by '{summary.system}' ({summary.context})"
                raise BadInput(f"--system {spec}", what, "each system once", "Drop one of the --system options.")
            found[identity] = summary
            makers[summary.system, summary.context] = system.signature
    return list(found.values())


def _with_failures(haystack: Haystack, subtopics: Sequence[Subtopic], given: Sequence[Summary]) -> list[Summary]:
    """The summaries, and an empty one for every subtopic that a system did not answer: failures cannot vanish."""
    have = {(summary.system, summary.context, summary.subtopic) for summary in given}
    makers = dict.fromkeys((summary.system, summary.context) for summary in given)
    missing = [
        Summary(
            haystack=haystack.id,
            subtopic=subtopic.id,
            system=system,
            context=context,
            bullets=(),
            reply="",
            n_lines=0,
        )
        for system, context in makers
        for subtopic in subtopics
        if (system, context, subtopic.id) not in have
    ]
    return [*given, *missing]


def _score(
    result: Result,
    choice: CitationChoice,
    haystack: Haystack,
    subtopics: Iterable[Subtopic],
    summaries: Sequence[Summary],
    repaired: Sequence[Summary],
    judge: Judge,
) -> None:
    by_id = {subtopic.id: subtopic for subtopic in subtopics}
    for number, summary in enumerate(summaries):
        judgements = judge.judge(by_id[summary.subtopic], summary)
        anew = repaired[number] if choice != "own" else None
        result.judgements.extend(judgements)
        result.scores.extend(
            summary_scores(summary, judgements, haystack.held_by, own=choice != "repaired", repaired=anew)
        )


def _repaired(request: Request, haystack: Haystack, summaries: Sequence[Summary], progress: Progress) -> list[Summary]:
    if request.citations == "own":
        return []
    attributor = Attributor(haystack.documents, model=request.attribution)
    found = []
    for number, summary in enumerate(summaries):
        progress(f"{haystack.id}: repairing", number, len(summaries))
        found.append(repair(summary, attributor))
    return found


def _signature(
    request: Request, sources: Sequence[Input], judge: Judge | None, makers: Mapping[tuple[str, str], str]
) -> Callable[[Key], str]:
    prints = {source.haystack.id: source.fingerprint for source in sources}
    repair_model = f"repaired:{load_model(request.attribution).name}" if request.citations != "own" else ""
    everything = "+".join(prints.values())
    shared = f"judge:{judge.signature if judge else 'none'}|compat:{request.compat or 'no'}|{stats.method()}"
    limit = f"|limit:{request.limit}" if request.limit is not None else ""

    def signature(key: Key) -> str:
        mean = "summary" if key.measure.endswith(PER_SUMMARY) else "pooled"
        data = prints[key.haystack] if key.haystack is not None else everything
        measure = key.measure.removesuffix(PER_SUMMARY)
        citations = repair_model if key.citations == "repaired" else "own"
        system = f"system:{makers[key.system, key.context]}"
        return f"{measure}|mean:{mean}|{system}|citations:{citations}|{shared}{limit}|data:{data}|hayrick:{__version__}"

    return signature


def _write(out: Path, result: Result, *, judged: bool) -> None:
    repaired: Sequence[Summary | None] = result.repaired or [None] * len(result.summaries)
    write_jsonl(out / "summaries.jsonl", map(summary_row, result.summaries, repaired))
    if judged:
        write_jsonl(out / "judgements.jsonl", map(judgement_row, result.judgements))
        write_jsonl(out / "scores.jsonl", map(score_row, result.scores))
        write_json(out / "estimates.json", table([estimate_row(one) for one in result.estimates]))
