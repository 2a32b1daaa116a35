"""The encoder: formulas, and a sentence, that have no meaning as they are printed."""

from proofs.engine.malformed import ill_formed
from theory.heads.multi_head import product
from theory.letters import L, d_ff, d_model
from theory.stating.families import every, numbers
from theory.stating.forming import defined, fitting, places
from theory.stating.variables import index, size

E, rows = numbers("E", size("V"), d_model), numbers("X", L, d_model)
t, Y = numbers("t", L, domain="integer"), numbers("Y", L, d_model)
l, a = index("l", L), index("a", d_model)  # noqa: E741  (the theory's names)
NESTED = {r"\text{EncoderBlock}_1": lambda tokens: Y, r"\mathbf{t}": t}


@ill_formed(
    "001:447-451",
    because="the second block is given the rows of the first one, and Embed, which stands in every "
    "block, takes a list of tokens",
    printed={"inner": r"\text{EncoderBlock}_1(\mathbf{t})"},
    meant={"inner": r"\mathbf{t}"},
    letters=NESTED,
)
@ill_formed(
    "001:465/nested",
    because="the blocks of line 451 are nested in it again",
    printed={"inner": r"\text{EncoderBlock}_1(\mathbf{t})"},
    meant={"inner": r"\mathbf{t}"},
    letters=NESTED,
)
def what_a_block_embeds(inner):
    return defined(rows[l, a], every(l, entry=E[places(inner)[l], a])[l], given=(E, inner))


@ill_formed(
    "002:9",
    because="the first layer of the net takes rows of d_model numbers, and a row of logits has a "
    "number for each key",
    printed={"taken": numbers("S", L, L)},
    meant={"taken": numbers("Y", L, d_model)},
)
def what_the_net_takes(taken):
    return product(*fitting(taken, numbers("W_1", d_model, d_ff)))
