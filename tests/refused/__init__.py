"""What functions answer to input that is wrong, empty or extreme."""
