"""Exchanged roles, swapped details and halves of an insight, and what only looks like them."""

from __future__ import annotations

import pytest

from hayrick.judges.coverage.local import cover

OTHERS = ["Volunteers restored the lighthouse lens.", "Rents stayed flat."]

CASES = [
    ("Marlow Dairy sued Quint Foods in May.", "Quint Foods sued Marlow Dairy in May.", "roles", "names"),
    ("The teacher praised the librarian.", "The librarian praised the teacher.", "roles", "nouns"),
    ("Tarvik bought Lindholm in May.", "Tarvik was bought by Lindholm in May.", "roles", "passive, same order"),
    ("Tarvik bought Lindholm in May.", "Lindholm was bought by Tarvik in May.", None, "passive, turned round"),
    ("Tarvik is larger than Lindholm.", "Lindholm is larger than Tarvik.", "roles", "comparative"),
    (
        "After the long strike of the dockers, Tarvik sued Lindholm.",
        "Lindholm sued Tarvik after the strike.",
        "roles",
        "after a clause that a comma ends",
    ),
    (
        "Last winter, Tarvik blamed Lindholm for the flood.",
        "Last winter Tarvik was blamed by Lindholm for the flood.",
        "roles",
        "passive, after a comma",
    ),
    (
        "Odile Marsh warned the governor of the leak in a letter.",
        "Odile Marsh was warned of the leak in a letter by the governor.",
        "roles",
        "passive, and who does it at the end",
    ),
    (
        "Odile Marsh warned the governor of the leak in a letter.",
        "The governor was warned of the leak in a letter by Odile Marsh.",
        None,
        "passive, turned round, and who does it at the end",
    ),
    (
        "Rival Tarvik accused Lindholm of theft and won damages.",
        "Tarvik, a rival, was accused by Lindholm of theft and won damages.",
        "roles",
        "passive after an apposition",
    ),
    (
        "Tarvik beat Lindholm by four points at the finish.",
        "Tarvik was beaten by Lindholm by four points at the finish.",
        "roles",
        "passive, with an amount after another by",
    ),
    (
        "Chairman Piet Solander resigned in May and was replaced by the vet Hanne Orvik.",
        "Chairwoman Hanne Orvik resigned in May and was replaced by the vet Piet Solander.",
        "roles",
        "names that change places, with one title",
    ),
    ("The line runs from Ostby to Tarnby.", "The line runs from Tarnby to Ostby.", "roles", "route"),
    (
        "The parade went from Ostby to here, and then back.",
        "The parade went here from Ostby, and then back from here to Ostby.",
        None,
        "the way there and the way back",
    ),
    (
        "The paper mill fined the river inspector Roya Helm for late reports.",
        "The river inspector Roya Helm fined the paper mill for late reports.",
        "roles",
        "several words on each side",
    ),
    (
        "Shares in Marlow rose on Monday, while those of Quint slipped.",
        "Shares in Quint rose on Monday, while those of Marlow slipped.",
        "roles",
        "two names that change places",
    ),
    (
        "On Friday Tarvik met Lindholm in Ostby.",
        "In Ostby Tarvik met Lindholm on Friday.",
        None,
        "time and place change places",
    ),
    (
        "The owner Ane Holt will leave in May; Per Lunde, her cook, takes the keys.",
        "The owner Per Lunde will leave in May; Ane Holt, his cook, takes the keys.",
        "roles",
        "two names with words between them",
    ),
    (
        "A storm tore 40 metres of fence off the pasture and buried two sheds.",
        "A storm tore two sheds off the pasture and buried 40 metres of fence.",
        "roles",
        "parties with their numbers",
    ),
    (
        "The stove is old rather than broken, says the plumber.",
        "The stove is broken rather than old, says the plumber.",
        "roles",
        "the sides of a contrast",
    ),
    (
        "He wants to sell her share of the boat, and she doubts his word.",
        "She wants to sell his share of the boat, and he doubts her word.",
        "roles",
        "he and she",
    ),
    (
        "The tool converts old field notes to tables.",
        "The tool converts tables to old field notes.",
        "roles",
        "what is converted to what",
    ),
    (
        "The baker Ilse Torn will close her shop on Monday, because the oven of the mill has failed.",
        "Because the oven of the mill has failed, the baker Ilse Torn will close her shop on Monday.",
        None,
        "a clause moved to the front",
    ),
    (
        "Mayor Tove Lind beat the baker Ilse Torn by nine votes.",
        "Ilse Torn, the baker, would not believe it, but mayor Tove Lind beat her by nine votes.",
        None,
        "a pronoun for who stands in front",
    ),
    (
        "The smith Ane Holt is casting 40 bells from old anchors for the arches of the mill.",
        "Old anchors are being melted for 40 bells that the smith Ane Holt is casting for the arches of the mill.",
        None,
        "a passive beside the act",
    ),
    ("Gates, locks and dams were built.", "Dams, locks and gates were built.", None, "a list has no roles"),
    (
        "The visitors of the show saw the yellow house that the council mentioned.",
        "The visitors of the show saw the green house that the council mentioned.",
        "swap",
        "two colours",
    ),
    (
        "Readers remember the long talk about the bond, the club agreed.",
        "Readers remember the long talk about the stock, the club agreed.",
        "swap",
        "two of a class",
    ),
    (
        "The lady stored the old maps of the island in her cupboard.",
        "The lady stored the old maps of the island in her attic.",
        "swap",
        "a noun at the end of a phrase",
    ),
    (
        "The lady quickly stored the old maps of the island in her cupboard.",
        "The lady hastily stored the old maps of the island in her cupboard.",
        None,
        "another adverb",
    ),
    (
        "The club discussed the maps of the island in the harbour house.",
        "The club debated the maps of the island in the harbour house.",
        None,
        "a synonym",
    ),
    (
        "The council of Lindholm approved the gates, and volunteers from Ostby repaired the broken pier in summer.",
        "The council of Lindholm approved the gates.",
        "half",
        "the second clause is missing",
    ),
    (
        "Chairman Piet Solander resigned on 9 May and was replaced by the vet Hanne Orvik.",
        "Chairman Piet Solander resigned on 9 May.",
        "half",
        "a third is missing, in one piece",
    ),
    (
        "The tall ferry left the old harbour of Ostby on Monday with hay, salt, eleven horses and a brass band.",
        "The ferry left the harbour of Ostby on Monday with hay, salt, eleven horses and a band.",
        None,
        "a word is missing here and there",
    ),
    (
        "The clinic moved to a new wing after the nurses had complained in April.",
        "The clinic moved to a new wing after the porters had complained in April.",
        "swap",
        "nouns whose stems are verbs, too",
    ),
    (
        "The county closed both care homes in Ostby after a report in May.",
        "The county closed both primary schools in Ostby after a report in May.",
        "swap",
        "nouns with what belongs to them",
    ),
    (
        "The hospital opened a surgical wing in Ostby, and the mayor came.",
        "The hospital opened a maternity wing in Ostby, and the mayor came.",
        "swap",
        "adjectives that tell a kind",
    ),
    (
        "The hospital hired nurses for its wing in Ostby, and the mayor came.",
        "The hospital recruited nurses for its wing in Ostby, and the mayor came.",
        None,
        "verbs that mean the same",
    ),
    (
        "The hospital hired nurses for its wing in Ostby, and the mayor came.",
        "The hospital photographed nurses for its wing in Ostby, and the mayor came.",
        "swap",
        "another thing done",
    ),
    (
        "The hospital hopes to hire nurses for its wing in Ostby, and the mayor came.",
        "The hospital hopes to attract nurses for its wing in Ostby, and the mayor came.",
        None,
        "verbs of what has not happened",
    ),
    (
        "The hospital is known for hiring nurses for its wing in Ostby, and the mayor came.",
        "The hospital is known for painting nurses for its wing in Ostby, and the mayor came.",
        "swap",
        "verbs in -ing",
    ),
    (
        "The hospital hired nurses for its wing in Ostby, and the soldiers came.",
        "The hospital hired nurses for its wing in Ostby, and the troops came.",
        None,
        "words that the table of words does not relate",
    ),
    (
        "The hospital employs nurses for its wing in Ostby, and the mayor came.",
        "The hospital attracts nurses for its wing in Ostby, and the mayor came.",
        None,
        "verbs in the present, which honest edits exchange freely",
    ),
    (
        "The Osk Foundry won 41 of the contracts in May and overtook the Brelling Works.",
        "The Osk Foundry won 41 of the contracts in May and was overtaken by the Brelling Works.",
        "roles",
        "active and passive with the same parties in the same places",
    ),
    (
        "The coach replaced the goalkeeper Illo Pask with the beginner Timo Lund before the match.",
        "The coach replaced the beginner Timo Lund with the goalkeeper Illo Pask before the match.",
        "roles",
        "what is replaced and with what",
    ),
    (
        "In March the Halden Group acquired Bexley Foils from the Kattner family for 58 million euros.",
        "In March the Kattner family sold Bexley Foils to the Halden Group for 58 million euros.",
        None,
        "the converse of a verb with exchanged parties",
    ),
    (
        "Mice fed the extract lost less weight than untreated mice in the six-week experiment.",
        "Untreated mice lost more weight than mice fed the extract in the six-week experiment.",
        None,
        "the converse of a comparison",
    ),
]


