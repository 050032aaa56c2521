"""Wordings of frames that deny a statement, as patterns of lower-case tokens joined by blanks (frames.py)."""

from __future__ import annotations

from hayrick.numerals import listed

REPORT = (
    r"(?:reports?|claims?|rumou?rs?|stor(?:y|ies)|allegations?|assertions?|suggestions?|statements?|accounts?|beliefs?"
    r"|ideas?|notions?|assumptions?|speculation|theor(?:y|ies)|accusations?|impressions?|contentions?|news|view"
    r"|information|talk|article|announcement|headlines?|narrative|account|charges?|legend|tales?|anecdotes?"
    r"|gossip|hearsay|whispers?|thesis|sentences?|passages?|paragraphs?|captions?|quot(?:e|ation)s?|remarks?|findings?)"
)
TELLING = (
    rf"(?:{REPORT}|(?:everything|anything|all)(?: [\w'-]+){{0,5}}?(?= about)|items?|posts?|tweets?|entry|pictures?"
    r"|figures?|numbers?|images?|boasts?|pieces?|clips?|photos?|bulletins?|versions?)"
)
"""What may be a report if it is one "that ..." or "of ..."."""

_SAYER = (
    r"(?:(?:anyone|anybody|whoever|those|people|everyone|everybody|somebody|someone|if you) (?:[\w'-]+ ){0,3}?"
    r"(?:says?|said|claims?|claimed|thinks?|believes?|believed|maintains?|insists?|tells?|told|spreads?|writes?|wrote"
    r"|imagines?|supposes?|reports?|reported|asserts?)|saying|claiming|to (?:say|claim|believe|think|suggest|assert))"
)
UNTRUTH = (
    r"(?:untrue|false|fabricated|fabrications?|fake|bogus|hoax|myths?|lies?|baseless|unfounded|groundless|debunked"
    r"|fictitious|fiction|disproved|disproven|discredited|misconceptions?|falsehoods?|misinformation|nonsense"
    r"|unsubstantiated|refuted|fallacy|untruths?|misunderstandings?|disinformation|made up|made - up|invented"
    r"|without foundation|invention|fairy (?:tales?|stor(?:y|ies))|forger(?:y|ies)|canard|rubbish|bunk|prank|spoof"
    r"|hallucinations?|hallucinated"
    r"|satire|thin air|whole cloth|fantas(?:y|ies)|fables?|a joke|misreported|wide of the mark"
    r"|(?:far|further) from (?:true|the truth)|untruthful|hogwash|balderdash|poppycock|claptrap|humbug|baloney|tosh"
    r"|drivel|hokum|twaddle|codswallop|moonshine|bunkum|apocryphal|spurious|concocted|concoctions?|trumped up"
    r"|phone?y|fallacious|figments?|delusions?|wishful thinking|hot air|pipe dream|tall (?:tale|story)"
    r"|old wives ?'s? tale|cock - and - bull|perjured|imagin(?:ed|ary|ation)|clich[eé]s?|(?:the )?wrong (?:story"
    r"|picture|impression|end of the stick)|(?:dreamt|dreamed|cooked|thought) up"
    r"|misprints?|misquot\w+|misattribut\w+|mistransl\w+|april fool(?:'s)?(?: \w+)?|mix - up|non - existent"
    r"|nonexistent|misreading|misinterpretation|misperception|illusions?|mirage|make - believe|daydreams?"
    r"|(?:comforting|pious|urban|popular|pure|mere|sheer|charming|pretty|cherished) (?:legend|belief|story|tale|notion"
    r"|idea))"
)
WRONG = (
    r"(?:wrong|incorrect|inaccurate|erroneous|mistaken|in error|an error|a mistake|denied|disputed|rejected|dismissed"
    r"|retracted|withdrawn|contradicted|disavowed|rebutted|quashed|ruled out|overturned|refuted|recanted|misleading"
    r"|belied|misinformed|misled|deluded|deceived|off the mark)"
)
_TAKEN_BACK = (
    r"(?:exploded|scotched|shot down|demolished|pulled|taken back|taken down|deleted|corrected|struck out|at odds with"
    r"|laid to rest|put to rest|dreaming|fooling|kidding|having us on|in the wrong)"
)
"""What only of a report, or of who spreads it, says that it is wrong."""

