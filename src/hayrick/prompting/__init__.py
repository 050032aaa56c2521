"""Builds prompts from versioned templates, with fences that shown text cannot close. Calls no model."""

from hayrick.prompting.fences import Fence, one_line, tidy
from hayrick.prompting.passages import plain, showing
from hayrick.prompting.templates import Template, bundled, fill, filled, load
from hayrick.prompting.window import DoesNotFit, abridged, guard, prompt_tokens

__all__ = [
    "DoesNotFit",
    "Fence",
    "Template",
    "abridged",
    "bundled",
    "fill",
    "filled",
    "guard",
    "load",
    "one_line",
    "plain",
    "prompt_tokens",
    "showing",
    "tidy",
]
