"""What the tests of the suite share: a ledger, the figures and a site, each made once."""

from tests.helpers.published import drawn, proof_records, published, report

__all__ = ["drawn", "proof_records", "published", "report"]
