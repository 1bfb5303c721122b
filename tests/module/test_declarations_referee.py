"""Every declaration made with the engine's own counters and buttons, and read back out of the log that it wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from trc_module.auditing.audit import Audit, audit_log
from trc_module.declarations import Declaration, Malformed
from trc_module.games.trc.module.tables import charts_of
from trc_module.games.trc.module.unit_commands import BOXES
from trc_module.module.agreement import AGREED, option_property
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.options import OPTIONS_MAP
from trc_module.module.setups import setup_state, setups
from trc_module.module.tabletop import Tabletop
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import open_log
from trc_module.replay.undoing import settle
from trc_module.vassal.saves import write_saved_game

CAMPAIGN = "Campaign: units in their boxes"


@dataclass
class Player:
    """Somebody at the table: he knows the counters by their ids and the places by their names."""

    game: Game
    parts: ModuleInputs
    folder: Path
    options: frozenset[str] = frozenset()
    """The optional rules that are in play where he sits down."""
    side: str = "Axis"
    """The side that he takes there."""
    ids: dict[str, str] = field(default_factory=dict)

    def begin(self, **places: str) -> None:
        """Begin the campaign with all that its set-up brings."""
        self.begin_setup(CAMPAIGN)
        for unit, hex_ in places.items():
            self.drag(unit.replace("_", "-"), hex_)

    def begin_setup(self, name: str) -> None:
        """Begin a set-up by the name of its menu entry."""
        self.game.start_setup(name, side="Axis")
        self.ids = {}
        for piece in self.game.pieces():
            named = piece.properties
            if "unit" in named or "Row" in named:
                self.ids[named["unit"] if "unit" in named else f"row {named['Row']}"] = piece.id

    def sit_down(self, **places: str) -> None:
        """Sit down to the campaign's first turn with a few counters only, which the engine loads in no time."""
        state, table = setup_state(self.parts, next(setups(self.parts))), Tabletop(self.parts)
        state = replace(state, options=self.options)
        for name, hex_ in places.items():
            table.put(self.parts.roster.units[name.replace("_", "-")], self.parts.board.grid.hex(hex_))
        table.put_markers(state)
        path, version = self.folder / "few.vsav", self.game.version
        write_saved_game(
            path,
            table.save(state),
            save_data=save_data(version, ""),
            module_data=self.parts.module_data(version),
        )
        assert self.game.load(path, side=self.side)
        assert self.game.last.complaints == ()
        self.ids = {item: lying.piece.id or "" for item, lying in table.lying.items()}

    def drag(self, unit: str, hex_: str) -> None:
        self.game.move(self.ids[unit], *self.parts.layout.point(self.parts.board.grid.hex(hex_)))

    def take(self, marker: str, hex_: str) -> None:
        number = self.parts.roster.piece_number(marker)
        self.ids[marker] = self.game.place(number, *self.parts.layout.point(self.parts.board.grid.hex(hex_)))

    def key(self, unit: str, key: str) -> None:
        self.game.type_key(self.ids[unit], key)

    def choose(self, unit: str, command: str) -> None:
        self.game.choose(self.ids[unit], self.parts.texts(f"menu.{command}"))

    def click(self, row: str) -> None:
        """Click a row of the window of options."""
        number = int(row.removeprefix("row "))
        (place,) = [(r.x, r.y) for r in self.parts.option_rows if r.piece.name.endswith(f" {number}")]
        self.game.click(OPTIONS_MAP, place[0] + 4, place[1])

    def press(self, button: str) -> None:
        self.game.press(self.parts.texts.words.get(f"button.{button}", button))

    def turn_to(self, *, turn: int, step: int) -> None:
        steps = len(self.parts.phase_names)
        for _ in range((turn - 1) * steps + step - self._now()):
            self.game.next_turn()

    def _now(self) -> int:
        steps = self.parts.phase_names
        return (int(self.game.property("Turn") or 1) - 1) * len(steps) + steps.index(
            self.game.property("Step") or steps[0]
        )

    def where(self, unit: str) -> str:
        (piece,) = self.game.pieces(self.ids[unit])
        return piece.location


@dataclass(frozen=True)
class Act:
    """A player's deed at the table, and the line that the log should then hold."""

    do: Callable[[Player], object]
    says: str
    fields: str


