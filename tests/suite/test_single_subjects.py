"""One function on the stand: whatever its signature and layout, it is understood as it is meant."""

import json
import subprocess
import sys

import numpy as np
import pytest
from atensi_bounds import attention_tolerance

from atensi.cli.commands import main
from atensi.subjects import checking, laws, naming, own_epsilon
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.derived import with_derived
from atensi.subjects.offer import NotOfferedError, RefusedError, watched
from atensi.subjects.questions import ask
from atensi.work.places import clone
from impl.backward import attention_gradients
from impl.grouped import grouped_heads
from impl.heads import scaled_dot_product_attention
from impl.lookup import attention
from impl.normalization import layer_norm
from impl.softmax import softmax
from tests.helpers.somebodys import LIKE, broken, right_of, run_of, written

Q, K, V = (np.sin(np.arange(24.0)).reshape(2, 4, 3) + place for place in range(3))
FORMS = {
    "several results": ("def f(q, k, v):\n    return ours(q, k, v), 'its weights'", "the first"),
    "another order": ("def f(query, value, key):\n    return ours(query, key, value)", "by the"),
    "names alone": ("def f(*, q, k, v):\n    return ours(q, k, v)", "by the names q, k, v"),
    "capitals": ("def f(V, Q, K):\n    return ours(Q, K, V)", "by the names Q, K, V"),
    "behind a wrapper": (
        "def f(*rows, **options):\n    def it(q, k, v):\n        return ours(q, k, v)\n"
        "    return it(*rows, **options)", "...LD",
    ),
    "a layer": (
        "class Layer:\n    def forward(self, q, k, v):\n        return ours(q, k, v)\n"
        "    def __call__(self, *rows, **options):\n"
        "        return self.forward(*rows, **options)\nf = Layer()", "...LD",
    ),
    "a mask it must have": ("def f(q, k, v, mask):\n    return ours(q, k, v, mask)", "...LD"),
    "a dropout it must have": (
        "def f(q, k, v, dropout_p):\n    assert dropout_p == 0\n    return ours(q, k, v)", "...LD",
    ),
    "a mask it must have, that drops": (
        "def f(q, k, v, mask):\n    return ours(q, k, v, ~mask)", "...LD",
    ),
    "a mask it must have, that is added": (
        "def f(q, k, v, bias):\n    assert bias.dtype.kind == 'f'\n    return ours(q, k, v, bias)",
        "...LD",
    ),
    "a dropout that is on": (
        "def f(q, k, v, dropout=0.5):\n    assert dropout == 0\n    return ours(q, k, v)", "...LD",
    ),
    "as many queries as keys": (
        "def f(q, k, v):\n    assert q.shape == k.shape\n    return ours(q, k, v)", "...LD",
    ),
    "float32 alone": (
        "def f(q, k, v):\n    assert q.dtype == 'float32'\n    return ours(q, k, v)", "of float32",
    ),
    "halves alone": (
        "def f(q, k, v):\n    assert q.dtype == 'float16'\n    return ours(q, k, v)", "of float16",
    ),
    "two axes": ("def f(q, k, v):\n    m, d = q.shape\n    return ours(q, k, v).tolist()", "as LD"),
    "one batch axis": ("def f(q, k, v):\n    assert q.ndim == 3\n    return ours(q, k, v)", "BLD"),
    "heads behind length, in one sequence": (
        "def f(q, k, v):\n"
        "    assert q.ndim == 3\n"
        "    return ours(*(x.swapaxes(0, 1) for x in (q, k, v))).swapaxes(0, 1)",
        "as LHD",
    ),
    "heads before length": (
        "def f(q, k, v):\n    b, h, m, d = q.shape\n    return ours(q, k, v)", "as BHLD",
    ),
    "heads behind length, keys shared by groups": (
        "import numpy as np\n"
        "def f(q, k, v):\n"
        "    group = q.shape[2] // k.shape[2]\n"
        "    rows = q, np.repeat(k, group, axis=2), np.repeat(v, group, axis=2)\n"
        "    return ours(*(x.swapaxes(1, 2) for x in rows)).swapaxes(1, 2)",
        "as BLHD; of four heads of queries and two of keys, neighbours share one",
    ),
}  # fmt: skip


def is_attention(found, *rows):
    """Say whether two results are as near as bounds allow, for float32 if that is what came."""
    rows = [each.astype(found.dtype) for each in rows]
    off = abs(found - scaled_dot_product_attention(*rows))
    return bool((off <= 2 * attention_tolerance(*rows)).all())


