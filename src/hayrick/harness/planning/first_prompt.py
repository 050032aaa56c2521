"""The first prompt that a run would send."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hayrick.harness.models.players import Cast
from hayrick.harness.running.judged import PreparedTask, add_jobs
from hayrick.harness.running.run_request import RunRequest, own_code, places, prepare
from hayrick.harness.scheduling.asks import CountingAsk
from hayrick.harness.work.finish import finish
from hayrick.records.outputs import require_no_input
from hayrick.records.user_code import in_one_line
from hayrick.records.write_files import write_text
from hayrick.types import Prompt

PROMPT_FILE = "prompt.txt"


class Shown(NamedTuple):
    """A prompt for readers: which wording it is, and its messages."""

    signature: str
    text: str


def first_prompt(request: RunRequest, out: Path | None = None) -> Shown | None:
    """The first prompt that a system of the run would be sent; None where no system asks a model.

    Args:
        request: the run.
        out: folder for `prompt.txt`, the whole prompt; None to write nothing.

    Raises:
        BadInput: as `plan.plan`.
    """
    with in_one_line(own_code(request)):
        cast = Cast()
        prepared = prepare(request, cast)
        prompt = next((prompt for one in prepared for prompt in _prompts(one, cast)), None)
        if prompt is None:
            return None
        text = "\n".join(f"[{message.role}]\n{message.text}" for message in prompt.messages)
        if out is not None:
            require_no_input([out / PROMPT_FILE], places(request, prepared))
            write_text(out / PROMPT_FILE, f"{text}\n")
        return Shown(prompt.signature, text)


def _prompts(prepared: PreparedTask, cast: Cast) -> Iterator[Prompt]:
    add_jobs(prepared)
    for job in prepared.jobs:
        ask = CountingAsk(cast=cast, stand_in=prepared.task.stand_in(prepared.about[job.id]))
        finish(job.work(ask))
        yield from (one.question.prompt for one in ask.counted if one.player.purpose == "system")
