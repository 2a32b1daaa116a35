"""Whole machines: drawing, saving and loading their parameters, and the command that runs them."""

import re

import numpy as np
import pytest

from atensi.cli import machines
from atensi.cli.commands import main
from impl.parameters import (
    block_shapes,
    check_parameters,
    check_tables,
    encoder_shapes,
    transformer_shapes,
)
from impl.position import sinusoidal
from impl.reversal import reverse, reversing_parameters
from proofs.arrays import digits

SHAPES = transformer_shapes(**machines.SMALL)


def test_a_seed_gives_the_same_parameters_and_another_seed_others():
    one, same, other = (machines.initialise(SHAPES, seed) for seed in (1, 1, 2))
    assert {name: each.shape for name, each in one.items()} == SHAPES
    assert all((one[name] == same[name]).all() for name in SHAPES)
    assert any((one[name] != other[name]).any() for name in SHAPES)
    assert {each.dtype.name for each in one.values()} == {"float32"}


def test_what_is_saved_is_loaded(tmp_path):
    params = machines.initialise(SHAPES, 3)
    machines.save(tmp_path / "p.npz", params)
    loaded = machines.load(tmp_path / "p.npz", SHAPES)
    assert loaded.keys() == params.keys()
    assert all((loaded[name] == params[name]).all() for name in params)
    assert [path.name for path in tmp_path.iterdir()] == ["p.npz"]


def test_an_interrupted_save_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*arguments, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        machines.save(tmp_path / "p.npz", {})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: p.pop("output.b"), r"params lacks output\.b"),
        (lambda p: p.update(more=np.ones(1)), "params has the unknown more"),
        (
            lambda p: p.update({"output.b": np.ones(5)}),
            r'params\["output.b"\] has shape \(5,\), expected \(12,\)',
        ),
    ],
)
def test_wrong_files_are_refused_by_name(tmp_path, change, words):
    params = machines.initialise(SHAPES, 4)
    change(params)
    machines.save(tmp_path / "p.npz", params)
    with pytest.raises(ValueError, match=words):
        machines.load(tmp_path / "p.npz", SHAPES)


def test_parameters_that_are_no_mapping_are_refused():
    with pytest.raises(TypeError, match="forward: params is a list, expected a mapping"):
        check_parameters("forward", [], SHAPES)
    with pytest.raises(ValueError, match="heads is 2, expected a divisor of 5"):
        block_shapes(5, 2, 3)


def test_the_command_reverses_words(capsys):
    assert main(["machine", "reverse", "saya", "suka", "kopi", "saya"]) == 0
    assert capsys.readouterr().out == "saya kopi suka saya\n"
    assert main(["machine", "reverse"]) == 0


def test_the_command_translates_and_keeps_its_parameters(tmp_path, capsys):
    path = str(tmp_path / "p.npz")
    assert main(["machine", "translate", "3", "4", "--seed", "5", "--save", path]) == 0
    first = capsys.readouterr().out
    assert main(["machine", "translate", "3", "4", "--load", path]) == 0
    assert capsys.readouterr().out == first


def test_the_command_says_what_is_wrong(tmp_path, capsys):
    assert main(["machine", "translate", "99"]) == 2
    assert "source contains a number outside 0 to 11" in capsys.readouterr().err
    assert main(["machine", "translate", "3", "--load", str(tmp_path / "none.npz")]) == 2
    assert "none.npz" in capsys.readouterr().err


def test_an_encoder_of_berts_sizes_keeps_its_shape_and_counts():
    shapes = encoder_shapes(**machines.BERT_BASE)
    count = sum(int(np.prod(shape)) for shape in shapes.values())
    # BERT's 109,482,240 less its pooler, 768² + 768, and the biases of attention, 12 · 4 · 768
    assert count == 109_482_240 - (768 * 768 + 768) - 12 * 4 * 768
    found = machines.run_bert(0, {"layers": 1, "vocabulary": 100})
    assert found["rows"] == (512, 768)
    assert found["dtype"] == "float32"
    assert found["seconds"] > 0


def test_parameters_are_refused_by_the_function_that_checks_them():
    one = np.ones(2)
    with pytest.raises(ValueError, match=r"^somebody: params has the unknown more$"):
        check_parameters("somebody", {"a": one, "more": one}, {"a": (2,)})
    with pytest.raises(
        ValueError, match=r'^somebody: params\["a"\] has shape \(2,\), expected \(3,\)$'
    ):
        check_parameters("somebody", {"a": one}, {"a": (3,)})
    for names, end in (("abc", ""), ("abcd", ", and 1 more"), ("abcde", ", and 2 more")):
        with pytest.raises(ValueError, match=f"params has the unknown a, b, c{end}$"):
            check_parameters("somebody", dict.fromkeys(names, one), {})


@pytest.mark.parametrize("tokens", [np.ones(4), np.asarray(1.0), np.ones((1, 5, 4))])
def test_tables_of_another_number_of_axes_are_refused(tokens):
    params = {"tokens": tokens, "positions": np.ones((6, 4))}
    words = rf'^somebody: params\["tokens"\] has shape {re.escape(str(tokens.shape))}, expected '
    with pytest.raises(ValueError, match=words):
        check_tables("somebody", params)


def test_a_machine_for_another_library_is_made_of_its_arrays():
    params = reversing_parameters(2, 2, xp=digits.xp)
    assert {type(each) for each in params.values()} == {type(digits.array([1]))}
    assert reverse([1, 2], params, xp=digits.xp) == [2, 1]
    assert type(sinusoidal(2, 2, xp=digits.xp)) is type(digits.array([1]))


@pytest.mark.parametrize("token", [0, 4, -1])
def test_the_reversing_machine_refuses_tokens_that_it_does_not_know(token):
    words = rf"^reverse: sequence is \[1, {token}\], expected tokens from 1 to 3$"
    with pytest.raises(ValueError, match=words):
        reverse([1, token], reversing_parameters(3, 3))
