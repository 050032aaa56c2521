"""Models as systems and judges: what is asked and how rows come from the journal, without any model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from hayrick.asking import READ_TRIES, Decoding, Window
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.prices import SHIPPED, Budget, read_prices
from hayrick.harness.naming import judge_names, names, system_names
from hayrick.harness.naming.ensembles import Ensemble
from hayrick.harness.running.judged import Judged, PreparedTask, add_jobs
from hayrick.harness.running.run_request import RunRequest, prepare
from hayrick.harness.scheduling.asks import JournalAsk, LiveAsk, Missing
from hayrick.harness.scheduling.job_order import Job
from hayrick.harness.scheduling.jobs import dry_run
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage, call_key
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.prompting import prompt_tokens
from hayrick.systems.model import ModelSystem
from hayrick.systems.user import UserSystem
from hayrick.tasks import summhay
from hayrick.types import DOCUMENTS_SHOWN, BadInput, Haystack, Item, Message, Prompt, Question, Reply

SUMMARY = "- The bakery opens at six. [1]\n- Flour costs 12 percent more. [2]"
FULL = '{"coverage": "full", "bullet": 2}'


@pytest.fixture
def haystack(native: Path) -> Haystack:
    return read_haystack(native)


@dataclass
class Made:
    """A run of one model and a judge on one haystack, without a place."""

    haystack: Haystack
    options: ModelOptions = field(default_factory=ModelOptions)
    spec: str = "lab/big+full"
    repeats: int = 1
    cast: Cast = field(default_factory=Cast)

    def __post_init__(self) -> None:
        self.task = summhay.task(
            [self.haystack], summhay.Options(free=self.options.free, domain=self.options.domain), {}
        )
        self.items = self.task.items(0)
        self.systems = system_names.systems(self.spec, self.task, self.items, 0, self.repeats, self.options, self.cast)
        judge = judge_names.judge("lab/judge", self.task, self.options, self.cast)
        assert isinstance(judge, CoverageJudge)
        self.judge = judge

    @property
    def system(self) -> ModelSystem[Any, Any]:
        (one,) = self.systems
        assert isinstance(one, ModelSystem)
        return one

    @property
    def prepared(self) -> PreparedTask:
        loaded = names.Loaded("summhay", self.task, [])
        systems = [(self.spec, one) for one in self.systems]
        return PreparedTask(loaded=loaded, task=self.task, items=self.items, systems=systems, judge=self.judge)

    def jobs(self) -> list[Job[list[Judged]]]:
        prepared = self.prepared
        add_jobs(prepared)
        return prepared.jobs

    def read(self, journal: Journal) -> list[Judged]:
        """What the journal gives for the first item."""
        return dry_run(self.jobs()[:1], self.cast, journal)[self.jobs()[0].id]

    def prompts(self) -> list[Question]:
        """What the system would ask, in order."""
        found: list[Question] = []

        async def noting(questions: Sequence[Question]) -> list[Reply | None]:
            found.extend(questions)
            return [None] * len(questions)

        for system in self.systems:
            asyncio.run(_respond(system, self.items, noting))
        return found


async def _respond(system: Any, items: Sequence[Item[Any]], ask: Any) -> Any:
    return await system.respond(items, ask)


def run(
    made: Made, journal: Journal, replies: list[str], summary: tuple[str, str] = (SUMMARY, "stop")
) -> list[Outgoing]:
    """Work on the first subtopic; the judge's replies in turn, the last one for ever. What was asked."""
    asked: list[Outgoing] = []

    async def send(question: Outgoing) -> Completion:
        asked.append(question)
        if question.purpose == "system":
            return Completion(*summary, Usage())
        text = replies.pop(0) if len(replies) > 1 else replies[0]
        return Completion(text, "content_filter" if text == "refused" else "stop", Usage())

    asker = Asker(journal, send, read_prices(), Budget(limit=None))
    asyncio.run(made.jobs()[0].work(LiveAsk(cast=made.cast, asker=asker)))
    return asked


