"""`trc-module release`: a module or extension of a new version."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell

if TYPE_CHECKING:
    from trc_module.vassal.difference import Change


@click.command(cls=Writing)
@click.argument("module", type=click.Path(path_type=Path))
@click.option("--version", "version", required=True, metavar="V", help="The new version, as 1.2.0.")
@click.option("-o", "--output", required=True, type=OUTPUT, help="The file of the release.")
@click.option(
    "--since",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The release before it: what is new is listed, in words.",
)
@click.option("--changelog", type=OUTPUT, help="With --since, the file (Markdown) into which it is written.")
@click.option("--anyway", is_flag=True, help="Write the file even if lint finds errors.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def command(
    module: Path,
    version: str,
    output: Path,
    since: Path | None,
    changelog: Path | None,
    anyway: bool,
    as_json: bool,
) -> None:
    """Make a release of MODULE: a .vmod or .vmdx of any game, or a folder that `trc-module explode` wrote.

    The version is set in all its places, the module's own set-ups are brought forward to its pieces, and lint checks
    the whole. Nothing is written if a set-up would lose something or lint finds an error. MODULE stays as it is.
    """
    from tempfile import TemporaryDirectory

    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.report.difference import difference_tree
    from trc_module.report.news import changelog_text, news
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.difference import compare_modules
    from trc_module.vassal.exploded import implode
    from trc_module.workshop.releasing import release

    if changelog is not None and since is None:
        raise UserError("--changelog lists what is new: name the release before this one with --since.")
    with TemporaryDirectory() as folder:
        source = module
        if module.is_dir():
            source = Path(folder) / "packed.vmod"
            implode(module, source)
        reports, findings = release(source, version, output, anyway=anyway)
    changes: Sequence[Change] = ()
    if since is not None:
        with Archive(since) as before, Archive(output) as after:
            changes = compare_modules(before, after)
    if changelog is not None:
        write_file(changelog, changelog_text(version, changes).encode())
    if as_json:
        setups = [{"file": each.name, "pieces": each.pieces} for each in reports]
        said = [str(finding) for finding in findings]
        tree = {"module": str(output), "version": version, "setups": setups, "lint": said}
        echo(json_text({**tree, "changes": difference_tree(changes)}))
        return
    for line in news(changes):
        tell(line)
    for finding in findings:
        tell(str(finding))
    told = f"{number(len(reports), 'set-up')} brought forward, {number(len(findings), 'remark')} of lint"
    tell(f"Wrote {output}, version {version}: {told}.")
