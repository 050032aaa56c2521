"""Validate judges against human annotations: a join of their labels on the same insights.

Source: SummHay, section 4.3 and table 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from hayrick import stats
from hayrick.agreement import Agreement, Pair, agreement
from hayrick.harness import catalogue
from hayrick.harness.jobs import Unit
from hayrick.harness.journal import Journal
from hayrick.harness.model_runs import Asking, asking_judges, fill
from hayrick.haystacks.labels import Annotated, StoredLabel, read_annotations
from hayrick.judges.recorded import from_stored
from hayrick.records import manifest
from hayrick.records.files import fingerprint_file, write_json, write_jsonl
from hayrick.records.rows import judgement_row, table
from hayrick.replies.bullets import parse_summary
from hayrick.types import LABEL_VALUES, BadInput, Haystack, Judge, Judgement, Subtopic, Summary

HUMAN = "human"
Progress = Callable[[str, int, int], None]


class Validated(NamedTuple):
    """A judge, its agreement with people, and its cost in USD, None where nothing was asked or a price is unknown."""

    judge: str
    agreement: Agreement
    usd: float | None


def validate(
    path: Path,
    judges: Sequence[str],
    out: Path | None = None,
    asking: Asking | None = None,
    progress: Progress = lambda what, done, total: None,
) -> list[Validated]:
    """Agreement of each judge with the people who labelled the same insights.

    Args:
        path: an annotation file.
        judges: `recorded:NAME` for stored answers, `local`, a model, or an ensemble of the latter two.
        out: directory for `agreement.json`, `judgements.jsonl` and the manifest; a model's calls are kept there.
        asking: how models are asked.
        progress: told (what, done, total).

    Raises:
        BadInput: the file or a name is not what it must be.
    """
    annotated = read_annotations(path)
    asking = asking or Asking()
    journal = Journal(None)
    made = {name: _judge(name, annotated, path, asking, journal) for name in dict.fromkeys(judges)}
    parameters: dict[str, object] = {
        "annotations": fingerprint_file(path),
        "judges": {name: judge.signature for name, judge in made.items()},
        "method": stats.method(),
    }
    places = catalogue.places([path], *asking.files)
    asks = any(asking_judges(judge) for judge in made.values())
    if out is not None:
        manifest.require_free(out, "validate", parameters, places)
        if asks:
            manifest.claim(out, "validate", parameters, places)
            journal.open_in(out)
    summaries = _summaries(annotated)
    judgements: list[Judgement] = []
    for item, summary in zip(annotated, summaries, strict=True):
        judgements.extend(_stored(item, summary, HUMAN, item.human))
    found = []
    try:
        for number, (name, judge) in enumerate(made.items()):
            progress(name, number, len(made))
            if asking_judges(judge):
                fill(_units(annotated, summaries), judge, journal, asking, out, lambda unit, summary: [], progress)
            pairs = zip(annotated, summaries, strict=True)
            given = [row for item, summary in pairs for row in judge.judge(item.subtopic, summary)]
            judgements.extend(given)
            found.append(Validated(name, agreement(list(_pairs(annotated, given))), _usd(judge, journal)))
    finally:
        journal.close()
    if out is not None:
        manifest.claim(out, "validate", parameters, places)
        write_jsonl(out / "judgements.jsonl", map(judgement_row, judgements))
        write_json(out / "agreement.json", table([_row(one) for one in found]))
        manifest.finish(out, "validate", parameters, places)
    return found


def _usd(judge: Judge, journal: Journal) -> float | None:
    models = {one.model for one in asking_judges(judge)}
    costs = [call.usd for call in journal.calls.values() if call.model in models]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known and len(known) == len(costs) else None


def _row(found: Validated) -> dict[str, object]:
    return {"judge": found.judge, **asdict(found.agreement), "usd": found.usd}


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredJudge:
    """Answers that the annotation file stores."""

    name: str
    answers: Mapping[tuple[str, str, str, str], tuple[Annotated, Mapping[str, StoredLabel]]]

    @property
    def signature(self) -> str:
        return self.name

    def judge(self, subtopic: Subtopic, summary: Summary) -> list[Judgement]:
        item, labels = self.answers[_place(summary)]
        return _stored(item, summary, self.name, labels)


def _place(summary: Summary) -> tuple[str, str, str, str]:
    return summary.haystack, summary.subtopic, summary.system, summary.context


def _judge(name: str, annotated: Sequence[Annotated], path: Path, asking: Asking, journal: Journal) -> Judge:
    stored = name.removeprefix("recorded:")
    names = list(dict.fromkeys(key for item in annotated for key in item.judges))
    if name.startswith("recorded:") and stored in names:
        pairs = zip(annotated, _summaries(annotated), strict=True)
        answers = {_place(summary): (item, item.judges.get(stored, {})) for item, summary in pairs}
        return _StoredJudge(name=name, answers=answers)
    if name.startswith("recorded"):
        choices = ", ".join(f"recorded:{key}" for key in names) or "none: the file stores no judge"
        raise BadInput(f"--judge {name}", f"{path} stores no such judge", choices)
    found = catalogue.judge(name, [], asking=asking, journal=journal)
    if found is None:
        raise catalogue.unknown("judge", name, {key: text for key, text in catalogue.JUDGES.items() if key != "none"})
    return found


def _summaries(annotated: Sequence[Annotated]) -> list[Summary]:
    """The summaries that people labelled; of one that stands several times each has a context of its own."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for item in annotated:
        bullets, n_lines = parse_summary(item.lines, {})
        times = seen[item.topic, item.subtopic.id, item.key]
        seen[item.topic, item.subtopic.id, item.key] += 1
        found.append(
            Summary(
                haystack=item.topic,
                subtopic=item.subtopic.id,
                system=item.key,
                context=str(times + 1) if times else "",
                bullets=bullets,
                reply="\n".join(item.lines),
                n_lines=n_lines,
            )
        )
    return found


def _units(annotated: Sequence[Annotated], summaries: Sequence[Summary]) -> list[Unit]:
    """What a model is asked about: the given summaries; their documents are not needed."""
    units = []
    for item, summary in zip(annotated, summaries, strict=True):
        around = Haystack(id=item.topic, topic=item.topic, documents=(), subtopics=(item.subtopic,), held_by={})
        units.append(Unit(haystack=around, subtopic=item.subtopic, source=summary))
    return units


def _stored(item: Annotated, summary: Summary, rater: str, labels: Mapping[str, StoredLabel]) -> list[Judgement]:
    """Stored labels as judgements; here a link may name any line, as people and stored judges saw all lines."""

    def link(label: StoredLabel, said: Summary) -> int | None:
        return label.bullet if label.bullet is not None and label.bullet <= said.n_lines else None

    return from_stored(item.subtopic, summary, rater, labels, link, missing="no stored label")


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
