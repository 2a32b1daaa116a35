"""How fast `impl` is beside other libraries: `make bench`. It feeds no verdict."""
