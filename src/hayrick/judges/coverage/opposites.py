"""Common English antonyms, as stems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from hayrick.judges.coverage.reading import content_word
from hayrick.numerals import listed

_SIDES = """
increase rise grow gain climb surge jump expand soar / decrease fall decline drop shrink lose slump plunge reduce
raise lift / lower cut | accelerate hasten speed / slow delay decelerate
improve enhance strengthen boost / worsen deteriorate weaken impair undermine | high higher highest / low lower lowest
large larger largest big bigger / small smaller smallest tiny | strong stronger / weak weaker
long longer / short shorter | fast faster quick rapid / slow slower sluggish | early earlier / late later
old older / new newer young younger | hot warm / cold cool | wide broad / narrow | rich / poor
easy simple / difficult hard complex | safe / dangerous unsafe hazardous
cheap affordable inexpensive / expensive costly | common frequent / rare infrequent uncommon
positive favorable / negative unfavorable adverse | optimistic hopeful confident / pessimistic doubtful worried
success successful succeed / failure unsuccessful fail
accept approve endorse allow permit / reject refuse deny decline forbid prohibit ban block
support favor back / oppose resist | agree / disagree | admit confirm acknowledge / deny refute
include contain / exclude omit | add introduce launch start begin open / remove discontinue end stop close cease halt
hire recruit / fire dismiss | buy purchase acquire / sell divest | win / lose
profit surplus profitable / loss deficit unprofitable | exceed surpass beat outperform / miss underperform trail
encourage recommend advise urge / discourage warn | create build / destroy demolish | attract / repel deter
connect join unite merge / separate split divide | public / private | domestic local / foreign international
legal lawful / illegal unlawful | voluntary optional / mandatory compulsory required | temporary / permanent
partial / complete total | active / inactive passive | available / unavailable | likely / unlikely | able / unable
known / unknown | stable steady / unstable volatile | effective efficient / ineffective inefficient
healthy / unhealthy | satisfied happy pleased / dissatisfied unhappy disappointed | maximum most / minimum least
majority / minority | best / worst | better / worse | always / never | before / after | first / last
inside / outside | benefit advantage / drawback disadvantage | relieve ease alleviate / aggravate worsen exacerbate
tighten / loosen | upgrade / downgrade | upward / downward | import / export | advance / retreat | lead / trail lag
save / waste spend | present / absent | visible / hidden | trust / distrust | above / below
full complete comprehensive entire / limited partial | automated automatic / manual | recommend praise / condemn
praise / vilify criticize | advanced innovative / outdated mediocre
crucial important essential / irrelevant unimportant trivial | precise accurate / imprecise inaccurate
expand / contract | lend / borrow | remember / forget | arrive come / leave depart | push / pull | teach / learn
give / take | raise / drop | enter / exit | love like / hate dislike | praise / criticise | victory / defeat
friend ally / enemy foe | guilty / innocent | alive / dead | born / dead die | married / divorced | day / night
odd / even | join / leave quit | launch / scrap shelve cancel | legalise legalize / outlaw criminalise criminalize ban
widen broaden / narrow | pass / fail | arrest detain jail / release free | acquit / convict | lift remove / impose
promote / demote | reveal disclose / conceal hide | flourish thrive / collapse | resume / halt suspend
welcome / condemn | extend / curtail | appoint elect / dismiss oust
overstate overestimate / understate underestimate | grant / revoke | heed / ignore | boost / dampen
ease relax / tighten | invest deposit / withdraw | repair restore / damage | survive / die | uphold / overturn
simplify / complicate | repay / borrow | enable / prevent | heavy / light | thick / thin | empty / full | loud / quiet
clean / dirty | brave / cowardly | generous / stingy | polite / rude | wet / dry | near / far | forward / backward
vertical / horizontal | minor / major | seller / buyer | arrival / departure | ban prohibit forbid / legalise legalize
win / forfeit | praised / blamed | float / sink | freeze / melt thaw | appear / disappear vanish | obey / disobey
attack / defend | employ / dismiss | embrace / shun | ignore neglect / highlight emphasize | shorten / lengthen extend
soften / harden | deepen / ease | inflate / deflate | ascend / descend | enrich / impoverish
recover / relapse worsen | praiseworthy / shameful | rebuke reprimand / commend praise
offer promise grant pay give / refuse deny | accuse charge / clear absolve exonerate
suspend dismiss sack / restore reinstate rehire promote | warn alert tell inform notify / conceal hide
fine penalise penalize / award reward | flood damage destroy / spare | rescue save / strand | retract / reaffirm
lose forfeit / keep retain | sue prosecute / defend | remove withdraw / return restore | hand deliver / withhold
agree / refuse | join / abandon | praise thank / scold criticise blame accuse | dispute contest / confirm
expire end / begin start | neglect / support | score / miss | empty drain / fill | refund / charge | cost / earn
bury / uncover unearth | build erect / tear raze | donate / withdraw | ban / admit | flood overload / relieve
accelerate / brake | insist / waive | hoard / discard | reopen open / close shut | cancel / reinstate
defeat beat / lose | return / vanish disappear leave | triple quadruple double / collapse halve | join / withdraw
postpone delay defer / advance hasten | land / lift | withdraw / join enter | adopt pass / repeal reject scrap
ratify / veto | license authorise authorize / ban revoke | nominate / disqualify | strengthen / erode
hand give / withhold | found establish / dissolve abolish | plant / uproot | upgrade / demote | rescue / abandon
recruit / sack | overtake / trail | advise / dissuade | prolong / shorten | overrule / uphold | load / unload
install / uninstall remove | enable / disable | activate / deactivate | connect / disconnect | encrypt / decrypt
crowded busy / deserted empty | permanent / interim provisional | senior / junior | upper / lower
inland / coastal offshore | urban / rural | ancient / modern | fresh / stale | sharp / blunt | steep / gentle
deep / shallow | solvent / bankrupt insolvent | scarce / abundant plentiful | tenant / landlord | employer / employee
winner / loser | ally / rival | supporter / opponent | veteran / newcomer rookie | surplus / shortage | boom / slump
uncrewed unmanned / crewed manned | wholesale / retail | amateur / professional | indoor / outdoor
approve endorse ratify authorise authorize sanction clear / veto block reject overrule disallow bar
require oblige compel order force / forbid prohibit ban exempt excuse | propose back champion / oppose fight resist
steal rob loot / return restore donate | object protest complain / applaud welcome cheer consent
insult offend mock ridicule / compliment flatter praise honour honor | hurt wound upset / comfort soothe heal flatter
confirm corroborate validate verify substantiate / refute overturn disprove contradict invalidate debunk
survive outlive / perish succumb | retain keep preserve maintain / replace discard abandon lose remove
concede / score save | concede surrender yield / resist defend
block inhibit suppress / activate stimulate trigger promote | save store archive / discard delete erase lose
watch monitor heed mind observe / ignore neglect overlook disregard | return hand / withhold keep retain
deceive mislead trick fool cheat / inform enlighten | issue / withdraw recall buy
welcome embrace / reject shun spurn resent | attend / skip miss boycott | board / disembark alight
borrow rent lease / lend own | break / mend fix repair heal | bless / curse
calm reassure soothe / alarm frighten scare upset agitate | catch / drop miss throw
cheer delight please / sadden disappoint upset | clarify explain / obscure confuse
coax attract lure invite / repel expel drive | command lead / follow obey | conquer win / surrender lose
consolidate concentrate / disperse scatter split | construct erect assemble / dismantle demolish tear
continue proceed persist carry / stop halt quit cease abandon | cool chill / heat warm | cover / expose
cure heal / infect poison sicken | defy / obey comply | delight / disgust | demand insist / waive
deny / grant concede admit | deploy / recall withdraw | descend sink dive / ascend rise climb
detach disconnect unplug / attach connect plug
disclose publish publicise publicize leak / suppress hush conceal withhold
discourage deter dissuade / encourage persuade prompt spur | dispatch send / receive | divide split / unite reunite
doubt question / trust believe | dry / soak wet | eat / fast | elect / unseat | emigrate / immigrate
emerge surface / submerge vanish disappear | emphasise emphasize stress / downplay minimise minimize
enforce / waive relax | enlarge magnify expand / shrink reduce | enlist volunteer enrol enroll / desert resign quit
enter / leave exit | escape flee / stay remain return | evacuate empty / occupy fill
exaggerate / understate downplay | exclude ban bar expel / include admit invite | exhale / inhale
exonerate pardon forgive / condemn punish | fasten tie lock close bolt / loosen untie unlock open unfasten
favour favor prefer / dislike oppose | feed / starve | fight quarrel clash / reconcile cooperate
finish complete / begin start abandon | flatten / crumple raise | focus / distract | fold / unfold
foster nurture / stifle suppress | freeze / unfreeze release | gather collect / scatter disperse distribute
glorify / vilify | guard protect / expose endanger threaten | hasten / linger | haunt / comfort
help aid assist support / hinder obstruct hamper impede sabotage | host / visit | house / evict
hurry rush / dawdle wait | illuminate light / darken dim | imprison incarcerate / liberate free | inflame / calm
inherit / bequeath | inspire / discourage | isolate / integrate | kindle ignite light / extinguish quench
laugh smile / cry weep frown | lengthen stretch / shorten | lift hoist / lower drop
like admire respect / despise scorn loathe | link / sever | litter pollute / clean | load / empty
marry wed / divorce | master / fail | meet satisfy fulfil fulfill / miss breach violate | mix blend / separate sort
mobilise mobilize / demobilise demobilize disband | nominate name / drop | nourish / starve
open unlock unseal / close shut seal lock | outnumber / trail | overpay / underpay | overreact / ignore
overspend / save | pack / unpack | park / drive | pay / owe default | populate / depopulate | pour / drain
praise / fault slam | predict foresee / miss | preserve conserve / destroy squander | proceed / retreat
prosper thrive / struggle fail | protect shelter / harm attack | provoke / appease placate
purify / contaminate pollute | qualify / disqualify fail | reassure / worry | rebuild / demolish raze
receive get / send lose | recede / advance | reclaim / cede | reconcile / estrange | recover regain / lose
reduce / raise | refrain / indulge | regret / celebrate | release / seize capture hold | relinquish cede / seize keep
remain stay / go depart | renew extend / cancel terminate lapse | renounce / claim | reply / ask
rescind revoke repeal / enact impose | respect / disdain violate | retreat withdraw / attack invade advance
reward / punish | rise / set | rush / crawl | secure / jeopardise jeopardize lose | seize confiscate / return release
shine / dim fade | shout yell / whisper | shout scream / murmur | sign / annul | sit / stand | sleep / wake
slow / quicken | smooth / roughen | solve settle resolve / complicate | soothe / irritate | sow / reap
speak / listen | stabilise stabilize / destabilise destabilize | stay / move | stop / resume
stick adhere / deviate depart | store / retrieve | strand maroon / rescue | subscribe / unsubscribe
subsidise subsidize / tax | suffer / enjoy | swell / shrink | tame / provoke | tear / mend | tolerate / forbid
top / bottom | triumph / lose | trust / suspect | unify / fragment | unveil / conceal | update / freeze
vacate / occupy | vindicate / discredit | wax / wane | worship / despise
abundant ample plentiful / scarce meagre meager | active / idle dormant | admiring / scornful | adult / juvenile
aggressive / peaceful | alert / drowsy | amicable friendly cordial / hostile | angry furious / calm delighted
anonymous / named | anxious nervous / calm relaxed | apart / together | artificial synthetic / natural
asleep / awake | attractive / repulsive | bare / covered | beautiful / ugly | bitter / sweet | blind / sighted
blurred vague / sharp | bold / timid | boring dull / exciting thrilling | bright / dim dark | brittle / tough
broken / intact | calm / stormy | cautious / reckless | central / peripheral | certain / doubtful | cheerful / gloomy
civilian / military | clear / murky cloudy | clever / stupid | clockwise / anticlockwise counterclockwise
coarse / fine | collective / individual | competent / incompetent | concave / convex | constant / variable
content / discontented | conventional / unconventional | cooked / raw | correct / wrong mistaken | cruel / kind
damp / dry | daring / timid | dense / sparse | dependent / independent | direct / indirect | dishonest / honest
drunk / sober | eager / reluctant | eastern / western | eastward / westward | east / west | northern / southern
north / south | northward / southward | elastic / rigid | elderly / young | elegant / clumsy
enthusiastic / reluctant indifferent | even / uneven | exact / approximate | excessive / insufficient
explicit / implicit | extravagant / frugal | fair / unfair | faithful / unfaithful | false / true | familiar / strange
fertile / barren | fixed / variable | flat / hilly | flexible / rigid | foolish / wise | formal / informal
former / current | frail / robust | front / rear | fruitful / fruitless | genuine / fake | glad / sorry
good / bad evil | gradual / sudden abrupt | greedy / generous | happy / sad | hardworking / lazy | harmful / harmless
heroic / cowardly | hollow / solid | humble / arrogant proud | identical same / different | immediate / delayed
imported / homegrown | inferior / superior | initial / final | innocent / culpable | internal / external
inner / outer | jubilant / despondent | juicy / dry | kind / unkind | lax / strict | left / right
lenient / harsh severe | liquid / solid | literate / illiterate | lively / dull | logical / illogical | loose / tight
loyal / disloyal treacherous | lucky / unlucky | mature / immature | merciful / merciless | mild / severe
miserable / cheerful | modest / boastful | moral / immoral | morning / evening | mortal / immortal
moving / stationary | neat tidy / messy untidy | neutral / biased | nocturnal / diurnal | noisy / silent
novel / familiar | obedient / disobedient | opaque / transparent | open / secret closed | oral / written
orderly / chaotic | outgoing / incoming | outdated / current | overt / covert | parallel / perpendicular
patient / impatient | perfect / flawed | plain / fancy | pleasant / unpleasant | plural / singular
popular / unpopular | potent / weak | powerful / powerless | pretty / ugly | primary / secondary
profound / superficial | prompt / late | proper / improper | public / secret | pure / impure | rational / irrational
ready / unprepared | real / imaginary | regular / irregular | relevant / irrelevant | reliable / unreliable
religious / secular | resolved / unresolved | rising / falling | rough / smooth | rude / courteous | sacred / profane
sane / insane | satisfactory / unsatisfactory | selfish / selfless | separate / joint | serious / trivial
shared / private separate | shiny / dull | sick ill / well healthy | similar / dissimilar | sincere / insincere
skilled / unskilled | sleepy / wakeful | smart / dumb | sour / sweet | static / dynamic | straight / crooked
strange / normal | stubborn / compliant | subtle / blatant | sunny / cloudy overcast | superb / dreadful
sympathetic / unsympathetic | talkative / taciturn | tall / short | tame / wild | tense / relaxed
theoretical / practical | thorough / cursory | tired / rested | tragic / comic | unanimous / divided
upstairs / downstairs | upstream / downstream | useful / useless | vacant / occupied | vague / precise
valid / invalid | valuable / worthless | vast / tiny | verbal / written | violent / peaceful | vulnerable / protected
weary / fresh | willing / unwilling reluctant | wise / unwise | worthy / unworthy | youthful / aged
manually / automatically | openly publicly / secretly privately | rarely seldom / often frequently | partly / wholly
together / separately | quickly rapidly / slowly gradually | immediately / eventually | temporarily / permanently
deliberately intentionally / accidentally unintentionally | directly / indirectly | legally / illegally
barely narrowly / easily comfortably | unanimously / narrowly | abroad overseas / home | underground / overground
income revenue / expenditure spending | asset / liability | creditor / debtor | strength / weakness | demand / supply
entrance / exit | question / answer | guest / host | parent / child | teacher / pupil student
landlord / lodger | victim / culprit perpetrator | prosecutor prosecution / defendant defence defense
plaintiff / defendant | optimist / pessimist | optimism / pessimism | hope / despair | joy / grief sorrow
peace / war | war / truce | love / hatred | heaven / hell | summer / winter | spring / autumn
sunrise dawn / sunset dusk | noon midday / midnight | past / future | ceiling / floor | roof / cellar | peak / trough
drought / flood | famine / feast | poverty / wealth | shortage / glut | order / chaos | truth / lie falsehood
virtue / vice | silence / noise | promotion / demotion relegation | promoted / relegated | expansion / contraction
acceptance / rejection | approval / disapproval | support / opposition | agreement consent / disagreement dispute
trust / mistrust | cut axe slash eliminate / create add | choose pick select favour favor / reject spurn
useless worthless / indispensable vital invaluable | confuse bewilder perplex / guide enlighten
repair restore renovate / dismantle demolish neglect | thank / reproach rebuke | form found / dissolve disband
recognise recognize identify / mistake | uphold sustain allow / reject dismiss | copy / skip | plug / pull
hang execute / pardon reprieve spare | play / miss | lend offer / refuse deny | award grant / strip deprive
unbearable intolerable / delightful pleasant bearable | squander waste fritter / save | guess / know
lavish / spartan frugal | ample / scant | tasty delicious / tasteless disgusting | fragrant / smelly
rinse clean / soil stain | knit / unravel | sew / unpick rip | sharpen / blunt dull | inhabit / vacate
moist / parched | swift / sluggish | thrive / wither | bloom flower / wilt fade | germinate / rot | hatch / die
migrate / stay | harvest / sow | tighten fasten / slacken loosen | steady / shaky | crash / land | reverse / advance
ascent / descent | gain / lose shed | fatten / slim | cheap / pricey dear | overcharge / undercharge
solved / unsolved | rehearse / improvise | accompany / desert | amateurish / professional | attentive / distracted
awkward / graceful | barefoot / shod | bearded / shaven | bold / shy | bumpy / smooth | busy / quiet
childless / pregnant | chilly / warm | clumsy / deft | comfortable / uncomfortable | compact / bulky | crisp / soggy
curly / straight | dead / living | deaf / hearing | defiant / submissive | deliberate / accidental
detailed / sketchy | diligent / lazy | effortless / strenuous | endangered / abundant | enormous huge / minute tiny
erect / bent | evergreen / deciduous | expected / unexpected | extinct / surviving | faint / loud | festive / sombre
flawless / defective | forgetful / mindful | furnished / bare | gifted / untalented | grateful / ungrateful
guarded / unguarded | hardy / delicate | hidden / exposed | hopeful / hopeless | hungry / full | idle / working
illegible / legible | inflated / flat | jammed / clear | leaking / watertight | limp / stiff | locked / unlocked
meek / bossy | motionless / moving | narrow / spacious | nearby / distant | nervous / confident | obsolete / current
painful / painless | peaceful / turbulent | pending / settled | plump / skinny | predictable / unpredictable
punctual / late | quarrelsome / peaceable | relieved / worried | remarkable / ordinary | ripe / unripe | rusty / shiny
salty / sweet | scared / fearless | scenic / drab | single / married | slippery / grippy | soaked / dry
sparse / crowded | spotless / filthy | stern / lenient | sturdy / flimsy | sunlit / shady | tactful / tactless
tender / tough | thankful / ungrateful | tolerant / intolerant | unanimous / split | unsold / sold
upright / overturned | vacant / taken | verified / unverified | warm / frosty | wasteful / thrifty
watchful / careless | welcoming / unfriendly | wooded / treeless
"""


def _keys(word: str) -> set[str]:
    """Stems of a word and of its regular forms, which are not always one stem ("enter", "entered"; "ban", "banned")."""
    forms = [word, word + "ed", word + "ing", word + "s", word + word[-1] + "ed", word + word[-1] + "ing"]
    return {content_word(form) for form in forms} - {""}


def _opposites() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _SIDES.replace("\n", "|").strip("|").split("|"):
        left, right = ({key for word in listed(side) for key in _keys(word)} for side in pair.split(" / "))
        for word in left:
            found.setdefault(word, set()).update(right - {word})
        for word in right:
            found.setdefault(word, set()).update(left - {word})
    return MappingProxyType({word: frozenset(others) for word, others in found.items()})


OPPOSITES = _opposites()
"""Stem -> stems of its antonyms."""

CONVERSES = frozenset(
    key
    for word in listed(
        "buy purchase acquire sell lend borrow rent lease send dispatch receive get give take hand beat defeat conquer"
        " lose win teach learn lead trail precede follow host visit inherit bequeath above below before after pay"
        " old older young younger high higher low lower big bigger large larger small smaller long longer short shorter"
        " fast faster slow slower strong stronger weak weaker rich poor heavy light early earlier late later"
        " exceed surpass outperform outnumber parent child teacher pupil student tall taller deep deeper wide wider"
        " shallow narrow thick thicker thin thinner"
    )
    for key in _keys(word)
)
"""Stems that say the same as their opposite where parties change places."""

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
