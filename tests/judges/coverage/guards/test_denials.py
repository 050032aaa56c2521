"""Denied, refuted and hedged statements, and the frames that are none."""

from __future__ import annotations

import asyncio

import pytest

from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.types import Bullet, Insight

GATES = "The harbour council of Lindholm approved 14 new tide gates at a cost of $3.2 million."
SIBLINGS = [GATES, "Ferry captains reported fewer delays.", "Volunteers restored the old lighthouse lens."]
SAID = "the harbour council of Lindholm approved 14 new tide gates at a cost of $3.2 million"

DENIALS = [
    (f"{GATES} They called these three wrong claims.", "what is counted are claims"),
    (f"{GATES} That turned out to be untrue.", "the next sentence refers back"),
    (f"{GATES} The council later denied this.", "the next sentence denies it"),
    (f"{GATES} None of this is true.", "all of it"),
    (f"It is a myth that {SAID}.", "frame before"),
    (f"Officials denied that {SAID}.", "verb of denying"),
    (f"Reports that {SAID} were false.", "frame after"),
    (f"Contrary to reports, it is not the case that {SAID}.", "contrary to"),
    (f"There is no evidence that {SAID}.", "no evidence"),
    (f"It was falsely claimed that {SAID}.", "adverb"),
    (f"The idea that {SAID} has been debunked.", "debunked"),
    (GATES.replace("approved", "did not approve"), "negated verb, irregular or not"),
    (f"False: {SAID}.", "a heading"),
    (f"{GATES} It has since emerged that this was a fabrication.", "a reference within the next sentence"),
    (f"Papers found in the archive of the town disprove the report that {SAID}.", "a long subject before the frame"),
    (f"The mayor dismissed it as idle gossip that {SAID}.", "dismissed as gossip"),
    (GATES.replace("million.", "million, which turned out to be a hoax."), "a clause at the end"),
    (f"{GATES} We got that wrong and apologise.", "an apology"),
    (f"Nobody in the town hall ever heard that {SAID}.", "nobody"),
]


@pytest.mark.parametrize(("bullet", "why"), DENIALS, ids=[row[1] for row in DENIALS])
def test_what_is_denied_is_contradicted(bullet: str, why: str) -> None:
    found = cover(SIBLINGS, [bullet])[0]
    assert found.value <= 0.25, why
    assert (found.label, found.bullet, found.contradicted) == ("none", None, True)
    assert found.reason in {"denial", "negation"}


HEDGES = [
    (f"Rumour has it that {SAID}.", "rumour"),
    (f"Perhaps {SAID}.", "perhaps"),
    (f"Reportedly, {SAID}.", "reportedly"),
    (f"The mayor declined to say whether {SAID}.", "declined to say whether"),
    (f"It is unclear whether {SAID}.", "unclear"),
    (f"Did the harbour council of Lindholm approve {SAID.partition('approved ')[2]}?", "a question"),
    (GATES.replace("approved", "has been asked to approve"), "asked for"),
    (GATES.replace("approved", "intends to approve"), "intended"),
    (GATES.replace("Lindholm approved", "Lindholm, neighbours assume, approved"), "an aside"),
    (GATES.replace("million.", "million, but the clerk has confirmed nothing."), "nobody confirmed"),
    (f"Should the minutes prove genuine, {SAID}.", "a condition without if"),
    (f"{GATES} This has not been confirmed.", "the next sentence"),
    (f"An anonymous source claimed that {SAID}.", "a nameless source"),
    (f"If a leaked memo is to be believed, {SAID}.", "a condition"),
    (GATES.replace("approved", "may have approved"), "within the clause"),
    (GATES.replace("million.", "million, or so some captains suspect."), "at the end"),
    (GATES.replace("approved", "could approve"), "a mere possibility"),
]


