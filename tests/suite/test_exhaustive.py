"""An exhaustive run visits every float once, finds a planted error, refuses a small constant."""

import math
from dataclasses import dataclass, replace
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest

from atensi.judging.registry import proofs
from proofs.engine.evidence import exhaustive
from proofs.engine.exhausting import Measure, measured
from proofs.engine.stated import saying, stated
from proofs.engine.witness import EvidenceError
from proofs.exhaustive import errors, recorded
from proofs.exhaustive.all_floats import count, dtype_of, floats, largest, smallest_normal
from proofs.exhaustive.enclosed import FIRST, has_balls, searched
from proofs.exhaustive.errors import Place, confirmed, worst
from proofs.exhaustive.functions import FUNCTIONS, ErrorFunction, Function, Wave
from proofs.exhaustive.samples import around, evenly
from theory.fifty_digits import mp
from theory.floats.words import computed_log, t
from theory.rounding.bounds import bound_softmax
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import FAR, GROUNDS, TURNS, WITHIN, watching, within
from theory.stating.operations import log
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.terms import Applied, term

pytestmark = pytest.mark.meta
ROWS = recorded.read()
HALF = np.dtype("float16")
EXACT_ROUNDING = ("sqrt",)  # IEEE 754 demands it: the error is below u, however near


def test_every_bfloat16_runs_where_ml_dtypes_is_installed():
    dtype = dtype_of("bfloat16")
    if dtype is None:
        pytest.skip("ml_dtypes is not installed")
    row = next(r for r in ROWS if (r.function, r.form) == ("exp", "bfloat16"))
    here = recorded.measured("exp", "bfloat16").found
    assert here.floats == row.found.floats == count(dtype, *FUNCTIONS["exp"].ranges("bfloat16")[0])
    assert here.normal.error <= WITHIN["exp"]["bfloat16"]


@dataclass(frozen=True)
class Wrong(Function):
    """A function that errs at one float, by one unit in the last place."""

    at: float = 0.0

    def computed(self, x):
        y = super().computed(x)
        return np.where((x == self.at) & (x.dtype == HALF), np.nextafter(y, y.dtype.type(9)), y)


@dataclass(frozen=True)
class WrongNearOne(Function):
    """A function that errs by one unit in the last place, at the float64s next to one place."""

    at: float = 0.0

    def computed(self, x):
        y = super().computed(x)
        return np.where(abs(x - self.at) < 1e-12, np.nextafter(y, 9.0), y)


@pytest.mark.skipif(not has_balls(), reason="python-flint is not installed")
@pytest.mark.parametrize("name", [name for name in WITHIN if "float64" in WITHIN[name]])
def test_beside_balls_no_sample_of_float64_exceeds_its_constant(name):
    found = searched(FUNCTIONS[name])
    least = 0.5 if FUNCTIONS[name].beside_one else 0.9
    assert found.floats > FIRST
    assert least < found.normal.error <= WITHIN[name]["float64"]
    by_digits, _ = confirmed(FUNCTIONS[name], "float64", found.normal)
    assert least < by_digits.error <= WITHIN[name]["float64"]


@pytest.mark.skipif(not has_balls(), reason="python-flint is not installed")
def test_beside_balls_an_error_at_a_hard_place_is_found():
    planted = WrongNearOne("exp", None, -0.0, hard=(-1.75,), at=-1.75)
    assert searched(planted).normal.error > searched(FUNCTIONS["exp"]).normal.error


def test_the_blocks_hold_every_float_of_a_range_once():
    every = [x for ends in FUNCTIONS["tanh"].ranges("float16") for x in floats(HALF, *ends)]
    found = np.concatenate(every).view("uint16")
    assert len(np.unique(found)) == len(found) == 2 * (1 << 15) - 2 * (1 << 10)  # all finite ones
    assert len(found) == sum(count(HALF, *ends) for ends in FUNCTIONS["tanh"].ranges("float16"))


@pytest.mark.parametrize("form", ["float16", "float32", "float64"])
def test_the_ends_of_a_format_are_those_of_numpy(form):
    assert largest(form) == np.finfo(form).max
    assert smallest_normal(form) == np.finfo(form).smallest_normal
    assert 2.0 ** FORMATS[form].least == np.finfo(form).smallest_subnormal


def test_an_error_at_one_float_is_found():
    planted = Wrong("exp", None, -0.0, at=-1.75)
    blocks = [x for ends in planted.ranges("float16") for x in floats(HALF, *ends)]
    right, wrong = (worst(each, "float16", blocks) for each in (FUNCTIONS["exp"], planted))
    assert right.normal.error < 1 < wrong.normal.error
    assert wrong.normal.at == -1.75
    assert right.floats == wrong.floats == len(np.concatenate(blocks))


