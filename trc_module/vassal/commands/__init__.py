"""The commands that a saved game is made of, as values: read, walked through and written again.

A node is a command or a group of nodes. Whatever is read can be written to the same text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.vassal.commands.base import Command, Group, Node, Verbatim, walk
    from trc_module.vassal.commands.codec import (
        decode_command,
        decode_commands,
        decode_node,
        encode_commands,
        encode_commands_bytes,
        encode_node,
        read_commands,
    )
    from trc_module.vassal.commands.components import (
        AddPlayer,
        ChangeProperty,
        Clock,
        ClockControl,
        ExtensionUsed,
        Flare,
        LineOfSight,
        Notes,
        PlacedBoard,
        PlayAudio,
        PlayInvitation,
        PluginUsed,
        PrivateNote,
        PublicNotes,
        RemovePlayer,
        RestoreProperty,
        SecretNote,
        SetBoards,
        SetTurn,
        ShowResults,
        StartupKey,
        TranslatableMessage,
        Unmask,
    )
    from trc_module.vassal.commands.pieces import AddPiece, ChangePiece, MovePiece, RemovePiece
    from trc_module.vassal.commands.play import (
        BeginSave,
        Chat,
        EndSave,
        LogCommand,
        Malformed,
        NotNewGame,
        NullCommand,
        Undo,
        Unknown,
    )
    from trc_module.vassal.commands.stream import StreamedNode, stream_nodes
else:
    # Who makes a piece needs one of these commands and nothing that reads or writes a whole game.
    __getattr__ = lazily(
        __name__,
        {
            "base": ("Command", "Group", "Node", "Verbatim", "walk"),
            "codec": (
                "decode_command",
                "decode_commands",
                "decode_node",
                "encode_commands",
                "encode_commands_bytes",
                "encode_node",
                "read_commands",
            ),
            "components": (
                "AddPlayer",
                "ChangeProperty",
                "Clock",
                "ClockControl",
                "ExtensionUsed",
                "Flare",
                "LineOfSight",
                "Notes",
                "PlacedBoard",
                "PlayAudio",
                "PlayInvitation",
                "PluginUsed",
                "PrivateNote",
                "PublicNotes",
                "RemovePlayer",
                "RestoreProperty",
                "SecretNote",
                "SetBoards",
                "SetTurn",
                "ShowResults",
                "StartupKey",
                "TranslatableMessage",
                "Unmask",
            ),
            "pieces": ("AddPiece", "ChangePiece", "MovePiece", "RemovePiece"),
            "play": (
                "BeginSave",
                "Chat",
                "EndSave",
                "LogCommand",
                "Malformed",
                "NotNewGame",
                "NullCommand",
                "Undo",
                "Unknown",
            ),
            "stream": ("StreamedNode", "stream_nodes"),
        },
    )


__all__ = [
    "AddPiece",
    "AddPlayer",
    "BeginSave",
    "ChangePiece",
    "ChangeProperty",
    "Chat",
    "Clock",
    "ClockControl",
    "Command",
    "EndSave",
    "ExtensionUsed",
    "Flare",
    "Group",
    "LineOfSight",
    "LogCommand",
    "Malformed",
    "MovePiece",
    "Node",
    "NotNewGame",
    "Notes",
    "NullCommand",
    "PlacedBoard",
    "PlayAudio",
    "PlayInvitation",
    "PluginUsed",
    "PrivateNote",
    "PublicNotes",
    "RemovePiece",
    "RemovePlayer",
    "RestoreProperty",
    "SecretNote",
    "SetBoards",
    "SetTurn",
    "ShowResults",
    "StartupKey",
    "StreamedNode",
    "TranslatableMessage",
    "Undo",
    "Unknown",
    "Unmask",
    "Verbatim",
    "decode_command",
    "decode_commands",
    "decode_node",
    "encode_commands",
    "encode_commands_bytes",
    "encode_node",
    "read_commands",
    "stream_nodes",
    "walk",
]
