"""Other people's attention on the stand: laws, conventions, scripts, output for machines."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import strategies as st

from atensi.cli.commands import main
from atensi.subjects import laws, machine_reports, naming, versions
from atensi.subjects.checking import Asked, Check, check, compared
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.departures import DeparturesError, known
from atensi.subjects.laws import ABSENT, BROKEN, HOLDS, REFUSED
from atensi.subjects.models import LAWS, Model
from atensi.subjects.models import _judged as judged_model
from atensi.subjects.naming import offer
from atensi.subjects.offer import NotOfferedError, Offer
from atensi.subjects.questions import ask
from atensi.subjects.versions import changed
from atensi.work.places import clone
from impl import heads
from impl.encoder import encoder_block
from impl.fold import summary
from impl.softmax import logsumexp, softmax
from tests.helpers.holds import Property

ATTENTION = """
import numpy as np

def right(q, k, v, mask=None, scale=None, is_causal=False):
    scale = 1 / k.shape[-1] ** 0.5 if scale is None else scale
    scores = q @ k.swapaxes(-1, -2) * q.dtype.type(scale)
    kept = np.ones(scores.shape, dtype=bool)
    if is_causal:
        kept = np.tril(kept, k=DIAGONAL)
    if mask is not None:
        kept = kept & (mask if mask.dtype == bool else mask != -np.inf)
        scores = scores if mask.dtype == bool else scores + np.where(kept, mask, 0)
    scores = np.where(kept, scores, q.dtype.type(-np.inf))
    e = np.exp(scores - np.where(kept.any(-1), scores.max(-1), 0)[..., None])
    total = e.sum(-1, keepdims=True)
    return np.where(total > 0, (e / np.where(total > 0, total, 1)) @ v, EMPTY).astype(q.dtype)
"""
LAW = "heads.causal-mask"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Modules with an attention: one is right, one sees the next key, one leaves NaN."""
    folder = tmp_path_factory.mktemp("attention")
    for name, diagonal, empty in (("right", 0, 0), ("peeking", 1, 0), ("nan", 0, "np.nan")):
        text = ATTENTION.replace("DIAGONAL", str(diagonal)).replace("EMPTY", str(empty))
        (folder / f"{name}_attention.py").write_text(text, encoding="utf-8")
    return {name: f"{folder / name}_attention.py:right" for name in ("right", "peeking", "nan")}


@pytest.fixture(scope="module")
def checks(files):
    made = {}

    def checked(name):
        if name not in made:
            made[name] = check(Asked(files[name], examples=25))
        return made[name]

    return checked


def answer(found, key):
    return next(each.said for each in found.answers if each.convention.key == key)


def test_a_right_attention_keeps_every_law_that_it_offers_something_for(checks):
    laws = checks("right").laws()
    assert not checks("right").broken()
    assert laws["heads.scaled-dot-product-attention"].outcome == HOLDS
    assert laws["softmax.definition"].outcome == HOLDS, "weights follow from identities"
    assert laws["kernel.regression"].outcome == ABSENT
    assert laws["heads.scaled-dot-product-attention"].cases >= 25


def test_one_that_sees_the_next_key_breaks_the_law_of_causal_order_alone(checks):
    assert set(checks("peeking").broken()) == {LAW}
    smallest = checks("peeking").broken()[LAW].calls[0]
    assert smallest.arguments[0].shape == (2, 1), "two places are the fewest that show it"


def test_a_law_is_judged_by_a_case_however_slow_the_machine_is(monkeypatch):
    monkeypatch.setattr(laws, "PATIENCE", -1.0)
    ours = {"softmax": softmax}
    for name, came in (("log_odds_are", HOLDS), ("causal_attention", ABSENT)):
        place = next(each for each in laws.properties() if f"::test_{name}" in each)
        assert laws.judge(Offer("ours", ours), place, examples=9, seed=0).outcome == came


