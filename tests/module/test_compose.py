from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.module.turns import TurnState
from trc_module.rules.record import read_record
from trc_module.vassal.commands import AddPiece, ChangePiece, ChangeProperty, Chat, MovePiece, SetTurn
from trc_module.vassal.saves import SavedGame, read_saved_game, step_commands
from trc_module.vassal.traits import Piece, Stack, read_piece

HEADER = """\
game: trc
at: turn 1 axis impulse 1 movement clear
on J20: ger-41-pz ger-56-pz
on I18: rus-1-tank
box axis replacement-pool: ger-3-pz
"""


def composed(parts: ModuleInputs, tmp_path: Path, acts: str) -> SavedGame:
    path = tmp_path / "game.vlog"
    compose(parts, read_record(HEADER + acts, "game", find_game), path, "1")
    return read_saved_game(path)


def moves(parts: ModuleInputs, game: SavedGame) -> list[tuple[str, ...]]:
    """Return (from, to) of every piece move of the log, as places."""

    def name(map_name: str | None, x: int, y: int) -> str:
        spot = parts.layout.place(map_name or "", x, y)
        assert spot is not None
        return spot if isinstance(spot, str) else parts.board.grid.name(spot)

    return [
        (name(c.old_map, c.old_x, c.old_y), name(c.new_map, c.new_x, c.new_y))
        for step in game.steps
        for c in step_commands(step)
        if isinstance(c, MovePiece)
    ]


def test_the_save_at_its_start_holds_every_unit_where_the_record_puts_it(parts: ModuleInputs, tmp_path: Path) -> None:
    game = composed(parts, tmp_path, "end\n")
    added = [read_piece(command) for command in game.commands() if isinstance(command, AddPiece)]
    places = {p.property("unit"): parts.layout.place(p.map or "", *p.position) for p in added if isinstance(p, Piece)}
    grid = parts.board.grid
    markers = {item: places.pop(item) for item in list(places) if item in parts.roster.markers}
    # The rows of the window of options are no counters.
    del places[None]
    assert {item for item, box in markers.items() if box == "weather"} == {"weather-clear"}
    assert markers["turn"] == "turn-record-1"
    assert places == {
        "ger-41-pz": grid.hex("J20"),
        "ger-56-pz": grid.hex("J20"),
        "rus-1-tank": grid.hex("I18"),
        "ger-3-pz": "axis replacement-pool",
    }
    by_id = {p.id: p.property("unit") for p in added if isinstance(p, Piece)}
    stacks = [[by_id[member] for member in s.members] for s in added if isinstance(s, Stack)]
    assert ["ger-41-pz", "ger-56-pz"] in stacks
    assert game.problems == ()


def test_a_known_path_is_dragged_hex_by_hex_and_an_unknown_one_in_one_go(parts: ModuleInputs, tmp_path: Path) -> None:
    game = composed(parts, tmp_path, "move ger-41-pz J20 K20 L20\nmove ger-56-pz J20 > M20\n")
    assert moves(parts, game) == [("J20", "K20"), ("K20", "L20"), ("J20", "M20")]
    assert len(game.steps) == 3


def test_a_unit_that_moves_onto_others_lies_on_top_of_them(parts: ModuleInputs, tmp_path: Path) -> None:
    game = composed(parts, tmp_path, "move ger-41-pz J20 K20\nmove ger-56-pz J20 K20\n")
    first, second = (c for step in game.steps for c in step_commands(step) if isinstance(c, MovePiece))
    assert first.new_under is None
    assert second.new_under == first.id


def test_units_go_to_the_boxes_and_come_from_them(parts: ModuleInputs, tmp_path: Path) -> None:
    acts = "eliminate ger-41-pz because 17.2\nsurrender rus-1-tank because 12.5\nenter ger-3-pz E33\n"
    assert moves(parts, composed(parts, tmp_path, acts)) == [
        ("J20", "axis replacement-pool"),
        ("I18", "russian surrendered"),
        ("axis replacement-pool", "E33"),
    ]


