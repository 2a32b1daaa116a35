"""A trained model: impl's own BERT gives the embeddings that transformers gives, and the record.

What float32 rounds is seen as the difference of transformers' two formats: c 2⁻²⁴, for entries of
rows of length 1. Its square c² 2⁻⁴⁸ is 32 c times what float64 rounds, c 2⁻⁵³. So two runs in
float64, in any order of summation, have room below the square, if c is at least 1; and whatever
departs by more is another computation.
"""

import json
from itertools import islice

import numpy as np
import pytest

from atensi.judging.registry import claims
from atensi.subjects import minilm
from atensi.subjects import minilm_measures as measures
from impl.feedforward import gelu
from impl.normalization import layer_norm

RECORD = json.loads(measures.PLACE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def expected():
    """What transformers gives in float64, and what it rounds in float32."""
    if lacking := minilm.missing(also=("torch", "transformers")):
        pytest.skip(f"{', '.join(lacking)} not installed")
    from atensi.subjects import minilm_reference

    wide, narrow = (minilm_reference.embeddings(measures.SENTENCES, dtype)
                    for dtype in ("float64", "float32"))  # fmt: skip
    rounded = np.abs(wide - narrow).max()
    assert rounded >= 2.0**-24  # c is at least 1
    return wide, rounded


def off(expected, sentences=measures.SENTENCES, **options):
    there = expected[0][: len(sentences)]
    return np.abs(minilm.embeddings(sentences, **options) - there).max()


def test_fifty_sentences_get_the_embeddings_that_transformers_gives(expected):
    assert len(set(measures.SENTENCES)) == 50
    assert off(expected) <= expected[1] ** 2


def test_fifty_sentences_get_what_is_proved_of_their_exact_numbers(expected):
    """Both are within a proved distance of the exact embeddings, so within the sum of each other.

    The sum is far below the square that no proof, but what float32 rounds, makes a bound.
    """
    from atensi.subjects import minilm_reference

    enclosure = RECORD["enclosure"]
    assert enclosure["sentences"] == len(measures.SENTENCES)
    proved = {dtype: sum(off[dtype] for off in enclosure["off"].values())
              for dtype in ("float64", "float32")}  # fmt: skip
    for dtype, bound in proved.items():
        ours = minilm.embeddings(measures.SENTENCES, dtype).astype(float)
        theirs = minilm_reference.embeddings(measures.SENTENCES, dtype)
        assert np.abs(ours - theirs).max() <= bound
    assert proved["float64"] < expected[1] ** 2


def test_the_first_block_is_near_its_exact_numbers():
    """As with transformers' embeddings, float64 stays below the square of what float32 is off."""
    flint = pytest.importorskip("flint", reason="python-flint is not installed")
    if lacking := minilm.missing():
        pytest.skip(f"{', '.join(lacking)} not installed")
    from atensi.subjects import minilm_enclosure
    from impl.encoder import embedded, encoder_block
    from impl.parameters import blocks

    ids, off = next(measures.one_by_one([min(measures.SENTENCES, key=len)])), {}
    with flint.ctx.workprec(minilm_enclosure.BITS):
        _, (exact,) = islice(minilm_enclosure.layers([ids]), 2)
        for dtype in ("float64", "float32"):
            params = minilm.params(dtype)
            rows = encoder_block(
                embedded(ids, params, eps=minilm.EPS), blocks(params, "encoder")[0],
                activation=minilm.gelu, eps=minilm.EPS,
            )  # fmt: skip
            off[dtype] = minilm_enclosure.apart(exact.data, rows)
        assert minilm_enclosure.width(exact.data) < off["float64"] <= off["float32"] ** 2


def test_the_record_says_how_balls_widen():
    enclosure = RECORD["enclosure"]
    widths = np.asarray(enclosure["widths"])
    grown = np.log10(widths[1:] / widths[:-1])
    assert len(grown) == minilm.BLOCKS
    assert (grown > 7).all() and (grown < 9).all(), "some hundred million times"
    assert len(enclosure["narrow"]["widths"]) == 2, "no block but the first"
    assert enclosure["width"] < min(off["float64"] for off in enclosure["off"].values())


def enlarged(number):
    """Return how much a block may enlarge a deviation of its rows, by norms of its weights alone.

    Rows x behind a LayerNorm are no longer than r. A head's output moves by the values, and by the
    scores, 2 r |W_q W_kᵀ| / √d_k, times how far values are apart, r |W_v W_o|. GELU has slopes up
    to 1.13. Of each LayerNorm only its gain is counted.
    """
    shipped = {name: each.astype(float) for name, each in minilm.shipped().items()}
    before = ("embeddings.LayerNorm" if number == 0 else
              f"encoder.layer.{number - 1}.output.LayerNorm")  # fmt: skip
    gain, bias = (shipped[f"{before}.{name}"] for name in ("weight", "bias"))
    r = np.sqrt(gain.size) * abs(gain).max() + np.linalg.norm(bias)
    own = lambda name: shipped[f"encoder.layer.{number}.{name}.weight"]
    q, k, v = (np.split(own(f"attention.self.{name}"), 12) for name in ("query", "key", "value"))
    o = np.split(own("attention.output.dense"), 12, axis=1)
    both = lambda a, b: np.sqrt(abs(np.linalg.eigvals(a @ a.T @ b @ b.T)).max())  # |aᵀ b|
    attention = sum(
        both(o[h].T, v[h]) * (1 + 2 * r**2 * both(q[h], k[h]) / np.sqrt(len(q[h])))
        for h in range(12)
    )
    size = lambda matrix: np.sqrt(np.linalg.eigvalsh(matrix @ matrix.T)[-1])
    net = 1.13 * size(own("intermediate.dense").T) * size(own("output.dense"))
    gains = [abs(own(f"{name}.LayerNorm")).max() for name in ("attention.output", "output")]
    return (1 + attention) * gains[0] * (1 + net) * gains[1]


def test_norms_of_the_weights_alone_bound_nothing():
    if lacking := minilm.missing():
        pytest.skip(f"{', '.join(lacking)} not installed")
    grown = np.log10([enlarged(number) for number in range(minilm.BLOCKS)])
    assert (grown > 5).all() and round(sum(grown)) == 36
    assert round(sum(grown) - minilm.BLOCKS * np.log10(minilm.EPS)) == 108  # 1/√ε, twice a block


def spoiled(name, change):
    """Return parameters made of the shipped weights, with one of them changed."""
    place = f"encoder.layer.3.{name}"
    return minilm.params(own=minilm.shipped() | {place: change(minilm.shipped()[place])})


FIRST = measures.SENTENCES[:5]  # what is seen in these is seen in all fifty
WRONG = {
    "the other form of gelu": lambda: {"activation": gelu},
    "no eps": lambda: {"eps": 0.0},
    "the norms first": lambda: {"order": "pre"},
    "causal": lambda: {"is_causal": True},
    "the other segment": lambda: {"segments": minilm.tokens(FIRST)[0] * 0 + 1},
    "no bias of queries": lambda: {"own": spoiled("attention.self.query.bias", np.zeros_like)},
    "no bias of values": lambda: {"own": spoiled("attention.self.value.bias", np.zeros_like)},
    "no bias of outputs": lambda: {"own": spoiled("attention.output.dense.bias", np.zeros_like)},
    "a matrix transposed": lambda: {"own": spoiled("attention.output.dense.weight", np.transpose)},
    "heads in another order": lambda: {
        "own": spoiled("attention.self.value.weight", lambda w: np.roll(w, 32, axis=0))
    },
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_model_is_seen(wrong, expected):
    assert off(expected, FIRST, **WRONG[wrong]()) > expected[1] ** 2


def test_the_bias_of_keys_decides_nothing(expected):
    """It adds the same to all scores of a query, which softmax ignores."""
    without = spoiled("attention.self.key.bias", np.zeros_like)
    assert off(expected, own=without) <= expected[1] ** 2


def test_a_row_of_layer_norm_has_a_direction_that_reads_one():
    """Unlike a row that was not normalised."""
    draw = np.random.default_rng(0)
    gain, bias = draw.integers(1, 9, size=8) / 8, draw.integers(1, 9, size=8) / 8
    x = draw.normal(size=(5, 8))
    one = minilm.reading_one(gain, bias)
    rows = layer_norm(x, gain, bias, eps=0.5)
    # each of 8 products is rounded, and so are the entries of both factors, some 16 times
    bound = 32 * np.finfo(float).eps * (np.abs(rows) @ np.abs(one))
    assert (np.abs(rows @ one - 1) <= bound).all()
    assert (np.abs(x @ one - 1) > bound).all()


def test_the_record_keeps_the_laws():
    assert RECORD["sentences"] == len(measures.SENTENCES)
    apart = RECORD["equivariance"]
    assert apart["without"] <= apart["float32"] < apart["with"]
    assert RECORD["dilution"]["bound"] <= 1
    agreement = RECORD["agreement"]
    assert agreement["float64"] <= agreement["rounded"] ** 2
    ids = {claim.id for claim in claims()}
    assert {"scaling.weights-dilute", "encoder.stack-equivariant"} <= ids


def test_the_record_is_what_the_model_gives(expected):
    params = minilm.params()
    found = measures.ranked(params)
    assert {lang: each["ranking"] for lang, each in found.items()} == {
        lang: each["ranking"] for lang, each in RECORD["ranking"].items()
    }
    sentences = [measures.queries_and_keys(ids, params)
                 for ids in measures.one_by_one(measures.SENTENCES)]  # fmt: skip
    stages = measures.variances(sentences)["stages"]
    recorded = RECORD["variances"]["stages"]
    for name, each in stages.items():
        last = 10.0 ** (1 - measures.DIGITS) * np.abs(each)  # the place of the last digit on record
        assert (np.abs(np.asarray(each) - recorded[name]) <= last).all(), name
