"""The worked program of 002:43-85: its input, and what it prints once its indentation is restored.

Numbers are in thousandths, as the program prints three decimals. The projections are drawn from
NumPy's default generator with seed 0, normal with deviation one half, in the order W_q, W_k, W_v.
"""

from theory.claim import Claim

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

SOFTMAX = (  # 002:72-75, letter by letter
    "def softmax(a, axis=-1):",
    "a = a - np.max(a, axis=axis, keepdims=True) # stabilitas numerik",
    "e = np.exp(a)",
    "return e / e.sum(axis=axis, keepdims=True)",
)

MOST_ATTENDED = ((0, 0, 358), (1, 0, 413), (2, 0, 371))  # row, token, weight; counted from 0

CLAIMS = (
    Claim(
        id="heads.program",
        kind="example",
        latex=r"(Q, K, V, s, \alpha, \alpha V) \text{ of the worked program, to three decimals}",
        says="The worked program, with its indentation restored, prints what the code here "
        "computes, to every printed digit; its third row of weights, thus rounded, sums to 0.999.",
        sources=("002:45-58", "002:60-66", "002:68-70", "002:76-80"),
        builds_on=("heads.self-attention",),
        repairs=("heads.program-runs-as-printed",),
    ),
    Claim(
        id="heads.program-runs-as-printed",
        kind="example",
        latex=r"\text{the program is Python}",
        says="The worked program runs as it is printed.",
        sources=("002:72-84/indentation",),
    ),
    Claim(
        id="heads.program-counts-as-its-comments-do",
        kind="example",
        latex=r"\text{Token } i \text{ is the row named token-}i",
        says="The program's last lines call a token by the number that its first lines gave it.",
        sources=("002:82-84",),
    ),
    Claim(
        id="heads.program-attends-most-to-its-first-token",
        kind="example",
        latex=r"\operatorname{argmax}_j \alpha_{ij} = 1,\quad \max_j \alpha_{ij} = 0.358,\ 0.413,"
        r"\ 0.371",
        says="All three tokens attend most to token-1, which the program prints as token 0.",
        builds_on=("heads.program",),
        repairs=("heads.program-counts-as-its-comments-do",),
    ),
)
