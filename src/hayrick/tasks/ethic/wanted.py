"""Output length apart from input length: some sections of a text are asked about, however much of it is shown.

Source: ETHIC, section "Limitations", which names as future work a fixed output with a growing input, and the reverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hayrick.prompting import filled, load
from hayrick.records.parameters import Parameters
from hayrick.text import seeded
from hayrick.types import BadInput, Item, Message, Prompt

WANTED, WHICH = "wanted", "wanted_sections"
"""Tags: how many sections are asked about, and their numbers."""

_MOST = 1000


def read_wanted(parameters: Parameters) -> tuple[int, ...]:
    """The parameter `wanted`: numbers of sections, with commas between them; none for all sections.

    Raises:
        BadInput: one of them is no whole number from 1 to 1,000.
    """
    given = [one.strip() for one in parameters.text(WANTED, "").split(",") if one.strip()]
    for one in given:
        if not (one.isdecimal() and len(one) < 5 and 1 <= int(one) <= _MOST):
            found = f"wanted '{one[:40]}'"
            raise BadInput(parameters.where, found, f"whole numbers from 1 to {_MOST:,}, such as 4,8,16")
    return tuple(dict.fromkeys(map(int, given)))


def drawn(n: int, k: int, of: str) -> tuple[int, ...]:
    """`k` of the numbers 1 to `n`, one out of each of `k` equal parts, so that they are spread over the text.

    Args:
        n: sections.
        k: of them that are drawn; all where there are fewer.
        of: what the draw depends on.
    """
    k = min(k, n)
    draw = seeded(f"ethic/wanted/{of}/{n}/{k}")
    return tuple(1 + draw.randrange(at * n // k, (at + 1) * n // k) for at in range(k))


def wanted_of(item: Item[Any]) -> tuple[int, ...]:
    """Numbers of the sections that an item is about; none for all."""
    return tuple(int(one) for one in str(item.tags.get(WHICH, "")).split(",") if one)


def wanting_only(prompt: Prompt, item: Item[Any], noun: str) -> Prompt:
    """The prompt, with the sections named at its end that the item is about; as it is where these are all.

    Args:
        prompt: that shows the sections, numbered from 1 on.
        item: see `wanted_of`.
        noun: what a section is called.
    """
    numbers = wanted_of(item)
    if not numbers:
        return prompt
    template = load("wanted-only")
    (more,) = filled(template, {"noun": noun, "numbers": ", ".join(map(str, numbers))}).messages
    last = prompt.messages[-1]
    messages = (*prompt.messages[:-1], Message(role=last.role, text=f"{last.text.rstrip()}\n\n{more.text}"))
    return Prompt(messages=messages, signature=f"{prompt.signature};{template.signature}", sources=prompt.sources)


def chosen(sections: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """The sections of these numbers; all where there is none."""
    return tuple(sections[number - 1] for number in numbers) if numbers else tuple(sections)
