"""Words that deny what they govern ("refrain from", "call off"), by how they govern it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.coverage.words.lemmas import root
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed, token
from hayrick.text import STOP_WORDS


class Governor(NamedTuple):
    """What must follow a word within how many words for it to deny the rest of the clause."""

    link: str
    within: int


_GOVERNORS = (
    ("to", 5, "fail refuse neglect omit forget unable unwilling incapable powerless impossible failure refusal forbid"
     " inability unwillingness vain loath disdain scorn yet wait pretend pretence hesitant unfit"),
    ("to", 3, "decline"),
    ("to", 8, "too"),
    ("to", 1, "about"),
    ("from", 3, "far"),
    ("for", 2, "vain"),
    ("from", 1, "refrain abstain desist flinch recoil held hold shrink shied shy exempt immune prevented kept"
     " stopped barred excluded"),
    ("from *ing", 9, "prevent stop keep bar prohibit deter discourage restrain hinder dissuade save block preclude"
     " spare hold rescue talk disqualify"),
    ("out of *ing", 9, "talk scare argue bluff"),
    ("to", 9, "prohibit"),
    ("of", 1, "incapable short instead lieu devoid dream absence innocent despair"),
    ("of", 7, "cheat rob deprive acquit absolve exonerate clear"),
    ("of", 4, "verge brink point inch whisker hair edge"),
    ("than", 1, "rather sooner"),
    ("than", 2, "someone somebody something"),
    ("against", 6, "decide decision vote opt choose advise warn"),
    ("out on", 1, "miss lose"),
    ("off", 1, "call put fend ward stave head"),
    ("out", 1, "rule"),
    ("up", 1, "pass give"),
    ("down", 1, "turn vote shout"),
    ("chance", 4, "pass miss lose blow waste squander forfeit spurn"),
    ("opportunity", 4, "pass miss lose blow waste squander forfeit spurn"),
    ("bid to", 4, "lose fail abandon"),
    ("plan to", 3, "drop abandon scrap shelve cancel bury ditch"),
    ("plans to", 3, "drop abandon scrap shelve cancel bury ditch"),
    ("idea of", 3, "drop abandon scrap shelve cancel bury ditch"),
    ("out of", 1, "back pull wriggle opt bow duck chicken drop"),
    ("from", 2, "back walk turn step"),
    ("from *ing", 2, "away"),
    ("aim of", 3, "miss"),
    ("target of", 3, "miss"),
    ("goal of", 3, "miss"),
    ("away from", 1, "shy steer stay keep back shrink walk turn"),
    ("clear of", 1, "steer stay keep"),
    ("short of", 1, "stop fall"),
    ("better of", 1, "think"),
    ("close to *ing", 1, "come"),
    ("at", 1, "balk baulk"),
    ("hands of", 2, "wash"),
    ("< through", 1, "fall"),
    ("< out", 1, "fizzle"),
    ("< to nothing", 1, "come"),
    ("< to naught", 1, "come"),
    ("< nowhere", 2, "go lead"),
    ("from", 1, "save rescue spare"),
    ("*ing", 1, "miss"),
    ("on *ing", 2, "pass"),
    ("on the", 2, "pass"),
    ("<", 0, "elude"),
    ("", 0, "avoid evade skip forgo scrap cancel abandon shelve spared escape without lack resist shun withhold"),
)  # fmt: skip
"""Links, within how many words they must follow, and the words that they follow; "*ing" stands for a verb."""


_AGENTIVE = ("er", "ers", "r", "rs", "per", "pers", "or", "ors")


def _governors() -> Mapping[str, tuple[Governor, ...]]:
    found: dict[str, list[Governor]] = {}
    for link, within, words in _GOVERNORS:
        for word in listed(words):
            for key in {root(word), root(f"{word}ed")}:
                found.setdefault(key, []).append(Governor(link, within))
    return MappingProxyType({key: tuple(many) for key, many in found.items()})


GOVERNORS = _governors()
"""What must follow, by the stem of the governing word."""

AGENTS = frozenset(
    ["spare", *(f"{word}{end}" for _, _, words in _GOVERNORS for word in listed(words) for end in _AGENTIVE)]
)
"""Nouns with the stem of a governing word ("skipper", "keepers")."""

ORDINARY = frozenset(
    map(
        root,
        listed(
            "call keep hold save clear spare think talk pull back come on far short stay steer opt choose decide vote"
            " advise block decision about too wait point inch whisker hair hand edge verge brink someone somebody"
            " something warn put head rule pass give turn walk step bow drop duck lose blow waste wash"
            " scare argue rescue dream"
        ),
    )
)
"""Governing words that deny nothing by themselves."""

ADVERSE = frozenset(
    map(
        content_word,
        listed(
            "ban bar reject oppose block withdraw dismiss exclude deny dispute halt suspend postpone delay end drop"
            " cease remove quit miss cancel fail lack limited struggle difficulty challenge absent short few little"
            " rare exhaust empty veto resign retire stop cut useless incomplete decrease mitigate prevent reduce"
            " shorten replace substitute"
        ),
    )
)
"""Words of which a negation of other words may be the paraphrase ("rejected the claim", "no claim was accepted")."""

NONE = frozenset(listed("nobody nothing none neither nor no-one nowhere nil zero"))
NOT = frozenset(listed("not n't never cannot no"))
NOT |= {f"{word}n't" for word in listed("do does did is are was were have has had ca wo could would should must need")}
NOT |= {"can't", "won't"}
NEGATIVES = NONE | NOT

LITOTES = frozenset(
    listed(
        "objection objections doubt doubts problem problems hesitation qualms secret shortage delay exception surprise"
        " stranger mean small question trouble difficulty end accident coincidence choice alternative reason mistake"
        " limit"
    )
)
"""What "no" before it affirms: "had no objection"."""

NOT_DENIED = frozenset(
    listed(
        "conceal hide disguise forget notice realise realize regret mind ignore overlook know established ascertained"
        " verified confirmed proved proven certain sure clear known determined settled"
        " demonstrated"
    )
)
"""What is not known "that" is open, and what is not concealed is true: neither is denied."""

_BEFORE_SYMBOLS = frozenset(listed("a an the its their his her our with using ("))
"""Before "NO" or "NOT" in capitals, what shows a symbol: a gate, an operator, a country's code."""

_AFTER_NITRIC_OXIDE = frozenset(
    listed("level levels emission emissions concentration concentrations gas donor donors production synthase")
)
"""After "NO" in capitals, what shows nitric oxide."""


def is_symbol(lower: Sequence[str], at: int) -> bool:
    """Whether "NO" or "NOT" in capitals may be nitric oxide, a country's code or an operator."""
    before, after = token(lower, at - 1), token(lower, at + 1)
    if lower[at] == "not":
        return before in _BEFORE_SYMBOLS
    return lower[at] == "no" and (
        before in _BEFORE_SYMBOLS or not after[:1].isalpha() or after in STOP_WORDS or after in _AFTER_NITRIC_OXIDE
    )
