"""Makes a haystack from a scenario: plans, writes, checks, and writes it with its gold data to one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib import resources
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from hayrick import __version__
from hayrick.checking.second import SECOND
from hayrick.checking.soundness import MADE
from hayrick.checking.verdicts import Verdict, verdict
from hayrick.harness.haystacks.authors import LOCAL, Authors, author_notes, plan_with_models
from hayrick.harness.haystacks.local_checks import checked_as_written
from hayrick.harness.haystacks.writing import REPORT, Written, written_documents
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import inputs
from hayrick.harness.naming.unused_options import ANY_MODEL, require_used
from hayrick.harness.running.call_notes import call_notes
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.storage.journal import Journal
from hayrick.harness.work.processes import Processes
from hayrick.haystacks.files import write_haystack
from hayrick.protocols import Progress, silent
from hayrick.records.outputs import require_made, require_new, require_no_input
from hayrick.records.read_files import fingerprint_file
from hayrick.records.write_files import write_json, write_text
from hayrick.records.yaml import to_yaml
from hayrick.suggestions import did_you_mean
from hayrick.synthesis import Scenario, assign, haystack_of, read_scenario
from hayrick.synthesis.planfile import scenario_value
from hayrick.synthesis.scenario import Range
from hayrick.synthesis.template.realisations import require_material
from hayrick.types import BadInput, Haystack

TEMPLATE = "template"
PLAN, PLAN_REPORT = "plan.yaml", "plan.report.json"
_CURE = "Choose another --out, or --overwrite."
SHORT = 0.9
"""A haystack is reported as too short if its documents have less than this share of the wanted words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SynthesisRequest:
    """Parameters of `hayrick synth`; numbers that are None are the scenario's."""

    scenario: str
    out: Path
    writer: str = TEMPLATE
    planner: str | None = None
    checker: str = LOCAL
    documents: int | None = None
    words: int | None = None
    seed: int | None = None
    plan_only: bool = False
    processes: int = 1
    overwrite: bool = False
    models: ModelOptions = field(default_factory=ModelOptions)


class MadeHaystack(NamedTuple):
    """A haystack and its verdict, both None if only a plan was made; and notes for the reader."""

    scenario: Scenario
    haystack: Haystack | None
    verdict: Verdict | None
    notes: list[str]


def scenarios() -> Mapping[str, Path]:
    """Bundled scenarios: name -> path."""
    folder = Path(str(resources.files("hayrick.bundled"))) / "scenarios"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def scenario_path(name: str) -> Path:
    """Path of a scenario, given as a file or as the name of a bundled one.

    Raises:
        BadInput: it is neither; the message suggests the nearest name.
    """
    bundled = scenarios()
    shown = name if len(name) <= 80 else f"{name[:80]}..."
    if name in bundled and not Path(name).is_file():
        return bundled[name]
    if Path(name).suffix in (".yaml", ".yml") or Path(name).exists():
        return Path(name)
    cure = did_you_mean(name, bundled, "See docs/guide/scenarios.md for the format.")
    expected = f"a YAML file, or one of {', '.join(bundled)}"
    raise BadInput("SCENARIO", f"no file and no bundled scenario '{shown}'", expected, cure)


