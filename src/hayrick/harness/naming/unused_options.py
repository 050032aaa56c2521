"""Reject options that a command would silently ignore: what is given must change something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hayrick.harness.models.model_options import ModelOptions
from hayrick.types import BadInput


class Option(NamedTuple):
    """An option of models, as it is given on the command line, and what uses it."""

    name: str
    needs: str


_SYSTEM = "a system that is a language model"
_SENT = f"{_SYSTEM}, a function or an endpoint"
_ANSWERS = "a system, author or checker that is a language model"
HAYSTACK = "a haystack as INPUT"
_JUDGE = "a judge that asks a model and has this option"
_MODEL = "a model that is asked"
_CALL = "a model, or a function or an endpoint that answers (functions that judge are called one at a time)"

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "budgets": Option("--budget-tokens", _SENT),
        "orders": Option("--order", _SENT),
        "seeds": Option("--seeds", f"{_SENT}, and --order random"),
        "free": Option("--bullets free", HAYSTACK),
        "domain": Option("--domain", f"{_SYSTEM}, and {HAYSTACK}"),
        "prompt": Option("--prompt", f"{_SYSTEM}, and {HAYSTACK}"),
        "window": Option("--window-tokens", _SYSTEM),
        "cut": Option("--cut", f"{_SYSTEM} whose window is known, or --window-tokens"),
        "max_tokens": Option("--max-tokens", _SYSTEM),
        "reasoning_tokens": Option("--reasoning-tokens", _SYSTEM),
        "reasoning_rule": Option("--reasoning-rule", _SYSTEM),
        "answer_prefix": Option("--answer-prefix", _SYSTEM),
        "arguments": Option("--model-arg, --reasoning-effort, --stop or --extra-body", _ANSWERS),
        "judge_prompt": Option("--judge-prompt", _JUDGE),
        "judge_variant": Option("--judge-variant", _JUDGE),
        "judge_context": Option("--judge-context", "a judge that reads a source"),
        "judge_repeats": Option("--judge-repeat", _JUDGE),
        "judge_tokens": Option("--judge-tokens", _JUDGE),
        "judge_reasoning_tokens": Option("--judge-reasoning-tokens", _JUDGE),
        "judge_arguments": Option("--judge-arg", _JUDGE),
        "temperature": Option("--temperature", _MODEL),
        "top_p": Option("--top-p", _MODEL),
        "budget_usd": Option("--budget-usd", _MODEL),
        "prices": Option("--prices", _MODEL),
        "batch": Option("--batch", _MODEL),
        "requests_per_minute": Option("--requests-per-minute", _CALL),
        "tokens_per_minute": Option("--tokens-per-minute", _MODEL),
        "connections": Option("--jobs", _CALL),
        "seconds": Option("--seconds", _CALL),
        "retries": Option("--retries", _CALL),
    }
)
"""Field of `ModelOptions` or of its decoding -> the option."""

ANY_CALL = frozenset({"connections", "seconds", "retries", "requests_per_minute"})
"""Options that whatever is asked uses, functions and endpoints of the user's too."""

ANY_MODEL = ANY_CALL | {name for name, option in OPTIONS.items() if option.needs == _MODEL}
"""Options that every model uses that is asked."""


def require_used(models: ModelOptions, used: Collection[str]) -> None:
    """Reject options of models that are given and not used.

    Args:
        models: with the options.
        used: names of those that are used, as in `OPTIONS`.

    Raises:
        BadInput: another one differs from its default.
    """
    usual = ModelOptions()
    for name, option in OPTIONS.items():
        if name not in used and value_of(models, name) != value_of(usual, name):
            raise BadInput(option.name, "an option that is not used here", option.needs, "Leave it out.")


def value_of(models: ModelOptions, name: str) -> Any:
    """Value of an option, by its name in `OPTIONS`."""
    return getattr(models if hasattr(models, name) else models.decoding, name)
