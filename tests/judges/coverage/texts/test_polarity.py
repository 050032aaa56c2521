"""Denials by words that govern what they deny, by comments and by what follows."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.lemmas import is_past

PORT = "The port of Hallin bought 14 electric cranes from the Finnish firm Takko in March for 31 million euros."
REST = "14 electric cranes from the Finnish firm Takko in March for 31 million euros"

DENIED = (
    f"The port of Hallin refrained from buying {REST}.",
    f"The port of Hallin tried in vain to buy {REST}.",
    f"The council talked the port of Hallin out of buying {REST}.",
    f"Not a single euro was spent, and the port of Hallin never bought {REST}.",
    f"Anyone who says that the port of Hallin bought {REST} is mistaken.",
    f"The port of Hallin bought {REST}: a lie from start to finish.",
    f"The port of Hallin bought {REST}? No, it leased them.",
    f"The port of Hallin bought {REST}. Untrue",
    f"The port of Hallin bought {REST}. The mayor laughed and said that it had bought nothing.",
    f"The port of Hallin would have bought {REST} had the council agreed.",
    f"The port of Hallin could have bought {REST}, but chose not to.",
    f"The port of Hallin stopped short of buying {REST}.",
    f"The port of Hallin did not end up buying {REST}.",
    f"The port of Hallin was on the point of buying {REST}, but the deal fell through.",
    f"The port of Hallin neither bought {REST}, nor leased any.",
    f"The port of Hallin was too poor that year to buy {REST}.",
    f"Instead of buying {REST}, the port of Hallin repaired its old ones.",
    f"{REST} were bought by no port in Hallin.",
    f"Has the port of Hallin bought {REST}? Its accounts show no such thing.",
    f"The port of Hallin bought {REST}. Rubbish: neither the sum nor the month stands up to a look at its accounts.",
    f"The port of Hallin bought {REST}: the accounts say the exact opposite.",
    f"Asked whether it had bought {REST}, the port of Hallin showed its old cranes and said: nothing of the sort.",
    f"The port of Hallin was rumoured to have bought {REST}; the rumour was nonsense.",
    f"The port of Hallin planned to buy {REST}, then repaired the old ones and never went to the bank.",
    f"The port of Hallin bought {REST}? Get away! It has no money.",
    f"The port of Hallin never once bought {REST}.",
    f"At no meeting of that year, open or closed, did the port of Hallin buy {REST}.",
    f"Wrong on all counts: the port of Hallin bought {REST}.",
    f"Buying {REST} is precisely what the port of Hallin decided not to do.",
    f"The purchase by the port of Hallin of {REST} failed to materialise.",
    f"That the port of Hallin bought {REST} is a charming legend.",
    f"The minutes give the lie to the story that the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST} - not!",
)
SAID = (
    f"The port of Hallin did not hesitate: it bought {REST}.",
    f"Not for the first time, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}. It was later demolished.",
    f"Unable to repair the old ones, the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}; the claim that a rival was bribed was rejected.",
    f"The first report was wrong: the port of Hallin bought {REST}.",
    f"Far from being poor, the port of Hallin bought {REST}.",
    f"The port of Hallin, which could not wait any longer, bought {REST}.",
    f"The port of Hallin never lost heart and bought {REST}.",
    f"The port of Hallin without fail bought {REST}.",
    f"It was not for show that the port of Hallin bought {REST}.",
    f"Nobody would have guessed that the port of Hallin bought {REST}.",
    f"The port of Hallin did not conceal that it bought {REST}.",
    f"The port of Hallin could not be kept from buying {REST}.",
    f"The port of Hallin did not lease but bought {REST}.",
    f"Wrongly called poor for years, the port of Hallin bought {REST}.",
    f"The skipper was told that the port of Hallin bought {REST}.",
    f"The port of Hallin bought {REST}; it bought no ship.",
    f"The council was not convinced by leasing and praised the port of Hallin, which bought {REST}.",
    f"Rather than repair the old ones it bought {REST}: the port of Hallin wants to grow.",
    f"At no extra charge for the town, the port of Hallin bought {REST}.",
)

ROOM, HIVES = (
    "Guests cannot lock the archive room once it has been opened.",
    "Small hives do not swarm earlier than large ones in cold springs.",
)
PAIRS = (
    (
        "Sales saw a drop, with tea falling by 6 % and milk falling by 5 % in May.",
        "Reports that sales saw a drop, with tea falling by 6 % and milk falling by 5 % in May, were false.",
        False,
    ),
    (ROOM, "It is impossible for guests to lock the archive room once it has been opened.", True),
    (ROOM, "Guests can lock the archive room once it has been opened.", False),
    (
        "The insurer will pay for the roof but not for the cellar.",
        "The roof will be paid for by the insurer, the cellar will not.",
        True,
    ),
    (HIVES, "Small hives do swarm earlier than large ones in cold springs.", False),
    (HIVES, "It is false that small hives swarm earlier than large ones in cold springs.", True),
    (HIVES, "It is false that small hives do not swarm earlier than large ones in cold springs.", False),
    (
        "When the tank runs dry, the pump stops heating and rings a bell.",
        "When the tank runs dry, the pump neither stops heating nor rings a bell.",
        False,
    ),
)
"""Insight, bullet, and whether the bullet says it: denials that both have, in other words."""


@pytest.mark.parametrize("bullet", DENIED)
def test_a_denial_contradicts(bullet: str) -> None:
    (found,) = cover([PORT], [bullet])
    assert (found.value <= 0.25, found.contradicted) == (True, True)


@pytest.mark.parametrize("bullet", SAID)
def test_a_denial_of_something_else_does_not(bullet: str) -> None:
    assert cover([PORT], [bullet])[0].value >= 0.75


def test_what_the_insight_denies_itself_may_be_denied() -> None:
    insight = "The Ministry of Culture rejected the firm Deepline's claim to the cargo in November."
    assert cover([insight], [insight])[0].label == "full"
    assert cover([insight], [f"Reports that the {insight[4:-1]} are untrue."])[0].contradicted


@pytest.mark.parametrize(
    "bullet",
    [
        "No dividend is proposed by the board of the Osk Foundry for the past year.",
        "A dividend for the past year is proposed to nobody by the board of the Osk Foundry.",
    ],
)
def test_the_same_denial_may_reach_further(bullet: str) -> None:
    assert not cover(["The board of the Osk Foundry does not propose a dividend for the past year."], [bullet])[
        0
    ].contradicted


def test_opposites_under_the_same_denial_are_opposites() -> None:
    insight = "Nobody in Lindholm may keep the harbour gates open at night without a permit."
    found = cover([insight], [insight.replace("open", "shut")])[0]
    assert (found.contradicted, found.reason) == (True, "opposite")


def test_what_failed_is_not_what_did_not_fail() -> None:
    insight = "In March the firm Takko failed to deliver the electric cranes to Hallin."
    assert cover([insight], [insight.replace("failed", "did not fail")])[0].contradicted


@pytest.mark.parametrize(("insight", "bullet", "is_said"), PAIRS)
def test_denials_of_insight_and_bullet_are_read_alike(insight: str, bullet: str, is_said: bool) -> None:
    (found,) = cover([insight], [bullet])
    assert (found.value > 0.75) is is_said
    assert found.contradicted is not is_said


def test_nouns_with_the_form_of_irregular_plurals_are_no_verbs_in_the_past() -> None:
    assert not any(map(is_past, ["wives", "children", "growth", "loss", "seed", "shed"]))
    assert all(map(is_past, ["sued", "died", "won", "stuck", "closed"]))


OTHERS = ["Volunteers restored the cracked lens.", "Rents in the old town stayed flat."]
CONTRACT = "a contract with the club Vestra for 40,000 euros in July."
WATER = "a desalination plant near Port Elvas for 90 million dollars."
PARROT = "his parrot to the vet in Colm because it had stopped talking."
KEEPER = f"The keeper Ana Sorel signed {CONTRACT}"
PLANT = f"The ministry will build {WATER}"
VET = f"Uncle Bram took {PARROT}"

GIVEN_UP = [
    (KEEPER, f"The keeper Ana Sorel dropped a plan to sign {CONTRACT}", "a plan to"),
    (KEEPER, f"The keeper Ana Sorel ditched her old plan to sign {CONTRACT}", "with a word between"),
    (KEEPER, f"The keeper Ana Sorel cancelled all plans to sign {CONTRACT}", "all plans to"),
    (PLANT, f"The ministry dropped its plan to build {WATER}", "its plan to"),
    (PLANT, f"The ministry has buried its plans to build {WATER}", "its plans to"),
    (PLANT, f"The ministry dropped the idea of {WATER}", "the idea of something"),
    (VET, f"Uncle Bram dropped the idea of taking {PARROT}", "the idea of doing it"),
    (VET, f"Uncle Bram has scrapped his plan to take {PARROT}", "scrapped"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), GIVEN_UP, ids=[row[2] for row in GIVEN_UP])
def test_what_was_planned_and_given_up_is_denied(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.value, found.contradicted) == (0.0, True), why


NOT_GIVEN_UP = [
    (KEEPER, KEEPER.replace("signed", "dropped by the plant where she signed"), "dropped by"),
    (KEEPER, f"Having shelved the idea of retiring, the {KEEPER[4:]}", "something else is given up before"),
    (KEEPER, KEEPER.replace(" in July", " in July, whose rivals have dropped plans to buy her"), "by somebody else"),
    (KEEPER, KEEPER.replace("Sorel", "Sorel, who has buried her idea of a career in law,"), "in a side clause"),
    (PLANT, PLANT.replace("will", "has dropped a plan to pipe in water and will"), "and another plan is carried out"),
    (PLANT, PLANT.replace("will", "plans to"), "a plan that stands"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), NOT_GIVEN_UP, ids=[row[2] for row in NOT_GIVEN_UP])
def test_other_plans_that_are_given_up_deny_nothing(insight: str, bullet: str, why: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].label == "full", why


MUSEUM = "The museum in Coldra charges its visitors five euros on Sundays."
FERRY = "The old ferry carries the mail to the island of Rau twice a week."
DRUG = "The drug lowers the pressure in the eye and prevents blindness in rabbits."
JUDGE = "The judge hears both parents and appoints a lawyer for the child."
ENZYME = "The enzyme digests plastic and survives 70 degrees in sea water."
PRINTS = "The kiosk sells maps and prints of the old harbour by the painter Ida Roos for nine euros."
SYRUP = "The syrup lowers the fever of small children from Lima and Quito within one night."
ANEW = [
    (MUSEUM, MUSEUM.replace("charges", "does not close in winter and charges"), True, "the present"),
    (MUSEUM, MUSEUM.replace("charges", "does not close in winter and charge"), False, "but not a base form"),
    (MUSEUM, MUSEUM.replace("charges", "never sells maps and charges"), True, "after never"),
    (MUSEUM, MUSEUM.replace("charges", "neither closes in winter nor charges"), False, "but not after nor"),
    (FERRY, FERRY.replace("carries", "does not run on diesel and carries"), True, "beside an object"),
    (FERRY, FERRY.replace("carries", "does not run on diesel and carry"), False, "but not the base form of it"),
    (FERRY, FERRY.replace("carries", "never stops and carries"), True, "two in the present"),
    (DRUG, DRUG.replace("lowers", "does not burn and lowers"), True, "two more verbs"),
    (JUDGE, JUDGE.replace("hears", "does not hear").replace("appoints", "appoint"), False, "both denied"),
    (
        JUDGE,
        JUDGE.replace("hears", "did not hear").replace("appoints", "appointed"),
        False,
        "what is first is denied, whatever is said anew",
    ),
    (
        SYRUP,
        SYRUP.replace("syrup", "syrup soothes coughs and").replace("The", "The maker does not claim that the"),
        False,
        "nor what is not said",
    ),
    (MUSEUM, "No museum in Coldra opens early and charges its visitors five euros on Sundays.", False, "no museum"),
]


@pytest.mark.parametrize(("insight", "bullet", "is_said", "why"), ANEW, ids=[row[3] for row in ANEW])
def test_after_and_a_verb_in_the_present_begins_anew(insight: str, bullet: str, is_said: bool, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.label == "full", found.contradicted) == (is_said, not is_said), why


def test_nouns_that_may_be_verbs_begin_nothing_after_and() -> None:
    found = cover([PRINTS, *OTHERS], [PRINTS.replace("sells", "does not sell")])[0]
    assert (found.value, found.reason) == (0.0, "denial")


BISCUITS = "The bakery Halm dropped palm oil from its biscuits after a petition by pupils."
CRYPT = "The cathedral ended evening tours of the crypt in October."
DAM = "The inspectors ignored a crack in the dam for nine years."
PONDS = "The village pond is free of algae since the reeds were planted in 2019."
OVERTIME = "The parties dropped a clause on overtime from the contract."
LUGGAGE = "The airline scrapped fees for hand luggage on 1 May."
SOFTENED = [
    (CRYPT, "There are no evening tours of the crypt of the cathedral since October.", "ended"),
    (DAM, "For nine years the inspectors took no notice of a crack in the dam.", "ignored"),
    (OVERTIME, "The contract of the parties has no clause on overtime any more.", "dropped a clause"),
    (LUGGAGE, "The airline charges no fees for hand luggage since 1 May.", "scrapped"),
    (LUGGAGE, "Since 1 May the airline has not charged fees for hand luggage.", "scrapped, in another order"),
    (BISCUITS, "The bakery Halm no longer puts palm oil in its biscuits after a petition by pupils.", "dropped"),
    (PONDS, "There are no algae in the village pond since the reeds were planted in 2019.", "free of"),
    (PONDS, "No algae grow in the village pond since the reeds were planted in 2019.", "free of, and none grow"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), SOFTENED, ids=[row[2] for row in SOFTENED])
def test_a_negation_of_what_an_insight_takes_away_contradicts_nothing(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.value >= 0.75, why
    assert not found.contradicted


UNSOFTENED = [
    (CRYPT, CRYPT.replace("ended", "did not end"), "not ended"),
    (CRYPT, CRYPT.replace("ended", "started"), "started"),
    (DAM, DAM.replace("ignored", "did not ignore"), "not ignored"),
    (OVERTIME, OVERTIME.replace("dropped", "did not drop"), "no clause dropped"),
    (LUGGAGE, LUGGAGE.replace("scrapped", "did not scrap"), "not scrapped"),
    (BISCUITS, BISCUITS.replace("dropped", "did not drop"), "not dropped"),
    (PONDS, PONDS.replace("is free", "has not been free"), "not free of"),
]


@pytest.mark.parametrize(("insight", "bullet", "why"), UNSOFTENED, ids=[row[2] for row in UNSOFTENED])
def test_what_takes_something_away_may_be_denied_itself(insight: str, bullet: str, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert (found.value <= 0.25, found.contradicted) == (True, True), why


SAME = [
    ("No crew base will be closed before 2031.", "None of the crew bases will be closed before 2031."),
    (
        "The firm will fly 12 turboprops and not a single jet until the autumn of 2029.",
        "Until the autumn of 2029 the firm will operate 12 turboprops and not a single jet.",
    ),
    (
        "The heat melts snow for 1,900 litres of water a day, and the camp may use no more.",
        "The heat melts snow for 1,900 litres of water a day, and that is the most that the camp may use.",
    ),
    ("A fund helps members who cannot pay their charge for a time.", "A fund helps members who can't for a while pay."),
    (
        "Inspectors found 64 gaps in the files, but none that cost a pilot the licence.",
        "Inspectors found 64 gaps in the files, not one of which cost a pilot the licence.",
    ),
    (
        "Every winterer has 40 minutes of calls a week, and minutes that are not used cannot be carried over.",
        "Every winterer has 40 minutes of calls a week, and unused minutes cannot be carried over.",
    ),
    (
        "Members share four cars, and no private car may stand in the yard.",
        "Members share four cars, and private cars are not allowed in the yard.",
    ),
    (
        "The permit has 143 conditions, one of which forbids pile-driving after seven.",
        "The permit has 143 conditions, and under one of these there must be no pile-driving after seven.",
    ),
]


@pytest.mark.parametrize(("insight", "bullet"), SAME, ids=[bullet[:30] for _, bullet in SAME])
def test_what_both_deny_in_other_words_is_no_contradiction(insight: str, bullet: str) -> None:
    found = cover([insight, "Rents stayed flat in May."], [bullet])[0]
    assert not found.contradicted
    assert found.reason is None


OTHERWISE = [
    ("The camp may use 1,900 litres of water a day, and no more.", "The camp uses no water any more."),
    (
        "Inspectors found 64 gaps in the files, not one of which cost a licence.",
        "The 64 gaps cost a pilot the licence.",
    ),
    ("Members share four cars, and private cars are allowed in the yard.", "Private cars are not allowed in the yard."),
    ("Some of the crew bases will be closed before 2031.", "None of the crew bases will be closed before 2031."),
]


@pytest.mark.parametrize(("insight", "bullet"), OTHERWISE, ids=[bullet[:30] for _, bullet in OTHERWISE])
def test_what_one_of_both_denies_is_not_full(insight: str, bullet: str) -> None:
    assert cover([insight, "Rents stayed flat in May."], [bullet])[0].label != "full"
