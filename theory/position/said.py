"""Positions: what the documents print, and what is claimed of it.

Positions p and columns of PE count from 0. Where the width must be even, d is the number of pairs.
"""

from fractions import Fraction

from theory.claim import Claim
from theory.heads.gauge import OF_POSITIONS
from theory.letters import L, d_model
from theory.position.alibi import CLAIMS as LINEAR_BIASES
from theory.position.order import CLAIMS as ORDER
from theory.position.rotary import CLAIMS as ROTARY
from theory.position.sinusoids import BASE, c, column, half, p, pair, place, row, sinusoid
from theory.position.sinusoids import CLAIMS as SINUSOIDS
from theory.position.words import (
    E_123,
    E_321,
    PE,
    POS,
    E,
    N,
    W,
    _tenths,
    columns_up_to,
    entry,
    i_worked,
    j_worked,
    learned,
    one_hot,
    places,
    printed,
    printed_,
    with_positions,
)
from theory.stating.families import every, total
from theory.stating.operations import cos, sin
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.vocabulary import matrix

given, given_ = _tenths("E", E_123), _tenths("E'", E_321)
at_place = matrix("PE", POS)[i_worked, j_worked]


CLAIMS = (
    Claim(
        id="position.sinusoidal",
        kind="definition",
        states=states(
            equal(
                sinusoid(place, 2 * pair),
                sin(place / BASE ** (2 * pair / d_model)),
                when=line(2 * pair, "<", d_model),
            ),
            equal(
                sinusoid(place, 2 * pair + 1),
                cos(place / BASE ** (2 * pair / d_model)),
                when=line(2 * pair + 1, "<", d_model),
            ),
        ),
        says="Each pair of columns is the sine and the cosine of the position at one frequency; "
        "positions and columns count from 0.",
        sources=("001:308", "003:26", "003:50", "003:52", "004:61/constants"),
        answers=(
            "000:96",
            "001:311/ranges",
            "001:355/argument",
            "003:50/letters",
            "003:50/typesetting",
            "003:52/typesetting",
        ),
        note="001:389 counts positions from 1, the original's code (tensor2tensor) and the code "
        "here from 0. tensor2tensor puts all sines before all cosines, and divides the position "
        "by 10000^(i/(d_model/2 - 1)), not by 10000^(2i/d_model) "
        "(tensorflow/tensor2tensor#1423).",
    ),
    Claim(
        id="position.both-printed-forms-agree",
        states=states(
            equal(
                sin(p / BASE ** (pair / d_model)),
                sin(p / BASE ** (2 * half / d_model)),
                when=line(pair, "=", 2 * half),
            ),
            equal(
                cos(p / BASE ** ((pair - 1) / d_model)),
                cos(p / BASE ** (2 * half / d_model)),
                when=line(pair, "=", 2 * half + 1),
            ),
        ),
        answers=("001:308", "001:311/ranges", "003:50/index"),
        says="The form by columns and the form by pairs are the same, if columns count from 0.",
        builds_on=("position.sinusoidal",),
        repairs=("position.columns-count-from-one",),
    ),
    Claim(
        id="position.columns-count-from-one",
        states=states(equal(sinusoid(p, column), sinusoid(p, column - 1))),
        says="With columns from 1 to d_model the formula gives the original's rows.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.columns-run-up-to-d-model",
        states=states(equal(columns_up_to(d_model), d_model)),
        says="With columns from 0 up to d_model a row has d_model components.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.d-model-is-the-length",
        states=states(equal(d_model, L)),
        says="d_model is the number of elements in the sequence.",
        sources=("001:311/d-model",),
    ),
    Claim(
        id="position.sizes",
        states=states(
            sized(every(row, column, entry=sinusoid(row - 1, column - 1)), L, d_model),
            sized(every(row, column, entry=learned(W, places[row], column)), L, d_model),
            sized(E + PE, L, d_model),
            given=line(places[row], "<", N),
        ),
        says="L positions make L rows as wide as the embeddings, sinusoidal or learned; a row is "
        "added to a row of the same width, so d_input is d_model.",
        sources=("001:305", "001:389-394"),
        answers=("001:311/ranges", "001:311/d-model", "001:311/index", "001:389-394/name"),
        builds_on=("position.sinusoidal", "position.learned", "position.added"),
        repairs=("position.columns-run-up-to-d-model", "position.d-model-is-the-length"),
    ),
    Claim(
        id="position.added",
        kind="definition",
        states=states(
            equal(with_positions(E, PE, c, row, column), E[row, column] + c * PE[row, column])
        ),
        says="Positions are added to the embeddings, row by row, times a scale.",
        sources=(
            "001:305",
            "001:317",
            "001:379",
            "001:443/formula",
            "003:46/added",
            "004:60",
            "004:61/constants",
        ),
        answers=("000:96", "001:317/typesetting", "001:443", "001:447-451", "003:26", "004:61"),
    ),
    Claim(
        id="position.learned",
        kind="definition",
        states=states(
            equal(
                learned(W, place, column),
                total(every(entry, entry=one_hot(place, entry) * W[entry, column])),
            ),
            given=line(place, "<", N),
        ),
        says="Learned positions are rows of a table, as embeddings are; there is no position "
        "beyond the table's end.",
        sources=("001:355/argument", "001:382", "001:385-387", "001:385-387/table"),
        answers=("001:333-337/one-hot", "004:61/constants"),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="position.worked-sum-as-printed",
        kind="example",
        states=states(equal(given + at_place, printed), equal(given_ + at_place, printed_)),
        says="The two worked sums of embeddings and positions add up.",
        sources=("001:326-343", "001:344-360"),
    ),
    Claim(
        id="position.worked-sum-at-one-tenth",
        kind="example",
        states=states(
            equal(given + at_place / 10, printed),
            equal(given_ + at_place / 10, printed_),
            equal(given + at_place - printed, Fraction(9, 10) * at_place),
            equal(given_ + at_place - printed_, Fraction(9, 10) * at_place),
        ),
        answers=("001:322", "001:326-343", "001:344-360", "001:374-376"),
        says="Both worked sums are right with the scale 1/10, which is not printed; as printed, "
        "the three entries of each that meet a 1 are off by 0.9.",
        builds_on=("position.added",),
        repairs=("position.worked-sum-as-printed",),
    ),
    *ORDER,
    *SINUSOIDS,
    *ROTARY,
    *OF_POSITIONS,
    *LINEAR_BIASES,
)
