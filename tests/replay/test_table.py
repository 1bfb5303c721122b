from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.replay.commands import MAP, move, piece, stack
from trc_module.replay.pieces import Spot
from trc_module.replay.table import MOST_AT_A_POINT, SeatedPlayer, Table
from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Command,
    Group,
    LogCommand,
    Malformed,
    RemovePiece,
    RemovePlayer,
    SetTurn,
    Unknown,
)
from trc_module.vassal.problems import FormatError


def table(*commands: Command, maps: tuple[str, ...] | None = None) -> Table:
    result = Table(maps)
    result.execute(Group(commands))
    return result


def lying(table: Table) -> dict[tuple[int, int], str]:
    """Return the pieces at each point, bottom first, as `a b`."""
    return {(spot.x, spot.y): " ".join(ids) for spot, ids in table.position().items()}


TWO_STACKS = (
    piece("a", 10, 10),
    piece("b", 10, 10),
    stack("s", 10, 10, "a", "b"),
    piece("c", 50, 50),
    stack("t", 50, 50, "c"),
)


def test_a_stack_takes_the_pieces_that_came_before_it_and_gives_them_its_own_place() -> None:
    t = table(piece("a", 1, 1), piece("b", 2, 2, map_=None), stack("s", 10, 10, "a", "b", "nobody"))
    assert lying(t) == {(10, 10): "a b"}


def test_a_stack_before_its_pieces_stays_empty() -> None:
    t = table(stack("s", 10, 10, "a"), piece("a", 1, 1))
    assert lying(t) == {(1, 1): "a"}


def test_a_piece_moved_onto_empty_ground_leaves_its_stack() -> None:
    t = table(*TWO_STACKS, move("a", 30, 30))
    assert lying(t) == {(10, 10): "b", (30, 30): "a", (50, 50): "c"}


def test_a_piece_moved_under_a_named_piece_lands_directly_above_it() -> None:
    t = table(*TWO_STACKS, move("c", 10, 10, "a"))
    assert lying(t) == {(10, 10): "a c b"}


def test_a_named_piece_that_is_no_longer_there_is_disregarded() -> None:
    t = table(*TWO_STACKS, move("a", 50, 50), move("c", 10, 10, "a"))
    assert lying(t) == {(10, 10): "b c", (50, 50): "a"}


def test_without_a_piece_underneath_the_moved_one_goes_to_the_bottom() -> None:
    t = table(*TWO_STACKS, move("c", 10, 10))
    assert lying(t) == {(10, 10): "c a b"}


def test_a_stack_carries_its_pieces_and_merges_in_order() -> None:
    assert lying(table(*TWO_STACKS, move("s", 30, 30))) == {(30, 30): "a b", (50, 50): "c"}
    assert lying(table(*TWO_STACKS, move("s", 50, 50, "c"))) == {(50, 50): "c a b"}


def test_two_pieces_meeting_without_a_stack_make_one() -> None:
    t = table(piece("a", 10, 10), piece("b", 1, 1), move("b", 10, 10, "a"), move("a", 20, 20))
    assert lying(t) == {(10, 10): "b", (20, 20): "a"}


def test_an_emptied_stack_takes_nothing_in_unless_it_is_named() -> None:
    t = table(*TWO_STACKS, move("c", 10, 10, "b"), move("a", 50, 50))
    assert lying(t) == {(10, 10): "b c", (50, 50): "a"}
    t.execute(move("s", 50, 50))
    assert lying(t) == {(50, 50): "a b c"}


def test_a_piece_that_does_not_stack_lies_by_itself_below_the_others() -> None:
    t = table(*TWO_STACKS, piece("m", 10, 10, trait="immob;;N"), move("m", 50, 50, None))
    assert lying(t) == {(10, 10): "a b", (50, 50): "m c"}


def test_from_3_7_on_the_trait_may_let_a_piece_stack() -> None:
    t = table(piece("a", 10, 10), piece("m", 1, 1, trait="immob;;N;L"), move("m", 10, 10), move("m", 20, 20))
    assert lying(t) == {(10, 10): "a", (20, 20): "m"}


def test_a_stack_that_is_written_after_a_move_takes_the_piece_over() -> None:
    t = table(*TWO_STACKS, move("a", 30, 30), stack("u", 30, 30, "a"), move("u", 50, 50, "c"))
    assert lying(t) == {(10, 10): "b", (50, 50): "c a"}


def test_a_change_alone_moves_a_piece_that_no_stack_holds() -> None:
    t = table(piece("a", 10, 10), ChangePiece("a", f"a\t{MAP};30;40;7;0", f"a\t{MAP};10;10;7;0"))
    assert lying(t) == {(30, 40): "a"}


