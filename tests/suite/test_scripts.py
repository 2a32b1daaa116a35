"""Scripts that show a departure without us: they fail where it is, and pass where it is mended."""

import numpy as np
import pytest

from atensi.judging.zoo import own_functions
from atensi.subjects import checking, laws, naming, shown
from atensi.subjects.checking import Asked
from atensi.subjects.offer import Call
from atensi.subjects.script import of_answer, script
from atensi.subjects.single import _required
from atensi.subjects.small_inputs import of_ones
from tests.helpers.somebodys import broken, run_of

MATHEMATICS = [name for name, own in own_functions().items()
               if own.__module__ not in ("impl.options", "impl.refusals", "impl.fold")
               and len(_required(name)) <= len(of_ones(name))]  # fmt: skip


@pytest.mark.parametrize("name", MATHEMATICS)
def test_each_function_that_can_be_named_alone_has_a_script_that_passes_where_it_is_right(
    name, tmp_path
):
    own, given = own_functions()[name], of_ones(name)[: len(_required(name))]
    found = naming.offer(f"{own.__module__}:{own.__name__}", name)
    came = found.functions[name](*given)
    off = tuple(each + 1 for each in came) if isinstance(came, tuple) else np.asarray(came) + 1.0
    text = script("as if it departed", found.scripts, [Call(name, tuple(given), {}, off)])
    assert "assert" in text and not run_of(tmp_path, text), text


NORM = """
import numpy as np

def f(x, gain=None, eps=0.0):
    size = np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)
    normal = x / np.where(size == 0, 1, size)
    return {}normal * {}
"""
NORMS = {
    "a gain": (NORM.format("{}", "(1 if gain is None else gain)"), "rms_norm"),
    "a gain beside one": (NORM.format("{}", "(1 + (0 if gain is None else gain))"), "rms_norm"),
}
TURNS = """
import numpy as np

def f(x, start=0, base=10000.0):
    n, d = x.shape[-2:]
    angle = (np.arange(n) + start)[:, None] * base ** (-np.arange(0, d, 2) / d)
    c, s = np.cos(angle).astype(x.dtype), np.sin(angle).astype(x.dtype)
    one, two = {}
    return {}
"""
NEIGHBOURS = TURNS.format(
    "x[..., 0::2], x[..., 1::2]",
    "np.stack([one * c - {0}two * s, one * s + two * c], axis=-1).reshape(x.shape)",
)
HALVES = TURNS.format(
    "np.split(x, 2, axis=-1)",
    "np.concatenate([one * c - {0}two * s, one * s + two * c], axis=-1)",
)
CAP = "import numpy as np\n\ndef f(scores, cap):\n    return cap * np.tanh({}scores / cap)\n"
TEXTS = {
    **{name: (text, like, "normalization.rms-norm") for name, (text, like) in NORMS.items()},
    "neighbours": (NEIGHBOURS, "rotary", "position.rotary-keeps-lengths"),
    "halves": (HALVES, "rotary", "position.rotary-keeps-lengths"),
    "a cap": (CAP, "softcap", "lookup.softcap"),
}


@pytest.mark.parametrize(("text", "like", "law"), TEXTS.values(), ids=TEXTS)
def test_a_script_calls_it_in_its_own_form_and_fails_until_it_is_mended(text, like, law, tmp_path):
    path = tmp_path / "its.py"
    path.write_text(text.format("2 * "), encoding="utf-8")
    lines = broken(f"{path}:f", law, like)
    assert "AssertionError: got" in run_of(tmp_path, lines)
    path.write_text(text.format(""), encoding="utf-8")
    assert not run_of(tmp_path, lines), lines


@pytest.mark.parametrize(
    ("text", "like", "key"),
    [(HALVES, "rotary", "rotary-form"),
     (NORMS["a gain beside one"][0], "rms_norm", "gain-of-rms_norm")],
)  # fmt: skip
def test_the_script_of_a_convention_calls_it_as_it_was_asked(text, like, key, tmp_path):
    path = tmp_path / "its.py"
    path.write_text(text.format(""), encoding="utf-8")
    offer, answers = checking.ours(Asked(f"{path}:f", like=like))
    (answer,) = (each for each in answers if each.convention.key == key)
    lines = of_answer("it", offer.scripts, answer)
    assert "AssertionError: got" in run_of(tmp_path, lines), lines


IN_PLACE = {
    "rms_norm": ("x *= 2", "normalization.rms-norm"),
    "softcap": ("scores *= 2", "lookup.softcap"),
    "softmax": ("x *= 2", "softmax.definition"),
    "rotary": ("x *= 2", "position.rotary-keeps-lengths"),
    "scaled_dot_product_attention": ("q *= 2", "lookup.attention"),
}


@pytest.mark.parametrize("like", IN_PLACE)
def test_a_change_of_what_is_given_has_a_script_that_fails_until_it_is_mended(like, tmp_path):
    change, law = IN_PLACE[like]
    own, path = own_functions()[like], tmp_path / "its.py"
    rest = f"from {own.__module__} import {like} as ours\n\ndef f(*rows, **options):\n    "
    first = f"{change.split()[0]} = rows[0]\n    "
    path.write_text(f"{rest}came = ours(*rows, **options)\n    {first}{change}\n    return came\n",
                    encoding="utf-8")  # fmt: skip
    lines = broken(f"{path}:f", law, like)
    assert f"AssertionError: {change.split()[0]} was [" in run_of(tmp_path, lines), lines
    path.write_text(f"{rest}return ours(*rows, **options)\n", encoding="utf-8")
    assert not run_of(tmp_path, lines)


# as rotary-embedding-torch kept them, by the length alone (lucidrains/rotary-embedding-torch#11)
KEPT = (
    NEIGHBOURS.format("")
    .replace("def f", "waves = {}\n\ndef f")
    .replace(
        "    one, two",
        "    c, s = waves.setdefault((n, d, x.dtype, base), (c, s))\n    one, two",
    )
)


def test_who_keeps_something_of_a_call_has_a_script_of_two_calls(tmp_path):
    path = tmp_path / "its.py"
    path.write_text(KEPT, encoding="utf-8")
    offer, _ = checking.ours(Asked(f"{path}:f", like="rotary"))
    found = (
        shown.with_script(laws.judge(offer, place, 25, 0), offer)
        for place, found in laws.properties().items()
        if "rotary" in laws.asks(found.function)
    )
    kept = [each for each in found if each.keeps]
    assert kept and any(each.script for each in kept)
    for each in (one for one in kept if one.script):
        assert each.script.count("function(") == 2
        assert "AssertionError: got" in run_of(tmp_path, each.script)
        path.write_text(NEIGHBOURS.format(""), encoding="utf-8")
        assert not run_of(tmp_path, each.script), each.script
        path.write_text(KEPT, encoding="utf-8")
