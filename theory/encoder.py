"""The encoder: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Words
from theory.normalization import is_normalised
from theory.position import BARE
from theory.symbols import equation, family, i, j, k, n, nonnegative, real, sum_over


def post_norm(x, attend, net, norm_1, norm_2):
    """001:442 and 004:36-44; Vaswani et al. (2017), section 3.1: LN(x + layer(x)), twice."""
    z = norm_1(add(x, attend(x)))
    return norm_2(add(z, net(z)))


def pre_norm(x, attend, net, norm_1, norm_2):
    """Xiong et al. (2020): x + layer(LN(x)), twice."""
    z = add(x, attend(norm_1(x)))
    return add(z, net(norm_2(z)))


def as_printed(x, attend, net, norm_1, norm_2):
    """001:441-442: FFN(LN(Z) + Z) with Z = LN(MHA(X) + X), each norm with its own gain and bias."""
    z = norm_1(add(attend(x), x))
    return net(add(norm_2(z), z))


def add(x, y):
    """Add two lists of rows."""
    return [[p + q for p, q in zip(*pair, strict=True)] for pair in zip(x, y, strict=True)]


def normalised(row):
    """001:412: LayerNorm of one row of numbers."""
    size = sp.Integer(len(row))
    mean = sum(row) / size
    root = sp.sqrt(sum((value - mean) ** 2 for value in row) / size)
    return [(value - mean) / root for value in row]


def attention_cost(length, width):
    """The mixing of rows: n² d for the scores and n² d for the mean; table 1 has O(n² d)."""
    return 2 * length**2 * width


def attention_layer_cost(length, width):
    """With the projections W^Q, W^K, W^V and W^O: n d² each."""
    return attention_cost(length, width) + 4 * length * width**2


def net_cost(length, width):
    """The feed-forward net with d_ff = 4d."""
    return 2 * length * width * 4 * width


def lstm_cost(length, width):
    """An LSTM layer: four gates, each with a matrix for the input and one for the state."""
    return 8 * length * width**2


NO_ATTENTION = {
    "attention-gives-nothing": Words(
        "what attention adds is multiplied by 0",
        "yang ditambahkan atensi dikalikan 0",
        (equation(real("w"), 0),),
    )
}

CLAIMS = (
    Claim(
        id="encoder.block",
        kind="definition",
        latex=r"Z = \operatorname{LN}(X + \operatorname{MHA}(X)),\quad Y = \operatorname{LN}(Z +"
        r" \operatorname{FFN}(Z))",
        says=Words(
            "The block of the original: attention, residual, norm, feed-forward net, residual, "
            "norm.",
            "Blok makalah aslinya: atensi, residual, norm, jaringan feed-forward, residual, norm.",
        ),
        sources=("001:442", "004:36-44"),
        builds_on=("heads.multi-head", "feedforward.definition", "normalization.as-used"),
    ),
    Claim(
        id="encoder.pre-norm-block",
        kind="definition",
        latex=r"Z = X + \operatorname{MHA}(\operatorname{LN}(X)),\quad Y = Z +"
        r" \operatorname{FFN}(\operatorname{LN}(Z))",
        says=Words(
            "The block that normalises before each layer, and leaves a plain sum from input to "
            "output.",
            "Blok yang menormalisasi sebelum tiap lapisan, dan menyisakan jumlah biasa dari "
            "masukan ke keluaran.",
        ),
        builds_on=("encoder.block",),
        departs="Much code that cites the original is of this kind "
        "(harvardnlp/annotated-transformer#92).",
    ),
    Claim(
        id="encoder.block-as-printed",
        kind="definition",
        latex=r"Y = \operatorname{FFN}(\operatorname{LN}(Z) + Z),\quad Z = \operatorname{LN}("
        r"\operatorname{MHA}(X) + X)",
        says=Words(
            "The block as one draft prints it; it type-checks.",
            "Blok seperti yang dicetak satu draf; ukurannya cocok.",
        ),
        sources=("001:441",),
        builds_on=("encoder.block",),
    ),
    Claim(
        id="encoder.printed-block-is-the-original",
        kind="identity",
        latex=r"\operatorname{FFN}(\operatorname{LN}(Z) + Z) = \operatorname{LN}(Z +"
        r" \operatorname{FFN}(Z))",
        says=Words(
            "The second half of the printed block is that of the original.",
            "Paruh kedua blok tercetak adalah milik makalah aslinya.",
        ),
        sources=("001:441",),
    ),
    Claim(
        id="encoder.printed-block-is-the-net-of-twice-z",
        kind="identity",
        latex=r"\operatorname{LN}(Z) + Z = 2Z,\quad Y = \operatorname{FFN}(2Z)",
        says=Words(
            "Z is normalised already, so the printed half is the net of 2Z: no residual runs "
            "around the net, nothing is normalised after it, and a net with W_2 = 0 wipes out "
            "every row.",
            "Z sudah ternormalisasi, jadi paruh tercetak adalah jaringan dari 2Z: tidak ada "
            "residual yang melewati jaringan, tidak ada normalisasi setelahnya, dan jaringan "
            "dengan W_2 = 0 menghapus setiap baris.",
        ),
        hypotheses={
            "normalised": Words(
                "the rows of Z have mean 0 and mean square 1: no epsilon, gain 1, bias 0, and no "
                "constant row",
                "baris Z bermean 0 dan bermean kuadrat 1: tanpa epsilon, gain 1, bias 0, dan tanpa "
                "baris konstan",
                is_normalised(family("y")),
            )
        },
        builds_on=("normalization.idempotence", "encoder.block-as-printed"),
        repairs=("encoder.printed-block-is-the-original",),
    ),
    Claim(
        id="encoder.block-takes-tokens",
        kind="sizes",
        latex=r"\operatorname{EncoderBlock}_2(\operatorname{EncoderBlock}_1(t)),\quad"
        r" \operatorname{EncoderBlock}(t) \text{ embeds } t",
        says=Words(
            "Every block takes tokens, embeds them and adds positions, and blocks are nested.",
            "Setiap blok menerima token, membenamkannya dan menambahkan posisi, dan blok-blok "
            "disarangkan.",
        ),
        sources=("001:440", "001:443", "001:447-451"),
    ),
    Claim(
        id="encoder.stack-sizes",
        kind="sizes",
        latex=r"\operatorname{EncoderBlock}: \mathbb R^{L \times d} \to \mathbb R^{L \times d},"
        r"\quad \operatorname{Encoder}(t) = (\operatorname{Block}_N \circ \dots \circ"
        r" \operatorname{Block}_1)(\operatorname{Embed}(t) + \operatorname{Pos}(t))",
        says=Words(
            "Tokens are embedded once, and their positions added; a block turns L rows of width d "
            "into L rows of width d, so blocks of one kind, each with parameters of its own, can "
            "be stacked.",
            "Token dibenamkan sekali, dan posisinya ditambahkan; suatu blok mengubah L baris "
            "selebar d menjadi L baris selebar d, jadi blok sejenis, masing-masing dengan "
            "parameternya sendiri, dapat ditumpuk.",
        ),
        sources=("000:1-6/drawing", "004:34"),
        builds_on=("encoder.block", "embedding.sizes", "position.sizes"),
        repairs=("encoder.block-takes-tokens", "encoder.embedded-tokens-are-the-input"),
    ),
    Claim(
        id="encoder.all-rows-at-once",
        kind="sizes",
        latex=r"\text{the same array operations, in number and order, for every } L",
        says=Words(
            "No step of the encoder waits for another row: it is one sequence of array operations, "
            "whatever the length. (A recurrent net needs L of them. So does the decoder when it "
            "generates; in training decoder.all-prefixes-at-once spares it that.)",
            "Tidak ada langkah encoder yang menunggu baris lain: encoder adalah satu rangkaian "
            "operasi larik, berapa pun panjangnya. (Jaringan rekuren memerlukan L. Begitu pula "
            "decoder saat membangkitkan; dalam pelatihan decoder.all-prefixes-at-once "
            "meniadakannya.)",
        ),
        sources=(
            "000:10/no-recurrence",
            "000:10/feed-forward-only",
            "002:16/difference",
            "003:5/no-recurrence",
            "003:25",
        ),
        builds_on=("encoder.stack-sizes",),
    ),
    Claim(
        id="encoder.nothing-but-attention",
        kind="sizes",
        latex=r"\text{the layers of a block} = \{\operatorname{MHA}\}",
        says=Words(
            "A Transformer uses attention alone: its blocks have no other layer.",
            "Transformer hanya menggunakan atensi: bloknya tidak mempunyai lapisan lain.",
        ),
        sources=("003:5/attention-alone",),
    ),
    Claim(
        id="encoder.only-attention-mixes-rows",
        kind="invariance",
        latex=r"\operatorname{MHA} W^O = 0 \implies \operatorname{Block}(X)_i \text{ depends on }"
        r" x_i \text{ alone}",
        says=Words(
            "Attention alone, without recurrence or convolution, relates one place to another: "
            "where it gives nothing, each row of the block depends on itself only. It is not all "
            "there is: the net works on each row (feedforward.attention-alone-is-linear-for-one-"
            "row says what it is for).",
            "Hanya atensi, tanpa rekurensi atau konvolusi, yang menghubungkan satu tempat dengan "
            "yang lain: bila ia tidak memberi apa-apa, tiap baris blok hanya bergantung pada "
            "dirinya. Namun atensi bukan segalanya: jaringan mengolah tiap baris "
            "(feedforward.attention-alone-is-linear-for-one-row menyebut gunanya).",
        ),
        hypotheses=NO_ATTENTION,
        builds_on=("encoder.block", "feedforward.each-row-by-itself"),
        repairs=("encoder.nothing-but-attention",),
    ),
    Claim(
        id="encoder.embedded-tokens-are-the-input",
        kind="identity",
        latex=r"X = \operatorname{Embed}(t)",
        says=Words(
            "Embedded tokens alone are the input of the first layer.",
            "Embedding token saja menjadi masukan lapisan pertama.",
        ),
        sources=("002:14/input",),
    ),
    Claim(
        id="encoder.equivariant",
        kind="invariance",
        latex=r"\operatorname{Encoder}(PX) = P \operatorname{Encoder}(X)",
        says=Words(
            "The whole encoder is equivariant: attention is, everything else works on each row "
            "alone, and compositions of equivariant maps are equivariant. Order enters by the "
            "positions that are added, or not at all.",
            "Seluruh encoder ekuivarian: atensi demikian, selebihnya bekerja pada tiap baris "
            "sendiri, dan komposisi pemetaan ekuivarian adalah ekuivarian. Urutan masuk lewat "
            "posisi yang ditambahkan, atau tidak sama sekali.",
        ),
        sources=("001:364",),
        hypotheses=BARE,
        builds_on=("position.equivariant", "feedforward.each-row-by-itself", "encoder.block"),
    ),
    Claim(
        id="encoder.block-is-lighter-than-lstm-with-attention",
        kind="bound",
        latex=r"12 n d^2 + 2 n^2 d \le 8 n d^2 + 2 n^2 d",
        says=Words(
            "A Transformer's block is lighter than a recurrent layer with attention.",
            "Blok Transformer lebih ringan daripada lapisan rekuren dengan atensi.",
        ),
    ),
    Claim(
        id="encoder.attention-layer-is-lighter-than-lstm-with-attention",
        kind="bound",
        latex=r"4 n d^2 + 2 n^2 d < 8 n d^2 + 2 n^2 d",
        says=Words(
            "An attention layer multiplies less than an LSTM layer of the same width with "
            "attention on top, for every length. With its feed-forward net, d_ff = 4d, the block "
            "multiplies 4 n d² more. What it is always spared is waiting for the row before.",
            "Lapisan atensi mengalikan lebih sedikit daripada lapisan LSTM selebar sama yang "
            "ditambah atensi, untuk setiap panjang. Dengan jaringan feed-forward-nya, d_ff = 4d, "
            "bloknya mengalikan 4 n d² lebih banyak. Yang selalu dihindarinya adalah menunggu "
            "baris sebelumnya.",
        ),
        sources=("003:12/operations",),
        builds_on=("encoder.costs",),
        repairs=("encoder.block-is-lighter-than-lstm-with-attention",),
        departs="Vaswani et al. (2017), table 1, compares O(n² d) with O(n d²), the mixing of rows "
        "alone.",
    ),
    Claim(
        id="encoder.costs",
        kind="sizes",
        latex=r"2 n^2 d \text{ for mixing},\quad 4 n d^2 \text{ for projections},\quad"
        r" 2 n d\, d_{ff} \text{ for the net}",
        says=Words(
            "The multiplications of a block: mixing the rows is quadratic in the length, the rest "
            "is linear in it.",
            "Perkalian dalam satu blok: pencampuran baris kuadratik terhadap panjang, selebihnya "
            "linear.",
        ),
        builds_on=("encoder.block",),
    ),
    Claim(
        id="encoder.net-sees-attention-alone",
        kind="identity",
        latex=r"Y = \operatorname{FFN}(\operatorname{MHA}(X))",
        says=Words(
            "The input of the feed-forward net is the output of self-attention.",
            "Masukan jaringan feed-forward adalah keluaran self-attention.",
        ),
        sources=("002:87/input",),
    ),
    Claim(
        id="encoder.net-sees-the-normalised-sum",
        kind="identity",
        latex=r"W^O = 0 \implies Z = \operatorname{LN}(X + 0) = \operatorname{LN}(X)",
        says=Words(
            "The net sees the sum of input and attention, normalised: even where attention gives "
            "nothing, the row passes on, less its mean and scale.",
            "Jaringan melihat jumlah masukan dan atensi yang dinormalisasi: bahkan bila atensi "
            "tidak memberi apa-apa, baris itu tetap lewat, tanpa mean dan skalanya.",
        ),
        hypotheses=NO_ATTENTION,
        builds_on=("encoder.block",),
        repairs=("encoder.net-sees-attention-alone",),
    ),
    Claim(
        id="encoder.attention-contracts",
        kind="bound",
        latex=r"\alpha_{ij} \ge \varepsilon \implies \lvert y_i - y_k \rvert \le (1 - n"
        r" \varepsilon) (\max_j v_j - \min_j v_j)",
        says=Words(
            "Attention alone draws rows towards each other: where every weight is at least ε, "
            "outputs differ by no more than 1 - nε times what values differ by.",
            "Atensi saja menarik baris-baris saling mendekat: bila tiap bobot sedikitnya ε, "
            "keluaran berselisih paling banyak 1 - nε kali selisih nilainya.",
        ),
        hypotheses={
            "weights-at-least": Words(
                "every weight is at least ε: it is ε + β_j, or ε + γ_j in the other row, and the "
                "rests, at least 0, sum to 1 - nε",
                "tiap bobot sedikitnya ε: bobot itu ε + β_j, atau ε + γ_j di baris lainnya, dan "
                "sisanya, sedikitnya 0, berjumlah 1 - nε",
                tuple(
                    equation(sum_over(j, rest[j]), 1 - n * nonnegative("epsilon"))
                    for rest in (
                        family("beta", nonnegative=True),
                        family("gamma", nonnegative=True),
                    )
                ),
            ),
        },
        builds_on=("heads.every-element-takes-part",),
    ),
    Claim(
        id="encoder.residual-keeps-differences",
        kind="identity",
        latex=r"a_i = a_k \implies (x_i + a_i) - (x_k + a_k) = x_i - x_k",
        says=Words(
            "Where attention gives every row the same, as it does for equal keys, the sum with the "
            "input keeps all differences, up to the norm; without the residual all rows are equal "
            "after that one layer.",
            "Bila atensi memberi hal yang sama pada setiap baris, seperti untuk kunci yang sama, "
            "jumlah dengan masukannya menjaga semua selisih, sampai norm; tanpa residual semua "
            "baris sama setelah satu lapisan itu.",
        ),
        hypotheses={
            "residual": Words("the input is added", "masukannya dijumlahkan"),
            "common-output": Words(
                "attention gives both rows the same",
                "atensi memberi kedua baris hal yang sama",
                (equation(family("a")[i], family("a")[k]),),
            ),
            "before-the-norm": Words("the sum is not normalised", "jumlahnya tidak dinormalisasi"),
        },
        builds_on=("encoder.attention-contracts",),
    ),
    Claim(
        id="encoder.each-block-has-two-parts",
        kind="sizes",
        latex=r"\text{Transformer} = \text{blocks of self-attention and FFN}",
        says=Words(
            "Every block of encoder and decoder has two parts, self-attention and a net.",
            "Setiap blok encoder dan decoder mempunyai dua bagian, self-attention dan jaringan.",
        ),
        sources=("002:12/blocks",),
    ),
)
