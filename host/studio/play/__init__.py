"""Games that pages play: each runs in a child process of its own, as with the commands simulate and travel."""
