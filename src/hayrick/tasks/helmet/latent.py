"""Needles that share no content word with the question: whose fact implies what is asked, among facts about others.

`niah_latent_direct` is the twin: the same facts, people and places, asked about in the fact's own words. What is lost
from the one to the other is what matching of words was worth.

Source: the design of NoLiMa (Modarressi et al., 2025); facts, questions, names and texts are our own.
Differs: facts about several people stand in the text, where NoLiMa has one; evenly spaced depths, see `niah`; lengths
    are exact, see `lines`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from hayrick.measures.needles import Wanted
from hayrick.prompting import load, showing
from hayrick.prompting.fitting import Counts
from hayrick.protocols import Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.tasks.helmet import lines as building
from hayrick.tasks.helmet import made_text
from hayrick.tasks.helmet.associations import NAMES, Association, associations, beside, overlap, standing_in
from hayrick.tasks.helmet.choices import Draws
from hayrick.tasks.helmet.lines import MEASURES as MEASURES
from hayrick.tasks.helmet.lines import Pieces, Size, Text
from hayrick.types import BadInput, Item

NAME = "helmet/niah_latent"
PAPER = "ours, after the design of NoLiMa (Modarressi et al., 2025)"
_PROSE_TOKENS = 65_536
_FORM = f"(?:{'|'.join(NAMES)})"


def task(parameters: Parameters) -> Task[Wanted, str]:
    """Both tasks; parameters of `Size`, `depths` (5), `text` (files), and `people` (8), all about whom a fact stands.

    Raises:
        BadInput: a parameter is not what it must be, or the files name what is asked about.
    """
    size = Size.of(parameters)
    depths = building.evenly(parameters.whole("depths", 5, least=1))
    people = parameters.whole("people", 8, least=1)
    most = min(len(NAMES), *(1 + len(beside(one)) for one in associations()))
    if people > most:
        raise BadInput(parameters.where, f"people {people}", f"at most {most}")
    paths = tuple(parameters.paths("text", optional=True))
    text = made_text.text_of_files(paths, size.encoding) if paths else None
    usable = _usable(parameters.spec, text)
    template, direct = load("niah-latent"), size.task != NAME
    make = partial(_item, size, direct, people, usable, text, depths)
    told = ",".join([f"depths:{len(depths)},people:{people}", *(f"text:{fingerprint_file(path)}" for path in paths)])
    drawn = replace(size, task=NAME)
    found = building.task_of(
        size,
        # The twin's random choices are the same, but for the number of lines that fit beside another question.
        lambda seed: drawn.items(make, seed, f"{told},direct:{direct}"),
        lambda item, passages: showing(template, passages, {"question": item.query}),
        signature=told,
    )
    return replace(found, paper=PAPER)


def _usable(spec: str, text: Text | None) -> tuple[Association, ...]:
    """Associations that no line of a text makes by itself.

    Raises:
        BadInput: the text names one of our people, or makes all associations.
    """
    if text is None:
        return associations()
    whole = "\n".join(text.lines)
    named = [name for name in NAMES if name in whole]
    if named:
        raise BadInput(f"task '{spec}'", f"the needles' '{named[0]}' in the text", "a text without it")
    standing = standing_in(text.lines)
    found = tuple(one for one in associations() if one not in standing)
    if not found:
        raise BadInput(f"task '{spec}'", "a text that names all that is asked about", "another text")
    return found


def _item(
    size: Size,
    direct: bool,
    people: int,
    usable: Sequence[Association],
    text: Text | None,
    depths: Sequence[float],
    length: int,
    number: int,
    draw: Draws,
) -> Item[Wanted]:
    asked = usable[draw.randrange(len(usable))]
    names = draw.sample(NAMES, people)
    others = beside(asked)
    facts = [asked, *draw.sample(others, people - 1)]
    needles = [one.fact.format(name=name) for one, name in zip(facts, names, strict=True)]
    full = text or made_text.prose(max(_PROSE_TOKENS, length), size.encoding)
    start = draw.randrange(len(full.lines))
    depth, question = depths[number % len(depths)], asked.question(direct)

    def sums() -> Counts:
        return full.sums(start, length) + int(building.tokens_of_lines(needles, size.encoding).sum())

    def make(n: int, draw: Draws) -> Item[Wanted]:
        places = [building.place_at(depth, n)]
        places += building.free_places(places, people - 1, n, draw)
        return building.item_of(
            size,
            length,
            number,
            query=question,
            gold=Wanted(values=(names[0],), form=_FORM),
            lines=building.planted(full.first(start, n), needles, places),
            tags={"depth": depth, "association": asked.kind, "shared_words": overlap(asked.fact, question)},
        )

    template = load("niah-latent")
    pieces = Pieces(sums, make, max(people, 2) - 1, f"{people} people and as many lines beside them")
    return building.filled(
        size, length, pieces, lambda passages: showing(template, passages, {"question": question}), draw
    )
