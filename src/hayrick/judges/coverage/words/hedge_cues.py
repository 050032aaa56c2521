"""Which words a hedge of each kind needs: made by `python -m bench.judge.make_hedge_cues` from hedge_words.py.

Each entry stands for some ways to write a hedge: one of the words before the stroke begins it, and one of the words or
pairs of words after the stroke is in it. Most texts have no such two, so that their hedges need not be looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from hayrick.numerals import listed

BEGINNING, LONGEST = 5, 8
"""Letters after which words are cut before the stroke, and after it; both words of a pair are whole."""

_WRITTEN = {
    "rumour": """
a / friend | a an anoth certa early older one rival some / account accounts allege alleges blog blogs claim claimed
claims document draft drafts hint hints holds indicate insist insists letter letters maintain memo memos observer
paper papers post posts report reports say says source sources speak speaks story storys suggest suggeste suggests
telling tellings theory theorys version versions witness witnesss | a an one / assure assured assures boast boasted
boasts claim claimed claims contend contends insist insisted insists joke jokes like_to likes maintain mutter
mutters recall recalls reckon reckons relate relates remember swear swears swore tell tells told us you | a an one
some / assure assured assures boast boasted boasts claim claimed claims contend contends insist insisted insists
joke jokes like_to likes maintain mutter mutters recall recalls reckon reckons relate relates remember swear swears
swore tell tells told us you | a analy blog blogg blogs bysta clues colle comme criti cynic draft early eyewi fans
figur first folk forum frien gossi hints indic insid it local many most neigh obser onlin onloo optim other passe
peopl post posts pundi pupil regul repor resid rumor rumou scept sever signs skept socia some sourc stude suppo
tablo theor towns tweet villa witne / allege alleges argue argued argues claim claimed claims fear feel has_it
have_it hold indicate insist insisted insists maintain put report reported said say says speak speaks suggest
suggeste suggests swear | accor accus alleg anony being boast charg chatb chatt claim corre dubio gossi grape hears
infor inkli insis leake legen might murmu mutte osten overh purpo repor rumor rumou say says scutt secon so specu
suppo suspe swear tale tales talk there third tip unatt unaut uncon uncor undis undoc unide unnam unoff unpro unrel
unsig unsou unspe unsub unsup untes unver whisp word write / accordin accused allegati alleged allegedl anonymou
being boast boasts charged charges chatbot chatter claim claims correct dubious gossip grapevin hearsay informan
inkling insist insists leaked legend might murmur murmurs mutter mutters ostensib overhear purporte reported rumor
rumored rumoredl rumors rumour rumoured rumours say says scuttleb secondha so speculat supposed suspecte swear
swears tale tales talk there third tip unattrib unauthen unconfir uncorrob undisclo undocume unidenti unnamed
unoffici unproved unproven unreliab unsigned unsource unspecif unsubsta unsuppor untested unverifi whisper whispers
word write writes | alleg claim conte insis swear swore / that to_be to_have | are being is was were / alleged
assumed believed claimed consider held presumed reputed rumoured said_to suspecte thought understo widely | are is
was were / rumored rumoured tipped touted | as / had_it has_it have_it put puts tell tells would_have | by from in
on / account accounts estimate interpre quarters reading readings report reports source sources telling tellings
version versions view views | by in on / account arithmet count estimati eyes guess imaginat memory opinion reckonin
recollec retellin telling version view words | by in to / account arithmet count estimati eyes guess imaginat memory
opinion reckonin recollec retellin telling version view words | can could may might will / confirm confirme might
say verified verify vouch | condi / anonymit | did do does doing made make makes makin / rounds | every local many
other peopl some they / claiming saying suggesti whisperi | from / memory | grain pinch / salt | had has have /
had_it has_it have_it | i we / am have_been hear i led told we_are we_was we_were | if / accurate anything believed
correct i memory prove proves right serve serves true trusted turn turns | if once unles until / accurate confirme
correct genuine if_so once true unless until verified | in / daydream dream dreams fable fantasy imaginat mill novel
parody satire vision | it that / had_been has_been it_is it_was that_is that_was | judgi to / judge judging | may /
may_not | of / authenti authorsh origin provenan | off / record | offic peopl perso someo sourc those / close
familiar inside know knowledg near official within | one / gathers hears reads | or / goes is_what or_so or_such
or_that or_this people ran run runs went | quote / me | rumou story tale versi / goes | secon / hand second | such
that this / how is_what story tale version word | witho / evidence proof proving source sources | word / mouth
    """,
    "unchecked": """
