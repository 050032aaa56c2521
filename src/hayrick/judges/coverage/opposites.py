"""Common English antonyms, as stems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from hayrick.judges.coverage.reading import content_word
from hayrick.numerals import listed

_SIDES = """
increase rise grow gain climb surge jump expand soar / decrease fall decline drop shrink lose slump plunge reduce
raise lift / lower cut
accelerate hasten speed / slow delay decelerate
improve enhance strengthen boost / worsen deteriorate weaken impair undermine
high higher highest / low lower lowest
large larger largest big bigger / small smaller smallest tiny
strong stronger / weak weaker
long longer / short shorter
fast faster quick rapid / slow slower sluggish
early earlier / late later
old older / new newer young younger
hot warm / cold cool
wide broad / narrow
rich / poor
easy simple / difficult hard complex
safe / dangerous unsafe hazardous
cheap affordable inexpensive / expensive costly
common frequent / rare infrequent uncommon
positive favorable / negative unfavorable adverse
optimistic hopeful confident / pessimistic doubtful worried
success successful succeed / failure unsuccessful fail
accept approve endorse allow permit / reject refuse deny decline forbid prohibit ban block
support favor back / oppose resist
agree / disagree
admit confirm acknowledge / deny refute
include contain / exclude omit
add introduce launch start begin open / remove discontinue end stop close cease halt
hire recruit / fire dismiss
buy purchase acquire / sell divest
win / lose
profit surplus profitable / loss deficit unprofitable
exceed surpass beat outperform / miss underperform trail
encourage recommend advise urge / discourage warn
create build / destroy demolish
attract / repel deter
connect join unite merge / separate split divide
public / private
domestic local / foreign international
legal lawful / illegal unlawful
voluntary optional / mandatory compulsory required
temporary / permanent
partial / complete total
active / inactive passive
available / unavailable
likely / unlikely
able / unable
known / unknown
stable steady / unstable volatile
effective efficient / ineffective inefficient
healthy / unhealthy
satisfied happy pleased / dissatisfied unhappy disappointed
maximum most / minimum least
majority / minority
best / worst
better / worse
always / never
before / after
first / last
inside / outside
benefit advantage / drawback disadvantage
relieve ease alleviate / aggravate worsen exacerbate
tighten / loosen
upgrade / downgrade
upward / downward
import / export
advance / retreat
lead / trail lag
save / waste spend
present / absent
visible / hidden
trust / distrust
above / below
full complete comprehensive entire / limited partial
automated automatic / manual
recommend praise / condemn
praise / vilify criticize
advanced innovative / outdated mediocre
crucial important essential / irrelevant unimportant trivial
precise accurate / imprecise inaccurate
expand / contract
lend / borrow
remember / forget
arrive come / leave depart
push / pull
teach / learn
give / take
raise / drop
enter / exit
love like / hate dislike
praise / criticise
victory / defeat
friend ally / enemy foe
guilty / innocent
alive / dead
born / dead die
married / divorced
day / night
odd / even
join / leave quit
launch / scrap shelve cancel
legalise legalize / outlaw criminalise criminalize ban
widen broaden / narrow
pass / fail
arrest detain jail / release free
acquit / convict
lift remove / impose
promote / demote
reveal disclose / conceal hide
flourish thrive / collapse
resume / halt suspend
welcome / condemn
extend / curtail
appoint elect / dismiss oust
overstate overestimate / understate underestimate
grant / revoke
heed / ignore
boost / dampen
ease relax / tighten
invest deposit / withdraw
repair restore / damage
survive / die
uphold / overturn
simplify / complicate
repay / borrow
enable / prevent
heavy / light
thick / thin
empty / full
loud / quiet
clean / dirty
brave / cowardly
generous / stingy
polite / rude
wet / dry
near / far
forward / backward
vertical / horizontal
minor / major
seller / buyer
arrival / departure
ban prohibit forbid / legalise legalize
win / forfeit
praised / blamed
float / sink
freeze / melt thaw
appear / disappear vanish
obey / disobey
attack / defend
employ / dismiss
deposit / withdraw
embrace / shun
ignore neglect / highlight emphasize
shorten / lengthen extend
soften / harden
deepen / ease
inflate / deflate
ascend / descend
enrich / impoverish
recover / relapse worsen
praiseworthy / shameful
rebuke reprimand / commend praise
offer promise grant pay give / refuse deny
accuse charge / clear absolve exonerate
suspend dismiss sack / restore reinstate rehire promote
warn alert tell inform notify / conceal hide
fine penalise penalize / award reward
flood damage destroy / spare
rescue save / strand
retract / reaffirm
lose forfeit / keep retain
sue prosecute / defend
remove withdraw / return restore
hand deliver / withhold
agree / refuse
join / abandon
praise thank / scold criticise blame accuse
dispute contest / confirm
expire end / begin start
neglect / support
fine / reward
score / miss
empty drain / fill
refund / charge
cost / earn
bury / uncover unearth
build erect / tear raze
donate / withdraw
ban / admit
flood overload / relieve
accelerate / brake
insist / waive
hoard / discard
reopen open / close shut
cancel / reinstate
defeat beat / lose
return / vanish disappear leave
triple quadruple double / collapse halve
join / withdraw
postpone delay defer / advance hasten
land / lift
withdraw / join enter
adopt pass / repeal reject scrap
ratify / veto
license authorise authorize / ban revoke
nominate / disqualify
strengthen / erode
tighten / relax
hand give / withhold
found establish / dissolve abolish
plant / uproot
promise / refuse
upgrade / demote
rescue / abandon
recruit / sack
overtake / trail
advise / dissuade
prolong / shorten
overrule / uphold
load / unload
install / uninstall remove
enable / disable
activate / deactivate
connect / disconnect
encrypt / decrypt
crowded busy / deserted empty
permanent / interim provisional
senior / junior
upper / lower
inland / coastal offshore
urban / rural
ancient / modern
fresh / stale
sharp / blunt
steep / gentle
deep / shallow
solvent / bankrupt insolvent
scarce / abundant plentiful
tenant / landlord
employer / employee
winner / loser
ally / rival
supporter / opponent
veteran / newcomer rookie
surplus / shortage
boom / slump
uncrewed unmanned / crewed manned
wholesale / retail
amateur / professional
indoor / outdoor
"""


def _keys(word: str) -> set[str]:
    """Stems of a word and of its regular forms, which are not always one stem ("enter", "entered"; "ban", "banned")."""
    forms = [word, word + "ed", word + "ing", word + "s", word + word[-1] + "ed", word + word[-1] + "ing"]
    return {content_word(form) for form in forms} - {""}


def _opposites() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _SIDES.strip().splitlines():
        left, right = ({key for word in listed(side) for key in _keys(word)} for side in line.split(" / "))
        for word in left:
            found.setdefault(word, set()).update(right - {word})
        for word in right:
            found.setdefault(word, set()).update(left - {word})
    return MappingProxyType({word: frozenset(others) for word, others in found.items()})


OPPOSITES = _opposites()
"""Stem -> stems of its antonyms."""

_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "de", "anti", "mis")
_NO_OPPOSITES = frozenset(
    map(content_word, listed("income indeed infold impress impart instill display discount dispute"))
)
_NO_OPPOSITES |= frozenset(
    map(content_word, listed("define design deliver depart deport involve invest import increase"))
)


@lru_cache(maxsize=100_000)
def stripped(word: str) -> tuple[str, ...]:
    """What is left of a stem without a prefix that negates ("crew" of "uncrew"); nothing if it has none."""
    return tuple(word[len(prefix) :] for prefix in _PREFIXES if _negates(prefix, word))


def _negates(prefix: str, word: str) -> bool:
    return word.startswith(prefix) and len(word) > len(prefix) + 2 and word not in _NO_OPPOSITES


def contraries_of(words: Iterable[str]) -> frozenset[str]:
    """Every stem that may be the contrary of one of some stems, by the list or by a prefix."""
    found: set[str] = set()
    for word in words:
        found.update(OPPOSITES.get(word, ()), stripped(word), (prefix + word for prefix in _PREFIXES))
    return frozenset(found)


TURNS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "more": frozenset(["less", "fewer"]),
        "less": frozenset(["more"]),
        "fewer": frozenset(["more"]),
        "before": frozenset(["after", "during"]),
        "after": frozenset(["before", "during"]),
        "during": frozenset(["before", "after"]),
        "above": frozenset(["below"]),
        "below": frozenset(["above"]),
        "over": frozenset(["under"]),
        "under": frozenset(["over"]),
        "on": frozenset(["off"]),
        "off": frozenset(["on"]),
        "up": frozenset(["down"]),
        "down": frozenset(["up"]),
        "with": frozenset(["without"]),
        "without": frozenset(["with"]),
        "all": frozenset(["none", "few", "some"]),
        "most": frozenset(["few", "least"]),
        "few": frozenset(["most", "many"]),
        "many": frozenset(["few"]),
        "doubled": frozenset(["halved"]),
        "halved": frozenset(["doubled"]),
        "doubling": frozenset(["halving"]),
        "halving": frozenset(["doubling"]),
        "double": frozenset(["halve"]),
        "halve": frozenset(["double"]),
        "doubles": frozenset(["halves"]),
        "halves": frozenset(["doubles"]),
    }
)
"""Antonyms of function words, unstemmed."""
