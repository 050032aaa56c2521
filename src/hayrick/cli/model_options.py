"""Options about models, each declared once, in groups; a command takes those that it uses. See `judge_options`, too.

The name of an option's value is that of the field of `ModelOptions`, `Decoding` or `Window` that it fills.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hayrick.cli.completion import words
from hayrick.cli.options import Declared, NumberRange, WholeRange, numbers, option, words_of
from hayrick.cli.terminal import FilePath
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.models.model_options import ModelOptions

_CONTEXT, _ANSWERS = "What systems are shown", "Answers of systems"
_SAMPLING, _COST, _CALLS = "Sampling", "Cost", "Calls of models"
_ARGUMENTS = "Further arguments of models"
_ORDERS = ("stored", "top", "bottom", "middle", "random")

BUDGET_TOKENS = option(
    "--budget-tokens",
    "budgets",
    metavar="N,N,...",
    callback=numbers,
    heading=_CONTEXT,
    help="Context size in cl100k tokens; each is run. Retrievers use 15000 by default.",
)
WINDOW_TOKENS = option(
    "--window-tokens",
    type=WholeRange("tokens"),
    heading=_CALLS,
    help="Context window of the model, in the place of that of the price list.",
)
CONTEXT = (
    BUDGET_TOKENS,
    option(
        "--order",
        "orders",
        metavar="ORDER,...",
        callback=words_of(_ORDERS),
        shell_complete=words(*_ORDERS),
        heading=_CONTEXT,
        help=f"Document order: {', '.join(_ORDERS)}; each is run.",
    ),
    option(
        "--seeds",
        type=WholeRange("seeds"),
        default=1,
        show_default=True,
        heading=_CONTEXT,
        help="Number of shuffles for the order random.",
    ),
    option(
        "--bullets",
        "free",
        type=click.Choice(["given", "free"]),
        default="given",
        show_default=True,
        heading=_CONTEXT,
        callback=lambda ctx, param, value: value == "free",
        help="Ask for as many bullets as the subtopic has insights, and judge at most 1.5 times as many; or leave the "
        "number open, and judge all.",
    ),
    option(
        "--domain",
        heading=_CONTEXT,
        help="Domain for the prompt: news, conversation, or another word; by default the haystack's.",
    ),
    option(
        "--prompt",
        type=FilePath(),
        heading=_CONTEXT,
        help="File with your own summary prompt (docs/reference/prompts.md).",
    ),
    WINDOW_TOKENS,
    option(
        "--cut",
        is_flag=True,
        heading=_CALLS,
        help="Cut prompts that exceed the window, and mark them, instead of rejecting them.",
    ),
)
"""What systems are shown, and how they are asked for an answer."""

REASONING_RULE = option(
    "--reasoning-rule",
    type=click.Choice(["first", "helmet"]),
    default="first",
    show_default=True,
    heading=_ANSWERS,
    help="What is reasoning: a block that begins the reply, to its first closing tag; or, as HELMET has it, "
    "everything to the last </think>, while a block that never closes is scored.",
)
ANSWERS = (
    option(
        "--max-tokens",
        type=WholeRange("max_tokens"),
        heading=_ANSWERS,
        help="Token limit of a system's reply; by default the task's, 1024 for SummHay.",
    ),
    option(
        "--reasoning-tokens",
        type=WholeRange("reasoning_tokens"),
        default=0,
        show_default=True,
        heading=_ANSWERS,
        help="Tokens for a system's reasoning before its answer, beyond --max-tokens.",
    ),
    option(
        "--answer-prefix",
        default="",
        heading=_ANSWERS,
        help="Beginning of a system's reply, sent as the assistant's message, for models that continue it.",
    ),
)
"""How long systems answer, and how their answers begin."""

TEMPERATURE = option(
    "--temperature",
    type=NumberRange(0, 2),
    default=0.0,
    show_default=True,
    heading=_SAMPLING,
    help="Sampling temperature.",
)
TOP_P = option(
    "--top-p",
    type=NumberRange(0, 1),
    default=1.0,
    show_default=True,
    heading=_SAMPLING,
    help="Nucleus sampling.",
)
SAMPLING = (TEMPERATURE, TOP_P)
"""How models draw their replies, systems and judges alike."""

ARGUMENTS = (
    option(
        "--reasoning-effort",
        metavar="EFFORT",
        heading=_ARGUMENTS,
        help="How much the model reasons: none, minimal, low, medium, high, xhigh or max, as far as it knows them.",
    ),
    option(
        "--stop",
        multiple=True,
        metavar="TEXT",
        heading=_ARGUMENTS,
        help="Text at which a reply ends, without it; repeatable.",
    ),
    option(
        "--extra-body",
        metavar="JSON|FILE",
        heading=_ARGUMENTS,
        help="JSON object, or file with one, whose entries join the body of every request.",
    ),
    option(
        "--model-arg",
        "arguments",
        multiple=True,
        metavar="NAME=VALUE",
        heading=_ARGUMENTS,
        help="Any other argument that Inspect or the provider takes, such as top_k=20; VALUE is JSON or a text; "
        "repeatable.",
    ),
)
"""What a provider takes beyond our own options, for the models of systems, authors and checkers."""

PRICES = option(
    "--prices",
    type=FilePath(),
    heading=_COST,
    help="Price file, used before the package genai-prices and the bundled list.",
)
BATCH = option("--batch", is_flag=True, heading=_COST, help="Use the provider's batch mode if Inspect supports it.")
BUDGET_USD = option(
    "--budget-usd",
    type=NumberRange(min=0),
    heading=_COST,
    help="Stop before a call that could exceed this cost.",
)
COST = (
    BUDGET_USD,
    PRICES,
    BATCH,
)
"""What calls may cost."""


def attempts(seconds: int, retries: int) -> tuple[Declared, Declared]:
    """How long, and how often, a call is tried: options with these defaults."""
    return (
        option(
            "--seconds",
            type=WholeRange("seconds"),
            default=seconds,
            show_default=True,
            heading=_CALLS,
            help="Most seconds of one attempt of a call, from the request to the last byte of its answer.",
        ),
        option(
            "--retries",
            type=WholeRange("retries"),
            default=retries,
            show_default=True,
            heading=_CALLS,
            help="Number of further attempts of a failing call to a model or endpoint; a function is called once.",
        ),
    )


ATTEMPTS = attempts(seconds=600, retries=5)
"""How long, and how often, a call of a model is tried."""

PACE = (
    option(
        "--jobs",
        "connections",
        type=WholeRange("connections"),
        metavar="N",
        heading=_CALLS,
        help="Most concurrent calls to one address (host and port), of systems and judges together; 20 by default, but "
        "your own plain functions are called one call at a time unless this is given, and then from N threads.",
    ),
    option(
        "--requests-per-minute",
        type=WholeRange("requests_per_minute"),
        metavar="N",
        heading=_CALLS,
        help="Most calls to a model that begin within 60 seconds; others wait.",
    ),
    option(
        "--tokens-per-minute",
        type=WholeRange("tokens_per_minute"),
        metavar="N",
        heading=_CALLS,
        help="Most tokens, in and out, of the calls to a model that begin within 60 seconds; others wait.",
    ),
)
"""How fast calls are made."""

CALLS = (*COST, PACE[0], *ATTEMPTS, *PACE[1:])
"""What calls may cost, and how they are made; for every command that makes any."""


def model_options(given: Mapping[str, Any]) -> ModelOptions:
    """Make `ModelOptions` from the values of a command's options; what the command lacks has its default.

    Raises:
        BadInput: a number is not a number, or an argument of a model is refused.
    """
    from hayrick.asking import Decoding, Window
    from hayrick.harness.models.model_options import ModelOptions
    from hayrick.harness.transport.model_arguments import arguments_of

    values = dict(given)
    decoding = Decoding(**{name: values.pop(name) for name in ("temperature", "top_p") if name in values})
    tokens = values.pop("window_tokens", None)
    window = None if tokens is None else Window(tokens=tokens, cut=values.get("cut", False))
    further = {name: values.pop(name) for name in ("reasoning_effort", "stop", "extra_body") if name in values}
    arguments = arguments_of(values.pop("arguments", ()), "--model-arg", **further)
    body: str | None = further.get("extra_body")
    file = Path(body) if body is not None and not body.lstrip().startswith("{") else None
    judge_arguments = arguments_of(values.pop("judge_arguments", ()), "--judge-arg")
    if values.get("batch") and (values.get("requests_per_minute") or values.get("tokens_per_minute")):
        found = "--requests-per-minute or --tokens-per-minute with it"
        raise BadInput("--batch", found, "one of them", "Batches have limits of their own.")
    return ModelOptions(
        **values,
        decoding=decoding,
        window=window,
        arguments=arguments,
        arguments_file=file,
        judge_arguments=judge_arguments,
    )
