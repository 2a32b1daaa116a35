"""The words of the report for the names that a ledger uses."""

import re

from theory.claim import Words
from theory.language import in_all

CHAPTERS = {
    "softmax": "Softmax",
    "lookup": "Lookup table",
    "kernel": "Kernel regression",
    "scores": "Scores",
    "scaling": "Scaling",
    "heads": "Heads",
    "embedding": "Embedding",
    "position": "Position",
    "feedforward": "Feed-forward net",
    "normalization": "Normalization",
    "encoder": "Encoder",
    "decoder": "Decoder",
    "bert": "BERT",
    "retrieval": "Retrieval",
    "contrastive": "Contrastive learning",
}
VERDICTS = {
    "PROVED": Words("proved", "terbukti"),
    "PROVED UNDER": Words("proved under hypotheses", "terbukti dengan hipotesis"),
    "DEFINITION": Words("definition", "definisi"),
    "SUPPORTED": Words("supported", "didukung"),
    "REFUTED": Words("refuted", "terbantah"),
    "OPEN": Words("open", "terbuka"),
}
MEANS = {  # what each verdict rests on
    "PROVED": Words(
        "A derivation for all sizes, each step checked; a type check of the code on symbolic "
        "sizes, for a statement about sizes; a theorem in a proof assistant; an exact run, for a "
        "statement about one example.",
        "Penurunan untuk semua ukuran, tiap langkahnya diperiksa; pemeriksaan tipe kode pada "
        "ukuran simbolik, untuk pernyataan tentang ukuran; teorema dalam asisten bukti; jalan "
        "eksak, untuk pernyataan tentang satu contoh.",
    ),
    "PROVED UNDER": Words(
        "The same, under named hypotheses, each with a witness that it cannot be dropped.",
        "Sama, dengan hipotesis bernama, masing-masing dengan saksi bahwa ia tidak dapat "
        "dihilangkan.",
    ),
    "DEFINITION": Words(
        "The code, run on symbols, equals the printed formula entry by entry, at the sizes listed.",
        "Kode yang dijalankan pada simbol sama dengan rumus tercetak, entri demi entri, pada "
        "ukuran yang disebutkan.",
    ),
    "SUPPORTED": Words(
        "It held on the generated cases, at the sizes, or for the samples that are listed with "
        "their rates: no proof.",
        "Berlaku pada kasus yang dibangkitkan, pada ukuran, atau untuk sampel yang disebutkan "
        "beserta lajunya: bukan bukti.",
    ),
    "REFUTED": Words(
        "A witness against it, and in its place a claim that is itself proved.",
        "Ada saksi yang menyangkalnya, dan sebagai gantinya klaim yang terbukti.",
    ),
    "OPEN": Words(
        "Evidence is missing or fails.",
        "Bukti tidak ada atau gagal.",
    ),
}
EVIDENCE = {
    "derivation": Words("derivation", "penurunan"),
    "formal": Words("formal proof", "bukti formal"),
    "sizes": Words("sizes", "ukuran"),
    "exact run": Words("exact run", "jalan eksak"),
    "property": Words("property", "sifat"),
    "statistic": Words("statistical test", "uji statistik"),
    "counterexample": Words("counterexample", "contoh penyangkal"),
    "necessity": Words("hypothesis needed", "hipotesis diperlukan"),
    "figure": Words("figure", "gambar"),
}
ESTABLISHES = {  # what each kind of evidence can and cannot show
    "derivation": Words(
        "A chain of formulas over the reals, for all sizes. Each step is checked by a normal form "
        "of the difference or by a named rule; a false variant must be refused.",
        "Rantai rumus atas bilangan real, untuk semua ukuran. Tiap langkah diperiksa dengan bentuk "
        "normal selisihnya atau dengan aturan bernama; varian yang salah harus ditolak.",
    ),
    "formal": Words(
        "A theorem for all sizes. Coq's kernel checks the equation; that the code computes that "
        "equation, an exact run shows at small sizes, and a property tests on numbers at all "
        "others. Where Coq is not installed, what was recorded of the very same sources counts.",
        "Teorema untuk semua ukuran. Inti Coq memeriksa persamaannya; bahwa kode menghitung "
        "persamaan itu ditunjukkan oleh jalan eksak pada ukuran kecil, dan diuji oleh sifat dengan "
        "bilangan pada semua ukuran lain. Bila Coq tidak terpasang, yang berlaku adalah catatan "
        "dari sumber yang persis sama.",
    ),
    "sizes": Words(
        "The code runs on symbolic sizes: shapes and counts of operations, for all sizes.",
        "Kode dijalankan pada ukuran simbolik: bentuk dan banyaknya operasi, untuk semua ukuran.",
    ),
    "exact run": Words(
        "The code runs on symbols at fixed small sizes and gives the printed formula exactly. It "
        "says nothing of other sizes.",
        "Kode dijalankan pada simbol dengan ukuran kecil tertentu dan memberi tepat rumus "
        "tercetak. Tentang ukuran lain ia tidak berkata apa-apa.",
    ),
    "property": Words(
        "It held on every generated case, against an oracle of fifty digits and within a derived "
        "rounding bound; and it rejects a wrong implementation, so it could have failed.",
        "Berlaku pada tiap kasus yang dibangkitkan, terhadap acuan lima puluh digit dan dalam "
        "batas pembulatan yang diturunkan; dan ia menolak implementasi salah, jadi bisa gagal.",
    ),
    "statistic": Words(
        "A random claim, sampled until it is clear, with a stated rate of false alarms and of "
        "misses at the discrepancy that is named.",
        "Klaim acak, disampel sampai jelas, dengan laju alarm palsu dan laju luput yang dinyatakan "
        "pada selisih yang disebutkan.",
    ),
    "counterexample": Words(
        "One case in exact numbers at which the statement is false.",
        "Satu kasus dalam bilangan eksak yang membuat pernyataan salah.",
    ),
    "necessity": Words(
        "One case without the hypothesis at which the conclusion is false.",
        "Satu kasus tanpa hipotesis yang membuat simpulan salah.",
    ),
    "figure": Words(
        "What is drawn has passed its assertions. It illustrates and establishes nothing.",
        "Yang digambar telah lolos pernyataannya. Ia hanya menggambarkan, tidak menetapkan.",
    ),
}
KINDS = {"random": "random claim"}
SCOPES = {
    "reals": "the real numbers",
    "floats": "floating-point numbers",
}
DETAILS = {  # entries of a record that have no place of their own
    "entries": "entries compared",
    "cases": "cases run",
    "worst": "worst error, in units of its bound",
    "notices": "notices, at the least",
    "false_alarm": "rate of false alarms, at most",
    "miss": "rate of misses, at most",
    "assertions": "assertions on the data",
    "numbers": "numbers drawn",
    "uses": "hypotheses used",
    "lines": "lines of proof",
    "recorded": "checked elsewhere, of the sources",
}


