"""The parts of drawings: one style, cells, matrices, boxes with lines."""
