"""What the tests of the suite share: a ledger, the figures and a site, each made once."""

import pytest

from atensi.judging import ledger
from tests.helpers.published import drawn, proof_records, published, report

__all__ = ["drawn", "proof_records", "published", "report"]


@pytest.fixture
def in_english(monkeypatch):
    monkeypatch.setenv("ATENSI_LANG", "en")


@pytest.fixture(scope="session")
def book(proof_records):
    """A ledger from the proofs alone."""
    return ledger.build(proof_records, 1, 0.0, "impl")
