"""Output files of a command: never a file that the command reads, always an ordinary file, and told when written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from trc_module.cli.telling import tell, was_told
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
    """A command that writes files: it does not begin where one of them is a file that it reads.

    Of each file that it has written, and that it has named in no line itself, it says so on stderr.
    """

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
        before = list(map(_stamp, outputs))
        try:
            return super().invoke(ctx)
        finally:
            for output, stamp in zip(outputs, before, strict=True):
                if _stamp(output) != stamp and not was_told(str(output)):
                    tell(f"Wrote {output}.", err=True)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what tells a file that was written anew from the one before it; None where there is none."""
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino
