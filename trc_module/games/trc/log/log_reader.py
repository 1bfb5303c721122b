"""Actions from the module's lines, and from the ways that the lines explain.

How a single line is read stands with its act (`acts`); here lines are gathered that make an act together: the counters
of a battle, the die of a sea move, the hexes of a conversion. A line whose player may not make it is disregarded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from trc_module.declarations import ALL, ONCE, WAY, Declaration, Verb
from trc_module.digits import is_number
from trc_module.games.trc.acts.arrivals import from_a_box
from trc_module.games.trc.acts.battles import GATHERING, AutomaticVictory, Fly
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.acts.movement import by_land
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.combat.battle_context import attackable
from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.completions import UNCLAIMED
from trc_module.games.trc.log.dice_at_sea import KINDS, lost_on_the_way
from trc_module.games.trc.log.out_of_turn import out_of_turn
from trc_module.games.trc.log.said_again import said_again
from trc_module.games.trc.log.testimony import Gathering
from trc_module.games.trc.steps import COMBAT, END, MOVEMENT
from trc_module.hexgrid import Hex
from trc_module.rules.actions import (
    Action,
    Attack,
    Eliminate,
    RollCombat,
    Surrender,
)
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, Line, PieceTrack
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import entitled


def disregarded(game: Trc, clock: Clock, line: Line) -> str:
    """Say why a line is disregarded; '' if it is not."""
    says = line.says
    for key in ("u", "hq", "infantry"):
        if says.get(key) and says[key] not in game.units:
            return Sentence("The line {verb} names '{says}', which the data does not know.", says.verb, says[key])
    if says.get("b") and not is_number(says["b"]):
        return Sentence(
            "The line {verb} names '{says}', which is not the number of a battle.", says.verb, says["b"][:40]
        )
    if says.get("die") and says["die"] not in set("123456"):
        return Sentence("The line {verb} tells of a die that shows '{says}'.", says.verb, says["die"][:40])
    if not entitled(game, clock, line):
        return Sentence(
            "The {by} player declared {verb}, which was not his to declare; it is disregarded.",
            (line.by or "").capitalize(),
            says.verb,
        )
    return ""


def hear(game: Trc, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]) -> list[Interpretation]:
    """Return what the lines of one phase, and the tracks that they govern, say in acts."""
    return _Phase(game, clock, lines, tracks).interpretations()


def unsaid(game: Trc, track: PieceTrack) -> Interpretation | None:
    """Return what a track says that needs no line: an air unit is put on a stack, or back into its box."""
    if game.units[track.unit].type != "air" or track.goal is None:
        return None
    act = Fly(track.unit, track.goal)
    return Interpretation(track.steps, (act,), ((track.unit, track.goal),), (), track.by)


class _Muster(Gathering):
    """A battle whose lines are read one by one."""

    settled: bool = False
    won: bool = False
    claim: Interpretation | None = None
    """The line that claims it as an automatic victory."""

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
    """The lines and tracks of one phase."""

    def __init__(self, game: Trc, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]) -> None:
        self.game = game
        self.clock = clock
        self.lines = lines
        self.tracks = list(tracks)
        self.found: list[Interpretation] = []
        self.fallen: list[Interpretation] = []
        """The units that were taken off before the automatic victory over them was claimed."""
        self.musters: dict[int, _Muster] = {}
        self.joined: dict[UnitId, dict[int, _Muster]] = {}
        """The battles, by number, that a counter has joined and may still have to leave."""
        self.dice_at_sea = list(self._heeded("SEA"))
        self.plain_dice = list(self._heeded("DIE"))
        self._die_steps: list[int] = []
        """The step of the die that was found for the track at sea which is read; none if it has no die."""
        self._said_again: dict[int, list[Line]] = {}
        """The lines that only say again what another has said, by the identity of that other."""
        for line, first in said_again(game.grammar.verbs, lines):
            self._said_again.setdefault(id(first), []).append(line)
        self._idle = {id(line) for again in self._said_again.values() for line in again}

    def interpretations(self) -> list[Interpretation]:
        for line in self.lines:
            self._take(line)
        self.found += self.fallen
        for muster in self.musters.values():
            # Counters gathered in the movement phase may only be counted; in the combat phase they attack.
            if muster.complete and not muster.settled and self.clock.phase == COMBAT:
                self._add(Line(muster.steps[-1], self.lines[0].says), muster.attack(), steps=muster.steps)
        for track in self.tracks:
            self.found += self._of_track(track)
        for line in self.dice_at_sea:
            text = Sentence(
                "A {says} was rolled for {line_says} at sea; the log does not say where it went.",
                line.says["die"],
                line.says["u"],
            )
            self.found.append(
                Interpretation((line.step,), (), (), (_undecided("log.sea", text, line.says["u"]),), line.by)
            )
        for line in self.plain_dice:
            text = Sentence(
                "A {says} was rolled in the {phase} phase; the log does not say what for.",
                line.says["die"],
                self.clock.phase_words,
            )
            self.found.append(Interpretation((line.step,), (), (), (_undecided("log.roll", text),), line.by))
        return self.found

    @property
    def _last_step(self) -> int:
        """Return the last step of the phase in which something goes anywhere, or is said of anything but a victory."""
        steps = [line.step for line in self.lines if line.says.verb != "WIN"]
        return max(steps + [step for track in self.tracks for step in track.steps], default=0)

    # ------------------------------------------------------------------ lines

    def _heeded(self, *verbs: str) -> Iterator[Line]:
        """Yield the lines of some verbs that are not disregarded."""
        for line in self.lines:
            if line.says.verb in verbs and not disregarded(self.game, self.clock, line):
                yield line

    def _take(self, line: Line) -> None:
        says = line.says
        wrong = disregarded(self.game, self.clock, line)
        if wrong:
            units = (says["u"],) if says.get("u") in self.game.units else ()
            finding = Finding("log.line", Verdict.NOTE, wrong, units)
            self.found.append(Interpretation((line.step,), (), (), (finding,), line.by))
        elif says.get("b") and says.verb in GATHERING:
            self._gather(line, self._muster(says.number("b")))
        elif says.verb in ("ROLL", "AV"):
            self._settle(line, self._muster(says.number("b")))
        elif says.verb == "LOSS":
            self._loss(line)
        elif self._of_a_victory(line) or self._flag_set_again(line):
            return
        elif line.withdrawn and (says.get("at") or says.verb in ("WEATHER", "ARCHANGEL")):
            self._withdrawn(line)
        elif says.verb == "CONVERT":
            self._convert(line)
        elif says.verb == "WIN":
            # A player may claim a victory before the last loss is removed: the position at the end of the phase counts.
            self._add(line, *self._read(line), steps={line.step, max(line.step, self._last_step)})
        elif says.verb == "MOTORIZE":
            self._motorize(line)
        else:
            self._other(line)

    def _other(self, line: Line) -> None:
        """Take a line that does by itself what it says."""
        if id(line) in self._idle:
            return
        again = self._said_again.get(id(line), [])
        # A key that was pressed again when the counter had gone on tells where it ended.
        says, acts = line.says, self._read(again[-1] if again else line)
        if not acts:
            return
        mine = [] if self._verb(line).governs == ALL else [j for one in (line, *again) for j in self._tracks_of(one)]
        mine.sort(key=lambda track: track.steps[-1])
        steps = {line.step, *(step for track in mine for step in track.steps)}
        # A withdrawn unit waits for the turn in which it comes back, if it does, and not in the box where it lies.
        places = () if says.verb == "LEAVE" else tuple((track.unit, track.goal) for track in mine)
        self._add(line, *self._or_fallen(line, acts, mine), steps=steps, places=places)

    def _verb(self, line: Line) -> Verb:
        return self.game.grammar.verbs[line.says.verb]

    def _read(self, line: Line, track: PieceTrack | None = None) -> tuple[Action, ...]:
        """Return the readings of a line, with a way that it governs or by itself, the literal one first."""
        hears = ACTS.hears.get(line.says.verb)
        found = hears(self.game, line.says, track) if hears is not None else None
        return found if isinstance(found, tuple) else () if found is None else (found,)

    def _tracks_of(self, line: Line) -> list[PieceTrack]:
        """Take the ways that a line governs."""
        mine = [track for track in self.tracks if track.line == line]
        self.tracks = [track for track in self.tracks if track.line != line]
        return mine

    def _muster(self, number: int) -> _Muster:
        return self.musters.setdefault(number, _Muster(number))

    def _gather(self, line: Line, muster: _Muster) -> None:
        says = line.says
        unit = says.get("u") or ""
        if muster.claim is not None and says.verb != "OUT" and self._before_a_loss(line, muster, muster.claim):
            self._join_claim(line, muster, muster.claim)
            return
        if muster.settled:
            text = Sentence("{unit} joined battle {number} after it was decided.", unit or says.verb, muster.number)
            self.found.append(Interpretation((line.step,), (), (), (_undecided("log.battle", text),), line.by))
            return
        joined = self.joined.setdefault(unit, {})
        for other in list(joined.values()) if unit else ():
            # A counter is in one battle at a time: to join another is to leave one that was not fought.
            stays = other is muster
            if not other.settled and (not stays or says.verb in ("ATT", "DEF", "OUT")):
                other.forget(unit)
            if not stays:
                del joined[other.number]
        joined[muster.number] = muster
        muster.take(line)

    def _before_a_loss(self, line: Line, muster: _Muster, claim: Interpretation) -> bool:
        """Tell whether nobody was taken off between the claim of a victory and a line."""
        taken = (other for other in self.lines if other.says.verb in _TAKING_OFF)
        return not any(
            claim.last < other.step < line.step and other.says.get("u") in muster.defenders for other in taken
        )

    def _join_claim(self, line: Line, muster: _Muster, claim: Interpretation) -> None:
        """Read who is named just behind the claim of a victory as part of it, or it as claimed if that breaks a rule.

        The button was pressed before its time, when a counter was still to be named.
        """
        muster.take(line)
        who = line.says.get("u") or line.says.verb
        text = Sentence(
            "{who} was named in battle {number} behind the line that claims an automatic victory in it.",
            who,
            muster.number,
        )
        late = Interpretation((line.step,), findings=(Finding("log.battle", Verdict.NOTE, text),), by=line.by)
        acts = tuple(dict.fromkeys((muster.victory(), *claim.actions)))
        muster.claim = replace(claim, actions=acts)
        self.found[next(at for at, one in enumerate(self.found) if one is claim)] = muster.claim
        self.found.append(late)

    def _settle(self, line: Line, muster: _Muster) -> None:
        """Declare the battle with its counters as they are now, and roll its die or win it without."""
        says = line.says
        if says.verb == "AV" and muster.won:
            # The button was pressed twice.
            return
        if says.verb == "AV":
            self._join_earlier_claim(line, muster)
        if says.verb == "AV" and not muster.settled and not muster.complete:
            self._victory_of_one_side(line, muster)
        elif not muster.complete and not muster.settled:
            text = Sentence(
                "Battle {number} was decided, but the log does not say who fights whom in it.", muster.number
            )
            # Its counters may have been told before the log began.
            roll = () if says.verb == "AV" else (self._rolled(line, muster),)
            told = (_undecided("log.battle", text),)
            self.found.append(Interpretation((line.step,), roll, (), told, line.by, perhaps=bool(roll)))
        elif says.verb == "AV":
            text = Sentence(
                "The line claims an automatic victory in battle {number}, but nobody was removed; ", muster.number
            )
            note = (
                (Finding("log.battle", Verdict.NOTE, Sentence("{text}it is set aside.", text)),)
                if line.withdrawn
                else ()
            )
            steps = tuple(sorted({*muster.steps, line.step}))
            muster.claim = Interpretation(steps, (muster.victory(),), (), note, line.by, perhaps=line.withdrawn)
            self.found.append(muster.claim)
            muster.won = True
        else:
            if not muster.settled:
                self._add(line, muster.attack(), steps=muster.steps)
            self._add(line, self._rolled(line, muster))
        muster.settled = True

    @staticmethod
    def _rolled(line: Line, muster: _Muster) -> RollCombat:
        says = line.says
        stated = says.get("odds") or "", says.get("result") or "", says.get("told") or ""
        return RollCombat(muster.number, says.number("die"), *stated)

    def _join_earlier_claim(self, line: Line, muster: _Muster) -> None:
        """Let a claim stand for an earlier one over the same enemies, if none of them was removed in between."""
        taken = [(other.step, other.says.get("u")) for other in self.lines if other.says.verb in _TAKING_OFF]
        after = {unit for step, unit in taken if step > line.step}
        for earlier in self.musters.values():
            claim = earlier.claim
            same = earlier.defenders.keys() & (muster.defenders.keys() or after)
            if claim is None or earlier is muster or not muster.attackers or not same:
                continue
            if any(claim.last < step < line.step and unit in earlier.defenders for step, unit in taken):
                continue
            self.found.remove(claim)
            earlier.claim = None
            muster.attackers = {**earlier.attackers, **muster.attackers}
            muster.defenders = {**earlier.defenders, **muster.defenders}
            muster.air = {**earlier.air, **muster.air}
            muster.steps += earlier.steps

    def _victory_of_one_side(self, line: Line, muster: _Muster) -> None:
        """Take an automatic victory whose lines name one side alone: the losses tell the defenders."""
        lost = [o.says for o in self._heeded("LOSS") if o.says["b"] == line.says["b"]]
        if not lost:
            # Another entry of the menu may have removed them, before the next battle was begun.
            until = min(
                (o.step for o in self.lines if o.step > line.step and o.says.verb == "ATT"), default=line.step + 9
            )
            removed = self._heeded("FORCED", "REMOVED")
            lost = [o.says for o in removed if line.step < o.step < until]
        foes = (says["u"] for says in lost if self.game.side_of[says["u"]] != self.clock.side)
        muster.defenders |= dict.fromkeys(attackable(self.game, foes))
        steps = tuple(sorted({*muster.steps, line.step}))
        if muster.defenders:
            text = Sentence(
                "Battle {number} was decided, but the log does not say who fights whom in it.", muster.number
            )
            told = (_undecided("log.battle", text),)
            self.found.append(Interpretation(steps, (muster.victory(),), (), told, line.by, perhaps=True))
        else:
            # What was taken off the map without a line is judged as such, claimed or not.
            text = Sentence(
                "The line claims an automatic victory in battle {number}, but no line says over whom; ", muster.number
            )
            told = (Finding("log.battle", Verdict.NOTE, Sentence("{text}it is set aside.", text)),)
            self.found.append(Interpretation(steps, (), (), told, line.by))
        muster.won = True

    def _claim_to_come(self, line: Line) -> Line | None:
        """Return the claim of an automatic victory over the unit that another line has taken off before it."""
        later = [other for other in self.lines if other.step > line.step]
        numbers = {
            other.says.get("b") for other in later if other.says.verb == "DEF" and other.says["u"] == line.says["u"]
        }
        return next((other for other in later if other.says.verb == "AV" and other.says.get("b") in numbers), None)

    def _of_a_victory(self, line: Line) -> bool:
        """Tell whether an automatic victory takes off the unit of a line, whatever the line calls it, and take it."""
        if line.says.verb not in ("FORCED", "REMOVED"):
            return False
        unit = line.says["u"]
        fell = any(muster.won and unit in muster.defenders for muster in self.musters.values())
        claim = None if fell else self._claim_to_come(line)
        if not fell and claim is None:
            return False
        places = tuple((track.unit, track.goal) for track in self._tracks_of(line))
        steps = (line.step,) if claim is None else (line.step, claim.step)
        (self.found if fell else self.fallen).append(Interpretation(steps, (), places, (), line.by))
        return True

    def _or_fallen(self, line: Line, acts: tuple[Action, ...], tracks: Sequence[PieceTrack]) -> tuple[Action, ...]:
        """Return acts, with the fall to a victory that no line claims if another key may have taken off an enemy."""
        says = line.says
        unit = says.get("u") or ""
        foe = says.verb in ("FORCED", "REMOVED") and self.game.side_of[unit] != self.clock.side
        if not foe and says.verb in ("FORCED", "REMOVED"):
            return tuple(dict.fromkeys((*acts, *self._by_another_key(says, unit))))
        if not foe or self.clock.phase != MOVEMENT or all(track.goal != SURRENDERED for track in tracks):
            return acts
        won = AutomaticVictory(UNCLAIMED, (), (unit,))
        return (won, *acts) if says["because"] == "16.1" else (*acts, won)

    def _by_another_key(self, says: Declaration, unit: UnitId) -> Iterator[Action]:
        """Yield the removals of a side's own unit that the phase asks for, into the box into which the key puts it."""
        if says.verb == "REMOVED" and self.clock.phase == END:
            yield from self._removal(unit)
        elif says.verb == "FORCED" and self.clock.phase == MOVEMENT and says["because"] in _SURRENDERS:
            yield from (Surrender(unit, rule) for rule in ("12.5", "16.3"))

    def _loss(self, line: Line) -> None:
        unit = line.says["u"]
        places = tuple((track.unit, track.goal) for track in self._tracks_of(line))
        muster = self.musters.get(line.says.number("b"))
        if muster is None or not muster.settled:
            text = Sentence(
                "{unit} was lost in battle {says}, which was not decided in this phase.", unit, line.says["b"]
            )
            told = (_undecided("log.box", text, unit),)
            # The key of a loss may have been pressed for the removal that the phase asks for.
            acts = self._removal(unit) if muster is None else self._unclaimed(unit, muster, places)
            self.found.append(Interpretation((line.step,), acts, places, told, line.by, perhaps=bool(acts)))
        elif muster.won and self.game.side_of[unit] != self.clock.side:
            # The automatic victory has removed it; what remains is where the counter lies.
            self.found.append(Interpretation((line.step,), (), places, (), line.by))
        else:
            self._add(line, *self._read(line), places=places)

    def _unclaimed(
        self, unit: UnitId, muster: _Muster, places: Sequence[tuple[UnitId, Place | None]]
    ) -> tuple[Action, ...]:
        """Return the victory that was won where a defender of a battle surrenders in movement and no die was rolled."""
        fell = muster.complete and unit in muster.defenders and any(goal == SURRENDERED for _, goal in places)
        if not fell or self.clock.phase != MOVEMENT or any(self._heeded("DIE")):
            return ()
        return (muster.victory(),)

    def _flag_set_again(self, line: Line) -> bool:
        """Tell whether a marker of control shows another side later in the phase: the last word counts."""
        flags = (other for other in self.lines if other.says.verb == "CONTROL" and other.step > line.step)
        return line.says.verb == "CONTROL" and any(other.says["at"] == line.says["at"] for other in flags)

    def _removal(self, unit: UnitId) -> tuple[Action, ...]:
        """Return how a unit may be removed in a phase without battles: out of supply, or lost at sea."""
        because = {END: "17.2", MOVEMENT: "10.4"}.get(self.clock.phase, "")
        mine = self.game.side_of[unit] == self.clock.side
        return (Eliminate(unit, because),) if because and mine else ()

    def _convert(self, line: Line) -> None:
        together = [other for other in self.lines if other.says.verb == "CONVERT" and other.step == line.step]
        if together[0] is not line:
            return
        hexes = tuple(self.game.board.grid.find(other.says["at"]) for other in together)
        known = tuple(h for h in hexes if h is not None)
        if len(known) == len(hexes):
            self._add(line, Convert(known))
        else:
            text = Sentence("The rail of '{says}', which is not a hex, was converted.", line.says["at"])
            self.found.append(Interpretation((line.step,), (), (), (Finding("log.line", Verdict.NOTE, text),), line.by))

    def _withdrawn(self, line: Line) -> None:
        """Take a line that was taken back, by its marker or in the chat: it counts if it breaks no rule."""
        says = line.says
        if says.verb == "CONVERT":
            at = self.game.board.grid.find(says["at"])
            acts: tuple[Action, ...] = () if at is None else (Convert((at,)),)
        else:
            acts = self._read(line)
        text = Sentence(
            "The {says} of the line {verb} was taken back in the chat; the line is set aside.",
            says.get("die"),
            says.verb,
        )
        if says.get("at"):
            text = Sentence(
                "The marker of {verb} was taken away from {says} again; the line is set aside.", says.verb, says["at"]
            )
        note = (Finding("log.back", Verdict.NOTE, text),)
        self.found.append(Interpretation((line.step,), acts, (), note, line.by, perhaps=bool(acts)))

    def _motorize(self, line: Line) -> None:
        # The infantry was put away just before, and the motorized corps will be dragged to where it stood.
        infantry = line.says["infantry"]
        away = [j for j in self.tracks if j.unit == infantry and j.line is not None and j.line.says is line.says]
        for track in away:
            self.tracks.remove(track)
        places = tuple((track.unit, track.goal) for track in away)
        steps = [step for track in away for step in track.steps]
        self._add(line, *self._read(line), steps=[*steps, line.step], places=places)

    def _add(
        self,
        line: Line,
        *actions: Action,
        steps: Iterable[int] = (),
        places: tuple[tuple[UnitId, str | Hex | None], ...] = (),
    ) -> None:
        self.found.append(Interpretation(tuple(sorted(steps)) or (line.step,), actions, places, (), line.by))

    # ----------------------------------------------------------------- tracks

    def _of_track(self, track: PieceTrack) -> Iterator[Interpretation]:
        assert track.line is not None
        places = ((track.unit, track.goal),)
        if not entitled(self.game, self.clock, track.line):
            # The line was reported above; the unit is where it is.
            yield Interpretation(track.steps, (), places, (), track.by)
            return
        wrong = out_of_turn(self.game, self.clock, track) if self.clock.phase == MOVEMENT else None
        if wrong is not None and track.line.says.verb != "RETREAT":
            yield Interpretation(track.steps, (), places, (wrong,), track.by)
            return
        steps, done = track.steps, None
        acts = tuple(self._acts(track))
        if acts and isinstance(acts[0], SeaMove):
            # It has sailed when it was dragged: it may have gone on before its die.
            steps, done = tuple(sorted({*steps, *self._die_steps})), steps[-1]
            if track.goal == POOL and acts[0].die:
                yield from lost_on_the_way(self.game, track, steps, acts[0].die, acts[0].kind)
                return
        # Who comes in when is a matter of the table: the order decides for whom there is room.
        exchanged = track.line.says.verb == "MOTORIZE"
        if track.line.step > steps[-1] and (exchanged or not isinstance(track.start, str)):
            steps = (*steps, track.line.step)
        if acts or exchanged or track.line.says.verb == "ALLYOUT":
            yield Interpretation(steps, acts, places, (), track.by, keyed=True, done=done)
            return
        text = Sentence(
            "{unit} was declared as {verb}, which does not fit where it went.", track.unit, track.line.says.verb
        )
        yield Interpretation(steps, (), places, (_undecided("log.box", text, track.unit),), track.by)

    def _acts(self, track: PieceTrack) -> tuple[Action, ...]:
        """Return the readings of a track, the literal one first."""
        assert track.line is not None
        says = track.line.says
        governs = self._verb(track.line).governs in (WAY, ONCE)
        good = governs and not disregarded(self.game, self.clock, track.line)
        found = self._read(track.line, track) if good else ()
        if says.verb in ("RETREAT", "MOTORIZE") or self._verb(track.line).governs == ALL:
            return found if says.verb == "RETREAT" else ()
        if found and isinstance(found[0], SeaMove):
            self._die_steps = []
            die = self._die_of(track.unit, track.line)
            on_foot = () if die or isinstance(track.start, str) else by_land(self.game, says, track)
            return (replace(found[0], die=die), *on_foot)
        # Where the line does not fit the way, the way says what the unit did.
        acts = found or from_a_box(self.game, says, track) or by_land(self.game, says, track)
        return (*acts, *self._by_sea(track))

    def _by_sea(self, track: PieceTrack) -> Iterator[Action]:
        """Yield how a unit may have come by sea out of its box: its die says so, and no key of its voyage.

        It may have sailed later as well, from where it had arrived: the die stays open.
        """
        unit, start, goal = track.unit, track.start, track.goal
        dice = [line.says.number("die") for line in self.dice_at_sea if line.says["u"] == unit]
        if not dice or not isinstance(start, str) or goal is None or isinstance(goal, str):
            return
        if not any(line.says.verb == "SAIL" and line.says["u"] == unit for line in self.lines):
            yield from (SeaMove(kind, unit, start, goal, die) for die in dice for kind in KINDS)

    def _die_of(self, unit: UnitId, said: Line) -> int:
        """Return the die of a unit at sea: the sea die rolled for it, or the plain die that was rolled next."""
        dice = [line for line in self.dice_at_sea if line.says["u"] == unit]
        if not dice and self.clock.phase == MOVEMENT:
            sails = [line for line in self.lines if line.says.verb == "SAIL"]
            until = min((sail.step for sail in sails if sail.step > said.step), default=None)
            dice = [o for o in self.plain_dice if o.step > said.step and (until is None or o.step < until)]
            # Who rolls first and presses the key after it has rolled for this unit, if it is the only one at sea.
            dice = dice or ([o for o in self.plain_dice if o.step < said.step] if sails == [said] else [])
        if not dice:
            return 0
        (self.dice_at_sea if dice[0] in self.dice_at_sea else self.plain_dice).remove(dice[0])
        self._die_steps = [dice[0].step]
        return dice[0].says.number("die")


_TAKING_OFF = frozenset({"LOSS", "FORCED", "REMOVED"})
"""The verbs by which units are taken off the map."""
_SURRENDERS = frozenset({"12.5", "13.3", "16.1", "16.3"})
"""The rules by which the entries of a unit's menu let it surrender."""


def _undecided(rule: str, sentence: str, *units: UnitId) -> Finding:
    return Finding(rule, Verdict.UNDECIDED, sentence, units)
