"""Small corpora in the layouts of the real ones; all texts are our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILLER = "The wind went round the house all night, and nobody in the village slept before the morning came. "

SITTING = """<?xml version="1.0" encoding="UTF-8"?>
<housecommons><title>House of Commons</title><date format="1985-12-16">Monday</date><debates>
<section><title>PRAYERS</title><p>[The Chair]</p></section>
<oralquestions><title>Oral Answers</title><section><title>Coal</title>
<p><member>Mr. Asker</member><membercontribution> asked about coal.</membercontribution></p>
<p><member>Mr. Minister</member><membercontribution>: None.</membercontribution></p></section></oralquestions>
<section><title>Harbours</title>
<p id="1"><member>Mr. Tern</member><membercontribution>: The harbour
<image src="x"/><col>7</col>silts up. {0}</membercontribution></p>
<section><title>Clause 1</title>
<p><member>Mrs. Gull</member><membercontribution>: I thank <i>Mr. Tern</i>. {0}</membercontribution></p>
<p><quote>A quoted report.</quote></p></section></section>
<section><title>Mr. Newcomer (Maiden Speech)</title>
<p><member>Mr. New</member><membercontribution>: Hello.</membercontribution></p>
<p><member>Mr. Old</member><membercontribution>: Welcome.</membercontribution></p></section>
<section><title>Empty</title></section>
</debates></housecommons>
"""


def sitting(folder: Path, words: str = "") -> Path:
    """A day of Hansard: prayers, question time, one debate, a maiden speech, an empty section."""
    path = folder / "day.xml"
    path.write_text(SITTING.format(words), encoding="utf-8")
    return path


def review(id: str, pmids: list[str], background: str = "") -> dict[str, object]:
    """A review of MS^2 with a study for each PubMed id."""
    studies = [
        {
            "pmid": pmid,
            "title": f"Study {pmid}",
            "abstract": f"We treated <pop> {10 + at} patients </pop> with <int> drug {pmid} </int> .",
            "metadata": {"YEAR": 2000 + at},
        }
        for at, pmid in enumerate(pmids)
    ]
    return {
        "docid": id,
        "title": f"Review {id}",
        "structured_abstract": [["BACKGROUND", background or f"It is open whether {id} helps .", "{}"]],
        "included_studies": [{"references": [one]} for one in studies],
    }


def reviews(folder: Path) -> Path:
    """Three reviews: the first shares two studies with the second, the third shares none."""
    path = folder / "testing_reviews.jsonl"
    rows = [review("a", ["1", "2", "3"]), review("b", ["3", "4", "2"]), review("c", ["7", "8"])]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def cluster(id: int, name: str, date: str, volume: int, short: str = "", **more: object) -> dict[str, object]:
    """A cluster as CourtListener's API returns it."""
    return {
        "id": id,
        "case_name": name,
        "case_name_short": short,
        "date_filed": date,
        "citations": [{"volume": volume, "reporter": "U.S.", "page": "113", "type": 1}],
        "sub_opinions": [f"https://www.courtlistener.com/api/rest/v4/opinions/{id + 1000}/"],
        **more,
    }


def opinion(id: int, text: str = "", html: str = "", cites: tuple[int, ...] = ()) -> dict[str, object]:
    """The opinion of a cluster."""
    api = "https://www.courtlistener.com/api/rest/v4"
    return {
        "id": id + 1000,
        "cluster": f"{api}/clusters/{id}/",
        "plain_text": text,
        "html_with_citations": html,
        "opinions_cited": [f"{api}/opinions/{one + 1000}/" for one in cites],
    }


LINKED = """<p>{filler}As <a href="/opinion/1/hale-v-orchard/">Hale v. Orchard</a>,
<span class="citation"><a href="/opinion/1/hale-v-orchard/">410 U.S. 113</a></span>, 120 (1973), trees are
fixtures. <i>Id.,</i> at 121.</p><span class="star-pagination">*7</span>
<p>{filler}See <a href="/opinion/9/elm-v-oak/">Elm v. Oak, 12 F.3d 34</a> (9th Cir. 1990). Id. at 35.</p>"""