def key(unit: str, name: str) -> Callable[[Player], object]:
    return lambda player: player.key(unit, name)


def choose(unit: str, command: str) -> Callable[[Player], object]:
    return lambda player: player.choose(unit, command)


def press(button: str) -> Callable[[Player], object]:
    return lambda player: player.press(button)


def hot(name: str) -> Callable[[Player], object]:
    return lambda player: player.game.hot_key(name)


def marked(marker: str, name: str) -> Callable[[Player], object]:
    def act(player: Player) -> None:
        player.take(marker, "R12")
        player.key(marker, name)

    return act


def answered(title: str, answer: str, do: Callable[[Player], object]) -> Callable[[Player], object]:
    def act(player: Player) -> None:
        player.game.answer(title, answer)
        do(player)

    return act


def several(*acts: Callable[[Player], object]) -> Callable[[Player], object]:
    def act(player: Player) -> None:
        for each in acts:
            each(player)

    return act


def placed(marker: str, command: str) -> Callable[[Player], object]:
    def act(player: Player) -> None:
        player.take(marker, "R12")
        player.choose(marker, command)

    return act


def hidden(row: str, named: str, answer: str, *, seal: str = "", word: str = "") -> Callable[[Player], object]:
    """Click a row of something that may be kept hidden, and answer what it asks."""

    def act(player: Player) -> None:
        player.game.answer(named, answer)
        player.game.answer("The seal", seal)
        player.game.answer("secret word", word)
        (command,) = [entry for entry in player.game.menu(player.ids[row]) if named in entry.name]
        player.game.choose(player.ids[row], command.name)

    return act


def moved(unit: str, hex_: str, do: Callable[[Player], object]) -> Callable[[Player], object]:
    return several(lambda player: player.drag(unit, hex_), do)


