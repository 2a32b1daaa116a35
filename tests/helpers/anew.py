"""Cases that are each drawn anew, so that a hundred cases are a hundred chances to see a mistake.

By default Hypothesis goes on from a case to up to five that repeat a part of it and keep its sizes,
kinds and options: a hundred cases then have some eighteen. A mistake that one draw in seven shows
was missed in one run in thirty; by a hundred draws it is missed in one of five million. Equal parts
are what the kind "ties" is for. A backend of another name draws as the default does, without that.
"""

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS

ANEW = "each case anew"

AVAILABLE_PROVIDERS[ANEW] = AVAILABLE_PROVIDERS["hypothesis"]
