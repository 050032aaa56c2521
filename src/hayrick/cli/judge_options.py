"""Options about judges that are models, as in `model_options`."""

from __future__ import annotations

import click

from hayrick.cli.completion import extracts
from hayrick.cli.options import WholeRange, option
from hayrick.cli.terminal import FilePath

_JUDGE = "Judges that are models"

JUDGE_PROMPT = option(
    "--judge-prompt",
    type=FilePath(),
    heading=_JUDGE,
    help="File with your own judge prompt (docs/reference/prompts.md).",
)
JUDGE_VARIANT = option(
    "--judge-variant",
    type=click.Choice(["single", "nine", "together", "single.v1", "nine.v1", "together.v1"]),
    default="single",
    show_default=True,
    heading=_JUDGE,
    help="One insight per call with six (single) or nine examples, or all of a subtopic (together); the prompts "
    "before docs/reference/rubric.md are .v1.",
)
JUDGE_CONTEXT = option(
    "--judge-context",
    shell_complete=extracts,
    heading=_JUDGE,
    help="Show the judge an extract of the source, reference or cited documents that it reads: "
    "extract:NAME@TOKENS, such as extract:rouge1+2@1024 (which extract: alone is); docs/guide/judge_context.md.",
)
JUDGE_REPEAT = option(
    "--judge-repeat",
    "judge_repeats",
    type=WholeRange("judge_repeats"),
    default=1,
    show_default=True,
    heading=_JUDGE,
    help="Number of times to ask the judge; verdicts are combined.",
)
JUDGE_TOKENS = option(
    "--judge-tokens",
    type=WholeRange("judge_tokens"),
    default=512,
    show_default=True,
    heading=_JUDGE,
    help="Token limit of a judge's reply.",
)
JUDGE_REASONING_TOKENS = option(
    "--judge-reasoning-tokens",
    type=WholeRange("judge_reasoning_tokens"),
    default=0,
    show_default=True,
    heading=_JUDGE,
    help="Tokens for a judge's reasoning, beyond --judge-tokens.",
)
JUDGE_ARGUMENT = option(
    "--judge-arg",
    "judge_arguments",
    multiple=True,
    metavar="NAME=VALUE",
    heading=_JUDGE,
    help="Further argument of the judge's model, as --model-arg of a run; repeatable.",
)
REPLIES_OF_JUDGES = (JUDGE_PROMPT, JUDGE_REPEAT, JUDGE_TOKENS, JUDGE_REASONING_TOKENS, JUDGE_ARGUMENT)
"""Options of all judges that are models."""

JUDGE = (JUDGE_VARIANT, JUDGE_CONTEXT, *REPLIES_OF_JUDGES)
"""Options of judges of insights, and of judges that read a source."""

DRY_RUN = click.option("--dry-run", is_flag=True, help="Only print the calls that judges would make, and their cost.")
