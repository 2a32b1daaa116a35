"""Retrieval: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Words


def bernoulli(y, p):
    """001:489, 001:502: Ber(y | p)."""
    return p**y * (1 - p) ** (1 - y)


CLAIMS = (
    Claim(
        id="retrieval.cat",
        kind="definition",
        latex=r"\operatorname{CAT}(q, d) = \sigma(\operatorname{BERT}([q, d])_{[\mathrm{CLS}]} w)",
        says=Words(
            "BERT-CAT reads query and document together, and gives a probability of relevance.",
            "BERT-CAT membaca kueri dan dokumen bersama-sama, dan memberi peluang relevansi.",
        ),
        sources=("001:502", "001:506"),
        builds_on=("bert.next-sentence",),
    ),
    Claim(
        id="retrieval.relevance-is-free-of-y",
        kind="identity",
        latex=r"p(\text{relevant} \mid q, d) = \operatorname{Ber}(y \mid p) \text{ for every } y",
        says=Words(
            "The probability that a document is relevant is the Bernoulli probability of y, "
            "whatever y is.",
            "Peluang bahwa dokumen relevan adalah peluang Bernoulli dari y, apa pun y itu.",
        ),
        sources=("001:502/unbound",),
    ),
    Claim(
        id="retrieval.bernoulli",
        kind="identity",
        latex=r"\operatorname{Ber}(y \mid p) = p^y (1 - p)^{1 - y}:\quad \operatorname{Ber}(1 \mid"
        r" p) = p,\ \operatorname{Ber}(0 \mid p) + \operatorname{Ber}(1 \mid p) = 1",
        says=Words(
            "With y for relevance on both sides the formula is right: y = 1 has the probability p, "
            "y = 0 the rest.",
            "Dengan y untuk relevansi di kedua ruas, rumusnya benar: y = 1 berpeluang p, y = 0 "
            "sisanya.",
        ),
        builds_on=("retrieval.cat",),
        repairs=("retrieval.relevance-is-free-of-y",),
    ),
    Claim(
        id="retrieval.logistic-keeps-order",
        kind="bound",
        latex=r"z > z' \implies \sigma(z) > \sigma(z')",
        says=Words(
            "Documents ranked by the probability are ranked by the number before it: either "
            "serves as a score.",
            "Dokumen yang diurutkan menurut peluangnya terurut menurut bilangan sebelumnya: "
            "keduanya dapat dipakai sebagai skor.",
        ),
        sources=("001:508",),
        builds_on=("retrieval.cat",),
    ),
    Claim(
        id="retrieval.dot",
        kind="definition",
        latex=r"\operatorname{DOT}(q, d) = \operatorname{BERT}(q)_{[\mathrm{CLS}]}\,"
        r" \operatorname{BERT}(d)_{[\mathrm{CLS}]}^\top",
        says=Words(
            "BERT-DOT reads query and document apart and compares their [CLS] rows, here with the "
            "dot product.",
            "BERT-DOT membaca kueri dan dokumen secara terpisah dan membandingkan baris [CLS]-nya, "
            "di sini dengan hasil kali titik.",
        ),
        sources=("001:511", "001:517"),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="retrieval.printed-product-is-a-number",
        kind="sizes",
        latex=r"x, y \in \mathbb R^{d \times 1} \implies x^\top y \in \mathbb R^{1 \times 1}",
        says=Words(
            "The product as printed, with the transpose on the first vector, is a number if the "
            "vectors are columns; elsewhere in the drafts they are rows.",
            "Hasil kali seperti tercetak, dengan transpos pada vektor pertama, adalah bilangan "
            "bila vektornya berupa kolom; di tempat lain dalam draf vektor berupa baris.",
        ),
        sources=("001:517", "001:530"),
        hypotheses={
            "columns": Words("the vectors are columns", "vektornya berupa kolom"),
        },
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.sizes",
        kind="sizes",
        latex=r"x, y \in \mathbb R^{1 \times d}:\quad x y^\top \in \mathbb R^{1 \times 1},\quad"
        r" x^\top y \in \mathbb R^{d \times d}",
        says=Words(
            "Rows are multiplied as x yᵀ, a number; xᵀ y is a d × d matrix, of rank at most 1.",
            "Baris dikalikan sebagai x yᵀ, sebuah bilangan; xᵀ y adalah matriks d × d berperingkat "
            "paling banyak 1.",
        ),
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.ranking-ignores-shift-and-scale",
        kind="invariance",
        latex=r"s_i > s_j \implies a s_i + b > a s_j + b,\quad a > 0",
        says=Words(
            "A ranking stays the same if all scores of a query are multiplied by a positive number "
            "and any number is added.",
            "Pemeringkatan tetap sama bila semua skor suatu kueri dikalikan bilangan positif dan "
            "ditambah bilangan apa pun.",
        ),
        sources=("001:519/ranking",),
        hypotheses={"positive-factor": Words("the factor is positive", "faktornya positif")},
        builds_on=("retrieval.dot", "softmax.shift-invariance"),
    ),
    Claim(
        id="retrieval.dot-never-ranks-a-mixture-first",
        kind="bound",
        latex=r"d_0 = \sum_j w_j d_j,\ w \ge 0,\ \sum_j w_j = 1 \implies q d_0^\top \le \max_j q"
        r" d_j^\top",
        says=Words(
            "A document whose vector lies in the convex hull of others is strictly first for no "
            "query: no product of vectors expresses that it alone is the most relevant.",
            "Dokumen yang vektornya terletak dalam selubung konveks dokumen lain tidak pernah "
            "pertama sendirian untuk kueri mana pun: tidak ada hasil kali vektor yang menyatakan "
            "bahwa hanya dokumen itu yang paling relevan.",
        ),
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.joint-score-of-two-numbers-ranks-any-first",
        kind="bound",
        latex=r"f(q, d) = -\max(0, q - d) - \max(0, d - q) < 0 = f(d, d),\quad q \ne d \in"
        r" \mathbb R",
        says=Words(
            "What seeing both at once can do, in width 1: two hidden units compute -|q - d| from "
            "numbers q and d, largest where they are equal. So of three numbers the middle one is "
            "strictly first for some query, which no product of these numbers allows. (A wider or "
            "non-linear encoder may place documents so that products can.)",
            "Yang dapat dilakukan bila keduanya dilihat sekaligus, pada lebar 1: dua unit "
            "tersembunyi menghitung -|q - d| dari bilangan q dan d, terbesar bila sama. Jadi dari "
            "tiga bilangan, yang di tengah menjadi satu-satunya yang pertama untuk suatu kueri, "
            "yang tidak mungkin dengan hasil kali bilangan itu. (Encoder yang lebih lebar atau tak "
            "linear dapat menempatkan dokumen sehingga hasil kali mampu.)",
        ),
        builds_on=("retrieval.dot-never-ranks-a-mixture-first", "feedforward.absolute-value"),
    ),
    Claim(
        id="retrieval.costs",
        kind="sizes",
        latex=r"N\, (C(L_q + L_d + 3) + d) \text{ per query for CAT},\quad C(L_q + 2) + N d"
        r" \text{ for DOT, after } N\, C(L_d + 2) \text{ once}",
        says=Words(
            "For N documents CAT runs the encoder N times on joined sequences for every query; DOT "
            "runs it once, on the query; each then multiplies N vectors. C is the cost of the "
            "encoder, here of one block, quadratic in the length, special tokens included.",
            "Untuk N dokumen, CAT menjalankan encoder N kali pada barisan gabungan untuk tiap "
            "kueri; DOT menjalankannya sekali, pada kueri; keduanya lalu mengalikan N vektor. "
            "C adalah biaya encoder, di sini satu blok, kuadratik terhadap panjang, termasuk token "
            "khusus.",
        ),
        builds_on=("encoder.costs", "retrieval.cat", "retrieval.dot"),
    ),
)
