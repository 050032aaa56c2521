"""Prompts from versioned templates, with fences that what they hold cannot close; nothing here calls a model."""

from hayrick.prompting.fences import Fence, one_line, tidy
from hayrick.prompting.summaries import summary_prompt, wanted_bullets
from hayrick.prompting.templates import Template, bundled, fill, load
from hayrick.prompting.window import guard, prompt_tokens

__all__ = [
    "Fence",
    "Template",
    "bundled",
    "fill",
    "guard",
    "load",
    "one_line",
    "prompt_tokens",
    "summary_prompt",
    "tidy",
    "wanted_bullets",
]
