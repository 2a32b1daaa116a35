"""The feed-forward net."""
