"""Words and letters of the chapter on LayerNorm."""

from theory.letters import d
from theory.normalization.layer_norm import average, layer_norm
from theory.stating.families import Family, numbers
from theory.stating.operations import sqrt
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import letter, word


@word(r"\operatorname{{computed}}(\operatorname{{LayerNorm}}({x}))_{{{i}}}", computed=True, i="x")
def given_for_layer_norm(x: Family, i):
    """Entry i of what the library gives for LayerNorm, also where the formula divides by 0."""


@word(r"\mathrm{{fl}}(\operatorname{{LayerNorm}}({x}))_{{{i}}}", computed=True, i="x")
def computed_layer_norm(x: Family, i):
    """Entry i of what the library computes for LayerNorm, in floats."""


i, j, k = (index(name, d) for name in "ijk")
x, y, gains, biases = (numbers(name, d) for name in "xygb")
F = numbers("F", d)  # what a layer gives for x
w = numbers("w", d)  # a direction
epsilon, t, c, gain, bias = (real(name) for name in ("varepsilon", "t", "c", "a", "b"))
positive_epsilon = positive("varepsilon")
u, v = nonnegative("u"), nonnegative("v")  # variances
mu = letter("mu", average(x))
sigma = letter("sigma", sqrt(average((x - mu) ** 2)))
normal = letter("y", layer_norm(x))
