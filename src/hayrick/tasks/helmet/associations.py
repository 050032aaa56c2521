"""Facts about a person that imply something which they do not say, and questions about it: needles for `latent`.

All associations are common knowledge. A fact and its question share no content word; a direct question shares some.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from hayrick.text import terms

_TABLE = """\
place: From the kitchen window {name} sees the Eiffel Tower.
Whose home is in Paris?
Who sees the Eiffel Tower from the kitchen window?
place: {name} takes the dog past the Colosseum each evening.
Which person lives in Rome?
Who takes the dog past the Colosseum?
place: {name} rents a flat beside the Brandenburg Gate.
Which person lives in Berlin?
Who rents a flat beside the Brandenburg Gate?
place: {name} jogs to the Acropolis and back at weekends.
Which person lives in Athens?
Who jogs to the Acropolis?
place: {name} can hear Big Ben from bed.
Which person lives in London?
Who can hear Big Ben from bed?
place: {name} commutes over the Golden Gate Bridge on a scooter.
Which person lives in California?
Who commutes over the Golden Gate Bridge?
place: {name} sells postcards at the foot of the Sagrada Familia.
Which person works in Barcelona?
Who sells postcards at the Sagrada Familia?
place: {name} guides tourists around the pyramids of Giza.
Which person works in Egypt?
Who guides tourists around the pyramids?
place: {name} sweeps the steps of the Taj Mahal.
Which person works in India?
Who sweeps the steps of the Taj Mahal?
place: {name} guards a watchtower on the Great Wall.
Which person works in China?
Who guards a watchtower on the Great Wall?
diet: {name} has eaten no meat and no fish since childhood.
Which person is a vegetarian?
Who has eaten no meat since childhood?
diet: A glass of milk makes {name} ill within the hour.
Which person cannot tolerate lactose?
Who becomes ill from a glass of milk?
diet: {name} must avoid wheat, rye and barley for life.
Which person suffers from coeliac disease?
Who must avoid wheat, rye and barley?
diet: One peanut would send {name} to hospital.
Which person has a dangerous allergy?
Who would go to hospital after one peanut?
diet: From dawn until sunset {name} takes neither bread nor water for a month.
Which person is keeping Ramadan?
Who takes neither bread nor water from dawn until sunset?
diet: {name} checks blood sugar before meals and carries insulin.
Which person has diabetes?
Who carries insulin and checks blood sugar?
diet: {name} eats neither eggs nor honey nor cheese, nor anything else from animals.
Which person is a vegan?
Who eats neither eggs nor honey?
work: {name} never leaves without a stethoscope.
Which person is a doctor?
Who never leaves without a stethoscope?
work: {name} fills teeth from nine to five.
Which person is a dentist?
Who fills teeth from nine to five?
work: {name} slides down a pole when the alarm rings.
Which person fights fires?
Who slides down a pole when the alarm rings?
work: {name} lands a jumbo jet twice a week.
Which person is a pilot?
Who lands a jumbo jet?
work: {name} lifts a baton and sixty violins begin.
Which person conducts an orchestra?
Who lifts a baton before sixty violins?
work: {name} marks essays and shouts for silence in class.
Which person is a teacher?
Who marks essays and shouts for silence?
work: {name} bangs a gavel and passes sentence.
Which person is a judge?
Who bangs a gavel and passes sentence?
work: {name} kneads dough at three in the night.
Which person makes bread for a living?
Who kneads dough in the night?
work: {name} nails shoes to hooves.
Which person is a farrier?
Who nails shoes to hooves?
work: {name} wears a habit and keeps silence in the cloister.
Which person belongs to a convent or monastery?
Who wears a habit in the cloister?
work: {name} floats weightless and circles the planet sixteen times daily.
Which person is an astronaut?
Who floats weightless around the planet?
sport: {name} returned a serve at match point on clay.
Which person plays tennis?
Who returned a serve at match point?
sport: {name} gave checkmate with a knight.
Which person plays chess?
Who gave checkmate with a knight?
sport: {name} waxes a board and waits for the big wave.
Which person is a surfer?
Who waxes a board and waits for the big wave?
sport: {name} wore the yellow jersey over the last Alpine pass.
Which person races bicycles?
Who wore the yellow jersey?
sport: {name} sank a putt on the eighteenth green.
Which person plays golf?
Who sank a putt on the eighteenth green?
sport: {name} earned a black belt from a sensei.
Which person practises karate?
Who earned a black belt from a sensei?
sport: {name} ran forty-two kilometres without stopping.
Which person has finished a marathon?
Who ran forty-two kilometres?
health: {name} reads with the fingertips, dot by dot.
Which person is blind?
Who reads with the fingertips?
health: {name} speaks with the hands and feels music through the floor.
Which person is deaf?
Who speaks with the hands and feels music through the floor?
health: {name} rolls up every ramp, both legs still since the crash.
Which person uses a wheelchair?
Who rolls up every ramp?
health: {name} cannot tell a ripe tomato from an unripe one by its hue.
Which person is colour-blind?
Who cannot tell a ripe tomato from an unripe one?
life: After the funeral {name} kept the other wedding ring in a drawer.
Which person is widowed?
Who kept the other wedding ring after the funeral?
life: {name} shares face and birthday with a sister.
Which person has a twin?
Who shares face and birthday with a sister?
life: {name} blew out a hundred candles on the cake.
Which person is a centenarian?
Who blew out a hundred candles?
life: {name} grew up without father or mother.
Which person is an orphan?
Who grew up without father or mother?
life: {name} reigns, with sceptre and crown.
Which person is a monarch?
Who reigns with sceptre and crown?
life: {name} counts the years in a cell, behind bars.
Which person is in prison?
Who counts the years in a cell?"""
"""Three lines each: kind and fact, the question that shares no word with it, the direct one."""

_NAMES = """Ottilie Casimir Philippa Thaddeus Rosalind Evander Marguerite Leopold Araminta Barnaby Celestine Dashiell
    Eudora Fitzgerald Gwendolyn Horatio Isolde Jemima Lysander Millicent Nathaniel Octavia Percival Quincy Rowena
    Sylvester Theodora Ulysses Winifred Zebedee"""
NAMES = tuple(_NAMES.split())
"""Names of people; no fact depends on who it is about."""

_FRAME = frozenset(terms("person lives living works home plays makes uses keeping belongs finished practises suffers"))
"""Stems of questions that say nothing of the association."""


class Association(NamedTuple):
    """A fact, and what is asked about it."""

    kind: str
    """What it is about; facts of another kind never answer its question."""

    fact: str
    """A sentence with `{name}` in it."""

    latent: str
    """Question that shares no content word with the fact."""

    direct: str
    """Question in the fact's own words."""

    def question(self, direct: bool) -> str:
        """The direct question, or the one whose words do not stand in the fact."""
        return self.direct if direct else self.latent


