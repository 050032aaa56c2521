"""The cases of the oracle: commands on released and bundled haystacks."""

from __future__ import annotations

from collections.abc import Mapping

from bench.oracle.running import Case
from bench.oracle.script import ANSWERS, CARELESS, TROUBLES

ONE = "$DATA/topic_news1.json"
THREE = "$DATA/topic_news1.json $DATA/topic_news2.json $DATA/topic_news4.json"
BASELINES = "--system extractive --system cite-subtopic --system lead --system random --system query --system reference"
SCENARIOS = ("tidewall", "airline", "housing", "overwinter")
FORMATS = {"jsonl": "e.jsonl", "csv": "e.csv", "parquet": "e.parquet", "lm-eval": "e.json"}
FREE = (
    *("keywords", "bm25", "bm25?k1=2", "bm25rm3", "votes", "oracle", "random", "random?seed=3", "first", "last"),
    *("rrf:bm25,votes", "sentences", "full"),
    *(f"released:{name}" for name in ("keywords", "vector", "oracle", "dwzhu/e5-base-4k", "random", "rerank3")),
)
STORED_JUDGES = ("gpt-4o", "claude3-haiku", "claude3-opus", "gemini-1.5-pro", "gpt3.5", "9fs_gpt-4o")
LOOP = "openai-api/loop"
SMALL = "synth tidewall --documents 24 --words 160 --seed 5 --out small.json"
JUDGE = f"--judge {LOOP}/judge"

