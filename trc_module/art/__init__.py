"""Pictures of the board and the counters, as display lists that small backends turn into PNG, SVG or PDF.

Nothing here knows VASSAL, and no picture uses a font of the machine: the same data give the same pixels.
"""
