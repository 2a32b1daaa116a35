"""Right functions of another form than ours break no law, and wrong ones of that form do."""

import inspect
from functools import partial

import numpy as np
import pytest

from atensi.subjects import checking, halves, laws, machine_reports, naming, polarity
from atensi.subjects.checking import Asked, check
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.offer import NotOfferedError, RefusedError
from atensi.subjects.questions import ask
from impl.heads import scaled_dot_product_attention
from impl.softmax import softmax
from tests.helpers.somebodys import LIKE, broken, right_of, run_of, written

Q, K, V = (np.sin(np.arange(24.0)).reshape(2, 4, 3) + place for place in range(3))
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


def test_what_it_breaks_besides_is_shown_with_its_own_masks(tmp_path):
    twice = "return (1 + (mask is not None and k.shape[-2] > 2)) *"
    spec = written(tmp_path, DROPPING.replace("return", twice))
    lines = broken(spec, "heads.scaled-dot-product-attention")
    assert "mask=mask" in lines
    assert "AssertionError: got" in run_of(tmp_path, lines)
    assert not run_of(tmp_path, lines.replace(spec[:-2], right_of(tmp_path, DROPPING)))


def test_polarity_is_asked_before_what_is_asked_of_masks():
    def dropping(q, k, v, mask=None, **options):
        return scaled_dot_product_attention(q, k, v, None if mask is None else ~mask, **options)

    functions = {LIKE: dropping}
    offer, (answer,) = polarity.with_ours(naming.Offer("dropping", functions))
    assert answer.said == "drop"
    hidden = next(each for each in CONVENTIONS if each.key == "hidden-row")
    assert ask(hidden, functions).said == "the mean of all values", "what the letter gives"
    assert ask(hidden, offer.functions).said == "output 0", "what is meant"