def synthesise(request: SynthesisRequest, progress: Progress = silent) -> MadeHaystack:
    """Make a haystack and write it.

    If models are asked, or a person is to review the plan, a folder next to the file stores the plan, all finished
    calls and the reports. An existing plan in that folder is used as it is, including changes made by a person.

    Args:
        request: parameters of the synthesis.
        progress: told how far it is.

    Raises:
        BadInput: the scenario, a name or the place is invalid, or another haystack is there, and the request does not
            say that it is to be replaced; nothing is written then.
        OverBudget: the budget was reached; finished calls are kept.
        HayrickError: a model cannot be reached, or never answered.
    """
    path = scenario_path(request.scenario)
    if request.out.is_dir():
        raise BadInput(str(request.out), "a folder", "a file for the haystack", "Name one: --out FILE.json.")
    folder = request.out.with_name(f"{request.out.stem}.synth")
    places = inputs.places([path], *request.models.files)
    require_no_input([request.out, folder / PLAN_REPORT, folder / REPORT], places)
    require_new([request.out], (), overwrite=True)
    standing = None if request.overwrite else require_made(request.out, MADE, "synth", _CURE)
    scenario, fingerprint = read_scenario(path)
    scenario = _changed(scenario, request)
    authors = _authors(request, scenario, progress)
    if request.plan_only and request.processes > 1:
        raise BadInput("--processes", "with --plan-only", "one of them", "A plan is made in one process.")
    if not authors.asks:
        require_material(scenario)
    if authors.planner is None:
        assign(scenario)  # Report an infeasible scenario before anything is written.
    if authors.asks:
        authors.models.reach()
    parameters: dict[str, object] = {
        "scenario": {"name": scenario.name, "fingerprint": fingerprint},
        "documents": scenario.documents,
        "words": list(scenario.words),
        "seed": scenario.seed,
        "writer": request.writer,
        "authors": authors.signature,
    }
    if standing is not None:
        _require_alike(request.out, standing, parameters)
    kept = folder if request.plan_only or authors.asks or (folder / PLAN).exists() else None
    with (
        run_folder(kept, "synth", parameters, places, authors.journal, worthless=[PLAN]) as run,
        Processes(request.processes) as processes,
    ):
        run.keep_calls() if authors.asks else run.take()
        scenario, notes = _planned(scenario, authors, kept)
        if request.plan_only:
            return MadeHaystack(scenario, None, None, [*notes, *_plan_notes(folder)])
        written = written_documents(scenario, authors, kept, processes, progress)
        notes += [*written.notes, *author_notes(authors)]
        notes += call_notes(authors.journal, (), {}, ())
        with run.results():
            haystack = _haystack(scenario, written, request, parameters, kept)
            local = checked_as_written(haystack, written.checker, processes, progress)
            found = verdict(haystack, local.findings, attributed=local.attributed, copies=local.duplicates)
            haystack = _with_checks(haystack, found)
            write_haystack(request.out, haystack, is_new=standing is None and not request.overwrite)
        notes += processes.notes
    return MadeHaystack(scenario, haystack, found, [*_length_notes(haystack, written.words), *notes])


def _require_alike(out: Path, standing: Mapping[str, object], parameters: Mapping[str, object]) -> None:
    """Reject a place where there is a haystack that another command made.

    Of one with a plan, its documents and words are the plan's, which a person may have changed.

    Args:
        out: the place.
        standing: what is there.
        parameters: of the haystack that is to be made.

    Raises:
        BadInput: the haystack there was made with another parameter.
    """
    made = standing.get(MADE)
    found = made if isinstance(made, dict) else {}
    free = ("documents", "words") if "plan" in found else ()
    names = [name for name in parameters if name not in free and found.get(name) != parameters[name]]
    if names:
        what = f"a haystack that another command made (differs in {', '.join(names)})"
        raise BadInput(str(out), what, "a new file, or the same command", _CURE)


def _haystack(
    scenario: Scenario,
    written: Written,
    request: SynthesisRequest,
    parameters: Mapping[str, object],
    kept: Path | None,
) -> Haystack:
    """The haystack with its gold data, and a record of how it was made."""
    plan = {"plan": fingerprint_file(kept / PLAN)} if kept is not None else {}
    made_of = {**parameters, **plan, "documents": scenario.documents, "words": list(scenario.words)}
    maker = {"hayrick": __version__, **made_of, "seed": scenario.seed, **written.report}
    return haystack_of(scenario, written.documents, written.statements, request.out.stem, maker)


def _with_checks(haystack: Haystack, found: Verdict) -> Haystack:
    """The haystack with what both checks find of it in the record of how it was made."""
    recorded = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
    checks = {
        "recorded": len(recorded),
        LOCAL: found.figures.present,
        SECOND: len(recorded & (found.attributed or frozenset())),
        "differ": len(found.differing),
    }
    made_of = haystack.extra[MADE]
    made = {**(made_of if isinstance(made_of, Mapping) else {}), "checks": checks}
    return replace(haystack, extra={**haystack.extra, MADE: made})


