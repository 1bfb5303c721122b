from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.commands import (
    AddPiece,
    BeginSave,
    Chat,
    EndSave,
    Group,
    LogCommand,
    Node,
    NullCommand,
    RemovePiece,
    decode_commands,
    encode_commands,
    join_nodes,
    stream_nodes,
    walk,
)
from trc_module.vassal.problems import FormatError

leaves: st.SearchStrategy[Node] = st.one_of(
    st.just(NullCommand()),
    st.builds(RemovePiece, st.text("ab", min_size=1, max_size=9)),
    st.builds(Chat, st.text("aé🚂' ", max_size=9)),
)
nodes: st.SearchStrategy[Node] = st.recursive(
    leaves, lambda inner: st.builds(Group, st.lists(inner, min_size=2, max_size=4).map(tuple)), max_leaves=15
)


@given(st.lists(nodes, min_size=1, max_size=5), st.integers(1, 60), st.integers(1, 9))
def test_streaming_gives_the_same_commands_in_the_same_order(listed: list[Node], limit: int, size: int) -> None:
    text = encode_commands(listed)
    data = text.encode()
    blocks = [data[start : start + size] for start in range(0, len(data), size)]
    whole = decode_commands(text)
    streamed = list(stream_nodes(blocks, limit))
    assert [command for item in streamed for command in walk(item.node)] == [
        command for node in whole for command in walk(node)
    ]
    assert streamed[-1].top == len(whole) - 1
    # Joined again they are the text as it stood.
    assert b"".join(join_nodes(streamed, size)) == data


def test_a_small_game_comes_in_its_top_level_commands() -> None:
    text = encode_commands([BeginSave(), Group((NullCommand(), RemovePiece("1"))), EndSave()])
    assert [(item.top, item.depth) for item in stream_nodes([text.encode()])] == [(0, 0), (1, 0), (2, 0)]


def test_a_group_beyond_the_limit_comes_in_its_members() -> None:
    pieces = [AddPiece(str(number), "piece;;;;x", "null;0;0;;0") for number in range(9)]
    text = encode_commands([BeginSave(), Group((NullCommand(), *pieces)), LogCommand(Chat("a"))])
    data = text.encode()
    items = list(stream_nodes([data[start : start + 20] for start in range(0, len(data), 20)], limit=100))
    assert [item.depth for item in items] == [0] + [1] * 10 + [0]
    assert [item.node for item in items[2:11]] == pieces
    assert [item.top for item in items] == [0] + [1] * 10 + [2]


def test_a_quoted_group_is_of_one_piece_and_must_be_small() -> None:
    # Only its end shows which level its apostrophe belongs to: it has to be held, and could be millions of commands.
    text = b"begin_save\x1b'" + b"\\\x1ba" * 400 + b"'\x1bend_save"
    assert len(list(stream_nodes([text], limit=500, longest=2000))) == 3
    with pytest.raises(FormatError, match="one command too long to be true"):
        list(stream_nodes([text[:700], text[700:]], limit=300, longest=600))
