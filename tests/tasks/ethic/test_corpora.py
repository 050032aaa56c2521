"""Loaders of the four domains: real layouts, odd files, hostile files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora import FILLER, PUBLICWHIP, VOLUME, cluster, novel, opinion, opinions, review, reviews, sitting
from hayrick.tasks.ethic.books import chapters_of, read_books
from hayrick.tasks.ethic.debates import read_debates
from hayrick.tasks.ethic.law import MARK, citations, masked, read_groups
from hayrick.tasks.ethic.medicine import read_reviews
from hayrick.tasks.ethic.opinions import read_cases
from hayrick.tasks.ethic.segments import segmented
from hayrick.tokens import CL100K
from hayrick.types import BadInput


class TestBooks:
    def test_chapters_without_the_wrapper_and_the_table_of_contents(self, tmp_path: Path) -> None:
        (book,) = read_books([novel(tmp_path)], "task")
        assert (book.id, book.title, book.date) == ("windy", "The Windy House", "1998-06")
        assert len(book.parts) == 4
        assert [f"hero number {at} begins" in part for at, part in enumerate(book.parts)] == [True] * 4
        assert "Gutenberg" not in "".join(book.parts)
        assert "eBook" not in "".join(book.parts)

    @pytest.mark.parametrize("heading", ["CHAPTER IV.", "Book the Second", "XII.", "Kapitel 2", "PART ONE: Sea"])
    def test_headings_of_many_forms(self, heading: str) -> None:
        assert len(chapters_of(f"{FILLER * 4}\n\n\n{heading}\n\n{FILLER * 4}")) == 2

    def test_a_book_without_chapters_is_one_part(self) -> None:
        assert chapters_of(f"{FILLER}\n\nI saw a chapter 4 of it.\n\n{FILLER * 9}") == (
            f"{FILLER}\n\nI saw a chapter 4 of it.\n\n{FILLER * 9}".strip(),
        )
        assert chapters_of("short") == ("short",)
        assert chapters_of(" \n\n ") == ()

    def test_the_real_ones(self, shared: Path) -> None:
        (book,) = read_books([shared / "data" / "gutenberg_sample"], "task")
        assert (len(book.parts), book.date) == (61, "1998-06"), "61 chapters"
        assert len(read_books([shared / "data" / "squality"], "task")) == 77, "dev and test: 25 and 52 stories"

    def test_a_path_that_is_not_there_is_called_missing(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="no such file or folder"):
            read_books([tmp_path / "moved"], "task")

    def test_two_books_of_one_id_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "stories.jsonl"
        path.write_text('{"id": "x", "document": "One."}\n{"id": "x", "document": "Two."}\n')
        with pytest.raises(BadInput, match=r"'x' again, after .*:1"):
            read_books([path], "task")


class TestDebates:
    def test_a_debate_with_its_clauses_and_nothing_else(self, tmp_path: Path) -> None:
        (debate,) = read_debates([sitting(tmp_path)], "task")
        assert (debate.id, debate.title, debate.date) == ("day-2", "Harbours", "1985-12-16")
        (text,) = debate.parts
        assert text.split("\n\n") == [
            "Harbours",
            "Mr. Tern: The harbour silts up.",
            "Clause 1",
            "Mrs. Gull: I thank Mr. Tern.",
            "A quoted report.",
        ]

    def test_a_volume_of_many_sittings_has_their_dates_and_no_written_answers(self, tmp_path: Path) -> None:
        (tmp_path / "volume.xml").write_text(VOLUME)
        first, second = read_debates([tmp_path], "task")
        assert (first.title, first.date) == ("Lighthouses", "1910-02-03")
        assert first.parts == ("Lighthouses\n\nMr. TERN moved that lamps be lit.\n\nOil\n\nMr. AUK seconded it.",)
        assert (second.title, second.date) == ("Beacons", "1910-02-04")

    def test_they_work_for_you(self, tmp_path: Path) -> None:
        path = tmp_path / "debates2031-05-06b.xml"
        path.write_text(PUBLICWHIP)
        (debate,) = read_debates([path], "task")
        assert (debate.id, debate.title, debate.date) == ("debates2031-05-06b-1", "Tides Bill", "2031-05-06")
        assert debate.parts[0].split("\n\n") == [
            "Tides Bill",
            "Clause 1 \u2014 Ebb",
            "Ada Tern: I beg to move.",
            "It is late.",
            "Question put.",
            "Cy Gull: I object.",
        ]

    def test_they_work_for_you_with_minor_headings_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "westminhall.xml"
        path.write_text(
            PUBLICWHIP.replace("major-heading", "x").replace("oral-heading", "x").replace("debate/2031-05-06b.3.1", "y")
        )
        (debate,) = read_debates([path], "task")
        assert (debate.title, debate.date) == ("Clause 1 \u2014 Ebb", "")

    def test_the_real_one(self, shared: Path) -> None:
        found = read_debates([shared / "data" / "hansard_xml"], "task")
        assert [len(one.parts) for one in found] == [1] * len(found)
        assert {"Westland", "Scientific Research", "Fuel Poverty"} <= {one.title for one in found}
        assert not {"PRAYERS", "Scottish Coalfield"} & {one.title for one in found}

    @pytest.mark.parametrize(
        ("xml", "found"),
        [
            ('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>', "the entity 'a'"),
            ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "the entity 'a'"),
            ('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x>&a;</x>', "the entity 'a'"),
            ('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x></x>', "begins with <x>; expected Hansard's"),
            ('<!DOCTYPE x [<!ENTITY a "&#38;b;"><!ENTITY b "&#38;c;">]><x>&a;</x>', "the entity 'a'"),
            ('<!DOCTYPE x [<!ENTITY % a "b">]><x></x>', "the entity 'a'"),
            ("<publicwhip></publicwhip>", "no section"),
            ("<x>&a;</x>", "no XML"),
            ("<x>" * 100 + "</x>" * 100, "elements 61 deep"),
            ("<x><y></x>", "no XML"),
            ("not XML", "no XML"),
            ("<housecommons><debates><section><title>A</title></section></debates></housecommons>", "no section"),
        ],
    )
    def test_hostile_and_empty_files_are_refused(self, tmp_path: Path, xml: str, found: str) -> None:
        path = tmp_path / "x.xml"
        path.write_text(xml)
        with pytest.raises(BadInput) as caught:
            read_debates([path], "task")
        assert found in str(caught.value)


class TestMedicine:
    def test_reviews_with_their_studies(self, tmp_path: Path) -> None:
        first, _, third = read_reviews([reviews(tmp_path)], "task")
        assert (first.id, first.background, first.date) == ("a", "It is open whether a helps .", "2002")
        assert first.studies["2"] == "Study 2\n\nWe treated 11 patients with drug 2 ."
        assert [*third.studies] == ["7", "8"]

    def test_the_real_one(self, shared: Path) -> None:
        (found,) = read_reviews([shared / "data" / "ms2_sample"], "task")
        assert (len(found.studies), found.date) == (20, "2006")
        assert found.background.startswith("BACKGROUND Observational")
        assert "<" not in found.background

    def test_one_id_of_two_studies_is_refused_and_a_repeated_study_counts_once(self, tmp_path: Path) -> None:
        path = tmp_path / "x.json"
        row = review("a", ["1", "1"])
        path.write_text(json.dumps(row))
        with pytest.raises(BadInput, match="PubMed id 1 with two abstracts"):
            read_reviews([path], "task")
        row["included_studies"] = [*review("a", ["1"])["included_studies"]] * 2  # type: ignore[misc]
        path.write_text(json.dumps(row))
        assert [*read_reviews([path], "task")[0].studies] == ["1"]

    @pytest.mark.parametrize("name", ["training_reviews.jsonl", "validation_reviews.jsonl"])
    def test_other_parts_than_the_test_part_are_left_out(self, tmp_path: Path, name: str) -> None:
        path = reviews(tmp_path)
        other = tmp_path / name
        other.write_text(path.read_text())
        assert len(read_reviews([tmp_path], "task")) == 3
        with pytest.raises(BadInput, match="training or validation"):
            read_reviews([other], "task")


class TestLaw:
    def test_cases_and_those_that_cite_them(self, tmp_path: Path) -> None:
        folder = opinions(tmp_path)
        (group,) = read_groups([folder], "task")
        assert (group.target.name, [one.name for one in group.citing]) == (
            "Hale v. Orchard",
            ["Birch v. Ash", "Pine v. Fir"],
        )
        assert [len(one.pages) for one in group.citing] == [2, 2], "star pages, form feeds"

    def test_no_citation_of_the_target_is_left_and_all_marks_are_the_same(self, tmp_path: Path) -> None:
        (group,) = read_groups([opinions(tmp_path)], "task")
        found = segmented(group, 400, CL100K)
        assert len(found.segments) == 4
        assert found.of_target == {1, 4}
        text = "\n".join(found.segments)
        gone = ("Hale", "Orchard", "410", "113", "Smith", "Elm", "F.3d", "TARGET")
        assert [one for one in gone if one in text] == []
        assert [one.count(MARK) for one in found.segments] == [2, 2, 0, 3]
        assert found.about == "Hale v. Orchard (1973)\n\nTrees are fixtures of the land."

    def test_short_forms_are_of_whom_was_cited_last(self, tmp_path: Path) -> None:
        (group,) = read_groups([opinions(tmp_path)], "task")
        page = "Hale v. Orchard, 410 U.S. 113, 117. Id. at 118. Elm v. Oak, 12 F.3d 34. Ibid. "
        page += "410 U.S., at 120; 410 F.2d 113."
        found = citations(page, group.target)
        assert [one.of_target for one in found] == [True, True, False, False, True, False]
        page = "As in Elm v. Oak. The Court agreed."
        assert masked(page, citations(page, group.target)) == f"As in {MARK}. The Court agreed."

    @pytest.mark.parametrize(
        ("rows", "found"),
        [
            ([opinion(5, "Text.")], "an opinion of cluster 5"),
            ([cluster(5, "A v. B", "2000", 1)], "no opinion with a text"),
            ([{"plain_text": "x"}], "no number of a cluster"),
            ([{"colour": "green"}], "fields colour"),
        ],
    )
    def test_incomplete_folders_are_refused(self, tmp_path: Path, rows: list[object], found: str) -> None:
        (tmp_path / "page.json").write_text(json.dumps({"count": 1, "results": rows}))
        with pytest.raises(BadInput) as caught:
            read_cases([tmp_path], "task")
        assert found in str(caught.value)
