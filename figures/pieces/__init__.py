"""What drawings are put together from: one style, cells, matrices, boxes with lines."""
