"""Games that pages play: each runs in a child process of its own, as those of the commands simulate and travel do."""