, : ; and are as but is remai seem seems still thoug was were / conteste debatabl disputed doubt doubtful hypothet
inconclu murky question unanswer uncertai unclear undecide undeterm unknown unpublis unresolv unsettle unsure | a /
matter | accou exper opini repor sourc stori versi view views witne / conflict contradi differ disagree diverge
divided vary | accur authe autho await citat confl doubt handl hard impos jury neith no nothi open pendi prove quest
read relia remai still take taken there treat unabl yet / accuracy authenti authorsh await awaiting awaits citation
conflict doubt doubts handle hard impossib jury neither no nothing open pending provenan question read reliabil
remain remains still_to take taken there treat treated unable yet | answe decis outco resul rulin verdi vote /
awaited outstand pending | anybo / 's | anyon / 's | anyth by far less not nowhe / altogeth anything entirely far
less means near | are is left remai still / open | are is remai / divided pending remain remains split undecide | as
/ yet | ascer attes authe back backe backs bear bears born borne certi check confi corro docum estab evide in offic
on pinne proof prove provi repli repro stand stood subst valid verif vouch / absent cannot few hardly lack lacking
lacks little missing n't neither never no no_one nobody none nor not nothing outstand pending scant thin unable
without yet | await pendi subje wait waite waiti waits / approval confirma confirme corrobor proof ratifica review
substant verifica verified | can can't canno n't not / can't cannot confirme discount dismisse entirely excluded
fully n't quite ruled verified yet | canno few hardl lack lacki lacks littl n't neith never no nobod none nor not
nothi unabl witho yet / cannot few hardly lack lacking lacks little n't neither never no no_one nobody none nor not
nothing unable without yet | could did didn' do does doesn don't had hadn' has hasn' have haven will willn would /
comment commente confirm confirme discuss elaborat replied respond responde reveal said say | decli refus / comment
confirm disclose reveal say specify | doubt uncle undec unkno unsur / doubtful how unclear undecide unknown unsure |
for / know knows | hardl n't not / agreed assured certain clear decided definite done establis final given guarante
known official place public settled sure | in / balance | lock / key | made make / make mind minds | no / comment
decision | no nobod none / no_one nobody none | not / necessar ruled | room / doubt | time / tell | under / investig
scrutiny wraps | up / air
    """,
    "whether": """
ascer ask asked asks check doubt know knows quest see sees sure uncer uncle unsur wonde / ascertai ask asked asks
check checking doubt doubts know knows question see_if sees sure uncertai unclear unsure wonder wondered wonders |
wheth / whether
    """,
    "epistemic": """
a every fair good outsi real some the / chance chances likeliho possibil probabil prospect | a every some / resembla
| angli appar appea argua assum belie bet bets chanc conce conte could favor favou feel feels front guess headi
hunch hypot likel look looke looks may maybe might odds penci perha plaus possi poten presu proba prosp provi seem
seeme seemi seems signs sound stand sugge suspi taken tenta theor vying would / angling apparent appear appeared
appearin appears arguable arguably assumpti belief bet bets chances conceiva contende could_be could_well favorite
favourit feel feels front frontrun guess guesswor heading hunch hypothes hypothet likely look looked looks may maybe
might odds pencille perhaps plausibl possibil possible possibly potentia presumab presumpt probable probably
prospect provisio seem seemed seeming seemingl seems signs sound sounded sounds stands suggest suggeste suggesti
suggests suspicio taken tentativ theoreti theories theory vying would | are consi is look looks seem seems thoug was
were / apt bound liable likely unlikely | as / as_best far | at on / face glance sight | by / accounts look | could
/ could_have easily | early first initi preli rough / estimate findings guess indicati initial prelimin results
rough signs | float menti moot moote moots raise / idea option possibil prospect | from / from_what | gave give
gives / impressi | in / line | in more most quite very / likeliho likely most possibly probabil probably | in on /
cards course line offing paper pipeline principl running theory track works | it that / conceiva imaginab likely
plausibl possible probable thinkabl | must / must_have | on / strength | so / speak | stand / chance | to / best_of
| under / impressi | would / seem
    """,
    "belief": """
antic assum belie bet bets brace braci conje conte dream envis expec fanci fancy fear feare feari fears forec gathe
guess hear heard hears hint hinte hints hope hoped hopes hopin hypot imagi infer insin intim left murmu mutte posit
postu predi presu recko specu steel suppo surmi suspe swear theor think thoug trust wager whisp wonde / anticipa
assume assumed assumes assuming believe believed believes believin bet bets brace braced braces bracing conjectu
contend contende contends dream dreams envisage expect expected expectin expects fancied fancies fancy fear feared
fearing fears forecast gathered gathers guess guessed guesses guessing hear heard hears hint hinted hints hope hoped
hopes hoping hypothes imagine imagined imagines imaginin infer inferred infers insinuat intimate left murmur
murmured murmurs mutter muttered mutters posit posited posits postulat predict predicte predicti predicts presume
presumed presumes presumin reckon reckoned reckonin reckons speculat steeled steeling steels suppose supposes
supposin surmise surmised surmises surmisin suspect suspecte suspecti suspects swear swears theorise theorize think
thinks thought trust trusts wager wagered wagers whisper whispere whispers wonder wondered wonderin wonders
    """,
    "condition": """
