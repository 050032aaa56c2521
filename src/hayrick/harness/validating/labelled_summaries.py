"""Labelled summaries as a task whose responses are given, with the judges that are named for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.unused_options import require_used
from hayrick.harness.running.used_options import used_by_judge
from hayrick.harness.validating.judging import Given, Ready, ready
from hayrick.haystacks.labels import Annotated, StoredLabel, read_annotations
from hayrick.judges.coverage.catalogue import JUDGES
from hayrick.protocols import Ask, Judge, JudgeMaker, JudgeOptions, Passage, Task
from hayrick.replies.bullets import parse_summary
from hayrick.suggestions import did_you_mean
from hayrick.tasks.summhay.labels import from_stored
from hayrick.tasks.summhay.task import COLUMNS, NAME
from hayrick.types import BadInput, HayrickError, Insight, Item, Judgement, Prompt, Response, Summary

RECORDED = "recorded:"


class Labelled(NamedTuple):
    """A summary with human labels, as a response to an item."""

    item: Item[Annotations]
    response: Response[Summary]


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """Gold of a labelled summary: its insights, and all labels stored in the file."""

    annotated: Annotated

    @property
    def insights(self) -> Sequence[Insight]:
        """Insights in the file's order."""
        return self.annotated.subtopic.insights


class Prepared(NamedTuple):
    """What is judged, and by whom."""

    annotated: list[Annotated]
    labelled: list[Labelled]
    task: Task[Annotations, Summary]
    made: dict[str, Ready[Annotations, Summary]]
    given: list[Given[Annotations, Summary]]


def prepared(path: Path, judges: Sequence[str], models: ModelOptions) -> Prepared:
    """Read the file, without the summaries that nobody labelled, and make the judges.

    Raises:
        BadInput: the file or a name is invalid, or an option is given that none of the judges uses.
    """
    annotated = [one for one in read_annotations(path) if any(one.people.values()) or not one.subtopic.insights]
    labelled = _labelled(annotated)
    task = _task(annotated, labelled, path)
    made = {name: ready(name, task, models) for name in dict.fromkeys(judges)}
    require_used(models, {used for name, one in made.items() for used in used_by_judge(name, one.judge, task, models)})
    given = [Given("/".join(one.item.key), one.item, one.response) for one in labelled]
    return Prepared(annotated, labelled, task, made, given)


def _task(annotated: Sequence[Annotated], labelled: Sequence[Labelled], path: Path) -> Task[Annotations, Summary]:
    """The labelled summaries as a task whose responses are given: only its judges are used."""
    stored = list(dict.fromkeys(key for item in annotated for key in item.judges))

    def recorded(options: JudgeOptions) -> Judge[Annotations, Summary]:
        key = options.name.removeprefix(RECORDED)
        if key not in stored:
            choices = ", ".join(f"{RECORDED}{one}" for one in stored) or "none: the file stores no judge"
            near = did_you_mean(options.name, [f"{RECORDED}{one}" for one in stored])
            raise BadInput(f"--judge {options.name}", f"{path} stores no such judge", choices, near)
        return _StoredJudge(name=options.name, key=key)

    def no_prompt(item: Item[Annotations], passages: Sequence[Passage]) -> Prompt:
        raise HayrickError("Labelled summaries are given; nothing is asked for.")

    return Task(
        name=NAME,
        paper="SummHay, section 4.3",
        items=lambda seed: [one.item for one in labelled],
        prompt=no_prompt,
        parse=lambda item, reply: parse_summary(reply, {}),
        measures=(),
        judges={**JUDGES, **dict.fromkeys(("recorded:NAME", "recorded"), JudgeMaker("stored labels", recorded))},
        columns=COLUMNS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredJudge:
    """Labels that the annotation file stores under a key."""

    name: str
    key: str
    asks: bool = False

    @property
    def signature(self) -> str:
        return self.name

    async def judge(self, item: Item[Annotations], response: Response[Summary], ask: Ask) -> list[Judgement]:
        return stored(Labelled(item, response), self.name, item.gold.annotated.judges.get(self.key, {}))


def _labelled(annotated: Sequence[Annotated]) -> list[Labelled]:
    """Labelled summaries as responses; if one occurs several times, each occurrence gets its own context."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for one in annotated:
        times = seen[one.topic, one.subtopic.id, one.key]
        seen[one.topic, one.subtopic.id, one.key] += 1
        item = Item(
            dataset=one.topic,
            group=one.subtopic.id,
            id=f"{one.key}/{times + 1}",
            query=one.subtopic.query,
            gold=Annotations(annotated=one),
        )
        response = Response(
            item=item,
            system=one.key,
            context=str(times + 1) if times else "",
            answer=parse_summary(one.lines, {}),
            reply="\n".join(one.lines),
        )
        found.append(Labelled(item, response))
    return found


def stored(one: Labelled, rater: str, labels: Mapping[str, StoredLabel]) -> list[Judgement]:
    """Stored labels as judgements; a link may be any line here, as people and stored judges saw all lines."""

    def link(label: StoredLabel, said: Summary) -> int | None:
        return label.bullet if label.bullet is not None and label.bullet <= said.n_lines else None

    return from_stored(one.item, one.response, rater, labels, link, missing="no stored label")
