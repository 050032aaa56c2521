"""Options of all commands that ask models."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from hayrick.cli.retrieve import numbers
from hayrick.cli.terminal import FilePath
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.model_options import ModelOptions

F = TypeVar("F", bound=Callable[..., Any])
_FILE = FilePath()

_OPTIONS = (
    click.option(
        "--budget-tokens", help="Context size in cl100k tokens, N,N,...; each is run. Retrievers use 15000 by default."
    ),
    click.option("--order", help="Document order: stored,top,bottom,middle,random; each is run."),
    click.option("--seeds", type=click.IntRange(min=1), default=1, help="Number of shuffles for the order random."),
    click.option(
        "--bullets",
        type=click.Choice(["given", "free"]),
        default="given",
        help="Ask for as many bullets as the subtopic has insights, and judge at most 1.5 times as many; or leave the "
        "number open, and judge all.",
    ),
    click.option(
        "--domain", help="Domain for the prompt: news, conversation, or another word; by default the haystack's."
    ),
    click.option("--prompt", type=_FILE, help="File with your own summary prompt (docs/reference/prompts.md)."),
    click.option("--judge-prompt", type=_FILE, help="File with your own judge prompt."),
    click.option(
        "--judge-variant",
        type=click.Choice(["single", "nine", "together", "single.v1", "nine.v1", "together.v1"]),
        default="single",
        show_default=True,
        help="One insight per call with six (single) or nine examples, or all of a subtopic (together); the prompts "
        "before docs/reference/rubric.md are .v1.",
    ),
    click.option(
        "--judge-context",
        help="Show the judge an extract of the source, reference or cited documents that it reads: "
        "extract:NAME@TOKENS, such as extract:rouge1+2@1024 (which extract: alone is); docs/guide/judge_context.md.",
    ),
    click.option(
        "--judge-repeat",
        type=click.IntRange(min=1, max=50),
        default=1,
        help="Number of times to ask the judge; verdicts are combined.",
    ),
    click.option(
        "--temperature", type=click.FloatRange(0, 2), default=0.0, show_default=True, help="Sampling temperature."
    ),
    click.option("--top-p", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="Nucleus sampling."),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=1),
        help="Token limit of a system's reply; by default the task's, 1024 for SummHay.",
    ),
    click.option(
        "--judge-tokens",
        type=click.IntRange(min=1),
        default=512,
        show_default=True,
        help="Token limit of a judge's reply.",
    ),
    click.option(
        "--reasoning-tokens",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Tokens for a system's reasoning before its answer, beyond --max-tokens.",
    ),
    click.option(
        "--reasoning-rule",
        type=click.Choice(["first", "helmet"]),
        default="first",
        show_default=True,
        help="What is reasoning: a block that begins the reply, to its first closing tag; or, as HELMET has it, "
        "everything to the last </think>, while a block that never closes is scored.",
    ),
    click.option(
        "--judge-reasoning-tokens",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Tokens for a judge's reasoning, beyond --judge-tokens.",
    ),
    click.option(
        "--answer-prefix",
        default="",
        help="Beginning of a system's reply, sent as the assistant's message, for models that continue it.",
    ),
    click.option(
        "--window-tokens", type=click.IntRange(min=1), help="Context window of the model, if the price file lacks it."
    ),
    click.option(
        "--cut", is_flag=True, help="Cut prompts that exceed the window, and mark them, instead of rejecting them."
    ),
    click.option("--budget-usd", type=click.FloatRange(min=0), help="Stop before a call that could exceed this cost."),
    click.option("--prices", type=_FILE, help="Price file, used before the package genai-prices and the bundled list."),
    click.option(
        "--jobs", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of concurrent calls."
    ),
    click.option(
        "--seconds",
        type=click.IntRange(min=1),
        default=600,
        show_default=True,
        help="Timeout of one attempt of a call, in seconds.",
    ),
    click.option(
        "--retries",
        type=click.IntRange(min=0),
        default=3,
        show_default=True,
        help="Number of retries of a failing call.",
    ),
    click.option("--batch", is_flag=True, help="Use the provider's batch mode if Inspect supports it."),
)


def options_of_models(command: F) -> F:
    """Add the options about models to a command, which receives their values as keyword arguments."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def model_options(given: dict[str, Any]) -> ModelOptions:
    """Make `ModelOptions` from the values of the options.

    Raises:
        BadInput: a list of numbers or orders is malformed, or a number is not a number.
    """
    from hayrick.asking import Decoding, Window
    from hayrick.harness.model_options import ModelOptions
    from hayrick.systems.contexts import ORDERS, Order

    orders = [part.strip() for part in (given["order"] or "").split(",") if part.strip()]
    for order in orders:
        if order not in ORDERS:
            raise BadInput("--order", f"'{order}'", ", ".join(ORDERS))
    if given["budget_usd"] is not None and math.isnan(given["budget_usd"]):
        raise BadInput("--budget-usd", "nan", "a number >= 0")
    window = None if given["window_tokens"] is None else Window(tokens=given["window_tokens"], cut=given["cut"])
    return ModelOptions(
        budgets=tuple(numbers(given["budget_tokens"], "--budget-tokens")) if given["budget_tokens"] else (),
        orders=cast("tuple[Order, ...]", tuple(dict.fromkeys(orders))),
        seeds=given["seeds"],
        free=given["bullets"] == "free",
        domain=given["domain"],
        prompt=given["prompt"],
        judge_prompt=given["judge_prompt"],
        judge_variant=given["judge_variant"],
        judge_context=given["judge_context"],
        judge_repeats=given["judge_repeat"],
        decoding=Decoding(temperature=given["temperature"], top_p=given["top_p"]),
        max_tokens=given["max_tokens"],
        judge_tokens=given["judge_tokens"],
        reasoning_tokens=given["reasoning_tokens"],
        reasoning_rule=given["reasoning_rule"],
        judge_reasoning_tokens=given["judge_reasoning_tokens"],
        answer_prefix=given["answer_prefix"],
        window=window,
        cut=given["cut"],
        budget_usd=given["budget_usd"],
        prices=given["prices"],
        connections=given["jobs"],
        seconds=given["seconds"],
        retries=given["retries"],
        batch=given["batch"],
    )
