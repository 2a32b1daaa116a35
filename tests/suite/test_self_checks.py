"""Evidence that is missing, misspelt or typed in is named with its place."""

import pytest

from atensi.judging import ledger, selfcheck, typed_in


def test_the_suite_finds_nothing_wrong_with_itself():
    assert [*typed_in.typed_verdicts(), *selfcheck.before()] == []


def test_evidence_for_a_misspelt_claim_is_named_with_its_place(monkeypatch):
    from proofs.engine.evidence import Evidence

    wrong = Evidence("derivation", "softmax.rows-sum-to-on", "proofs/softmax/weights.py:1", dict)
    known = selfcheck.proofs()
    monkeypatch.setattr(selfcheck, "proofs", lambda: (*known, wrong))
    sentence, other = selfcheck.before(())
    assert "selfcheck.proofs is not what its file says" in other  # as this test has replaced it
    assert sentence.startswith("proofs/softmax/weights.py:1: derivation: there is no claim")
    assert "softmax.rows-sum-to-one" in sentence


def test_a_typed_verdict_and_a_typed_tolerance_are_named(monkeypatch, tmp_path):
    for folder in ("theory", "proofs", "tests", "figures"):
        (tmp_path / folder).mkdir()
    (tmp_path / "theory" / "c.py").write_text('\nClaim(id="c.a", verdict="x")\n')
    (tmp_path / "tests" / "t.py").write_text(
        "assert_allclose(1, 1)\nf(rtol=1)\nx = mpf(1)\nLOST = mp.mpf(10) ** -40\n"
        "within(x, x, [0.01 * x], y)\nwithin(x, x, mp.mpf(1) / 100, y)\nwithin(x, x, [x], y)\n"
    )
    (tmp_path / "tests" / "properties").mkdir()
    (tmp_path / "tests" / "properties" / "r.py").write_text(
        "@chance(m)\ndef test_r(of):\n    return np.clip(np.random.default_rng().random(), 0, 1)\n"
    )
    monkeypatch.setattr(typed_in, "clone", lambda: tmp_path)
    assert next(typed_in.typed_verdicts()).startswith("theory/c.py:2: a verdict is typed")
    places = [sentence.split(": ")[0] for sentence in selfcheck.before(())]
    typed = [f"tests/t.py:{line}" for line in (1, 2, 4, 5, 6)]
    assert sorted(places[:7]) == [*["tests/properties/r.py:3"] * 2, *typed]


@pytest.mark.parametrize(
    "source",
    [
        "assert (abs(a - b) < 1e-3).all()",
        "assert a - b <= 10**-6",
        "NEAR = 0.01",
        "within(a, b, bound=0.01)",
        "from numpy.testing import assert_allclose as near",
        "np.testing.assert_array_almost_equal(a, b, 2)",
    ],
)
def test_a_tolerance_in_a_property_is_named_however_it_is_written(monkeypatch, tmp_path, source):
    """By them a property was accepted that allows a thousandth, as it rejects what is far off."""
    place = tmp_path / "tests" / "properties" / "test_p.py"
    place.parent.mkdir(parents=True)
    place.write_text(f"{source}\n")
    monkeypatch.setattr(typed_in, "clone", lambda: tmp_path)
    assert [each.split(": ")[0] for each in typed_in.typed_tolerances()] == [
        "tests/properties/test_p.py:1"
    ]


def test_a_missing_proof_is_named_with_the_claim_it_leaves_open(proof_records):
    others = [record for record in proof_records if record.claim != "softmax.jacobian"]
    found = selfcheck.after(ledger.build(others, 1, 0.0, "impl"), others)
    assert any("softmax.jacobian is OPEN: there is no evidence" in sentence for sentence in found)
