"""What the code of the contrastive loss computes, for any number of negatives."""

from impl.contrastive import contrastive_loss
from proofs.engine.evidence import computes

computes("contrastive.loss", {"loss": contrastive_loss}, "the largest score cancels")
computes("contrastive.loss", {"loss": contrastive_loss}, "the largest score cancels", duty=1)
