"""How functions answer wrong, empty or extreme input."""
