"""Judges of support: which cases are asked, by words, by a scripted model, and by an NLI model."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hayrick.attribution.support import Evidence
from hayrick.encoders import ENTAILMENT, Inference
from hayrick.judges.support.catalogue import JUDGES
from hayrick.judges.support.entailment import EntailmentSupport, nli_model
from hayrick.judges.support.judge import SupportJudge
from hayrick.judges.support.model import read_verdict
from hayrick.lexical import Index
from hayrick.protocols import JudgeOptions
from hayrick.replies.statements import CitedAnswer, read_statements
from hayrick.types import BadInput, Document, Item, Judgement, Question, Reply, Response, Unparsed
from scripted import Script, done, nobody

TEXTS = (
    "Harbour of Quill\nThe ferry to Quill leaves at nine. It was built in 1907 by the Morrow yard.",
    "Quill lighthouse\nThe lighthouse of Quill was lit for the first time in 1831.",
    "Weather\nRain falls on most days of the autumn, and fog lies over the water in spring.",
    "Fish\nHerring and cod are sold on the quay in the morning.",
)
ITEM: Item[None] = Item(
    dataset="d",
    group="g",
    id="i",
    query="When was what built?",
    gold=None,
    documents=tuple(Document(id=f"p{n}", text=text) for n, text in enumerate(TEXTS, start=1)),
)


def said(reply: str) -> Response[CitedAnswer]:
    return Response(item=ITEM, system="s", context="full", answer=read_statements(reply, len(TEXTS)), reply=reply)


def judge(name: str, **options: Any) -> Any:
    key = "nli:NAME_OR_PATH" if name.startswith("nli:") else name if name in JUDGES else "MODEL"
    return JUDGES[key].make(JudgeOptions(name=name, **options))


def labels(found: Sequence[Judgement]) -> dict[str, str | None]:
    return {one.unit: one.label for one in found}


def test_support_by_words() -> None:
    reply = "The ferry of the Morrow yard was built in 1907 [1]. The lighthouse was first lit in 1931 [2]. Cod is sold."
    found = done(judge("local").judge(ITEM, said(reply), nobody))
    assert labels(found) == {
        "The ferry of the Morrow yard was built in 1907. [1]": "supported",
        "The lighthouse was first lit in 1931. [2]": "unsupported",
    }
    assert [one.value for one in found] == [1.0, 0.0]
    assert done(judge("local").judge(ITEM, said(""), nobody)) == []


def test_two_documents_that_state_half_each_support_together() -> None:
    index = Index(TEXTS)
    evidence = Evidence(index, "The ferry was built in 1907 by the Morrow yard, the lighthouse of Quill lit in 1831.")
    both, first, second = (evidence.probability(which) for which in ([0, 1], [0], [1]))
    assert both > max(first, second)
    assert evidence.probability([0, 1, 3]) >= both
    assert evidence.probability([]) == evidence.probability([2]) < 0.05


def test_one_document_has_the_probability_of_attribution() -> None:
    from hayrick.attribution import Attributor

    documents = [*ITEM.documents, *(Document(id=f"x{n}", text=f"Note {n} on ferries and rain.") for n in range(150))]
    for claim in ("The ferry was built in 1907.", "Fog in spring, herring at 3 o'clock", "nothing of it", ""):
        expected = Attributor(documents, model="trained").probabilities(claim)
        evidence = Evidence(Index([one.text for one in documents]), claim)
        assert [evidence.probability([n]) for n in range(len(documents))] == pytest.approx(expected.tolist())


def test_what_stands_in_the_last_sentence_of_a_document_is_its_own() -> None:
    from hayrick.attribution import Attributor

    texts = [
        "Fog hid the quay. The ferry carried 30 cows and 12 sheep.",
        "Morrow built it in 1907 for the islands.",
        "Hens of the islands were carried by the ferry of Morrow with 30 cows.",
    ]
    documents = [Document(id=f"{n}", text=text) for n, text in enumerate(texts)]
    for claim in ("A ferry of Morrow carried 30 cows, 12 sheep and 1907 hens to the islands.", "30 cows and 12 sheep"):
        expected = Attributor(documents, model="trained").probabilities(claim)
        evidence = Evidence(Index(texts), claim)
        assert [evidence.probability([n]) for n in (0, 1, 2)] == pytest.approx(expected.tolist())


def reading(question: Question) -> str:
    """A model that finds a statement supported where all its words stand in the documents."""
    text = question.prompt.messages[-1].text
    blocks = re.findall(r"<<\w+ (Document|Statement)[^>]*>>\n(.*?)\n<<\w+ end>>", text, re.DOTALL)
    held = set(re.findall(r"\w+", " ".join(one for kind, one in blocks if kind == "Document").lower()))
    wanted = set(re.findall(r"\w+", next(one for kind, one in blocks if kind == "Statement").lower()))
    return json.dumps({"supported": "yes" if wanted <= held else "no"})


def test_a_model_is_asked_in_rounds_for_what_the_rules_need() -> None:
    script = Script(reading)
    found = done(
        judge("m/x", role="j").judge(ITEM, said("Ferry to Quill [1][3]. Cod and rain [3, 4]. Snow [4]."), script)
    )
    assert labels(found) == {
        "Ferry to Quill. [1][3]": "supported",
        "Cod and rain. [3][4]": "supported",
        "Snow. [4]": "unsupported",
        "Ferry to Quill. [1]": "supported",
        "Ferry to Quill. [3]": "unsupported",
        "Cod and rain. [3]": "unsupported",
        "Cod and rain. [4]": "unsupported",
    }
    assert [len(one) for one in script.rounds] == [3, 4], "the others without one were asked about already"
    shown = script.questions[0].prompt.messages[-1].text
    assert TEXTS[0] in shown
    assert TEXTS[1] not in shown
    assert "[1]" not in shown


def test_marks_where_they_stand_are_judged_too_and_equal_cases_once() -> None:
    script = Script(reading)
    found = done(judge("m/x").judge(ITEM, said("Ferry to Quill. [1] Rain falls [3]."), script))
    assert list(labels(found)) == [*("Ferry to Quill. [1]", "Rain falls. [3]", "Rain falls. [1][3]", "Rain falls. [1]")]
    assert [len(one) for one in script.rounds] == [3, 1]


@pytest.mark.parametrize("reply", ["Hm.", None, Reply("", "content_filter")])
def test_an_unreadable_verdict_is_unjudged(reply: Reply | str | None) -> None:
    script = Script(lambda question: reply)
    (one,) = done(judge("m/x").judge(ITEM, said("Ferry to Quill [1]."), script))
    assert (one.value, one.label) == (None, None)
    assert one.unparsed is not None
    assert len(script.rounds) == (3 if reply == "Hm." else 1)


def test_a_failed_response_needs_no_extract() -> None:
    failed: Response[CitedAnswer] = Response(item=ITEM, system="s", context="full", answer=None)
    assert judge("local").shortened(ITEM, failed, lambda answer, text: "") is ITEM


def test_repeats_vote_and_the_readable_count() -> None:
    replies = iter(['{"supported": "yes"}', '{"supported": "no"}', '{"supported": "yes"}'])
    made = judge("m/x", repeats=3)
    (one,) = done(made.judge(ITEM, said("Ferry to Quill [1]."), Script(lambda question: next(replies))))
    assert one.label == "supported"
    assert "repeats=3" in made.signature


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ('{"supported": "yes"}', 1.0),
        ('The date differs.\n```json\n{"supported": "no"}\n```', 0.0),
        ('{"supported": true}', 1.0),
        ('{"Supported": "partially"}', 0.0),
        ('{"supported": "not fully"}', 0.0),
        ("Yes.", 1.0),
        ("**No**, the date differs.", 0.0),
        ('{"supported": "yes"} or rather {"supported": "no"}', 0.0),
        ("The documents support it.", None),
        ('{"supported": 0.5}', None),
        ('{"supported": null}', None),
        ("Nobody knows", None),
        ("", None),
        ("{" * 50000, None),
        ("yes \u2013 the log names both", 1.0),
        ("Yes: no part of it is missing.", None),
        ("Yes. No part of it is missing.", 1.0),
        ("No, but the rest is supported.", 0.0),
        ("No\nThe date differs, the name is right.", 0.0),
        ("Yes and no", None),
        ("Yes or no", None),
        ("Yes/No", None),
        ("Yes, no.", None),
        ("No, yes.", None),
        ("Yes. On reflection, no.", None),
        ("No. Or rather: yes", None),
        ("Yes, but only partly", None),
        ("Yes, partially.", None),
        ("Yes (mostly)", None),
        ("Yes.\nHowever, the date is another one.", None),
        ("Yes, except for the date.", None),
        ("Yes, it isn't in doubt.", None),
        ("No doubt it does", None),
        ("No question about it.", None),
        ("No-one knows", None),
        ("Not entirely", None),
        ('{"supported": "Yes and no"}', None),
        ('{"supported": "yes, but only partly"}', None),
        ('{"supported": "no doubt"}', None),
        ('{"supported": "not entirely"}', 0.0),
        ('{"supported": "not unsupported"}', None),
        ('{"supported": "not sure"}', None),
        ('{"supported": "fully supported"}', 1.0),
        ('{"supported": "partially supported"}', 0.0),
        ('{"supported": "No, the date differs."}', 0.0),
        ('{"supported": ["yes", "no"]}', None),
        ('{"supported": 1}', 1.0),
        ('{"supported": 1.0}', 1.0),
        ('{"supported": "0"}', 0.0),
        ('{"supported": 10}', None),
        ('{"supported": "yes' + ", yes" * 50000 + '"}', 1.0),
        ("Yes" + " and" * 50000, None),
        ("Yes," + " no" * 50000, None),
    ],
)
def test_verdicts_are_read_tolerantly(reply: str, verdict: float | None) -> None:
    found = read_verdict(reply)
    assert (None if isinstance(found, Unparsed) else found) == verdict


def test_a_template_of_the_users_own_must_have_the_placeholders(tmp_path: Path) -> None:
    from hayrick.prompting import load

    path = tmp_path / "own.md"
    path.write_text("---\nsyntax: double braces\nplaceholders: documents\n---\n## user\n{{documents}}\n")
    with pytest.raises(BadInput, match="placeholders documents"):
        judge("m/x", template=load(path))
    assert judge("m/x", variant="single").about.expected_tokens > 0


def test_entailment_is_asked_once_a_pair() -> None:
    asked: list[tuple[str, str]] = []

    def entails(pairs: Sequence[tuple[str, str]]) -> list[bool]:
        asked.extend(pairs)
        return [hypothesis.split()[0] in premise for premise, hypothesis in pairs]

    made = SupportJudge(name="nli:x", decider=EntailmentSupport(entails, "x"))
    for _ in range(2):
        found = done(made.judge(ITEM, said("Rain falls [3][4]. Snow lies [3]."), nobody))
    assert labels(found) == {
        "Rain falls. [3][4]": "supported",
        "Snow lies. [3]": "unsupported",
        "Rain falls. [3]": "supported",
        "Rain falls. [4]": "unsupported",
    }
    assert len(asked) == len(set(asked)) == 4
    assert asked[0] == (f"{TEXTS[2]}\n{TEXTS[3]}", "Rain falls.")


def test_the_label_of_entailment_comes_from_the_models_configuration() -> None:
    def model(*labels: str) -> Inference:
        return Inference(lambda pairs: [], dict(enumerate(labels)), "m")

    assert model("contradiction", "ENTAILMENT", "neutral").label(*ENTAILMENT) == 1
    assert model("entailment", "not_entailment").label(*ENTAILMENT) == 0
    for labels in ((), ("LABEL_0", "LABEL_1"), ("entailment",)):
        with pytest.raises(BadInput, match="one label 'entailment'"):
            model(*labels).label(*ENTAILMENT)


def test_a_judge_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"package sentence_transformers|not loaded"):
        judge(f"nli:{tmp_path / 'none'}")


@pytest.mark.skipif(not importlib.util.find_spec("sentence_transformers"), reason="needs the extra dense")
@pytest.mark.filterwarnings("ignore")
def test_a_tiny_random_model_gives_verdicts(tmp_path: Path) -> None:
    transformers = importlib.import_module("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(re.findall(r"\w+", " ".join(TEXTS).lower())))]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
        label2id={"contradiction": 0, "entailment": 1, "neutral": 2},
    )
    transformers.set_seed(0)
    transformers.BertForSequenceClassification(config).save_pretrained(tmp_path)
    transformers.BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    made = judge(f"nli:{tmp_path}")
    found = done(made.judge(ITEM, said("Rain falls [3][4]. Cod is sold on the quay [4]."), nobody))
    assert {one.label for one in found} <= {"supported", "unsupported"}
    assert len(found) >= 2
    assert found == done(made.judge(ITEM, said("Rain falls [3][4]. Cod is sold on the quay [4]."), nobody))
    config.id2label = {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}
    other = tmp_path / "other"
    transformers.BertForSequenceClassification(config).save_pretrained(other)
    transformers.BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(other)
    with pytest.raises(BadInput, match="labels LABEL_0"):
        nli_model(str(other))
