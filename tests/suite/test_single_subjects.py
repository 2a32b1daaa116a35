"""One function on the stand: whatever its signature and layout, it is understood as it is meant."""

import inspect
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
from atensi_bounds import attention_tolerance

from atensi.cli.commands import main
from atensi.subjects import checking, halves, laws, machine_reports, naming, polarity
from atensi.subjects.checking import Asked, check
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.derived import with_derived
from atensi.subjects.offer import NotOfferedError, RefusedError, watched
from atensi.subjects.questions import ask
from atensi.subjects.script import script
from impl.backward import attention_gradients
from impl.heads import scaled_dot_product_attention
from impl.lookup import attention
from impl.softmax import softmax

LIKE = "scaled_dot_product_attention"
OURS = "from impl.heads import scaled_dot_product_attention as ours\n"
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
    "as many queries as keys": (
        "def f(q, k, v):\n    assert q.shape == k.shape\n    return ours(q, k, v)", "...LD",
    ),
    "float32 alone": (
        "def f(q, k, v):\n    assert q.dtype == 'float32'\n    return ours(q, k, v)", "of float32",
    ),
    "two axes": ("def f(q, k, v):\n    m, d = q.shape\n    return ours(q, k, v).tolist()", "as LD"),
    "one batch axis": ("def f(q, k, v):\n    assert q.ndim == 3\n    return ours(q, k, v)", "BLD"),
    "heads before length": (
        "def f(q, k, v):\n    b, h, m, d = q.shape\n    return ours(q, k, v)", "as BHLD",
    ),
    "heads behind length, keys shared by groups": (
        "import numpy as np\n"
        "def f(q, k, v):\n"
        "    group = q.shape[2] // k.shape[2]\n"
        "    rows = q, np.repeat(k, group, axis=2), np.repeat(v, group, axis=2)\n"
        "    return ours(*(x.swapaxes(1, 2) for x in rows)).swapaxes(1, 2)",
        "as BLHD",
    ),
}  # fmt: skip


def written(folder, text):
    path = folder / "somebodys.py"
    path.write_text(OURS + text + "\n", encoding="utf-8")
    return f"{path}:f"


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


def broken(spec, law, like=LIKE):
    """Return the script of a law's property that breaks."""
    offer, _ = checking.ours(Asked(spec, like=like))
    for place, found in laws.properties().items():
        if law in found.claims:
            came = laws.judge(offer, place, 25, 0)
            if came.outcome == laws.BROKEN:
                return script(f"{law}: broken.", offer.scripts, came.calls)
    raise AssertionError(f"{law} holds")


@pytest.mark.parametrize(("axes", "turned"), [("BHLD", ""), ("BLHD", ".swapaxes(1, 2)")])
def test_a_wrong_one_is_understood_in_the_layout_in_which_it_is_least_wrong(axes, turned, tmp_path):
    rows = ", ".join(f"{each}{turned}" for each in "qkv")
    text = f"def f(q, k, v):\n    b, h, m, d = q.shape\n    return 0.9 * ours({rows}){turned}"
    spec = written(tmp_path, text)
    assert f"laid out as {axes}" in naming.offer(spec).how[LIKE]


@pytest.mark.parametrize("name", ["several results", "another order", "names alone", "capitals"])
def test_its_script_calls_it_in_the_same_way(name, tmp_path):
    text, _ = FORMS[name]
    spec = written(tmp_path, text.replace("return ours(", "return 2 * ours("))
    lines = broken(spec, "lookup.attention")
    assert "AssertionError: got" in run_of(tmp_path, lines)
    assert not run_of(tmp_path, lines.replace(spec[:-2], right_of(tmp_path, text)))


DROPPING = (
    "import numpy as np\n"
    "def f(q, k, v, mask=None):\n"
    "    boolean = mask is not None and mask.dtype == bool\n"
    "    return ours(q, k, v, ~mask if boolean else mask)"
)


def test_a_mask_in_which_true_drops_breaks_nothing_and_hides_no_other_convention(tmp_path):
    found = check(Asked(written(tmp_path, DROPPING), examples=10))
    assert not found.broken()
    differs = {each.convention.key: each for each in found.answers if not each.is_ours}
    assert list(differs) == ["polarity"]
    ran = run_of(tmp_path, machine_reports.script_of_answer(found, differs["polarity"]))
    assert "AssertionError: got [[4.0]], expected [[2.0]]" in ran


