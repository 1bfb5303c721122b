"""The real engine reads what is written here, and writes what is read here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from trc_module.vassal import (
    MODULE_DATA,
    Archive,
    Entry,
    GameSetup,
    Metadata,
    Piece,
    Stack,
    Trait,
    component,
    make_step,
    read_piece,
    read_saved_game,
    read_saved_text,
    serialize,
    write_archive,
    write_saved_game,
)
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangeProperty,
    Chat,
    LogCommand,
    MovePiece,
    PlacedBoard,
    RestoreProperty,
    SetBoards,
    encode_commands,
    walk,
)
from trc_module.vassal.lint import Severity, lint_tree
from trc_module.vassal.obfuscation import reveal
from trc_module.vassal.traits import TRAITS, FieldSpec, Kind, TraitSpec, Value
from trc_module.vassal.traits.build import basic_piece, layer, marker, piece, prototype, prototype_text, slot_text
from trc_module.vassal.values import Color, Key

# The oldest that has `buildFile.xml`; the engine at hand is older than 3.7.
VERSION = "3.5.8"
MODULE = Metadata(name="referee", version="1.0", vassal_version=VERSION)


def write_module(path: Path) -> Path:
    """Write a small module: a map with hexes, a property, a prototype, a palette and at-start pieces."""
    infantry = slot_text([prototype("Unit"), marker(unit="inf")], basic_piece("Infantry", gpid=1))
    root = component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        component("module.properties.GlobalProperties", component("module.properties.GlobalProperty", name="BattleId")),
        component(
            "module.PrototypesContainer",
            component("module.PrototypeDefinition", name="Unit", content=prototype_text([Trait.make("delete")])),
        ),
        component(
            "module.Map",
            component(
                "module.map.BoardPicker",
                component(
                    "module.map.boardPicker.Board",
                    component("module.map.boardPicker.board.HexGrid", dx=40.0, dy=46.0, x0=20, y0=30),
                    name="Plain",
                    width=400,
                    height=300,
                    color=Color(255, 255, 255),
                ),
            ),
            component("module.map.PieceMover"),
            component("module.map.KeyBufferer"),
            component("module.map.MenuDisplayer"),
            component("module.map.ForwardToKeyBuffer"),
            component("module.map.StackMetrics"),
            component(
                "module.map.SetupStack",
                component("widget.PieceSlot", entryName="Infantry", gpid="1", content=infantry),
                name="Start",
                owningBoard="Plain",
                x=60,
                y=53,
            ),
            mapName="Main Map",
        ),
        name="referee",
        version="1.0",
        VassalVersion=VERSION,
        nextPieceSlotId=2,
    )
    assert [str(finding) for finding in lint_tree(root) if finding.severity is not Severity.NOTE] == []
    write_archive(path, (Entry("buildFile.xml", serialize(root)), Entry(MODULE_DATA, MODULE.encode())))
    return path


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the module above."""
    return write_module(tmp_path_factory.mktemp("module") / "referee.vmod")


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    return referee.keep(module)


def write_save(path: Path, setup: GameSetup, *steps: tuple[MovePiece | Chat | ChangeProperty | None, ...]) -> Path:
    save_data = Metadata(version="1.0", vassal_version=VERSION)
    write_saved_game(path, setup.commands(), map(make_step, steps), save_data=save_data, module_data=MODULE)
    return path


def test_a_module_made_here_opens_without_a_word(game: Game) -> None:
    assert (game.opened, game.report.complaints) == (True, ())
    game.new_game()
    (start,) = game.written(game.piece("Infantry").id)
    assert (start.map, start.x, start.y, start.gpid) == ("Main Map", 60, 53, "1")
    assert start.type == "mark;unit\tdelete;Delete;68,130;\\\tpiece;;;;Infantry"
    assert game.said.complaints == ()


