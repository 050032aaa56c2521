"""The prompt of a judge that has one: its own, or the user's by path."""

from __future__ import annotations

from collections.abc import Mapping, Set

from hayrick.prompting import Template, load
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput


def judge_template(
    options: JudgeOptions,
    prompt: str,
    values: Set[str],
    placeholders: Mapping[str, str],
    further: Set[str] = frozenset({"fence"}),
) -> Template:
    """The user's template, or the judge's own one.

    Args:
        options: of the judge.
        prompt: name of its own prompt.
        values: that a template must show.
        placeholders: how they may be written -> the value, for the error.
        further: values that may stand beside them.

    Raises:
        BadInput: the template lacks one of the values or has another one, or a variant of the prompt is named.
    """
    if options.variant not in (None, "single"):
        raise BadInput(f"--judge {options.name}", f"variant '{options.variant}'", "none: there is one prompt")
    own = options.template
    template = own if isinstance(own, Template) else load(prompt)
    if not values <= template.values <= values | further:
        found = f"placeholders {', '.join(sorted(template.values))}"
        forms = (" or ".join(form for form, name in placeholders.items() if name == value) for value in sorted(values))
        raise BadInput(f"prompt {template.name}", found, f"{', and '.join(forms)}, each at least once")
    return template
