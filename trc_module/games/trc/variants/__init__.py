"""The variants (28), one module each, found by being here; built like the optional rules beside them.

The rulebook offers them untested. Each is a switch that the players agree on before play (28.1).
"""

from trc_module.games.trc import chapters  # noqa: F401  (the chapters enter their rules before any variant does)
