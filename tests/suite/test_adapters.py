"""The adapters: what is installed answers as it is recorded, departures and all."""

import importlib.util
import json
import subprocess
import sys

import numpy as np
import pytest

from atensi.judging.registry import claims
from atensi.report import subjects
from atensi.report.subjects import SIGNS
from atensi.subjects import laws, machine_reports, recording, versions
from atensi.subjects.checking import Asked, check
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.models import GRADIENT
from atensi.subjects.naming import ADAPTERS, offer
from atensi.subjects.offer import Call
from atensi.subjects.questions import ask
from atensi.subjects.script import script
from atensi.work.places import build

RECORD = json.loads(recording.PLACE.read_text(encoding="utf-8"))
LIBRARIES = [name for name in ADAPTERS if name != "impl"]


def installed(spec):
    library = spec.partition(":")[0]
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")


def test_swish_of_onnxruntime_departs_for_its_sigmoid_is_one_minus_a_share():
    """Each of the three roundings is of a number below 1; after them, what is left is small."""
    installed("onnxruntime")
    found = offer("onnxruntime")
    if found.version != RECORD["onnxruntime"]["version"]:
        pytest.skip(f"onnxruntime {found.version} is not the version on record")
    x = -np.arange(8, 40, 0.25)
    share = found.functions["sigmoid"](x)
    exact, unit = np.exp(x) / (1 + np.exp(x)), np.finfo(float).eps / 2
    assert (np.abs(share - (1 - 1 / (1 + np.exp(x)))) <= 2 * unit).all(), "one minus a share"
    assert (np.abs(share - exact) <= 3 * unit).all(), "right beside 1"
    assert (share[x <= -38] == 0).all() and (exact > 0).all(), "and wrong beside itself"
    assert (found.functions["silu"](x) == x * share).all()


def test_the_record_speaks_of_claims_and_questions_that_there_are():
    ids, keys = {claim.id for claim in claims()}, {each.key for each in (*CONVENTIONS, GRADIENT)}
    for spec, entry in RECORD.items():
        assert set(entry["laws"]) <= ids, spec
        assert set(entry["conventions"]) <= keys, spec
    assert set(LIBRARIES) <= set(RECORD)


def test_what_was_asked_in_another_form_is_not_shown_as_an_answer(monkeypatch, tmp_path):
    record = {"one": RECORD["torch"]}
    (law, found), *_ = record["one"]["laws"].items()
    for form, sign in ((found[2], SIGNS[found[0]]), ("another", SIGNS["stated otherwise"])):
        record["one"]["laws"] = {law: ["broken" if form == "another" else found[0], "", form]}
        monkeypatch.setattr(subjects, "RECORD", tmp_path / "recorded.json")
        subjects.RECORD.write_text(json.dumps(record), encoding="utf-8")
        shown = subjects.tables({"one": [{"id": law, "says": ""}]})
        assert [row["cells"][0]["sign"] for row in shown["laws"]] == [sign]
        assert shown["broken"] == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_answers_the_questions_as_recorded(name):
    installed(name)
    found = offer(name)
    if found.version != RECORD[name]["version"]:
        pytest.skip(f"{name} {found.version} is not the version on record")
    asked = [each for it in CONVENTIONS if (each := ask(it, found.functions))]
    answers = {each.convention.key: each.said for each in asked}
    for each in asked:
        text = script("as it answers", found.scripts, each.calls)
        assert is_short(text), text
    recorded = {key: each["answer"] for key, each in RECORD[name]["conventions"].items()}
    assert answers == recorded


@pytest.mark.parametrize("name", ["scipy", "torch"])
def test_a_library_keeps_the_laws_that_it_kept(name):
    installed(name)
    found = check(Asked(name, examples=10))
    known = {claim for claim, (outcome, *_) in RECORD[name]["laws"].items() if outcome == "broken"}
    assert set(found.broken()) <= known


DEPARTURES = (
    ("jax", "hidden-row-gradient", "NaN everywhere"),
    ("onnxruntime", "mask-of-one-row", "refused"),
    ("onnxruntime", "hidden-row-lowest", "output 0"),
    ("torch:MultiheadAttention", "padded-sequence-gradient", "NaN"),
)


