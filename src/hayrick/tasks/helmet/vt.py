"""Variable tracking: the names of all variables that have a value, through chains of settings in a long text.

Source: RULER (Hsieh et al., 2024), section 3 (variable tracking): one chain of four hops, names of five letters; the
    lines of a chain stand in order at random places of a text of repeated sentences.
Differs: our own sentences and prompt, no worked example; other chains, where there are any, have as many hops.
"""

from __future__ import annotations

from functools import partial

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.prompting.fitting import Counts
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.choices import Draws
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Pieces, Size
from hayrick.types import Item


def task(parameters: Parameters) -> Task[Wanted, str]:
    """Variable tracking; parameters of `Size`, `chains` (1) and `hops` (4) of each, both at least 1."""
    size = Size.of(parameters)
    chains, hops = parameters.whole("chains", 1, least=1), parameters.whole("hops", 4, least=1)
    template = load("variable-tracking")
    told = f"chains:{chains},hops:{hops}"
    return building.task_of(
        size,
        lambda seed: size.items(partial(_item, size, chains, hops), seed, told),
        lambda item, passages: showing(template, passages, {"value": item.query}),
        signature=told,
    )


def _chain(names: list[str], value: str) -> list[str]:
    """The lines of a chain: the first name is set to the value, every other one to the name before it."""
    return [f"Set {name} = {before}." for before, name in zip([value, *names], names, strict=False)]


def _item(size: Size, chains: int, hops: int, length: int, number: int, draw: Draws) -> Item[Wanted]:
    n = chains * (hops + 1)
    template, noise = load("variable-tracking"), made_text.repeated(size.encoding)
    if n > length:
        raise size.too_short(length, f"{n} variables")
    names, values = made_text.variables(n, draw), list(map(str, draw.sample(range(10_000, 100_000), chains)))
    each = [names[i * (hops + 1) : (i + 1) * (hops + 1)] for i in range(chains)]
    needles = [line for own, value in zip(each, values, strict=True) for line in _chain(own, value)]
    start = draw.randrange(len(noise.lines))

    def make(n_lines: int, draw: Draws) -> Item[Wanted]:
        places: list[int] = []
        for _ in each:
            places += sorted(building.free_places(places, hops + 1, n_lines, draw))
        return building.item_of(
            size,
            length,
            number,
            query=values[0],
            gold=Wanted(values=tuple(each[0]), form="[A-Z]{5}"),
            lines=building.planted(noise.first(start, n_lines), needles, places),
            tags={"chains": chains, "hops": hops},
        )

    def sums() -> Counts:
        return noise.sums(start, length) + int(building.tokens_of_lines(needles, size.encoding).sum())

    pieces = Pieces(sums, make, max(1, n - 1), f"{n} settings and as many lines beside them")
    return building.filled(
        size, length, pieces, lambda passages: showing(template, passages, {"value": values[0]}), draw
    )
