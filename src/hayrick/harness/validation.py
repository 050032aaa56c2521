"""Validate judges against human annotations: a join of their labels on the same insights.

Source: SummHay, section 4.3 and table 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.agreement import Agreement, Pair, agreement
from hayrick.harness.catalogue import JUDGES, unknown
from hayrick.judges.lexical import LocalJudge
from hayrick.parsing import parse_summary
from hayrick.records import manifest
from hayrick.records.files import fingerprint_file, write_json, write_jsonl
from hayrick.records.labels import Annotated, StoredLabel, read_annotations
from hayrick.records.rows import judgement_row, table
from hayrick.types import LABEL_VALUES, BadInput, Judge, Judgement, Summary, Unparsed

HUMAN = "human"
Progress = Callable[[str, int, int], None]


class Validated(NamedTuple):
    """A judge and its agreement with people."""

    judge: str
    agreement: Agreement


def validate(
    path: Path,
    judges: Sequence[str],
    out: Path | None = None,
    progress: Progress = lambda what, done, total: None,
) -> list[Validated]:
    """Agreement of each judge with the people who labelled the same insights.

    Args:
        path: an annotation file.
        judges: `recorded:NAME` for stored answers, or `local`.
        out: directory for `agreement.json`, `judgements.jsonl` and the manifest.
        progress: told (what, done, total).

    Raises:
        BadInput: the file or a name is not what it must be.
    """
    annotated = read_annotations(path)
    raters = {name: _rater(name, annotated, path) for name in dict.fromkeys(judges)}
    parameters: dict[str, object] = {
        "annotations": fingerprint_file(path),
        "judges": list(raters),
        "method": stats.method(),
    }
    if out is not None:
        manifest.require_free(out, "validate", parameters)
    summaries = [_summary(item) for item in annotated]
    judgements: list[Judgement] = []
    for item, summary in zip(annotated, summaries, strict=True):
        judgements.extend(_stored(item, summary, HUMAN, item.human))
    found = []
    for number, (name, rate) in enumerate(raters.items()):
        progress(name, number, len(raters))
        given = [row for item, summary in zip(annotated, summaries, strict=True) for row in rate(item, summary)]
        judgements.extend(given)
        found.append(Validated(name, agreement(list(_pairs(annotated, given)))))
    if out is not None:
        manifest.claim(out, "validate", parameters)
        write_jsonl(out / "judgements.jsonl", map(judgement_row, judgements))
        write_json(out / "agreement.json", table([{"judge": name, **_row(one)} for name, one in found]))
        manifest.finish(out, "validate", parameters)
    return found


def _row(found: Agreement) -> dict[str, object]:
    return {**asdict(found), "usd": None}


Rater = Callable[[Annotated, Summary], list[Judgement]]


def _rater(name: str, annotated: Sequence[Annotated], path: Path) -> Rater:
    if name == "local":
        judge: Judge = LocalJudge()
        return lambda item, summary: list(judge.judge(item.subtopic, summary))
    stored = name.removeprefix("recorded:")
    names = list(dict.fromkeys(key for item in annotated for key in item.judges))
    if name.startswith("recorded:") and stored in names:
        return lambda item, summary: _stored(item, summary, name, item.judges.get(stored, {}))
    if name.startswith("recorded"):
        choices = ", ".join(f"recorded:{key}" for key in names) or "none: the file stores no judge"
        raise BadInput(f"--judge {name}", f"{path} stores no such judge", choices)
    raise unknown("judge", name, {key: text for key, text in JUDGES.items() if key != "none"})


def _summary(item: Annotated) -> Summary:
    bullets, n_lines = parse_summary(item.lines, {})
    return Summary(
        haystack=item.topic,
        subtopic=item.subtopic.id,
        system=item.key,
        context="",
        bullets=bullets,
        reply="\n".join(item.lines),
        n_lines=n_lines,
    )


def _stored(item: Annotated, summary: Summary, rater: str, labels: Mapping[str, StoredLabel]) -> list[Judgement]:
    """Stored labels as judgements; here a link may name any line, as people and stored judges saw all lines."""
    rows = []
    for insight in item.subtopic.insights:
        label = labels.get(insight.id)
        in_range = label is not None and label.bullet is not None and label.bullet <= summary.n_lines
        rows.append(
            Judgement(
                haystack=summary.haystack,
                subtopic=summary.subtopic,
                system=summary.system,
                context=summary.context,
                insight=insight.id,
                judge=rater,
                label=label.label if label else None,
                value=LABEL_VALUES[label.label] if label else None,
                bullet=label.bullet if label and in_range else None,
                unparsed=None if label else Unparsed(reason="no stored label"),
            )
        )
    return rows


def _pairs(annotated: Sequence[Annotated], given: Iterable[Judgement]) -> Iterable[Pair]:
    rows = iter(given)
    for item in annotated:
        for insight in item.subtopic.insights:
            row, human = next(rows), item.human[insight.id]
            yield Pair(
                cluster=f"{item.topic}/{item.subtopic.id}",
                judge_value=row.value,
                judge_label=row.label,
                judge_bullet=row.bullet,
                human_value=LABEL_VALUES[human.label],
                human_label=human.label,
                human_bullet=human.bullet,
            )
