"""The probability that one sentence follows another is the logistic function of one number."""

from proofs.engine.evidence import closes

closes("bert.two-classes-are-one-logit", "divide by exp(z_2)")