def opinions(folder: Path) -> Path:
    """A target case, and two that cite it: by links with star pages, and as plain text with form feeds."""
    folder = folder / "law"
    folder.mkdir()
    pages = (
        f"{FILLER * 12}We turn to the rule.",
        f"{FILLER * 12}Under Smith v. Jones, 99 U. S. 7, and Hale v. Orchard, 410 U. S. 113 (1973), they stay. "
        f"Hale, supra, settles it.",
    )
    rows = {
        "cluster-1": cluster(
            1, "Hale v. Orchard", "1973-01-22", 410, "Hale", summary="Trees are fixtures of the land."
        ),
        "cluster-2": cluster(2, "Birch v. Ash", "1980-03-04", 440),
        "cluster-3": cluster(3, "Pine v. Fir", "1990-05-06", 480),
        "opinion-1": opinion(1, "Trees belong to the land. " * 5),
        "opinion-2": opinion(2, html=LINKED.format(filler=FILLER * 12)),
        "opinion-3": opinion(3, text="\f".join(pages), cites=(1,)),
    }
    for name, row in rows.items():
        (folder / f"{name}.json").write_text(json.dumps(row), encoding="utf-8")
    return folder


def novel(folder: Path, chapters: int = 4) -> Path:
    """A book of Project Gutenberg with a table of contents; each chapter fills more than one section."""
    names = [f"Chapter {number}" for number in range(1, chapters + 1)]
    winds = [" ".join(f"On night {night} of year {at} the wind went round the house." for night in range(90))
             for at in range(chapters)]  # fmt: skip
    texts = [f"{name}\n\nHere hero number {at} begins.\n{winds[at]}" for at, name in enumerate(names)]
    head = (
        "Title: The Windy House\n\nRelease Date: June 7, 1998 [EBook #1]\n\n*** START OF THIS PROJECT GUTENBERG EBOOK"
    )
    tail = "*** END OF THIS PROJECT GUTENBERG EBOOK ***\n\nThis eBook is for the use of anyone."
    path = folder / "windy.txt"
    path.write_text("\n\n".join([head, "CONTENTS", *names, *texts, tail]), encoding="utf-8")
    return path


VOLUME = """<?xml version="1.0"?>
<hansard><titlepage>Volume 7</titlepage>
<housecommons><date format="1910-02-03">Thursday</date>
<section><title>Lighthouses</title>
<p><member>Mr. TERN</member><membercontribution> moved that lamps be lit.</membercontribution></p>
<section><title>Oil</title><membercontribution><member>Mr. AUK</member> seconded it.</membercontribution></section>
</section></housecommons>
<houselords><date format="1910-02-04">Friday</date><debates>
<section><title>Beacons</title><p><member>LORD SKUA</member><membercontribution>: Burn them.</membercontribution></p>
<p><member>LORD HERON</member><membercontribution>: Never.</membercontribution></p></section></debates></houselords>
<writtenanswers><section><title>Wicks</title>
<p><member>Mr. AUK</member><membercontribution>asked for wicks.</membercontribution></p>
<p><member>Mr. TERN</member><membercontribution>had none.</membercontribution></p></section></writtenanswers>
</hansard>
"""