@pytest.mark.parametrize(("text", "said"), FORMS.values(), ids=FORMS)
def test_the_way_a_function_is_called_is_found_and_said(text, said, tmp_path):
    found = naming.offer(written(tmp_path, text))
    assert said in found.how[LIKE]
    called = found.functions[LIKE]
    assert is_attention(called(Q[0], K[0], V[0]), Q[0], K[0], V[0])
    with pytest.raises(NotOfferedError, match="takes no scale"):
        called(Q[0], K[0], V[0], scale=1.0)


OTHER_OPTIONS = {
    "of the keys": (
        "def f(q, k, v, mask=None):\n"
        "    return ours(q, k, v, None if mask is None else mask[:, None, None, :])",
        "its mask is of the keys of each sequence", {"mask": np.ones((2, 4), dtype=bool)},
    ),
    "a switch": (
        "def f(q, k, v, scale=True):\n"
        "    return ours(q, k, v) if scale else ours(q, k, v, scale=1.0)",
        "its scale is a switch", {"scale": 0.5},
    ),
    "beside the root": (
        "def f(q, k, v, scale=1.0):\n    return ours(scale * q, k, v)",
        "its scale multiplies beside the root", {"scale": 0.5},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said", "option"), OTHER_OPTIONS.values(), ids=OTHER_OPTIONS)
def test_an_option_of_another_meaning_is_told_and_not_asked_for(text, said, option, tmp_path):
    found = naming.offer(written(tmp_path, text))
    assert f"{said}, so none is asked for" in found.how[LIKE]
    with pytest.raises(NotOfferedError, match=said):
        found.functions[LIKE](Q[0], K[0], V[0], **option)


@pytest.mark.parametrize(
    "text",
    [
        "def f(q, k, v, scale=None):\n    return ours((scale or 1) * q, k, v)",
        "def f(q, k, v, mask=None):\n    return ours(q, k, v, None if mask is None else mask.T)",
    ],
)
def test_an_option_that_is_wrong_in_another_way_is_asked_for(text, tmp_path):
    assert "asked for" not in naming.offer(written(tmp_path, text)).how[LIKE]


def test_options_that_nobody_asks_for_are_listed_with_their_defaults(tmp_path):
    text = "def f(q, k, v, mask=None, softcap=0.0, window_size=(-1, -1)):\n    return ours(q, k, v)"
    how = naming.offer(written(tmp_path, text)).how[LIKE]
    assert how.endswith("; not asked of, and left as they are: window_size=(-1, -1)")


def test_a_scale_that_it_must_have_is_that_of_the_width(tmp_path):
    called = naming.offer(
        written(tmp_path, "def f(q, k, v, scale):\n    return ours(scale * q, k, v, scale=1.0)")
    ).functions[LIKE]
    assert is_attention(called(Q[0], K[0], V[0]), Q[0], K[0], V[0])


def test_heads_that_are_tiled_are_told(tmp_path):
    text = "import numpy as np\ndef f(q, k, v):\n    times = (q.shape[1] // k.shape[1], 1, 1)\n"
    text += "    return ours(q, np.tile(k, times), np.tile(v, times))"
    assert "the first and the third share one" in naming.offer(written(tmp_path, text)).how[LIKE]


@pytest.mark.parametrize(
    ("keys", "values", "came"),
    [("repeat", "repeat", "holds"), ("tile", "tile", "holds"), ("repeat", "tile", "broken")],
)
def test_heads_that_share_keys_are_judged_in_their_order(keys, values, came, tmp_path):
    text = "import numpy as np\nrepeat = lambda x, times: np.repeat(x, times, axis=1)\n"
    text += "tile = lambda x, times: np.concatenate([x] * times, axis=1)\ndef f(q, k, v):\n"
    text += "    times = q.shape[1] // k.shape[1]\n"
    text += f"    return ours(q, {keys}(k, times), {values}(v, times)).swapaxes(1, 2)"
    offer, _ = checking.ours(checking.Asked(written(tmp_path, text)))
    assert "laid out as BHLD>BLHD" in offer.how[LIKE]
    place = next(each for each in laws.properties() if "the_heads_of_a_group_share" in each)
    assert laws.judge(offer, place, 25, 0).outcome == came


def test_what_answers_otherwise_each_time_is_no_subject(tmp_path, capsys):
    text = "import numpy as np\ndef f(q, k, v):\n"
    text += "    return ours(q, k, v) * (np.random.default_rng().random(q.shape) > 0.5)"
    assert main(["check", written(tmp_path, text)]) == 2
    assert "it answers otherwise to the same call" in capsys.readouterr().err


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("epsilon", [0.0, 1e-12, 1e-6, 1e-3])
def test_the_epsilon_of_a_norm_that_takes_none_is_found(epsilon, dtype):
    def norm(x, gain=None, bias=None, **told):
        if told:
            raise NotOfferedError("takes no ε")
        return layer_norm(x.astype(dtype), eps=epsilon)

    assert own_epsilon.own(norm) == epsilon
    alone = own_epsilon.with_it_alone(norm, epsilon, "layer_norm")
    assert (alone(Q[0], None, None, epsilon)[0] == norm(Q[0])[0]).all()
    with pytest.raises(RefusedError, match="its ε is"):
        alone(Q[0], None, None, 0.5)


def test_a_file_is_found_as_its_package_and_its_siblings_find_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "its_package"
    folder.mkdir()
    (folder / "core.py").write_text("def f(q, k, v):\n    return v\n", encoding="utf-8")
    (folder / "attn.py").write_text("from core import f\n", encoding="utf-8")
    assert naming.loaded(f"{folder / 'attn.py'}:f") is sys.modules.pop("core").f
    (folder / "__init__.py").touch()
    (folder / "part.py").write_text("from .core import f\n", encoding="utf-8")
    found = naming.loaded(f"{folder / 'part.py'}:f")
    assert found.__module__ == "its_package.core"


@pytest.mark.parametrize(("package", "sibling"), [(True, ".its_core"), (False, "its_core")])
def test_a_script_imports_a_file_as_the_check_did(package, sibling, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    text = "def f(q, k, v):\n    return 0 * q[..., :1] + v[..., :1, :]\n"
    (tmp_path / "its_core.py").write_text(text, encoding="utf-8")
    (tmp_path / "attn.py").write_text(f"from {sibling} import f\n", encoding="utf-8")
    if package:
        (tmp_path / "__init__.py").touch()
    lines = broken(f"{tmp_path / 'attn.py'}:f", "heads.scaled-dot-product-attention")
    assert "AssertionError: got" in run_of(tmp_path.parent, lines)


@pytest.mark.parametrize(
    "text",
    [
        "def f(q, k, v):\n    return ours(q, k, k), ours(q, k, v)",
        "def f(q, k, v):\n    return 0.9 * ours(q, k, v)",
        "def f(*rows):\n    q, k, v = (x.swapaxes(-1, -2) for x in rows)\n"
        "    return ours(q, k, v).swapaxes(-1, -2)",
    ],
    ids=["its weights first", "weights that sum to less", "width before length"],
)
def test_where_equal_values_do_not_come_back_the_way_it_is_called_is_doubted(text, tmp_path):
    right, folder = "def f(q, k, v):\n    return ours(q, k, v)", tmp_path / "right"
    folder.mkdir()
    assert "equal values came back off by" in naming.offer(written(tmp_path, text)).how[LIKE]
    assert "came back" not in naming.offer(written(folder, right)).how[LIKE]


@pytest.mark.parametrize(
    ("axes", "turned"), [("BHLD", ""), ("BLHD", ".swapaxes(1, 2)"), ("LHD", ".swapaxes(0, 1)")]
)
def test_a_wrong_one_is_understood_in_the_layout_in_which_it_is_least_wrong(axes, turned, tmp_path):
    rows = ", ".join(f"{each}{turned}" for each in "qkv")
    text = (
        f"def f(q, k, v):\n    {', '.join(axes)} = q.shape\n    return 0.9 * ours({rows}){turned}"
    )
    spec = written(tmp_path, text)
    assert f"laid out as {axes}" in naming.offer(spec).how[LIKE]


@pytest.mark.parametrize("name", ["several results", "another order", "names alone", "capitals"])
def test_its_script_calls_it_in_the_same_way(name, tmp_path):
    text, _ = FORMS[name]
    spec = written(tmp_path, text.replace("return ours(", "return 2 * ours("))
    lines = broken(spec, "lookup.attention")
    assert "AssertionError: got" in run_of(tmp_path, lines)
    assert not run_of(tmp_path, lines.replace(spec[:-2], right_of(tmp_path, text)))


def test_an_axis_is_named_whatever_the_default_is(tmp_path):
    path = tmp_path / "its.py"
    text = "from impl.softmax import softmax as ours\n\n"
    text += "def f(x, axis=0):\n    return 2 * ours(x, axis)\n"
    path.write_text(text, encoding="utf-8")
    found = naming.offer(f"{path}:f", like="softmax")
    assert (found.functions["softmax"](Q) == 2 * softmax(Q)).all()
    assert (found.functions["softmax"](Q, axis=1) == 2 * softmax(Q, axis=1)).all()
    assert "axis=-1" in "".join(found.scripts["softmax"]({"x": Q[0]}, Q[0].shape))


@pytest.mark.parametrize(
    ("like", "given", "ours"),
    [
        ("attention", (Q[0], np.eye(3)), attention),
        ("attention_gradients", (Q, K, V, V), attention_gradients),
    ],
)
def test_a_function_of_several_arrays_is_understood(like, given, ours, tmp_path):
    path = tmp_path / "its.py"
    path.write_text(f"from impl.{ours.__module__[5:]} import {like} as f\n", encoding="utf-8")
    found = naming.offer(f"{path}:f", like=like).functions[like]
    for one, other in zip(found(*given), ours(*given), strict=True):
        assert (one == other).all()


def test_options_by_their_place_are_options_too(tmp_path):
    path = tmp_path / "its.py"
    path.write_text("from impl.lookup import attention as f\n", encoding="utf-8")
    found = naming.offer(f"{path}:f", like="attention").functions["attention"]
    mask = np.asarray([[True, False, True]] * 4)
    for each in (mask, None):
        assert (found(Q[0], np.eye(3), each) == attention(Q[0], np.eye(3), each)).all()


def test_what_it_shall_be_like_is_a_function_of_ours(tmp_path, capsys):
    spec = written(tmp_path, FORMS["several results"][0])
    assert main(["check", spec, "--like", "attentoin", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "there is no function of impl 'attentoin'; the nearest: attention" in said


def test_layouts_with_batch_axes_are_given_the_same_ones_in_all_rows(tmp_path):
    text, _ = FORMS["heads behind length, keys shared by groups"]
    called = naming.offer(written(tmp_path, text)).functions[LIKE]
    assert is_attention(called(Q[0], K, V), Q[0], K, V)


@pytest.mark.parametrize("axes", ["...LD", "BHLD", "BLHD"])
def test_a_change_of_what_is_given_is_seen_in_any_layout(axes, tmp_path):
    inside = "(x.swapaxes(1, 2) for x in (q, k, v))" if axes == "BLHD" else "(q, k, v)"
    turned = ".swapaxes(1, 2)" if axes == "BLHD" else ""
    four = "" if axes == "...LD" else "    assert q.ndim == 4\n"
    text = f"def f(q, k, v):\n{four}    out = ours(*{inside}){turned}\n    k *= 2\n    return out"
    offer = naming.offer(written(tmp_path, text))
    assert f"as {axes}" in offer.how[LIKE]
    calls = []
    watched(offer.functions, calls)[LIKE](Q.copy(), K.copy(), V.copy())
    assert calls[0].changed


@pytest.mark.parametrize("text", ["import no_such_library", "def f(:", "1 / 0"])
def test_a_file_that_does_not_load_is_told_in_a_sentence(text, tmp_path, capsys):
    assert main(["check", written(tmp_path, text), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "somebodys.py: cannot be loaded (" in said and "Traceback" not in said


def test_an_error_that_all_arrays_raise_is_told_once(tmp_path, capsys):
    spec = written(tmp_path, "def f(q, k, v):\n    raise ValueError('no licence')")
    assert main(["check", spec, "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("no licence") == 1


@pytest.mark.parametrize(
    "text, options, said",
    [
        ("import sys\nsys.exit(0)", (), "cannot be loaded (SystemExit: 0)"),
        ("import sys\ndef f(q, k, v):\n    sys.exit(0)", (), "SystemExit: 0"),
        ("import os\ndef f(q, k, v):\n    os._exit(0)", (), "ended the process that ran it"),
        ("class f:\n    pass", (), "is a class; expected a function"),
        ("f = 3", (), "is of int; expected a function"),
        ("def f(q, k, v):\n    return {'out': v}", (), "gave dict, expected an array"),
        ("f = ours", ("--layout", "XYZ"), "--layout XYZ: there is no layout 'XYZ'"),
        ("f = ours", ("--examples", "0"), "--examples 0: expected 1 or more"),
        ("f = ours", ("--like", "generate"), "--like generate: takes more than can be tried"),
    ],
)
def test_what_cannot_be_judged_is_no_pass_and_says_why(text, options, said, tmp_path, capsys):
    assert main(["check", written(tmp_path, text), *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, option",
    [
        (("check", "impl", "--like", "softmax"), "--like"),
        (("check", "impl.heads", "--promises", "causal"), "--promises"),
        (("check", "torch:MultiheadAttention", "--layout", "LD"), "--layout"),
        (("fingerprint", "impl", "impl.heads", "--like", "softmax"), "--like"),
        (("check", "scipy", "--against", "1", "2", "--arrays", "jax"), "--arrays"),
    ],
)
def test_an_option_that_says_nothing_of_a_subject_is_refused(words, option, capsys):
    assert main([*words, "--lang", "en"]) == 2
    assert f"{option}: says nothing of {words[1]}" in capsys.readouterr().err


def test_an_interrupt_names_the_laws_that_had_not_ended(monkeypatch, capsys):
    asked = []

    def interrupted(_, jobs, afresh):
        asked.extend(place.split("::")[-1] for _, place in jobs)
        yield jobs[0], ("", {}, {}, [], [])
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "in_parallel", interrupted)
    with pytest.raises(KeyboardInterrupt):
        checking.check(checking.Asked("impl.heads:scaled_dot_product_attention"))
    said = capsys.readouterr().err
    assert f"these had not ended: {asked[1]}" in said and asked[-1] not in said


def test_who_leaves_the_program_in_some_cases_is_refused_there(tmp_path):
    leaves = "import sys\ndef f(q, k, v):\n    return ours(q, k, v) if q.ndim < 4 else sys.exit(0)"
    f = watched(naming.offer(written(tmp_path, leaves)).functions, [])[LIKE]
    assert f(Q, K, V).shape == (2, 4, 3)
    with pytest.raises((RefusedError, NotOfferedError)):
        f(Q[None], K[None], V[None])


def test_what_it_prints_does_not_stand_among_what_is_found(tmp_path, capfd):
    prints = "print('loaded')\ndef f(q, k, v):\n    print('called')\n    return ours(q, k, v)"
    assert main(["check", written(tmp_path, prints), "--json", "--examples", "1"]) == 0
    found = capfd.readouterr()
    assert json.loads(found.out)["subject"] and "called" in found.err


def test_an_answer_of_another_form_is_shown_as_it_came():
    odds = next(each for each in CONVENTIONS if each.key == "scale")
    found = ask(odds, {odds.needs: lambda *rows, **options: np.ones((1, 3))})
    assert not found.known and found.said.startswith("ValueError: too many values to unpack")


def test_a_check_needs_no_library_but_the_declared_ones():
    """What some of our own properties need, such as balls, is no matter of a subject's."""
    lines = (
        "import sys; sys.modules |= dict.fromkeys(('flint', 'ml_dtypes'))",
        "from atensi.cli.start import main; raise SystemExit(main())",
    )
    given = ["check", "impl.retrieval:dot_score", "--like", "dot_score"]
    run = [sys.executable, "-c", "\n".join(lines), *given]
    done = subprocess.run(run, capture_output=True, text=True, cwd=clone())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "retrieval.dot" in done.stdout


@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_grouped_attention_gives_the_grouped_heads_of_each_sequence(lead):
    def grouped(q, k, v, mask=None, is_causal=False):
        k, v = (np.repeat(each, q.shape[-3] // each.shape[-3], axis=-3) for each in (k, v))
        return scaled_dot_product_attention(q, k, v, mask, is_causal=is_causal)

    random = np.random.default_rng(0)
    whole = lambda *shape: random.integers(-3, 4, size=shape).astype(float)
    params = {"w_q": whole(2, 2, 3, 4), "w_k": whole(2, 3, 4), "w_v": whole(2, 3, 5)}
    params["w_o"] = whole(20, 3)
    x, given = whole(*lead, 6, 3), with_derived({"grouped_attention": grouped})[0]
    for heads in ((), (*lead, 4)):  # each row sees one key: no number is rounded
        mask = np.eye(6, dtype=bool)[random.integers(0, 6, size=(*heads, 6))]
        theirs = given["grouped_heads"](x, x, params, mask=mask, is_causal=False)
        np.testing.assert_array_equal(theirs, grouped_heads(x, x, params, mask))