_RECORDED = (
    Case(
        name="recorded-one",
        commands=(
            f"run {ONE} --system recorded --judge recorded --out run",
            "experiment run --out experiment",
            f"run {ONE} --system 'recorded:rerank3*' --judge recorded --compat paper --citations both --out paper",
            f"run {ONE} --system 'recorded:*gpt-4o' --judge local --limit 4 --out local",
        ),
        fast=True,
    ),
    Case(
        name="recorded",
        commands=(f"run {THREE} --system recorded --judge recorded --out run", "experiment run --out experiment"),
    ),
    Case(name="recorded-paper", commands=(f"run {THREE} --system recorded --judge recorded --compat paper --out run",)),
    Case(
        name="recorded-both", commands=(f"run {THREE} --system recorded --judge recorded --citations both --out run",)
    ),
    Case(
        name="recorded-repaired",
        commands=(
            f"run {THREE} --system 'recorded:*gpt-4o' --judge recorded --citations repaired --limit 5 --out run",
            f"run {THREE} --system 'recorded:*opus' --judge recorded --citations both --attribution threshold --out th",
        ),
    ),
    Case(
        name="recorded-local",
        commands=(f"run {THREE} --system recorded --judge local --out run", "experiment run --seed 3 --out experiment"),
    ),
    Case(
        name="validate",
        commands=(
            "validate $DATA/judge_annotations.json --judge local --out v "
            + " ".join(f"--judge recorded:{name}" for name in STORED_JUDGES),
        ),
        fast=True,
    ),
)
_MADE = (
    Case(
        name="synth",
        commands=(
            *(f"synth {name} --out {name}.json" for name in SCENARIOS),
            *(f"synth {name} --seed 7 --documents 40 --out {name}7.json" for name in SCENARIOS),
            f"verify {' '.join(f'{name}.json {name}7.json' for name in SCENARIOS)} --out verified",
        ),
    ),
    Case(name="verify-released", commands=(f"verify {THREE} --out verified",)),
    Case(
        name="baselines",
        commands=(
            *(f"synth {name} --out {name}.json" for name in SCENARIOS),
            f"run {' '.join(f'{name}.json' for name in SCENARIOS)} {BASELINES} --judge local --citations both "
            "--out run",
        ),
    ),
    Case(
        name="one-small",
        commands=(SMALL, f"run small.json {BASELINES} --citations both --judge local --seed 3 --out run"),
        fast=True,
    ),
    Case(
        name="six-haystacks",
        commands=(
            *(
                f"synth {SCENARIOS[n % 4]} --seed {n + 20} --documents 30 --words 200 --out h{n}.json"
                for n in range(1, 7)
            ),
            f"run {' '.join(f'h{n}.json' for n in range(1, 7))} {BASELINES} --judge local --out run",
        ),
        fast=True,
    ),
    Case(
        name="retrieve",
        commands=(
            "retrieve $DATA/topic_news1.json --budget-tokens 6000,15000 --store --out r "
            + " ".join(f"--retriever '{name}'" for name in FREE),
        ),
    ),
    Case(
        name="cite-export",
        commands=(
            "cite $DATA/topic_news2.json --summaries 'recorded:*gpt-4o' --out cited.jsonl",
            "cite $DATA/topic_news2.json --summaries 'recorded:rerank3*' --model threshold --out cited2.jsonl",
            "run $DATA/topic_news2.json --system file:cited.jsonl --judge local --out cited",
            "run $DATA/topic_news1.json $DATA/topic_news4.json --system 'recorded:rerank3*' --judge recorded --out run",
            *(f"export run --format {form} --out out/{name}" for form, name in FORMATS.items()),
            "export run --format trec --out trec",
            "export run --format summhay --out summhay",
        ),
        fast=True,
    ),
    Case(
        name="plan",
        commands=(
            SMALL,
            "plan small.json --system openai/gpt-4o+all --judge openai/gpt-4o-mini --out plan",
            "plan small.json --system openai/gpt-4o+all --judge openai/gpt-4o --judge-variant together "
            "--judge-repeat 3 --order top,random --seeds 2 --budget-tokens 1000,2000 --limit 4 --out ways",
            "run $DATA/topic_news1.json --system openai/gpt-4o+bm25 --system 'recorded:*gpt-4o' "
            "--judge ensemble:openai/gpt-4o+local --limit 3 --dry-run --out dry",
        ),
    ),
)
_ASKED = (
    Case(
        name="models-contexts",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+all --order stored,top,random --seeds 2 --budget-tokens 400 "
            "--limit 6 --judge local --citations both --out run",
            "experiment run --out experiment",
            f"run given/harps.json --system {LOOP}/writer+bm25 --order bottom,middle --budget-tokens 200,400,800 "
            "--judge local --out lengths",
            "experiment lengths --out experiment2",
        ),
        script=ANSWERS,
    ),
    Case(
        name="models-orders",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+full --order stored,top,bottom,middle,random --seeds 2 "
            "--window-tokens 2600 --cut --judge local --citations both --out run",
            "experiment run --out experiment",
            "retrieve given/harps.json --retriever 'rerank:$URL/rerank#any?first=bm25' --retriever bm25 --out rerank "
            "--budget-tokens 500",
        ),
        script=ANSWERS,
    ),
    Case(
        name="models-judge",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+full --system {LOOP}/writer+bm25rm3 "
            "--system python:given.mine:answer --system file:given/mine.jsonl --system extractive "
            f"{JUDGE} --judge-repeat 2 --limit 4 --out run",
        ),
        script=ANSWERS,
        fast=True,
    ),
    Case(
        name="models-together",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+sentences --system {LOOP}/writer+oracle {JUDGE} "
            "--bullets free --judge-variant together --judge-repeat 2 --domain conversation --temperature 0.5 "
            "--max-tokens 700 --out run",
            f"run given/harps.json --system {LOOP}/writer+oracle {JUDGE} --judge-variant nine --limit 3 --out nine",
            f"run given/harps.json --system {LOOP}/writer+full --judge none --window-tokens 3000 --cut --out cut",
        ),
        script=ANSWERS,
    ),
    Case(
        name="models-ensemble",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+votes --system file:given/mine.jsonl --citations both "
            f"--judge ensemble:{LOOP}/judge+local --out run",
        ),
        script=ANSWERS,
    ),
    Case(
        name="models-troubles",
        commands=(
            f"run given/harps.json --system {LOOP}/writer+full --system {LOOP}/writer+bm25 {JUDGE} --retries 1 "
            "--out run",
            f"run given/harps.json --system {LOOP}/writer+full {JUDGE} --judge-variant together --judge-repeat 2 "
            "--retries 1 --out together",
        ),
        script=TROUBLES,
    ),
    Case(
        name="models-validate",
        commands=(
            f"validate $DATA/judge_annotations.json {JUDGE} --judge ensemble:{LOOP}/judge+local "
            "--judge-variant together --out v",
        ),
        script=ANSWERS,
    ),
    Case(
        name="models-synth",
        commands=(
            f"synth given/quill.yaml --out quill.json --planner {LOOP}/planner --writer {LOOP}/writer "
            f"--checker {LOOP}/checker",
            SMALL,
            f"verify quill.json small.json --checker {LOOP}/checker --out verified",
        ),
        script=CARELESS,
    ),
)
CASES: Mapping[str, Case] = {case.name: case for case in (*_RECORDED, *_MADE, *_ASKED)}