PUBLICWHIP = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE publicwhip [ <!ENTITY mdash "&#8212;"> ]>
<publicwhip scraperversion="b" latest="yes">
<speech nospeaker="true" id="uk.org.publicwhip/debate/2031-05-06b.1.0"><p>The House met.</p></speech>
<oral-heading id="uk.org.publicwhip/debate/2031-05-06b.1.1">Oral Answers to Questions</oral-heading>
<major-heading id="uk.org.publicwhip/debate/2031-05-06b.1.2">Fisheries</major-heading>
<speech person_id="p/1" speakername="Ada Tern"><p>What about cod?</p></speech>
<speech person_id="p/2" speakername="Bea Auk"><p>It is well.</p></speech>
<major-heading id="uk.org.publicwhip/debate/2031-05-06b.2.0">Prime Minister</major-heading>
<speech person_id="p/1" speakername="Ada Tern" oral-qnum="1"><p qnum="9">Who is next?</p></speech>
<speech person_id="p/2" speakername="Bea Auk"><p>Nobody.</p></speech>
<major-heading id="uk.org.publicwhip/debate/2031-05-06b.3.0">Tides Bill</major-heading>
<minor-heading id="uk.org.publicwhip/debate/2031-05-06b.3.1">Clause 1 &mdash; Ebb</minor-heading>
<speech person_id="p/1" speakername="Ada Tern"><p pid="a">I beg <i>to</i> move.</p><p>It is late.</p></speech>
<speech nospeaker="true"><p>Question put.</p></speech>
<speech person_id="p/3" speakername="Cy Gull"><p>I <phrase class="honfriend">object</phrase>.</p></speech>
<division><mplist vote="aye"><mpname person_id="p/1">Ada Tern</mpname></mplist></division>
<gidredirect oldgid="x" newgid="y" matchtype="changes"/>
<major-heading id="uk.org.publicwhip/debate/2031-05-06b.4.0">Petition</major-heading>
<speech person_id="p/3" speakername="Cy Gull"><p>I present it.</p></speech>
</publicwhip>
"""
"""TheyWorkForYou's layout: a remark, two kinds of question time, a debate with votes, a petition by one member."""


def made_up(number: int) -> str:
    """A word of three syllables that no other number has."""
    syllables = [f"{one}{two}" for one in "bdfgklmnprtvz" for two in "aou"]
    found = ""
    for _ in range(3):
        number, at = divmod(number, len(syllables))
        found = syllables[at] + found
    return f"x{found}"


def tale(first: int, n: int) -> str:
    """`n` sentences that share no word that matters; those of other numbers share none with them either."""
    words = [[made_up(6 * number + at) for at in range(6)] for number in range(first, first + n)]
    return " ".join(
        f"On that day {one[0]} carried {one[1]} over the {one[2]} to {one[3]} with {one[4]} and {one[5]}."
        for one in words
    )


def tales(folder: Path, n: int = 120) -> Path:
    """A book, a debate, two studies of a review, and two opinions that cite a case, each of two parts of `n` sentences.

    Args:
        folder: for `books.txt`, `debates.xml`, `medicine.jsonl` and the folder `law`.
        n: sentences of a part; 40 fill a section.
    """
    parts = [tale(n * number, n) for number in range(2)]
    (folder / "law").mkdir(parents=True)
    chapters = [f"Chapter {number}\n\n{part}" for number, part in enumerate(parts, start=1)]
    (folder / "books.txt").write_text("\n\n".join(chapters), encoding="utf-8")
    day = SITTING.replace("{0}", parts[0], 1).replace("{0}", parts[1])
    (folder / "debates.xml").write_text(day, encoding="utf-8")
    studies = review("r", ["1", "2"])
    included: Any = studies["included_studies"]
    for one, part in zip(included, parts, strict=True):
        one["references"][0]["abstract"] = part
    (folder / "medicine.jsonl").write_text(json.dumps(studies), encoding="utf-8")
    rows = {
        "cluster-1": cluster(1, "Hale v. Orchard", "1973-01-22", 410, "Hale"),
        "opinion-1": opinion(1, "Trees belong to the land."),
        **{f"cluster-{at}": cluster(at, f"Pine v. Fir{at}", "1990-05-06", 480 + at) for at in (2, 3)},
        **{f"opinion-{at}": opinion(at, text=parts[at - 2], cites=(1,)) for at in (2, 3)},
    }
    for name, row in rows.items():
        (folder / "law" / f"{name}.json").write_text(json.dumps(row), encoding="utf-8")
    return folder