, were / ,_were were_a were_an were_he were_her were_his were_it were_its were_she were_the were_their were_they |
all / being_well goes | as / soon | assum barri condi conti god hinge hopef if pendi permi provi shoul subje suppo
touch unles / assuming barring conditio continge god hinge hinges hopefull if pending permitti provided providin
should subject supposin touch unless | but / but_for | depen / depend dependin depends upon | finge / crossed | had
/ had_a had_an had_any had_he had_her had_his had_it had_its had_no had_she had_the had_their had_they | in / case
event | on / assumpti | so / long_as | with / luck
    """,
    "planned": """
's are be been being is was were / 's about_of about_to aiming anticipa are_to asked be_to been_to being_to brink
called close contempl debated debating discusse due_of due_to eager expected feared floated going hoped hoping
inclined intended intendin invited is_to keen looking minded mooted mulling planned planning poised ponderin
preparin pressed pressure projecte ready schedule seeking set_of set_to slated supposed tempted thinking tipped
toying trying urged verge was_to weighing were_to | aim aimed aims aspir attem expec hope hoped hopes inten mull
mulls offer plan plann plans pledg prepa promi propo sched seek seeks sough threa tried tries vow vowed vows want
wante wants wish wishe would / aim aimed aims aspire aspires attempt attempte attempts expect expects her_to him
hope hoped hopes intend intended intends mull mulls offer offers plan planned plans pledge pledged prepare prepared
prepares promised promises propose proposed proposes schedule seek seeks sought them_to threaten tried tries vow
vowed vows want wanted wants wish wished wishes would_like | appea appli ask asked askes asks begg begge beggs bid
bided bides bids call calle calls deman lobbi petit plea plead pleas press push pushe pushs reque / appeal appeals
appli applied applies applis ask asked askes asks begg begged begges beggs bid bided bides bids call called calls
demand demands lobbi lobbied lobbies lobbis petition plea plead pleaded pleades pleads pleas press pressed presses
presss pressure push pushed pushes pushs request requeste requests
    """,
    "proposed": """
advis came consi conte deman discu envis idea moved mull mulle mulls negot ponde propo recom reque sugge toy toyed
toyin toys urged weigh / advised came consider contempl demand demanded demands discusse envisage idea moved mull
mulled mulls negotiat ponder ponders propose proposed proposes recommen requeste suggest suggeste suggests toy toyed
toying toys urged weigh weighed weighs | are been is was were / consider contempl debating discussi looking mulling
ponderin thinking weighing | decis rulin verdi vote / decision expected pending ruling verdict vote | discu negot
talks / continue discussi negotiat talks | hypot idea ideas motio optio plan plans propo scena / hypothes idea ideas
motion motions option options plan plans proposal scenario tabled | in / blueprin discussi draft negotiat rehearsa
scenario simulati talks | under / consider debate discussi review | wish / list
    """,
    "modal": """
could / could
    """,
    "would": """
would / would
    """,
}


class Way(NamedTuple):
    """Some ways to write a kind of hedge: beginnings of its first word."""

    kind: str
    begun: frozenset[str]


def _ways() -> Mapping[str, tuple[Way, ...]]:
    found: dict[str, list[Way]] = {}
    for kind, lines in _WRITTEN.items():
        for line in lines.split("|"):
            begun, needed = map(listed, line.split("/"))
            for word in needed:
                found.setdefault(word, []).append(Way(kind, frozenset(begun)))
    return MappingProxyType({word: tuple(ways) for word, ways in found.items()})


def _pairs() -> Mapping[str, Mapping[str, tuple[Way, ...]]]:
    found: dict[str, dict[str, tuple[Way, ...]]] = {}
    for pair, ways in NEEDED.items():
        first, is_pair, second = pair.partition("_")
        if is_pair:
            found.setdefault(first, {})[second] = ways
    return MappingProxyType(found)


NEEDED = _ways()
"""Word, cut, or pair joined by "_" -> the ways to write hedges that need it or another one."""

FOLLOWED = _pairs()
"""First word of such a pair -> second word -> the same."""