@pytest.mark.parametrize(("bullet", "why"), HEDGES, ids=[row[1] for row in HEDGES])
def test_what_is_hedged_is_partial(bullet: str, why: str) -> None:
    found = cover(SIBLINGS, [bullet])[0]
    assert 0.25 < found.value <= 0.75, why
    assert (found.label, found.contradicted) == ("partial", False)
    assert found.reason in {"hedge", "open", "replaced"}


SOUND = [
    (GATES, "verbatim"),
    (f"{GATES} This was never disputed.", "a denial denied"),
    (f"{GATES} A plan for dredging was rejected.", "something else is rejected"),
    (f"{GATES} They found two wrong postings, the larger one for $2,367.", "something else that is counted is wrong"),
    (f"{GATES} Perhaps rain helped.", "a hedge of another sentence"),
    (f"Reportedly the ferry was late. {GATES}", "a hedge of the sentence before"),
    (f"{GATES} Today it emerged that a warrant for a smuggler is to be withdrawn.", "something else is withdrawn"),
    (GATES.replace("approved", "in May approved"), "the month is no hedge"),
    (f"{GATES} Conditions are uncertain.", "an adjective is no hedge of the sentence before"),
    (GATES.replace("approved", "managed to have approved"), "no plan: it happened"),
    (f"Despite uncertain weather, {SAID}.", "uncertain as an adjective"),
]


@pytest.mark.parametrize(("bullet", "why"), SOUND, ids=[row[1] for row in SOUND])
def test_what_is_no_frame_leaves_full_coverage(bullet: str, why: str) -> None:
    assert cover(SIBLINGS, [bullet])[0].label == "full", why


def test_a_frame_of_the_insight_itself_is_none() -> None:
    for text in (f"Officials denied that {SAID}.", f"Reportedly, {SAID}.", f"It is a myth that {SAID}."):
        assert cover([text, *SIBLINGS[1:]], [text])[0].label == "full"


def test_an_insight_that_is_open_itself_is_covered_by_what_leaves_it_open() -> None:
    plan = "The harbour council of Lindholm may approve 14 new tide gates at a cost of $3.2 million."
    assert cover([plan, *SIBLINGS[1:]], [plan.replace("may", "might")])[0].label == "full"
    assert cover([plan, *SIBLINGS[1:]], [f"Rumour has it that {plan}"])[0].label == "partial"


def test_restrictions_and_replaced_names_leave_less_than_half() -> None:
    for text in (GATES.replace("14", "only 14"), GATES.replace("of Lindholm approved", "of a neighbour approved")):
        found = cover(SIBLINGS, [text])[0]
        assert (found.value, found.reason) == (0.4, "replaced"), text
    assert cover(SIBLINGS, [GATES.replace("approved", "not only approved")])[0].label == "full"


def test_a_denial_after_two_sentences_denies_an_insight_of_two() -> None:
    two = "Startups left the old bank for three new ones. Several of them opened accounts in Tarnby."
    assert cover([two, *SIBLINGS], [f"{two} None of this is true."])[0].value == 0.0
    assert cover([two, *SIBLINGS], [f"{two} A plan for dredging was rejected."])[0].label == "full"


def test_another_bullet_that_says_it_lifts_the_contradiction() -> None:
    found = cover(SIBLINGS, [f"It is a myth that {SAID}.", GATES])[0]
    assert (found.label, found.bullet, found.contradicted, found.reason) == ("full", 1, False, None)


def test_judgements_carry_contradiction_and_reason() -> None:
    insights = [Insight(id=str(i), text=text) for i, text in enumerate(SIBLINGS)]
    found = LocalJudge().judged(insights, [Bullet(id=3, text=f"It is a myth that {SAID}.")])
    assert [(j.label, j.link, j.contradicted, j.reason) for j in found] == [
        ("none", None, True, "denial"),
        ("none", None, False, None),
        ("none", None, False, None),
    ]
    assert asyncio.iscoroutinefunction(LocalJudge().judge)