@pytest.mark.parametrize("spec, key, said", DEPARTURES)
def test_a_known_departure_is_found_and_its_script_runs_without_us(
    spec, key, said, tmp_path, monkeypatch
):
    installed(spec)
    monkeypatch.setattr(laws, "properties", dict)  # the questions come before any law
    found = check(Asked(spec))
    answer = next(each for each in found.answers if each.convention.key == key)
    if answer.said != said:
        pytest.skip(f"{spec} {found.version} answers {answer.said}")
    fails(machine_reports.script_of_answer(found, answer), sys.executable, tmp_path)


def fails(script, python, folder):
    path = folder / "departure.py"
    path.write_text(script, encoding="utf-8")
    ran = subprocess.run([python, "-I", path], capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout
    assert "Error" in ran.stderr
    assert is_short(script), script


def is_short(script):
    """Say whether a script has at most ten lines, under what it says of itself."""
    return sum(not line.startswith("#") for line in script.splitlines()) <= 10


CALLS = (
    {}, {"mask": np.asarray([[True, False], [True, True]])}, {"is_causal": True},
    {"mask": np.asarray([[0.0, -1.0], [2.0, 0.0]]), "scale": 0.5},
)  # fmt: skip
WIDE = np.asarray([[0.5, -1.0, 0.25], [1.0, 0.0, -0.5]], dtype="float32")


@pytest.mark.parametrize("spec", ["torch", "torch:flex_attention", "jax", "onnx", "onnxruntime"])
@pytest.mark.parametrize("options", CALLS, ids=lambda each: "-".join(each) or "plain")
def test_each_call_has_a_short_script_that_passes_where_nothing_departs(spec, options, tmp_path):
    installed(spec)
    found, rows = offer(spec), (WIDE, WIDE, WIDE[:, :2])
    came = found.functions["scaled_dot_product_attention"](*rows, **options)
    call = Call("scaled_dot_product_attention", rows, options, came + 1)  # as if it departed
    text = script("as if", found.scripts, [call])
    (tmp_path / "it.py").write_text(text, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-I", tmp_path / "it.py"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert is_short(text), text


@pytest.mark.parametrize("name", ["RoFormer", "RemBert", "MegatronBert"])
def test_a_token_that_sees_the_next_one_is_found_in_an_older_version(name, tmp_path):
    spec, version = f"transformers:{name}ForCausalLM", "5.17.0"
    folder = build() / "subjects" / f"transformers-{version}"
    if not (folder / "ready").exists():
        pytest.skip(f"transformers {version} has no environment; `make subjects` sets it up")
    found = versions.checked(spec, version, [])
    assert {claim for claim, each in found["laws"].items() if each["outcome"] == "broken"} == {
        "decoder.causal"
    }
    fails(found["laws"]["decoder.causal"]["script"], folder / "bin" / "python", tmp_path)


@pytest.mark.parametrize("spec", RECORD)
def test_no_convention_that_is_asked_within_is_a_broken_law_too(spec):
    """What a library flushes, shortens or loses far away is told once, among the conventions."""
    told = {key for key, each in RECORD[spec]["conventions"].items()
            if each["answer"] != each["ours"]}  # fmt: skip
    broken = {claim for claim, (outcome, *_) in RECORD[spec]["laws"].items() if outcome == "broken"}
    explained = {
        "short-rows": {"scores.cosine-forgets-lengths"},
        "subnormals": {"softmax.definition", "floats.softmax"},
        "far-query": {"kernel.far-query", "kernel.from-logarithms-in-floats"},
    }
    for key in told & set(explained):
        assert not broken & explained[key]


@pytest.mark.parametrize(
    "name, causal", [("BertModel", False), ("GPT2LMHeadModel", True), ("BertLMHeadModel", True)]
)
def test_models_of_transformers_keep_the_laws_of_models(name, causal):
    installed("transformers")
    found = check(Asked(f"transformers:{name}"))
    assert not found.broken()
    assert (found.laws()["decoder.causal"].outcome == "holds") == causal