_GOSSIP = rf"(?:{UNTRUTH}|gossip|rumou?rs?|speculation|propaganda|exaggeration|talk)"
DENY = (
    r"(?:den(?:y|ies|ied|ying|ials?)|disput(?:e|es|ed|ing)|refut(?:e|es|ed|ing)|rebut(?:s|ted|ting)?"
    r"|debunk(?:s|ed|ing)?|disprov(?:e|es|ed|en|ing)|contradict(?:s|ed|ing)?|disavow(?:s|ed|ing)?|recant(?:s|ed|ing)?"
    r"|repudiat(?:e|es|ed|ing)|discredit(?:s|ed|ing)?|quash(?:es|ed|ing)?|rul(?:e|es|ed|ing) out|dispel(?:s|led|ling)?"
    r"|disagree(?:s|d|ing)?|doubt(?:s|ed|ing)?|retract(?:s|ed|ing)?|disbeliev(?:e|es|ed|ing)|disclaim(?:s|ed|ing)?)"
)
DISMISS = r"(?:reject|dismiss|challeng|contest|counter|question|correct|withdr[ae]w|scotch|shoot|shot|walk|play)\w*"
_CALL = r"(?:call|brand|label|dismiss|describ|term|deem|consider|find|found|declar|prov|show|expos|denounc|reveal)\w*"
_SAYS = r"(?:prov|show|sa(?:y|id)|tell|told|suggest|indicat|claim|report|stat|maintain|argu|f(?:i|ou)nd)"
_NO = r"(?:not|never|n't|isn't|wasn't|aren't|weren't|no longer)"
_BE = (
    r"(?:is|are|was|were|be|been|being|proved?|proven|turned out|turns out|found|called|shown|deemed|branded|labelled)"
)
_SPREADS = (
    r"(?:invent\w*|fabricat\w*|concoct\w*|ma[dk]e up|dream(?:ed|t) up|cooked up|spread|peddl\w+|forg(?:ed|ing)|faked?)"
)
_ENDS_IT = (
    r"(?:put paid to|la(?:y|id) to rest|g[ai]v(?:es?|en|ing) the lie to|pour\w* (?:cold )?water on|apologi[sz]\w+ for"
    r"|regret\w*|stop\w*|ceas\w+|nail\w*|bur(?:y|ies|ied)|kill\w* off|explod\w+|expos\w+|punctur\w+|demolish\w+"
    r"|t(?:ake|ook|aken) back|withdr[ae]w\w*|(?:no (?:[\w-]+ ){0,2}?)?truth (?:in|to|behind))"
)
_HAVING_SAID = (
    r"(?:having )?(?:said|claimed|written|printed|claiming|saying|writing|printing|stating|alleging|reporting)"
)

_SPURIOUS = r"(?:hoax|fake|fabricated|forged|debunked|discredited|bogus|false|satirical|spoof|prank|myth|legend)"
"""What a text is that somebody made up, of those according to which something is so."""