@pytest.mark.parametrize(
    "changes",
    ["x -= x.max(axis, keepdims=True)", "if where is not None: x[~(where | (x < 0))] = -np.inf"],
)
def test_what_a_subject_changes_in_place_breaks_the_law_that_it_was_asked_for(changes, tmp_path):
    path = tmp_path / "changing.py"
    path.write_text(
        "import numpy as np\n"
        "from impl.softmax import softmax as right\n\n"
        "def softmax(x, axis=-1, where=None):\n"
        "    p = right(x, axis, where)\n"
        f"    {changes}\n"
        "    return p\n",
        encoding="utf-8",
    )
    found = check(Asked(f"{path}:softmax", like="softmax", examples=20))
    said = {each.message for each in found.broken().values()}
    assert any("softmax changed its argument x: entry" in each for each in said)


def test_a_convention_breaks_no_law_and_is_named(checks):
    assert not checks("nan").broken()
    assert answer(checks("nan"), "hidden-row") == "NaN"
    assert answer(checks("right"), "hidden-row") == "output 0"
    assert answer(checks("right"), "causal-alignment") == "the first query sees the first key"
    differ = compared(checks("right"), checks("nan"))
    assert ("a query whose mask drops every key", "output 0", "NaN") in differ
    assert not [row for row in differ if BROKEN in row]


def test_our_own_code_gives_our_own_answers_and_keeps_all_laws():
    found = check(Asked("impl", examples=2))
    assert not found.broken()
    assert [each.convention.key for each in found.answers if not each.is_ours] == []
    assert ABSENT not in {each.outcome for each in found.laws().values()}


@pytest.mark.parametrize("chapter", ["fold", "decoder"])
def test_what_comes_by_name_or_as_a_list_is_judged(chapter):
    """A partial result of a fold has names, and what is generated is a list of tokens."""
    own, own_places = offer(f"impl.{chapter}"), [*laws.properties()]
    places = [place for place in own_places if f"test_{chapter}." in place]
    found = {place: laws.judge(own, place, 5, 1).outcome for place in places}
    assert HOLDS in found.values()
    assert {*found.values()} <= {HOLDS, ABSENT, laws.DIGITS}, found


def test_a_block_may_sum_its_heads_in_another_order():
    """Its last bits are others than those of the same layers one after the other."""

    def turned(x, params, *given, **options):
        own = dict(params)
        for name in ("w_q", "w_k", "w_v"):
            own[f"attention.{name}"] = params[f"attention.{name}"][::-1]
        heads, _, d_v = params["attention.w_v"].shape
        parts = params["attention.w_o"].reshape(heads, d_v, -1)[::-1]
        own["attention.w_o"] = parts.reshape(heads * d_v, -1)
        return encoder_block(x, own, *given, **options)

    own = offer("impl.encoder")
    fused = Offer("fused", {**offer("impl").functions, **own.functions, "encoder_block": turned})
    place = next(place for place in laws.properties() if place.endswith("as_they_are_printed"))
    assert laws.judge(fused, place, 25, 0).outcome == HOLDS


def test_a_script_fails_for_the_subject_and_passes_for_a_right_one(checks, files, tmp_path):
    text = machine_reports.script_of(checks("peeking"), LAW)
    lines = text.replace(files["peeking"].rpartition(":")[0], files["right"].rpartition(":")[0])
    for name, source, code in (("wrong.py", text, 1), ("right.py", lines, 0)):
        (tmp_path / name).write_text(source, encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-I", name], cwd=tmp_path, capture_output=True, text=True
        )
        assert ran.returncode == code, ran.stderr
        assert ("AssertionError" in ran.stderr) == bool(code)
    assert "atensi" not in text.replace("atensi check", "")
    assert len(text.splitlines()) <= 10, text


def test_conventions_have_scripts_too(checks, tmp_path):
    found = checks("nan")
    hidden = next(each for each in found.answers if each.convention.key == "hidden-row")
    (tmp_path / "it.py").write_text(
        machine_reports.script_of_answer(found, hidden), encoding="utf-8"
    )
    ran = subprocess.run([sys.executable, "-I", tmp_path / "it.py"], capture_output=True, text=True)
    assert "AssertionError: got [[nan]], expected [[0.0]]" in ran.stderr