def content(text: str) -> frozenset[str]:
    """Stems of a text's content words."""
    return frozenset(terms(text))


def standing_in(lines: Iterable[str]) -> frozenset[Association]:
    """Associations whose question has all its words, but for those of every question, in one of these lines."""
    wanted = {one: content(one.latent) - _FRAME for one in associations()}
    words = frozenset().union(*wanted.values())
    found: set[Association] = set()
    for line in lines:
        here = content(line) & words
        if here:
            found.update(one for one, keys in wanted.items() if keys <= here)
    return frozenset(found)


def overlap(fact: str, question: str) -> int:
    """Number of content words, as stems, that a fact and a question share."""
    return len(content(fact.replace("{name}", "")) & content(question))


@lru_cache(maxsize=1)
def associations() -> tuple[Association, ...]:
    """Read the table of all associations."""
    lines = _TABLE.split("\n")
    found = []
    for first, latent, direct in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        kind, _, fact = first.partition(": ")
        found.append(Association(kind, fact, latent, direct))
    return tuple(found)


@lru_cache(maxsize=128)
def beside(asked: Association) -> tuple[Association, ...]:
    """Facts of other kinds that share no content word with either question: they may stand beside the asked one."""
    words = content(asked.latent) | content(asked.direct)
    return tuple(one for one in associations() if one.kind != asked.kind and not content(one.fact) & words)
