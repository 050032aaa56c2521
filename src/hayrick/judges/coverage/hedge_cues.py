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
a accor accus alleg an analy anony anoth are as being blog blogg blogs boast by bysta can certa charg chatb chatt
claim clues colle comme condi conte corre could criti cynic did do does doing draft dubio early every eyewi fans
figur first folk forum frien from gossi grain grape had has have hears hints i if in indic infor inkli insid insis
is it judgi leake legen local made make makes makin many may might most murmu mutte neigh obser of off offic older
on once one onlin onloo optim or osten other overh passe peopl perso pinch post posts pundi pupil purpo quote regul
repor resid rival rumor rumou say says scept scutt secon sever signs skept so socia some someo sourc specu story
stude such suppo suspe swear swore tablo tale tales talk that theor there they third this those tip to towns tweet
unatt unaut uncon uncor undis undoc unide unles unnam unoff unpro unrel unsig unsou unspe unsub unsup untes until
unver versi villa was we were whisp will witho witne word write
    """,
    "unchecked": """
, : ; a accou accur and answe anybo anyon anyth are as ascer attes authe autho await back backe backs bear bears
born borne but by can can't canno certi check citat confi confl corro could decis decli did didn' do docum does
doesn don't doubt estab evide exper far few for had hadn' handl hard hardl has hasn' have haven impos in is jury
lack lacki lacks left less littl lock made make n't neith never no nobod none nor not nothi nowhe offic on open
opini outco pendi pinne proof prove provi quest read refus relia remai repli repor repro resul room rulin seem seems
sourc stand still stood stori subje subst take taken there thoug time treat unabl uncle undec under unkno unsur up
valid verdi verif versi view views vote vouch wait waite waiti waits was were will willn witho witne would yet
    """,
    "whether": """
ascer ask asked asks check doubt know knows quest see sees sure uncer uncle unsur wheth wonde
    """,
    "epistemic": """
a angli appar appea are argua as assum at belie bet bets by chanc conce consi conte could early every fair favor
favou feel feels first float from front gave give gives good guess headi hunch hypot in initi is it likel look looke
looks may maybe menti might moot moote moots more most must odds on outsi penci perha plaus possi poten preli presu
proba prosp provi quite raise real rough seem seeme seemi seems signs so some sound stand sugge suspi taken tenta
that the theor thoug to under very vying was were would
    """,
    "belief": """
antic assum belie bet bets brace braci conje conte dream envis expec fanci fancy fear feare feari fears forec gathe
guess hear heard hears hint hinte hints hope hoped hopes hopin hypot imagi infer insin intim left murmu mutte posit
postu predi presu recko specu steel suppo surmi suspe swear theor think thoug trust wager whisp wonde
    """,
    "condition": """
, all as assum barri but condi conti depen finge god had hinge hopef if in on pendi permi provi shoul so subje suppo
touch unles were with
    """,
    "planned": """
's aim aimed aims appea appli are ask asked askes asks aspir attem be been begg begge beggs being bid bided bides
bids call calle calls deman expec hope hoped hopes inten is lobbi mull mulls offer petit plan plann plans plea plead
pleas pledg prepa press promi propo push pushe pushs reque sched seek seeks sough threa tried tries vow vowed vows
want wante wants was were wish wishe would
    """,
    "proposed": """
advis are been came consi conte decis deman discu envis hypot idea ideas in is motio moved mull mulle mulls negot
optio plan plans ponde propo recom reque rulin scena sugge talks toy toyed toyin toys under urged verdi vote was
weigh were wish
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
