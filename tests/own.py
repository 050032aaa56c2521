"""A task, systems, a judge and a measure of a user's own, as text of a file, and what runs of them come to by hand."""

from __future__ import annotations

from pathlib import Path

OWN = '''
from __future__ import annotations

from pathlib import Path

from hayrick.protocols import JudgeOptions, Measure, Task
from hayrick.types import Document, Item, Judgement, Message, Prompt, Question, Response, Score

CAPITALS = {"Borduria": "Szohod", "Syldavia": "Klow", "Brutopia": "Brutal", "Ruritania": "Streslau"}
DOCUMENTS = tuple(Document(id=name, text=f"The capital of {name} is {town}.") for name, town in CAPITALS.items())


def items(seed):
    return [
        Item(dataset=f"atlas{half}", group=name, id="1", query=f"Capital of {name}?", documents=DOCUMENTS, gold=town)
        for half in (1, 2) for name, town in CAPITALS.items()
    ]


def prompt(item, passages):
    text = "\\n".join(f"{one.position}. {one.text}" for one in passages) + "\\n" + item.query
    return Prompt(messages=(Message(role="user", text=f"{item.dataset}: {text}"),), signature="capital.v1")


def right(item, response, judgements):
    """Whether the town is named; a response without answer is wrong."""
    value = 1.0 if response.answer is not None and item.gold in response.answer else 0.0
    yield Score(response=response, measure="right", unit=None, value=value, failed=response.answer is None)


def polite(item, response, judgements):
    for one in judgements:
        yield Score(response=response, measure="polite", unit=one.unit, value=one.value, unjudged=one.value is None)


MEASURES = (
    Measure(name="right", description="names the town", source="ours", score=right, judged=False, counts="items"),
    Measure(name="polite", description="a person would say so", source="ours", score=polite, counts="items"),
)


class Judge:
    """Asks a model where it is given one; knows manners without."""

    def __init__(self, options: JudgeOptions) -> None:
        self.name, self.role, self.max_tokens = options.name, options.role, options.max_tokens
        self.asks = "model=" in options.name
        self.signature = f"{self.name};manners.v1"

    async def judge(self, item, response, ask):
        reply = response.reply
        if not response.answer:
            value = 0.0
        elif self.asks:
            question = Prompt(messages=(Message(role="user", text=f"Polite? {reply}"),), signature="manners.v1")
            (said,) = await ask([Question(role=self.role, prompt=question, max_tokens=self.max_tokens)])
            value = None if said is None else float("yes" in said.text)
        else:
            value = float("please" in reply)
        return [Judgement(unit="manners", rater=self.name, value=value)]


def judge(options: JudgeOptions) -> Judge:
    return Judge(options)


def made(measures=MEASURES, **more):
    return Task(name="capitals", paper="ours", items=items, prompt=prompt, parse=lambda item, reply: reply or None,
                measures=measures, judges={"own": judge}, fingerprint={"atlas1": "f1", "atlas2": "f2"}, **more)


task = made()
unjudged = Task(name="capitals", paper="ours", items=items, prompt=prompt, parse=lambda item, reply: reply or None,
                measures=MEASURES[:1])


def with_parameters(parameters):
    town = parameters.text("town", "Klow")
    return made(signature=f"town:{town}")


def long(item, response, judgements):
    yield Score(response=response, measure="long", unit=None, value=float(len(response.answer or "")))


measure = Measure(name="long", description="characters", source="ours", score=long, judged=False, bounds=(0.0, 1e9),
                  counts="responses")
taken = Measure(name="right", description="again", source="ours", score=long, judged=False)


def answer(request):
    """As `python:FILE.py:answer`: is sent the contract, and notes what it was asked."""
    with Path(__file__).with_name("asked.txt").open("a") as log:
        log.write(f"{request['dataset']}/{request['group']}\\n")
    assert request.keys() == {"task", "dataset", "group", "item", "query", "tags", "documents"}
    if request["group"] == "Syldavia":
        return {"reply": "I do not know"}
    town = next(one["text"] for one in request["documents"] if one["id"] == request["group"]).split()[-1].strip(".")
    return town + (" please" if request["group"] == "Borduria" else "")


class Always:
    """As `python:FILE.py:Always`: an object that answers by itself."""

    signature, asks = "always-klow", False

    async def respond(self, items, ask):
        return [Response(item=one, system="always", context="none", answer="Klow", reply="Klow") for one in items]


class Halfhearted:
    signature, asks = "halfhearted", False

    async def respond(self, items, ask):
        return [Response(item=one, system="half", context="none", answer="Klow", reply="Klow") for one in items[:1]]


class Asking:
    """As an object that asks the model of a role that nobody plays."""

    signature, asks = "asking", True

    async def respond(self, items, ask):
        await ask([Question(role="oracle", prompt=prompt(items[0], ()), max_tokens=9)])


class Nameless:
    async def respond(self, items, ask):
        return []


class Raising(Always):
    async def respond(self, items, ask):
        raise KeyError("no atlas")


class Silent(Always):
    def respond(self, items, ask):
        return None


class Plain(Always):
    def respond(self, items, ask):
        return [Response(item=one, system="always", context="none", answer="Klow", reply="Klow") for one in items]


class Numbers(Always):
    async def respond(self, items, ask):
        return [3]


class Elsewhere(Always):
    async def respond(self, items, ask):
        item = Item(dataset="atlas1", group="Atlantis", id="1", query="", documents=(), gold="")
        return [Response(item=item, system="always", context="none", answer="Klow", reply="Klow")]


class Short(Always):
    async def respond(self, items):
        return []


def nothing_at_all(item, response, judgements):
    return None


none = Measure(name="none", description="forgets to return", source="ours", score=nothing_at_all, judged=False)


def broken(item, response, judgements):
    raise ZeroDivisionError("by zero")


breaks = Measure(name="breaks", description="raises", source="ours", score=broken, judged=False)
number = 3
'''


def written(folder: Path) -> Path:
    """The file."""
    path = folder / "mine.py"
    path.write_text(OWN)
    return path
