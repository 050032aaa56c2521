"""Probes judges: asks them about texts whose right verdict is known, and counts how often they give it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import inputs
from hayrick.harness.naming.inputs import Input, Source
from hayrick.harness.naming.unused_options import require_used
from hayrick.harness.planning.plan_costs import PlannedCalls
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.running.demo import shipped_haystack
from hayrick.harness.running.used_options import used_by_judge
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.validating.judging import Given, Ready, cost, judged_by_each, missing_note, ready
from hayrick.harness.validating.planned_judging import plan_judging
from hayrick.judges.coverage.catalogue import JUDGES
from hayrick.probes import PROBES, Case, Probe, cases
from hayrick.probes.verdicts import Figures, Verdict, figures, paired
from hayrick.protocols import Progress, Task, silent
from hayrick.records.fields import table
from hayrick.records.read_files import fingerprint_bytes
from hayrick.records.write_files import to_json, write_json, write_jsonl
from hayrick.suggestions import did_you_mean
from hayrick.tasks.summhay import SubtopicGold, items_of
from hayrick.tasks.summhay import task as summhay_task
from hayrick.tasks.summhay.answers import answer_of
from hayrick.text import STOP_WORDS, words
from hayrick.types import BadInput, Haystack, Response, Summary

ENGLISH = 0.2
"""Least share of English function words in insights in English; those of SummHay's haystacks have .3 and more."""