FORWARD = (
    r"\b(?=\w)(?:"
    rf"\A(?:neither|none|nothing|not one|no part|no word)(?: half| part)? of (?:these|those|this|that|it|them"
    rf"|the following|what follows|the {REPORT})(?: [\w'-]+){{0,5}} : (?=\w)"
    r"|\A(?:wrong|mistaken|incorrect|false|not so|not true) on (?:both|all|every|each) (?:counts?|points?|scores?) [:,]"
    r" (?=\w)"
    rf"|{UNTRUTH} (?:than )?(?:that|to (?:say|claim|suggest|think|believe|report|write|state))"
    rf"|\A(?:[\w'-]+ ){{0,3}}?{UNTRUTH} (?::|-) (?:\" )?"
    r"|(?:wrong|false|untrue|incorrect|not true) , (?:[\w'-]+ ){1,5}, that"
    r"|(?<!was )(?<!are )(?<!were )(?<!proved )(?<!been )(?:false|untrue|wrong|incorrect|fake|myth|hoax|not true)"
    r" : (?:\" )?"
    r"|(?:wrong|incorrect|inaccurate|mistaken|mistake|error|lying|lied) (?:that|when (?:he|she|it|they)|to (?:say|claim"
    r"|suggest|think|believe|conclude|assume|report|write|print|state|announce|assert|describe|imagine"
    r"|suppose)(?! otherwise))"
    r"|(?:do not|don't|do n't|never|must not|not to be) (?:believe|trust|listen to|fall for"
    r"|be (?:fooled|taken in|misled) by)"
    rf"|{_NO} (?:the case|true|so|correct|accurate|right|a fact) (?:that|to say)"
    rf"|{DENY} (?:(?!by\b)[\w',-]+ ){{0,5}}?(?:that|having|{REPORT})"
    rf"|{DISMISS} (?:[\w'-]+ ){{0,4}}?(?:as {UNTRUTH} )?{REPORT}"
    rf"|contrary to (?:[\w'-]+ ){{0,3}}?(?:{REPORT}|what)"
    rf"|according to (?:[\w'-]+ ){{0,3}}?{_SPURIOUS}"
    r"(?: (?:report|story|post|account|claim|article|site|website|video)\w*)?(?= ?[.,;)-])"
    r"|no (?:[\w-]+ ){0,2}?(?:evidence|proof|indication|sign|basis|truth|record|confirmation|support|suggestion)"
    r"|(?<!rightly or )(?<! as )(?:falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately|untruthfully)"
    r"|(?:nobody|no one|none of (?:the )?[\w-]+|no [\w-]+) (?:has |have |had |ever )*(?:says?|said|claims?|claimed"
    r"|reports?|reported|believes?|believed|confirms?|confirmed|states?|stated|mentions?|mentioned|shows?|showed|shown"
    r"|proved?|proven|found|demonstrated|established|documented)"
    r"|\A(?:nobody|no one|none|neither)\b(?! (?:would|could|had) (?:[\w'-]+ )?(?:guessed|thought|imagined|expected"
    r"|believed|foreseen|predicted|dreamed|dreamt))"
    r"|(?:called|calls|dismiss\w*|brand\w*|label\w*|describ\w*) (?:it|this|that)? ?(?:as )?"
    rf"(?:[\w-]+ ){{0,3}}?{_GOSSIP} that"
    rf"|(?:disown\w*|t(?:ake|ook|aken) back|walk\w* back|distanc\w* \w+ from) (?:[\w'-]+ ){{0,3}}?{REPORT}"
    r"|out of (?:thin air|whole cloth) that|at no (?:point|time|stage)|not hold that|did nothing of the kind"
    rf"|{_SPREADS} (?:[\w'-]+ ){{0,3}}?{TELLING} (?:that|of|about)"
    r"|(?:imagination|gullib\w+|credul\w+|cheek|nerve) to (?:say|claim|believe|think|hold|suppose|see|imagine)"
    r"|(?:cannot|can't|could not|couldn't|can hardly|may not|must not) (?:[\w-]+ )?(?:be )?(?:said|say|claim|claimed"
    r"|maintain|maintained|speak|talk|argue|argued|pretend) (?:that|to|of)"
    rf"|{_ENDS_IT} (?:[\w'-]+ ){{0,4}}?(?:{TELLING} (?:: )?(?:that|of|about)|{_HAVING_SAID}(?: that)?)"
    r"|could have(?=.* , but\b)|would (?:[\w'-]+ )?have(?= .*\b(?:had|if|but|were it not|without|only for|except)\b)"
    r"|\A(?:if|had)(?= .*\bwould\b)(?! (?:[^ ,;:]+ ){1,12}?(?:not|never) )"
    r"|if only|in vain for|pigs (?:will|might|may) fly|hell freezes over|gone are the days"
    r"|(?:by no means|in no way|nowhere|anything but|far from|hardly(?! have been|.{0,20}\b(?:secret|surpris\w+"
    r"|wonder)\b)|under no circumstances)"
    r"|ha(?:s|ve|d) yet to|(?:is|are|was|were) yet to"
    rf"|(?:{UNTRUTH}|{WRONG}) {REPORT} that|\A(?:ignore|forget|disregard|scratch|strike) (?:that|this|it) : (?=\w)"
    r"|(?:disown|retract|repudiat|disavow|recant|withdr[ae]w|discredit)\w* (?:says?|said|claims?|claimed|states?|stated"
    r"|has it|had it|reports?|reported) that)\b"
)
"""What denies the words after it."""

