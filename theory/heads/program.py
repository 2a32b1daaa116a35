"""The worked program of 002:43-85, letter by letter, and the numbers that it prints.

Numbers are in thousandths, as it prints three decimals. The projections are drawn from NumPy's
default generator with seed 0, normal with deviation one half, in the order W_q, W_k, W_v.
"""

from fractions import Fraction

from theory.claim import Claim
from theory.stating.families import total
from theory.stating.operations import delta
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index
from theory.stating.vocabulary import word

PROGRAM = r"""
import numpy as np
np.set_printoptions(precision=3, suppress=True)
rng = np.random.default_rng(0)
# 1) Input embeddings: 3 token, dim=4
X = np.array([
[1.0, 0.0, 0.0, 0.1], # token-1
[0.0, 1.0, 0.0, 0.1], # token-2
[0.0, 0.0, 1.0, 0.1], # token-3
], dtype=float) # shape: (L=3, d_model=4)
# 2) Inisialisasi Wq, Wk, Wv (di model asli: parameter terlatih)
# Di sini pakai angka acak yang tetap (seeded) supaya reproducible.
d_model = X.shape[1]
Wq = rng.normal(0, 0.5, size=(d_model, d_model))
Wk = rng.normal(0, 0.5, size=(d_model, d_model))
Wv = rng.normal(0, 0.5, size=(d_model, d_model))
# 3) Q, K, V = X @ W
Q = X @ Wq # (L, d_model)
K = X @ Wk # (L, d_model)
V = X @ Wv # (L, d_model)
print("X (embeddings):\n", X, "\n")
print("Q:\n", Q, "\n")
print("K:\n", K, "\n")
print("V:\n", V, "\n")
# 4) Attention logits = QK^T / sqrt(d_k)
dk = Q.shape[1]
scores = (Q @ K.T) / np.sqrt(dk) # (L, L)
print("Attention logits (QK^T / sqrt(dk)):\n", scores, "\n")
# 5) Softmax row-wise → attention weights (tiap baris jumlahnya = 1)
def softmax(a, axis=-1):
a = a - np.max(a, axis=axis, keepdims=True) # stabilitas numerik
e = np.exp(a)
return e / e.sum(axis=axis, keepdims=True)
weights = softmax(scores, axis=-1) # (L, L)
print("Attention weights (softmax per baris):\n", weights, "\n")
# 6) Weighted sum atas V → context vectors
context = weights @ V # (L, d_model)
print("Context vectors (weights @ V):\n", context, "\n")
# Token yang paling diperhatikan tiap baris
for i in range(weights.shape[0]):
j = int(np.argmax(weights[i]))
print(f"Token {i} paling fokus ke token {j} (bobot={weights[i,j]:.3f})")
"""
FIRST, BODIES = 44, (73, 74, 75, 83, 84)  # its first line in 002; those that were indented

SEED, DEVIATION = 0, "1/2"
X = ((1000, 0, 0, 100), (0, 1000, 0, 100), (0, 0, 1000, 100))

PRINTED = {
    "Q": ((-53, -77, 258, 16), (-384, 170, 590, 437), (-468, -644, -374, -16)),
    "K": ((-295, -147, 155, 511), (-87, 694, -383, 165), (429, 58, -422, -471)),
    "V": ((-66, 255, 180, 276), (-314, -81, 465, 845), (-616, 741, 746, 489)),
    "scores": ((38, -72, -72), (202, -1, -305), (83, -133, -36)),
    "weights": ((358, 321, 321), (413, 338, 249), (371, 299, 329)),
    "context": ((-322, 303, 453, 527), (-287, 263, 417, 521), (-322, 315, 452, 516)),
}

MOST_ATTENDED = ((0, 0, 358), (1, 0, 413), (2, 0, 371))  # row, token, weight; counted from 0

LETTERS = dict(zip(PRINTED, ("Q", "K", "V", "s", r"\alpha", "Y"), strict=True))


def of_table(name, tex, computed=False):
    """Return the family of a word for a table of the program, as wide as that table is."""
    height, width = len(PRINTED[name]), len(PRINTED[name][0])

    def entry(i, j):
        """Return the printed number, which a delta picks from its table."""
        rows = enumerate(PRINTED[name], start=1)
        numbers = ((r, c, each) for r, row in rows for c, each in enumerate(row, start=1))
        picked = [v * delta(i, r) * delta(j, c) for r, c, v in numbers]
        return sum(picked[1:], picked[0]) / 1000

    entry.__name__ = f"{'rounded' if computed else 'printed'}_{name}"
    return word(tex + "_{{{i}{j}}}", computed, i=lambda: height, j=lambda: width)(entry)()


rounded = {
    name: of_table(name, rf"\operatorname{{{{round}}}}_3({tex})", computed=True)
    for name, tex in LETTERS.items()
}
printed = {name: of_table(name, rf"\hat{{{{{tex}}}}}") for name, tex in LETTERS.items()}


@word(r"\#\{{\text{{errors of syntax}}\}}", computed=True)
def errors():
    """What Python's compiler reports of the program."""


@word(r"\operatorname{{name}}_{{{i}}}", computed=True, i=lambda: len(X))
def name_of_row(i):
    """By which number the program's last lines name a row."""


@word(
    r"\operatorname{{name}}(\operatorname{{argmax}} \alpha_{{{i}}})",
    computed=True,
    i=lambda: len(X),
)
def name_of_most_attended(i):
    """By which number they name the token to which a row attends most."""


@word(r"\operatorname{{argmax}} \alpha_{{{i}}}", computed=True, i=lambda: len(X))
def most_attended(i):
    """The token to which a row attends most, counted from 1."""


row = index("i", term(len(X)))
entry = lambda table: table[row, index("j", table.lasts[1])]

CLAIMS = (
    Claim(
        id="heads.program",
        states=states(
            *(equal(entry(rounded[name]), entry(printed[name])) for name in PRINTED),
            line(total(printed["weights"][term(3)]), "=", Fraction(999, 1000)),
        ),
        kind="example",
        says="The worked program, with its indentation restored, computes the queries, keys, "
        "values, scores, weights and outputs that the code here computes, to the three decimals "
        "that it prints (under a hat); its third row of weights, thus rounded, sums to 0.999.",
        sources=("002:45-58", "002:54", "002:55/width", "002:60-66", "002:68-70", "002:76-80"),
        answers=("002:71", "002:72-84/indentation"),
        builds_on=("heads.self-attention",),
        repairs=("heads.program-runs-as-printed",),
    ),
    Claim(
        id="heads.program-runs-as-printed",
        states=states(equal(errors(), 0)),
        kind="example",
        says="The worked program runs as it is printed.",
        sources=("002:72-84/indentation",),
    ),
    Claim(
        id="heads.program-counts-as-its-comments-do",
        answers=("002:82-84",),
        states=states(equal(name_of_row()[row], row)),
        kind="example",
        sources=("002:82-84/numbers",),
        says="The program's last lines call a token by the number that its first lines gave it.",
    ),
    Claim(
        id="heads.program-attends-most-to-its-first-token",
        answers=("002:82-84/numbers", "002:82-84/random"),
        states=states(
            equal(most_attended()[row], 1),
            equal(name_of_most_attended()[row], 0),
        ),
        kind="example",
        sources=("002:82-84",),
        says="All three tokens attend most to token-1, which the program prints as token 0.",
        builds_on=("heads.program",),
        repairs=("heads.program-counts-as-its-comments-do",),
    ),
)
