"""The size of a card: whoever places cards needs it, and nothing that draws."""

WIDTH, HEIGHT = 250, 350
"""A card in pixels at scale 1; 63 by 88 mm when it is printed."""