@pytest.mark.parametrize(("insight", "bullet", "reason", "why"), CASES, ids=[row[3] for row in CASES])
def test_parties_details_and_halves(insight: str, bullet: str, reason: str | None, why: str) -> None:
    found = cover([insight, *OTHERS], [bullet])[0]
    assert found.reason == reason, why
    if reason is None:
        assert found.label == "full"
    else:
        assert found.label == "partial"
        assert found.value <= 0.6


def test_an_act_that_the_insight_has_both_ways_is_not_exchanged() -> None:
    text = "Ann asks Mike for butter, and later Mike asks Ann for milk."
    assert cover([text, *OTHERS], [text])[0].label == "full"


MOVED = [
    (
        "In its last year the old airline sold spare parts to raise cash, which left its store two thirds empty.",
        "To raise cash, the old airline sold spare parts in its last year, which left its store two thirds empty.",
        "a phrase at the front",
    ),
    (
        "The average refund paid to passengers is 214 crowns, as a claim takes five weeks to be settled.",
        "As claims take five weeks to be settled, the refund paid to passengers is 214 crowns on average.",
        "two statements, the other way round",
    ),
    (
        "The inquiry under Senator Dravik is to report by 15 September on why the office overlooked the debts.",
        "By September 15 the inquiry chaired by Senator Dravik is to report on why the office overlooked the debts.",
        "by a date",
    ),
    (
        "There will be 26 raised beds in the garden, and every second spring they are drawn by lot.",
        "There will be 26 raised beds in the garden, and every second spring they are allotted by drawing lots.",
        "by doing something",
    ),
    (
        "A new lidar will observe clouds in the stratosphere on clear nights from 1 June to 15 September.",
        "Clouds in the stratosphere will be observed with a new lidar on clear nights from 1 June to 15 September.",
        "a passive without who does it",
    ),
    (
        "A heat pump fed by nine boreholes, each 110 metres deep, is to heat all the flats.",
        "Nine boreholes, each 110 metres deep, feed the heat pump that is to heat all the flats.",
        "a participle with who does it",
    ),
]


@pytest.mark.parametrize(("insight", "bullet", "name"), MOVED, ids=[name for *_, name in MOVED])
def test_phrases_that_are_moved_exchange_no_roles(insight: str, bullet: str, name: str) -> None:
    assert cover([insight, *OTHERS], [bullet])[0].reason != "roles"


@pytest.mark.parametrize("more", ["a village", "which is a village", "which the river flooded in May"])
def test_parties_with_more_said_of_them_are_exchanged_all_the_same(more: str) -> None:
    insight = f"Farmers and millers of Ostby, {more}, sued the duke because he had raised the toll."
    bullet = f"The duke sued the farmers and millers of Ostby, {more}, because they had raised the toll."
    assert cover([insight, *OTHERS], [bullet])[0].reason == "roles"