@pytest.mark.parametrize(
    ("said", "kept"),
    [("0 drops, any other keeps", "mask != 0"), ("0 keeps, any other drops", "mask == 0")],
)
def test_a_mask_of_ones_and_zeros_is_a_convention(said, kept, tmp_path):
    spec = written(tmp_path, "def f(q, k, v, mask=None):\n"
                   f"    return ours(q, k, v, None if mask is None else {kept})")  # fmt: skip
    offer, answers = checking.ours(Asked(spec))
    own = {each.convention.key: each.said for each in answers}
    assert own["floats-in-a-mask"] == said
    assert own["polarity"] == ("keep" if "!=" in kept else "drop")
    with pytest.raises(RefusedError, match="as true or false"):
        offer.functions[LIKE](Q[0], K[0], V[0], mask=np.zeros((4, 4)))
    law = "heads.scaled-dot-product-attention"
    came = [laws.judge(offer, place, 25, 0).outcome for place, found in laws.properties().items()
            if law in found.claims]  # fmt: skip
    assert laws.HOLDS in came and laws.BROKEN not in came


def test_weights_that_a_subject_flushes_to_zero_are_none_that_it_broke(tmp_path):
    spec = written(
        tmp_path,
        "import numpy as np\n"
        "def f(q, k, v):\n"
        "    tiny = np.finfo(q.dtype).tiny\n"
        "    q, k, v = (np.where(abs(x) < tiny, x.dtype.type(0), x) for x in (q, k, v))\n"
        "    w = ours(q, k, np.eye(k.shape[-2], dtype=q.dtype) + 0 * k[..., :1])\n"
        "    return np.where(w < tiny, w.dtype.type(0), w) @ v",
    )
    offer, answers = checking.ours(Asked(spec))
    assert {each.convention.key: each.said for each in answers}["subnormals"] == "flushed to zero"
    scores = np.asarray([[0.0, -100.0]], dtype="float32")
    assert (offer.functions["softmax"](scores) == softmax(scores)).all()


def test_an_axis_is_named_whatever_the_default_is(tmp_path):
    path = tmp_path / "its.py"
    text = "from impl.softmax import softmax as ours\n\n"
    text += "def f(x, axis=0):\n    return 2 * ours(x, axis)\n"
    path.write_text(text, encoding="utf-8")
    found = naming.offer(f"{path}:f", like="softmax")
    assert (found.functions["softmax"](Q) == 2 * softmax(Q)).all()
    assert (found.functions["softmax"](Q, axis=1) == 2 * softmax(Q, axis=1)).all()
    assert "axis=-1" in "".join(found.scripts["softmax"]({"x": Q[0]}, Q[0].shape))


def test_what_it_breaks_besides_is_shown_with_its_own_masks(tmp_path):
    twice = "return (1 + (mask is not None and k.shape[-2] > 2)) *"
    spec = written(tmp_path, DROPPING.replace("return", twice))
    lines = broken(spec, "heads.scaled-dot-product-attention")
    assert "mask=mask" in lines
    assert "AssertionError: got" in run_of(tmp_path, lines)
    assert not run_of(tmp_path, lines.replace(spec[:-2], right_of(tmp_path, DROPPING)))


def right_of(folder, text):
    path = folder / "right.py"
    path.write_text(OURS + text + "\n", encoding="utf-8")
    return str(path)


def run_of(folder, lines):
    (folder / "it.py").write_text(lines, encoding="utf-8")
    return subprocess.run([sys.executable, folder / "it.py"], capture_output=True, text=True).stderr


def test_polarity_is_asked_before_what_is_asked_of_masks():
    def dropping(q, k, v, mask=None, **options):
        return scaled_dot_product_attention(q, k, v, None if mask is None else ~mask, **options)

    functions = {LIKE: dropping}
    offer, answer = polarity.with_ours(naming.Offer("dropping", functions))
    assert answer.said == "drop"
    hidden = next(each for each in CONVENTIONS if each.key == "hidden-row")
    assert ask(hidden, functions).said == "the mean of all values", "what the letter gives"
    assert ask(hidden, offer.functions).said == "output 0", "what is meant"


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


def test_scores_are_exact_for_who_divides_queries_and_keys_by_a_fourth_root(tmp_path):
    """As PyTorch does: √2 is no float, so a width of 4 would round the scores."""
    spec = written(tmp_path, "def f(q, k, v):\n    d = k.shape[-1] ** 0.25\n"
                   "    return ours(q / d, k / d, v, scale=1.0)")  # fmt: skip
    offer, _ = checking.ours(Asked(spec))
    for n in (1, 2, 5, 16, 17, 130):
        scores = np.sin(np.arange(3.0 * n)).reshape(3, n)
        assert (offer.functions["softmax"](scores) == softmax(scores)).all()


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


