"""Wave function collapse (M. Gumin, 2016): maps of which each window occurs in an example."""
