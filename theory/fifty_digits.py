"""Numbers of fifty digits, in a context of their own: what else a process computes changes nothing.

mpmath's shared context has as many digits as whoever set it last; a bound must not depend on that.
"""

from mpmath import MPContext

DIGITS = 50
mp = MPContext()
mp.dps = DIGITS