BACKWARD = (
    r"(?:\b(?=\w| ?[,;:(-]| and )|(?= [-,] not))(?:"
    rf"(?:{_BE} (?:(?!not\b|never\b)[\w'-]+ ){{0,4}}?"
    r"|(?:dismiss|describ|brand|denounc|ridicul|reject)\w* (?:it |this |that )?as (?:[\w'-]+ ){0,3}?)"
    rf"{UNTRUTH}(?! to (?:call|say|think|suggest|claim)\b)"
    rf"|(?:\A(?:the idea |the fact )?that|{TELLING} (?:(?:say|claim|stat|alleg|suggest|report)ing )?"
    rf"(?:that|of|about|according)|\A{_SAYER}) .*\b{_BE}"
    rf" (?:(?!not\b|never\b)[\w'-]+ ){{0,3}}?(?:{WRONG}|{_TAKEN_BACK})"
    rf"|\A{_SAYER} .*\b(?:must|ha[sd]|have|got|was|were|is|are) (?:[\w'-]+ ){{0,2}}?(?:dreamt|dreamed|imagin\w+"
    r"|invented|lied|erred|misread|misheard|misunderstood|wrong|fallen for)"
    rf"|(?:it|this|that|which) {_BE} (?:(?!not\b|never\b)[\w'-]+ )?{WRONG}(?= ?[.,;]|$| (?:from|throughout|on every)\b)"
    rf"| [,;:] (?:[\w'-]+ ){{1,6}}?{DENY} (?:it|this|that|both|them|these|all of (?:it|this|that|them))(?= ?[.;]|$)"
    r"| [,;:] (?:my (?:foot|eye|hat)|yeah , right|as if|like hell)(?= ?[.!]|$)"
    r"|(?:other way (?:a?round|about)|the exact (?:opposite|reverse))(?= ?[.,;]|$)"
    r"|(?:correspond|answer) to the (?:facts|truth)|(?:there (?:is|was)|with) nothing in it"
    r"|(?:[;,] (?:[\w'-]+ ){1,5}?)?g(?:i|a)ves? the lie to (?:this|it|that)|(?:that|this) (?:is|was) the (?:plot"
    r"|script|stuff) of"
    r"| and (?:later |then |finally |eventually )?(?:dismissed|dropped|abandoned|shelved|scrapped|called off"
    r"|discarded)(?= ?[.;]|$)"
    rf"|(?:{TELLING}|release) (?:that|which) (?:[\w'-]+ ){{1,5}}?(?:disown|retract|withdr[ae]w|repudiat|disavow"
    r"|disclaim|discredit)\w*(?= ?[.,;]|$)"
    rf"|(?:{_CALL} (?:it|this|that|them|the (?:whole )?(?:{REPORT}|thing)) (?:as |to be )?(?:[\w'-]+ ){{0,3}}?"
    r"|(?: [,;:]| -|\() (?:(?:which|and|but|all of (?:it|this|which)|every word of (?:it|this)) )?(?:this |that |it )?"
    rf"(?:{_BE} )?(?:(?:an?|the|pure|sheer|complete|utter|total|plain|simply|nothing but|all) )*"
    rf"(?:{REPORT} (?!that\b|of\b|about\b)(?:[\w'-]+ ){{1,6}}?(?={UNTRUTH}|{WRONG})|(?={UNTRUTH})))"
    rf"(?:{UNTRUTH}|{WRONG})(?: [\w'-]+){{0,6}} ?\)?(?= ?[.!]|\Z)"
    r"|(?:none|nothing|not (?:a|one) (?:single )?word|no part) of (?:it|this|that|which(?= ?[.,;]|$"
    r"| (?:is|was|has|had|ever|took|came|happened|occurred|proved|turned out)\b(?: (?:been|ever|to be|place|about))*"
    r"(?: ?[.,;]|$| (?:true|so|real|right|correct|accurate|the case|happened|occurred|taken|come|materiali[sz]ed))))"
    r"|(?:did|has|have|was|were) neither(?= ?[.,;]|$)|(?:is|was|were) the last thing|only on paper|on paper only"
    r"|never (?:existed|came about|got off the ground|saw the light)|(?:fail(?:s|ed)?|refused) to (?:materiali[sz]e"
    r"|happen|come (?:about|true)|take place)|(?:is|are|was|were) ?(?:n't|not) (?:going to happen|happening)"
    r"|(?:hope|hopes|hoped|wait|waits|waited) in vain|lacks? (?:any|all) (?:foundation|basis|substance|truth)"
    r"|(?:is|was) (?:precisely |exactly |just )?what (?:eluded|escaped)"
    r"| [,;:-] (?:[\w'-]+ ){0,4}?in (?:truth|reality|actual fact)\b"
    r"|(?: [-,]|--) not(?= [!.])"
    r"|(?:is|was|are|were) (?:precisely |exactly |just |also )?(?:what|something|one thing|a (?:step|move|thing))"
    r" (?:that |which )?(?:[\w'-]+ ){1,7}?(?:not|never|turned down|decided against|refused|rejected|declined|ruled out"
    r"|avoided|opposed|resisted|blocked)\b(?! only| just| merely)"
    r"|there (?:is|was|can be|could be) no (?:talk|question)(?= ?[.,;]|$)|(?:is|was|are|were) out of the question"
    r"|there (?:is|was|are|were|has been|have been) none(?= ?[.,;]|$)"
    r"|(?:exist|liv|happen|occur|took place)\w* only in (?:[\w'-]+ ){0,3}?(?:imagination|mind|head|fantasy|dreams?)"
    r"|(?<!and he )(?<!and she )(?<!and they )(?<!and it )(?:never did|did n't|didn't|did not"
    r"|did no such thing)(?= ?[.,;]|$)"
    r"|(?:do n't|don't|do not|never) believe a word|(?:does|did|do) nothing of the (?:kind|sort)"
    rf"|(?:{_BE} )?{_NO} (?:[\w'-]+ )?(?:true|the case|so|correct|accurate|a fact|happen|occur|take place|hold"
    rf"|right(?! away| now| for| to| in))"
    r"|never (?:happened|took place|occurred|came true|materiali[sz]ed)|did ?n[o']t (?:happen|occur|take place)"
    r"|ha(?:s|ve|d) no (?:basis|foundation|truth|legs|substance|merit)"
    r"|is without (?:foundation|basis|substance|merit)"
    r"|(?:(?:does|do|did) (?:not|n't)|doesn't|don't|didn't) (?:hold|stand) (?:up|water)"
    r"|or so (?:[\w'-]+ ){0,4}?(?:wrongly|falsely|mistakenly|erroneously) \w+"
    r"| , (?:wrongly|falsely|mistakenly|erroneously|incorrectly)(?= ?[.;]|$)"
    r"|admit\w* (?:to )?(?:mak\w+|having made|having|invent\w*|fabricat\w*|fak\w+) (?:\w+ )?(?:it|this|that"
    r"|the (?:whole )?\w+)(?: all)?(?: up)?(?= ?[.,;]|$)"
    r"|(?:and|but|which|it|this|that) no longer stands?(?= ?[.,;]|$)"
    r"|(?:since|later|now) (?:withdrawn|retracted|taken down|deleted|pulled|apologi[sz]ed for) (?:the|this|that|its)"
    rf" {REPORT}(?= ?[.,;]|$)"
    rf"| , which (?:[\w'-]+ ){{1,4}}?{DENY}(?= ?[.;]|$)|(?:does|do|did) ?(?:not|n't) exist(?= ?[.,;]|$)"
    rf"|(?:{_SAYS}|have it|has it)\w* (?:otherwise|the (?:\w+ )?(?:opposite|reverse|contrary))(?= ?[.,;]|$))\b"
)
"""What denies the words before it."""

