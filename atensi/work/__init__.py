"""How work is done: on all cores, with progress, with interrupts, in whole files."""