def _changed(scenario: Scenario, request: SynthesisRequest) -> Scenario:
    """The scenario with the request's numbers, if given, in place of its own.

    Of fewer documents than the scenario's a proportionate share must state an insight, at least one.
    """
    documents = scenario.documents if request.documents is None else request.documents
    least = scenario.minimum_documents
    if documents < scenario.documents:
        least = min(least, max(1, least * documents // scenario.documents))
    return replace(
        scenario,
        documents=documents,
        minimum_documents=least,
        words=scenario.words if request.words is None else Range(request.words, request.words),
        seed=scenario.seed if request.seed is None else request.seed,
    )


def _authors(request: SynthesisRequest, scenario: Scenario, progress: Progress) -> Authors:
    """Choose the models that plan, write and check.

    Raises:
        BadInput: a name is not a model's, or an option is not used.
    """
    writer = None if request.writer == TEMPLATE else request.writer
    planner = request.planner or (writer if _is_open(scenario) else None)
    for option, name in (("--writer", writer), ("--planner", planner), ("--checker", request.checker)):
        if name is not None and "/" not in name and (option, name) != ("--checker", LOCAL):
            usual = {"--writer": "'template', or ", "--checker": "'local', or "}.get(option, "")
            near = did_you_mean(name, {"--writer": [TEMPLATE], "--checker": [LOCAL]}.get(option, []))
            raise BadInput(option, f"'{name}'", f"{usual}a model by Inspect's name such as openai/gpt-4o", near)
    if writer is None and planner is None:
        if request.checker != LOCAL:
            cure = "Make the haystack, then: hayrick verify FILE --checker MODEL."
            raise BadInput("--checker", f"'{request.checker}' with the template writer", "a model that writes", cure)
        require_used(request.models, ())
    require_used(request.models, ANY_MODEL - {"temperature"} | {"window", "arguments"})
    return Authors(
        planner=planner,
        writer=writer,
        checker=request.checker,
        models=request.models,
        journal=Journal(None),
        progress=progress,
    )


def _is_open(scenario: Scenario) -> bool:
    """Whether parts of the plan are missing: a complete scenario has insights and a query for every subtopic."""
    return not scenario.subtopics or not all(one.insights and one.query for one in scenario.subtopics)


def _planned(scenario: Scenario, authors: Authors, folder: Path | None) -> tuple[Scenario, list[str]]:
    """The complete scenario: the plan in the folder if there is one, else a new plan, which is stored there."""
    if folder is not None and (folder / PLAN).exists():
        found, _ = read_scenario(folder / PLAN)
        return replace(found, name=scenario.name), [f"The plan was read from {folder / PLAN}."]
    notes: list[str] = []
    if authors.planner is not None:
        planned = plan_with_models(scenario, authors)
        scenario, report = planned.scenario, planned.report
        if folder is not None:
            write_json(folder / PLAN_REPORT, asdict(report))
        notes.append(
            f"Planned: {report.kept_subtopics} of {report.proposed_subtopics} proposed subtopics and "
            f"{report.kept_insights} of {report.proposed_insights} proposed insights were kept."
        )
        notes.extend([*report.remarks, *report.short])
    if folder is not None:
        write_text(folder / PLAN, to_yaml(scenario_value(scenario)))
    return scenario, notes


def _plan_notes(folder: Path) -> list[str]:
    return [
        f"The plan is written to {folder / PLAN}. Read it, change what you like, and give the same command without "
        "--plan-only."
    ]


def _length_notes(haystack: Haystack, wanted: float) -> list[str]:
    mean = fmean(len(document.text.split()) for document in haystack.documents)
    if mean < SHORT * wanted:
        return [f"Documents have {mean:.0f} words, not {wanted:.0f}: the scenario's texts do not suffice for more."]
    return []