NOT_SO = r"never did|did(?: not|n't| n't)|(?:not|n't)(?: \w+)? so"
"""What of it says of somebody that he did not do what was told."""

TOLD = rf"\b{TELLING} (?:that|of|about)\b"
_REFERENCE = (
    r"(?:this|it|these|those|they|none|nothing|neither|everything|all of (?:this|that|it)|the whole thing"
    r"|that(?= (?:is|was|were|turned|turns|has|had|did|does|proved|would|could|may|might|later|soon|\w+ed)\b)"
    rf"|(?:the|that|this|such|his|her|their|its|all|both|those|these) (?:[\w-]+ )?(?:{REPORT}|item|post|piece|tweet"
    rf"|entry|caption|clip|sentence|message|letter|memo)|{REPORT})"
)
SUBJECT = rf"\b{_REFERENCE}\b"
"""What refers to the sentence before."""

DENIES_IT = (
    rf"\b(?:{DENY}|{DISMISS}|{_BE} {WRONG}) (?:[\w'-]+ ){{0,2}}?(?:this|that|it|these|those|so|{_REFERENCE})"
    r" ?(?:[.,;:]|$|(?:as|by|in|on|at|outright|flatly|categorically|strongly|later)\b)"
)
OF_IT = (
    r"\b(?:(?:none|nothing|not (?:a|one) \w+|no part|little|no truth|no evidence|no basis) (?:of|to|for|in)"
    r" (?:this|that|it|these|the sort|the kind)|(?:get|got|gotten) (?:this|that|it) wrong|no such (?:thing|case|\w+)"
    r"|(?:did|has|have|had|was|were|is|are|does) neither(?= ?[.,;]|$)"
    r"|(?:issued|printed|published|ran|carried) (?:[\w'-]+ ){0,2}(?:correction|retraction|erratum)"
    rf"|{_CALL} (?:it|this|that|them|these) (?:as |to be )?(?:[\w'-]+ ){{0,3}}?{UNTRUTH}"
    r"|(?:it|he|she|they|one) (?:did|does|do|has|have|had|was|were|is|are) ?(?:not|n't|no such thing)(?= ?[.,;]|$)"
    r"|(?:it|he|she|they|one) never (?:did|has|have|had|was|were)(?= ?[.,;]|$)"
    r"|\A(?:neither|none|not one)(?: of (?:it|this|that|these|those|them|the two))? (?:[\w'-]+ ){0,2}?(?:so|true|holds?"
    r"|happened|is the case|is correct)"
    rf"|(?:{_SAYS}|have it|has it)\w* (?:otherwise|the (?:\w+ )?(?:opposite|reverse|contrary))(?= ?[.,;]|$)"
    rf"|{REPORT} (?:(?:did|does|do|has|could) )?(?:not|n't|hardly) (?:\w+ )?(?:surviv|withst|stand|bear)\w*"
    r"|(?:i|we) (?:hereby )?take (?:it|this|that) (?:all )?back"
    r"|nothing of the (?:kind|sort)|(?:do n't|don't|do not) believe (?:this|that|it|a word)"
    r"|the (?:exact |very |precise |complete |direct |polar )?(?:opposite|reverse|contrary)(?! of)"
    r"|the other way (?:a?round|about))\b"
)
"""What denies the sentence before wherever it stands."""