OTHERS = {
    "another GELU": (
        "gelu", "import numpy as np\nfrom scipy.special import erf\n"
        "def f(x):\n    return x * (1 + erf(x / np.sqrt(2))) / 2",
        {"gelu-form": "x Φ(x)"}, set(),
    ),
    "a rotary form by halves, without a start": (
        "rotary", "import numpy as np\nfrom impl.rotary import rotary\n"
        "def f(x, theta=10000.0):\n    return rotary(x, base=theta, halved=True)",
        {"rotary-form": "one of each half"}, {laws.HOLDS},
    ),
    "a norm that must have gain, bias and epsilon": (
        "layer_norm", "from impl.normalization import layer_norm\n"
        "def f(x, gamma, beta, epsilon):\n    return layer_norm(x, gamma, beta, epsilon)",
        {}, {laws.HOLDS},
    ),
    "gradients by other names": (
        "attention_gradients", "from impl.backward import attention_gradients\n"
        "def f(query, key, value, grad, attn_mask=None):\n"
        "    return attention_gradients(query, key, value, grad, attn_mask)", {}, {laws.HOLDS},
    ),
    "a regression whose kernels underflow": (
        "kernel_regression", "import numpy as np\n"
        "def f(x_query, x, y, beta):\n"
        "    away = x_query[..., :, None, :] - x[..., None, :, :]\n"
        "    e = np.exp(-((beta * away) ** 2).sum(-1) / 2)\n"
        "    return (e @ y[..., None])[..., 0] / e.sum(-1)",
        {"far-query": "NaN"}, {laws.HOLDS},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("like", "text", "said", "came"), OTHERS.values(), ids=OTHERS)
def test_a_right_function_of_another_form_breaks_no_law(like, text, said, came, tmp_path):
    offer, answers = checking.ours(Asked(written(tmp_path, text), like=like))
    assert said.items() <= {each.convention.key: each.said for each in answers}.items()
    own = [place for place, found in laws.properties().items()
           if f"subject.{like}(" in inspect.getsource(found.function)]  # fmt: skip
    found = {laws.judge(offer, place, 10, 0).outcome for place in own}
    assert came <= found and laws.BROKEN not in found


def test_a_broken_gradient_has_a_script(tmp_path):
    text = "from impl.backward import attention_gradients as it\n"
    text += "def f(q, k, v, upstream, mask=None):\n    return it(q, k, v, upstream)"
    lines = broken(written(tmp_path, text), "backward.attention-gradients", "attention_gradients")
    assert "AssertionError" in run_of(tmp_path, lines)
    right = text.replace("v, upstream)", "v, upstream, mask)")
    assert not run_of(
        tmp_path, lines.replace(str(tmp_path / "somebodys.py"), right_of(tmp_path, right))
    )


def test_a_backward_pass_gives_the_weights_of_a_batch_that_shares_keys():
    def backward(*given, **options):
        return attention_gradients(*given, **options)

    offered, _ = with_derived({"attention_gradients": backward})
    shared = offered[LIKE](Q, K[0], V[0])
    assert is_attention(shared, Q, K[0], V[0])


@pytest.mark.parametrize("text", ["import no_such_library", "def f(:", "1 / 0"])
def test_a_file_that_does_not_load_is_told_in_a_sentence(text, tmp_path, capsys):
    assert main(["check", written(tmp_path, text), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "somebodys.py: cannot be loaded (" in said and "Traceback" not in said


def test_an_error_that_all_arrays_raise_is_told_once(tmp_path, capsys):
    spec = written(tmp_path, "def f(q, k, v):\n    raise ValueError('no licence')")
    assert main(["check", spec, "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("no licence") == 1


def rounded(dtype, only_heads, q, k, v):
    """Attention of halves in float32, with weights rounded to halves for heads, or always."""
    wide = [each.astype("float32") for each in (q, k)]
    n = k.shape[-2]
    weights = scaled_dot_product_attention(*wide, np.broadcast_to(np.eye(n), (*k.shape[:-1], n)))
    if q.ndim > 2 or not only_heads:
        weights = weights.astype(dtype).astype("float32")
    return (weights @ v.astype("float32")).astype(dtype)


@pytest.mark.parametrize("only_heads", [True, False])
def test_a_kernel_of_heads_alone_is_asked_what_it_sums_in(only_heads):
    probe = halves.summed_in("float16")
    said = [name for name, number in halves.ANSWERS.items()
            if number == probe(partial(rounded, "float16", only_heads))]  # fmt: skip
    assert said == ["float32, with weights rounded to halves"]


def test_a_function_of_two_axes_is_asked_without_heads():
    def once(q, k, v):
        if q.ndim > 2:
            raise NotOfferedError("takes no heads")
        wide = [each.astype("float32") for each in (q, k, v)]
        return scaled_dot_product_attention(*wide).astype("float16")

    assert halves.summed_in("float16")(once) == halves.ANSWERS[halves.ONCE]
