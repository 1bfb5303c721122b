"""The variants (28), one module each, found by being here; built like the optional rules beside them.

The rulebook offers them untested. Each is a switch that the players agree on before play (28.1).
"""
