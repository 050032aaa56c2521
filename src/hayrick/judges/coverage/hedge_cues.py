"""How hedges of each kind may begin: words of up to four letters, and first five letters of longer ones.

Most words begin no hedge, so that most places of a text need no look at the regular expressions of hedge_words.py.
tests/judges/coverage/test_hedge_cues.py derives the same from those.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.numerals import listed

LONGEST = 5
"""Letters of a beginning."""

_WRITTEN = {
    "rumour": """
a accor accus alleg an analy anony anoth are as being blog blogg blogs by bysta can certa charg chatt claim clues
colle comme conte could criti cynic draft dubio early every eyewi fans figur first folk forum frien from gossi grain
grape hears hints i if in indic insid insis is it judgi leake legen local many may might most murmu neigh obser offic
older on once one onlin onloo optim or osten other passe peopl perso pinch post posts pundi pupil purpo regul repor
resid rival rumor rumou scept scutt sever signs skept so socia some someo sourc specu story stude suppo suspe swear
swore tablo tale tales talk that theor there they those to towns tweet unatt uncon undis unide unles unnam unoff unpro
unrel unsig unsou unspe untes until unver versi villa was we were whisp will witho witne word
    """,
    "unchecked": """
, : ; a accou and answe anybo anyon anyth are as ascer attes authe await back backe but by can can't canno certi check
confi confl corro could decis decli did didn' do docum does doesn don't doubt estab evide exper far few for had hadn'
hard hardl has hasn' have haven impos in is jury lack lacki lacks left less littl lock made make n't neith never no
nobod none nor not nothi nowhe offic on open opini outco pendi proof prove provi quest refus remai repor resul room
rulin seem seems sourc still stori subje subst thoug time unabl uncle undec under unkno unsur up valid verdi verif
versi view views vote vouch wait waite waiti waits was were will willn witho witne would yet
    """,
    "whether": """
ascer ask asked asks check doubt know knows quest see sees sure uncer uncle unsur wheth wonde
    """,
    "epistemic": """
a appar appea are argua as assum at belie bet bets by chanc conce consi could early every fair feel feels first float
from gave give gives good guess headi hunch hypot in initi is it likel look looke looks may maybe menti might moot
moote moots more most must odds on outsi penci perha plaus possi poten preli presu proba prosp provi quite raise real
rough seem seeme seemi seems signs so some sound stand sugge suspi tenta that the theor thoug to under very was were
would
    """,
    "belief": """
antic assum belie bet bets conje conte dream envis expec fanci fancy fear feare feari fears forec gathe guess hear
heard hears hint hinte hints hope hoped hopes hopin hypot imagi infer insin intim murmu mutte posit postu predi presu
recko specu suppo surmi suspe swear theor think thoug trust wager whisp wonde
    """,
    "condition": """
, all as assum condi conti depen finge hinge hopef if in pendi provi shoul so subje suppo unles were with
    """,
    "planned": """
's aim aimed aims appea appli are ask asked askes asks aspir attem be been begg begge beggs being bid bided bides bids
call calle calls deman expec hope hoped hopes inten is lobbi mull mulls offer petit plan plann plans plea plead pleas
pledg prepa press promi propo push pushe pushs reque sched seek seeks sough threa tried tries vow vowed vows want
wante wants was were wish wishe would
    """,
    "proposed": """
advis are came consi conte decis deman discu envis hypot idea ideas is motio moved mull mulle mulls negot optio plan
plans ponde propo recom reque rulin scena sugge talks toy toyed toyin toys under urged verdi vote was weigh were
    """,
    "modal": "could",
    "would": "would",
}


def _begun() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, words in _WRITTEN.items():
        for word in listed(words):
            found[word] = (*found.get(word, ()), name)
    return MappingProxyType(found)


BEGUN = _begun()
"""Word or beginning of one -> the kinds of hedge that it may begin."""