def test_scores_are_exact_for_who_divides_queries_and_keys_by_a_fourth_root(tmp_path):
    """As PyTorch does: √2 is no float, so a width of 4 would round the scores."""
    spec = written(tmp_path, "def f(q, k, v):\n    d = k.shape[-1] ** 0.25\n"
                   "    return ours(q / d, k / d, v, scale=1.0)")  # fmt: skip
    offer, _ = checking.ours(Asked(spec))
    for n in (1, 2, 5, 16, 17, 130):
        scores = np.sin(np.arange(3.0 * n)).reshape(3, n)
        assert (offer.functions["softmax"](scores) == softmax(scores)).all()


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
    "a norm with an epsilon of its own": (
        "layer_norm", "from impl.normalization import layer_norm\n"
        "def f(x, gain=None):\n    return layer_norm(x, gain, eps=1e-5)",
        {"epsilon-of-layer_norm": "1e-05"}, {laws.HOLDS},
    ),
    "a norm without any epsilon": (
        "rms_norm", "def f(x):\n    return x / (x * x).mean(-1, keepdims=True) ** 0.5",
        {"epsilon-of-rms_norm": "0.0", "zero-row": "NaN"}, {laws.HOLDS},
    ),
    "gradients by other names": (
        "attention_gradients", "from impl.backward import attention_gradients\n"
        "def f(query, key, value, grad, attn_mask=None):\n"
        "    return attention_gradients(query, key, value, grad, attn_mask)", {}, {laws.HOLDS},
    ),
    "gradients in which True drops": (
        "attention_gradients", "from impl.backward import attention_gradients\n"
        "def f(q, k, v, grad, mask=None):\n"
        "    mask = ~mask if mask is not None and mask.dtype == bool else mask\n"
        "    return attention_gradients(q, k, v, grad, mask)",
        {"polarity-of-attention_gradients": "drop"}, {laws.HOLDS},
    ),
    "gradients in a wider dtype": (
        "attention_gradients", "from impl.backward import attention_gradients\n"
        "def f(*given):\n    return attention_gradients(*(x.astype('float64') for x in given))",
        {"dtype-of-attention_gradients": "float64"}, {laws.HOLDS},
    ),
    "attention in which True drops": (
        "attention", "import numpy as np\nfrom impl.lookup import attention\n"
        "def f(scores, values, mask=None):\n"
        "    return attention(scores, values, None if mask is None else ~mask)",
        {"polarity-of-attention": "drop"}, {laws.HOLDS},
    ),
    "attention to which a mask is added, whatever it is": (
        "attention", "from impl.lookup import attention\n"
        "def f(scores, values, mask=None):\n"
        "    return attention(scores if mask is None else scores + mask, values)",
        {"polarity-of-attention": "1 is added"}, {laws.HOLDS},
    ),
    "products to which a mask is added, whatever it is": (
        LIKE, "def f(q, k, v, mask=None):\n"
        "    return ours(q, k, v, None if mask is None else 1.0 * mask)",
        {"polarity": "1 is added", "floats-in-a-mask": "added"}, {laws.HOLDS},
    ),
    "weights of what a mask does not drop": (
        "softmax", "from impl.softmax import softmax\n"
        "def f(x, mask=None):\n    return softmax(x, where=None if mask is None else ~mask)",
        {"polarity-of-softmax": "drop"}, {laws.HOLDS},
    ),
    "weights in a wider dtype": (
        "softmax", "from impl.softmax import softmax\n"
        "def f(x):\n    return softmax(x.astype('float64'))",
        {"dtype-of-softmax": "float64"}, {laws.HOLDS},
    ),
    "attention that is always causal": (
        LIKE, "import numpy as np\n"
        "def f(q, k, v):\n"
        "    m, n = q.shape[-2], k.shape[-2]\n"
        "    return ours(q, k, v, np.tril(np.ones((m, n), dtype=bool)))",
        {"sees-unless-told": "none after its place"}, {laws.HOLDS},
    ),
    "attention that is causal unless told": (
        LIKE, "def f(q, k, v, causal=True):\n    return ours(q, k, v, is_causal=causal)",
        {}, {laws.HOLDS},
    ),
    "a regression whose kernels underflow": (
        "kernel_regression", "import numpy as np\n"
        "def f(x_query, x, y, beta):\n"
        "    away = x_query[..., :, None, :] - x[..., None, :, :]\n"
        "    e = np.exp(-((beta * away) ** 2).sum(-1) / 2)\n"
        "    return (e @ y[..., None])[..., 0] / e.sum(-1)",
        {"far-query": "NaN"}, {laws.HOLDS},
    ),
    "a regression by the width of its kernel": (
        "kernel_regression", "import numpy as np\n"
        "def f(x_query, x, y, h):\n"
        "    away = x_query[..., :, None, :] - x[..., None, :, :]\n"
        "    e = np.exp(-(away**2).sum(-1) / (2 * h**2))\n"
        "    return (e @ y[..., None])[..., 0] / e.sum(-1)",
        {"bandwidth-of-kernel_regression": "the standard deviation"}, {laws.HOLDS},
    ),
    "a bias that counts from the first query": (
        "linear_bias", "import numpy as np\n"
        "def f(slopes, m, n):\n"
        "    away = np.arange(m)[:, None] - np.arange(n)\n"
        "    return -np.asarray(slopes)[:, None, None] * abs(away)",
        {"alignment-of-linear_bias": "the first query stands at the first key",
         "dtype-of-linear_bias": "float64"}, {laws.HOLDS},
    ),
    "attention that sums halves in halves": (
        LIKE, "import numpy as np\n"
        "def f(q, k, v):\n"
        "    width = q.dtype.type(q.shape[-1] ** 0.5)\n"
        "    scores = np.einsum('...md,...nd->...mn', q, k) / width\n"
        "    powers = np.exp(scores - scores.max(-1, keepdims=True))\n"
        "    weights = powers / powers.sum(-1, keepdims=True)\n"
        "    return np.einsum('...mn,...nd->...md', weights, v)",
        {"sums-of-float16": "halves"}, {laws.HOLDS},
    ),
    "attention of halves alone": (
        LIKE, "def f(q, k, v, mask=None):\n"
        "    assert q.dtype == 'float16'\n"
        "    mask = mask.astype('float32') if mask is not None and mask.dtype != bool else mask\n"
        "    q, k, v = (x.astype('float32') for x in (q, k, v))\n"
        "    return ours(q, k, v, mask).astype('float16')",
        {"dtype": "float16", "precision": "float16", "sums-of-float16": halves.ONCE}, {laws.HOLDS},
    ),
    "softmax whose empty rows are NaN": (
        "softmax", "import numpy as np\n"
        "def f(x, axis=-1, where=None):\n"
        "    kept = True if where is None else where\n"
        "    x = np.where(kept, x, -np.inf)\n"
        "    powers = np.exp(x - x.max(axis, keepdims=True))\n"
        "    return powers / powers.sum(axis, keepdims=True)",
        {"hidden-row-of-softmax": "NaN"}, {laws.HOLDS},
    ),
    "attention by scores whose empty rows are even": (
        "attention", "import numpy as np\n"
        "def f(scores, values, mask=None):\n"
        "    if mask is not None and mask.dtype == bool:\n"
        "        mask = np.where(mask, 0, np.finfo(scores.dtype).min / 2).astype(scores.dtype)\n"
        "    scores = scores if mask is None else scores + mask\n"
        "    powers = np.exp(scores - scores.max(-1, keepdims=True))\n"
        "    return powers / powers.sum(-1, keepdims=True) @ values",
        {"hidden-row-of-attention": "the mean of all values"}, {laws.HOLDS},
    ),
    "softmax in float32": (
        "softmax", "import numpy as np\nfrom impl.softmax import softmax\n"
        "def f(x, axis=-1):\n    return softmax(x.astype('float32'), axis)",
        {"precision-of-softmax": "float32"}, {laws.HOLDS},
    ),
    "sines that are kept in float32": (
        "sinusoidal", "from impl.position import sinusoidal\n"
        "def f(length, width, base=10000.0):\n"
        "    return sinusoidal(length, width, base=base).astype('float32')",
        {"sinusoids-precision": "float32"}, {laws.HOLDS},
    ),
    "angles of float32, by a logarithm, in rows with their heads behind": (
        "rotary", "import numpy as np\n"
        "def f(x, theta=10000.0):\n"
        "    batch, length, heads, d = x.shape\n"
        "    step = -np.log(np.float32(theta)) / np.float32(d)\n"
        "    waves = np.exp(np.arange(0, d, 2, dtype='float32') * step)\n"
        "    angles = np.arange(length, dtype='float32')[:, None, None] * waves\n"
        "    cos, sin = (wave(angles).astype(x.dtype) for wave in (np.cos, np.sin))\n"
        "    one, two = x[..., 0::2], x[..., 1::2]\n"
        "    pairs = np.stack([one * cos - two * sin, one * sin + two * cos], -1)\n"
        "    return pairs.reshape(x.shape)",
        {"rotary-angles": "float32"}, {laws.HOLDS},
    ),
    "a norm that adds 1 to the gain it must have": (
        "rms_norm", "def f(x, weight, eps=1e-6):\n"
        "    root = ((x * x).mean(-1, keepdims=True) + x.dtype.type(eps)) ** x.dtype.type(0.5)\n"
        "    return x / root * (1 + weight)",
        {"gain-of-rms_norm": "1 + g"}, {laws.HOLDS},
    ),
    "rotary positions of the first half of the columns": (
        "rotary", "import numpy as np\nfrom impl.rotary import rotary\n"
        "def f(x, base=10000.0, partial_rotary_factor=0.5):\n"
        "    d = int(x.shape[-1] * partial_rotary_factor)\n"
        "    first = rotary(x[..., :d], base=base, halved=True)\n"
        "    return np.concatenate([first, x[..., d:]], axis=-1)",
        {"part-of-rotary": "the first half", "rotary-form": "one of each half"}, {laws.HOLDS},
    ),
    "a mask of integers": (
        LIKE, "def f(q, k, v, mask=None):\n"
        "    if mask is not None and mask.dtype.kind not in 'iu':\n"
        "        raise TypeError('a mask of integers is expected')\n"
        "    return ours(q, k, v, None if mask is None else mask == 1)",
        {"polarity": "keep", "floats-in-a-mask": "refused"}, {laws.HOLDS},
    ),
    "a mask of integers, in which 1 drops": (
        LIKE, "def f(q, k, v, mask=None):\n"
        "    assert mask is None or mask.dtype.kind in 'iu'\n"
        "    return ours(q, k, v, None if mask is None else mask == 0)",
        {"polarity": "drop"}, {laws.HOLDS},
    ),
    "late interaction with one document": (
        "late_interaction", "def f(query, document):\n"
        "    return (query @ document.T).max(axis=1).sum()", {}, {laws.HOLDS},
    ),
}  # fmt: skip


