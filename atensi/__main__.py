from atensi.cli.start import main

if __name__ == "__main__":  # a worker that starts afresh imports this too
    code = main()
    # CPython remembers an interrupt that went through an exec, as in a named tuple's making, and
    # under -m dies of it at the end although it was handled; the next exec makes it forget.
    exec("")
    raise SystemExit(code)