def test_a_change_alone_leaves_a_piece_in_its_stack_but_not_on_another_map() -> None:
    before = f"a\t{MAP};10;10;7;0"
    t = table(*TWO_STACKS, ChangePiece("a", f"a\t{MAP};30;40;7;0", before))
    assert lying(t) == {(10, 10): "a b", (50, 50): "c"}
    t.execute(ChangePiece("a", "a\tPool;3;4;7;0", before))
    assert t.pieces["a"].spot == Spot("Pool", 3, 4)
    assert lying(t)[10, 10] == "b"


def test_a_change_with_the_old_state_sets_only_the_traits_that_differ() -> None:
    t = table(AddPiece("a", "emb2;x\tmark;unit\\\tpiece;;;i;n", f"1\tu\\\t{MAP};1;2;7;0"))
    t.execute(ChangePiece("a", f"2\tv\\\t{MAP};9;9;7;0", f"1\tv\\\t{MAP};9;9;7;0"))
    assert t.pieces["a"].state == ("2", "u", f"{MAP};1;2;7;0")
    t.execute(ChangePiece("a", f"3\tv\\\t{MAP};9;9;7;0"))
    assert t.pieces["a"].state == ("3", "v", f"{MAP};9;9;7;0")


def test_a_change_of_a_stack_reorders_it_and_keeps_what_joined_meanwhile() -> None:
    t = table(*TWO_STACKS, move("c", 10, 10, "a"))
    t.execute(ChangePiece("s", f"{MAP};10;10;b;a;@@1", f"{MAP};10;10;a;b;@@1"))
    assert lying(t) == {(10, 10): "b a c"}


def test_a_removed_piece_is_gone_and_can_be_added_again() -> None:
    t = table(*TWO_STACKS, RemovePiece("a"))
    assert lying(t) == {(10, 10): "b", (50, 50): "c"}
    t.execute(piece("a", 10, 10))
    t.execute(ChangePiece("s", f"{MAP};10;10;a;b;@@1", f"{MAP};10;10;b;@@1"))
    assert lying(t) == {(10, 10): "a b", (50, 50): "c"}


def test_an_id_added_a_second_time_is_the_new_piece() -> None:
    t = table(piece("a", 10, 10), piece("a", 30, 30))
    assert lying(t) == {(30, 30): "a"}


def test_what_the_engine_does_not_know_or_find_does_nothing() -> None:
    t = table(
        *TWO_STACKS,
        Unknown("PLAY\t1"),
        Malformed("M/x", "no"),
        move("nobody", 1, 1),
        RemovePiece("nobody"),
        ChangePiece("nobody", "x"),
        LogCommand(move("a", 1, 1)),
    )
    assert lying(t) == {(10, 10): "a b", (50, 50): "c"}


def test_a_map_that_the_module_does_not_have_takes_a_piece_off_the_table() -> None:
    t = table(*TWO_STACKS, piece("d", 9, 9, map_="Elsewhere"), maps=(MAP,))
    assert t.pieces["d"].spot is None


def test_a_deck_takes_any_piece() -> None:
    deck = AddPiece("d", "deck;x", f"{MAP};70;70;false;a,c")
    t = table(*TWO_STACKS, deck, piece("m", 1, 1, trait="immob;;N"), move("m", 70, 70, "c"))
    assert lying(t) == {(10, 10): "b", (70, 70): "a c m"}


def test_hidden_pieces_are_met_only_by_those_who_see_them() -> None:
    hidden = AddPiece("h", "hide;72,2\tmark;unit\\\tpiece;;;i;n", f"anna\th\\\t{MAP};10;10;7;0")
    start = (hidden, stack("s", 10, 10, "h"), piece("a", 1, 1))
    t = table(*start, move("a", 10, 10, by="berta"))
    assert t.pieces["a"].parent is not t.pieces["h"].parent
    t = table(*start, move("a", 10, 10, by="anna"))
    assert lying(t) == {(10, 10): "a h"}


def test_a_step_tells_who_moved_from_where_to_where_and_what_lies_there_now() -> None:
    t = table(*TWO_STACKS)
    changes = t.execute(move("s", 50, 50, "c"))
    moved = {(c.piece.id, c.before, c.after) for c in changes.pieces if c.moved}
    a, b = Spot(MAP, 10, 10), Spot(MAP, 50, 50)
    assert moved == {("a", a, b), ("b", a, b)}
    assert changes.spots == {a: (), b: ("c", "a", "b")}


def test_a_step_that_ends_where_it_began_moved_nobody() -> None:
    t = table(*TWO_STACKS)
    changes = t.execute(Group((move("a", 30, 30), move("a", 10, 10, "b"))))
    assert [c for c in changes.pieces if c.moved] == []
    assert changes.spots == {Spot(MAP, 10, 10): ("b", "a")}


