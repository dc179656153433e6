"""Plans: maps of codes before tiles are chosen, and the generators that make them."""
