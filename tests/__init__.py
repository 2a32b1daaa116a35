"""Whether it holds: properties of any subject, and the zoo of wrong ones that they reject."""
