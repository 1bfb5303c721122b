"""Movement over land: limits, zones of control, stacking, headquarters, and the judging of a move."""
