"""`trc-module sentences`: a game as sentences."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_option
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.logs import PROFILE
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "first", type=click.IntRange(min=1), metavar="STEP", help="Begin at this step of all logs.")
@click.option("--ids", is_flag=True, help="Give the id of each unit behind its name.")
@LANGUAGE
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@PROFILE
@game_option
def command(
    files: tuple[Path, ...], first: int | None, ids: bool, language: str, as_json: bool, profile: Path | None
) -> None:
    """Tell the game of the logs FILE... (.vlog) in sentences: who moved where, who attacked whom with what result.

    A log of any other module is listed step by step, as by `trc-module summary`.
    """
    from trc_module.cli.logs import audit_files, transcripts_of
    from trc_module.report.sentences import sentences_text, sentences_tree, told_acts
    from trc_module.report.tongue import check_language, tongue_of

    check_language(language)
    others = transcripts_of(files, profile)
    if others:
        from trc_module.report.transcript import transcript_text, transcript_tree

        echo(
            json_text([transcript_tree(log) for log in others])
            if as_json
            else "\n\n".join(map(transcript_text, others))
        )
        return
    audit = audit_files(files, profile=profile)
    tongue = tongue_of(language, audit.log.parts.folder)
    told = told_acts(audit, tongue, ids=ids)
    shown = [each for each in told if first is None or (each.steps and each.steps[-1] >= first)]
    echo(json_text(sentences_tree(audit, shown)) if as_json else sentences_text(audit, shown, tongue))
