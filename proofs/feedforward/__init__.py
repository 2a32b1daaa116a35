"""The feed-forward net: why its claims hold, or fail."""
