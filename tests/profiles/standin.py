"""Modules of other makers, made up by the tests: their pieces, maps, dice and trackers, and logs played in them.

The names follow a maker's habit and are made from our own data; nothing is taken from a published module but what it is
called and the sizes of its grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import quoteattr

from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.module.turns import TRACKER_ID, TurnState
from trc_module.profiles.lattice import Lattice, LatticeFit, own_cells
from trc_module.roster import Unit
from trc_module.rules.record import Expect, Record
from trc_module.systems.weather import WeatherRoll, weather_of
from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Node,
    SetTurn,
    walk,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import GameSetup, make_step, read_saved_game, step_commands, write_saved_game
from trc_module.vassal.traits import Piece, Stack

NATIONS = {
    "german": "ge", "finnish": "fi", "rumanian": "ro", "hungarian": "hu", "italian": "it", "russian": "ru",
}  # fmt: skip
TYPES = {
    "armor": "arm", "motorized": "pzg", "infantry": "inf", "mountain": "mtn", "cavalry": "cav", "paratroop": "abn",
    "artillery": "art",
}  # fmt: skip


def short_name(unit: Unit) -> str:
    """Return a unit's name in the habit of the first stand-in: `ge-arm-41`, `ru-inf-2Gd`, `Worker-Kiev`."""
    number = next((word for word in unit.name.split() if word.isdigit()), "")
    match unit.type:
        case "hq":
            return unit.name if unit.nation == "russian" else f"HQ-{unit.name.replace('Center', 'Centre')}"
        case "leader":
            return unit.name
        case "worker":
            if unit.name == unit.area:
                return f"Worker-{unit.name.replace('Leningrad', 'Lenigrad')}"
            return f"Worker-{unit.name[1:]}-{(unit.arrival or 1) - 1:02}-{unit.name[0]}"
        case "partisan":
            return f"Partisans-{number}"
        case "air":
            return "Stuka-hqn" if unit.side == "axis" else "Sturmovik"
        case "luftwaffe":
            return "ge-luftwaffe"
    nation = "ss" if unit.ss else NATIONS[unit.nation]
    if unit.formation == "guards":
        return f"{nation}-{TYPES[unit.type]}-{number}Gd"
    if unit.type == "armor" and unit.nation == "russian" and unit.size == "corps":
        return f"{nation}-{TYPES[unit.type]}-{int(number):02}c"
    names = {"Hermann Göring": "HG", "Dietl": "Deitl", "SS Res": "Res"}
    own = names.get(unit.name, unit.name)
    if unit.name in ("Pz", "Cav"):
        return f"{nation}-{TYPES[unit.type]}"
    if number:
        filled = unit.type in ("infantry", "armor") and unit.nation in ("german", "russian") and unit.size != "army"
        filled = filled or (unit.type, unit.nation) == ("infantry", "russian")
        own = f"{int(number):02}" if filled and not unit.ss else number
    return f"{nation}-{TYPES[unit.type]}-{own}"


def long_name(unit: Unit) -> str:
    """Return a unit's name in the habit of the second stand-in: `XXXXI Panzer`, `2nd Guards Army`, `Kiev Workers`."""
    number = next((int(word) for word in unit.name.split() if word.isdigit()), 0)
    match unit.type:
        case "hq":
            return f"{unit.name} Headquarters"
        case "leader":
            return unit.name
        case "worker":
            return f"Workers {unit.name}"
        case "partisan":
            return f"Partisan #{number}"
        case "air":
            return unit.name
        case "luftwaffe":
            return "Luftwaffe Field Corps"
    words = {
        "armor": "Panzer" if unit.side == "axis" else "Tank", "motorized": "Mech", "infantry": "Infantry",
        "mountain": "Mountain", "cavalry": "Cavalry", "paratroop": "Airborne", "artillery": "Artillery",
    }[unit.type]  # fmt: skip
    own = _roman(number) if unit.side == "axis" and unit.type in ("armor", "infantry") else _ordinal(number)
    named = {"Hermann Göring": "Hermann Goering", "SS Res": "Reserve", "GD": "GD", "Dietl": "Dietl"}
    if not number:
        own = named.get(unit.name, "")
    minor = {"finnish": "Finnish", "rumanian": "Romanian", "hungarian": "Hungarian", "italian": "Italian"}
    front = [
        minor.get(unit.nation, ""),
        "SS" if unit.ss else "",
        own,
        "Guards" if unit.formation == "guards" else "",
        words,
    ]
    back = ["Army" if unit.size == "army" else "Corps" if unit.type == "armor" and unit.side == "russian" else ""]
    return " ".join(word for word in (*front, *back) if word)


