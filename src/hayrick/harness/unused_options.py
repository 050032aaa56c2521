"""Options that nothing in a run would heed are refused: what is given and ignored misleads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hayrick.harness.model_runs import Asking, asking_judges
from hayrick.harness.models import ModelSystem
from hayrick.harness.user_systems import YourSystem
from hayrick.types import BadInput, Judge, System

OF_SYSTEMS = ("budgets", "orders", "seeds", "free", "domain", "prompt", "window", "cut")
"""Options about models that only systems heed."""

OF_JUDGES = ("judge_prompt", "judge_variant", "judge_repeats", "judge_tokens")
"""Options about models that only judges heed."""


def require_unset(asking: Asking, names: Iterable[str], where: str, expected: str) -> None:
    """Refuse options that a command does not heed.

    Args:
        asking: the options about models.
        names: of those that are not heeded.
        where: the command.
        expected: what would heed them, or what may be given instead.

    Raises:
        BadInput: one of them is not what it is by default.
    """
    usual = Asking()
    for name in names:
        if getattr(asking, name) != getattr(usual, name):
            option = name.replace("_", " ")
            raise BadInput(where, f"the option about '{option}', which nothing here heeds", expected, "Leave it out.")


def require_heeded(
    asking: Asking, systems: Sequence[System], judge: Judge | None, attribution: tuple[str, bool]
) -> None:
    """Refuse options that nothing in the run would heed.

    Args:
        asking: the options about models.
        systems: of the run.
        judge: of the run.
        attribution: the model of repaired citations, and whether citations are repaired.

    Raises:
        BadInput: an option about models is given, and no system or judge is one.
    """
    usual = Asking()
    models = any(isinstance(system, ModelSystem) for system in systems)
    asked = models or any(isinstance(system, YourSystem) for system in systems)
    judged = bool(asking_judges(judge))
    checks = (
        ("--budget-tokens", asking.budgets, usual.budgets, models, "a system that is a language model"),
        ("--order", asking.orders, usual.orders, models, "a system that is a language model"),
        ("--seeds", asking.seeds, usual.seeds, models, "a system that is a language model"),
        ("--domain", asking.domain, usual.domain, models, "a system that is a language model"),
        ("--prompt", asking.prompt, usual.prompt, models, "a system that is a language model"),
        ("--window-tokens", asking.window, usual.window, models, "a system that is a language model"),
        ("--bullets free", asking.free, usual.free, asked, "a system that is asked"),
        ("--judge-prompt", asking.judge_prompt, usual.judge_prompt, judged, "a judge that is a language model"),
        ("--judge-variant", asking.judge_variant, usual.judge_variant, judged, "a judge that is a language model"),
        ("--judge-repeat", asking.judge_repeats, usual.judge_repeats, judged, "a judge that is a language model"),
        ("--attribution", attribution[0], "trained", attribution[1], "--citations repaired or both"),
    )
    for option, given, default, heeded, expected in checks:
        if given != default and not heeded:
            raise BadInput(option, "given, and nothing in this run heeds it", expected, "Leave it out.")