def test_output_for_machines(checks):
    suite = ElementTree.fromstring(machine_reports.junit(checks("peeking"), {}))
    assert suite.get("failures") == "1"
    (failed,) = [case for case in suite if case.find("failure") is not None]
    assert failed.get("name") == LAW
    assert "assert (abs(got - expected)" in failed.find("failure").text
    (run,) = machine_reports.sarif(checks("peeking"), {})["runs"]
    assert [each["ruleId"] for each in run["results"]] == [LAW]
    assert run["tool"]["driver"]["rules"][0]["id"] == LAW
    assert not machine_reports.sarif(checks("peeking"), {LAW: "known"})["runs"][0]["results"]
    data = json.loads(
        json.dumps(machine_reports.as_dict(checks("peeking"), {LAW: "why"}), default=str)
    )
    assert data["laws"][LAW]["outcome"] == BROKEN
    assert data["laws"][LAW]["known"] == "why"
    assert data["conventions"]["polarity"]["answer"] == "keep"


def test_known_departures_are_green_and_gone_ones_are_red(files, tmp_path, capsys):
    list_of = tmp_path / "known.txt"
    options = ["--examples", "10", "--known", str(list_of)]
    lines = f"# ours\n{LAW}: an old model needs it\ncausal-alignment: it has no order\n"
    list_of.write_text(lines, encoding="utf-8")
    assert main(["check", files["peeking"], *options]) == 0
    assert "an old model needs it" in capsys.readouterr().out
    assert main(["check", files["right"], *options]) == 1
    assert "remove it" in capsys.readouterr().out


def test_an_answer_that_is_wrong_by_every_convention_is_red_unless_it_is_named(tmp_path, capsys):
    """One key too many in causal order, where a cache has fewer queries: no convention is that."""
    path, list_of = tmp_path / "mine.py", tmp_path / "known.txt"
    path.write_text(
        "import numpy as np\n"
        "from impl.heads import scaled_dot_product_attention as attention\n"
        "def off_by_one(q, k, v, mask=None, scale=None, is_causal=False):\n"
        "    m, n = q.shape[-2], k.shape[-2]\n"
        "    if is_causal and m < n and mask is None:\n"
        "        mask = np.arange(n) <= np.arange(m)[:, None] + n - m + 1\n"
        "        is_causal = False\n"
        "    return attention(q, k, v, mask=mask, scale=scale, is_causal=is_causal)\n"
    )
    options = ["check", f"{path}:off_by_one", "--examples", "5", "--known", str(list_of)]
    list_of.write_text("")
    assert main(options) == 1
    assert "wrong by every convention: causal-alignment)" in (told := capsys.readouterr().out)
    assert "BROKEN" not in told
    list_of.write_text("causal-alignment: our cache holds a key ahead\n")
    assert main(options) == 0


def test_impl_is_judged_by_every_law():
    judged = [laws.judge(offer("impl"), place, 3, 0) for place in laws.properties()]
    wrong = [(e.place, e.message) for e in judged if e.outcome not in (HOLDS, laws.DIGITS)]
    assert not wrong


@pytest.mark.parametrize(
    "line, said", [("heads.causal-mask", "expected CLAIM: reason"), ("heads.casual: x", "heads.")]
)
def test_a_list_of_departures_that_cannot_be_read_says_where(line, said, tmp_path):
    path = tmp_path / "known.txt"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(DeparturesError, match=r"known\.txt:2: ") as caught:
        known(str(path))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "spec, said",
    [
        ("no_such_thing", "no_such_thing"),
        ("nothing.py:f", "there is no such file"),
        ("json:dumpz", "dumps"),
        ("json:dumps", "does not answer as scaled_dot_product_attention does"),
    ],
)
def test_a_subject_that_is_not_understood_is_explained(spec, said, capsys):
    assert main(["check", spec]) == 2
    assert said in capsys.readouterr().err


def test_what_a_function_has_no_argument_for_is_not_offered(tmp_path):
    path = tmp_path / "bare_attention.py"
    text = (
        "import numpy as np\ndef bare(q, k, v):\n    return np.mean(v, axis=-2) + 0 * q[..., :1]\n"
    )
    path.write_text(text, encoding="utf-8")
    bare = offer(f"{path}:bare").functions["scaled_dot_product_attention"]
    with pytest.raises(NotOfferedError, match="takes no mask"):
        bare(np.ones((1, 1)), np.ones((2, 1)), np.ones((2, 1)), mask=np.ones((1, 2), dtype=bool))


