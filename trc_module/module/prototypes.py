"""What counters have in common: prototypes of traits, outermost first, with the lines that they print into the log.

A key goes through the traits from the outermost inwards, and a report lets those behind it act first: it stands behind
the property that it prints, and what moves the piece away waits for a key of its own that a trigger presses later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from trc_module.charts import Charts
from trc_module.declarations import Grammar
from trc_module.module.keys import command_key
from trc_module.module.plan import CELL, TITLE, BoxKey, TablePlan
from trc_module.module.texts import Texts
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import (
    PropertyChange,
    add,
    constraints,
    dynamic_property,
    layer,
    report,
    set_global_property,
    set_to,
    trigger,
)
from trc_module.vassal.values import Color, Key

MOVED_IMAGE = "moved.png"
CLEAR_TRAIL = Key.named("ClearTrail")
NEW_BATTLE = Key.named("NewBattle")
"""The module's key that begins the next battle."""
LEAVE_BATTLE = Key.named("LeaveBattle")
"""The pieces' key that ends their part in the battle before."""
CLEAR_WAY = Key.named("ClearWay")
"""The pieces' key that forgets how they moved in the phase before."""
SURRENDER = Key.named("ToSurrendered")
PLACE_TURN = Key.named("PlaceTurnMarker")
PLACE_WEATHER = Key.named("PlaceWeatherMarker")
READ_WEATHER = Key.named("ReadWeather")
"""The key by which the weather modifier's marker reads the chart after a roll."""
SETTLE_WEATHER = Key.named("SettleWeather")
"""The key by which it sets the weather of months that have no die."""

NO_ROLE, ATTACKER, DEFENDER = 1, 2, 3
ROLE_IMAGES = ("", "badge-attack.png", "badge-defend.png")
"""The badge of each part in the battle, by the number that the property Role holds, less one."""

WAYS = (
    "ground",
    "rail",
    "rail-free",
    "strategic",
    "sea-transfer",
    "sea-invasion",
    "sea-evacuation",
    "retreat",
    "drop",
)
"""How a unit moves; the property Way holds the number in this list, from 1."""
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

STEPS = {
    "west": (-2, 0),
    "east": (2, 0),
    "north-west": (-1, 1),
    "north-east": (1, 1),
    "south-west": (-1, -1),
    "south-east": (1, -1),
}
"""One hex to each side: half hexes to the east, lines to the north."""