REPLY = (
    rf"\b(?:{UNTRUTH}|{WRONG}|{DENY}|{_NO} (?:[\w'-]+ )?(?:true|the case|so(?= [.,;]|$)|correct|accurate|a fact"
    r"|happen|occur|hold|right|in fact|what (?:really |actually )?happened|how it (?:was|happened|went))"
    r"|never (?:happened|took place|occurred)"
    r"|(?:the|quite the|just the) (?:opposite|reverse|contrary)"
    r"|(?:none|nothing|not (?:a|one) \w+|no part|little) of (?:this|that|it|these|the sort|the kind)"
    r"|no (?:[\w-]+ ){0,2}?(?:truth|evidence|proof|basis))\b"
)
"""What denies the sentence before after a reference to it."""

WRONG_THINGS = (
    r"\b(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|several|some|many|various|further|other) "
    r"(?:wrong|false|incorrect|inaccurate|erroneous|mistaken|fake|invented|disputed|rejected|forged) "
    r"(?!(?:claims?|statements?|reports?|stor(?:y|ies)|assertions?|facts?|points?|details?|words?|things?)\b)[\w-]+\b"
)
"""What is wrong with something that is counted ("two wrong postings") says nothing of the sentence before."""

HARDLY_ANYBODY = (
    r"(?:(?:hardly|scarcely|barely) (?:anybody|anyone|any|a (?:soul|person|voice))|next to nobody"
    r"|almost (?:nobody|no one|no))"
)
UNDENIED = (
    rf"\b(?:(?:{_NO}|nobody|no one|no|little|cannot|without|beyond) (?:[\w'-]+ )?(?:{DENY}|{WRONG}|{UNTRUTH})"
    rf"|(?:few|rarely|seldom|{HARDLY_ANYBODY}) (?:[\w'-]+ ){{0,3}}?(?:{DENY}|question(?:s|ed)?|contest(?:s|ed)?"
    r"|challenge[sd]?))\b"
)
"""What takes a denial back ("nobody disputes", "few doubt")."""

