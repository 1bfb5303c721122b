"""Output files of a command: never a file that the command reads, and always an ordinary file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from trc_module.files import check_apart, check_output


class Output(click.Path):
    """The type of an option or argument that names a file to write."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; OutputError if something else than an ordinary file is there."""
        path = Path(str(super().convert(value, param, ctx)))
        check_output(path)
        return path


OUTPUT = Output()


class Writing(click.Command):
    """A command that writes files: it does not begin where one of them is a file that it reads."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; OutputError if an output is an input, or another output."""
        from trc_module.resources import data_dir, source_art_dir

        outputs: list[Path] = []
        inputs = [data_dir(), source_art_dir()]
        for param in self.params:
            value = ctx.params.get(param.name or "")
            paths = [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Path)]
            (outputs if isinstance(param.type, Output) else inputs).extend(paths)
        check_apart(outputs, inputs)
        return super().invoke(ctx)