def test_players_are_known_by_their_password_but_do_not_show_it() -> None:
    t = table(
        AddPlayer("secret", "Anna", "Axis"),
        AddPlayer("hidden", "Berta", "Russian"),
        AddPlayer("secret", "Anna", "Axis"),
    )
    assert t.players == (SeatedPlayer("Anna", "Axis"), SeatedPlayer("Berta", "Russian"))
    assert t.player_of("hidden") == SeatedPlayer("Berta", "Russian")
    t.execute(RemovePlayer("hidden"))
    assert t.player_of("hidden") is None
    assert "secret" not in repr(t.players)


def test_properties_and_turns_are_kept() -> None:
    t = table(ChangeProperty("Die_result", "3", "5", "Module"), SetTurn("TurnTracker0", "0|1"))
    assert t.properties == {("Module", "Die_result"): "5"}
    assert t.turns == {"TurnTracker0": "0|1"}


def test_names_numbers_and_markers_come_out_of_type_and_state() -> None:
    found = table(piece("a", 1, 1, unit="ger-41-pz")).pieces["a"]
    assert (found.name, found.gpid, found.markers) == ("a", "7", {"unit": "ger-41-pz"})


PLACES = st.sampled_from([(10, 10), (20, 20), (30, 30)])
NAMES = st.sampled_from(["a", "b", "c", "d", "s"])
ACTS = st.one_of(
    st.builds(lambda n, p, u: move(n, p[0], p[1], u), NAMES, PLACES, st.none() | NAMES),
    st.builds(lambda p, ns: stack("s", *p, *ns), PLACES, st.lists(NAMES, max_size=3)),
    st.builds(lambda n, p: piece(n, *p), st.sampled_from(["a", "b", "c", "d"]), PLACES),
    st.builds(RemovePiece, NAMES),
)


@given(st.lists(ACTS, max_size=25))
@pytest.mark.filterwarnings("error")
def test_following_the_changes_gives_the_position(acts: list[Command]) -> None:
    t = Table()
    followed: dict[Spot, tuple[str, ...]] = {}
    for act in acts:
        followed.update(t.execute(act).spots)
    assert {spot: ids for spot, ids in followed.items() if ids} == t.position()


def test_a_stack_that_was_left_empty_meets_nothing_and_one_that_is_filled_again_does() -> None:
    t = Table((MAP,))
    for command in (piece("a", 10, 10), piece("b", 30, 30), stack("s", 10, 10, "a")):
        t.execute(command)
    t.execute(move("a", 20, 20))
    t.execute(move("b", 10, 10))
    assert t.at(Spot(MAP, 10, 10)) == (t.pieces["b"],)
    t.execute(ChangePiece("s", f"{MAP};10;10;a", None))
    assert {p.id for p in t.at(Spot(MAP, 10, 10))} == {"a", "b"}


def test_a_unit_moved_to_and_fro_leaves_nothing_behind() -> None:
    t = Table((MAP,))
    t.execute(piece("a", 10, 10))
    for number in range(50):
        t.execute(move("a", 10 + number % 2, 10))
    assert sum(map(len, t._at.values())) == 1


@pytest.mark.parametrize("every", [1, 2])
def test_a_pile_without_end_is_refused_however_it_is_made(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_AT_A_POINT == 5000
    # So high a pile takes seconds to heap up, whose length is no matter here.
    monkeypatch.setattr("trc_module.replay.table.MOST_AT_A_POINT", 300)
    t = Table((MAP,))
    put = [move("a", i, 10) if i % every else piece(str(i), 10, 10) for i in range(every * 301)]
    for command in put[:-every]:
        t.execute(command)
    with pytest.raises(FormatError, match="more than 300 pieces on one point of a map"):
        t.execute_all(put[-every:])


def test_pieces_without_end_lie_apart() -> None:
    t = Table((MAP,))
    for number in range(2 * MOST_AT_A_POINT):
        t.execute(piece(str(number), number, 10))
    assert len(t.pieces) == 2 * MOST_AT_A_POINT


THREE_TRAITS = "mark;Color\tmark;Size\\\tpiece;;;;a/"
POINT = f"{MAP};1;1;7"


@pytest.mark.parametrize(
    "state",
    [
        f"red\tbig\\\t{POINT}",
        "red\tbig\\\tnull;0;0;x",
        f"'red'\tbig\\\t{POINT}",
        f"red\tbig\\\t{POINT}\tmore",
        f"red\t{POINT}",
        "red\tx",
        f"r\u00f6d\tb\u0456g\\\t{POINT};\u00f6",
        f"{'r' * 5000}\tbig\\\t{POINT}",
        "x",
        "",
    ],
)
def test_the_states_of_a_pieces_traits_are_read_as_the_engine_reads_them_however_often(state: str) -> None:
    tokens = sequence.decode_nested(state, "\t", 3)
    for _ in range(2):
        found = table(AddPiece("a", THREE_TRAITS, state)).find("a")
        assert found is not None
        assert found.state == (*tokens, *[""] * (3 - len(tokens)))
