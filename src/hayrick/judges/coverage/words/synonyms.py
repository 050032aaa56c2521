"""Words that texts use for each other, as stems: a short hand-written list, not a thesaurus."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.judges.coverage.words.lemmas import root
from hayrick.numerals import listed

_GROUPS = """increase rise climb surge soar escalate|decrease decline drop dwindle|grow growth expand expansion
buy purchase acquire acquisition procure|begin start commence launch|end finish conclude terminate
help assist aid assistance cooperation|use utilize utilise usage utilization
show demonstrate illustrate reveal exhibit|say tell remark mention|explain clarify elucidate expound
describe outline portray depict|discuss talk debate converse conversation dialogue chat exchange discussion
ask inquire enquire request|answer reply respond response|allow permit enable let|require necessitate need
give provide supply offer furnish grant|get receive obtain|make create produce generate
build construct erect construction|improve enhance better upgrade improvement enhancement|reduce lessen diminish cut
important crucial vital essential significant key critical|big large huge sizable substantial considerable massive
small little tiny minor|quick fast rapid swift|happy glad pleased delighted|sad unhappy upset|child kid
job position role|work labor labour|worker employee staff personnel|boss supervisor
firm company corporation business enterprise|customer client consumer patron|doctor physician
illness disease sickness ailment|drug medicine medication|sick ill unwell|car automobile vehicle|house home residence
street road|city town municipality|country nation|area region zone district|people person individual folk
problem issue trouble|solution remedy|goal aim objective target purpose|plan scheme strategy|idea concept notion
method approach technique way|chance opportunity|result outcome consequence|effect impact influence|cause trigger
reason rationale|example instance|part portion section segment|kind type sort variety|difference distinction
different distinct differing various diverse|similar alike comparable|same identical|main primary principal
whole entire complete full|total overall|often frequently regularly|rare infrequent|near nearby|far distant remote
easy simple straightforward effortless|hard difficult tough challenging|new novel|old ancient|modern contemporary
previous prior earlier former|next following subsequent|last final|recent latest|fund finance funding financing
money cash|price cost expense fee charge|pay payment|salary wage|revenue turnover|loan credit|share stock|tax levy
agree consent|accept approve endorse approval|refuse reject|admit acknowledge concede|believe think consider feel
know understand comprehend grasp|learn discover find|see observe notice|look view watch|hear listen
try attempt seek endeavor endeavour|want wish desire|like enjoy|love adore|hate detest|choose select pick opt
decide determine|promise pledge vow commit|warn caution alert|advise recommend suggest propose|encourage urge
tell notify|send dispatch deliver|keep retain maintain preserve|stop halt cease discontinue|continue persist
change alter modify shift|move relocate|go travel|come arrive|leave depart exit|meet gather assemble
meeting gathering session|protect safeguard guard shield|attack assault|kill slay murder|die decease
injure hurt wound harm injury|destroy demolish ruin wreck|break smash|fix repair mend|verify confirm
test examine inspect assess evaluate assessment evaluation|study research investigate investigation|measure gauge
count number amount quantity|include incorporate encompass comprise contain|remove delete eliminate
replace substitute swap|combine merge unite|divide separate split|link connect relate connection|involve entail
event occasion|trip journey|holiday vacation|film movie|picture photo photograph image|article piece
email mail message|teacher instructor educator|student pupil|school academy|university college|class lesson course
police cops|crime offence offense|thief robber|jail prison|court tribunal|law legislation|government administration
leader head chief|vote poll ballot|team squad side|game match|win triumph victory|lose loss|player athlete
beginning outset|top peak|level degree extent|rate pace speed|amount sum|rule regulation
duty obligation responsibility|ability capability capacity skill|strong robust powerful|weak feeble frail
good great excellent|bad awful terrible|safe secure|danger risk hazard threat|fear dread worry anxiety concern
anger rage|joy happiness delight|pain ache|food meal|drink beverage|clothes clothing garments attire
shop store location outlet|market marketplace|product item merchandise|tool instrument device gadget|equipment gear
phone telephone cellphone|website site webpage|discount rebate reduction|package bundle|system mechanism
app application program|catalog assortment|verge brink cusp|favorite preferred|possibility likelihood|tips pointers
hire recruit enlist|free complimentary|suite set|representative agent|information data details|report account
document paper file|guide manual|discover uncover|reveal disclose|announce declare proclaim|promote advertise advocate
introduce unveil|develop evolve development|implement execute|manage handle administer|control regulate
organize arrange|ensure guarantee assure|achieve attain accomplish reach|fail failure|succeed success
strengthen reinforce bolster|weaken undermine|encounter face|experience undergo|specific particular|special unique
common usual typical|strange odd weird unusual|famous renowned celebrated well-known|beautiful pretty|young youthful
elderly aged|rich wealthy affluent|poor impoverished|busy occupied|empty vacant|ready prepared|sure certain
true correct accurate|wrong incorrect|clear evident obvious apparent|quiet silent|loud noisy|cold chilly|wet damp
thin slim|method procedure process|stage phase step|period span|moment instant|daily everyday|yearly annual annually
approximately roughly about|also additionally furthermore moreover besides|aware conscious|careful cautious|eager keen
brave courageous|clever smart intelligent|stupid foolish
collaborate cooperate partner collaboration partnership cooperation|compete contend rival|contribute donate
emphasize stress highlight underscore underline emphasise|focus concentrate center|mitigate alleviate relieve
streamline optimize simplify|vivid striking|secluded isolated|upkeep maintenance
worsen aggravate exacerbate deteriorate|prevent avoid avert|limit restrict constrain|postpone delay defer|cancel scrap
quit resign|dismiss sack|express voice convey|persuade convince|blame accuse|criticize criticise slam condemn
praise commend applaud|apologize apologise regret|thank appreciate|greet welcome
kilometre kilometer km|metre meter|centimetre centimeter cm|millimetre millimeter mm|litre liter
millilitre milliliter ml|kilogram kilogramme kg|milligram mg|microgram mcg|pound lb|ounce oz|hertz hz
kilowatt kw|megawatt mw|gigawatt gw
kilohertz khz|megahertz mhz|gigahertz ghz|kilobyte kb|megabyte mb|gigabyte gb|terabyte tb
senator sen|governor gov|general gen|incorporate inc|limit ltd|corporation corp|us usa|uk britain
"""


def _synonyms() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for line in _GROUPS.strip().splitlines():
        for group in line.split("|"):
            stems = [root(word) for word in listed(group)]
            first = found.get(stems[0], stems[0])
            for one in stems[1:]:
                if one not in found and one != first:
                    found[one] = first
    return MappingProxyType(found)


SYNONYMS = _synonyms()
"""Stem -> the stem that stands for its group."""
