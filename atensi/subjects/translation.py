"""A subject in our conventions, so that no law is broken by a convention.

Where it answers otherwise than we do, its answer is replaced by ours. Where nothing can replace it,
such inputs count as refused: the law is tried on the others, and the table says how many.
"""

from collections.abc import Sequence
from functools import partial

from atensi.subjects import other_forms, other_masks, own_epsilon
from atensi.subjects.conventions import GRADIENTS, GROUPED, SDPA
from atensi.subjects.each_function import FIRST, FROM_THE_START, MASKED
from atensi.subjects.halves import HALVES, ONCE
from atensi.subjects.offer import Function
from atensi.subjects.other_scripts import forms
from atensi.subjects.precision import kept_in
from atensi.subjects.questions import REFUSED, Answer, Functions
from atensi.subjects.range_of_floats import within

ATTENTIONS = (SDPA, "attention", GROUPED)
SUMS = "sums-of-float16", "sums-of-bfloat16"
FAR = ("NaN", "0", "the mean of the targets")
HIDDEN = "hidden-row", "hidden-row-added"
DTYPE, COMPUTED, FLOATS = "dtype", "precision-of", "floats-in-a-mask"
WHOLE = "precision", "norm-precision", "gelu-precision", "rms-precision"
TRUTHS = ("0 drops, any other keeps", "0 keeps, any other drops")
GELUS = "it is another form of GELU than the one with a tanh, of which the laws are"
KEPT = {"sinusoids-precision": "sinusoidal", "rotary-angles": "rotary"}


def translate(functions: Functions, answers: Sequence[Answer]) -> dict[str, Function]:
    """Return the functions with our answers, so that a law is not broken by a convention."""
    other = [each for each in answers if not each.is_ours]
    theirs = {each.convention.key: each.said for each in other}
    ours = dict(functions)

    def change(names, wrap, *given):
        ours.update({name: wrap(ours[name], *given) for name in names if name in ours})

    if {*HIDDEN, "no-keys"} & set(theirs):
        for name in ATTENTIONS:
            change([name], other_masks.hidden_rows_to_zero, name)
        change([GRADIENTS], other_masks.with_no_hidden_row)
    for name in (n for n in MASKED if {f"{each}-of-{n}" for each in HIDDEN} & set(theirs)):
        of_rows = partial(other_masks.hidden_rows_to_zero, name=name)
        change([name], other_masks.hidden_weights_to_zero if name == "softmax" else of_rows)
    if "shared-gradient" in theirs:
        change([GRADIENTS], other_forms.of_one_batch)
    if "mask-of-one-row" in theirs:
        change([SDPA], other_masks.with_whole_masks)
    for each in other:
        if each.convention.key.startswith(FLOATS) and each.said in TRUTHS:
            change([each.convention.needs], other_masks.of_boolean_masks)
        if each.convention.key.startswith((DTYPE, COMPUTED)) or each.convention.key in WHOLE:
            whole = each.convention.needs == SDPA  # as are its heads that share keys
            change([each.convention.needs, *[GROUPED] * whole], other_forms.in_its_dtype)
    ours = {name: within(each, name, theirs) for name, each in ours.items()}
    if theirs.get("scale-precision") == "float32":
        change([SDPA], other_forms.with_scales_of_float32)
    for name, call, _ in forms(answers):
        change([name], call)
    for name in ("layer_norm", "rms_norm"):
        if f"epsilon-of-{name}" in theirs:
            change([name], own_epsilon.with_it_alone, float(theirs[f"epsilon-of-{name}"]), name)
    if "constant-row" in theirs:
        change(["layer_norm"], other_forms.constant_rows_to_zero)
    if "zero-row" in theirs:
        change(["rms_norm"], other_forms.zero_rows_to_zero)
    if theirs.get("far-query") in FAR:
        change(["kernel_regression"], other_forms.of_near_queries)
    if theirs.get("alignment-of-linear_bias") == FROM_THE_START:
        change(["linear_bias"], other_forms.square)
    if theirs.get("alignment-of-causal_mask") == FIRST:
        change(["causal_mask"], other_forms.square)
    known = {each.convention.key for each in other if each.known}  # of any other, laws judge
    if "gelu-form" in known:
        change(["gelu"], other_forms.refusing, GELUS)
    if "sinusoids" in known and theirs["sinusoids"] != "concatenated":
        change(["sinusoidal"], other_forms.refusing, "its waves have other lengths")
    for key, name in KEPT.items():
        if key in theirs:
            change([name], kept_in, theirs[key])
    sums = {each.said for each in answers if each.convention.key in SUMS} - {REFUSED}
    if sums == {ONCE}:  # its own kernel is tried on halves, not ours around it
        change([SDPA], other_forms.taking_halves)
    if HALVES in sums:
        change([SDPA], other_forms.of_few_halves)
    return ours