REPLIES = (
    *("not so", "not true", "not supported", "wrong", "false", "untrue", "incorrect", "would that it", "if only"),
    *("like hell", "like heck"),
    *("whoever told you", "who told you", "pull the other", "come off it"),
)
"""How a sentence begins that denies the one before."""

CRY = (
    r"(?:nonsense|rubbish|bunk|hogwash|balderdash|poppycock|as if|dream on|in (?:your|his|her|their) dreams"
    r"|yeah , right|get away|give over|get real|(?:what|whatever) gave you that idea|where did you get that|what a load"
    r"|scratch that|strike that"
    r"|my foot|(?:fat|no|not a) chance|no way|not likely|not on your life|not (?:him|her|them|me|us|so)|you wish"
    r"|says who|forget it|far from it|hardly)"
    r" ?(?:[.!:;,-]|$)"
)
"""A cry that denies the sentence before."""

SAYS_NO = (
    r"\A(?!yes\b|yeah\b|indeed\b|certainly\b|of course\b|it (?:is|was|did|has)\b(?! not\b)|(?:he|she|they|i"
    r"|we) (?:did|has|have|do)\b"
    r"(?! (?:not|no|nothing|never|neither|none)\b))"
    r".*\b(?:no|not|never|none|nothing|nobody|neither|\w+n't)\b(?! (?:only|just|doubt|one but|question|wonder"
    r"|surprise|secret))"
)
"""An answer that denies, and does not begin by saying yes."""

