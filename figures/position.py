"""Figures of positions: the sinusoids, their inner products, order lost and found, and a sum."""

import numpy as np

from figures import style, tables
from figures.book import figure
from impl.embedding import embed
from impl.heads import scaled_dot_product_attention
from impl.position import add_positions, sinusoidal
from impl.scores import scaled_dot
from impl.softmax import softmax
from theory.claim import Words
from theory.rounding import C, bound_attention, bound_dot, bound_scaled_sum, bound_sinusoid, factors

POSITION = Words("position $p$", "posisi $p$")
OTHER = Words("position $q$", "posisi $q$")
COLUMN = Words("column $i$", "kolom $i$")
WAVELENGTH = Words(r"wavelength $\lambda_i$", r"panjang gelombang $\lambda_i$")
OFFSET = Words("offset $k$", "selisih $k$")
PRODUCT = Words(r"$\langle PE_p, PE_{p+k}\rangle$", r"$\langle PE_p, PE_{p+k}\rangle$")
SENTENCE = Words("dog bites man", "anjing menggigit orang")
WITHOUT = Words("without positions", "tanpa posisi")
WITH = Words("with positions", "dengan posisi")
BASE = 10000
F64 = "float64"


@figure(
    "sinusoidal-table",
    shows=(
        "position.sinusoidal",
        "position.wavelengths",
        "position.longest-wavelength",
    ),
    height=6.4,
    caption=Words(
        "The sinusoidal table of 64 positions and 32 columns, from $-1$ (white) to 1 (dark). "
        "Sine and cosine of one pair of columns share a wavelength; on the logarithmic axis the "
        "wavelengths stand on a line, for they grow by the same factor from pair to pair. They "
        r"begin at $2\pi$ and stay below $10000\cdot2\pi$, which the last pair does not reach.",
        "Tabel sinusoidal dari 64 posisi dan 32 kolom, dari $-1$ (putih) sampai 1 (gelap). "
        "Sinus dan kosinus dari satu pasang kolom berbagi satu panjang gelombang; pada sumbu "
        "logaritmik panjang gelombang terletak pada satu garis, sebab bertambah dengan faktor "
        r"yang sama dari pasangan ke pasangan. Mulainya dari $2\pi$, dan tetap di bawah "
        r"$10000\cdot2\pi$, yang tidak dicapai pasangan terakhir.",
    ),
)
class SinusoidalTable:
    """Look down the columns: the waves get longer, and the dots beside them say by how much."""

    @staticmethod
    def compute():
        """Return the table, and the wavelengths that its first step shows."""
        pe = sinusoidal(64, 32, BASE)
        turned = np.arctan2(pe[1, 0::2], pe[1, 1::2])  # from position 0 to 1, in each pair
        return {"table": pe, "wavelengths": 2 * np.pi / turned}

    @staticmethod
    def examine(data, expect):
        """Each pair moves on a circle, with the wavelength of the theory."""
        from theory.position import wavelength  # here, as SymPy takes longer than the drawing

        pe, found = data["table"], data["wavelengths"]
        length, width = pe.shape
        angles = np.arange(length)[:, None] / BASE ** (np.arange(0, width, 2) / width)
        off = _rounding(angles, width)
        circle = (pe[:, 0::2] ** 2 + pe[:, 1::2] ** 2) - 1
        # Each square carries twice its entry's error and its own rounding; their sum one more.
        expect.coincide("the squares of a pair and 1", circle, 0, 4 * off + float(factors(4, F64)))
        exact = np.asarray([float(wavelength(k, width, BASE)) for k in range(width // 2)])
        # An angle is off by what its sine and cosine are together; so is the quotient, relatively.
        relative = 2 * off[1] / angles[1] + float(factors(C + 2, F64))
        expect.coincide("a wavelength and 2π b^(2i/d)", found, exact, 2 * relative * exact)
        longest = 2 * np.pi * BASE
        expect.at_most("a wavelength", found, longest, "position.longest-wavelength")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the table, and beside its rows the wavelengths."""
        left, right = canvas.subplots(1, 2, sharey=True, width_ratios=(1.5, 1))
        pe, found = data["table"], data["wavelengths"]
        length, width = pe.shape
        left.imshow(pe.T, vmin=-1, vmax=1.25, aspect="auto", interpolation="nearest",
                    extent=(-0.5, length - 0.5, width - 0.5, -0.5))  # fmt: skip
        style.ticks(left.xaxis, range(0, length, 16), lang)
        style.ticks(left.yaxis, range(0, width, 8), lang)
        left.set_xlabel(getattr(POSITION, lang))
        left.set_ylabel(getattr(COLUMN, lang))
        for end in (2 * np.pi, 2 * np.pi * BASE):
            right.axvline(end, **style.LIMIT)
        right.plot(found, 2 * np.arange(width // 2) + 0.5, "o", color=style.INK, markersize=3)
        right.set_xscale("log")
        right.set_xlim(2, 3e5)
        style.powers(right.xaxis, range(1, 6))
        right.set_xlabel(getattr(WAVELENGTH, lang))
        right.tick_params(left=False)
        style.label(right, 2 * np.pi, 28.5, r"$2\pi$", by=(4, 0))
        style.label(right, 2 * np.pi * BASE, 2, r"$10^4\cdot 2\pi$", by=(-3, 0))


def _rounding(angles, width):
    """Return how far the sine and the cosine of each angle may be from the exact ones."""
    exponents = np.arange(0, width, 2) / width
    rows = np.atleast_2d(angles)
    return np.asarray([
        [float(bound_sinusoid(a, e, BASE, F64)) for a, e in zip(row, exponents, strict=True)]
        for row in rows
    ])  # fmt: skip


@figure(
    "position-products",
    shows=("position.inner-product-knows-the-offset", "position.length-of-a-row"),
    height=5.4,
    caption=Words(
        "Inner products of sinusoidal positions with 128 columns. The map (left, the darker the "
        "larger) is constant along its diagonals: only the offset counts. As a function of the "
        "offset (right) they are the same from $p=60$ (line) and from $p=190$ (circles), and "
        "even: the distance is encoded, its direction is not. They fall from $d/2$, but not "
        "steadily.",
        "Hasil kali dalam posisi sinusoidal dengan 128 kolom. Petanya (kiri, makin gelap makin "
        "besar) tetap sepanjang diagonalnya: hanya selisih yang berperan. Sebagai fungsi "
        "selisih (kanan) nilainya sama dari $p=60$ (garis) dan dari $p=190$ (lingkaran), dan "
        "genap: jarak terkodekan, arahnya tidak. Nilainya turun dari $d/2$, tetapi tidak "
        "terus-menerus.",
    ),
)
class PositionProducts:
    """Look at the circles on the line, and at both of its halves."""

    @staticmethod
    def compute():
        """Return the products of all positions, and those from two positions by offset."""
        pe = sinusoidal(256, 128, BASE)
        offsets, anchors = np.arange(-60, 61), np.asarray([60, 190])
        gram = pe @ pe.T
        return {
            "offset": offsets,
            "anchors": anchors,
            "map": gram[:61, :61],
            "products": gram[anchors[:, None], anchors[:, None] + offsets],
            "width": np.asarray(pe.shape[1]),
        }

    @staticmethod
    def examine(data, expect):
        """Every product is the sum of the cosines of its offset, within rounding."""
        d, k, products = int(data["width"]), data["offset"], data["products"]
        omega = BASE ** (-np.arange(0, d, 2) / d)
        exact = np.cos(np.abs(k)[:, None] * omega).sum(axis=-1)
        # An entry of position 250 is off by at most `off`, and so a product of two by thrice that;
        # adding them rounds once more, and the sum of cosines beside as much.
        off = _rounding(250 * omega, d)
        bound = 8 * off.sum() + 2 * float(bound_dot(d, d, F64))
        claim = "products and Σ cos ω_i k"
        for p, row in zip(data["anchors"], products, strict=True):
            expect.coincide(f"the {claim} from p = {p}", row, exact, bound)
        place = np.arange(len(data["map"]))
        apart = np.abs(place[:, None] - place)
        expect.coincide(f"the mapped {claim}", data["map"], exact[k >= 0][apart], bound)
        expect.coincide("the squared length and d/2", products[:, 60], d / 2, bound)
        steps = np.diff(products[0][k >= 0])
        expect.holds(
            steps.min() < -bound and steps.max() > bound,
            "the products only fall, or only rise, with the distance; expected both",
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the map on the left, the products by offset on the right."""
        left, right = canvas.subplots(1, 2, width_ratios=(1, 1))
        d = float(data["width"])
        end = len(data["map"]) - 0.5
        left.imshow(data["map"], vmin=data["map"].min() - 5, vmax=d / 2, interpolation="nearest",
                    extent=(-0.5, end, end, -0.5))  # fmt: skip
        for axis in (left.xaxis, left.yaxis):
            style.ticks(axis, (0, 20, 40, 60), lang)
        left.set_xlabel(getattr(OTHER, lang))
        left.set_ylabel(getattr(POSITION, lang))
        k, (first, second) = data["offset"], data["products"]
        right.axhline(d / 2, **style.LIMIT)
        right.plot(k, first, **style.STROKES[0])
        right.plot(k[::6], second[::6], "o", color=style.RED, markerfacecolor="white")
        right.set_box_aspect(1)
        right.set_ylim(0, 70)
        right.set_xlim(-64, 64)
        style.ticks(right.xaxis, (-60, -30, 0, 30, 60), lang)
        style.ticks(right.yaxis, (0, 20, 40, 60), lang)
        right.set_xlabel(getattr(OFFSET, lang))
        right.set_ylabel(getattr(PRODUCT, lang))
        style.label(right, -60, d / 2, "$d/2$", by=(0, -7))


@figure(
    "equivariance",
    shows=("position.equivariant", "position.order-cannot-be-learned"),
    height=6.0,
    caption=Words(
        "The outputs of self-attention for one sentence in two orders, each row beside its word. "
        "Without positions (top) the outputs change places as the words do, and the lines connect "
        "equal rows; their sum does not know the order. With positions added (bottom) the row of "
        "every word is another (dashed), even where the word keeps its place.",
        "Keluaran self-attention untuk satu kalimat dalam dua urutan, tiap baris di samping "
        "katanya. Tanpa posisi (atas) keluaran bertukar tempat seperti katanya, dan garis "
        "menghubungkan baris yang sama; jumlahnya tidak mengetahui urutan. Dengan posisi "
        "dijumlahkan (bawah) baris setiap kata berubah (putus-putus), juga bila katanya tetap di "
        "tempatnya.",
    ),
)
class Equivariance:
    """Follow a line from left to right: it ends at the same numbers above, at others below."""

    @staticmethod
    def compute():
        """Return the outputs for both orders, with and without positions.

        Entries are small integers and the width is 4: without positions all scores are exact.
        """
        table = np.asarray([[2.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [1.0, 1.0, 0.0, 2.0]])
        order, pe = np.asarray([2, 1, 0]), sinusoidal(3, 4)
        data = {"order": order, "table": table}
        for name, places in (("first", np.arange(3)), ("second", order)):
            x = embed(places, table)
            data[f"without-{name}"] = scaled_dot_product_attention(x, x, x)
            x = add_positions(x, pe)
            data[f"with-{name}"] = scaled_dot_product_attention(x, x, x)
        return data

    @staticmethod
    def examine(data, expect):
        """Without positions rows are permuted, and sum to the same; with them each differs."""
        order, table = data["order"], data["table"]
        scores = scaled_dot(table, table)
        bound = np.asarray([
            [float(2 * bound_attention(s.tolist(), p.tolist(), column.tolist(), F64))
             for column in table.T]
            for s, p in zip(scores, softmax(scores), strict=True)
        ])  # fmt: skip
        first, second = data["without-first"], data["without-second"]
        expect.coincide(
            "without positions, the outputs of both orders", second, first[order], bound[order]
        )
        total = bound.sum(axis=0) + float(bound_dot(6, 3, F64))
        expect.coincide("their sums over the words", second.sum(axis=0), first.sum(axis=0), total)
        moved = np.abs(data["with-second"] - data["with-first"][order]).max(axis=-1)
        expect.at_least("the change of a row, with positions,", moved, 0.1, "the printed decimal")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw two tables above two, and a line from each word's row to its row in the other."""
        axes = canvas.subplots(2, 3, width_ratios=(4, 1.8, 4))
        words = np.asarray(getattr(SENTENCE, lang).split())
        order = data["order"]
        for (left, between, right), name, said in zip(
            axes, ("without", "with"), (WITHOUT, WITH), strict=True
        ):
            for each, which, names in ((left, "first", words), (right, "second", words[order])):
                values = data[f"{name}-{which}"]
                texts = [[style.number(value, lang, 1) for value in row] for row in values]
                tables.draw_table(each, values, texts, names, limits=(0, 5.5))
            right.yaxis.tick_right()
            right.tick_params(length=0, labelright=True, labelleft=False)
            added = "" if name == "without" else " + PE"
            left.set_title(f"$\\mathrm{{Attention}}(X{added})$", pad=4)
            right.set_title(f"$\\mathrm{{Attention}}(PX{added})$", pad=4)
            left.set_ylabel(getattr(said, lang))
            _connect(between, order, style.STROKES[0 if name == "without" else 1])


def _connect(axes, order, stroke):
    """Connect each row on the left with the row of the same word on the right."""
    for row, other in enumerate(np.argsort(order)):
        axes.plot((0, 1.8), (row + 0.5, other + 0.5), clip_on=False, **stroke)
    axes.set_xlim(0, 1.8)
    axes.set_ylim(len(order), 0)
    axes.set_aspect("equal")
    axes.axis("off")


@figure(
    "worked-positions",
    shows=("position.worked-sum-at-one-tenth", "position.added"),
    height=5.2,
    caption=Words(
        "The worked sums of embeddings and positions, for the tokens in order and in reverse, "
        "with the scale $1/10$. It is not printed, but only with it all entries are as printed; "
        "without it the three framed entries of each sum would be greater by 0.9, for $0.2+1$ "
        "is not 0.3. The same token, $t_1$ for instance, has another row in another place.",
        "Contoh penjumlahan embedding dan posisi, untuk token dalam urutan semula dan terbalik, "
        "dengan skala $1/10$. Skala itu tidak tercetak, tetapi hanya dengannya semua entri "
        "sesuai dengan yang tercetak; tanpanya tiga entri berbingkai pada tiap jumlah akan "
        "lebih besar 0,9, sebab $0{,}2+1$ bukan 0,3. Token yang sama, misalnya $t_1$, berbaris "
        "lain di tempat lain.",
    ),
)
class WorkedPositions:
    """Look at the framed entries: a tenth more than on the left, where it says 1 in between."""

    @staticmethod
    def compute():
        """Return both embeddings, the positions, and the sums: printed, and computed at 1/10."""
        from theory.position import E_123, E_321, POS, X_123, X_321

        pos = np.asarray(POS, dtype=float)
        data = {"positions": pos}
        for name, embedded, printed in (("forward", E_123, X_123), ("reverse", E_321, X_321)):
            e = np.asarray(embedded) / 10
            data[f"{name}-embeddings"] = e
            data[f"{name}-printed"] = np.asarray(printed) / 10
            data[f"{name}-sum"] = add_positions(e, pos, scale=0.1)
            data[f"{name}-unscaled"] = add_positions(e, pos)
        return data

    @staticmethod
    def examine(data, expect):
        """At 1/10 all is as printed; unscaled, the entries that meet a 1 are off by 0.9."""
        pos = data["positions"]
        for name in ("forward", "reverse"):
            e, printed = data[f"{name}-embeddings"], data[f"{name}-printed"]
            one = [[float(bound_scaled_sum(x, y, F64)) for x, y in zip(*rows, strict=True)]
                   for rows in zip(e, pos, strict=True)]  # fmt: skip
            rounding = 2 * np.asarray(one)
            expect.coincide(
                f"the {name} sum and the printed", data[f"{name}-sum"], printed, rounding
            )
            off = data[f"{name}-unscaled"] - printed
            expect.coincide(f"the {name} sum's error without scale", off, 0.9 * pos, rounding)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the two sums, one below the other."""
        axes = canvas.subplots(2, 3, gridspec_kw={"wspace": 0.2})
        for row, name, tokens in zip(
            axes, ("forward", "reverse"), ((1, 2, 3), (3, 2, 1)), strict=True
        ):
            shown = (data[f"{name}-embeddings"], data["positions"], data[f"{name}-sum"])
            for each, values, digits in zip(row, shown, (1, 0, 1), strict=True):
                texts = [[style.number(value, lang, digits) for value in line] for line in values]
                names = [f"$t_{token}$" for token in tokens] if each is row[0] else ()
                tables.draw_table(each, values / digits if digits else values / 2, texts, names)
            for k in range(3):
                tables.frame(row[2], k, k)
            between = {"ha": "center", "va": "center", "fontsize": 10}
            row[1].text(-1.05, 1.5, "$+$", **between)
            row[1].text(-0.4, 1.5, r"$\frac{1}{10}$", color=style.RED, **between)
            row[2].text(-0.45, 1.5, "$=$", **between)
        for each, title in zip(axes[0], ("$E$", "$PE$", "$X$"), strict=True):
            each.set_title(title, pad=4)
