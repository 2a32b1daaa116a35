"""What one must believe of the reading of the code, in sentences: `READING` lists them."""

READING = {
    "places": "A place on a product of axes is a place on each, the last running fastest; a place "
    "on axes in a row is a place on one of them.",
    "sums": "The sum over an axis is the sum over its places; a product of matrices sums over the "
    "axis that both share, which must have one size.",
    "broadcasting": "An axis of one place stretches to any size; two others must be equal.",
    "absent entries": "-∞ is an entry that is not there: its exponential is 0, a sum with it is "
    "-∞, and so is its product with a positive number.",
    "choices": "where(c, p, q) is c p + (1 - c) q, for c = 1 or 0; nothing that may be infinite is "
    "multiplied by 0.",
    "rows": "The largest of a row is one number, the same for the same row; nothing else is known "
    "of it, but that it is at least 0 where all entries are.",
    "larger of two": "The larger of two entries is there where one of them is; where one of them "
    "may not be there, it is one number, the same for the same two, and nothing else is known of "
    "it.",
    "guards": "where(t = 0, 1, t) is one positive number, for t ≥ 0: t itself where t is not 0.",
    "argmax": "argmax is the first place at which no entry of the row is larger.",
    "argsort": "argsort, stable and from the largest on, lists each place after as many as hold a "
    "larger entry, or an equal one at an earlier place.",
    "whole numbers": "For whole numbers p < q is p + 1 ≤ q, and p - 1 = q - 1 is p = q.",
    "open truths": "Where neither answer to `if` is shown, the code runs with both; an error on "
    "one of them is a refusal, which gives a theorem no condition.",
    "one of few": "Where the code asks at which of so many places the first largest stands, it "
    "runs with each of them.",
    "rows of a table": "take gives the row that is asked for, which is shown to be there.",
    "slices": "A slice leaves so many places of an axis from one of them on, where it has as many, "
    "or every second one, or the last; their order stays.",
    "boxes": "A function inside of a block gives the word that it was shown to compute, for the "
    "parameters of that word alone.",
    "stacks": "A loop over layers does with the first of them, whatever comes later, what it does "
    "with them alone.",
}