def _ordinal(number: int) -> str:
    if not number:
        return ""
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _roman(number: int) -> str:
    """Return a number as German corps bear it: additive, forty is XXXX."""
    text = ""
    for value, word in ((50, "L"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:
            text, number = text + word, number - value
    return text


@dataclass(frozen=True)
class StandIn:
    """A module of another maker."""

    name: str
    version: str
    map_name: str
    lattice: Lattice
    overlay: LatticeFit
    named: Callable[[Unit], str]
    boxes: Mapping[str, tuple[str, int, int]]
    """For each box, or the beginning of its name, the map and the point to which its counters go."""
    tracker: str
    """The tracker's XML."""
    levels: Callable[[int, str, int], str] = field(repr=False)
    """The tracker's state in a turn and an impulse of a side."""
    die_report: str = "** 1d6 =twister  {} *** &lt;somebody&gt;"
    numbering: str = ""
    zones: str = ""
    edge: int = 0

    def units(self, parts: ModuleInputs) -> Iterator[Unit]:
        """Yield the units of the campaign, the optional artillery, and no other."""
        for unit in parts.roster.units.values():
            if unit.nation in NATIONS and not unit.battlegroup and unit.option in ("", "26.5"):
                yield unit

    def slots(self, parts: ModuleInputs) -> list[tuple[str, list[Unit]]]:
        """Return the units of each slot, with the slot's name: clones share one, and two nations may use a name."""
        found: dict[tuple[str, str], list[Unit]] = {}
        for unit in self.units(parts):
            found.setdefault((self.named(unit), unit.nation), []).append(unit)
        return [(name, units) for (name, _), units in found.items()]

    def build_file(self, parts: ModuleInputs) -> str:
        """Return the module's build file."""
        lists: dict[str, list[str]] = {}
        for number, (name, units) in enumerate(self.slots(parts)):
            unit = units[0]
            title = "Soviet" if unit.side == "russian" else unit.nation.title()
            lists.setdefault(title, []).append(_slot(name, number, title, clone=len(units) > 1))
        grid = self.lattice
        x0, y0 = (grid.y0, grid.x0) if grid.sideways else (grid.x0, grid.y0)
        maps = sorted({map_ for map_, _, _ in self.boxes.values()} - {self.map_name})
        kind = "VASSAL.build.module"
        hexes = (
            f'<{kind}.map.boardPicker.board.HexGrid dx="{grid.dx}" dy="{grid.dy}" x0="{int(x0 - self.edge)}" '
            f'y0="{int(y0 - self.edge)}" sideways="{str(grid.sideways).lower()}" snapTo="true" visible="false" '
            f'cornersLegal="false" edgesLegal="false" color="0,0,0" dotsVisible="false">{self.numbering}'
            f"</{kind}.map.boardPicker.board.HexGrid>"
        )
        if self.zones:
            hexes = (
                f"<{kind}.map.boardPicker.board.ZonedGrid>{self.zones}{hexes}</{kind}.map.boardPicker.board.ZonedGrid>"
            )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>'
            f'<VASSAL.build.GameModule name="{self.name}" version="{self.version}" VassalVersion="3.5.8" '
            'nextPieceSlotId="400"><VASSAL.build.module.BasicCommandEncoder/>'
            f"<{kind}.PlayerRoster><entry>Axis</entry><entry>Soviet</entry></{kind}.PlayerRoster>"
            f'<{kind}.GlobalOptions autoReport="Always"/>'
            f"<{kind}.PrototypesContainer>{''.join(_prototype(title) for title in lists)}</{kind}.PrototypesContainer>"
            f"{self._map(self.map_name, hexes, 3600, 3400, self.edge)}"
            f"{''.join(self._map(name, '', 900, 900, 0) for name in maps)}"
            f'<{kind}.PieceWindow name="Pieces" hidden="false"><VASSAL.build.widget.TabWidget entryName="Pieces">'
            + "".join(
                f'<VASSAL.build.widget.ListWidget entryName="{title}">{"".join(slots)}</VASSAL.build.widget.ListWidget>'
                for title, slots in lists.items()
            )
            + f"</VASSAL.build.widget.TabWidget></{kind}.PieceWindow>"
            f'<{kind}.DiceButton name="1d6" nDice="1" nSides="6" plus="0" reportTotal="false" prompt="false" '
            f'text="1d6" reportFormat="** $name$ =twister  $result$ *** &lt;$PlayerName$&gt;"/>'
            f"{self.tracker}</VASSAL.build.GameModule>"
        )

    def _map(self, name: str, grid: str, width: int, height: int, edge: int) -> str:
        kind = "VASSAL.build.module"
        picker = f"{kind}.map.BoardPicker"
        board = f"{kind}.map.boardPicker.Board"
        return (
            f'<{kind}.Map mapName={quoteattr(name)} edgeWidth="{edge}" edgeHeight="{edge}" markMoved="Never" '
            f'allowMultiple="false" moveWithinFormat="$pieceName$ moves $previousLocation$ -&gt; $location$ *" '
            f'moveToFormat="$pieceName$ moves $previousLocation$ -&gt; $location$ *" createFormat="" changeFormat="">'
            f'<{picker}><{board} name={quoteattr(name)} image="" width="{width}" height="{height}" '
            f'color="200,200,200">{grid}</{board}></{picker}>'
            f"<{kind}.map.StackMetrics/><{kind}.map.ForwardToKeyBuffer/><{kind}.map.MenuDisplayer/>"
            f"<{kind}.map.PieceMover/><{kind}.map.KeyBufferer/></{kind}.Map>"
        )

    # --------------------------------------------------------------- logs

    def point(self, parts: ModuleInputs, map_name: str, x: int, y: int) -> tuple[str, int, int]:
        """Return where in this module a counter lies that lies at a point of ours."""
        place = parts.layout.place(map_name, x, y)
        assert place is not None
        if not isinstance(place, str):
            fx, fy = self.lattice.centre(self.overlay.under(own_cells(parts.board.grid)[place]))
            return self.map_name, int(fx), int(fy)
        key = max((key for key in self.boxes if place.startswith(key) or place.endswith(key)), key=len, default="")
        # What has no box lies in the margin of the map.
        return self.boxes[key] if key else (self.map_name, 5, 5)

    def write_log(
        self, parts: ModuleInputs, record: Record, path: Path, *, phases: bool = False, weather: bool = True
    ) -> None:
        """Write the log of a record as it would have been played here: counters dragged, one die button, a tracker.

        With `phases` a player types where combat begins and ends; with `weather` what the die made of it.
        """
        own = path.with_suffix(".own")
        compose(parts, record, own, "0.0.1", declared=False)
        saved = read_saved_game(own)
        teller = _Teller(self, parts, phases, dict(_weathers(record)) if weather else {})
        initial = teller.initial([c for node in saved.initial for c in walk(node)])
        steps = [make_step(commands) for node in saved.steps if (commands := teller.step(step_commands(node)))]
        data = Metadata(name=self.name, version=self.version, vassal_version="3.5.8")
        write_saved_game(path, initial, steps, save_data=Metadata(vassal_version="3.5.8"), module_data=data)


class _Teller:
    def __init__(self, module: StandIn, parts: ModuleInputs, phases: bool, weathers: Mapping[int, str]) -> None:
        self._module, self._parts = module, parts
        self._phases, self._weathers = phases, weathers
        self._die = ""
        self._moved: dict[str, str] = {}
        self._slots = {u.id: (name, n) for n, (name, us) in enumerate(module.slots(parts)) for u in us}

    def initial(self, commands: list[Command]) -> tuple[Node, ...]:
        pieces: list[Piece] = []
        stacks: dict[tuple[str, int, int], list[str]] = {}
        players: list[AddPlayer] = []
        turn: SetTurn | None = None
        for command in commands:
            match command:
                case AddPiece(type=kind) if kind != "stack":
                    piece = Piece.read(command)
                    unit = piece.property("unit") or ""
                    if unit not in self._slots or piece.map is None:
                        continue
                    name, gpid = self._slots[unit]
                    map_, x, y = self._module.point(self._parts, piece.map, *piece.position)
                    made = _piece(name, gpid, piece.id or "", map_, x, y)
                    pieces.append(made)
                    stacks.setdefault((map_, x, y), []).append(piece.id or "")
                    self._moved[piece.id or ""] = unit
                case AddPlayer():
                    side = {"Russian": "Soviet"}.get(command.side, command.side)
                    players.append(AddPlayer(command.password, command.name, side))
                case SetTurn():
                    turn = self._turn(command)
        piles = tuple(Stack(f"s{n}", *at, tuple(ids)) for n, (at, ids) in enumerate(stacks.items()))
        return GameSetup(tuple(pieces), piles, tuple(players), (turn,) if turn else ()).commands()

    def _turn(self, command: SetTurn) -> SetTurn:
        turn = TurnState.read(command)
        step = self._parts.game.sequence.steps[turn.step]
        return SetTurn("TurnTracker0", self._module.levels(turn.turn, step.side, step.part))

    def step(self, commands: list[Command | None]) -> list[Command]:
        found: list[Command] = []
        for command in commands:
            match command:
                case MovePiece(id=id_) if id_ in self._moved:
                    to = self._module.point(self._parts, command.new_map or "", command.new_x, command.new_y)
                    old = self._module.point(self._parts, command.old_map or "", command.old_x, command.old_y)
                    found.append(MovePiece(id_, *to, None, *old, None, command.player))
                case ChangeProperty(name=name, new=new) if name.endswith("_result"):
                    found.append(Chat(self._module.die_report.format(new)))
                    found.append(ChangeProperty("1d6_result", self._die, new, "Module"))
                    self._die = new
                case SetTurn(id=id_) if id_ == TRACKER_ID:
                    found += self._phase(command)
        return found

    def _phase(self, command: SetTurn) -> list[Command]:
        turn = TurnState.read(command)
        step = self._parts.game.sequence.steps[turn.step]
        if step == self._parts.game.sequence.steps[1]:
            weather = self._weathers.get(turn.turn)
            said = [Chat(f"<Axis player> - weather: {weather}")] if weather else []
            line = Chat(f"<Axis player> - phase: turn {turn.turn} axis 1 movement")
            said += [line] if self._phases and self._module.levels is _counted else []
            return [self._turn(command), *said]
        if step.phase == "movement":
            line = Chat(f"<{step.side} player> - phase: {step.side} {step.part} movement")
            return [self._turn(command), *([line] if self._phases and self._module.levels is _counted else [])]
        if self._phases and step.phase != "weather":
            return [Chat(f"<{step.side} player> - phase: {step.phase}")]
        return []


def _weathers(record: Record) -> Iterator[tuple[int, str]]:
    """Yield the weather of each turn of a record that had a die."""
    state = record.start
    for line in record.lines:
        if isinstance(line.entry, Expect):
            continue
        rolled = isinstance(line.entry, WeatherRoll)
        state = record.game.apply(state, line.entry)
        if rolled:
            yield state.clock.turn, weather_of(state)


def _prototype(name: str) -> str:
    nation = "VASSAL.build.module.PrototypeDefinition"
    return f'<{nation} name="{name}">+/null/mark;Nation\tpiece;;;;/{name}\tnull;0;0;</{nation}>'


def _slot(name: str, gpid: int, prototype: str, *, clone: bool) -> str:
    clones = "clone;Clone;67,130\t" if clone else ""
    states = "\t" if clone else ""
    inner = "\\" if clone else ""
    text = f"+/null/{clones}prototype;{prototype}{inner}\tpiece;;;;{name}/{states}{inner}\tnull;0;0;{gpid}"
    kind = "VASSAL.build.widget.PieceSlot"
    return f'<{kind} entryName={quoteattr(name)} gpid="{gpid}" height="57" width="57">{text}</{kind}>'


def _piece(name: str, gpid: int, id_: str, map_: str, x: int, y: int) -> Piece:
    return Piece(id_, (f"piece;;;;{name}",), (f"{map_};{x};{y};{gpid}",))


# ----------------------------------------------------------------- the two modules

_MONTHS = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")
_IMPULSES = ("Axis 1st Impulse", "Axis 2nd Impulse", "Russian 1st Impulse", "Russian 2nd Impulse")
_LEVEL = "VASSAL.build.module.turn"


def _trc4_state(turn: int, side: str, impulse: int) -> str:
    year, month = divmod(turn + 1, 6)
    index = (0 if side == "axis" else 2) + impulse - 1
    innermost = "0;0;0;true"
    inner = sequence.encode((str(index), "0", "0", "true,true,true,true", innermost), ";")
    months = sequence.encode((str(month), "0", "0", ",".join(["true"] * 6), inner), ";")
    return sequence.encode(("0", sequence.encode((str(1941 + year), "0", "false", "-1", months), ";")), "|")


_TRC4_TRACKER = (
    f'<{_LEVEL}.TurnTracker name="Turn" buttonText="Turn" reportFormat="* Turn updated to $newTurn$" '
    f'turnFormat="$level1$ $level2$ $level3$ $level4$"><{_LEVEL}.CounterTurnLevel name="Year" property="year" '
    f'start="1941" incr="1" loop="false" loopLimit="-1" turnFormat="$value$"><{_LEVEL}.ListTurnLevel name="Month" '
    f'property="month" list="{",".join(_MONTHS)}" turnFormat="$value$"><{_LEVEL}.ListTurnLevel name="Side" '
    f'property="side" list="{",".join(_IMPULSES)}" turnFormat="$value$"><{_LEVEL}.ListTurnLevel name="Impulse" '
    f'property="impulse" list="1st Impulse" turnFormat="$value$"/></{_LEVEL}.ListTurnLevel></{_LEVEL}.ListTurnLevel>'
    f"</{_LEVEL}.CounterTurnLevel></{_LEVEL}.TurnTracker>"
)

_TRC4_BOXES = {
    "axis at-start": ("ge-OOB", 90, 90),
    "russian at-start": ("ru-OOB", 90, 90),
    "axis turn": ("ge-OOB", 300, 90),
    "russian turn": ("ru-OOB", 300, 90),
    "axis lapland": ("ge-OOB", 300, 90),
    "russian lapland": ("ru-OOB", 300, 90),
    "axis bulgarian-garrison": ("ge-OOB", 300, 90),
    "axis warsaw-garrison": ("ge-OOB", 300, 90),
    "axis motorization": ("ge-OOB", 300, 90),
    "optional": ("Optional Units", 90, 90),
    "replacement-pool": ("ReplacementPool", 350, 50),
    "surrendered": ("POW", 50, 50),
    "stukas": ("Flugplatz", 50, 50),
    "sturmoviks": ("Flugplatz", 250, 50),
    "paratroop-reserve": ("Paratroops", 50, 50),
    "partisans": ("Partisans", 50, 50),
}

TRC4 = StandIn(
    name="TRC4",
    version="1.3b06",
    map_name="TRC Map",
    # Hexes in columns, east at the top; a margin of 75 pixels around the board.
    lattice=Lattice(78.75863854409555, 90.2999999999985, 47, 75),
    overlay=LatticeFit(2, (34, -1)),
    named=short_name,
    boxes=_TRC4_BOXES,
    tracker=_TRC4_TRACKER,
    levels=_trc4_state,
    edge=75,
)
"""Much like the published module of the 4th edition: short names, numbers that are not the printed ones."""


def _zones_in_a_row(names: Mapping[str, tuple[str, int, int]]) -> str:
    kind = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
    made = []
    for name, (_, x, y) in names.items():
        path = f"{x - 40},{y - 40};{x + 40},{y - 40};{x + 40},{y + 40};{x - 40},{y + 40}"
        made.append(f'<{kind} name={quoteattr(name)} path="{path}" locationFormat="$name$" useParentGrid="false"/>')
    return "".join(made)


def _counted(turn: int, side: str, impulse: int) -> str:
    return sequence.encode(("0", sequence.encode((str(turn), "0", "false", "-1"), ";")), "|")


_ZONES = {
    "Axis Replacement Pool": ("Main Map", 3100, 100),
    "Soviet Replacement Pool": ("Main Map", 3100, 300),
    "Axis Surrendered Units": ("Main Map", 3100, 500),
    "Soviet Surrendered Units": ("Main Map", 3100, 700),
    "Stukas": ("Main Map", 3100, 900),
    "Sturmoviks": ("Main Map", 3100, 1100),
    "Partisans Available": ("Main Map", 3100, 1300),
    "Paratroop Box": ("Main Map", 3100, 1500),
}
_HEX_ROWS = Lattice(75, 86, 117, 210, sideways=True)
_OFFSET = 33 - int(3600 / 86 + 0.5) + 1

OTHER = StandIn(
    name="Russian Front 41-45",
    version="2.0",
    map_name="Main Map",
    # Rows as they are printed, the first of them two lines further down.
    lattice=_HEX_ROWS,
    overlay=LatticeFit(0, (0, -2)),
    named=long_name,
    boxes={
        "axis at-start": ("Axis OOB", 90, 90),
        "russian at-start": ("Soviet OOB", 90, 90),
        "axis turn": ("Axis OOB", 300, 90),
        "russian turn": ("Soviet OOB", 300, 90),
        "axis lapland": ("Axis OOB", 300, 90),
        "russian lapland": ("Soviet OOB", 300, 90),
        "axis bulgarian-garrison": ("Axis OOB", 300, 90),
        "axis warsaw-garrison": ("Axis OOB", 300, 90),
        "axis motorization": ("Axis OOB", 300, 90),
        "axis replacement-pool": _ZONES["Axis Replacement Pool"],
        "russian replacement-pool": _ZONES["Soviet Replacement Pool"],
        "axis surrendered": _ZONES["Axis Surrendered Units"],
        "russian surrendered": _ZONES["Soviet Surrendered Units"],
        "stukas": _ZONES["Stukas"],
        "sturmoviks": _ZONES["Sturmoviks"],
        "partisans": _ZONES["Partisans Available"],
        "paratroop-reserve": _ZONES["Paratroop Box"],
    },
    tracker=(
        f'<{_LEVEL}.TurnTracker name="Turns" buttonText="Turn" reportFormat="$newTurn$" turnFormat="$level1$">'
        f'<{_LEVEL}.CounterTurnLevel name="Turn" property="turn" start="1" incr="1" loop="false" loopLimit="-1" '
        f'turnFormat="$value$"/></{_LEVEL}.TurnTracker>'
    ),
    levels=_counted,
    numbering=(
        '<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="A" hOff="-2" '
        f'hDescend="true" vType="N" vOff="{_OFFSET}" vLeading="0" hLeading="0" vDescend="false" stagger="false" '
        'locationFormat="$gridLocation$" visible="false"/>'
    ),
    zones=_zones_in_a_row(_ZONES),
)
"""A module that no profile of ours has seen: zones, printed numbers, names in full, a tracker of turns alone."""
