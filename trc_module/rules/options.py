"""Options that cannot be played, or not together."""

from __future__ import annotations

from trc_module.errors import UserError

AGREED_MAP = "agreed-map"
"""The option of players who agree on this module's map and track: what is assumed of them then stands as agreed."""

UNSAID = "unsaid"
"""The word among the options of a position for unknown options: it is unknown which were agreed on."""


class OptionsError(UserError):
    """Says which option is not known, or which two do not go together and why."""
