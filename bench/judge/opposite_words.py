"""Pairs of groups of words that say the contrary of each other, for opposites.py."""

from __future__ import annotations

SIDES = """
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
widen broaden / narrow | pass / fail | arrest detain jail / release free | lift remove / impose
acquit clear exonerate / convict
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
indict / exonerate vindicate | affirm / overturn quash | quash nullify annul / uphold validate | prosecute / pardon
incriminate implicate / exonerate absolve | confess / conceal deny | parole / jail detain | binding / advisory
binding / void | guilty culpable / blameless acquitted | liable / exempt immune | legitimate lawful legal / illicit
legitimate / bogus sham fraudulent | repeal abolish / retain preserve | reinstate / abolish withdraw scrap
acquittal exoneration / conviction | custody / bail | challenge contest dispute / accept concede
sole exclusive / joint shared | truthful / deceitful mendacious | premeditated planned / spontaneous impromptu
negligent / careful diligent vigilant | intentional deliberate / inadvertent
intentionally purposely deliberately / inadvertently unwittingly | willful wilful / unwitting | homicide / suicide
betray / protect shield | forged counterfeit bogus / authentic genuine | corrupt / honest incorruptible
abscond flee / surrender | captive / free | apprehend capture / escape elude | arrest / escape
abstain / participate | democratic / autocratic authoritarian dictatorial | democracy / dictatorship autocracy
republic / monarchy | incumbent / challenger | conservative / progressive liberal | moderate / extreme radical
centrist / extremist | centralise centralize / devolve | nationalise nationalize / privatise privatize
bipartisan / partisan | multilateral bilateral / unilateral | annex / liberate | occupy invade / liberate
friend ally / adversary | escalate intensify / defuse | defuse / detonate
ceasefire armistice / bombardment hostilities | bomb bombard shell / spare | victor / vanquished
conquer / liberate free | enslave subjugate / emancipate liberate free | oppress / liberate emancipate
segregate / integrate mix | secede / join remain | autonomous / subordinate
depose topple overthrow / crown enthrone install | abdicate / reign | resign quit / remain
resignation / reappointment | reelect / oust unseat | leftist / rightist | hawkish / dovish
interventionist / isolationist | patriot / traitor | loyalist / rebel insurgent | rebel mutiny / submit obey comply
citizen / foreigner alien | native indigenous / invasive exotic alien | appease / confront
breakthrough / deadlock stalemate impasse | consensus unanimity / discord dissent | unity harmony / discord strife
censure denounce decry / commend laud hail | laud hail / deride lambast castigate
applaud clap cheer / boo jeer heckle | ovation / jeer | renege / honour honor fulfil fulfill
breach flout / honour honor observe | abide / flout breach | mention cite / omit | employed / jobless redundant
furlough / rehire recall | understaffed / overstaffed | overworked / underemployed idle | hire shortlist / reject
freelance / salaried | bonus reward / penalty | reward / punishment | boss superior / subordinate underling
novice beginner / expert master | overqualified / underqualified | bankruptcy / solvency | bullish / bearish
outpace outstrip / lag trail | overvalue / undervalue | overprice / underprice | appreciate / depreciate
revalue / devalue | inflationary / deflationary | recession downturn / boom upturn recovery
windfall excess surplus / shortfall | excess surfeit / deficiency lack | rebound rally / tumble plummet
soar skyrocket / plummet tumble nosedive | spike / dip | climb / dip slip tumble sag | gain / slip slide tumble
multiply proliferate swell / dwindle diminish | increase / diminish lessen dwindle
accumulate amass / deplete dissipate | replenish restock / deplete exhaust | refill replenish / drain empty
stockpile / deplete | upturn upswing / downswing slump | uptick / downtick | upside / downside | hike / slash trim
premium / discount | debit / credit | default / repay honour | overdue unpaid / settled | overdue / early premature
gross / net | merger / breakup | acquisition / divestiture divestment disposal | bailout / liquidation
liquidate / rescue | competitor rival / partner collaborator | compete / cooperate collaborate
outsource / insource | relocate / remain | onshore inshore / offshore | diversify / specialise specialize
downsize / expand enlarge | streamline / complicate | thrive prosper flourish / flounder stagnate languish
stall / proceed progress | booming flourishing thriving / ailing | lucrative / unprofitable
thrifty economical / extravagant profligate | splurge / economise economize scrimp
miserly stingy / charitable lavish | affordable cheap / exorbitant overpriced | taxable / exempt | levy / exempt
levy impose / waive | reimburse / invoice | sell auction / retain | scarcity dearth shortage / abundance plenty
adequate sufficient / deficient scant meagre | copious plentiful / scanty sparse
paltry measly / substantial considerable hefty | negligible slight / considerable substantial significant
slightly marginally / considerably substantially greatly | sharply steeply / slightly
massive gigantic colossal / minuscule tiny | modest / massive hefty | many numerous / few scarce | most / few fewest
everybody everyone / nobody | everything / nothing | everywhere / nowhere | both / neither | minimal / maximal
minimise minimize / maximise maximize | lone / multiple several | alone / accompanied | solo / joint collaborative
continuous constant uninterrupted / intermittent sporadic
continuously constantly / intermittently sporadically occasionally
regularly routinely / sporadically rarely seldom | usually normally typically / rarely seldom
invariably / occasionally never | benign / malignant | acute / chronic | sterile / fertile | sterile / contaminated
fatal lethal deadly / harmless survivable | curable treatable / terminal fatal | recover / die succumb deteriorate
remission / relapse | convalesce / deteriorate | heal / fester | immune / susceptible vulnerable
sedate / rouse stimulate | stimulant / sedative depressant | conscious awake / comatose | resuscitate revive / die
prescribe / withhold discontinue | hospitalise hospitalize / discharge | inpatient / outpatient
symptomatic / asymptomatic | typical / atypical | political / apolitical | overweight obese / underweight slim lean
obese fat / thin skinny slender | hyperactive / lethargic | congenital hereditary inherited / acquired
innate inborn instinctive / learned acquired | sober / intoxicated tipsy
nearsighted shortsighted / farsighted longsighted | dilate / constrict | swell / subside recede
intensify / weaken subside abate | isolate quarantine / mix mingle socialise | hygienic sanitary / filthy squalid
injured wounded / unharmed unscathed unhurt | timely prompt / belated | adult / infant toddler
survival / mortality | survivor / fatality | underfed / overfed | stalemate deadlock / victory
triumph success / setback flop | thrash trounce / lose | relegation / survival | extinction / survival
eliminate / qualify | offside / onside | favourite favorite / underdog outsider | leader / follower laggard
starter / substitute | hurry rush / stroll amble saunter | retain reappoint / sack dismiss oust
retain / relinquish cede | unbeaten undefeated / winless | teammate / opponent | comeback / collapse
blockbuster / flop | sellout / flop | ahead / behind | ace / flunk | enrol enroll register / withdraw
expel / readmit reinstate | presence attendance / absence truancy | punctual prompt / tardy
punctually promptly swiftly / belatedly | industrious studious / idle lazy | intelligent / stupid dim
genius / dunce | grasp understand / misread | educated knowledgeable / ignorant | knowledge / ignorance
easy simple / tricky tough demanding | straightforward / tricky complicated complex
elective / compulsory mandatory | obligatory / optional voluntary | memorise memorize recall / forget
elementary basic rudimentary / sophisticated advanced | undergraduate / postgraduate | strict / permissive
bully torment / befriend | online / offline | digital / analogue analog | wireless cordless / wired corded
upload / download | secure / hack breach | secure / vulnerable leaky | obsolete outmoded antiquated / modern
operational functional / defunct broken faulty | intact / damaged shattered cracked
portable mobile / fixed stationary | transmit broadcast / receive | delete erase / retain restore
virtual / physical | onsite / offsite remote | renewable / fossil | standard generic / bespoke custom
generic / branded | unique / commonplace common | manmade / natural | organic / synthetic | linear / exponential
simultaneous concurrent / sequential successive consecutive | simultaneously together / successively consecutively
serial / parallel | random haphazard / systematic methodical | randomly / systematically
prove demonstrate / refute debunk | cause trigger precipitate / prevent avert forestall | attraction / repulsion
absorb / emit reflect exude | acidic acid / alkaline | solidify / melt liquefy dissolve | evaporate / condense
boil / freeze | carnivorous / herbivorous | carnivore / herbivore | extinct / extant thriving | male / female
masculine / feminine | man / woman | boy / girl | dominant / recessive subordinate | monogamous / polygamous
aerobic / anaerobic | tropical equatorial / arctic polar | perennial / annual | perennial / seasonal
aquatic marine / terrestrial | wild feral / domesticated captive | poisonous toxic venomous / harmless edible
disposable / reusable | recycle reuse / dump discard trash | flammable combustible / fireproof
waterproof watertight / porous permeable leaky | stiff rigid / pliable supple | soft / hard
softly / loudly noisily | compress / expand | dilute / concentrate
uniform homogeneous / diverse varied heterogeneous | symmetrical symmetric / asymmetrical asymmetric lopsided
endless infinite / limited | lucid coherent / muddled jumbled | sunny / rainy foggy | cloudless / overcast cloudy
rain drizzle / sunshine | rainy soggy / arid rainless | arid / humid lush | humid muggy / dry
windy blustery / windless calm | balmy mild / freezing frigid | scorching sweltering / freezing frigid chilly
hot / freezing icy chilly | heat / cold | turbulent choppy / calm tranquil | lush verdant / barren parched
daylight / darkness | nighttime / daytime | mountainous hilly / level | freshwater / saltwater
drought / downpour deluge | douse / ignite kindle | shelter / expose | afloat / sunk | anchor moor / drift
ashore / aboard | kill slaughter / spare survive | deceased / alive living surviving | drown / survive
wreck ruin / salvage restore repair | salvage / scrap jettison | kidnap abduct / free release
vandalise vandalize deface / restore | innocence / guilt | lawless / orderly | find locate discover / lose misplace
missing / located | disappear vanish / reappear resurface | safe secure / risky perilous | safety / danger peril
harmless / dangerous damaging | unrest turmoil upheaval / calm stability | quell suppress / incite foment
incite / pacify placate | spark ignite / quell defuse | surrender capitulate / fight | marry / jilt
widowed / married | reconcile / separate divorce | adopt / abandon | eldest oldest / youngest
childhood infancy / adulthood | ancestor forebear / descendant | predecessor / successor | precede / follow
quarrel bicker / agree | befriend invite / snub shun | greet acknowledge / ignore snub | affectionate / aloof
sociable gregarious / reclusive withdrawn shy | extrovert / introvert | extroverted / introverted
fret worry / relax | fascinate captivate / bore | interested fascinated / bored indifferent
exhausting tiring / restful refreshing | exhausted / refreshed rested | exhaust tire / invigorate refresh
clothed dressed / naked nude | overcook / undercook | frozen / thawed | hungry starving / sated
feast gorge / starve | spicy / bland | flavoursome / bland insipid | tender / chewy | crunchy crispy / soggy mushy
teetotal / alcoholic | savoury savory / sweet | clutter / tidy | lend / withhold | pursue seek / avoid shun
follow / flout | follow / avoid | convince / dissuade | reassure / warn unsettle | spot detect / overlook
reply respond / ignore | listen / ignore | confront / avoid dodge evade | approach / avoid recede | collide / avoid
seated / standing | luck / misfortune | delight / dismay horrify | delighted thrilled / dismayed devastated
elated ecstatic / dejected downcast | happiness / sadness misery | pleasure / pain
enjoy relish / loathe detest dread | adore / detest loathe abhor | revere idolise / despise revile
admiration respect / contempt | affection fondness / hostility aversion | hospitality / hostility | pride / shame
proud / ashamed | pride arrogance / humility | courage bravery / cowardice | bravely courageously / timidly
confidence / doubt | confident certain sure / hesitant dubious | decisive resolute / hesitant wavering
persevere / quit falter waver | relent / persist insist | obstinate stubborn / flexible amenable
adamant / flexible undecided | undecided / determined | curious / indifferent
caring compassionate / callous heartless | compassion mercy kindness / cruelty | sympathetic / callous hostile
gentle / harsh fierce savage vicious | gently / violently harshly | warmly cordially / frostily
gladly readily / reluctantly grudgingly | voluntarily / forcibly | eagerly enthusiastically / halfheartedly
openly / covertly discreetly stealthily | ostentatious showy flamboyant / understated discreet
calmly / frantically angrily | silently / loudly | carefully / carelessly recklessly
careful / careless sloppy reckless | meticulous painstaking / sloppy slapdash | thoroughly / superficially
neatly / sloppily | expertly skilfully skillfully / ineptly clumsily | adept skilful skillful / inept clumsy
prudent cautious / rash foolhardy | seriously / jokingly | serious earnest / flippant frivolous
solemn / jovial lighthearted | brief short / lengthy prolonged protracted | fully completely entirely / partly
fully completely / barely scarcely | prematurely / belatedly | currently presently / previously
yesterday / tomorrow | sooner / later | earliest / latest | beforehand previously / afterwards subsequently
previous preceding prior / next subsequent | outset / conclusion end | introduction / conclusion
prologue / epilogue | weekday / weekend | prewar / postwar | prenatal / postnatal | peacetime / wartime
preseason / postseason | prehistoric ancient / contemporary | archaic antiquated / contemporary
transient fleeting / lasting enduring | durable / fragile flimsy | tentative provisional / definite definitive final
preliminary / final | ongoing / finished concluded | instant / delayed gradual | uphill / downhill
uptown / downtown | upriver / downriver | upwind / downwind | windward / leeward | inward / outward
inbound / outbound | interior / exterior | landlocked / coastal maritime | landward / seaward
northeast / southwest | northwest / southeast | northeastern / southwestern | northwestern / southeastern
topmost uppermost / bottommost | overhead / underfoot | adjacent neighbouring neighboring / distant faraway
near / distant remote | remote isolated / accessible central | elevated raised / sunken | city / countryside
metropolitan / provincial | mainland / island | highland upland / lowland | attic loft / basement
foreground / background | middle centre center / edge fringe periphery | core / periphery | within / outside beyond
towards toward / away | bow / stern | port / starboard | homeward / outward
inhabited populated / deserted abandoned | densely / sparsely thinly | overcrowded packed / deserted empty
spacious roomy / cramped | passable / blocked | leafy / leafless | forested wooded / barren
pristine / polluted contaminated | renovated / dilapidated derelict | derelict disused / occupied | secondhand / new
scruffy shabby / smart dapper elegant | ajar / shut | taut / slack loose | blunt / pointed
jagged wrinkled / smooth | overflowing / empty | sealed / leaky leaking | stable sturdy steady / wobbly rickety
bent twisted curved / straight | straighten / bend twist curl | circular / square rectangular
plump chubby / slender slim | tanned dark / pale | blond blonde / brunette | bald / hairy | black / white
colourful colorful / drab colourless monochrome | vivid vibrant / dull drab | matte / glossy shiny | dazzling / dim
audible / silent | deafening / faint inaudible | harmonious melodious / discordant
lukewarm tepid / scalding boiling | lifeless / alive living | lively animated / lifeless listless
energetic vigorous / listless lethargic weary | feeble frail / mighty powerful vigorous
muscular brawny / puny scrawny | active athletic / sedentary | agile nimble / clumsy stiff
healthy / ailing sickly infirm | famous renowned celebrated / obscure unknown
reputable respected / infamous notorious | aristocrat noble / commoner peasant
wealthy affluent rich / penniless destitute needy | prosperous affluent / impoverished deprived
luxurious opulent / basic modest spartan | homeless / housed | civilian / soldier combatant
layman layperson / expert specialist | clergy / laity | believer / atheist sceptic skeptic | devout pious / godless
orthodox / heretical | sceptical skeptical / convinced persuaded | gullible naive / shrewd canny
seasoned experienced / untested | credible plausible / dubious | factual / fictional fictitious
fact / myth fiction | truthfully honestly / falsely deceitfully | accurate correct / erroneous faulty
rightly accurately / wrongly mistakenly erroneously | rightful / wrongful | flawless / faulty flawed
original / replica imitation | concise succinct / verbose wordy lengthy | blunt / tactful diplomatic
candid frank forthright / evasive guarded | outspoken vocal / reticent silent | funny humorous / humourless solemn
sensible / silly foolish absurd | reasonable / absurd outrageous | realistic / fanciful utopian
feasible viable / impossible unworkable | permissible legal / forbidden prohibited | permission / ban prohibition
approval endorsement / veto refusal | consent assent / refuse decline | consent / refusal
acquiesce / protest resist | obedience / defiance | compliance observance / violation breach infringement
infringe / respect uphold | credit / blame | forgive excuse / blame resent | gratitude / resentment
tolerance / bigotry | tolerant / bigoted | impartial objective / biased partisan prejudiced | objective / subjective
respectful / insolent contemptuous | contrite remorseful apologetic / unrepentant defiant | regret rue / relish
mourn grieve / rejoice celebrate | lament bemoan deplore / welcome celebrate | deplore / applaud commend
optimism / gloom | upbeat / gloomy downbeat pessimistic | enthusiasm zeal / apathy indifference
passionate / indifferent lukewarm apathetic | dedicated committed / halfhearted
loyalty allegiance / betrayal treachery | friendship / enmity hostility | accord / discord conflict
cooperate / obstruct stonewall | unity solidarity / rift | feud rift / reconciliation | accept / spurn rebuff forgo
approve / shelve scrap | implement / shelve scrap abandon | complete finish / interrupt suspend
expedite / delay stall | unblock / clog obstruct | facilitate expedite / hinder impede
restrain curb / unleash encourage | restrict / liberalise liberalize broaden | fluctuate / stabilise stabilize
persist linger / fade subside | endure / fade vanish perish | renew / expire | age / rejuvenate | decay / flourish
brighten lighten / darken blacken | burden / relieve lighten | moisten / dry | irrigate / drain | fill / vacate
abandon desert / support | nurture tend cherish / neglect | spoil ruin / preserve enhance
beautify adorn / disfigure deface | praise extol / belittle disparage deride | humiliate shame / honour honor
impress / disappoint underwhelm | satisfy / frustrate | thwart foil / enable abet
weaken undermine / bolster reinforce fortify | diverge / converge | differ / coincide | possess own contain / lack
abstain / indulge | participate compete / withdraw boycott | support / boycott | enter / boycott
intervene / refrain | amplify / mute muffle | censor redact / publish broadcast | divulge reveal / withhold suppress
elaborate expand / abridge condense summarise | overrate / underrate | overuse / underuse | oversupply / undersupply
overfund / underfund | overbid / underbid | overfeed / underfeed | oversize / undersize | overshoot / undershoot
overperform / underperform | overachieve / underachieve | overspend / underspend | oversubscribed / undersubscribed
overrepresented / underrepresented | overdeveloped / underdeveloped | overreport / underreport
overexpose / underexpose | overripe / unripe | macroscopic / microscopic | macroeconomic / microeconomic
proponent advocate / critic detractor | monolingual / multilingual bilingual | heterosexual / homosexual gay
plus / minus | add / subtract deduct | more / less fewer | farthest furthest / nearest closest
greater / lesser smaller | main principal / minor subsidiary | vital crucial / marginal negligible
fundamental / incidental superficial | necessary essential / superfluous redundant needless
constructive / destructive | helpful / obstructive harmful | beneficial / harmful detrimental damaging
benefit / suffer | benefit help / harm hurt damage | excellent superb / poor terrible awful shoddy
wonderful marvellous / terrible awful dreadful | well / badly poorly | pure / contaminated adulterated tainted
refined processed / crude raw | sophisticated / crude primitive | civilised civilized / barbaric savage
humane / brutal barbaric cruel | eligible / barred disqualified | booked reserved / available vacant
tethered leashed / loose | caged shackled handcuffed / free | bury / exhume | bury / cremate
grounded / airborne flying | parked / moving | delayed / punctual prompt | upright standing / prone
concealed / visible obvious | obvious evident conspicuous / obscure hidden | public / confidential classified
anonymously / openly | freedom liberty / captivity slavery imprisonment | earnings / loss | earn / lose spend
deposit / withdrawal | inflow influx / outflow exodus | repay / owe | donate / withhold
nonprofit charitable / commercial | austerity / stimulus | pacifist / militarist militant | rearm / disarm
progressive revolutionary / reactionary | transparency openness / secrecy | integrity honesty / corruption
endorse acknowledge / disown disavow repudiate | restore resume / sever | forge establish / sever
recruit enlist / discharge | conscript / exempt | conscript / volunteer | besiege / relieve
capture recapture / cede lose | blockade / reopen | convene assemble / adjourn disperse | disband / assemble
acting caretaker / permanent | thick viscous / runny watery | lightweight / heavyweight
zenith pinnacle peak / nadir | anterior / posterior | dorsal / ventral | proximal / distal
longitudinal / transverse | molten / solid | gaseous / solid | gaseous / liquid
widespread prevalent rampant / rare isolated localised | ubiquitous / rare absent
global worldwide nationwide / local regional | abstract / concrete | literal / figurative metaphorical
explicit / tacit implied | spoken / written | handwritten / typed printed | hardback hardcover / paperback
prose / verse poetry | comedy / tragedy | acoustic / amplified | acclaimed / derided | drink / abstain
diet / overeat binge | toil / loaf laze | exile banish / repatriate readmit | nomadic / settled sedentary
threaten intimidate / reassure | terrify / reassure comfort | appal appall / delight please
annoy irk / please amuse delight | anger infuriate enrage / please placate appease
antagonise antagonize alienate / placate conciliate | tempt entice / deter repel
motivate hearten / discourage demoralise | embolden / intimidate deter | valid / void expired lapsed
consensual voluntary / coerced forced | compensate / defraud shortchange | clemency leniency / severity harshness
pursue / drop abandon | lodge submit / withdraw retract | investigate probe / ignore | overrule / sustain
growth / decline contraction shrinkage | gain / loss | improvement progress / setback | win victory / loss
entry / departure | birth / death | life / death | death / survival | marriage wedding / divorce
praise acclaim / criticism condemnation | admission confession / denial | admission / expulsion
inclusion / exclusion | closure shutdown / opening reopening | stoppage / resumption | construction / demolition
creation / destruction | preservation / destruction | protection / exposure | certainty / doubt | belief / doubt
wisdom / folly | beauty / ugliness | health / illness sickness | comfort / hardship | prosperity / hardship
ease / difficulty | simplicity / complexity | clarity / confusion | haste / delay | generosity / greed
modesty / vanity arrogance | attention / neglect | vigilance / negligence complacency | movement / standstill
hero / villain coward | saint / sinner | giant / dwarf | insider / outsider | assert affirm / deny
verify / falsify | expected predictable / surprising unforeseen | schedule arrange book / cancel | confirm / cancel
resume / pause | suck / blow | swallow ingest / spit vomit | nibble / devour | hunt poach / protect conserve
safeguard / jeopardise endanger imperil | evacuate / remain | hide conceal / flaunt display
mask disguise / reveal expose | fuse / fragment | insert inject / extract | overflow / dry
shatter smash / mend repair | falter / prosper | dive / surface | speed / crawl | blossom sprout / wither shrivel
ripen / rot | ostracise ostracize / embrace welcome | elevate / demote lower | consecrate / desecrate
arable / barren | glamorous / dowdy drab | graceful / ungainly | beautiful gorgeous / hideous unsightly
handsome / ugly hideous | charming adorable / repulsive obnoxious odious
docile placid tame / ferocious vicious aggressive fierce | subdued / rowdy boisterous
talkative chatty / silent reticent | secretive / transparent | devious sly / straightforward honest trustworthy
consistent reliable steady / erratic | monotonous repetitive / varied | interesting gripping / tedious boring dull
rewarding / thankless | promising auspicious / bleak ominous | rosy / bleak grim gloomy
grim bleak / cheerful hopeful | organised organized / chaotic haphazard | aware mindful / oblivious
attentive observant / oblivious heedless | vigilant alert / complacent | wary / trusting
adventurous / cautious timid | afraid frightened fearful / fearless undaunted
assertive domineering / meek submissive | rebellious naughty / obedient compliant
faithful steadfast / fickle treacherous | sincere / hypocritical | vain conceited / modest humble
altruistic / selfish | leisurely unhurried / hasty | swift sharp steep / gradual | frequent / occasional
"""
"""Groups on both sides of a slash, base forms; pairs end at a bar or with their line."""
