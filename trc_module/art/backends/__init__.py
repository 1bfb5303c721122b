"""Backends that paint a `Drawing`: `raster` with Pillow, `svg` and `pdf` as vectors; all place the same letters."""
