"""Draws that are watched: each number of a random claim is made of draws of its own."""

import numpy as np

SINGLE = ("random", "uniform", "normal", "standard_normal", "integers", "choice")  # draw one by one


class Draw:
    """A generator of random numbers that counts what is drawn from it."""

    def __init__(self, generator):
        self.generator, self.count, self.each = generator, 0, None

    def __getattr__(self, name):
        draw = getattr(self.generator, name)

        def counted(*given, **options):
            made = draw(*given, **options)
            self.count += np.size(made)
            return made

        return counted

    def of(self, function, count):
        """Return so many numbers of a function, which draws as many for each, always."""
        before = self.count
        numbers = np.asarray(function(count))
        drawn = self.count - before
        each = self.each = self.each or max(1, drawn // count)
        assert drawn == each * count, f"{count} numbers of {drawn} draws are not independent"
        return numbers


class Kept:
    """A generator that keeps what it draws; with `made` it gives that again, in the same order."""

    def __init__(self, generator, made=None, asked=None):
        self._generator, self.made, self._again = generator, [], made and iter(made)
        self.asked, self._before = [], asked and iter(asked)

    def __getattr__(self, name):
        assert name in SINGLE, f"{name} is none of {', '.join(SINGLE)}, whose draws are independent"

        def kept(*given, **options):
            assert len(given) < 3 or name != "choice", "choice: expected its options by name"
            assert options.get("replace", True), "choice: without replacement draws are dependent"
            self.asked.append((name, repr((given, options))))
            same = not self._before or next(self._before, None) == self.asked[-1]
            assert same, f"{name}: what is drawn depends on other draws"
            fresh = getattr(self._generator, name)(*given, **options)
            made = next(self._again) if self._again else np.asarray(fresh)
            self.made.append(made)
            return made

        return kept


def one_by_one(function, generator, counts=(8, 256), changes=48, ends=(0, 1)):
    """Refuse numbers that share a draw, or come from elsewhere: a draw moves one of them at most.

    `function(draw, count)` returns numbers. Some draws are changed, each alone, in so many of them;
    of a call that draws few, all.
    """
    drawn = []
    for count in counts:
        first, *others = (Kept(generator) for _ in range(5))
        numbers, *fresh = (function(each, count) for each in (first, *others))
        same = all(each.asked == first.asked for each in others)
        assert same, "what is drawn depends on other draws"
        drawn.append(sum(made.size for made in first.made) / count)
        again = lambda made, count=count, first=first: np.asarray(
            function(Kept(generator, made, first.asked), count)
        )
        assert np.array_equal(again(first.made), numbers), "the numbers are not made of their draws"
        is_fixed = all(np.array_equal(each, numbers) for each in fresh)  # one may be, by chance
        is_fixed = is_fixed and not np.isin(numbers, ends).all()
        assert not is_fixed, "the numbers are the same whatever is drawn"
        for call, place, other in _changes(first, others, generator, changes):
            made = [each.copy() for each in first.made]
            made[call].flat[place] = other.made[call].flat[place]
            moved = np.count_nonzero(again(made) != numbers)
            assert moved <= 1, f"{moved} numbers move with one draw: they are not independent"
    assert len({*drawn}) == 1, f"{counts} numbers take {drawn} draws each: they share some"


def _changes(first, others, generator, most):
    """Yield which draw of which call to exchange, and for whose: of each call as many."""
    calls = [call for call, made in enumerate(first.made) if made.size]
    calls = generator.permutation(calls)[:most].tolist()
    for call in calls:
        places = generator.permutation(first.made[call].size)
        for turn in range(most // len(calls)):
            yield call, places[turn % len(places)], others[turn % len(others)]
