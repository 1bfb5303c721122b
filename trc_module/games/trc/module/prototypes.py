"""Prototypes of counters: their traits, outermost first, with the lines that they print into the log.

A key goes through the traits from the outermost inwards, and a report lets those behind it act first: it stands behind
the property that it prints, and what moves the piece away waits for a key of its own that a trigger presses later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trc_module.declarations import Grammar
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.module.arrivals import COUNT_FLIGHT, UNCOUNT_FLIGHT, sea_words
from trc_module.games.trc.module.keys import KEYS, command_key
from trc_module.games.trc.module.reckoning import (
    ALL_JOIN,
    CLICKED,
    FLIES,
    JOINED,
    LEAVES_BATTLE,
    LEFT,
    SHELLS,
    TURNS_BACK,
    TrcReckoner,
    clicked_badge,
    flown,
    joins_untold,
    loss_by_click,
    noted_place,
    shelled,
    supply_switch,
    tells_of_battle,
)
from trc_module.games.trc.module.status import turn_words, weather_words
from trc_module.games.trc.module.unit_commands import (
    BOXES,
    BY_SEA,
    NUMBERS,
    OPTION_COMMANDS,
    SET_CLICKED,
    SET_DROP,
    SET_EXCHANGED,
    SET_WAY,
    TABLE,
    UNIT_COMMANDS,
    WAY_LAYER,
    WAYS,
    by_step,
    by_way,
)
from trc_module.games.trc.module.unit_help import ASKED, asked_unit, asks
from trc_module.module.agreement import option_property, out_of_play
from trc_module.module.battle import (
    BEGIN_IF_ROLLED,
    NO_ROLE,
    ROLE,
    SET_ATTACKER,
    SET_DEFENDER,
    SET_OUT,
    battle_sums,
    part_in_battle,
    role_layer,
    sum_changes,
)
from trc_module.module.commands import POINTY_STEPS, UnitCommand
from trc_module.module.layout import BoxKey, TableLayout
from trc_module.module.palette_paths import placing
from trc_module.module.prototype import Prototype
from trc_module.module.texts import Texts
from trc_module.module.tracker import shows_turn
from trc_module.module.traits import GO, SAY, STEP, calculated, group, said, to_box, to_said_box, trail_and_moved
from trc_module.roster import Roster
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import (
    PropertyChange,
    dynamic_property,
    layer,
    report,
    set_global_property,
    set_to,
    trigger,
)
from trc_module.vassal.values import Key

PLACE_TURN = Key.named("PlaceTurnMarker")
PLACE_WEATHER = Key.named("PlaceWeatherMarker")
PLACE_DRM = Key.named("PlaceDrmMarker")
"""A key of its own: VASSAL asks a counter twice that goes to where it has not asked yet, and a chart is read once."""
READ_WEATHER = Key.named("ReadWeather")
"""The key by which the weather modifier's marker reads the chart after a roll."""
SETTLE_WEATHER = Key.named("SettleWeather")
"""The key by which it sets the weather of months that have no die."""

REMEMBERED = "Remembered"
"""The module's property with the unit lost last, or the battlegroup that made room (26.4)."""

SIDES = ("axis", "russian")
"""The sides in an order that never changes: traits that place markers are numbered by it."""

WAY_BADGES = {
    "rail": "R",
    "rail-free": "RF",
    "strategic": "ST",
    "sea-transfer": "S",
    "sea-invasion": "I",
    "sea-evacuation": "E",
    "retreat": "<",
    "drop": "P",
}

LENDERS = {
    "axis": {"air-center": "ger-hq-center", "air-north": "ger-hq-north", "air-south": "ger-hq-south"},
    "russian": {"air-stavka": "rus-stavka", "air-stalin": "rus-stalin"},
}
"""The headquarters that can lend each air unit, by its side."""


def badge_image(way: str) -> str:
    """Return the file name of the badge that tells how a unit moves; empty for by land."""
    return f"badge-{way}.png" if way in WAY_BADGES else ""