LIMIT = 50
"""Most insights that a probe asks about, unless another number is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRequest:
    """Parameters of `hayrick probe`."""

    judges: Sequence[str]
    inputs: Sequence[Source] = ()
    """Haystacks in English; the one that ships if there are none."""

    probes: Sequence[str] = ()
    """Names of probes; all if there are none."""

    limit: int = LIMIT
    seed: int = 0
    models: ModelOptions = field(default_factory=ModelOptions)


class Probed(NamedTuple):
    """A judge, its figures and verdicts, and what they cost in USD; None if that is unknown or nothing was asked."""

    judge: str
    figures: list[Figures]
    verdicts: list[Verdict]
    usd: float | None


class Probing(NamedTuple):
    """One result for each judge; what was asked of models and what is unjudged, one line each."""

    judges: list[Probed]
    notes: list[str]


def probe(request: ProbeRequest, out: Path | None = None, progress: Progress = silent) -> Probing:
    """Ask judges about texts whose right verdict is known.

    Args:
        request: judges, haystacks, probes.
        out: directory for `probes.json`, `cases.jsonl`, manifest and calls of models; None to write nothing.
        progress: told how far it is.

    Raises:
        BadInput: a haystack, a name or an option is invalid, or no text can be made of the haystacks.
        OverBudget: the budget was reached; finished calls are kept in the journal.
    """
    sources, chosen, made, given, judges = _prepared(request)
    models = request.models
    parameters: dict[str, object] = {
        "haystacks": {one.haystack.id: one.fingerprint for one in sources},
        "judges": {name: one.signatures for name, one in judges.items()},
        "probes": [one.name for one in chosen],
        "texts": fingerprint_bytes(to_json([one.identity for one in made]).encode()),
        "limit": request.limit,
        "seed": request.seed,
        "method": stats.method(),
    }
    found, said, failures = list[Probed](), _notes(sources, chosen, made), dict[str, str]()
    with run_folder(out, "probe", parameters, _places(request)) as folder:
        for name, _, results in judged_by_each(judges, given, folder, models, progress, failures):
            verdicts = list(paired(made, [one.judgements for one in results]))
            said += missing_note(name, [one.judgement for one in verdicts], "verdicts are missing")
            usd = cost(results, folder.journal).usd
            found.append(Probed(name, list(figures(verdicts, chosen)), verdicts, usd))
        said += call_notes(folder.journal, (), failures, [one.judge for one in judges.values()])
        with folder.results() as place:
            if place is not None:
                write_json(place / "probes.json", probes_value(found))
                write_jsonl(place / "cases.jsonl", (one.row(of.judge) for of in found for one in of.verdicts))
    return Probing(found, said)


def plan_probes(request: ProbeRequest, out: Path | None = None) -> list[PlannedCalls]:
    """Count the calls of all judges that ask a model, and their cost; no call is made.

    Raises:
        BadInput: as `probe`.
    """
    *_, given, judges = _prepared(request)
    return plan_judging("probes", judges, given, request.models, out, _places(request))


class _Prepared(NamedTuple):
    sources: list[Input]
    probes: list[Probe]
    made: list[Case]
    given: list[Given[SubtopicGold, Summary]]
    judges: dict[str, Ready[SubtopicGold, Summary]]


def _prepared(request: ProbeRequest) -> _Prepared:
    """Everything but the asking."""
    sources = inputs.read(list(request.inputs) or [str(shipped_haystack())])
    haystacks = [one.haystack for one in sources]
    _require_english(haystacks)
    chosen = _probes(request.probes)
    made = list(cases(haystacks, chosen, request.limit, request.seed))
    if not made:
        names = ", ".join(one.name for one in chosen)
        where = ", ".join(one.id for one in haystacks)
        raise BadInput(where, f"no insight of which a text of {names} can be made", "one", "Add haystacks or probes.")
    given, task = _given(made)
    models = request.models
    judges = {name: ready(name, task, models) for name in dict.fromkeys(request.judges)}
    require_used(models, {one for name, it in judges.items() for one in used_by_judge(name, it.judge, task, models)})
    return _Prepared(sources, chosen, made, given, judges)


def _notes(sources: Sequence[Input], probes: Sequence[Probe], made: Sequence[Case]) -> list[str]:
    """Which probes have no text here, how few subtopics one has, and which insights seem not to be in English."""
    with_text = {one.probe.name for one in made}
    absent = [one.name for one in probes if one.name not in with_text]
    found = [f"No text of these insights can be made for: {', '.join(absent)}."] if absent else []
    for one in sources:
        said = words(" ".join(insight.text for topic in one.haystack.subtopics for insight in topic.insights))
        if sum(word in STOP_WORDS for word in said) < ENGLISH * len(said):
            found.append(f"WARNING: {one.haystack.id}: its insights do not look English; the wordings of probes are.")
    return found


def _places(request: ProbeRequest) -> list[str]:
    """Files that are read."""
    return inputs.places(request.inputs, *request.models.files, code=request.judges)


def probes_value(found: Iterable[Probed]) -> dict[str, object]:
    """Content of `probes.json`."""
    return table([{**row.row(one.judge), "usd": one.usd} for one in found for row in one.figures])


def _probes(names: Sequence[str]) -> list[Probe]:
    """Probes of some names, in their own order; all if there are none."""
    known = {one.name: one for one in PROBES}
    for name in names:
        if name not in known:
            cure = did_you_mean(name, known, "")
            raise BadInput(f"--probe {name}", "no probe of that name", ", ".join(known), cure)
    return [one for one in PROBES if not names or one.name in names]


def _require_english(haystacks: Sequence[Haystack]) -> None:
    for one in haystacks:
        language = one.extra.get("language")
        if isinstance(language, str) and language.partition("-")[0] != "en":
            raise BadInput(one.id, f"insights in '{language}'", "English", "The wordings of probes are English.")


def _given(made: Sequence[Case]) -> tuple[list[Given[SubtopicGold, Summary]], Task[SubtopicGold, Summary]]:
    """Each text as a response to an item with the insights that are asked about, and the task of these items."""
    haystacks = [_asked(one) for one in made]
    given = []
    for case, haystack in zip(made, haystacks, strict=True):
        (item,) = items_of([haystack])
        lines = [f"- {' '.join(bullet.split())}" for bullet in case.text.bullets]
        response = Response(
            item=item, system=case.probe.name, context="full", answer=answer_of(lines, {}), reply="\n".join(lines)
        )
        given.append(Given(f"{haystack.id}/{item.id}", item, response))
    return given, replace(summhay_task(haystacks), judges=JUDGES)


def _asked(case: Case) -> Haystack:
    """The haystack with nothing but the insights that a text is asked about, and the sentences that resemble them."""
    subtopic = replace(case.subtopic, id=f"{case.subtopic.id}/{case.probe.name}", insights=case.text.insights)
    return replace(case.haystack, documents=(), subtopics=(subtopic,), held_by={})