def of(table, name):
    """Return the words for a name; for one that is not listed, the name itself."""
    return table.get(name, name.replace("_", " "))


_SENTENCES = (  # each sentence of atensi/verdict.py
    (r"there is no evidence", "tidak ada bukti"),
    (r"an exact run of the one case that the claim is about",
     "jalan eksak dari satu-satunya kasus yang dibicarakan klaim"),
    (r"an exact run of the code equals the printed formula",
     "jalan eksak kode sama dengan rumus tercetak"),
    (r"a counterexample refutes it; true instead: (.*)",
     r"contoh penyangkal membantahnya; yang benar: \1"),
    (r"(.*), for all sizes, under (.*)", r"\1, untuk semua ukuran, dengan hipotesis \2"),
    (r"(.*), for all sizes", r"\1, untuk semua ukuran"),
    (r"(.*), at the sizes and cases listed", r"\1, pada ukuran dan kasus yang disebutkan"),
    (r"builds on (.*), which is (.*)", r"bertumpu pada \1, yang \2"),
)  # fmt: skip
_PHRASES = (
    ("a type check of the code on symbolic sizes", "pemeriksaan tipe kode pada ukuran simbolik"),
    ("a formal proof", "bukti formal"),
    ("a derivation", "penurunan"),
    ("an exact run", "jalan eksak"),
    ("a statistical test", "uji statistik"),
    ("a property", "uji sifat"),
    (" and ", " dan "),
)


def because(sentence: str) -> dict[str, str]:
    """Return the sentence that says how a verdict was derived, in each language.

    A sentence of an OPEN claim that names a place in the code stays as it is.
    """
    for pattern, translated in _SENTENCES:
        found = re.fullmatch(pattern, sentence)
        if found:
            text = found.expand(translated)
            for phrase, own in _PHRASES:
                text = text.replace(phrase, own)
            return {"en": sentence, "id": text}
    return in_all(sentence)