class PrototypeMaker:
    """Make the prototypes of one module: its words, its lines, its places."""

    def __init__(
        self,
        texts: Texts,
        grammar: Grammar,
        layout: TableLayout,
        charts: Charts,
        roster: Roster,
        reckoner: TrcReckoner,
        steps: Sequence[str],
        told: Iterable[Trait],
    ) -> None:
        self.texts = texts
        self.grammar = grammar
        self.layout = layout
        self.charts = charts
        self.roster = roster
        self.reckoner = reckoner
        self.steps = steps
        """The turn tracker's names for the steps of a turn."""
        self.told = tuple(told)
        """The traits by which the turn marker tells further things of the turn."""

    def all(self) -> tuple[Prototype, ...]:
        """Return every prototype."""
        return (
            Prototype("Axis lines", "What the commands of units of the Axis say", tuple(self._lines("axis"))),
            Prototype("Russian lines", "What the commands of Russian units say", tuple(self._lines("russian"))),
            Prototype("Axis", "What every unit of the Axis can do", tuple(self._side("axis"))),
            Prototype("Russian", "What every Russian unit can do", tuple(self._side("russian"))),
            Prototype("Infantry", "What infantry corps can do besides", tuple(self._exchanged())),
            Prototype("Motorized", "What motorized corps can do besides", tuple(self._motorized())),
            Prototype("Paratroop", "What paratroops can do besides", tuple(self._paratroop())),
            Prototype("Partisan", "What partisans can do besides", tuple(self._partisan())),
            Prototype("Artillery", "What artillery can do besides", tuple(self._artillery())),
            Prototype("Worker", "What workers can do besides", tuple(self._worker())),
            Prototype("Axis battlegroup", "What German battlegroups can do besides", tuple(self._remnant("axis"))),
            Prototype(
                "Russian battlegroup", "What Russian battlegroups can do besides", tuple(self._remnant("russian"))
            ),
            Prototype("Stuka", "What Stukas can do", tuple(self._air("axis", "axis stukas"))),
            Prototype("Sturmovik", "What Sturmoviks can do", tuple(self._air("russian", "russian sturmoviks"))),
            Prototype("Marker", "What every marker can do that there may be more of", tuple(self._marker())),
            Prototype("Declared marker", "A marker whose place matters to a rule", tuple(self._declared())),
            Prototype("Fortress marker", "A city that is a fortress", tuple(self._fortress())),
            Prototype("Railhead marker", "The last rail hex of the Axis", tuple(self._railhead())),
            Prototype("Convert marker", "A rail hex that is converted", tuple(self._convert())),
            Prototype("Control marker", "Who controls a place", tuple(self._control())),
            Prototype("Barrage marker", "A barrage", tuple(self._barrage())),
            Prototype("Turn marker", "It goes where the turn tracker says", tuple(self._turn_marker())),
            Prototype("Weather reader", "It reads the weather chart", tuple(self._weather_reader())),
            Prototype("Weather marker", "It lies in the weather box while it holds", tuple(self._weather_marker())),
        )

    # ------------------------------------------------------------------ units

    def _lines(self, side: str) -> Iterator[Trait]:
        """Yield the long traits without a menu entry, and the lines of the commands of a side's units."""
        # Long traits stand outermost: VASSAL copies a trait's text once for each trait around it.
        for (option, only), commands in OPTION_COMMANDS.items():
            if only in ("", side):
                yield _restricted(option, [s.key for s in commands])
        told = (s.key for s in TABLE.reported_by_key if s.side in ("", side))
        keys = (SAY, SET_ATTACKER, SET_DEFENDER, SET_OUT, *told)
        yield report(keys, TABLE.placed_line_format(self.grammar, side))
        yield dynamic_property("Says", "0", (self._property_change(s) for s in TABLE.of_side(side)))
        yield self._noted()
        yield role_layer()
        # A part that the layer shows is noted.
        yield noted_place()
        yield trigger((SAY, GO), watch=[s.key for s in TABLE.sending_away if s.side in ("", side)])
        yield self._to_said_box(side)
        yield from self._markers_of(side)
        yield trigger((_SET_WAY,), watch=SET_WAY)
        badges = tuple(map(badge_image, WAYS))
        yield layer(WAY_LAYER, badges, reset_key=_SET_WAY, reset_level=by_way(), offset=_WAY_BADGE_AT)
        layout = self.layout.map_layout
        yield Trait.make("translate", command="", key=STEP, dx=by_step(0, layout.pitch / 2), dy=by_step(1, layout.step))

    def _unit(self, side: str) -> Iterator[Trait]:
        yield self._group("battle", ("attack", "defend", "attacked", "out", "lost", "lost-for-good", "retreat"))
        yield self._group("movement", ("rail", "rail-free", "strategic", "ground"))
        yield self._group("sea", BY_SEA)
        yield self._group("step", POINTY_STEPS)
        arrives = ("arrive", "replace", "rebuild", "recover", "to-siberia", "recall", "join-vlasov")
        known = {s.command for s in TABLE.of_side(side)}
        yield self._group("arrival", (*(name for name in arrives if name in known), "next-turn", "delay"))
        leaves = ("leave", "match", *(s.command for s in UNIT_COMMANDS if s.verb == "EXIT"))
        yield self._group("leave", leaves)
        yield self._group("removal", (s.command for s in UNIT_COMMANDS if s.verb in ("REMOVED", "FORCED")))
        yield self._group("marker", _marker_commands(side))
        yield from part_in_battle(self.texts, KEYS, joined=(JOINED,), left=(LEFT,))
        free = f"{{{ROLE}=={NO_ROLE}||Rolled==1}}"
        attacked = (BEGIN_IF_ROLLED, SET_DEFENDER, ALL_JOIN)
        yield trigger(attacked, command=self.texts("menu.attacked"), key=command_key("attacked"), when=free)
        yield trigger((STEP,), watch=[command_key(name) for name in POINTY_STEPS])
        yield from loss_by_click()
        yield from joins_untold(self.grammar)
        yield from tells_of_battle()
        yield asks()
        yield from trail_and_moved(self.texts, KEYS)

    def _property_change(self, command: UnitCommand) -> PropertyChange:
        text = "" if command.hidden else self.texts(f"menu.{command.command}")
        return PropertyChange(command.key, set_to(str(NUMBERS[command.command])), text)

    def _noted(self) -> Trait:
        """Return what a unit notes in the module by what it says: the sums of the battle, the unit at sea, exchanged or
        lost last, the one whose badge was clicked, and the one that the help is asked of."""
        says = {name: f"Says=={NUMBERS[name]}" for name in ("attack", "defend", "out", "exchanged", "clicked", "help")}
        lost = f"Says=={NUMBERS['lost']}||Says=={NUMBERS['lost-for-good']}"
        sums = battle_sums(says["attack"], says["defend"], says["out"])
        others = f'{says["exchanged"]}?"Exchanged":{lost}?"{REMEMBERED}":{says["clicked"]}?"{CLICKED}"'
        name = f'{{{sums}:{others}:{says["help"]}?"{ASKED}":"SeaUnit"}}'
        noted = (*BY_SEA, "lost", "lost-for-good")
        return set_global_property(
            name,
            (
                *sum_changes(),
                *(PropertyChange(key, set_to("{unit}")) for key in (*map(command_key, noted), SET_EXCHANGED)),
                PropertyChange(SET_CLICKED, set_to(clicked_badge())),
                PropertyChange(command_key("help"), set_to(asked_unit())),
            ),
        )

    def _side(self, side: str) -> Iterator[Trait]:
        if side == "axis":
            yield from supply_switch(self.texts("menu.cut"), command_key("cut"))
        window = self.layout.window_of(f"{side} turn-1")
        yield Trait.make(
            "sendto",
            command=self.texts("menu.next-turn"),
            key=command_key("next-turn"),
            map=window.name,
            destination="Z",
            # The boxes' names are the board's own, in every language: logs know boxes by them.
            zone=f'{{"{side.capitalize()} arrivals, turn "+(Turn+1)}}',
        )
        yield from self._unit(side)

    def _markers_of(self, side: str) -> Iterator[Trait]:
        """Yield what places markers; each marker says what it stands for."""
        for command, marker in _marker_commands(side).items():
            own = command_key(command)
            # Of these a unit has a key for the first only; those of the others mean something else on units.
            key = own if command == "convert" else Key.named(f"Place-{marker}")
            yield placing(self.roster, marker, SIDES.index(side), self.texts(f"menu.{command}"), key, own)

    def _to_said_box(self, side: str) -> Trait:
        boxes = {f"{side} {box}": box for box in BOXES}
        return to_said_box(
            self.layout, boxes, lambda values: TABLE.by_box({boxes[key]: value for key, value in values.items()})
        )

    def _exchanged(self) -> Iterator[Trait]:
        yield trigger((SET_EXCHANGED, GO), command=self.texts("menu.exchanged"), key=command_key("exchanged"))

    def _motorized(self) -> Iterator[Trait]:
        yield from self._said("MOTORIZE", "motorize")

    def _paratroop(self) -> Iterator[Trait]:
        key = command_key("drop")
        yield trigger((SET_DROP, Key.named("SayDrop")), command=self.texts("menu.drop"), key=key)
        yield report((Key.named("SayDrop"),), self.grammar.report_format("DROP"))

    def _partisan(self) -> Iterator[Trait]:
        yield from self._said("PARTISAN", "partisan")

    def _artillery(self) -> Iterator[Trait]:
        # Guns that attack in the battle that was rolled for are told of late; others are of the next.
        free, say = Key.named("BeginIfFree"), Key.named("SayGUNS")
        yield trigger((free, say), command=self.texts("menu.guns"), key=command_key("guns"))
        yield trigger((BEGIN_IF_ROLLED,), watch=(free,), when=f"{{{ROLE}=={NO_ROLE}}}")
        yield report((say,), self.grammar.report_format("GUNS"))

    def _worker(self) -> Iterator[Trait]:
        to_track, to_urals = Key.named("GoOntoTrack"), Key.named("GoToUrals")
        names = ("evacuate", "resume")
        yield self._group("industry", names)
        # The chit that sends factories to Siberia needs them too (28.7).
        hidden = f"{out_of_play('26.2')} && {out_of_play('28.7')}"
        keys = tuple(command_key(name) for name in names)
        yield Trait.make("hideCmd", name="26.2", action="Hide", filter=hidden, keys=keys)
        yield from self._said("EVAC", "evacuate", to_track)
        yield from self._said("RESUME", "resume", to_urals)
        away = f'({option_property("26.2")}=="26.2,"?{_TURNS_AWAY}:{_TURNS_IN_SIBERIA})'
        yield calculated("ReturnTurn", f"{{Math.min(Turn+{away},{max(self.charts.turns)})}}")
        yield Trait.make(
            "sendto",
            key=to_track,
            map=self.layout.window_of("turn-record-1").name,
            destination="Z",
            zone='{"Turn "+ReturnTurn}',
        )
        yield self._to_box(to_urals, "russian urals")

    def _remnant(self, side: str) -> Iterator[Trait]:
        remember, away = Key.named("RememberBattlegroup"), Key.named("GoWaiting")
        names = ("remnant", "make-room")
        yield self._group("battlegroup", names)
        yield _restricted("26.4", [command_key(name) for name in names])
        yield from self._said("REMNANT", "remnant")
        yield trigger((remember, away), command=self.texts("menu.make-room"), key=command_key("make-room"))
        yield set_global_property(REMEMBERED, (PropertyChange(remember, set_to("{unit}")),))
        yield self._to_box(away, f"{side} optional")

    def _air(self, side: str, box: BoxKey) -> Iterator[Trait]:
        lenders = LENDERS[side]
        yield self._group("air", (*lenders, "reserve"))
        yield dynamic_property("Lender", changes=(self._setting(name, unit) for name, unit in lenders.items()))
        yield from flown([command_key(name) for name in lenders], self.charts, side, COUNT_FLIGHT, UNCOUNT_FLIGHT)
        yield report((FLIES,), self.grammar.report_format("AIR"))
        yield report((TURNS_BACK,), self.grammar.report_format("OUT"))
        back = (LEAVES_BATTLE, GO)
        yield trigger(back, command=self.texts("menu.reserve"), key=command_key("reserve"))
        yield self._to_box(GO, box)

    # ---------------------------------------------------------------- markers

    def _marker(self) -> Iterator[Trait]:
        # VASSAL undoes a removal, and the audit asks for its reason: so only markers can simply be deleted.
        yield Trait.make("clone", command=self.texts("menu.another"), key=command_key("another"))
        yield Trait.make("delete", command=self.texts("menu.delete"), key=command_key("delete"))

    def _declared(self) -> Iterator[Trait]:
        yield from self._said("MARK", "mark")

    def _fortress(self) -> Iterator[Trait]:
        yield _restricted("26.9", [command_key("fort")])
        yield from self._said("FORT", "fort")

    def _railhead(self) -> Iterator[Trait]:
        yield from self._said("RAILHEAD", "railhead")

    def _convert(self) -> Iterator[Trait]:
        yield from self._said("CONVERT", "convert")

    def _barrage(self) -> Iterator[Trait]:
        yield from shelled()
        line, text = self.grammar.report_format("BARRAGE"), self.texts("menu.barrage")
        yield trigger((BEGIN_IF_ROLLED, SHELLS), command=text, key=command_key("barrage"))
        yield report((SHELLS,), line)

    def _control(self) -> Iterator[Trait]:
        sides = {"axis-control": "1", "russian-control": "2"}
        yield dynamic_property("Flag", "1", (self._setting(name, number) for name, number in sides.items()))
        for name in sides:
            told = self.grammar.report_format("CONTROL", side=name.removesuffix("-control"))
            yield report((command_key(name),), told)

    def _turn_marker(self) -> Iterator[Trait]:
        yield from self.reckoner.traits()
        yield self.reckoner.rivers()
        yield from turn_words(self.texts, self.charts.turns, self.steps, PLACE_TURN)
        yield from sea_words(self.texts, SIDES, PLACE_TURN)
        yield shows_turn()
        yield from self.told
        yield Trait.make(
            "sendto",
            key=PLACE_TURN,
            map=self.layout.window_of("turn-record-1").name,
            destination="Z",
            # Play may begin on turn 0 (28.6).
            zone='{"Turn "+Turn}',
        )

    def _weather_marker(self) -> Iterator[Trait]:
        markers_box, box = self.layout.window_of("markers"), self.layout.title("weather")
        yield Trait.make(
            "sendto",
            key=PLACE_WEATHER,
            map=markers_box.name,
            destination="Z",
            zone=f'{{unit=="weather-"+Weather?"{box}":"{self.layout.title("markers")}"}}',
        )

    def _weather_reader(self) -> Iterator[Trait]:
        """Yield what reads the chart: the marker of the running modifier is the only counter that need be there."""
        months = [self.charts.weather.months[self.charts.turns[turn].key] for turn in range(1, 7)]
        highest = max(len(column.weather) for column in months)
        words = [[column.automatic] * highest if column.automatic else column.weather for column in months]
        changes = [column.drm or [0] * highest for column in months]
        with_die = "".join("0" if column.automatic else "1" for column in months)
        say, take, change = Key.named("SayWEATHER"), Key.named("TakeWeather"), Key.named("TakeDrm")
        # The line says the weather in words, which are set with it.
        yield trigger((take, say, change), watch=(READ_WEATHER,), when="{WeatherHasDie==1}")
        yield trigger((take,), watch=(READ_WEATHER, SETTLE_WEATHER), when="{WeatherHasDie==0}")
        yield set_global_property("Weather", (PropertyChange(take, set_to("{WeatherRolled}")),))
        yield weather_words(self.texts, take, "WeatherRolled")
        yield set_global_property("WeatherDrm", (PropertyChange(change, set_to("{WeatherDrmRolled}")),))
        yield report((say,), self.grammar.report_format("WEATHER"))
        yield Trait.make(
            "sendto",
            key=PLACE_DRM,
            map=self.layout.window_of("turn-record-1").name,
            destination="Z",
            zone='{"Turn "+Math.abs(WeatherDrm)}',
        )
        yield calculated("WeatherHasDie", f'{{"{with_die}".substring((Turn+5)%6,(Turn+5)%6+1)}}')
        row = f"((Turn+5)%6)*{highest}"
        die = f"Math.max(0,Math.min({highest - 1},WeatherDie_result+WeatherDrm))"
        yield calculated("WeatherCell", f"{{WeatherHasDie==1?{row}+{die}:{row}}}")
        letters = "".join(_WEATHER_LETTERS[word] for column in words for word in column)
        cell = ".substring(WeatherCell,WeatherCell+1)"
        yield calculated("WeatherLetter", f'{{"{letters}"{cell}}}')
        named = "".join(f'WeatherLetter=="{letter}"?"{word}":' for word, letter in _WEATHER_LETTERS.items())
        yield calculated("WeatherRolled", f'{{{named}""}}')
        # Letters stand for the numbers from -10 on.
        coded = "".join(chr(ord("A") + 10 + number) for column in changes for number in column)
        alphabet = "ABCDEFGHIJKLMNOPQRSTU"
        yield calculated("WeatherDrmRolled", f'{{WeatherDrm+"{alphabet}".indexOf("{coded}"{cell})-10}}')

    # ----------------------------------------------------------------- helpers

    def _group(self, name: str, commands: Iterable[str]) -> Trait:
        return group(self.texts, name, commands)

    def _setting(self, name: str, value: str) -> PropertyChange:
        return PropertyChange(command_key(name), set_to(value), self.texts(f"menu.{name}"))

    def _said(self, verb: str, command: str, *then: Key) -> Iterator[Trait]:
        """Yield a menu entry that prints a line, and then presses other keys."""
        line, text = self.grammar.report_format(verb), self.texts(f"menu.{command}")
        yield from said(line, verb, text, command_key(command), *then)

    def _to_box(self, key: Key, box: BoxKey, command: str = "") -> Trait:
        return to_box(self.layout, key, box, self.texts(f"menu.{command}") if command else "")


_SET_WAY = Key.named("SetWay")
"""The pieces' key that shows how they move, as they have said it."""
_WAY_BADGE_AT = (42, 4)
"""The place of the badge of a unit's way of moving, from the counter's middle."""
_TURNS_AWAY = 3
"""The number of turns that an evacuated worker is on its way (26.2)."""
_TURNS_IN_SIBERIA = 5
"""The number of turns that a worker is on its way to Siberia with the chit (28.7)."""
_WEATHER_LETTERS = {"clear": "c", "light-mud": "l", "mud": "m", "snow": "s"}


def _marker_commands(side: str) -> dict[str, str]:
    """Return the markers that units of a side place, by the command."""
    markers = {"convert": "rr-convert", f"{side}-control": "control"}
    return {**markers, "railhead": "railhead"} if side == "axis" else markers


def _restricted(option: str, keys: Iterable[Key]) -> Trait:
    """Return what hides commands while an optional rule is not in play.

    No expression: VASSAL asks it again for every key that reaches the counter.
    """
    return Trait.make("hideCmd", name=option, action="Hide", filter=out_of_play(option), keys=tuple(keys))
