"""Makes a haystack of one's own documents: finds which of them state the facts that answers should tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from hayrick import __version__
from hayrick.checking.collection import (
    MADE,
    UNCLEAR,
    Place,
    Undecided,
    haystack_of_facts,
    places_of,
    undecided_pairs,
)
from hayrick.checking.lacking import LACKING, with_lacks
from hayrick.checking.local import FOUND, Finding, Presence
from hayrick.checking.model import Doubt, settle
from hayrick.harness.haystacks.checkers import LOCAL, LOW, ROLE, Checker, answered
from hayrick.harness.haystacks.local_checks import searched
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.prices import read_prices
from hayrick.harness.naming import inputs
from hayrick.harness.planning.plan_costs import PlannedCalls, planned_calls
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.scheduling.asks import CountingAsk
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.work.finish import finish
from hayrick.harness.work.processes import Processes
from hayrick.haystacks.documents import LINES, Documents, read_documents, told
from hayrick.haystacks.facts import Facts, read_facts
from hayrick.haystacks.files import write_haystack
from hayrick.prompting import Template
from hayrick.protocols import Progress, silent
from hayrick.records.outputs import require_made, require_new, require_no_input
from hayrick.records.referred_files import SUFFIXES
from hayrick.types import BadInput, Haystack
from hayrick.wording import counted

HIGH = UNCLEAR[1]
"""A model is asked up to the probability up to which a person would be: higher than for `hayrick verify`, where there
are more facts."""

MOST_FACTS = 10_000
"""Facts of one haystack. Time and memory grow with their square, since each competes with all others."""

_CURE = "Choose another --out, or --overwrite."


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectRequest:
    """Parameters of `hayrick collect`; `low` and `high` are those of `Checker`.

    Documents and facts are paths, or values that were read already. Without `out` nothing is written, and `name` is the
    haystack's.
    """

    documents: Sequence[str] | Documents
    facts: Path | Facts
    out: Path | None
    name: str = "documents"
    checker: str = LOCAL
    low: float = LOW
    high: float = HIGH
    processes: int = 1
    overwrite: bool = False
    models: ModelOptions = field(default_factory=ModelOptions)


class Collected(NamedTuple):
    """A haystack, what a person should decide, and notes for the reader."""

    facts: Facts
    haystack: Haystack | None
    """None if no document states any fact; nothing is written then."""

    places: tuple[Place, ...]
    undecided: tuple[Undecided, ...]
    notes: list[str]

    @property
    def left_out(self) -> list[str]:
        """Ids of the facts that are found nowhere, and of which nobody has said that no document states them."""
        held = {one.insight for one in self.places}
        facts = [fact for question in self.facts.questions for fact in question.facts]
        return [one.id for one in facts if one.documents is None and one.id not in held]


def collect(request: CollectRequest, progress: Progress = silent) -> Collected:
    """Find the documents that state each fact, and write the haystack.

    A fact's own documents are taken as given. Those of the others are the ones in which `hayrick verify` would find the
    fact, without those whose sentence lacks half of it (`checking.lacking`). With a model as checker, finished calls
    are kept in a folder beside the file.

    Args:
        request: parameters.
        progress: told how far it is.

    Raises:
        BadInput: a document, a fact, an option or the place is invalid, or another haystack is there; nothing is
            written then.
        OverBudget: the budget was reached; finished calls are kept.
        HayrickError: a model cannot be reached, or never answered.
    """
    ready = _prepared(request)
    facts, checker = ready.facts, ready.checker
    if checker.asks:
        request.models.reach()
    kept = request.out.with_name(f"{request.out.stem}.collect") if checker.asks and request.out is not None else None
    # The folder holds calls alone, which are told apart by their questions: facts, bounds and model may change.
    with (
        run_folder(kept, "collect", {}, ready.read) as folder,
        Processes(request.processes) as processes,
    ):
        if checker.asks:
            folder.keep_calls()
        found = _findings(ready, processes, progress)
        notes = [*_reading_notes(ready.documents), *processes.notes]
        if ready.template is not None:
            failures: dict[str, str] = {}
            doubts = ready.doubts(found)
            said: Mapping[tuple[str, str], Presence]
            (said,) = checker.answers([doubts], ready.template, ready.cast, folder.journal, failures, progress)
            found = [answered(one, said) for one in found]
            notes += [*call_notes(folder.journal, (), failures, ()), *_unread(doubts, said)]
        places = tuple(places_of(facts, ready.documents.documents, found))
        collected = Collected(facts, None, places, tuple(undecided_pairs(facts, found)), notes)
        if not places:
            return collected
        made = {"hayrick": __version__, **ready.made_of, "least": FOUND}
        haystack = haystack_of_facts(facts, ready.documents.documents, _held(facts, places), ready.whole.id)
        haystack = replace(haystack, extra={MADE: {**made, **_record(collected)}})
        if request.out is not None:
            with folder.results():
                write_haystack(request.out, haystack, is_new=ready.standing is None and not request.overwrite)
    return collected._replace(haystack=haystack)


def plan_collect(request: CollectRequest, progress: Progress = silent) -> list[PlannedCalls]:
    """Count the calls of a model as checker, and their cost; no call is made, and nothing is written.

    Raises:
        BadInput: as `collect`.
    """
    ready = _prepared(request)
    if ready.template is None:
        return []
    with Processes(request.processes) as processes:
        doubts = ready.doubts(_findings(ready, processes, progress))
    ask = CountingAsk(cast=ready.cast, stand_in="")
    finish(settle(doubts, ask, ready.template, ROLE, request.models.judge_tokens))
    if not ask.counted:
        return []
    prices = read_prices(request.models.prices)
    jobs = [[one] for one in ask.counted]
    return [planned_calls("documents", "full", request.checker, jobs, prices, batch=request.models.batch)]


class _Prepared(NamedTuple):
    """Everything that is known before a document is searched."""

    documents: Documents
    facts: Facts
    read: list[str]
    """Files that are read."""

    checker: Checker
    template: Template | None
    cast: Cast
    whole: Haystack
    """All documents and facts, without places."""

    made_of: Mapping[str, object]
    """What the places depend on."""

    standing: Mapping[str, object] | None
    """The haystack that stands where this one is to be written."""

    def doubts(self, found: Sequence[Finding]) -> list[Doubt]:
        """What a model is asked: unclear pairs, and those to which a rule objects, however probable they are."""
        return self.checker.doubts(
            self.whole, [replace(one, gold=one.found and one.objection is None) for one in found]
        )


def _prepared(request: CollectRequest) -> _Prepared:
    documents = request.documents if isinstance(request.documents, Documents) else read_documents(request.documents)
    known = {one.id for one in documents.documents}
    facts = request.facts if isinstance(request.facts, Facts) else read_facts(request.facts, known)
    n = sum(len(question.facts) for question in facts.questions)
    if n > MOST_FACTS:
        expected = f"at most {MOST_FACTS:,}: each is compared with all others"
        raise BadInput(facts.name, f"{n:,} facts", expected, "Make several haystacks of them and of their documents.")
    files = [request.facts] if isinstance(request.facts, Path) else []
    if any(one.samefile(file) for one in files for file in documents.files):
        raise BadInput(str(request.facts), "one of the documents", "a file of facts alone", "Name it FACTS.yaml.")
    checker = Checker(name=request.checker, low=request.low, high=request.high, models=request.models)
    checker.require_options("collect", (LOW, HIGH))
    template, cast = checker.template(), checker.cast()
    read = inputs.places([*documents.files, *files], *request.models.files)
    made_of: dict[str, object] = {
        "documents": {"n": len(documents.documents), "fingerprint": documents.fingerprint},
        "facts": {"name": facts.name, "fingerprint": facts.fingerprint},
        "checker": {**checker.signature(cast, template), "lacking": LACKING},
    }
    standing = _require_place(request, read, made_of)
    name = request.out.stem if request.out is not None else request.name
    whole = haystack_of_facts(facts, documents.documents, None, name)
    return _Prepared(documents, facts, read, checker, template, cast, whole, made_of, standing)


def _require_place(
    request: CollectRequest, read: Sequence[str], made_of: Mapping[str, object]
) -> Mapping[str, object] | None:
    """Reject a place that is an input, would be one of the documents, or holds something else.

    Returns:
        What is there; None if nothing is, or it may be replaced whatever it is.

    Raises:
        BadInput: it is such a place.
    """
    if request.out is None:
        return None
    if request.out.is_dir():
        raise BadInput(str(request.out), "a folder", "a file for the haystack", "Name one: --out FILE.json.")
    require_no_input([request.out], read)
    if request.out.suffix.lower() in (*SUFFIXES, LINES):
        found = f"a name that ends in '{request.out.suffix}', as documents do"
        raise BadInput(str(request.out), found, "another ending", "Name it FILE.json.")
    require_new([request.out], (), overwrite=True)
    standing = None if request.overwrite else require_made(request.out, MADE, "collect", _CURE)
    if standing is not None:
        made = standing.get(MADE)
        names = [name for name in made_of if not isinstance(made, dict) or made.get(name) != made_of[name]]
        if names:
            what = f"a haystack that another command made (differs in {', '.join(names)})"
            raise BadInput(str(request.out), what, "a new file, or the same command", _CURE)
    return standing


def _findings(ready: _Prepared, processes: Processes, progress: Progress) -> list[Finding]:
    """What the local checker finds of the facts without given documents; all facts compete for the words of a text."""
    wanted = {fact.id for question in ready.facts.questions for fact in question.facts if fact.documents is None}
    if not wanted:
        return []
    found = searched(ready.whole, min(LOW, ready.checker.low), processes, progress)
    return list(with_lacks(ready.whole, [one for one in found if one.insight in wanted]))


def _held(facts: Facts, places: Sequence[Place]) -> dict[str, tuple[str, ...]]:
    """Id of each fact that a document states -> ids of these documents."""
    held: dict[str, tuple[str, ...]] = {}
    for question in facts.questions:
        for fact in question.facts:
            if holders := tuple(one.document for one in places if one.insight == fact.id):
                held[fact.id] = holders
    return held


def _record(collected: Collected) -> dict[str, object]:
    """What the haystack says of how its places were found."""
    texts = {fact.id: fact.text for question in collected.facts.questions for fact in question.facts}
    return {
        "places": [one.row() for one in collected.places],
        "undecided": [one.row() for one in collected.undecided],
        "left_out": [{"insight": one, "text": texts[one]} for one in collected.left_out],
    }


def _reading_notes(documents: Documents) -> list[str]:
    skipped, n = documents.skipped, documents.n_unwrapped
    found = [f"Not read in the folders: {told(skipped)} (files and folders)."] if skipped else []
    if n:
        found.append(
            f"{counted(n, 'text')} had lines that were broken at a fixed width: they are joined in the haystack."
        )
    return found


def _unread(doubts: Sequence[Doubt], said: Mapping[tuple[str, str], Presence]) -> list[str]:
    unread = sum(len(one.insights) for one in doubts) - len(said)
    pairs = counted(unread, "pair")
    return [f"For {pairs} the model gave no readable answer; the local checker's result is kept."] if unread else []
