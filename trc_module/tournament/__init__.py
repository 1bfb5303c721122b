"""A tournament: a folder with its players, pairings, rulings and games, and all that a director makes of them."""
