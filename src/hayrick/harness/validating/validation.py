"""Validates judges against human annotations: compares their labels on the same insights.

Source: SummHay, section 4.3 and table 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.agreement import Pair, agreement
from hayrick.ceiling import beside
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming import inputs
from hayrick.harness.planning.plan_costs import PlannedCalls
from hayrick.harness.running.call_notes import call_notes, parts_of
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.validating.among_people import among_people, annotators, unanswered
from hayrick.harness.validating.judged_summaries import (
    Validated,
    agreement_value,
    bias_of,
    flat,
    manual,
    published_usd,
    shift_of,
)
from hayrick.harness.validating.judging import cost, judged_by_each, missing_note
from hayrick.harness.validating.labelled_summaries import RECORDED, Annotations, Labelled, prepared, stored
from hayrick.harness.validating.planned_judging import plan_judging
from hayrick.haystacks.labels import Annotated, insights_print
from hayrick.judge_differences import judge_differences
from hayrick.judges.combined import stability
from hayrick.protocols import Judge, Progress, about_of, silent
from hayrick.records.read_files import fingerprint_file
from hayrick.records.rows import judgement_row
from hayrick.records.write_files import write_json, write_jsonl
from hayrick.types import LABEL_VALUES, Judgement, Summary

HUMAN = "human"


class Validation(NamedTuple):
    """What a validation found."""

    judges: list[Validated]
    """One result for each judge, with its differences from the first; then people among themselves, where several
    labelled the same; beside judges of SummHay's release also what it published of people among themselves."""

    notes: list[str]
    """Why pairs are unjudged, and what was asked of models, one line each."""


def validate(
    path: Path,
    judges: Sequence[str],
    out: Path | None = None,
    models: ModelOptions | None = None,
    progress: Progress = silent,
) -> Validation:
    """Measure the agreement of judges with the people who labelled the same insights; other summaries are left out.

    Args:
        path: an annotation file.
        judges: `recorded:NAME` for stored labels, `local`, a model, an ensemble, or a user's own judge.
        out: directory for `agreement.json`, `judgements.jsonl`, manifest and calls of models; None to write nothing.
        models: options of models.
        progress: told how far it is.

    Raises:
        BadInput: the file or a name is invalid, an option is given that none of the judges uses, or a function of the
            user's that judges raised whenever it was called.
    """
    models = models or ModelOptions()
    annotated, labelled, task, made, given = prepared(path, judges, models)
    parameters: dict[str, object] = {
        "annotations": fingerprint_file(path),
        "judges": {name: one.signatures for name, one in made.items()},
        "method": stats.method(),
    }
    people = [_by_people(one) for one in labelled]
    rows = [
        (one, row) for one, of in zip(labelled, people, strict=True) for some in of.values() for row in some.values()
    ]
    found, said, failures = list[Validated](), unanswered(annotated), dict[str, str]()
    judged: dict[str, list[Pair]] = {}
    places = inputs.places([path], *models.files, code=judges)
    with run_folder(out, "validate", parameters, places) as folder:
        for name, judge, verdicts in judged_by_each(made, given, folder, models, progress, failures):
            rows.extend((one, row) for one, some in zip(labelled, verdicts, strict=True) for row in some.judgements)
            given_rows = [row for some in verdicts for row in some.judgements]
            said += missing_note(name, given_rows, "pairs are unjudged")
            pairs = _pairs(annotated, given_rows, people)
            judged[name] = flat(pairs)
            one = _validated(name, annotated, pairs, given_rows, cost(verdicts, folder.journal).usd)
            found.append(one._replace(n_in_sample=_in_sample(judge.judge, annotated)))
        apart = judge_differences(judged)
        found = [one._replace(differences=tuple(row for row in apart if row.judge == one.judge)) for one in found]
        said += call_notes(folder.journal, (), failures, [one.judge for one in made.values()])
        if (reached := among_people(annotated, flat(pairs))) is not None:
            found.append(reached)
        if any(one.published for one in found):
            found.append(manual(annotated, pairs))
        with folder.results() as place:
            if place is not None:
                lines = ({**judgement_row(task, one.response, row), "linked": row.link} for one, row in rows)
                write_jsonl(place / "judgements.jsonl", lines)
                write_json(place / "agreement.json", agreement_value(found))
    return Validation(found, said)


def plan_validation(
    path: Path, judges: Sequence[str], out: Path | None = None, models: ModelOptions | None = None
) -> list[PlannedCalls]:
    """Count the calls of all judges that ask a model, and their cost; no call is made.

    Args:
        path: an annotation file.
        judges: as of `validate`.
        out: folder for `plan.json`; None to write nothing.
        models: options of models.

    Raises:
        BadInput: as `validate`.
    """
    models = models or ModelOptions()
    made, given = prepared(path, judges, models)[-2:]
    return plan_judging("labelled", made, given, models, out, inputs.places([path], *models.files, code=judges))


def _validated(
    name: str,
    annotated: Sequence[Annotated],
    pairs: Sequence[Sequence[Pair]],
    rows: Sequence[Judgement],
    usd: float | None,
) -> Validated:
    every = flat(pairs)
    published = published_usd(annotated, name.removeprefix(RECORDED)) if name.startswith(RECORDED) else None
    names = () if published is None else ("usd",)
    dollars = usd if published is None else published
    found = Validated(name, agreement(every), dollars, bias_of(annotated, pairs), names, stability(rows))
    return found._replace(
        n_summaries=len(annotated), shift=shift_of(every), beside=beside(every), annotators=annotators(annotated)
    )


def _in_sample(judge: Judge[Annotations, Summary], annotated: Sequence[Annotated]) -> int:
    """Summaries on whose insights the judge, or a part of an ensemble, was fitted."""
    prints = frozenset[str]().union(*(about_of(part).fitted_on for part in parts_of(judge)))
    return sum(insights_print(one.subtopic.insights) in prints for one in annotated)


def _by_people(one: Labelled) -> dict[str, dict[str, Judgement]]:
    """Annotator -> insight -> label as a judgement; insights without a label are left out."""
    return {
        name: {
            row.unit: row for row in stored(one, f"{HUMAN}:{name}" if name else HUMAN, labels) if row.label is not None
        }
        for name, labels in one.item.gold.annotated.people.items()
    }


def _pairs(
    annotated: Sequence[Annotated],
    given: Iterable[Judgement],
    people: Sequence[Mapping[str, Mapping[str, Judgement]]],
) -> list[list[Pair]]:
    """Pairs of each summary: the judge's verdicts in order, each with the label of every annotator."""
    rows = iter(given)
    return [
        [
            Pair(
                cluster=f"{item.topic}/{item.subtopic.id}",
                judge_value=row.value,
                judge_label=row.label,
                judge_bullet=row.link,
                human_value=LABEL_VALUES[said.label or ""],
                human_label=said.label or "",
                human_bullet=said.link,
                unit=(number, insight.id),
                annotator=name,
            )
            for insight, row in [(insight, next(rows)) for insight in item.subtopic.insights]
            for name, labels in of.items()
            if (said := labels.get(insight.id)) is not None
        ]
        for number, (item, of) in enumerate(zip(annotated, people, strict=True))
    ]