def test_a_save_made_here_loads_with_every_piece_in_its_place(game: Game, tmp_path: Path) -> None:
    first = piece("11", [marker(unit="a")], basic_piece("Lwów 🚂", gpid=1, map="Main Map", x=100, y=122))
    second = piece(
        "12", [layer("Step", ("", ""), names=("", "+ (half)"), level=2)], basic_piece("B", map="Main Map", x=100, y=122)
    )
    setup = GameSetup(
        (first, second),
        (Stack("13", "Main Map", 100, 122, ("11", "12"), 1),),
        (AddPlayer("secret", "Tester", "Axis"),),
        (RestoreProperty("BattleId", "7", "Module"),),
        (SetBoards("Main Map", (PlacedBoard("Plain"),)),),
    )
    assert game.load(write_save(tmp_path / "g.vsav", setup)), game.last
    assert game.said.complaints == ()
    assert [(p.id, p.name, p.full_name, p.x, p.y, p.stack, p.index) for p in game.pieces()] == [
        ("11", "Lwów 🚂", "Lwów 🚂", 100, 122, "13", 0),
        ("12", "B", "B (half)", 100, 122, "13", 1),
    ]
    assert game.property("BattleId") == "7"
    assert second.display_name == "B (half)"


def test_a_log_made_here_is_stepped_through(game: Game, tmp_path: Path) -> None:
    setup = GameSetup(
        (piece("11", [], basic_piece("A", map="Main Map", x=20, y=30)),), (Stack("12", "Main Map", 20, 30, ("11",), 1),)
    )
    move = MovePiece("11", "Main Map", 100, 122, None, "Main Map", 20, 30, "12", "secret")
    log = write_save(
        tmp_path / "g.vlog",
        setup,
        (move, None, Chat("* A moves")),
        (Chat("* die = 3"), ChangeProperty("BattleId", "", "3", "Module")),
    )
    assert game.load(log), game.last
    assert (game.steps_left, game.piece("A").x) == (2, 20)
    assert game.step().report.chat == ("* A moves",)
    assert (game.piece("A").x, game.piece("A").y) == (100, 122)
    game.step()
    assert (game.property("BattleId"), game.steps_left) == ("3", 0)
    assert game.said.complaints == ()


def test_what_the_engine_saves_and_logs_comes_back_to_the_letter(game: Game, tmp_path: Path) -> None:
    game.new_game()
    game.begin_log(tmp_path / "engine.vlog")
    game.move(game.piece("Infantry"), "Main Map", 100, 122)
    game.say("Żółw 🚂 said so")
    game.undo()
    game.end_log()
    game.save_game(tmp_path / "engine.vsav")
    for name in ("engine.vsav", "engine.vlog"):
        read = read_saved_game(tmp_path / name)
        with Archive(tmp_path / name) as archive:
            assert encode_commands((*read.initial, *read.steps)) == reveal(archive.read("savedGame"))
        assert read.problems == ()
    assert read.is_log
    moves = [c.command for step in read.steps for c in walk(step) if isinstance(c, LogCommand)]
    assert any(isinstance(command, MovePiece) and command.player == "secret" for command in moves)


