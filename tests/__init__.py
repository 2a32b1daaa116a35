"""Test properties of any subject, and the zoo of wrong implementations that they reject."""
