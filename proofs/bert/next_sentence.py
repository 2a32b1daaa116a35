"""The probability that one sentence follows another is the logistic function of one number."""

from proofs.engine.evidence import derivation


@derivation("bert.two-classes-are-one-logit")
def two_classes_are_one_logit(chain):
    return chain.closes("divide by exp(z_2)")
