"""Reject options that a command would silently ignore."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hayrick.harness.judged import PreparedTask
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.names import TaskOptions
from hayrick.harness.user_calls import is_asking
from hayrick.systems.model import ModelSystem
from hayrick.tasks.summhay import NAME as SUMMHAY
from hayrick.types import BadInput

if TYPE_CHECKING:
    from hayrick.harness.run import RunRequest

OF_SYSTEMS = (
    *("budgets", "orders", "seeds", "free", "domain", "prompt", "window", "cut", "max_tokens", "reasoning_tokens"),
    *("reasoning_rule", "answer_prefix"),
)
"""Options about models that only systems use."""

OF_JUDGES = (
    *("judge_prompt", "judge_variant", "judge_repeats", "judge_context", "judge_tokens", "judge_reasoning_tokens"),
    "judge_arguments",
)
"""Options about models that only judges use."""


def require_unset(models: ModelOptions, names: Iterable[str], where: str, expected: str) -> None:
    """Reject options that a command does not use.

    Args:
        models: options of models.
        names: names of those that are not used.
        where: the command.
        expected: what would use them, or what may be given instead.

    Raises:
        BadInput: one of them differs from its default.
    """
    usual = ModelOptions()
    for name in names:
        if getattr(models, name) != getattr(usual, name):
            option = name.replace("_", " ")
            raise BadInput(where, f"the option about '{option}', which is not used here", expected, "Leave it out.")


def require_used(request: RunRequest, prepared: Sequence[PreparedTask]) -> None:
    """Reject options that this run would silently ignore.

    Args:
        request: with its options.
        prepared: the tasks of the run with their systems and judges.

    Raises:
        BadInput: an option is given, but nothing in the run uses it.
    """
    models, usual = request.models, ModelOptions()
    task, standard = request.task, TaskOptions()
    systems = [system for one in prepared for _, system in one.systems]
    asked = any(isinstance(system, ModelSystem) for system in systems)
    # A system of the user's own asks a model if the name says which ("?model=").
    asking = asked or any(is_asking(spec) for one in prepared for spec, _ in one.systems)
    answering = any(system.asks for system in systems)
    judged = any(one.judge is not None and one.judge.asks for one in prepared)
    summhay = any(one.task.name == SUMMHAY for one in prepared)
    repaired = summhay and task.citations != "own"
    a_model, a_judge, a_haystack = (
        "a system that is a language model",
        "a judge that asks a model",
        "a haystack as INPUT",
    )
    checks = (
        ("--budget-tokens", models.budgets, usual.budgets, asked, a_model),
        ("--order", models.orders, usual.orders, asked, a_model),
        ("--seeds", models.seeds, usual.seeds, asked, a_model),
        ("--domain", models.domain, usual.domain, asked and summhay, f"{a_model}, and {a_haystack}"),
        ("--prompt", models.prompt, usual.prompt, asked and summhay, f"{a_model}, and {a_haystack}"),
        ("--window-tokens", models.window, usual.window, asked, a_model),
        ("--max-tokens", models.max_tokens, usual.max_tokens, asking, a_model),
        ("--reasoning-tokens", models.reasoning_tokens, usual.reasoning_tokens, asking, a_model),
        ("--reasoning-rule", models.reasoning_rule, usual.reasoning_rule, asking, a_model),
        ("--answer-prefix", models.answer_prefix, usual.answer_prefix, asked, a_model),
        ("--judge-reasoning-tokens", models.judge_reasoning_tokens, usual.judge_reasoning_tokens, judged, a_judge),
        ("--model-arg and the like", models.arguments, usual.arguments, asking, a_model),
        ("--judge-arg", models.judge_arguments, usual.judge_arguments, judged, a_judge),
        ("--bullets free", models.free, usual.free, summhay, a_haystack),
        ("--repeat", request.repeats, 1, answering, "a system that is asked"),
        ("--judge-prompt", models.judge_prompt, usual.judge_prompt, judged, a_judge),
        ("--judge-variant", models.judge_variant, usual.judge_variant, judged, a_judge),
        ("--judge-context", models.judge_context, usual.judge_context, any(one.judge for one in prepared), "a judge"),
        ("--judge-repeat", models.judge_repeats, usual.judge_repeats, judged, a_judge),
        ("--compat", task.compat, standard.compat, summhay, a_haystack),
        ("--citations", task.citations, standard.citations, summhay, a_haystack),
        ("--allow-unheld", task.allow_unheld, standard.allow_unheld, summhay, a_haystack),
        ("--attribution", task.attribution, standard.attribution, repaired, "--citations repaired or both"),
    )
    for option, given, default, is_used, expected in checks:
        if given != default and not is_used:
            raise BadInput(option, "an option that is not used in this run", expected, "Leave it out.")