def test_the_end_of_a_phase_turns_the_tracker_and_says_so(parts: ModuleInputs, tmp_path: Path) -> None:
    game = composed(parts, tmp_path, "end\nend\n")
    (chat, turn), (_, later) = (step_commands(step) for step in game.steps)
    assert isinstance(chat, Chat)
    told = "Turn 1: Axis, first impulse: combat"
    assert chat.text == f'* {told} <!--TRC1 PHASE at="{told}" by="Axis"-->'
    assert isinstance(turn, SetTurn)
    assert isinstance(later, SetTurn)
    assert (TurnState.read(turn), TurnState.read(later)) == (TurnState(1, 2), TurnState(1, 3))


def test_counters_show_their_parts_in_a_battle_until_the_next_phase(parts: ModuleInputs, tmp_path: Path) -> None:
    acts = "rail ger-56-pz J20 K20\nend\nattack 2: ger-41-pz x rus-1-tank\nend\n"
    game = composed(parts, tmp_path, acts)
    pieces = {p.id: p for c in game.commands() if isinstance(c, AddPiece) and isinstance(p := read_piece(c), Piece)}
    shown = []
    held = []
    for command in (command for step in game.steps for command in step_commands(step)):
        if isinstance(command, ChangePiece):
            piece = pieces[command.id] = pieces[command.id].changed(command.new_state, command.old_state)
            shown.append(tuple(piece.property(name) for name in ("unit", "Role_Level", "WayBadge_Level")))
        elif isinstance(command, ChangeProperty):
            held.append((command.name, command.new))
    assert shown == [
        ("ger-56-pz", "1", "2"),
        ("ger-41-pz", "2", "1"),
        ("rus-1-tank", "3", "1"),
        ("ger-41-pz", "1", "1"),
        ("rus-1-tank", "1", "1"),
        ("ger-56-pz", "1", "1"),
    ]
    sums = [("AttackSum", "8"), ("DefenceSum", "2"), ("AttackSum", "0"), ("DefenceSum", "0")]
    assert held == [("BattleId", "2"), *sums]


def test_the_same_record_gives_the_same_bytes(parts: ModuleInputs, tmp_path: Path) -> None:
    record = read_record(HEADER + "move ger-41-pz J20 K20\nend\n", "game", find_game)
    compose(parts, record, tmp_path / "a.vlog", "1")
    compose(parts, record, tmp_path / "b.vlog", "1")
    assert (tmp_path / "a.vlog").read_bytes() == (tmp_path / "b.vlog").read_bytes()


def test_a_unit_that_is_nowhere_cannot_move(parts: ModuleInputs, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="line 6: ger-14-pz is out of play, not in J20"):
        composed(parts, tmp_path, "move ger-14-pz J20 K20\n")
    assert list(tmp_path.iterdir()) == []


def test_who_is_not_on_the_map_cannot_attack(parts: ModuleInputs, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="line 7: ger-14-pz is out of play, not on the map"):
        composed(parts, tmp_path, "end\nattack 1: ger-14-pz x rus-1-tank\n")
    assert list(tmp_path.iterdir()) == []


def test_a_box_that_the_side_does_not_have_is_named(parts: ModuleInputs, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="line 6: the module has no box 'partisans' for this side"):
        composed(parts, tmp_path, "sea transfer ger-41-pz J20 partisans roll 1\n")
    assert list(tmp_path.iterdir()) == []


def test_a_counter_without_a_badge_may_be_said_to_attack(parts: ModuleInputs, tmp_path: Path) -> None:
    text = HEADER.replace("ger-3-pz", "ger-3-pz\non J18: ger-stuka-1").replace("movement", "combat")
    record = read_record(text + "attack 1: ger-stuka-1 ger-41-pz x rus-1-tank\n", "game", find_game)
    compose(parts, record, tmp_path / "game.vlog", "1")
    game = read_saved_game(tmp_path / "game.vlog")
    assert sum(isinstance(c, ChangePiece) for step in game.steps for c in step_commands(step)) == 2
