"""What one more row costs a block, with the rows before kept and without."""

from impl import decoder as impl
from proofs.arrays import shapes
from proofs.encoder.sizes import block_params
from proofs.engine.evidence import sizes
from theory.symbols import d, d_k, h, m, n


@sizes("decoder.cache-makes-a-step-linear")
def the_newest_row_alone():
    params = block_params(crossed=True)
    kept, crossed = [shapes.array(h, m - 1, d_k)] * 2, [shapes.array(h, n, d_k)] * 2
    with shapes.counting() as cost:
        row, _ = impl.cached_block(shapes.array(1, d), kept, crossed, params)
    yield "the newest row", row.shape[1:], {"multiplications": cost.multiply_adds}


@sizes("decoder.cache-makes-a-step-linear", duty=1)
def all_rows_again():
    params = block_params(crossed=True)
    with shapes.counting() as cost:
        rows = impl.decoder_block(shapes.array(m, d), shapes.array(n, d), params)
    yield "Block(y, M)", rows.shape, {"multiplications": cost.multiply_adds}
