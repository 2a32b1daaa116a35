"""What a random claim says of a mean: its statement's relation, at values of the letters in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.engine.cases import holds_at
from proofs.engine.duties import duties
from proofs.engine.stated import stated
from theory.stating.exact import Case
from theory.stating.latex import latex
from theory.stating.relations import variables
from theory.stating.statements import terms_of
from theory.stating.terms import Applied


@dataclass(frozen=True)
class Sample:
    """A case of a statement: values of its letters, and numbers from one end to the other.

    notices: how far off a mean must be to be noticed.
    """

    at: Mapping
    ends: tuple[float, float]
    notices: float


@dataclass(frozen=True)
class Mean:
    """What is claimed of the mean of numbers between two ends, and how far off is noticed."""

    low: float
    high: float
    margin: float
    ends: tuple[float, float] = (0, 1)

    def __post_init__(self):
        least, most = self.ends
        if not (least <= self.low <= self.high <= most and self.margin > 0):
            wanted = f"{least} ≤ low ≤ high ≤ {most}, and a margin above 0"
            raise ValueError(f"{self.low}, {self.high}, {self.margin}: expected {wanted}")
        if self.high == least or self.low == most:
            raise ValueError(f"{self}: such numbers are all the same; say that of each number")

    def __str__(self):
        """Return the claim and how far off is noticed, as the ledger has it."""
        least, most = self.ends
        if self.low == least:
            return f"≤ {self.high:.4g} (+ {self.margin:.4g})"
        if self.high == most:
            return f"≥ {self.low:.4g} (- {self.margin:.4g})"
        numbers = dict.fromkeys(f"{each:.4g}" for each in (self.low, self.high))
        return f"{' … '.join(numbers)} (± {self.margin:.4g})"

    def share(self, number):
        """Return how far numbers are from the least end to the other."""
        least, most = self.ends
        return (number - least) / (most - least)

    def sides(self):
        """Return the one-sided tests: of the coins or of their opposites, from p to p + margin."""
        least, most = self.ends
        low, high = map(self.share, (self.low, self.high))
        margin, found = self.margin / (most - least), []
        if high + margin < 1:
            found.append((False, high, high + margin))
        if low - margin > 0:
            found.append((True, 1 - low, 1 - low + margin))
        wanted = (high < 1) + (low > 0)
        assert found and len(found) == wanted, f"{self}: a margin that leaves the ends is no margin"
        return found


def exactly(mean, margin, ends=(0, 1)):
    """Say that the mean is this number."""
    return Mean(mean, mean, margin, ends)


def at_most(mean, margin, ends=(0, 1)):
    """Say that the mean does not exceed this number."""
    return Mean(ends[0], mean, margin, ends)


def at_least(mean, margin, ends=(0, 1)):
    """Say that the mean does not fall below this number."""
    return Mean(mean, ends[1], margin, ends)


SAYS = {"=": exactly, "≤": at_most, "≥": at_least}


def relation(claim, mean):
    """Return the number of the relation in a claim's statement that begins with a mean."""
    lefts = [latex(duty.link.left) for duty in duties(stated(claim))]
    assert lefts.count(latex(mean)) == 1, f"{claim}: {latex(mean)} begins no relation of {lefts}"
    return lefts.index(latex(mean))


def claimed(claim, mean, sample):
    """Return what a claim's statement says of a mean, which is a left side, in a case.

    The mean is a word that no formula says: a formula speaks of all laws, and a sample has one.
    """
    is_sampled = isinstance(mean, Applied) and mean.word.define is None
    assert is_sampled, f"{claim}: {latex(mean)} says more than that a sample has a mean"
    duty, case = duties(stated(claim))[relation(claim, mean)], Case(sample.at)
    assert duty.link.sign in SAYS, f"{claim}: no bound on a mean"
    asked = [*duty.when, *(each for each in stated(claim).conditions if _speaks_of(each, sample))]
    assert all(holds_at(each, case) for each in asked), f"{claim}: not said of {sample.at}"
    return SAYS[duty.link.sign](float(case.value(duty.link.right)), sample.notices, sample.ends)


def _speaks_of(condition, sample):
    """Say whether a condition is on letters that have a value in a case."""
    letters = frozenset().union(*map(variables, terms_of(condition)))
    return any(getattr(each, "base", each) in letters for each in sample.at)


def said(claim, mean, sample):
    """Return in a line the values of a case, and what is claimed of the mean there."""
    values = ", ".join(f"{letter.name} = {value}" for letter, value in sample.at.items())
    number = claimed(claim, mean, sample)
    return f"{values}: {number}" if values else str(number)
