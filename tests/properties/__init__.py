"""The chapters' claims on numbers: properties and statistical tests of any subject."""
