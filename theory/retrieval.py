"""Retrieval: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Words

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
            "BERT-DOT reads query and document apart and compares their [CLS] rows.",
            "BERT-DOT membaca kueri dan dokumen secara terpisah dan membandingkan baris [CLS]-nya.",
        ),
        sources=("001:511",),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="retrieval.printed-product-is-a-number",
        kind="sizes",
        latex=r"\operatorname{BERT}(q)_{[\mathrm{CLS}]}^\top \operatorname{BERT}(d)_{"
        r"[\mathrm{CLS}]} \in \mathbb R",
        says=Words(
            "The product as printed, with the transpose on the first row, is a number.",
            "Hasil kali seperti tercetak, dengan transpos pada baris pertama, adalah bilangan.",
        ),
        sources=("001:517",),
    ),
    Claim(
        id="retrieval.sizes",
        kind="sizes",
        latex=r"x, y \in \mathbb R^{1 \times d}:\quad x y^\top \in \mathbb R^{1 \times 1},\quad"
        r" x^\top y \in \mathbb R^{d \times d}",
        says=Words(
            "Rows are multiplied as x yᵀ, a number; xᵀ y is a d × d matrix, of rank 1.",
            "Baris dikalikan sebagai x yᵀ, sebuah bilangan; xᵀ y adalah matriks d × d berperingkat "
            "1.",
        ),
        builds_on=("retrieval.dot",),
        repairs=("retrieval.printed-product-is-a-number",),
    ),
    Claim(
        id="retrieval.ranking-ignores-shift-and-scale",
        kind="invariance",
        latex=r"(a s_i + b) - (a s_j + b) = a\, (s_i - s_j),\quad a > 0",
        says=Words(
            "A ranking, and a softmax up to its temperature, uses differences alone: any number "
            "may be added to all scores of a query, so one score says nothing by itself, and "
            "scores of different queries cannot be compared.",
            "Pemeringkatan, dan softmax sampai suhunya, hanya memakai selisih: bilangan apa pun "
            "boleh ditambahkan ke semua skor suatu kueri, jadi satu skor tidak berarti apa-apa "
            "sendirian, dan skor kueri yang berbeda tidak dapat dibandingkan.",
        ),
        sources=("001:519/no-meaning", "001:519/ranking"),
        hypotheses={"positive-factor": Words("the factor is positive", "faktornya positif")},
        builds_on=("retrieval.dot", "softmax.shift-invariance"),
        departs="A score of BERT-CAT is a probability, and means one if it is calibrated.",
    ),
    Claim(
        id="retrieval.dot-never-ranks-a-mixture-first",
        kind="bound",
        latex=r"d_0 = \sum_j w_j d_j,\ w \ge 0,\ \sum_j w_j = 1 \implies q d_0^\top \le \max_j q"
        r" d_j^\top",
        says=Words(
            "A document whose vector lies in the convex hull of others is first for no query: with "
            "vectors of width d, products cannot express every pattern of relevance.",
            "Dokumen yang vektornya terletak dalam selubung konveks dokumen lain tidak pernah "
            "pertama untuk kueri mana pun: dengan vektor selebar d, hasil kali tidak dapat "
            "menyatakan semua pola relevansi.",
        ),
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.cat-ranks-any-document-first",
        kind="bound",
        latex=r"f(q, d) = -\max(0, q - d) - \max(0, d - q) \le 0 = f(d, d)",
        says=Words(
            "A score that sees both at once can rank any document first: two hidden units compute "
            "-|q - d| from numbers q and d, largest where they are equal. Of three numbers the "
            "middle one is first for some query, which no product of width 1 allows.",
            "Skor yang melihat keduanya sekaligus dapat menempatkan dokumen mana pun di urutan "
            "pertama: dua unit tersembunyi menghitung -|q - d| dari bilangan q dan d, terbesar "
            "bila sama. Dari tiga bilangan, yang di tengah menjadi pertama untuk suatu kueri, yang "
            "tidak mungkin dengan hasil kali selebar 1.",
        ),
        builds_on=("retrieval.dot-never-ranks-a-mixture-first", "feedforward.absolute-value"),
    ),
    Claim(
        id="retrieval.costs",
        kind="sizes",
        latex=r"N\, C(L_q + L_d) \text{ per query for CAT},\quad C(L_q) + N d \text{ for DOT, after"
        r" } N\, C(L_d) \text{ once}",
        says=Words(
            "For N documents CAT runs the encoder N times on joined sequences for every query; DOT "
            "runs it once, on the query, and multiplies N vectors. C is the cost of the encoder, "
            "quadratic in the length.",
            "Untuk N dokumen, CAT menjalankan encoder N kali pada barisan gabungan untuk tiap "
            "kueri; DOT menjalankannya sekali, pada kueri, dan mengalikan N vektor. C adalah biaya "
            "encoder, kuadratik terhadap panjang.",
        ),
        builds_on=("encoder.costs", "retrieval.cat", "retrieval.dot"),
    ),
)
