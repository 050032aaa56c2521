"""Options of the commands that ask models, and what they mean."""

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
    click.option("--budget-tokens", help="cl100k tokens of context, N,N,...; one run each. Retrievers take 15000."),
    click.option("--order", help="Order of documents: stored,top,bottom,middle,random; one run each."),
    click.option("--seeds", type=click.IntRange(min=1), default=1, help="Reshuffles of the order random."),
    click.option("--bullets", type=click.Choice(["given", "free"]), default="given", help="Ask for so many, or not."),
    click.option("--domain", help="news, conversation, or another word; by default the haystack's."),
    click.option("--prompt", type=_FILE, help="File with a summary prompt of your own (docs/prompts.md)."),
    click.option("--judge-prompt", type=_FILE, help="File with a judge's prompt of your own."),
    click.option(
        "--judge-variant",
        type=click.Choice(["single", "nine", "together"]),
        default="single",
        show_default=True,
        help="One insight a call with three or nine worked answers, or all insights of a subtopic in one call.",
    ),
    click.option("--judge-repeat", type=click.IntRange(min=1, max=50), default=1, help="Ask the judge N times."),
    click.option("--temperature", type=click.FloatRange(0, 2), default=0.0, show_default=True),
    click.option("--top-p", type=click.FloatRange(0, 1), default=1.0, show_default=True),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=1),
        help="Longest reply of a system; by default the task's, 1024 for SummHay.",
    ),
    click.option(
        "--judge-tokens", type=click.IntRange(min=1), default=512, show_default=True, help="Longest reply of a judge."
    ),
    click.option("--window-tokens", type=click.IntRange(min=1), help="The model's window, if the price file has none."),
    click.option("--cut", is_flag=True, help="Cut a prompt that exceeds the window, and mark it; else it is refused."),
    click.option("--budget-usd", type=click.FloatRange(min=0), help="Stop before the call that could exceed it."),
    click.option("--prices", type=_FILE, help="Price file; the shipped one is dated and may be old."),
    click.option("--jobs", type=click.IntRange(min=1), default=20, show_default=True, help="Calls in flight."),
    click.option("--seconds", type=click.IntRange(min=1), default=600, show_default=True, help="Wait for one attempt."),
    click.option("--retries", type=click.IntRange(min=0), default=3, show_default=True, help="Of a failing call."),
    click.option("--batch", is_flag=True, help="Use the provider's batch mode where Inspect has it."),
)


def options_of_models(command: F) -> F:
    """Add all options about asking models to a command; their values come as keyword arguments."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def model_options(given: dict[str, Any]) -> ModelOptions:
    """What the options say.

    Raises:
        BadInput: a list of numbers or orders is malformed, or a number is none.
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
        judge_repeats=given["judge_repeat"],
        decoding=Decoding(temperature=given["temperature"], top_p=given["top_p"]),
        max_tokens=given["max_tokens"],
        judge_tokens=given["judge_tokens"],
        window=window,
        cut=given["cut"],
        budget_usd=given["budget_usd"],
        prices=given["prices"],
        connections=given["jobs"],
        seconds=given["seconds"],
        retries=given["retries"],
        batch=given["batch"],
    )
