"""Irregular English verbs and nouns: the base form of each form, so that "rose" and "rise" are one word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from hayrick.numerals import listed
from hayrick.text import stem

VERBS = """
arise arose arisen|awake awoke awoken|bear bore borne|beat beat beaten|become became become|begin began begun
bend bent bent|bet bet bet|bid bid bid|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown
break broke broken|breed bred bred|bring brought brought|broadcast broadcast broadcast|build built built
burn burnt burnt|burst burst burst|buy bought bought|cast cast cast|catch caught caught|choose chose chosen
cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug
draw drew drawn|dream dreamt dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed fed|feel felt felt|fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown
forbid forbade forbidden|forecast forecast forecast|foresee foresaw foreseen|forget forgot forgotten
forgive forgave forgiven|forsake forsook forsaken|freeze froze frozen|get got gotten|give gave given|go went gone
grind ground ground|grow grew grown|hang hung hung|hear heard heard|hide hid hidden|hit hit hit|hold held held
hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known|lay laid laid|lead led led|leap leapt leapt
learn learnt learnt|leave left left|lend lent lent|let let let|lie lay lain|light lit lit|lose lost lost
make made made|mean meant meant|meet met met|mistake mistook mistaken|misunderstand misunderstood misunderstood
mow mowed mown|outbid outbid outbid
outdo outdid outdone|outsell outsold outsold|overcome overcame overcome|overhear overheard overheard
oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|pay paid paid|plead pled pled
prove proved proven|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt|redo redid redone
repay repaid repaid|resell resold resold|rethink rethought rethought|rewrite rewrote rewritten|rid rid rid
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen
seek sought sought|sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken|shed shed shed
shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung
sink sank sunk|sit sat sat|slay slew slain|sleep slept slept|slide slid slid|slit slit slit|smell smelt smelt
sow sowed sown|speak spoke spoken|speed sped sped|spell spelt spelt|spend spent spent|spill spilt spilt
spin spun spun|spit spat spat|split split split|spoil spoilt spoilt|spread spread spread|spring sprang sprung
stand stood stood|steal stole stolen|stick stuck stuck|sting stung stung|stink stank stunk|stride strode stridden
strike struck stricken|strive strove striven|swear swore sworn|sweep swept swept|swell swelled swollen
swim swam swum|swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told
think thought thought|thrive throve thriven|throw threw thrown|thrust thrust thrust|tread trod trodden
undergo underwent undergone|understand understood understood|undertake undertook undertaken|undo undid undone
unwind unwound unwound|uphold upheld upheld|upset upset upset|wake woke woken|wear wore worn|weave wove woven
weep wept wept|wet wet wet|win won won|wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld
withstand withstood withstood|wring wrung wrung|write wrote written
"""
"""Base form, simple past and past participle of each verb."""

_PARTS = [listed(verb) for line in VERBS.strip().splitlines() for verb in line.split("|")]

_NOUNS = """
children child|men man|women woman|feet foot|teeth tooth|geese goose|mice mouse|lives life|wives wife|knives knife
halves half|shelves shelf|thieves thief|wolves wolf|loaves loaf|criteria criterion|phenomena phenomenon
crises crisis|analyses analysis|theses thesis|diagnoses diagnosis|hypotheses hypothesis
"""
_SPEECH = (
    "death die|sale sell|purchase buy|choice choose|thought think|belief believe|loss lose|growth grow|proof prove"
    "|strength strong|length long|width wide|depth deep|height high|warmth warm|flight fly|gift give|speech speak"
    "|sight see|knowledge know|decision decide|arrival arrive|advice advise|success succeed|analyse analysis"
    "|analyze analysis"
)


def _lemmas() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for base, past, participle in _PARTS:
        found.update({form: base for form in (past, participle) if form != base})
    for pairs in (*_NOUNS.strip().splitlines(), _SPEECH):
        found.update((form, base) for form, base in map(listed, pairs.split("|")))
    return MappingProxyType({form: found.get(base, base) for form, base in found.items()})


_DOUBLED = frozenset("bdfgklmnprtvz")

UNCHANGED = frozenset(base for base, past, _ in _PARTS if base == past)
"""Verbs whose past is their base form."""

_PASTS = frozenset(form for base, *forms in _PARTS for form in forms if form != base)
"""Irregular forms of the past that are not the base form, too."""

_NO_PASTS = frozenset(listed("shed sled hundred sacred naked wicked kindred"))
"""Words in "ed" that are no verbs in the past."""

LEMMAS = _lemmas()
"""Irregular form -> base form."""


_WHOLE = frozenset(
    listed(
        "banner bitter bladder butter clutter copper dinner fodder glitter gutter hammer inner ladder letter litter"
        " manner matter mutter pepper pillar rubber rudder scatter shatter spanner stutter summer supper udder upper"
    )
)
"""Words whose "er" is no ending, though what stands before it looks like a doubled consonant."""


_LONGEST_MEN = 8
"""Length of "specimen", the longest word in "men" that is no plural of one in "man"."""


@lru_cache(maxsize=100_000)
def root(word: str) -> str:
    """Stem of the base form of a lower-case word, one for all its forms ("families", "family"; "stayed", "stay").

    A consonant doubled before an ending is one ("dropped", "drop").
    """
    found = LEMMAS.get(word) or LEMMAS.get(word.removesuffix("s"), word)
    if found.endswith(("ies", "ied")) and len(found) > 4:
        found = f"{found[:-3]}y"
    if found.endswith("men") and len(found) > _LONGEST_MEN:
        found = f"{found[:-2]}an"
    if found in _WHOLE or (found.endswith("s") and found[:-1] in _WHOLE):
        return found.removesuffix("s")
    while (shorter := stem(found)) != found:
        found = shorter
    return found[:-1] if len(found) > 3 and found[-1] == found[-2] and found[-1] in _DOUBLED else found


def is_past(token: str) -> bool:
    """Whether a token has the form of a verb's past; some nouns and adjectives have it too."""
    word = token.lower()
    return word in _PASTS or (
        word.endswith("ed") and len(word) > 3 and not word.endswith("eed") and word not in _NO_PASTS
    )
