"""Positions of other modules in ours: every piece is placed or told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.profiles.standin import OTHER, TRC4, StandIn
from tests.profiles.test_opening import ANCHORS
from tests.referee.engine import Engine
from trc_module.auditing.start import read_start
from trc_module.games import find_game
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.adopting import Adopted, adopt
from trc_module.replay.gamelog import open_log
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record import Expect, Record, read_record
from trc_module.rules.state import Deployment, Place
from trc_module.vassal.commands import AddPiece, Command, Node, Notes
from trc_module.vassal.saves import read_saved_game, write_saved_game
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import basic_piece

STORY = f"game: trc\nat: turn 3 axis impulse 1 movement clear{ANCHORS}on P20: ger-41-pz\non S12: rus-3-inf\n"


def played(module: StandIn, record: Record, parts: ModuleInputs, folder: Path) -> Path:
    path = folder / "theirs.vlog"
    module.write_log(parts, record, path)
    return path


def story(parts: ModuleInputs, folder: Path) -> Path:
    """Return a save of TRC4: six units on the map."""
    return played(TRC4, read_record(STORY, "story", find_game), parts, folder)


def with_more(path: Path, *more: Command) -> Path:
    """Add to the beginning of a save."""
    saved = read_saved_game(path)
    assert saved.save_data is not None
    assert saved.module_data is not None
    initial: list[Node] = [*saved.initial]
    initial[-1:-1] = more
    write_saved_game(path, initial, saved.steps, save_data=saved.save_data, module_data=saved.module_data)
    return path


def piece(name: str, id_: str, parts: ModuleInputs, hex_name: str, *traits: Trait) -> AddPiece:
    """Return a piece of TRC4 in a hex."""
    x, y = parts.layout.point(parts.board.grid.hex(hex_name))[1:]
    made = Piece.build(id_, (*traits, basic_piece(name, gpid="900")))
    return made.with_position(*TRC4.point(parts, "Main Map", x, y)).command()


def end_of(record: Record) -> FrozenMap[str, Deployment]:
    """Return where everything lies at the end of a record."""
    state = record.start
    for line in record.lines:
        if not isinstance(line.entry, Expect):
            state = record.game.apply(state, line.entry)
    return state.forces


def written(adopted: Adopted, parts: ModuleInputs, folder: Path) -> Path:
    path = folder / "ours.vsav"
    write_saved_game(path, adopted.initial, save_data=save_data("0.0.1", ""), module_data=parts.module_data("0.0.1"))
    return path


def places(path: Path, parts: ModuleInputs) -> dict[str, Place]:
    log = open_log(path, parts)
    start = read_start(log, log.table())
    assert [finding.sentence for finding in start.findings] == []
    return {unit: place for force in start.worlds[0].forces.values() for unit, place in force.places.items()}


@pytest.mark.parametrize("module", [TRC4, OTHER], ids=["short", "long"])
def test_every_unit_lies_where_it_lay(
    module: StandIn, three_turns: Record, parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    adopted = adopt(played(module, three_turns, parts, tmp_path), parts, profiles[module.name])
    # The stand-in lays into its margin what it has no box for.
    margin = {taken.ours: taken.at for taken in adopted.found("lost")}
    assert set(margin.values()) <= {f"{module.map_name} (5, 5)"}
    ours = places(written(adopted, parts, tmp_path), parts)
    wanted = {unit: place for force in end_of(three_turns).values() for unit, place in force.places.items()}
    theirs = {unit.id for unit in module.units(parts)}
    on_map = {unit: place for unit, place in wanted.items() if unit in theirs and not isinstance(place, str)}
    assert len(on_map) > 80
    assert not margin.keys() & on_map.keys()
    assert {unit: ours[unit] for unit in on_map} == on_map


def test_the_account_names_every_piece(parts: ModuleInputs, tmp_path: Path) -> None:
    path = with_more(
        story(parts, tmp_path),
        piece("Railhead", "r1", parts, "P20"),
        piece("Railhead", "r2", parts, "M20"),
        piece("Invasion", "i1", parts, "S12"),
        piece("sep_oct_1942", "l1", parts, "M22"),
        Notes("Axis to move\\n"),
    )
    adopted = adopt(path, parts)
    assert adopted.losses == ()
    told = [taken for taken in adopted.pieces if taken.how in ("marker", "guess", "meaningless")]
    assert sorted((taken.theirs, taken.ours, taken.to, taken.why) for taken in told) == [
        ("Invasion #900", "invasion-russian", "S12", "its side is that of the units in S12"),
        ("Railhead #900", "railhead", "M20", ""),
        ("Railhead #900", "railhead", "P20", ""),
        ("sep_oct_1942 #900", "", "", ""),
    ]
    assert {(t.ours, t.to) for t in adopted.found("unit")} >= {("ger-41-pz", "P20"), ("rus-3-inf", "S12")}
    absent = {t.ours: t.to for t in adopted.found("absent")}
    assert absent["ger-46-pz"] == "axis optional"
    assert "ger-41-pz" not in absent
    assert adopted.notes == (
        "Their turn tracker does not show the phase: the module's stands at turn 3, Axis impulse 1, movement; set it "
        "if that is wrong.",
        "Their save does not say the weather: set it with the module's buttons.",
        "Players take their sides anew: Axis player (Axis), Russian player (Soviet), Referee player (Referee).",
        "Optional rules, strategic choices and what was used up are not in their save: declare them in the module.",
    )
    saved = read_saved_game(written(adopted, parts, tmp_path))
    assert [command.text for command in saved.commands() if isinstance(command, Notes)] == ["Axis to move\\n"]
    pieces = [Piece.read(c) for c in saved.commands() if isinstance(c, AddPiece) and c.type != "stack"]
    assert sum(made.property("unit") == "railhead" for made in pieces) == 2
    assert saved.problems == ()


def test_what_cannot_be_placed_is_a_loss(parts: ModuleInputs, tmp_path: Path) -> None:
    path = with_more(
        story(parts, tmp_path),
        piece("ge-xyz-9", "x1", parts, "P20"),
        piece("ge-arm-41", "x2", parts, "M20"),
        piece("Invasion", "i1", parts, "M22"),
    )
    losses = adopt(path, parts).losses
    assert [loss.partition(": ")[0].partition(" at ")[0] for loss in losses] == [
        "'ge-xyz-9 #900'", "'ge-arm-41 #900'", "'Invasion #900'",
    ]  # fmt: skip
    assert [loss.partition("): ")[2] for loss in losses] == [
        "the profile does not say what it is",
        "ger-41-pz lies elsewhere already",
        "which of our markers 'invasion' it is, or of which side, is not known",
    ]


def test_a_text_on_a_counter_is_told(parts: ModuleInputs, tmp_path: Path) -> None:
    label = Trait.make("label", text="out of supply")
    adopted = adopt(with_more(story(parts, tmp_path), piece("Railhead", "r1", parts, "P20", label)), parts)
    assert [note.partition(" shows ")[2] for note in adopted.notes if "Railhead" in note] == [
        "the text 'out of supply': what it means is not carried over."
    ]


def test_the_engine_opens_it(
    referee: Engine, module_file: Path, three_turns: Record, parts: ModuleInputs, tmp_path: Path
) -> None:
    adopted = adopt(played(TRC4, three_turns, parts, tmp_path), parts)
    path = written(adopted, parts, tmp_path)
    game = referee.keep(module_file)
    assert game.load(path, side="Axis")
    assert game.last.complaints == ()
    ours = places(path, parts)
    seen = {}
    for found in game.pieces():
        unit = found.properties.get("unit", "")
        if unit in ours and found.map:
            spot = parts.layout.place(found.map, found.x, found.y)
            seen[unit] = parts.board.boxes[spot].id if isinstance(spot, str) else spot
    assert seen == ours