SEAL = "8c9c7b1ac3d43ce97f3ad4b9c1d4a3c2f1a8e5c5a3b8c1f1f6b7a7a9d1e1f001"
OPTIONS = "26.2,26.4,26.8,26.9,26.10,26.12,26.13,28.6,28.7,"
ACTS = (
    Act(
        lambda p: p.turn_to(turn=1, step=1),
        "PHASE",
        "at='Turn 1, May/June 1941: Axis, first impulse: movement \u2013 clear'",
    ),
    Act(choose("row 2605", "in-play"), "OPTIONS", "scenario=campaign rules=26.5,"),
    Act(choose("row 2613", "in-play"), "OPTIONS", "scenario=campaign rules=26.5,26.13,"),
    Act(choose("row 2605", "in-play"), "OPTIONS", "scenario=campaign rules=26.13,"),
    Act(choose("row 2602", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.13,"),
    Act(choose("row 2604", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.13,"),
    Act(choose("row 2608", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.8,26.13,"),
    Act(choose("row 2609", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.8,26.9,26.13,"),
    Act(choose("row 2610", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.8,26.9,26.10,26.13,"),
    Act(choose("row 2612", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.8,26.9,26.10,26.12,26.13,"),
    Act(
        choose("row 2806", "in-play"), "OPTIONS", "scenario=campaign rules=26.2,26.4,26.8,26.9,26.10,26.12,26.13,28.6,"
    ),
    Act(choose("row 2807", "in-play"), "OPTIONS", f"scenario=campaign rules={OPTIONS}"),
    Act(choose("row 2", "agree"), "OPTIONS", f"scenario=campaign rules={OPTIONS}"),
    Act(answered("Replacement points", "+7", choose("row 1", "bid")), "BID", "points=7"),
    Act(hidden("row 3", "Axis: political chit", "sealed", seal=SEAL), "DRAWCHIT", f"side=axis seal={SEAL}"),
    # What was sealed is not shown without its word.
    Act(
        several(
            hidden("row 3", "Axis: political chit", "2"),
            hidden("row 3", "Axis: political chit", "2", word="xyzzy"),
        ),
        "SHOWCHIT",
        "side=axis chit=2 word=xyzzy",
    ),
    Act(hidden("row 4", "Russian: political chit", "6"), "SHOWCHIT", "side=russian chit=6 word="),
    Act(
        hidden("row 12", "Italian Sellout", "sealed", seal=SEAL),
        "SEALCHOICE",
        f"side=axis choice=italian-sellout seal={SEAL}",
    ),
    Act(
        hidden("row 12", "Italian Sellout", "yes", word="xyzzy"),
        "CHOICE",
        "side=axis choice=italian-sellout answer=yes word=xyzzy",
    ),
    Act(hidden("row 14", "Tunisia", "no"), "CHOICE", "side=axis choice=tunisia answer=no word="),
    Act(key("ger-41-pz", "ctrl L"), "MODE", "u=ger-41-pz mode=rail at=J20"),
    Act(key("ger-41-pz", "ctrl Y"), "MODE", "u=ger-41-pz mode=rail-free at=J20"),
    Act(key("ger-41-pz", "ctrl R"), "MODE", "u=ger-41-pz mode=strategic at=J20"),
    Act(key("ger-41-pz", "ctrl 0"), "MODE", "u=ger-41-pz mode=ground at=J20"),
    Act(key("rum-cav", "ctrl 1"), "SAIL", "u=rum-cav kind=sea-transfer at=DD24"),
    Act(key("rum-cav", "ctrl 2"), "SAIL", "u=rum-cav kind=sea-invasion at=DD24"),
    Act(key("rum-cav", "ctrl 3"), "SAIL", "u=rum-cav kind=sea-evacuation at=DD24"),
    Act(hot("F9"), "SEA", "u=rum-cav die=?"),
    Act(key("ger-41-pz", "ctrl A"), "ATT", "b=? u=ger-41-pz cf=8 attack=8 defence=0 at=J20"),
    Act(key("ger-56-pz", "ctrl A"), "ATT", "b=? u=ger-56-pz cf=7 attack=15 defence=0 at=J20"),
    Act(key("rus-1-tank", "ctrl B"), "DEF", "b=? u=rus-1-tank cf=2 attack=15 defence=2 at=I18"),
    Act(key("ger-56-pz", "ctrl N"), "OUT", "b=? u=ger-56-pz at=J20"),
    Act(key("ger-stuka-1", "ctrl 2"), "AIR", "b=? u=ger-stuka-1 kind=stuka hq=ger-hq-north at=Stukas"),
    Act(key("rus-1-art", "ctrl G"), "GUNS", "b=? u=rus-1-art at=L12"),
    Act(key("barrage", "ctrl G"), "BARRAGE", "b=?"),
    Act(press("3-1"), "LOWER", "b=? odds=3-1"),
    Act(hot("F7"), "ROLL", "b=? die=? attack=8 defence=2 odds= result= told=?"),
    Act(key("rus-1-tank", "ctrl E"), "LOSS", "b=? u=rus-1-tank chose= at=I18"),
    Act(key("rus-1-art", "ctrl S"), "LOSS", "b=? u=rus-1-art chose= at=L12"),
    Act(key("ger-41-pz", "ctrl K"), "RETREAT", "b=? u=ger-41-pz at=J20"),
    Act(press("av"), "AV", "b=? attack=8 defence=2"),
    Act(choose("rus-3-inf", "surrender-12"), "FORCED", "u=rus-3-inf because=12.5 at=N12"),
    Act(marked("railhead", "ctrl H"), "RAILHEAD", "at=R12"),
    Act(marked("rr-convert", "ctrl V"), "CONVERT", "at=R12"),
    Act(key("ger-56-pz", "ctrl V"), "CONVERT", "at=J20"),
    Act(marked("control", "ctrl 2"), "CONTROL", "at=R12 side=russian"),
    Act(choose("ger-56-pz", "axis-control"), "CONTROL", "at=J20 side=axis"),
    Act(choose("ger-56-pz", "railhead"), "RAILHEAD", "at=J20"),
    Act(marked("sudden-death", "ctrl H"), "MARK", "marker=sudden-death at=R12"),
    Act(key("rus-4-inf", "ctrl U"), "REMOVED", "u=rus-4-inf because=17.2 at=N12"),
    Act(key("rus-4-inf", "ctrl J"), "REPLACE", "u=rus-4-inf at='Russian replacement pool'"),
    Act(press("archangel"), "ARCHANGEL", "die=?"),
    Act(press("bombers"), "BOMBERS", "die=?"),
    Act(key("ger-40-pz", "ctrl I"), "ARRIVE", "u=ger-40-pz at='Axis arrivals, turn 2'"),
    Act(key("ger-40-pz", "ctrl O"), "DELAY", "u=ger-40-pz at='Axis arrivals, turn 2'"),
    Act(key("ger-14-pz", "ctrl W"), "LEAVE", "u=ger-14-pz because=20.9 at='Axis units at start'"),
    Act(choose("ger-24-pz", "match"), "LEAVE", "u=ger-24-pz because=20.10 at='Axis units at start'"),
    Act(choose("ger-56-pz", "exit-east"), "EXIT", "u=ger-56-pz edge=east factors=7 at=J20"),
    Act(
        several(choose("ger-12-inf", "exchanged"), choose("ger-26-mot", "motorize")),
        "MOTORIZE",
        "infantry=ger-12-inf u=ger-26-mot",
    ),
    Act(press("Rumania surrenders"), "ALLYOUT", "country=rumanian because=24.3"),
    Act(key("rus-partisan-1", "ctrl P"), "PARTISAN", "u=rus-partisan-1 at='Russian arrivals, turn 3'"),
    Act(key("rus-5-para", "ctrl P"), "DROP", "u=rus-5-para at=S12"),
    Act(press("The Axis has won (25.1.1)"), "WIN", "side=axis because=25.1.1"),
    Act(press("die"), "DIE", "die=?"),
    Act(choose("rus-3-inf", "recover"), "RECOVER", "u=rus-3-inf at='Surrendered Russian units'"),
    Act(press("extra-black-sea"), "EXTRADIE", "source=black-sea die=?"),
    Act(press("extra-astrakhan"), "EXTRADIE", "source=astrakhan die=?"),
    Act(choose("rus-4-inf", "join-vlasov"), "VLASOV", "u=rus-4-inf die=? at='Russian replacement pool'"),
    Act(choose("rus-3-inf", "to-siberia"), "SIBERIA", "u=rus-3-inf at='Russian replacement pool'"),
    Act(moved("rus-3-inf", "X1", choose("rus-3-inf", "recall")), "RECALL", "u=rus-3-inf at=X1"),
    Act(
        moved("ger-inf-bg", "K23", choose("ger-inf-bg", "remnant")),
        "REMNANT",
        "b=? u=ger-inf-bg lost=rus-1-art at=K23",
    ),
    Act(
        several(choose("ger-inf-bg", "make-room"), choose("ger-14-pz", "rebuild")),
        "REBUILD",
        "u=ger-14-pz for=ger-inf-bg at='Withdrawn Axis units'",
    ),
    Act(placed("fortress-axis", "fort"), "FORT", "at=R12 marker=fortress-axis"),
    Act(choose("rus-worker-kharkov", "evacuate"), "EVAC", "u=rus-worker-kharkov at=AA14 edge= turn=4"),
    Act(choose("rus-worker-kharkov", "resume"), "RESUME", "u=rus-worker-kharkov"),
    Act(several(lambda p: p.turn_to(turn=3, step=0), hot("F8")), "WEATHER", "die=? drm=0 is=? after=?"),
)


WITHOUT_BUTTON: dict[str, str] = {}
"""The verbs that the module cannot say, each with the reason; there is none."""


@pytest.fixture
def player(referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path) -> Player:
    return Player(referee.keep(module_file), parts, tmp_path)


@pytest.fixture(scope="module")
def said(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory
) -> list[Declaration]:
    """Do everything once, and return the declaration that the log holds of each act."""
    folder = tmp_path_factory.mktemp("said")
    player = Player(referee.keep(module_file), parts, folder)
    at = {"rum_cav": "DD24", "rus_1_art": "L12", "rus_3_inf": "N12", "rus_4_inf": "N12", "rus_5_para": "S12"}
    at |= {"rus_worker_kharkov": "AA14"}
    player.begin(ger_41_pz="J20", ger_56_pz="J20", rus_1_tank="I18", ger_12_inf="K22", **at)
    path = folder / "said.vlog"
    player.game.begin_log(path)
    for act in ACTS:
        act.do(player)
    assert player.game.said.complaints == ()
    player.game.end_log()
    log = open_log(path, parts)
    events = [event for step in log.steps(log.table()) for event in step.events if isinstance(event, Reported)]
    assert not [event.text for event in events if isinstance(event.declares, Malformed)]
    lines = [event.declares for event in events if isinstance(event.declares, Declaration)]
    # The turn tracker speaks whenever it is moved on; its first line is that of the first act.
    return [line for number, line in enumerate(lines) if number == 0 or line.verb != "PHASE"]


@pytest.mark.parametrize("number", range(len(ACTS)), ids=lambda n: f"{ACTS[n].says}-{n}")
def test_the_log_holds_the_line_of_each_act(said: list[Declaration], number: int) -> None:
    act, line = ACTS[number], said[number]
    assert line.verb == act.says
    read = " ".join(f"{k}='{v}'" if " " in v else f"{k}={v}" for k, v in line.fields.items())
    for word, given in zip(act.fields.split(), read.split(), strict=False):
        if word.endswith("=?"):
            assert given.startswith(word[:-1])
            assert given != word[:-1]
        else:
            assert given == word
    assert read.endswith("by=Axis")


def test_every_verb_of_the_table_was_tried(parts: ModuleInputs) -> None:
    tried = {act.says for act in ACTS}
    assert tried <= parts.grammar.verbs.keys()
    untold = sorted(parts.grammar.verbs.keys() - tried - WITHOUT_BUTTON.keys())
    assert not untold, (
        f"no button or menu entry of the module says {', '.join(untold)}: give it one, and an act in ACTS, "
        "or say in WITHOUT_BUTTON why it has none"
    )
    assert not tried & WITHOUT_BUTTON.keys()


def test_a_battle_played_with_keys_is_audited_as_it_was_fought(
    player: Player, parts: ModuleInputs, tmp_path: Path
) -> None:
    player.sit_down(ger_41_pz="Y17", ger_47_pz="Y17", ger_46_pz="Y18", rus_24_inf="X17", rus_13_inf="X17")
    player.turn_to(turn=1, step=2)
    player.game.begin_log(tmp_path / "battle.vlog")
    player.game.type_key([player.ids["ger-41-pz"], player.ids["ger-47-pz"]], "ctrl A")
    player.key("ger-46-pz", "ctrl A")
    player.key("ger-46-pz", "ctrl N")
    player.game.type_key([player.ids["rus-24-inf"], player.ids["rus-13-inf"]], "ctrl B")
    player.press("2-1")
    player.game.hot_key("F7")
    player.key("rus-24-inf", "ctrl E")
    player.key("rus-13-inf", "ctrl K")
    player.key("rus-13-inf", "ctrl NUMPAD7")
    player.key("rus-13-inf", "ctrl NUMPAD7")
    goal = player.where("rus-13-inf")
    player.key("ger-46-pz", "ctrl A")
    player.game.end_log()
    audit = read(tmp_path / "battle.vlog", parts)
    die = player.game.property("BattleDie_result")
    number = int(player.game.property("BattleId") or 0) - 1
    assert [done.text for done in audit.acts] == [
        f"attack {number}: ger-41-pz ger-47-pz x rus-24-inf rus-13-inf at 2-1",
        f"roll {number}: {die}",
        f"lose {number}: rus-24-inf",
        f"retreat {number}: rus-13-inf X17 W17 {goal}",
    ]


def read(path: Path, parts: ModuleInputs) -> Audit:
    return audit_log(open_log(path, parts))


def test_undo_takes_the_line_the_badge_and_the_sum_back(player: Player, parts: ModuleInputs, tmp_path: Path) -> None:
    player.sit_down(ger_41_pz="J20", ger_56_pz="J20")
    player.game.begin_log(tmp_path / "undo.vlog")
    player.key("ger-41-pz", "ctrl A")
    player.key("ger-56-pz", "ctrl A")
    player.game.undo()
    player.game.end_log()
    assert player.game.property("AttackSum") == "8"
    roles = {p.properties["unit"]: p.properties["Role_Level"] for p in player.game.pieces() if p.location == "J20"}
    assert roles == {"ger-41-pz": "2", "ger-56-pz": "1"}
    log = open_log(tmp_path / "undo.vlog", parts)
    settled = settle(list(log.steps(log.table())))
    lines = [e.declares for step in settled.steps for e in step.events if isinstance(e, Reported)]
    assert [line["u"] for line in lines if isinstance(line, Declaration)] == ["ger-41-pz"]


def test_who_joins_after_the_roll_joins_the_next_battle(player: Player) -> None:
    player.sit_down(ger_41_pz="J20", ger_56_pz="J20", rus_3_inf="K20")
    player.key("ger-41-pz", "ctrl A")
    player.key("rus-3-inf", "ctrl D")
    first = int(player.game.property("BattleId") or 0)
    player.game.hot_key("F7")
    player.key("ger-56-pz", "ctrl A")
    assert int(player.game.property("BattleId") or 0) == first + 1
    assert player.game.property("AttackSum") == "7"
    assert player.game.property("Rolled") == "0"


def test_a_new_movement_phase_begins_with_a_clean_table(player: Player) -> None:
    player.sit_down(ger_41_pz="J20")
    player.turn_to(turn=1, step=1)
    player.drag("ger-41-pz", "K20")
    player.key("ger-41-pz", "ctrl L")
    player.key("ger-41-pz", "ctrl A")

    def shown() -> list[str]:
        (piece,) = player.game.pieces(player.ids["ger-41-pz"])
        return [piece.properties[name] for name in ("Moved", "WayBadge_Level", "Role_Level")]

    assert shown() == ["true", "2", "2"]
    player.turn_to(turn=1, step=3)
    assert shown() == ["false", "1", "1"]


def test_step_keys_go_round_a_hex_and_the_audit_sees_the_path(
    player: Player, parts: ModuleInputs, tmp_path: Path
) -> None:
    player.sit_down(ger_41_pz="Y20")
    player.turn_to(turn=1, step=1)
    player.game.begin_log(tmp_path / "steps.vlog")
    seen = []
    for pad in "963147":
        player.key("ger-41-pz", f"ctrl NUMPAD{pad}")
        seen.append(player.where("ger-41-pz"))
    player.game.end_log()
    grid = parts.board.grid
    hexes = [grid.hex(name) for name in ["Y20", *seen]]
    assert all(grid.adjacent(a, b) for a, b in pairwise(hexes))
    assert seen[-1] == "Y20"


def test_lost_counters_lie_in_cells_of_their_own(player: Player, parts: ModuleInputs) -> None:
    units = [unit.id for unit in parts.roster.units.values() if unit.side == "russian" and unit.type == "infantry"][:40]
    player.sit_down(**dict.fromkeys(units, "K20"))
    player.game.type_key([player.ids[unit] for unit in units], "ctrl U")
    pool = [p for p in player.game.pieces() if p.location == "Russian replacement pool"]
    assert len(pool) == len({(p.x, p.y) for p in pool}) == 40


def test_the_markers_of_turn_and_weather_place_themselves(player: Player, parts: ModuleInputs) -> None:
    player.sit_down()
    player.turn_to(turn=3, step=0)
    player.game.hot_key("F8")
    chart = charts_of(parts).weather
    die = int(player.game.property("WeatherDie_result") or 0)
    rolled = chart.roll(charts_of(parts).turns[3], die, 0)
    assert player.game.property("Weather") == rolled.weather
    assert player.game.property("WeatherDrm") == str(rolled.drm)
    assert player.where(f"weather-{rolled.weather}") == "Weather"
    assert player.where("turn") == "Turn 3"
    assert player.where("weather-drm") == f"Turn {abs(rolled.drm)}"
    player.turn_to(turn=5, step=0)
    assert player.where("weather-snow") == "Weather"


def test_the_chart_is_read_once_even_where_the_modifier_goes_onto_another_marker(
    player: Player, parts: ModuleInputs
) -> None:
    player.sit_down()
    player.turn_to(turn=4, step=0)
    player.game.load_dice(2)
    player.game.hot_key("F8")
    rolled = charts_of(parts).weather.roll(charts_of(parts).turns[4], 2, 0)
    assert player.game.property("Weather") == rolled.weather
    assert player.game.property("WeatherDrm") == str(rolled.drm)
    assert player.where("weather-drm") == player.where("turn") == "Turn 4"


def test_a_game_may_begin_a_turn_early_with_the_weather_of_march(player: Player, parts: ModuleInputs) -> None:
    player.sit_down()
    for _ in parts.phase_names:
        player.game.previous_turn()
    assert (player.game.property("Turn"), player.where("turn")) == ("0", "Turn 0")
    player.game.hot_key("F8")
    die = int(player.game.property("WeatherDie_result") or 0)
    rolled = charts_of(parts).weather.roll(charts_of(parts).turns[0], die, 0)
    assert player.game.property("Weather") == rolled.weather
    assert player.game.property("WeatherDrm") == str(rolled.drm)


def test_every_unit_goes_to_every_box_of_its_side(player: Player, parts: ModuleInputs) -> None:
    player.sit_down(ger_41_pz="J20", rus_1_tank="I18")
    commands = ("lost", "lost-for-good", "delay", "leave", "exit-west")
    for command, box in zip(commands, BOXES, strict=True):
        for unit, side in (("ger-41-pz", "axis"), ("rus-1-tank", "russian")):
            player.choose(unit, command)
            assert player.where(unit) == parts.board.boxes[f"{side} {box}"].name
    player.choose("ger-41-pz", "next-turn")
    assert player.where("ger-41-pz") == "Axis arrivals, turn 2"


def test_a_counter_with_two_faces_turns_over(player: Player) -> None:
    player.sit_down(ger_41_pz="J20")
    unit = player.ids["ger-41-pz"]
    active = [p.properties.get("Face_Active") for p in player.game.pieces(unit)]
    player.game.type_key(unit, "ctrl F")
    turned = [p.properties.get("Face_Active") for p in player.game.pieces(unit)]
    assert (active, turned) == (["false"], ["true"])


def test_the_window_of_options_opens_when_a_game_begins_and_not_when_it_goes_on(player: Player, tmp_path: Path) -> None:
    player.begin()
    assert player.game.shows(OPTIONS_MAP)
    assert player.game.property(AGREED) == "no"
    player.click("row 2609")
    player.click("row 2")
    assert not player.game.shows(OPTIONS_MAP)
    player.game.save_game(tmp_path / "agreed.vsav")
    player.begin()
    assert player.game.property(option_property("26.9")) == ""
    player.click("row 2")
    player.game.load(tmp_path / "agreed.vsav", side="Axis")
    assert not player.game.shows(OPTIONS_MAP)
    assert player.game.property(option_property("26.9")) == "26.9,"
    assert player.game.property(AGREED) == "yes"


def test_a_tick_shows_and_hides_what_belongs_to_its_option(player: Player, parts: ModuleInputs, tmp_path: Path) -> None:
    player.begin()
    texts = parts.texts
    of = {
        "2602": ("rus-worker-kharkov", texts("menu.evacuate")),
        "2604": ("ger-41-pz", texts("menu.rebuild")),
        "2608": ("row 1", texts("menu.bid")),
        "2610": ("ger-41-pz", texts("menu.strategic")),
        "2612": ("rus-3-inf", texts("menu.recover")),
        "2807": ("row 4", texts("options.chit", side="Russian")),
    }

    def shown() -> list[str]:
        menus = {owner: {c.name for c in player.game.menu(player.ids[owner])} for owner, _ in of.values()}
        return [row for row, (owner, entry) in of.items() if entry in menus[owner]]

    assert shown() == []
    assert texts("menu.recover") not in {command.name for command in player.game.menu(player.ids["ger-41-pz"])}
    player.game.begin_log(tmp_path / "ticks.vlog")
    for row in of:
        player.click(f"row {row}")
    player.click("row 2610")
    assert shown() == [row for row in of if row != "2610"]
    assert player.game.property("Row_4") == f"\u25b6  {texts('options.chit', side='Russian')}"
    player.game.end_log()
    log = open_log(tmp_path / "ticks.vlog", parts)
    lines = [e.declares for step in log.steps(log.table()) for e in step.events if isinstance(e, Reported)]
    told = [line["rules"] for line in lines if isinstance(line, Declaration) and line.verb == "OPTIONS"]
    assert (told[0], told[-1]) == ("26.2,", "26.2,26.4,26.8,26.12,28.7,")