def test_a_summary_and_its_judgements_are_read_from_the_journal(haystack: Haystack) -> None:
    journal = Journal(None)
    asked = run(Made(haystack), journal, [FULL])
    assert [question.purpose for question in asked] == ["system", "judge", "judge"]
    made = Made(haystack)
    (one,) = made.read(journal)
    assert one.response.answer is not None
    assert [set(bullet.cites) for bullet in one.response.answer.bullets] == [{"dA"}, {"dB"}]
    assert one.response.extra["stop"] == "stop"
    assert one.judgements is not None
    assert [(row.unit, row.label, row.link, row.rater) for row in one.judgements] == [
        ("i1", "full", 2, "lab/judge"),
        ("i2", "full", 2, "lab/judge"),
    ]
    assert run(Made(haystack), journal, [FULL]) == [], "nothing is asked twice"
    # What was never asked is nowhere in the journal, and is not made up.
    with pytest.raises(Missing):
        asyncio.run(made.jobs()[1].work(JournalAsk(cast=made.cast, journal=journal)))


def test_a_call_that_failed_is_a_failure_and_is_judged_without_a_model(haystack: Haystack) -> None:
    made = Made(haystack)

    async def nobody(questions: Sequence[Question]) -> list[Reply | None]:
        assert all(question.role == "system:lab/big" for question in questions), "no bullet, and the judge is asked"
        return [None for _ in questions]

    (one,) = asyncio.run(made.jobs()[0].work(nobody))
    assert (one.response.answer, one.response.extra["stop"]) == (None, "no reply")
    assert [row.label for row in one.judgements or ()] == ["none"] * 2
    rows = [row for row in made.prepared.scored(one).rows if row.measure == "coverage"]
    assert [(row.value, row.failed) for row in rows] == [(0.0, True)] * 2


@pytest.mark.parametrize("text", ["", "- No. [1]", SUMMARY])
def test_a_refused_reply_is_no_summary_whatever_it_says(haystack: Haystack, text: str) -> None:
    journal, made = Journal(None), Made(haystack)
    asked = run(made, journal, [FULL], (text, "content_filter"))
    assert [question.purpose for question in asked] == ["system"], "nothing to judge"
    (one,) = made.read(journal)
    assert (one.response.answer, one.response.reply, one.response.extra["stop"]) == (None, "", "content_filter")
    assert {row.failed for row in made.prepared.scored(one).rows if row.measure == "joint"} == {True}


@pytest.mark.parametrize(
    ("replies", "tries", "label", "reason"),
    [
        (["no idea", FULL], 2, "full", None),
        (["no idea", "{", FULL], 3, "full", None),
        (["no idea"], READ_TRIES, None, "no"),
        (["refused"], 1, None, "the judge refused to answer"),
    ],
)
def test_replies_that_cannot_be_read_are_asked_for_again_within_bounds(
    haystack: Haystack, replies: list[str], tries: int, label: str | None, reason: str | None
) -> None:
    journal = Journal(None)
    one = replace(haystack.subtopics[0], insights=haystack.subtopics[0].insights[:1])
    made = Made(replace(haystack, subtopics=(one, *haystack.subtopics[1:])))
    asked = run(made, journal, replies)
    assert len(asked) == 1 + tries
    assert len({question.key for question in asked}) == len(asked), "each try is a call of its own"
    (judged,) = made.read(journal)
    (found,) = judged.judgements or ()
    assert found.label == label
    assert (found.unparsed is None) == (reason is None)
    assert reason is None or found.unparsed is None or reason in found.unparsed.reason


