"""Function words and marks that several rules share; what a rule adds stands beside it."""

from __future__ import annotations

from hayrick.numerals import listed

SENTENCE_ENDS = frozenset(".!?")
ENDS = SENTENCE_ENDS | {";"}
CLAUSE_MARKS = frozenset(",.;:?!()")
SENTENCE_MARKS = ENDS | {":"}
"""Marks after which a new sentence may begin; brackets and commas are none."""

BE = frozenset(listed("is are was were be been being"))
FINITE = frozenset(listed("is are was were has have had will would can could may might did does do"))
"""Forms of auxiliary verbs that agree with a subject."""

AUXILIARIES = BE | FINITE | frozenset(listed("am shall should must"))

DETERMINERS = frozenset(listed("a an the its their his her this these those"))
QUANTIFIED = DETERMINERS | frozenset(listed("our some any every each no all both several"))
"""Those, and words for how much of a noun."""

BEFORE_NOUNS = QUANTIFIED | frozenset(
    listed("of in on at for from with into by between among under over behind many other")
)
"""After these stands a noun or what belongs to one."""

NO_VERB_AFTER = frozenset(listed("a an the of for with in on at by to from as its their his her"))
"""After these a form in "-ed" is no verb in the past."""

PRONOUNS = frozenset(listed("him her them it us me"))
"""Objects, and agents after "by", that name nobody."""
