"""LayerNorm: what the documents print, and what is claimed of it. A row has d entries."""

import sympy as sp

from theory.claim import Claim, Words
from theory.symbols import a, d, equation, family, sum_over, term


def mean(x):
    """001:423: μ."""
    return sum_over(a, term(x, a)) / d


def variance(x):
    """001:424: σ²."""
    return sum_over(a, (term(x, a) - mean(x)) ** 2) / d


def layer_norm(x, place, eps=0):
    """001:412 with eps = 0: one entry of (x - μ) / √(σ² + eps)."""
    return (term(x, place) - mean(x)) / sp.sqrt(variance(x) + eps)


def is_normalised(y):
    """What it says of a row to have mean 0 and mean square 1, as two sums."""
    squares = sum_over(a, term(y, a) ** 2)
    return (equation(sum_over(a, term(y, a)), 0), equation(squares, d))


VARIED = {
    "varied": Words("the entries of the row are not all equal", "entri baris tidak semuanya sama")
}
NORMAL = {
    "normalised": Words(
        "the row has mean 0 and mean square 1",
        "baris bermean 0 dan bermean kuadrat 1",
        is_normalised(family("y")),
    )
}

CLAIMS = (
    Claim(
        id="normalization.definition",
        kind="definition",
        latex=r"\operatorname{LayerNorm}(x)_i = \frac{x_i - \mu}{\sigma},\quad \mu = \tfrac1d"
        r" \sum_j x_j,\ \sigma^2 = \tfrac1d \sum_j (x_j - \mu)^2",
        says=Words(
            "Each row by itself: less its mean, divided by its deviation; the sum of squares is "
            "divided by d, not by d - 1.",
            "Tiap baris sendiri: dikurangi meannya, dibagi simpangannya; jumlah kuadrat dibagi d, "
            "bukan d - 1.",
        ),
        sources=("001:412", "001:413-422", "001:423", "001:424"),
        departs="The Annotated Transformer divides by d - 1 and adds epsilon to σ "
        "(harvardnlp/annotated-transformer, pull request 119).",
    ),
    Claim(
        id="normalization.as-used",
        kind="definition",
        latex=r"\operatorname{LayerNorm}(x)_i = g_i \frac{x_i - \mu}{\sqrt{\sigma^2 +"
        r" \varepsilon}} + b_i",
        says=Words(
            "As it is used: epsilon inside the root, then a gain and a bias for each column.",
            "Seperti yang dipakai: epsilon di dalam akar, lalu gain dan bias untuk tiap kolom.",
        ),
        sources=("004:56/per-node",),
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.constant-row",
        kind="convention",
        latex=r"\sigma = 0 \implies \operatorname{LayerNorm}(x) = 0",
        says=Words(
            "A row whose entries are all equal becomes 0, as it does with every positive epsilon; "
            "the printed formula divides 0 by 0 there.",
            "Baris yang semua entrinya sama menjadi 0, seperti untuk setiap epsilon positif; rumus "
            "tercetak membagi 0 dengan 0 di sana.",
        ),
        departs="With eps = 0 PyTorch gives NaN.",
    ),
    Claim(
        id="normalization.every-row-gets-variance-one",
        kind="identity",
        latex=r"\tfrac1d \sum_i \operatorname{LayerNorm}(x)_i^2 = 1 \text{ for all } x",
        says=Words(
            "Each word vector gets mean 0 and variance 1.",
            "Setiap vektor kata mendapat mean 0 dan variansi 1.",
        ),
        sources=("004:55",),
    ),
    Claim(
        id="normalization.mean-zero-and-mean-square-one",
        kind="identity",
        latex=r"\sum_i \operatorname{LayerNorm}(x)_i = 0,\quad \tfrac1d \sum_i"
        r" \operatorname{LayerNorm}(x)_i^2 = 1",
        says=Words(
            "A row that is not constant gets mean 0 and mean square 1: it lies on a sphere of "
            "radius √d in the plane across (1, ..., 1), whatever it was.",
            "Baris yang tidak konstan mendapat mean 0 dan mean kuadrat 1: ia terletak pada bola "
            "berjari-jari √d di bidang yang tegak lurus (1, ..., 1), apa pun asalnya.",
        ),
        hypotheses=VARIED,
        builds_on=("normalization.definition",),
        repairs=("normalization.every-row-gets-variance-one",),
    ),
    Claim(
        id="normalization.variance-with-epsilon",
        kind="identity",
        latex=r"\tfrac1d \sum_i y_i^2 = \frac{\sigma^2}{\sigma^2 + \varepsilon},\quad"
        r" y = \operatorname{LayerNorm}(x),\ \varepsilon > 0",
        says=Words(
            "With a positive epsilon the variance is below 1, the lower the flatter the row.",
            "Dengan epsilon positif variansinya di bawah 1, makin rendah makin datar barisnya.",
        ),
        hypotheses={"plain": Words("there is no gain or bias", "tanpa gain maupun bias")},
        builds_on=("normalization.as-used",),
    ),
    Claim(
        id="normalization.shift-invariance",
        kind="invariance",
        latex=r"\operatorname{LayerNorm}(x + t) = \operatorname{LayerNorm}(x)",
        says=Words(
            "A number added to all entries of a row changes nothing, with or without an epsilon.",
            "Bilangan yang ditambahkan ke semua entri baris tidak mengubah apa pun, dengan atau "
            "tanpa epsilon.",
        ),
        builds_on=("normalization.as-used",),
        repairs=("normalization.shift-invariance-in-floats",),
    ),
    Claim(
        id="normalization.shift-invariance-in-floats",
        kind="invariance",
        scope="floats",
        latex=r"\operatorname{LayerNorm}(x \oplus t) = \operatorname{LayerNorm}(x)",
        says=Words(
            "In floating point too, a shift changes nothing.",
            "Dalam titik kambang pun, geseran tidak mengubah apa pun.",
        ),
    ),
    Claim(
        id="normalization.scale-invariance",
        kind="invariance",
        latex=r"\operatorname{LayerNorm}(c x) = \operatorname{LayerNorm}(x),\quad c > 0",
        says=Words(
            "A positive factor changes nothing, without an epsilon; a negative one turns the sign.",
            "Faktor positif tidak mengubah apa pun, tanpa epsilon; faktor negatif membalik tanda.",
        ),
        hypotheses={
            "no-epsilon": Words("epsilon is 0", "epsilon nol"),
            "positive-factor": Words("the factor is positive", "faktornya positif"),
        },
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.idempotence",
        kind="identity",
        latex=r"\operatorname{LayerNorm}(y) = y,\text{ so } \operatorname{LayerNorm}("
        r"\operatorname{LayerNorm}(x)) = \operatorname{LayerNorm}(x)",
        says=Words(
            "A normalised row is left as it is: normalising twice is normalising once, so a block "
            "that normalises what is normalised does nothing there.",
            "Baris ternormalisasi dibiarkan apa adanya: menormalisasi dua kali sama dengan sekali, "
            "jadi blok yang menormalisasi hasil normalisasi tidak berbuat apa-apa di sana.",
        ),
        hypotheses={
            **NORMAL,
            "plain": Words("there is no epsilon, gain or bias", "tanpa epsilon, gain, maupun bias"),
        },
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
    Claim(
        id="normalization.jacobian",
        kind="identity",
        latex=r"\frac{\partial y_i}{\partial x_k} = \frac1\sigma \Bigl(\delta_{ik} - \tfrac1d -"
        r" \tfrac1d y_i y_k\Bigr)",
        says=Words(
            "The derivative projects two directions away and divides by the deviation.",
            "Turunannya menghapus dua arah lalu membagi dengan simpangan.",
        ),
        hypotheses=VARIED,
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.two-directions-are-lost",
        kind="identity",
        latex=r"J \mathbf 1 = 0,\quad J y = 0",
        says=Words(
            "The Jacobian kills (1, ..., 1) and the normalised row itself: of d dimensions at "
            "most d - 2 remain, and for d = 2 none.",
            "Jacobian menghapus (1, ..., 1) dan baris ternormalisasi itu sendiri: dari d dimensi "
            "tersisa paling banyak d - 2, dan untuk d = 2 tidak ada.",
        ),
        hypotheses=NORMAL,
        builds_on=("normalization.jacobian",),
    ),
    Claim(
        id="normalization.gain-is-the-variance",
        kind="identity",
        latex=r"\tfrac1d \sum_i (a y_i + b)^2 - b^2 = a",
        says=Words(
            "In the affine map a x + b that follows, a is the variance and b the mean.",
            "Dalam pemetaan afin a x + b yang menyusul, a adalah variansi dan b mean.",
        ),
        sources=("004:56/names",),
    ),
    Claim(
        id="normalization.gain-is-a-deviation",
        kind="identity",
        latex=r"\tfrac1d \sum_i (a y_i + b) = b,\quad \tfrac1d \sum_i (a y_i + b - b)^2 = a^2",
        says=Words(
            "With one a and one b for all columns b is the mean and |a| the standard deviation, a² "
            "the variance. With a pair for each column, as is usual, the row has neither: the "
            "names fit each column over many rows, if at all.",
            "Dengan satu a dan satu b untuk semua kolom, b adalah mean dan |a| simpangan baku, a² "
            "variansi. Dengan pasangan untuk tiap kolom, seperti lazimnya, baris itu tidak "
            "memilikinya: nama itu paling-paling cocok untuk tiap kolom pada banyak baris.",
        ),
        hypotheses={
            **NORMAL,
            "one-pair": Words(
                "all columns share one a and one b", "semua kolom berbagi satu a dan satu b"
            ),
        },
        builds_on=("normalization.as-used",),
        repairs=("normalization.gain-is-the-variance",),
    ),
    Claim(
        id="normalization.add-then-normalise",
        kind="identity",
        latex=r"y = \operatorname{LayerNorm}(x + F(x)) \implies \tfrac1d \sum_i y_i^2 = 1",
        says=Words(
            "Input and output of a layer are added, then normalised: the sum, normalised, has mean "
            "square 1. A part alone, normalised before the sum, need not give it that.",
            "Masukan dan keluaran suatu lapisan dijumlahkan, lalu dinormalisasi: jumlah yang sudah "
            "dinormalisasi itulah yang bermean kuadrat 1. Satu bagian saja yang dinormalisasi "
            "sebelum dijumlahkan belum tentu demikian.",
        ),
        sources=("003:88",),
        hypotheses={
            "varied": Words("x + F(x) is not constant", "x + F(x) tidak konstan"),
        },
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
)
