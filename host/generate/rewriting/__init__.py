"""Rules that rewrite the squares of a grid, in the manner of MarkovJunior (M. Gumin, 2022)."""