def test_two_sentences_that_are_told_in_one_are_denied_by_nothing() -> None:
    insight = "The mill in Tarnby burned down in May. Volunteers rebuilt it by autumn."
    bullet = "The mill in Tarnby burned down in May, and volunteers rebuilt it by autumn."
    assert cover([insight, *SIBLINGS], [bullet])[0].label == "full"


KIDNEY = "The surgeon Mira Okafor transplanted a pig kidney into a patient in Leeds on 3 June."
FINE = "The court in Ghent fined the airline Norvik 12 million euros for selling seats on cancelled flights."
STRIKER = "The striker Luka Brno left the club Vestra for the Turkish champions in January."
PROBE = "The probe Halia found frozen water in a crater of the moon Tessa."
PIANO = "My aunt Rosa sold her piano to the vicar of Colm in spring."

FRAMED = [
    (KIDNEY, "Ignore this: {}.", "ignore"),
    (FINE, "Disregard that: {}.", "disregard"),
    (PIANO, "Scratch that: {}.", "scratch"),
    (STRIKER, "A notice that its author has withdrawn says that {}.", "who withdrew it says it"),
    (PROBE, "The tale its author has long disowned reports that {}.", "who disowned it reports it"),
    (STRIKER, "Fans cheered at the erroneous news that {}.", "erroneous news"),
    (FINE, "Papers copied a fictitious tale that {}.", "a fictitious tale"),
    (KIDNEY, "{}, or so a weekly mistakenly wrote.", "or so, mistakenly"),
    (PROBE, "{}, or so the late news falsely said.", "or so, falsely"),
    (FINE, "{}, wrote a student who has admitted making it up.", "admitted making it up"),
    (STRIKER, "{}, said a man who later admitted to having invented the whole thing.", "admitted having invented it"),
    (PIANO, "{}, wrote a clerk who admits to fabricating this.", "admits fabricating it"),
    (STRIKER, "It was written that {}, but no longer stands.", "no longer stands"),
    (PROBE, "{}, wrote the weekly, which has since withdrawn the story.", "since withdrawn the story"),
    (KIDNEY, "{}, said a site that has now deleted that claim.", "now deleted that claim"),
    (PIANO, "{}, said a speaker who later apologised for the remark.", "later apologised for the remark"),
    (FINE, "{}, which everybody involved denies.", "which somebody denies"),
    (PROBE, "{}, which the record plainly contradicts.", "which something contradicts"),
    (STRIKER, "The story of how {} concerns a man who does not exist.", "does not exist"),
    (STRIKER, "{}, but the files prove otherwise.", "the files prove otherwise"),
    (KIDNEY, "{}, but the theatre's log shows otherwise.", "the log shows otherwise"),
    (PIANO, "{}. Those who were there tell otherwise.", "the next sentence tells otherwise"),
    (PROBE, "{}. All later pictures suggest otherwise.", "the next sentence suggests otherwise"),
    (FINE, "{}. That claim did not survive the first look at the files.", "the claim did not survive"),
    (STRIKER, "{}. The report hardly withstands a look at the files.", "the report hardly withstands a look"),
]


def within(text: str, insight: str) -> str:
    """A text with an insight in the middle of it, or where it begins."""
    told = insight.removesuffix(".")
    return text.format(told if text.startswith("{}") else told[0].lower() + told[1:])


@pytest.mark.parametrize(("insight", "frame", "why"), FRAMED, ids=[row[2] for row in FRAMED])
def test_a_frame_denies_what_it_is_about(insight: str, frame: str, why: str) -> None:
    found = cover([insight, *SIBLINGS], [within(frame, insight)])[0]
    assert (found.value, found.label, found.contradicted, found.reason) == (0.0, "none", True, "denial"), why