def test_the_axes_of_a_layout_are_found_and_said(tmp_path):
    path = tmp_path / "four_axes.py"
    path.write_text(
        "import impl.heads\ndef four(query, key, value, attn_mask=None):\n"
        "    assert query.ndim == 4\n    return impl.heads.scaled_dot_product_attention(\n"
        "        query, key, value, mask=attn_mask)\n",
        encoding="utf-8",
    )
    found = offer(f"{path}:four")
    assert "laid out as BHLD" in found.how["scaled_dot_product_attention"]
    rows = np.eye(3)[None]
    came = found.functions["scaled_dot_product_attention"](rows, rows, rows)
    assert came.shape == (1, 3, 3)


def test_the_pytest_plugin_has_a_test_for_each_law(files):
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "atensi.subjects.pytest_plugin", "-p",
         "no:cacheprovider", "--attention-subject", files["peeking"], "--attention-examples", "25",
         "-p", "no:xdist"],
        capture_output=True, text=True, cwd=Path(files["peeking"]).parent,
        env={"PYTHONPATH": f"{clone()}:{clone() / 'bounds'}", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert f"FAILED ::law[{LAW}]" in ran.stdout
    assert "1 failed" in ran.stdout
    assert "assert (abs(got - expected)" in ran.stdout


def rows_model(run, **kind):
    return Model("a model", "1", lambda draw, n: draw.normal(size=(n, 2)),
                 lambda draw, rows, place: np.vstack([rows[:place], rows[place:] + 1]),
                 run, **kind)  # fmt: skip


@pytest.mark.parametrize(
    "leak, outcome", [(0.0, HOLDS), (1e-3, BROKEN), (1e-6, BROKEN), (1e-12, HOLDS)]
)
def test_a_model_that_sees_later_rows_is_found_down_to_what_float32_rounds(leak, outcome):
    def run(rows, dtype, kept=None):
        x = rows.astype(dtype)
        return (np.cumsum(x, axis=0) + leak * x.sum(axis=0)).astype(float)

    found = judged_model(rows_model(run, causal=True), LAWS[0], seed=0)
    assert found.outcome == outcome, found.message
    assert found.outcome != BROKEN or "place 2 of 2" in found.message


def test_a_model_whose_rounding_hides_everything_is_not_judged():
    """As one in training, whose dropout is another in each run: it sees all later rows."""
    draw = np.random.default_rng()

    def run(rows, dtype, kept=None):
        noise = draw.normal(size=rows.shape) if dtype == "float32" else 0
        return np.cumsum(rows, axis=0) + 1e-3 * rows.sum(axis=0) + noise

    found = judged_model(rows_model(run, causal=True), LAWS[0], seed=0)
    assert found.outcome == REFUSED and "no departure is seen" in found.message


def test_a_law_that_asks_the_subject_nothing_finds_nothing(monkeypatch):
    """A property may have cases of which it has nothing to say: they are none of the subject."""
    silent = Property("p", ("softmax.definition",), "f.py:1", function=lambda subject, x: None,
                      strategies={"x": st.integers()})  # fmt: skip
    monkeypatch.setattr(laws, "properties", lambda: {"p": silent})
    assert laws.judge(Offer("s", {"softmax": softmax}), "p", 5, 0).outcome == laws.UNREAD


@pytest.mark.parametrize("outcome", [ABSENT, REFUSED, laws.DIGITS, laws.UNREAD])
def test_a_check_in_which_no_law_was_tried_is_no_pass(outcome, monkeypatch, capsys):
    found = Check(Asked("mine"), "", {}, {}, [laws.Outcome("f.py", (LAW,), outcome)], [])
    monkeypatch.setattr("atensi.subjects.checking.check", lambda asked: found)
    assert main(["check", "mine", "--lang", "en"]) == 2
    assert "mine: none of its functions has a name of ours" in capsys.readouterr().err
    found.offered.append("softmax")
    assert main(["check", "mine", "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert "mine: no law could be tried on it" in told.err
    assert "no law judged these" in told.out and "softmax" in told.out


def test_a_law_of_several_functions_of_which_some_are_offered_is_told_as_not_judged(
    monkeypatch, capsys
):
    place = next(each for each, found in laws.properties().items()
                 if laws.asks(found.function) == {"summary", "merge"})  # fmt: skip
    outcome = {
        name: laws.judge(Offer("mine", {name: own}), place, 5, 0)
        for name, own in (("summary", summary), ("softmax", softmax))
    }
    assert outcome["summary"].wants == "merge" and outcome["softmax"].wants == ""
    claim = outcome["summary"].claims[0]
    for name, told in (("summary", True), ("softmax", False)):
        found = Check(Asked("mine"), "", {}, {}, [outcome[name]], [], offered=[name])
        monkeypatch.setattr("atensi.subjects.checking.check", lambda asked, found=found: found)
        assert main(["check", "mine", "--lang", "en"]) == 2
        said = " ".join(capsys.readouterr().out.split())
        assert (f"and were not judged: {claim} (merge)" in said) == told


def test_a_function_that_breaks_in_every_case_is_judged():
    place = next(each for each, found in laws.properties().items()
                 if "lookup.softcap" in found.claims)  # fmt: skip
    wrong = {"softcap": lambda scores, cap: np.full_like(scores, np.nan)}
    found = laws.judge(Offer("mine", wrong), place, 5, 0)
    assert found.outcome == BROKEN and "softcap" in found.called


def test_the_logarithm_of_an_empty_sum_is_asked_and_has_one_answer():
    (asked,) = (each for each in CONVENTIONS if each.key == "empty-sum")
    empty = lambda answer: ask(asked, {"logsumexp": lambda x: np.full(len(x), answer)})
    assert ask(asked, {"logsumexp": logsumexp}).is_ours
    assert asked.is_closed and not empty(np.nan).known and not empty(0.0).known


def test_a_library_that_does_not_load_is_no_broken_law(monkeypatch, capsys):
    def load(name):
        raise ImportError("libcudnn.so.9: cannot open shared object file")

    monkeypatch.setattr("atensi.subjects.naming.importlib.import_module", load)
    with pytest.raises(LookupError, match=r"torch: is installed, .*libcudnn"):
        naming.adapter("torch")


def test_a_version_that_gives_no_tables_is_told_with_what_it_said(monkeypatch):
    monkeypatch.setattr(versions, "_environment", lambda *which: sys.executable)
    with pytest.raises(LookupError, match=r"^nothing-of-this-name 1\.0: .*there is no subject"):
        versions.checked("nothing-of-this-name", "1.0", ["--lang", "en"])


def test_two_versions_differ_where_their_answers_do():
    def found(outcome, answer):
        return {"laws": {LAW: {"outcome": outcome}}, "conventions": {"scale": {"answer": answer}}}

    assert changed(found(HOLDS, "nothing"), found(HOLDS, "nothing")) == []
    assert changed(found(HOLDS, "nothing"), found(BROKEN, "the width")) == [
        (LAW, HOLDS, BROKEN), ("scale", "nothing", "the width"),
    ]  # fmt: skip


def test_a_fingerprint_names_the_differences_of_two_subjects(files, capsys):
    options = ["--examples", "10"]
    assert main(["fingerprint", files["right"], files["nan"], *options]) == 1
    said = capsys.readouterr().out
    assert "a query whose mask drops every key" in said
    assert f"{files['nan']}: NaN" in said


@pytest.mark.parametrize(
    ("dtype", "scale", "said"),
    [("float64", None, "float64"), ("float64", 1.0, "float64"), ("float32", None, "float32")],
)
def test_another_scale_is_no_other_precision(dtype, scale, said):
    (asked,) = (each for each in CONVENTIONS if each.key == "precision")

    def attention(q, k, v):
        q, k, v = (x.astype(dtype) for x in (q, k, v))
        return heads.scaled_dot_product_attention(q, k, v, scale=scale).astype("float64")

    assert ask(asked, {asked.needs: attention}).said == said