def test_repeats_of_the_judge_are_asked_for_each_and_counted_once_however_often_they_are_read(
    haystack: Haystack,
) -> None:
    journal, made = Journal(None), Made(haystack, ModelOptions(judge_repeats=2))
    asked = run(made, journal, [FULL, FULL, FULL, '{"coverage": "no", "bullet": null}'])
    assert len(asked) == 1 + 2 * 2
    for _ in range(2):
        (judged,) = made.read(journal)
    # Two repeats of two insights; one reply of four says no: (1 + 0) / 2 for its insight.
    assert sorted(row.value or 0.0 for row in judged.judgements or ()) == [0.5, 1.0]
    assert (made.judge.agreement.n_pairs, made.judge.agreement.n_same_label) == (2, 1)


def test_a_system_is_asked_each_time_and_its_first_reply_is_that_of_an_unrepeated_run(haystack: Haystack) -> None:
    once = run(Made(haystack), Journal(None), [FULL])
    journal, made = Journal(None), Made(haystack, repeats=3)
    asked = [question for question in run(made, journal, [FULL]) if question.purpose == "system"]
    assert [question.repeat for question in asked] == [0, 1, 2]
    assert len({question.key for question in asked}) == 3
    assert asked[0].key == once[0].key
    judged = made.read(journal)
    assert [one.response.tags["repeat"] for one in judged] == [0, 1, 2]
    assert len({one.response.key for one in judged}) == 3
    assert "repeat" not in Made(haystack).system.showing.tags


def test_signatures_hold_what_answers_depend_on(native: Path) -> None:
    def both(models: ModelOptions) -> tuple[str, str]:
        cast = Cast()
        systems = ["lab/big+full"]
        (one,) = prepare(RunRequest(inputs=[str(native)], systems=systems, judge="lab/judge", models=models), cast)
        assert one.judge is not None
        asked = [cast.signatures([purpose])[role] for purpose, role in _ROLES]
        made = "|".join([one.task.signature, *(system.signature for _, system in one.systems)])
        return f"{made}|{asked[0]}", f"{one.judge.signature}|{asked[1]}"

    plain = both(ModelOptions())
    for options, changes in [
        (ModelOptions(decoding=Decoding(temperature=0.5)), (True, True)),
        (ModelOptions(decoding=Decoding(top_p=0.5)), (True, True)),
        (ModelOptions(max_tokens=9), (True, False)),
        (ModelOptions(decoding=Decoding(seed=1)), (True, True)),
        (ModelOptions(judge_tokens=9), (False, True)),
        (ModelOptions(judge_repeats=2), (False, True)),
        (ModelOptions(judge_variant="nine"), (False, True)),
        (ModelOptions(window=Window(tokens=9)), (True, False)),
        (ModelOptions(window=Window(tokens=9, cut=True)), (True, False)),
        (ModelOptions(free=True), (True, False)),
        (ModelOptions(domain="law"), (True, False)),
        (ModelOptions(budgets=[9]), (True, False)),
        (ModelOptions(orders=["top"]), (True, False)),
        (ModelOptions(orders=["random"], seeds=3), (True, False)),
        (ModelOptions(budget_usd=1, connections=1, seconds=1, retries=0, prices=SHIPPED, batch=True), (False, False)),
    ]:
        found = both(options)
        assert (found[0] != plain[0], found[1] != plain[1]) == changes, options
    draws = [both(ModelOptions(orders=["random"], seeds=seeds)) for seeds in (2, 3)]
    assert draws[0] != draws[1]


_ROLES = (("system", "system:lab/big"), ("judge", "judge:lab/judge"))


def key(**changed: Any) -> str:
    """Key of a call, with one thing in it changed."""
    given: dict[str, Any] = {"model": "lab/big", "at": "", "text": "Who?", "role": "user", "max_tokens": 9, "repeat": 0}
    given.update({"temperature": 0.5, "top_p": 0.9, "seed": 3, **changed})
    decoding = Decoding(temperature=given["temperature"], top_p=given["top_p"], seed=given["seed"])
    player = Player.of_model(given["model"], "system", decoding)
    player = replace(player, parameters={**player.parameters, "at": given["at"]})
    messages = (Message(role=given["role"], text=given["text"]), *given.get("more", ()))
    question = Question(
        role="x", prompt=Prompt(messages=messages, signature=""), max_tokens=given["max_tokens"], repeat=given["repeat"]
    )
    return Cast({"x": player}).outgoing(question).key