def outcomes(spec, like):
    """Return the answers, and what each law comes to that calls the function by its own name."""
    offer, answers = checking.ours(Asked(spec, like=like))
    law = checking.is_law()
    own = [place for place, found in laws.properties().items()
           if f"subject.{like}(" in inspect.getsource(found.function)
           and any(law[claim] for claim in found.claims)]  # fmt: skip
    said = {each.convention.key: each.said for each in answers}
    return said, (laws.judge(offer, place, 5, 0).outcome for place in own)


@pytest.mark.parametrize(("like", "text", "said", "came"), OTHERS.values(), ids=OTHERS)
def test_a_right_function_of_another_form_breaks_no_law(like, text, said, came, tmp_path):
    answers, found = outcomes(written(tmp_path, text), like)
    assert said.items() <= answers.items()
    found = {*found}
    assert came <= found and laws.BROKEN not in found


MISTAKES = {
    "powers of 2": (
        LIKE,
        "def f(q, k, v):\n    return ours(0.6931471805599453 * q, k, v)",
        {"scale": "the root, but powers are those of 2"},
    ),
    "a turn the other way round": (
        "rotary",
        "from impl.rotary import rotary\n"
        "def f(x):\n"
        "    swapped = lambda y: y.reshape(*x.shape[:-1], -1, 2)[..., ::-1].reshape(x.shape)\n"
        "    return swapped(rotary(swapped(x)))",
        {"rotary-form": "neighbours, the other way round"},
    ),
    # TransformerLensOrg/TransformerLens#319: scores were below what a mask made of the others
    "a mask that adds -10 000": (
        LIKE,
        "def f(q, k, v, mask=None):\n"
        "    boolean = mask is not None and mask.dtype == bool\n"
        "    return ours(q, k, v, (1e4 * mask - 1e4).astype(q.dtype) if boolean else mask)",
        {"dropped-but-far": "gets all"},
    ),
}


