"""Victory: points, Sudden Death, and the scenarios."""
