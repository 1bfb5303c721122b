"""What the module's lines, and the ways that they explain, mean in acts.

The other direction is `log_writer`. Who may make a line stands in the table of `declarations`; whoever may not has said
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from trc_module.declarations import OWNER, PHASING
from trc_module.digits import is_number
from trc_module.games.trc.acts.actions import (
    Archangel,
    AutomaticVictory,
    Convert,
    Delay,
    Drop,
    Exit,
    Fly,
    Motorize,
    RailMove,
    SeaMove,
    Strategic,
)
from trc_module.games.trc.arrivals.entry_hexes import POOL
from trc_module.games.trc.data import Trc
from trc_module.games.trc.extension import Hearer
from trc_module.games.trc.log.testimony import Gathering
from trc_module.games.trc.steps import COMBAT, MOVEMENT
from trc_module.hexgrid import Hex
from trc_module.rules.actions import (
    Action,
    Attack,
    Claim,
    Eliminate,
    Enter,
    Lose,
    Marker,
    Move,
    Replace,
    Retreat,
    RollCombat,
    Surrender,
    WeatherRoll,
    Withdraw,
)
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, Line, PieceTrack
from trc_module.rules.state import Box, Place, Trail, UnitId

SEA = "sea-"
"""How the modes of sea movement begin: `sea-transfer`."""


def entitled(game: Trc, clock: Clock, line: Line) -> bool:
    """Tell whether the side that made a line may make it; where the log does not tell the side, nobody is accused."""
    verb = game.grammar.verbs[line.says.verb]
    if line.by is None or verb.who not in (OWNER, PHASING):
        return True
    if verb.who == PHASING:
        return line.by == clock.side
    return line.by == game.side_of.get(line.says.get("u") or "", line.by)


def disregarded(game: Trc, clock: Clock, line: Line) -> str:
    """Say why a line is disregarded; '' if it is not."""
    says = line.says
    for key in ("u", "hq", "infantry"):
        if says.get(key) and says[key] not in game.units:
            return f"The line {says.verb} names '{says[key]}', which the data does not know."
    if says.get("b") and not is_number(says["b"]):
        return f"The line {says.verb} names no battle but '{says['b'][:40]}'."
    if says.get("die") and says["die"] not in set("123456"):
        return f"The line {says.verb} tells of a die that shows '{says['die'][:40]}'."
    if not entitled(game, clock, line):
        return f"The {line.by} player declared {says.verb}, which was not his to declare; it is disregarded."
    return ""


def hear(
    game: Trc, hears: Mapping[str, Hearer], clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]
) -> list[Interpretation]:
    """Return what the lines of one phase, and the journeys that they govern, say in acts.

    `hears` tells what the lines of options mean, by their verbs.
    """
    return _Phase(game, hears, clock, lines, tracks).deeds()


def unsaid(game: Trc, track: PieceTrack) -> Interpretation | None:
    """Return what a journey says that needs no line: an air unit is put on a stack, or back into its box."""
    if game.units[track.unit].type != "air" or track.goal is None:
        return None
    act = Fly(track.unit, track.goal)
    return Interpretation(track.steps, (act,), ((track.unit, track.goal),), (), track.by)


@dataclass(slots=True)
class _Muster(Gathering):
    """A battle whose lines are read one by one."""

    settled: bool = False
    won: bool = False

    def attack(self) -> Attack:
        return Attack(
            self.number,
            tuple(self.attackers),
            tuple(self.defenders),
            tuple(self.air.values()),
            tuple(self.guns),
            self.barrage,
            self.odds,
        )

    def victory(self) -> AutomaticVictory:
        return AutomaticVictory(self.number, tuple(self.attackers), tuple(self.defenders), tuple(self.air.values()))


class _Phase:
    """The lines and journeys of one phase."""

    def __init__(
        self,
        game: Trc,
        hears: Mapping[str, Hearer],
        clock: Clock,
        lines: Sequence[Line],
        tracks: Sequence[PieceTrack],
    ) -> None:
        self.game = game
        self.hears = hears
        self.clock = clock
        self.lines = lines
        self.tracks = list(tracks)
        self.found: list[Interpretation] = []
        self.musters: dict[int, _Muster] = {}
        self.joined: dict[UnitId, dict[int, _Muster]] = {}
        """The battles, by number, that a counter has joined and may still have to leave."""
        self.dice_at_sea = [line for line in lines if line.says.verb == "SEA"]
        self.plain_dice = [line for line in lines if line.says.verb == "DIE" and not disregarded(game, clock, line)]

    def deeds(self) -> list[Interpretation]:
        for line in self.lines:
            self._take(line)
        for muster in self.musters.values():
            # Whoever gathers counters while he moves may only be counting; in the combat phase he means it.
            if muster.complete and not muster.settled and self.clock.phase == COMBAT:
                self._add(Line(muster.steps[-1], self.lines[0].says), muster.attack(), steps=muster.steps)
        for track in self.tracks:
            self.found.append(self._travelled(track))
        for line in self.dice_at_sea:
            text = f"A {line.says['die']} was rolled for {line.says['u']} at sea; the log does not say where it went."
            self.found.append(
                Interpretation((line.step,), (), (), (_undecided("log.sea", text, line.says["u"]),), line.by)
            )
        for line in self.plain_dice:
            text = f"A {line.says['die']} was rolled in the {self.clock.phase} phase; the log does not say what for."
            self.found.append(Interpretation((line.step,), (), (), (_undecided("log.roll", text),), line.by))
        return self.found

    # ------------------------------------------------------------------ lines

    def _take(self, line: Line) -> None:
        says = line.says
        wrong = disregarded(self.game, self.clock, line)
        if wrong:
            units = (says["u"],) if says.get("u") in self.game.units else ()
            finding = Finding("log.line", Verdict.NOTE, wrong, units)
            self.found.append(Interpretation((line.step,), (), (), (finding,), line.by))
        elif says.get("b") and says.verb in _GATHERING:
            self._gather(line, self._muster(int(says["b"])))
        elif says.verb in ("ROLL", "AV"):
            self._settle(line, self._muster(int(says["b"])))
        elif says.verb in _FATES:
            self._fate(line)
        elif says.verb == "CONVERT":
            self._convert(line)
        elif says.verb == "MOTORIZE":
            self._motorize(line)
        elif says.verb in _PLAIN:
            self._add(line, _PLAIN[says.verb](says.fields))
        elif says.verb in self.hears:
            act = self.hears[says.verb](self.game, says)
            if act is not None:
                mine = [track for track in self.tracks if track.line == line]
                self.tracks = [track for track in self.tracks if track.line != line]
                steps = {line.step, *(step for track in mine for step in track.steps)}
                self._add(line, act, steps=steps, places=tuple((track.unit, track.goal) for track in mine))

    def _muster(self, number: int) -> _Muster:
        return self.musters.setdefault(number, _Muster(number))

    def _gather(self, line: Line, muster: _Muster) -> None:
        says = line.says
        unit = says.get("u") or ""
        if muster.settled:
            text = f"{unit or says.verb} joined battle {muster.number} after it was decided."
            self.found.append(Interpretation((line.step,), (), (), (_undecided("log.battle", text),), line.by))
            return
        joined = self.joined.setdefault(unit, {})
        for other in list(joined.values()) if unit else ():
            # A counter is in one battle at a time: to join another is to leave one that was not fought.
            if not other.settled and (other is not muster or says.verb in ("ATT", "DEF", "OUT")):
                other.forget(unit)
            if other is not muster:
                del joined[other.number]
        joined[muster.number] = muster
        muster.take(line)

    def _settle(self, line: Line, muster: _Muster) -> None:
        """Declare the battle with its counters as they are now, and roll its die or win it without."""
        says = line.says
        if says.verb == "AV" and not muster.settled and not muster.complete:
            self._victory_of_one_side(line, muster)
        elif not muster.complete and not muster.settled:
            text = f"Battle {muster.number} was decided, but the log does not say who fights whom in it."
            self.found.append(Interpretation((line.step,), (), (), (_undecided("log.battle", text),), line.by))
        elif says.verb == "AV":
            self._add(line, muster.victory(), steps=[*muster.steps, line.step])
            muster.won = True
        else:
            if not muster.settled:
                self._add(line, muster.attack(), steps=muster.steps)
            self._add(
                line, RollCombat(muster.number, int(says["die"]), says.get("odds") or "", says.get("result") or "")
            )
        muster.settled = True

    def _victory_of_one_side(self, line: Line, muster: _Muster) -> None:
        """Take an automatic victory whose lines name one side alone: the losses tell the defenders."""
        lost = [o.says for o in self.lines if o.says.verb == "LOSS" and o.says["b"] == line.says["b"]]
        if not lost:
            # Another entry of the menu may have removed them, before the next battle was begun.
            until = min(
                (o.step for o in self.lines if o.step > line.step and o.says.verb == "ATT"), default=line.step + 9
            )
            removed = (o for o in self.lines if o.says.verb in ("FORCED", "REMOVED"))
            lost = [o.says for o in removed if line.step < o.step < until]
        muster.defenders |= {says["u"]: None for says in lost if self.game.side_of[says["u"]] != self.clock.side}
        text = f"Battle {muster.number} was decided, but the log does not say who fights whom in it."
        steps = tuple(sorted({*muster.steps, line.step}))
        told = (_undecided("log.battle", text),)
        self.found.append(Interpretation(steps, (muster.victory(),), (), told, line.by, perhaps=True))
        muster.won = True

    def _fate(self, line: Line) -> None:
        says = line.says
        unit = says["u"]
        places = self._arrived(line)
        if says.verb == "LOSS":
            muster = self.musters.get(int(says["b"]))
            if muster is None or not muster.settled:
                text = f"{unit} was lost in battle {says['b']}, which was not decided in this phase."
                finding = _undecided("log.battle", text, unit)
                self.found.append(Interpretation((line.step,), (), places, (finding,), line.by))
                return
            if muster.won and self.game.side_of[unit] != self.clock.side:
                # The automatic victory has removed it; what remains is where the counter lies.
                self.found.append(Interpretation((line.step,), (), places, (), line.by))
                return
        # Who is withdrawn waits for the turn in which he comes back, if he does, and not in the box where he lies.
        self._add(line, _FATES[says.verb](says.fields), places=() if says.verb == "LEAVE" else places)

    def _arrived(self, line: Line) -> tuple[tuple[UnitId, str | Hex | None], ...]:
        for track in self.tracks:
            if track.line == line:
                self.tracks.remove(track)
                return ((track.unit, track.goal),)
        return ()

    def _convert(self, line: Line) -> None:
        together = [other for other in self.lines if other.says.verb == "CONVERT" and other.step == line.step]
        if together[0] is not line:
            return
        hexes = tuple(self.game.board.grid.find(other.says["at"]) for other in together)
        known = tuple(h for h in hexes if h is not None)
        if len(known) == len(hexes):
            self._add(line, Convert(known))
        else:
            text = f"The rail of '{line.says['at']}', which is no hex, was converted."
            self.found.append(Interpretation((line.step,), (), (), (Finding("log.line", Verdict.NOTE, text),), line.by))

    def _motorize(self, line: Line) -> None:
        # The infantry was put away just before, and the motorized corps will be dragged to where it stood.
        infantry = line.says["infantry"]
        away = [j for j in self.tracks if j.unit == infantry and j.line is not None and j.line.says is line.says]
        for track in away:
            self.tracks.remove(track)
        places = tuple((track.unit, track.goal) for track in away)
        steps = [step for track in away for step in track.steps]
        self._add(line, Motorize(infantry, line.says["u"]), steps=[*steps, line.step], places=places)

    def _add(
        self,
        line: Line,
        action: Action,
        *,
        steps: Iterable[int] = (),
        places: tuple[tuple[UnitId, str | Hex | None], ...] = (),
    ) -> None:
        self.found.append(Interpretation(tuple(sorted(steps)) or (line.step,), (action,), places, (), line.by))

    # --------------------------------------------------------------- journeys

    def _travelled(self, track: PieceTrack) -> Interpretation:
        assert track.line is not None
        places = ((track.unit, track.goal),)
        if not entitled(self.game, self.clock, track.line):
            # What is said of the line is said above; the unit is where it is.
            return Interpretation(track.steps, (), places, (), track.by)
        steps = track.steps
        acts = tuple(self._acts(track))
        if acts and isinstance(acts[0], SeaMove):
            steps = tuple(sorted({*steps, *self._sailed}))
        # Who comes in when is a matter of the table: the order decides for whom there is room.
        if track.line.step > steps[-1] and not isinstance(track.start, str):
            steps = (*steps, track.line.step)
        if acts or track.line.says.verb == "MOTORIZE" or track.line.says.verb == "ALLYOUT":
            return Interpretation(steps, acts, places, (), track.by)
        text = f"{track.unit} was declared as {track.line.says.verb}, which does not fit where it went."
        return Interpretation(steps, (), places, (_undecided("log.box", text, track.unit),), track.by)

    def _acts(self, track: PieceTrack) -> Iterator[Action]:
        """Yield the readings of a journey, the literal one first."""
        assert track.line is not None
        says, unit, start, goal = track.line.says, track.unit, track.start, track.goal
        if says.verb == "RETREAT":
            yield from self._retreats(track, int(says["b"]))
        elif says.verb in ("MOTORIZE", "ALLYOUT"):
            return
        elif says.verb == "SAIL" and start is not None and goal is not None:
            self._sailed: list[int] = []
            yield SeaMove(says["kind"].removeprefix(SEA), unit, start, goal, self._die_of(unit, track.line))
        elif says.verb == "PARTISAN" and goal is not None:
            yield Enter(unit, goal)
        elif says.verb == "DROP" and goal is not None and not isinstance(goal, str):
            yield Drop(unit, goal)
        elif goal is not None and isinstance(start, str):
            yield from _arrivals(says.verb, unit, start, goal)
        else:
            yield from (_by_land(unit, trail, says.get("mode") or "") for trail in track.ways)

    def _retreats(self, track: PieceTrack, number: int) -> Iterator[Action]:
        off = isinstance(track.goal, str)
        hexes = tuple(place for place in track.places if place is not None and not isinstance(place, str))
        ways = track.ways or ((Trail(hexes),) if off and hexes else ())
        for trail in ways:
            yield Retreat(number, track.unit, trail, off)

    def _die_of(self, unit: UnitId, said: Line) -> int:
        """Return the die of a unit at sea: the sea die rolled for it, or the plain die that was rolled next."""
        dice = [line for line in self.dice_at_sea if line.says["u"] == unit]
        if not dice and self.clock.phase == MOVEMENT:
            until = min((o.step for o in self.lines if o.says.verb == "SAIL" and o.step > said.step), default=None)
            dice = [o for o in self.plain_dice if o.step > said.step and (until is None or o.step < until)]
        if not dice:
            return 0
        (self.dice_at_sea if dice[0] in self.dice_at_sea else self.plain_dice).remove(dice[0])
        self._sailed.append(dice[0].step)
        return int(dice[0].says["die"])


def _arrivals(verb: str, unit: UnitId, start: Box, goal: Place) -> Iterator[Action]:
    # The box tells whether it comes back or arrives, if the line is another's.
    if verb != "REPLACE" and (start != POOL or verb == "ARRIVE"):
        yield Enter(unit, goal)
    if verb == "REPLACE" or start == POOL:
        yield Replace(unit, goal)


def _by_land(unit: UnitId, trail: Trail, mode: str) -> Action:
    match mode:
        case "rail" | "rail-free":
            return RailMove(unit, trail, mode == "rail-free")
        case "strategic":
            return Strategic(unit, trail)
    return Move(unit, trail)


_GATHERING = frozenset({"ATT", "DEF", "OUT", "LOWER", "AIR", "GUNS", "BARRAGE"})
_FATES: dict[str, Callable[[Mapping[str, str]], Action]] = {
    "LOSS": lambda says: Lose(int(says["b"]), says["u"], says.get("chose", "")),
    "FORCED": lambda says: Surrender(says["u"], says["because"]),
    "REMOVED": lambda says: Eliminate(says["u"], says["because"]),
    "DELAY": lambda says: Delay(says["u"]),
    "LEAVE": lambda says: Withdraw(says["u"], says.get("because", "")),
    "EXIT": lambda says: Exit(says["u"], says.get("edge", "")),
}
_PLAIN: dict[str, Callable[[Mapping[str, str]], Action]] = {
    "WEATHER": lambda says: WeatherRoll(int(says["die"]), says.get("is", ""), _number(says.get("after", ""))),
    "ARCHANGEL": lambda says: Archangel(int(says["die"])),
    "RAILHEAD": lambda says: Marker("rail", f"{says['at']} axis"),
    "CONTROL": lambda says: Marker("control", f"{says['at']} {says['side']}"),
    "MARK": lambda says: Marker(says["marker"], says["at"]),
    "ALLYOUT": lambda says: Surrender(says["country"], says["because"]),
    "WIN": lambda says: Claim(says["side"], says["because"]),
}


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _undecided(rule: str, sentence: str, *units: UnitId) -> Finding:
    return Finding(rule, Verdict.UNDECIDED, sentence, units)
