"""VASSAL's own formats: archives, build files, pieces and their traits, commands, saves and logs.

A library that knows no game and could be published alone. Whatever it reads it can write again to
the same text; what it does not know it keeps as it is. Commands, traits and the comfortable ways to
make traits have packages of their own: `commands`, `traits`, `traits.build`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.vassal.archive import Archive, ArchiveLimits
    from trc_module.vassal.buildfile import (
        component,
        entry,
        parse_build_file,
        read_build_file,
        serialize,
    )
    from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, WRITTEN_VERSION, Metadata, read_metadata
    from trc_module.vassal.obfuscation import Container, reveal, reveal_stream, veil
    from trc_module.vassal.problems import ArchiveError, FormatError, Problem
    from trc_module.vassal.saves import (
        GameSetup,
        SavedGame,
        make_step,
        read_saved_game,
        read_saved_text,
        step_commands,
        stream_saved_game,
        write_saved_game,
    )
    from trc_module.vassal.traits import Deck, Piece, Stack, Trait, read_piece
    from trc_module.vassal.values import Color, Key
    from trc_module.vassal.writing import Entry, source_date, write_archive
else:
    # Making a piece needs no archive, reading metadata no commands: each module is imported when asked for.
    __getattr__ = lazily(
        __name__,
        {
            "archive": ("Archive", "ArchiveLimits"),
            "buildfile": ("component", "entry", "parse_build_file", "read_build_file", "serialize"),
            "metadata": ("MODULE_DATA", "SAVE_DATA", "WRITTEN_VERSION", "Metadata", "read_metadata"),
            "obfuscation": ("Container", "reveal", "reveal_stream", "veil"),
            "problems": ("ArchiveError", "FormatError", "Problem"),
            "saves": (
                "GameSetup",
                "SavedGame",
                "make_step",
                "read_saved_game",
                "read_saved_text",
                "step_commands",
                "stream_saved_game",
                "write_saved_game",
            ),
            "traits": ("Deck", "Piece", "Stack", "Trait", "read_piece"),
            "values": ("Color", "Key"),
            "writing": ("Entry", "source_date", "write_archive"),
        },
    )


__all__ = [
    "MODULE_DATA",
    "SAVE_DATA",
    "WRITTEN_VERSION",
    "Archive",
    "ArchiveError",
    "ArchiveLimits",
    "Color",
    "Container",
    "Deck",
    "Entry",
    "FormatError",
    "GameSetup",
    "Key",
    "Metadata",
    "Piece",
    "Problem",
    "SavedGame",
    "Stack",
    "Trait",
    "component",
    "entry",
    "make_step",
    "parse_build_file",
    "read_build_file",
    "read_metadata",
    "read_piece",
    "read_saved_game",
    "read_saved_text",
    "reveal",
    "reveal_stream",
    "serialize",
    "source_date",
    "step_commands",
    "stream_saved_game",
    "veil",
    "write_archive",
    "write_saved_game",
]