CAUSES = {"supply": "17.2", "sunk": "10.4", "overstacked": "6.2", "will": "2.1"}
"""Why a unit goes to the replacement pool without a battle, and the rule."""
FORCES = {"surrender-12": "12.5", "surrender-av": "16.1", "surrender-16": "16.3", "surrender-ds": "13.3"}
"""Why a unit is put among the surrendered, and the rule."""
LEAVES = {"leave": "20.9", "match": "20.10"}
EDGES = ("west", "east", "south", "north")
LENDERS = {
    "axis": {"air-center": "ger-hq-center", "air-north": "ger-hq-north", "air-south": "ger-hq-south"},
    "russian": {"air-stavka": "rus-stavka", "air-stalin": "rus-stalin"},
}
"""Who can lend an air unit, by its side."""


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many counters share, outermost first."""

    name: str
    description: str
    traits: tuple[Trait, ...]

    def slot_text(self) -> str:
        """Return the text of its definition [VASSAL.build.module.PrototypeDefinition]."""
        return Piece.build(None, (*self.traits, Trait.make("piece"))).command().encode()


def badge_image(way: str) -> str:
    """Return the file name of the badge that tells how a unit moves; empty for by land."""
    return f"badge-{way}.png" if way in WAY_BADGES else ""


class PrototypeMaker:
    """Make the prototypes of one module: its words, its lines, its places."""

    def __init__(self, texts: Texts, grammar: Grammar, plan: TablePlan, charts: Charts) -> None:
        self.texts = texts
        self.grammar = grammar
        self.plan = plan
        self.charts = charts

    def all(self) -> tuple[Prototype, ...]:
        """Return every prototype."""
        return (
            Prototype("Unit", "What every unit can do", tuple(self._unit())),
            Prototype("Fighter", "What every unit that fights on the ground can do", tuple(self._fighter())),
            Prototype("Axis", "The boxes of the Axis side", tuple(self._boxes("axis"))),
            Prototype("Russian", "The boxes of the Russian side", tuple(self._boxes("russian"))),
            Prototype("Infantry", "What infantry corps can do besides", tuple(self._exchanged())),
            Prototype("Motorized", "What motorized corps can do besides", tuple(self._motorized())),
            Prototype("Paratroop", "What paratroops can do besides", tuple(self._paratroop())),
            Prototype("Partisan", "What partisans can do besides", tuple(self._partisan())),
            Prototype("Artillery", "What artillery can do besides", tuple(self._artillery())),
            Prototype("Stuka", "What Stukas can do", tuple(self._air("axis", "axis stukas"))),
            Prototype("Sturmovik", "What Sturmoviks can do", tuple(self._air("russian", "russian sturmoviks"))),
            Prototype("Marker", "What every marker can do that there may be more of", tuple(self._marker())),
            Prototype("Declared marker", "A marker whose place matters to a rule", tuple(self._declared())),
            Prototype("Railhead marker", "The last rail hex of the Axis", tuple(self._railhead())),
            Prototype("Convert marker", "A rail hex that is converted", tuple(self._convert())),
            Prototype("Control marker", "Who controls a place", tuple(self._control())),
            Prototype("Barrage marker", "A barrage", tuple(self._barrage())),
            Prototype("Turn marker", "It goes where the turn tracker says", tuple(self._turn_marker())),
            Prototype("Weather reader", "It reads the weather chart", tuple(self._weather_reader())),
            Prototype("Weather marker", "It lies in the weather box while it holds", tuple(self._weather_marker())),
        )

    # ------------------------------------------------------------------ units

    def _unit(self) -> Iterator[Trait]:
        yield Trait.make(
            "footprint",
            key=command_key("trail"),
            command=self.texts("menu.trail"),
            line_color=Color(140, 30, 20),
            fill_color=Color(250, 240, 210),
            radius=9,
            line_width=2.0,
            clear_key=CLEAR_TRAIL,
        )
        yield Trait.make(
            "markmoved",
            image=MOVED_IMAGE,
            x_offset=27,
            y_offset=-41,
            command=self.texts("menu.moved"),
            key=command_key("moved"),
        )
        yield self._group("step", STEPS)
        yield self._group(
            "arrival", ("arrive", "replace", "next-turn", "delay", *LEAVES, *(f"exit-{e}" for e in EDGES))
        )
        yield self._group("removal", (*CAUSES, *FORCES))
        for name, (east, north) in STEPS.items():
            yield Trait.make(
                "translate",
                command=self.texts(f"menu.{name}"),
                key=command_key(name),
                dx=str(int(east * self.plan.layout.pitch / 2)),
                dy=str(int(north * self.plan.layout.step)),
            )
        yield from self._fates()

    def _fates(self) -> Iterator[Trait]:
        reasons = {**CAUSES, **FORCES, **LEAVES}
        yield dynamic_property("Cause", changes=(self._setting(name, rule) for name, rule in reasons.items()))
        yield dynamic_property("Edge", changes=(self._setting(f"exit-{edge}", edge) for edge in EDGES))
        # The line first: it tells the place that the unit leaves.
        yield from self._tell_and_go("REMOVED", CAUSES, "ToPool")
        yield from self._tell_and_go("FORCED", FORCES, "ToSurrendered")
        yield from self._tell_and_go("LEAVE", LEAVES, "ToWithdrawn")
        yield from self._tell_and_go("EXIT", [f"exit-{edge}" for edge in EDGES], "ToRemoved")
        yield from self._said("ARRIVE", "arrive")
        yield from self._said("REPLACE", "replace")
        yield from self._said("DELAY", "delay", Key.named("ToOffMap"))

    def _tell_and_go(self, verb: str, commands: Iterable[str], goal: str) -> Iterator[Trait]:
        say = Key.named(f"Say{verb}")
        yield trigger((say, Key.named(goal)), watch=tuple(map(command_key, commands)))
        yield report((say,), self.grammar.report_format(verb))

    def _fighter(self) -> Iterator[Trait]:
        sea = ("sea-transfer", "sea-invasion", "sea-evacuation")
        yield self._group("battle", ("attack", "defend", "out", "lost", "lost-for-good", "retreat"))
        yield self._group("movement", ("rail", "rail-free", "strategic", "ground", "convert"))
        yield self._group("sea", sea)
        yield layer("RoleBadge", ROLE_IMAGES, follow="Role", first_level=1)
        yield layer("WayBadge", tuple(map(badge_image, WAYS)), follow="Way", first_level=1)
        yield from self._part_in_battle()
        yield from self._way(sea)
        yield from self._said("CONVERT", "convert")

    def _part_in_battle(self) -> Iterator[Trait]:
        count, uncount = Key.named("SetAttacker"), Key.named("Uncount")
        defend = Key.named("SetDefender")
        say = {verb: Key.named(f"Say{verb}") for verb in ("ATT", "DEF", "OUT")}
        begin, press = Key.named("BeginIfRolled"), Key.named("PressNewBattle")
        # Whoever joins after the die was rolled joins the next battle.
        free = f"{{Role=={NO_ROLE}||Rolled==1}}"
        yield trigger(
            (begin, count, say["ATT"]), command=self.texts("menu.attack"), key=command_key("attack"), when=free
        )
        yield trigger(
            (begin, defend, say["DEF"]), command=self.texts("menu.defend"), key=command_key("defend"), when=free
        )
        yield trigger(
            (uncount, say["OUT"], LEAVE_BATTLE),
            command=self.texts("menu.out"),
            key=command_key("out"),
            when=f"{{Role>{NO_ROLE}&&Rolled==0}}",
        )
        yield trigger((press,), watch=(begin,), when="{Rolled==1}")
        yield Trait.make("globalhotkey", command="", key=press, hotkey=NEW_BATTLE)
        counting = constraints(0, 100000)
        yield set_global_property(
            "AttackSum",
            (
                PropertyChange(count, add("{CF}")),
                PropertyChange(uncount, add(f"{{Role=={ATTACKER}?0-CF:0}}")),
            ),
            limits=counting,
        )
        yield set_global_property(
            "DefenceSum",
            (
                PropertyChange(defend, add("{CF}")),
                PropertyChange(uncount, add(f"{{Role=={DEFENDER}?0-CF:0}}")),
            ),
            limits=counting,
        )
        yield dynamic_property(
            "Role",
            str(NO_ROLE),
            (
                PropertyChange(count, set_to(str(ATTACKER))),
                PropertyChange(defend, set_to(str(DEFENDER))),
                PropertyChange(LEAVE_BATTLE, set_to(str(NO_ROLE))),
            ),
            limits=constraints(NO_ROLE, DEFENDER),
        )
        for verb, key in say.items():
            yield report((key,), self.grammar.report_format(verb))
        lost = Key.named("SayLOSS")
        yield report((lost,), self.grammar.report_format("LOSS"))
        for name, goal in (("lost", Key.named("ToPool")), ("lost-for-good", SURRENDER)):
            yield trigger((lost, goal), command=self.texts(f"menu.{name}"), key=command_key(name))

    def _way(self, sea: Sequence[str]) -> Iterator[Trait]:
        listed = [way for way in WAYS if way not in ("retreat", "drop")]
        yield set_global_property("SeaUnit", (PropertyChange(command_key(way), set_to("{unit}")) for way in sea))
        changes = [self._setting(way, str(number)) for number, way in enumerate(WAYS, 1) if way in listed]
        changes.append(self._setting("retreat", str(WAYS.index("retreat") + 1)))
        # Only paratroops have a menu entry that presses this key.
        changes.append(PropertyChange(Key.named("SetDrop"), set_to(str(WAYS.index("drop") + 1))))
        changes.append(PropertyChange(CLEAR_WAY, set_to("1")))
        yield dynamic_property("Way", "1", changes, limits=constraints(1, len(WAYS)))
        yield _calculated("Mode", _choice("Way", WAYS))
        yield self._say("MODE", [way for way in listed if way not in sea])
        yield self._say("SAIL", sea)
        yield self._say("RETREAT", ("retreat",))

    def _boxes(self, side: str) -> Iterator[Trait]:
        for name, box in (
            ("ToPool", "replacement-pool"),
            ("ToSurrendered", "surrendered"),
            ("ToOffMap", "off-map-units"),
            ("ToWithdrawn", "withdrawn"),
            ("ToRemoved", "removed"),
        ):
            yield self._to_box(Key.named(name), f"{side} {box}")
        window = self.plan.window_of(f"{side} turn-1")
        yield Trait.make(
            "sendto",
            command=self.texts("menu.next-turn"),
            key=command_key("next-turn"),
            map=window.name,
            destination="Z",
            # The boxes' names are the board's own, in every language: logs know boxes by them.
            zone=f'{{"{side.capitalize()} arrivals, turn "+(Turn+1)}}',
        )

    def _exchanged(self) -> Iterator[Trait]:
        key = command_key("exchanged")
        yield set_global_property("Exchanged", (PropertyChange(key, set_to("{unit}")),))
        yield trigger((Key.named("ToRemoved"),), command=self.texts("menu.exchanged"), key=key)

    def _motorized(self) -> Iterator[Trait]:
        yield from self._said("MOTORIZE", "motorize")

    def _paratroop(self) -> Iterator[Trait]:
        key = command_key("drop")
        yield trigger((Key.named("SetDrop"), Key.named("SayDrop")), command=self.texts("menu.drop"), key=key)
        yield report((Key.named("SayDrop"),), self.grammar.report_format("DROP"))

    def _partisan(self) -> Iterator[Trait]:
        yield from self._said("PARTISAN", "partisan")

    def _artillery(self) -> Iterator[Trait]:
        yield from self._said("GUNS", "guns")

    def _air(self, side: str, box: BoxKey) -> Iterator[Trait]:
        lenders = LENDERS[side]
        yield self._group("air", (*lenders, "reserve"))
        yield dynamic_property("Lender", changes=(self._setting(name, unit) for name, unit in lenders.items()))
        yield self._say("AIR", lenders)
        yield self._to_box(command_key("reserve"), box, "reserve")

    # ---------------------------------------------------------------- markers

    def _marker(self) -> Iterator[Trait]:
        # VASSAL undoes a removal, and the audit asks for its reason: so only markers can simply be deleted.
        yield Trait.make("clone", command=self.texts("menu.another"), key=command_key("another"))
        yield Trait.make("delete", command=self.texts("menu.delete"), key=command_key("delete"))

    def _declared(self) -> Iterator[Trait]:
        yield from self._said("MARK", "mark")

    def _railhead(self) -> Iterator[Trait]:
        yield from self._said("RAILHEAD", "railhead")

    def _convert(self) -> Iterator[Trait]:
        yield from self._said("CONVERT", "convert")

    def _barrage(self) -> Iterator[Trait]:
        yield from self._said("BARRAGE", "barrage")

    def _control(self) -> Iterator[Trait]:
        sides = {"axis-control": "1", "russian-control": "2"}
        yield dynamic_property("Flag", "1", (self._setting(name, number) for name, number in sides.items()))
        yield _calculated("Holder", _choice("Flag", ("axis", "russian")))
        yield self._say("CONTROL", sides)

    def _turn_marker(self) -> Iterator[Trait]:
        yield Trait.make(
            "sendto",
            key=PLACE_TURN,
            map=self.plan.window_of("turn-record-1").name,
            destination="Z",
            zone=_choice("Turn", [self.plan.title(f"turn-record-{turn}") for turn in range(1, 26)]),
        )

    def _weather_marker(self) -> Iterator[Trait]:
        markers_box, box = self.plan.window_of("markers"), self.plan.title("weather")
        yield Trait.make(
            "sendto",
            key=PLACE_WEATHER,
            map=markers_box.name,
            destination="Z",
            zone=f'{{unit=="weather-"+Weather?"{box}":"{self.plan.title("markers")}"}}',
        )

    def _weather_reader(self) -> Iterator[Trait]:
        """Yield what reads the chart: the marker of the running modifier is the only counter that need be there."""
        months = [self.charts.weather.months[self.charts.turns[turn].key] for turn in range(1, 7)]
        highest = max(len(column.weather) for column in months)
        words = [[column.automatic] * highest if column.automatic else column.weather for column in months]
        changes = [column.drm or [0] * highest for column in months]
        with_die = "".join("0" if column.automatic else "1" for column in months)
        say, take, change = Key.named("SayWEATHER"), Key.named("TakeWeather"), Key.named("TakeDrm")
        yield trigger((say, take, change, Key.named("ShowDrm")), watch=(READ_WEATHER,), when="{WeatherHasDie==1}")
        yield trigger((take,), watch=(READ_WEATHER, SETTLE_WEATHER), when="{WeatherHasDie==0}")
        yield set_global_property("Weather", (PropertyChange(take, set_to("{WeatherRolled}")),))
        yield set_global_property("WeatherDrm", (PropertyChange(change, set_to("{WeatherDrmRolled}")),))
        yield report((say,), self.grammar.report_format("WEATHER"))
        yield Trait.make(
            "sendto",
            key=Key.named("ShowDrm"),
            map=self.plan.window_of("turn-record-1").name,
            destination="Z",
            zone='{"Turn "+Math.abs(WeatherDrm)}',
        )
        yield _calculated("WeatherHasDie", f'{{"{with_die}".substring((Turn-1)%6,(Turn-1)%6+1)}}')
        row = f"((Turn-1)%6)*{highest}"
        die = f"Math.max(0,Math.min({highest - 1},WeatherDie_result+WeatherDrm))"
        yield _calculated("WeatherCell", f"{{WeatherHasDie==1?{row}+{die}:{row}}}")
        letters = "".join(_WEATHER_LETTERS[word] for column in words for word in column)
        cell = ".substring(WeatherCell,WeatherCell+1)"
        yield _calculated("WeatherLetter", f'{{"{letters}"{cell}}}')
        named = "".join(f'WeatherLetter=="{letter}"?"{word}":' for word, letter in _WEATHER_LETTERS.items())
        yield _calculated("WeatherRolled", f'{{{named}""}}')
        # Letters stand for the numbers from -10 on.
        coded = "".join(chr(ord("A") + 10 + number) for column in changes for number in column)
        alphabet = "ABCDEFGHIJKLMNOPQRSTU"
        yield _calculated("WeatherDrmRolled", f'{{WeatherDrm+"{alphabet}".indexOf("{coded}"{cell})-10}}')

    # ----------------------------------------------------------------- helpers

    def _group(self, name: str, commands: Iterable[str]) -> Trait:
        entries = tuple(self.texts(f"menu.{command}") for command in commands)
        return Trait.make("submenu", command=self.texts(f"group.{name}"), commands=entries)

    def _setting(self, name: str, value: str) -> PropertyChange:
        return PropertyChange(command_key(name), set_to(value), self.texts(f"menu.{name}"))

    def _say(self, verb: str, commands: Iterable[str]) -> Trait:
        return report(tuple(map(command_key, commands)), self.grammar.report_format(verb))

    def _said(self, verb: str, command: str, *then: Key) -> Iterator[Trait]:
        """Yield a menu entry that prints a line, and then presses other keys."""
        say = Key.named(f"Say{verb}")
        yield trigger((say, *then), command=self.texts(f"menu.{command}"), key=command_key(command))
        yield report((say,), self.grammar.report_format(verb))

    def _to_box(self, key: Key, box: BoxKey, command: str = "") -> Trait:
        place = self.plan.box(box)
        columns = place.columns
        rows = place.cells // columns
        return Trait.make(
            "sendto",
            command=self.texts(f"menu.{command}") if command else "",
            key=key,
            map=self.plan.window_of(box).name,
            x=str(place.x + CELL // 2),
            y=str(place.y + TITLE + CELL // 2),
            # Every counter has a cell of its own as far as they go.
            x_index=f"{{Cell%{columns}}}",
            y_index=f"{{(Cell/{columns})%{rows}}}",
            x_offset=str(CELL),
            y_offset=str(CELL),
        )


_WEATHER_LETTERS = {"clear": "c", "light-mud": "l", "mud": "m", "snow": "s"}


def _calculated(name: str, expression: str) -> Trait:
    return Trait.make("calcProp", name=name, expression=expression)


def _choice(name: str, words: Sequence[str]) -> str:
    """Return the expression that is the word of a property's number, counted from 1."""
    text = f'"{words[-1]}"'
    for number, word in reversed(list(enumerate(words[:-1], 1))):
        text = f'{name}=={number}?"{word}":{text}'
    return f"{{{text}}}"