def test_what_exceeds_the_spacing_of_subnormal_numbers_counts():
    tiny = -16.0  # exp of it is 1.9 η, computed as 2 η or, one too far, as 3 η
    planted = Wrong("exp", None, -0.0, at=tiny)
    x = np.asarray([tiny, -15.0], dtype="float16")
    assert worst(FUNCTIONS["exp"], "float16", [x]).subnormal.error == 0
    assert worst(planted, "float16", [x]).subnormal.error > 0


def test_the_reference_of_erf_is_other_code_than_the_one_that_it_judges():
    erf = FUNCTIONS["erf"]
    x = np.linspace(-4, 4, 1001, dtype=np.float32)
    assert (erf.longer(x) != erf.computed(x.astype(float))).any()
    assert erf.longer(x.astype(float)) is None
    near = x[abs(x) <= 1].astype(float)
    for at, longer in zip(near, erf.longer(near), strict=True):
        exact = erf.exact(float(at))
        assert abs(mp.mpf(str(longer)) - exact) <= errors.u("float64") / 64 * abs(exact)
    small = x.astype("float16")
    assert erf.computed(small).dtype == small.dtype
    assert worst(erf, "float32", [x]).normal.error < 1 < worst(erf, "float64", [
        x.astype(float)]).normal.error  # fmt: skip


FAR_OUT = float.fromhex("0x1.4c96c11134d36p+578"), -4.970732575157856e-18  # as NumPy 2.4.6 has it


def test_far_out_a_sine_of_float64_may_lose_its_digits_but_no_more_than_that():
    near, far = FUNCTIONS["sin"], FUNCTIONS["far sin"]
    assert abs(FAR_OUT[0]) > near.ranges("float64")[1][1] == TURNS["float64"]
    beside_itself, _ = confirmed(near, "float64", Place(0, *FAR_OUT))
    assert 143_000 < beside_itself.error < 144_000
    beside_one, _ = confirmed(far, "float64", Place(0, *FAR_OUT))
    assert 0 < beside_one.error < 1e-10


def test_each_zero_of_a_sine_up_to_the_last_has_its_neighbours_tried():
    short = Wave("sin", None, None, reach={"float64": 100.0})
    x = np.concatenate([*short.dense("float64")])
    zeros = [float(k * mp.pi) for k in range(1, 32)]
    assert all(np.isin(zeros, abs(x))) and len(x) == len({*abs(x)}) == 3 * 63
    assert {*np.sign(x)} == {-1, 1}
    assert not [*FUNCTIONS["far sin"].dense("float64")]


def test_exponentials_above_zero_end_where_their_claim_does():
    for form, until in FAR.items():
        assert FUNCTIONS["exp above 0"].ranges(form) == [(0.0, until)]
        assert math.log(largest(form)) / 2 <= until < math.log(largest(form))


def test_not_a_number_is_the_largest_error():
    nothing = replace(FUNCTIONS["log"], low=-1.0)
    found = worst(nothing, "float16", [np.asarray([-1.0, 2.0], dtype="float16")])
    assert found.normal.error == math.inf


class NoNumber(ErrorFunction):
    """A function that gives NaN at one float, which is neither the first nor the last."""

    def computed(self, x):
        return np.where(x == 0.5, np.nan, super().computed(x))


def test_not_a_number_is_the_largest_error_also_where_each_float_is_judged_alone():
    x = np.asarray([0.25, 0.5, 0.75])
    assert worst(NoNumber("erf", None, None), "float64", [x]).normal.at == 0.5
    if has_balls():
        sharp = replace(FUNCTIONS["exp"], hard=(-1.0,))
        with patch.object(
            Function, "computed", lambda self, x: np.where(x == -1, np.nan, np.exp(x))
        ):
            assert searched(sharp).normal.error == math.inf


