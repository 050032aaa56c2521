"""Writes the page on which people label a run's summaries, and makes annotations of what they saved from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hayrick.annotation.merging import Merged, merged
from hayrick.annotation.questions import AskedSummary, Questions, lines_of
from hayrick.annotation.sample import sampled
from hayrick.annotation.saved import read_saved
from hayrick.harness.reviewing.finished import FinishedTask, read_run
from hayrick.records.columns import SUMMHAY
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import files_of, require_new
from hayrick.records.write_files import write_json, write_text
from hayrick.text import seeded
from hayrick.types import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class LabellingRequest:
    """Whose summaries are to be labelled, and where the page is written.

    Args:
        folder: of a finished run on haystacks.
        out: the page.
        n: number of summaries to draw, at most.
        seed: of the sample and its order.
        sources: where the haystacks are now, if they have moved.
        overwrite: replace an existing file.
    """

    folder: Path
    out: Path
    n: int
    seed: int = 0
    sources: Sequence[str] = ()
    overwrite: bool = False


class Written(NamedTuple):
    """What a page asks."""

    id: str
    n_summaries: int
    n_pairs: int
    n_systems: int
    n_subtopics: int
    n_haystacks: int
    n_available: int
    """Summaries that could be drawn."""


def write_labelling_page(request: LabellingRequest) -> Written:
    """Draw summaries of a run, and write the page that asks about them; it shows neither systems nor judgements.

    Raises:
        BadInput: the run has no summaries of haystacks, its data are not found, or the place is taken or an input.
    """
    from hayrick.page.labelling import labelling_page

    manifest = read_manifest(request.folder)
    read = [*files_of(request.folder, manifest), *map(Path, request.sources)]
    require_new([request.out], read, overwrite=request.overwrite)
    tasks = [one for one in read_run(request.folder, request.sources) if one.task.name == SUMMHAY]
    every = [one for task in tasks for one in _summaries(task)]
    if not every:
        cure = "Other tasks are checked with 'hayrick validate RUN --sheet FILE'." if not tasks else ""
        raise BadInput(str(request.folder), "no summaries of haystacks", "a run on haystacks, with answers", cure)
    drawn = sampled(every, request.n, seeded(f"annotate/{request.seed}"))
    questions = Questions(tuple(drawn))
    write_text(request.out, labelling_page(questions), is_new=not request.overwrite)
    return Written(
        id=questions.id,
        n_summaries=len(drawn),
        n_pairs=questions.n_pairs,
        n_systems=len({one.key for one in drawn}),
        n_subtopics=len({(one.topic, one.subtopic) for one in drawn}),
        n_haystacks=len({one.topic for one in drawn}),
        n_available=len(every),
    )


def _summaries(task: FinishedTask) -> Iterator[AskedSummary]:
    """The summaries of a run that hold a bullet; failed answers have nothing to be labelled."""
    for item, response, _ in task.judged:
        if response.answer is None or not item.gold.insights:
            continue
        one = AskedSummary(
            topic=item.dataset,
            subtopic=item.group,
            key=f"{response.system}+{response.context}",
            query=item.query,
            title=item.gold.subtopic.query or item.gold.subtopic.title,
            lines=lines_of(response.reply),
            insights=tuple(item.gold.insights),
        )
        if one.bullets:
            yield one


def import_labels(paths: Sequence[Path], out: Path, *, overwrite: bool) -> Merged:
    """Merge what people saved into a file of annotations, which `hayrick validate` reads.

    Raises:
        BadInput: a file is no saved one, two contradict each other, none has an answer, or the place is taken.
    """
    require_new([out], paths, overwrite=overwrite)
    found = merged([read_saved(path) for path in paths])
    if not any(one.n for one in found.counts):
        raise BadInput(str(paths[0]), "no answer", "a saved file with answers", "Label pairs on the page, and save.")
    write_json(out, found.summaries, is_new=not overwrite)
    return found
