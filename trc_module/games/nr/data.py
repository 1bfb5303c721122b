"""Where the game's data lie, and its sides."""

from trc_module.resources import data_dir

FOLDER = data_dir() / "nr"
AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
