"""`trc-module map`: what it asks for before it draws."""

from __future__ import annotations

from click.testing import CliRunner

from trc_module.art.map import LAYERS
from trc_module.cli.commands.map import command


def test_the_names_of_the_layers_need_no_picture() -> None:
    done = CliRunner().invoke(command, ["--layers", "list"])
    assert (done.exit_code, done.output.split()) == (0, list(LAYERS))


def test_a_picture_needs_a_name() -> None:
    done = CliRunner().invoke(command, ["--layers", "rails"])
    assert done.exit_code == 2
    assert done.output.splitlines()[-1] == "Error: Missing option '-o' / '--output': the picture to write, as x.png."