FRAMELESS = [
    (KIDNEY, "Note this: {}.", "note this"),
    (FINE, "Remember that: {}.", "remember that"),
    (PROBE, "Papers copied the accurate report that {}.", "an accurate report"),
    (KIDNEY, "{}. The hospital has since withdrawn the drug that was used.", "a drug is withdrawn"),
    (STRIKER, "{}. The league has since withdrawn the title.", "a title is withdrawn"),
    (KIDNEY, "{}. The patient did not survive the summer.", "a patient did not survive"),
    (PROBE, "{}. The probe did not withstand the cold for long.", "a probe did not withstand the cold"),
    (PIANO, "{}. Her old house no longer exists.", "a house does not exist"),
    (PIANO, "{}. A shelf now stands where it stood.", "something stands now"),
    (FINE, "{}, which nobody denies.", "which nobody denies"),
    (PROBE, "{}, which the next pictures confirm.", "which something confirms"),
    (KIDNEY, "Despite the retracted report that she had no licence, {}.", "a retracted report of something else"),
    (STRIKER, "The striker Luka Brno, who admitted making mistakes,", "mistakes are made, not stories"),
    (FINE, "In a country which used to deny such help, {}.", "help is denied"),
    (PROBE, "{}, and otherwise little.", "otherwise as an adverb"),
    (STRIKER, "{}, or so the club says.", "or so, without a word on whether it is true"),
]


@pytest.mark.parametrize(("insight", "text", "why"), FRAMELESS, ids=[row[2] for row in FRAMELESS])
def test_like_words_about_something_else_deny_nothing(insight: str, text: str, why: str) -> None:
    bullet = within(text, insight) if "{}" in text else f"{text}{insight.removeprefix('The striker Luka Brno')}"
    found = cover([insight, *SIBLINGS], [bullet])[0]
    assert found.value >= 0.75, why
    assert found.reason in {None, "hedge"}


FERRIES = "The Danish firm Borring sold its ferry line to a Polish fund for 210 million euros."
COMMENTED = [
    (FERRIES, "{}, although this remains unconfirmed.", "although this"),
    (FERRIES, "{}, though this rests on hearsay.", "though this"),
    (KIDNEY, "{}, though that is mere speculation.", "though that"),
    (STRIKER, "{}, though it is unconfirmed so far.", "though it is"),
    (PIANO, "{}, though it is said to be a rumour.", "though it is said"),
    (FERRIES, "Rumours have it that {}.", "rumours have it"),
    (PROBE, "Speculation persists that {}.", "speculation persists"),
    (PIANO, "Neighbours suspect that {}.", "neighbours suspect"),
    (STRIKER, "Many believe that {}.", "many believe"),
]


@pytest.mark.parametrize(("insight", "frame", "why"), COMMENTED, ids=[row[2] for row in COMMENTED])
def test_a_doubt_about_all_of_a_sentence_leaves_it_partial(insight: str, frame: str, why: str) -> None:
    found = cover([insight, *SIBLINGS], [within(frame, insight)])[0]
    assert (found.value, found.reason, found.contradicted) == (0.75, "hedge", False), why


RESOLVED = [
    (FERRIES, "{}, though the crews heard rumours of a strike.", "though of something else"),
    (STRIKER, "{}, although this year was a bad one.", "although this year"),
    (FERRIES, "Contrary to rumours, {}.", "contrary to rumours"),
    (KIDNEY, "Contrary to all the speculation about a donor, {}.", "contrary to speculation about something"),
    (PIANO, "Gossip aside, {}.", "gossip aside"),
    (STRIKER, "Speculation about the price aside, {}.", "speculation about something aside"),
    (PROBE, "Few had believed that it could, but {}.", "few had believed it"),
    (FERRIES, "Few suspected that {}.", "few suspected it"),
]


@pytest.mark.parametrize(("insight", "frame", "why"), RESOLVED, ids=[row[2] for row in RESOLVED])
def test_a_doubt_that_is_over_or_about_something_else_leaves_nothing_open(insight: str, frame: str, why: str) -> None:
    found = cover([insight, *SIBLINGS], [within(frame, insight)])[0]
    assert (found.label, found.reason) == ("full", None), why