SPECIAL: dict[str, dict[str, Value]] = {
    # What the engine would not find, or takes for more than a text.
    "emb2": {"images": ("", ""), "names": ("a;1", "b,c"), "version": 1, "follow": False, "level": 2},
    "placemark": {"piece": "null", "marker_text": "null", "x_offset": "3", "y_offset": "-3"},
    "replace": {"piece": "null", "marker_text": "null", "x_offset": "3", "y_offset": "-3"},
    "obs": {"style": "I", "access": "side:", "image": "", "owner": "someone"},
    "hide": {"access": "side:"},
    "return": {"version": 2},
    "immob": {"select": "g", "move": "I", "stack": "L", "description": "no semicolon"},
    "label": {"font": "Dialog"},
    "table": {"rows": 1, "columns": 3},
    "markmoved": {"image": ""},
    "mat": {"count": 0},
    "globalkey": {"deck_count": "-1", "target": "COUNTER|false|MAP|||||0|0||false|||EQUALS"},
    "PROP": {"constraints": "true,1,5,true", "commands": r"m:65\,130:I\,1", "value": "x"},
    "setprop": {"constraints": "true,1,5,true", "commands": r"m:65\,130:I\,1"},
    "propertysheet": {"chars": "", "red": "1", "green": "2", "blue": "3", "definition": "", "values": ""},
    "rotate": {"angle": "2"},
    "matPiece": {"mat": "noMat"},
    "AreaOfEffect": {"active": "true", "always_active": False},
    "nonRect": {"shape": "m,0,0,l,5,5,c"},
    "nonRect2": {"shape": "m,0,0,l,5,5,c"},
}
# The engine takes these from what it has at hand: the place before, the points of a trail.
NOT_KEPT = {"sendto": {"back_map", "back_x", "back_y"}, "footprint": {"count"}, "obs": {"options"}}
SAMPLES: dict[Kind, Value] = {
    Kind.INT: 3,
    Kind.FLOAT: 0.5,
    Kind.KEYS: (Key.ctrl("X"), Key.named("k")),
    Kind.COLOR: Color(1, 2, 3),
    Kind.TEXTS: ("a;1", "b", "c d"),
}


def sample(field: FieldSpec) -> Value:
    if field.choices:
        return field.choices[-1]
    if field.kind is Kind.FLAG:
        return not field.default
    if field.kind is Kind.KEY:
        return Key.named(f"the {field.name}")
    if field.kind is Kind.EXPRESSION:
        return f'{{{field.name}=="a;b"}}'
    return SAMPLES.get(field.kind, f"{field.name}; Lwów/'x")


def sampled(spec: TraitSpec) -> Trait:
    taken = {field.name for field in spec.fields}
    values = {field.name: sample(field) for field in spec.fields if not field.many}
    for field in spec.state:
        if not field.many:
            values[("state_" if field.name in taken else "") + field.name] = sample(field)
    return Trait.make(spec.id, **values | SPECIAL.get(spec.id, {}))


def nameless(value: Value) -> Value:
    # The number in front of a key's name is the engine's own in each session.
    if isinstance(value, tuple):
        return tuple(str(nameless(item)) for item in value)
    return Key(0, 0, value.name) if isinstance(value, Key) and value.name else value


def test_every_field_of_every_trait_comes_back_from_the_engine(game: Game, tmp_path: Path) -> None:
    kinds = [
        spec
        for spec in TRAITS.values()
        if spec.id not in ("piece", "stack", "deck", "prototype") and not (spec.legacy or spec.since)
    ]
    pieces = {
        spec.id: Piece.build(str(1000 + number), [sampled(spec), basic_piece(spec.id, map="Main Map", x=number)])
        for number, spec in enumerate(kinds)
    }
    assert game.load(write_save(tmp_path / "g.vsav", GameSetup(tuple(pieces.values())))), game.last
    assert game.said.complaints == ()
    commands = read_saved_text(game.restore_text()).commands()
    back = {command.id: read_piece(command) for command in commands if isinstance(command, AddPiece)}
    compared = 0
    for spec in kinds:
        ours, again = pieces[spec.id], back[pieces[spec.id].id]
        assert isinstance(again, Piece)
        before, after = ours.traits[0], again.traits[0]
        assert after.id == before.id
        for field in spec.fields[: len(after.tokens)]:
            if not field.many:
                assert nameless(after.value(field.name)) == nameless(before.value(field.name)), (spec.id, field.name)
                compared += 1
        for field in spec.state:
            if not field.many and field.name not in NOT_KEPT.get(spec.id, ()):
                assert after.state_value(field.name) == before.state_value(field.name), (spec.id, field.name)
                compared += 1
    # Most of the table: an engine before 3.7 does not know its newest fields.
    assert compared > 250