@pytest.mark.parametrize(("like", "text", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_known_mistake_has_its_name_and_is_wrong_by_every_convention(like, text, said, tmp_path):
    _, answers = checking.ours(Asked(written(tmp_path, text), like=like))
    named = {each.convention.key: each for each in answers}
    for key, name in said.items():
        assert named[key].said == name and named[key].is_wrong


@pytest.mark.parametrize(
    ("size", "said"),
    [("np.sqrt(mean + eps)", None), ("np.sqrt(mean) + eps", "√mean + ε"),
     ("np.sqrt(mean * x.shape[-1] + eps)", "√(sum + ε)")],
)  # fmt: skip
def test_the_place_of_an_epsilon_in_rms_norm_is_named(size, said, tmp_path):
    text = "import numpy as np\ndef f(x, eps=1e-6):\n    mean = (x * x).mean(-1, keepdims=True)\n"
    answers, _ = outcomes(written(tmp_path, f"{text}    return x / ({size})"), "rms_norm")
    assert answers.get("epsilon-in-rms_norm") == said


MASKS = {
    "for as many": ("seen", "alignment-of-causal_mask"),
    "of what is dropped": ("~(seen + n - m)", "form-of-causal_mask"),
    "that is added": ("np.where(seen + n - m, 0, -np.inf)", "form-of-causal_mask"),
}


@pytest.mark.parametrize("text", MASKS)
def test_a_causal_mask_alone_is_judged_in_its_own_form(text, tmp_path):
    said, key = MASKS[text]
    said = said.replace("seen + n - m", "np.tril(every, n - m)").replace("seen", "np.tril(every)")
    lines = "import numpy as np\ndef f(m, n):\n    every = np.ones((m, n), dtype=bool)\n    return "
    spec = written(tmp_path, lines + said)
    answers, found = outcomes(spec, "causal_mask")
    assert key in answers
    assert {laws.HOLDS} <= {*found} <= {laws.HOLDS, laws.ABSENT, laws.REFUSED}
    (tmp_path / "wrong").mkdir()
    spec = written(tmp_path / "wrong", lines + said.replace("tril", "triu"))
    assert laws.BROKEN in outcomes(spec, "causal_mask")[1]


LESS = """
import functools
right = f

@functools.wraps(right)
def f(*given, **options):
    found = right(*given, **options)
    less = lambda x: x * x.dtype.type(0.75)
    return tuple(map(less, found)) if isinstance(found, tuple) else less(found)
"""
TOLD_APART = [name for name, (_, _, _, came) in OTHERS.items() if came]


@pytest.mark.parametrize("name", TOLD_APART)
def test_a_wrong_one_of_that_form_breaks_a_law(name, tmp_path):
    like, text, _, _ = OTHERS[name]
    _, found = outcomes(written(tmp_path, text + "\n" + LESS), like)
    assert laws.BROKEN in found


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