CHANGES: list[dict[str, Any]] = [
    {"temperature": 0.6},
    {"top_p": 0.8},
    {"seed": 4},
    {"seed": None},
    {"at": "http://127.0.0.1/v1"},
    {"max_tokens": 10},
    {"model": "lab/small"},
    {"text": "Who then?"},
    {"role": "system"},
    {"more": (Message(role="user", text="Who?"),)},
    {"repeat": 1},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_a_call_s_key_depends_on_everything_that_an_answer_depends_on(change: dict[str, Any]) -> None:
    assert key(**change) != key()
    assert key(**change) == key(**change)


def test_changes_of_a_call_are_told_apart_from_each_other() -> None:
    assert len({key(), *(key(**change) for change in CHANGES)}) == 1 + len(CHANGES)
    # Every decoding parameter that there is: a new one must be added above.
    assert set(Decoding().parameters) == {"temperature", "top_p", "seed"}
    messages = [("user", "Who?")]
    parameters = {"temperature": 0.5, "top_p": 0.9, "seed": 3, "at": "", "max_tokens": 9}
    assert key() == call_key("lab/big", messages, parameters, 0), "journals of earlier runs are found again"
    assert key() != call_key("lab/big", messages, {n: v for n, v in parameters.items() if n != "max_tokens"}, 0)


def test_where_a_model_is_reached_is_part_of_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Player.of_model("openai-api/loop/m", "system", Decoding())
    monkeypatch.setenv("LOOP_BASE_URL", "http://127.0.0.1:9/v1")
    there = Player.of_model("openai-api/loop/m", "system", Decoding())
    assert (here.parameters["at"], there.parameters["at"]) == ("", "http://127.0.0.1:9/v1")
    assert here.signature != there.signature


def test_decoding_is_greedy_by_default_and_in_every_key(haystack: Haystack) -> None:
    made, warm = Made(haystack), Made(haystack, ModelOptions(decoding=Decoding(temperature=1.0)))
    ask = made.cast.outgoing(made.prompts()[0])
    assert (ask.parameters["temperature"], ask.max_tokens) == (0.0, 1024)
    assert ask.key != warm.cast.outgoing(warm.prompts()[0]).key


def test_prompts_of_one_haystack_begin_alike_and_follow_each_other(haystack: Haystack) -> None:
    made = Made(haystack, ModelOptions(orders=["stored", "top"]))
    beginnings = [made.cast.outgoing(question).beginning for question in made.prompts()]
    n = len(haystack.subtopics)
    assert len(beginnings) == 2 * n
    assert len(set(beginnings[:n])) == 1, "the whole haystack in one order"
    assert beginnings[0] not in beginnings[n:]


def test_every_seed_shuffles_anew_and_the_same_seed_alike(haystack: Haystack) -> None:
    made = Made(haystack, ModelOptions(orders=["random"], seeds=4))
    assert [system.showing.name for system in made.systems if isinstance(system, ModelSystem)] == [
        f"full/random{seed}" for seed in range(4)
    ]
    shown = [tuple(source.document for source in question.prompt.sources) for question in made.prompts()]
    n = len(haystack.subtopics)
    draws = [set(shown[first : first + n]) for first in range(0, 4 * n, n)]
    assert all(len(draw) == 1 for draw in draws), "one order for all queries of a haystack"
    assert len(set.union(*draws)) == 4
    assert {tuple(sorted(one)) for one in shown} == {tuple(sorted(one.id for one in haystack.documents))}
    again = Made(haystack, ModelOptions(orders=["random"], seeds=2)).prompts()
    assert [tuple(source.document for source in question.prompt.sources) for question in again] == shown[: 2 * n]


def test_a_prompt_that_exceeds_the_window_is_refused_or_cut_and_marked(haystack: Haystack) -> None:
    whole = Made(haystack).prompts()[0].prompt
    small = Window(tokens=prompt_tokens(whole) + Decoding().max_tokens - 15)
    tight = Made(haystack, ModelOptions(window=small))
    with pytest.raises(BadInput, match="together"):
        tight.jobs()
    assert tight.prompts() == [], "what does not fit is not asked"
    made = Made(haystack, ModelOptions(window=replace(small, cut=True)))

    async def nobody(questions: Sequence[Question]) -> list[Reply | None]:
        return [None for _ in questions]

    response = asyncio.run(_respond(made.system, made.items, nobody))[0]
    assert response.extra["shortened"][-1] == "dF"
    assert response.extra["removed_tokens"] > 0


@pytest.mark.parametrize("spec", ["+full", "lab/big+", "big", "full"])
def test_what_names_no_model_and_context_is_no_model_system(haystack: Haystack, spec: str) -> None:
    with pytest.raises(BadInput, match="unknown system"):
        Made(haystack, spec=spec)


def test_a_response_names_the_documents_that_were_shown_where_they_are_not_all(haystack: Haystack) -> None:
    async def nobody(questions: Sequence[Question]) -> list[Reply | None]:
        return [None for _ in questions]

    made = Made(haystack, ModelOptions(budgets=[60]), spec="lab/m+bm25")
    response = asyncio.run(_respond(made.system, made.items, nobody))[0]
    shown = {source.document for source in made.prompts()[0].prompt.sources}
    assert response.extra[DOCUMENTS_SHOWN] == [one.id for one in haystack.documents if one.id in shown]
    assert 0 < len(shown) < len(haystack.documents)
    whole = asyncio.run(_respond(Made(haystack).system, made.items, nobody))[0]
    assert DOCUMENTS_SHOWN not in whole.extra


def test_the_last_plus_divides_model_and_context(haystack: Haystack) -> None:
    system = Made(haystack, spec="lab/a+b+bm25").system
    assert (system.model, system.showing.name) == ("lab/a+b", "bm25")
    (own,) = Made(haystack, spec="https://127.0.0.1/a+b").systems
    assert isinstance(own, UserSystem)


def test_the_models_of_an_ensemble_are_asked(haystack: Haystack) -> None:
    cast, task = Cast(), summhay.task([haystack])
    both = judge_names.judge("ensemble:lab/judge+local", task, ModelOptions(), cast)
    assert isinstance(both, Ensemble)
    assert both.name == "ensemble:lab/judge+local"
    assert both.asks
    assert cast.models(["judge"]) == ["lab/judge"]
    assert both.a.signature in both.signature
    local = judge_names.judge("local", task, ModelOptions(), other := Cast())
    assert local is not None
    assert (local.asks, other.players) == (False, {})


def test_jobs_are_named_apart(haystack: Haystack) -> None:
    made = Made(haystack, ModelOptions(orders=["stored", "random"], seeds=2))
    jobs = made.jobs()
    assert len({job.id for job in jobs}) == len(jobs) == 3 * len(haystack.subtopics)
    assert {job.model for job in jobs} == {"lab/big"}


def test_of_several_tries_the_first_readable_answer_about_each_insight_counts(haystack: Haystack) -> None:
    journal, made = Journal(None), Made(haystack, ModelOptions(judge_variant="together"))
    n = len(haystack.subtopics[0].insights)
    assert n > 1
    first = json.dumps([{"insight": 1, "coverage": "full", "bullet": 1}])
    second = json.dumps([{"insight": k, "coverage": "no", "bullet": None} for k in range(1, n + 1)])
    asked = run(made, journal, [first, second])
    assert [question.repeat for question in asked if question.purpose == "judge"] == [0, 1]
    (judged,) = made.read(journal)
    assert [one.label for one in judged.judgements or ()] == ["full", *["none"] * (n - 1)]
