"""What the code of the contrastive loss computes, for any number of negatives."""

from impl.contrastive import contrastive_loss
from proofs.engine.evidence import general_run


@general_run("contrastive.loss", {"loss": contrastive_loss})
def the_positive_stands_in_the_denominator(chain):
    return chain.closes("the largest score cancels")


@general_run("contrastive.loss", {"loss": contrastive_loss}, duty=1)
def the_same_of_dot_products(chain):
    return chain.closes("the largest score cancels")