@pytest.mark.parametrize("form", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_samples_lie_in_the_range_and_reach_its_ends(name, form):
    function = FUNCTIONS[name]
    x = np.concatenate([*evenly(function, form, 100), around([0.5, -0.5], function, form, 3)])
    ends = [end for each in function.ranges(form) for end in each]
    assert x.dtype == dtype_of(form)
    assert min(ends) <= x.min() and x.max() <= max(ends)
    assert {float(x.min()), float(x.max())} == {min(ends), max(ends)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.function}, {row.form}, {row.where}")
def test_a_recorded_error_is_that_of_its_float(row):
    """Each recorded value was computed somewhere; its error anyone can check."""
    for place, is_small in ((row.found.normal, False), (row.found.subnormal, True)):
        if place:
            assert confirmed(FUNCTIONS[row.function], row.form, place) == (place, is_small)


@pytest.mark.parametrize("name", WITHIN)
def test_no_constant_is_larger_than_what_was_measured(name):
    for form, c in WITHIN[name].items():
        found = [row.found for row in ROWS if (row.function, row.form) == (name, form)]
        places = [p for each in found for p in (each.normal, each.subnormal) if p]
        spare = 0.1 if form == "float64" and name not in EXACT_ROUNDING else 0
        assert c == max(1, math.ceil(max(place.error for place in places) + spare)), form


def test_every_format_but_float64_is_recorded_whole():
    every = {(row.function, row.form) for row in ROWS if row.how == recorded.EVERY}
    assert every == {(f, form) for f in WITHIN for form in WITHIN[f] if form != "float64"}
    for row in ROWS:
        assert row.how in (recorded.EVERY, recorded.SAMPLED)
        if row.how == recorded.EVERY and row.form != "bfloat16":
            dtype, ends = dtype_of(row.form), FUNCTIONS[row.function].ranges(row.form)
            assert row.found.floats == sum(count(dtype, *each) for each in ends)


def logarithm_within(c):
    u, eta = term(2) ** -24, term(2) ** -149
    error = abs(computed_log(24, t) - log(t))
    return states(line(error, "≤", c * u * abs(log(t)) + eta), given=line(t, ">", 0))


WORST = Measure("float32", [({t: 0.7464123964309692}, -0.2924771010875702)], 24, {})


def test_the_worst_logarithm_is_within_five_units_and_not_within_four():
    place, _ = confirmed(FUNCTIONS["log below 1"], "float32", Place(0, *_only(WORST)))
    assert 4.57 < place.error < 4.58
    assert measured(logarithm_within(5), "computed_log", [WORST]).duties == (0,)
    with pytest.raises(EvidenceError, match=r"0\.746\d+ the library gives .* 1\.144 times"):
        measured(logarithm_within(4), "computed_log", [WORST])


def _only(measure):
    ((given, gives),) = measure.points
    return given[t], gives


def test_a_measure_of_another_format_or_outside_the_conditions_is_refused():
    with pytest.raises(EvidenceError, match="is about 24 bits; float32 has 11"):
        measured(logarithm_within(5), "computed_log", [replace(WORST, bits=11)])
    outside = replace(WORST, points=[({t: -1.0}, 0.0)])
    with pytest.raises(EvidenceError, match="a condition does not hold at t = -1"):
        measured(logarithm_within(5), "computed_log", [outside])
    until = states(*(replace(each, when=(line(t, "≤", term(1) / 2),)) for each in
                     logarithm_within(5).said), given=line(t, ">", 0))  # fmt: skip
    with pytest.raises(EvidenceError, match=r"a condition does not hold at t = 0\.7464"):
        measured(until, "computed_log", [WORST])
    with pytest.raises(EvidenceError, match="nothing was computed"):
        measured(logarithm_within(5), "computed_log", [replace(WORST, points=[])])
    with pytest.raises(EvidenceError, match="no relation for float32"):
        measured(logarithm_within(5), "computed_log", [WORST, WORST])


def test_a_measure_is_of_the_function_and_the_argument_that_the_relation_has():
    """Else the error of √t would be one of exp, and what was computed at t one at t + 1."""
    u = term(2) ** -24
    other = abs(computed_log(24, t + 1) - log(t))
    with pytest.raises(EvidenceError, match="computed was at"):
        allowed = 5 * u * abs(log(t)) + term(2) ** -149
        measured(states(line(other, "≤", allowed)), "computed_log", [WORST])
    name = GROUNDS["sqrt"]
    (piece,) = (each for each in proofs() if each.claim == name and each.kind == "exhaustive")
    words = {"computed_sqrt": computed_log}
    wrong = tuple(
        replace(each, links=tuple(replace(e, left=_as(e.left, words)) for e in each.links))
        for each in stated(name).said
    )
    other = replace(stated(name), said=wrong)
    with saying(name, other), pytest.raises(EvidenceError, match=r"\|computed_sqrt\(t\) - f"):
        piece.run()


U, ETA = term(2) ** -24, term(2) ** -149
ERROR = abs(computed_log(24, t) - log(t))


@pytest.mark.parametrize(
    "relation",
    [
        line(ERROR, "≤", 90 * U),  # largest elsewhere
        line(ERROR, "≤", 90 * U * abs(log(t))),  # not below the normal floats
        line(ERROR, "≤", 90 * U * abs(log(t)) + ETA / 2),
        line(ERROR, "≤", 90 * U * t * abs(log(t)) + ETA),
        line(ERROR, "≤", 90 * U * abs(log(t)) + t),
        line(t * t, "≤", 90 * abs(log(t)) + ETA),
    ],
)
def test_nothing_is_known_of_what_the_floats_were_not_searched_for(relation):
    with pytest.raises(EvidenceError, match="the floats were searched for the least c in"):
        measured(states(relation), "computed_log", [WORST])


def test_errors_beside_one_and_beside_the_value_are_told_apart():
    beside_one = replace(WORST, beside_one=True)
    assert measured(states(line(ERROR, "≤", 2 * U)), "computed_log", [beside_one]).duties == (0,)
    with pytest.raises(EvidenceError, match="times what the table of constants allows"):
        measured(states(line(ERROR, "≤", U)), "computed_log", [beside_one])
    with pytest.raises(EvidenceError, match="the floats were searched for the least c in"):
        measured(logarithm_within(5), "computed_log", [beside_one])


def test_what_a_bound_adds_below_the_normal_floats_helps_no_other():
    bound = lambda eta: states(line(ERROR, "≤", U * abs(log(t)) + eta))
    for eta in (ETA, term(1)):
        with pytest.raises(EvidenceError, match="times what the table of constants allows"):
            measured(bound(eta), "computed_log", [WORST])


def test_measures_are_made_by_no_chapter():
    made = SimpleNamespace(FUNCTIONS=FUNCTIONS, measures=lambda name, variable: [WORST])
    with pytest.raises(ValueError, match=r"expected proofs\.exhaustive\.known"):
        exhaustive("floats.log-within-c", made, "log", t)


def _as(whole, words):
    if isinstance(whole, Applied) and whole.word.name in words:
        return words[whole.word.name](*whole.given)
    return whole.made_of(tuple(_as(part, words) for part in whole.parts))


def test_a_constant_that_does_not_hold_here_fails_the_evidence_and_names_the_float():
    name = GROUNDS["log below 1"]
    (piece,) = (each for each in proofs() if each.claim == name and each.kind == "exhaustive")
    lower = logarithm_within(4)
    said = stated(name).said
    changed = replace(stated(name), said=(*said[:2], *lower.said, *said[3:]))
    with saying(name, changed), pytest.raises(EvidenceError, match=r"float32: at t = 0\.7464"):
        piece.run()
    assert piece.run().duties == (0, 1, 2, 3)


@pytest.mark.parametrize(
    "name", [name for name in FUNCTIONS if name not in ("tanh", "erf", "far sin", "far cos")]
)
def test_a_relation_that_is_said_of_more_than_ran_is_refused(name):
    (piece,) = (e for e in proofs() if e.claim == GROUNDS[name] and e.kind == "exhaustive")
    own = stated(GROUNDS[name])
    without = tuple(replace(each, when=()) for each in own.said)
    for wider in (replace(own, given=own.given[:1], said=without), replace(own, given=())):
        if wider != own:
            with saying(GROUNDS[name], wider), pytest.raises(EvidenceError, match="nothing ran at"):
                piece.run()


def test_a_record_of_fewer_floats_is_none_of_every_float(monkeypatch):
    from proofs.exhaustive import known

    fewer = [replace(row, found=replace(row.found, floats=row.found.floats - 1)) for row in ROWS]
    monkeypatch.setattr(known, "read", lambda: fewer)
    with pytest.raises(LookupError, match="floats are not every one"):
        list(known.measures("exp", t))


def test_a_recorded_error_is_shown_as_its_float_has_it(monkeypatch):
    from proofs.exhaustive import known

    exact = lambda place: place and replace(place, error=0.0)
    forged = [
        replace(row, found=replace(row.found, normal=exact(row.found.normal))) for row in ROWS
    ]
    shown = [m.shown for m in known.measures("exp", t)]
    monkeypatch.setattr(known, "read", lambda: forged)
    assert [m.shown for m in known.measures("exp", t)] == shown


def test_a_missing_record_asks_for_a_run(monkeypatch):
    from proofs.exhaustive import known

    kept = [row for row in ROWS if row.form != "float32"]
    monkeypatch.setattr(known, "read", lambda: kept)
    with pytest.raises(LookupError, match="every float32 of exp is not recorded: run `make exh"):
        list(known.measures("exp", t))


def test_a_bound_says_on_which_claims_it_rests():
    taken: set[str] = set()
    with watching(taken):
        bound_softmax([0, 0], [0.5, 0.5], "float32")
    assert taken == {"floats.exp-within-c"}
    assert within("exp", "digits") > 0  # mpmath's, of which the chapter says nothing
    assert set(GROUNDS) == set(WITHIN) == set(FUNCTIONS)


def test_a_record_survives_the_way_to_its_file(tmp_path):
    recorded.write(ROWS, tmp_path / "recorded.json")
    assert recorded.read(tmp_path / "recorded.json") == sorted(ROWS, key=lambda row: row.key)
