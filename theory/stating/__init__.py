"""The language of statements: terms, families, words, lines, and how they are printed."""