ASKS = frozenset(listed("who whom whose what which when where why how"))
COUNTS = r"\bhow (?:many|much|often)\b"
NONE = r"\W*(?:a(?:nswer)? ?: ?)?(?:none|zero|nil|not (?:one|a single one|any|at all|once)|0)(?= ?(?:[.,;:!]|$))"
"""What asks for a number, and how the answer begins that it is none."""
ANSWERS_NO = (
    r"\W*(?:a(?:nswer)? ?: ?)?(?:(?:no|nope|none|zero|nil|nobody|never|not (?:one|any|once|so|true))"
    r"(?: at all| of them| whatsoever)?(?= ?(?:[.,;:!]|$))"
    r"|(?:it|he|she|they|there) (?:did|does|do|has|have|had|was|were|is|are|will|would|could|can)"
    r"(?: (?:not|n't)|n't)(?= ?(?:[.,;:!]|$))"
    r"|the answer is no\b|(?:that|this|it) is (?:untrue|false|wrong|not (?:so|true|the case))(?= ?(?:[.,;:!]|$)))"
)
"""An answer that is nothing but a no, and may go on after a mark."""
PLAIN_REPLY = (
    rf"\W*(?:(?:this|that|it|which|they)(?: {REPORT}| says who)?|(?:the|such|these|those|both|all of this) ?{REPORT}?)"
    rf" (?:\w+ )?(?:is|are|was|were|has been|have been|had been|{_BE})\b(?! (?:about|of)\b)"
    r"|\W*(?:(?:verdict|rating|status|answer|finding|assessment|correction) ?: ?)?"
    r"(?:no|false|wrong|untrue|incorrect|not (?:so|true)|nonsense|rubbish|hogwash)(?= ?(?:[.,;:!]|$))"
)
"""A sentence that denies nothing but the one before."""
NO_ANSWERS = frozenset(listed("no nope not never hardly nobody nothing none nonsense wrong false rubbish untrue"))
NO_PHRASES = (
    *REPLIES,
    *("far from", "on the contrary", "quite the", "absolutely not", "certainly not", "by no means", "think again"),
    *("don't make me laugh", "you must"),
)
"""How a sentence begins that answers no to the question before."""

DENIES = rf"{UNTRUTH}|{WRONG}|{DENY}"
CUES = (
    r"nobody|none|contrary|hardly|nowhere|anything|circumstances|falsely|wrongly|erroneously|mistakenly|incorrectly"
    r"|inaccurately|untruthfully|error|mistake|lied|lying|lie|paid|apologi\w+|regret\w*|nail\w*|bury|buried|kill\w*"
    r"|expos\w+"
    r"|explod\w+|punctur\w+|demolish\w+|would|joke|dreamt|dreamed|imagin\w+|cannot|can't|couldn't|didn't|don't|neither"
    r"|peddl\w+|spread|forg(?:ed|ing)|faked?|disown\w*|gullib\w+|credul\w+|fairy|wives|april|kidding|fooling|vain"
    r"|yet|rul(?:ed?|es|ing)|legend|materiali[sz]ed?|truth|reality|foundation|eluded|escaped"
)
"""Words of which a frame has at least one, besides those that deny by themselves; or one of the next ones."""

WEAK_CUES = (
    rf"{DISMISS}|far|further|one|back|true|case|so|correct|accurate|right|fact|happen(?:ed)?|occur(?:red)?|place|holds?"
    r"|evidence|proof|indication|sign|basis|truth|record|support|confirmation|suggestion|foundation|says?|said"
    r"|claims?|claimed"
    r"|believe[sd]?|state[sd]|mentions?|mentioned|shown?|shows|showed|proved?|proven|found|demonstrated|established"
    r"|documented|reports?|reported|means|way|up|air|cloth|point|time|stage|nothing|word|such|kind|sort|did|never|if"
    r"|trust"
    r"|could|foot|eye|hat|hell|yeah|round|around|about|opposite|reverse|facts"
    r"|release|last|paper|water|rest|stop\w*|ceas\w+|legs|substance|merit|existed|exist\w*|only|mix|thinking"
    r"|otherwise|stands?|which|admit\w*|since|later|now|ignore|forget|disregard|scratch|strike"
    r"|repudiat\w+|disavow\w*|surviv\w+|withstand\w*|turned|against|refused|declined|avoided|opposed|resisted|blocked"
    r"|precisely|exactly|!|going|happening|talk|question|hopes?|hoped|waits?|waited|belief|story|tale|notion|idea"
)
"""Words that are common otherwise: they count beside one of the last ones."""

BESIDE = (
    rf"not|never|no|n't|nothing|{REPORT}|made|thin|whole|hot|saying|claiming|writing|printing|would|release|isn't"
    r"|wasn't|aren't|weren't|doesn't|don't|my|but|right|like|other|exact|answer|correspond|existed|from|on|taken|took|take"
    r"|what|something|step|move|thing"
)
