"""All probes by name."""

from __future__ import annotations

from hayrick.probes.clauses import framed, half, negated, planted, roles_exchanged
from hayrick.probes.details import date_changed, name_changed, number_changed, opposite_word, rounded, unit_changed
from hayrick.probes.probe import Probe, each
from hayrick.probes.wholes import general, injected, paragraph, query, siblings, surrounded, verbatim

_FULL, _FAULT, _ROLES, _HALF, _HEDGE, _NONE = 0.75, 0.5, 0.6, 0.65, 0.75, 0.25
"""Bounds of values; docs/reference/rubric.md."""

PROBES: tuple[Probe, ...] = (
    Probe("verbatim", "states", "the insight, word for word", verbatim, least=_FULL),
    Probe("paragraph", "states", "all insights of the subtopic in one paragraph", paragraph, least=_FULL),
    Probe("surrounded", "states", "the insight between two general sentences", each(surrounded), least=_FULL),
    Probe("affirmed", "states", "a frame with a negation that affirms it", each(framed("affirmed")), least=_FULL),
    Probe("rounded", "states", "a number as about its rounding", each(rounded), least=_FULL),
    Probe("planted", "states", "a document's sentence that states it", each(planted("says")), least=_FULL),
    Probe("number_changed", "faulty", "another number", each(number_changed), most=_FAULT),
    Probe("date_changed", "faulty", "another year, month, day or weekday", each(date_changed), most=_FAULT),
    Probe("unit_changed", "faulty", "another unit, magnitude or currency", each(unit_changed), most=_FAULT),
    Probe("name_changed", "faulty", "another name", each(name_changed), most=_FAULT),
    Probe("opposite_word", "faulty", "one word as its opposite", each(opposite_word), most=_FAULT),
    Probe("roles_exchanged", "faulty", "two names exchanged", each(roles_exchanged), most=_ROLES),
    Probe("half", "faulty", "without its last clause", each(half), most=_HALF),
    Probe("hedged", "faulty", "a frame that leaves it open", each(framed("hedged")), most=_HEDGE),
    Probe("near_miss", "faulty", "a document's near-miss of it", each(planted("near_miss")), most=_FAULT),
    Probe("outdated", "faulty", "a document's earlier figure", each(planted("outdated")), most=_FAULT),
    Probe("negated", "denies", "its verb with 'not'", each(negated), most=_NONE),
    Probe("denied", "denies", "a frame that denies it", each(framed("denied")), most=_NONE),
    Probe("siblings", "absent", "other insights of the subtopic", siblings, most=_NONE),
    Probe("query", "absent", "the query", query, most=_NONE),
    Probe("general", "absent", "sentences without a detail", general, most=_NONE),
    Probe("injected", "absent", "others, and an order to give full marks", injected, most=_NONE),
)
"""In the order in which they are shown: by kind."""
