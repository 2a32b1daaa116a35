"""How it looks: one data object with assertions per figure, then the drawing."""
