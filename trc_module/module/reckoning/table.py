"""What a module has besides the reckoning marker, in any game: properties, hidden buttons, and what units note.

A unit that a player puts into a battle prints its own line. Those that the module puts there, because they stand in the
same hex or were selected together, are told of in one line, with a declaration for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from trc_module.declarations import ATTACK as ATTACKS
from trc_module.declarations import DEFEND as DEFENDS
from trc_module.declarations import Grammar
from trc_module.hexgrid import Orientation, hexes
from trc_module.module.battle import (
    ATTACKER,
    BADGE_AT,
    BADGE_RADIUS,
    BEGIN_IF_ROLLED,
    DEFENDER,
    IN_BATTLE,
    NEW_BATTLE,
    NO_ROLE,
    ROLE,
    SET_ATTACKER,
    SET_DEFENDER,
)
from trc_module.module.buttons import action, looped, piece_command, word_property
from trc_module.module.keys import Keys
from trc_module.module.layout import MAIN_MAP
from trc_module.module.reckoning import names as n
from trc_module.module.reckoning.patterns import Patterns
from trc_module.module.reckoning.pools import PROPERTIES, PoolReckoner
from trc_module.module.reckoning.reckoner import Reckoner, finds, in_turn
from trc_module.module.table.statuses import STATUS
from trc_module.module.table_file import DraggedData
from trc_module.module.texts import Texts
from trc_module.rules.reckoning import ALL, STEP, UNIT, PoolReckoning, Reckoning, Who
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, report, set_global_property, set_to, trigger
from trc_module.vassal.values import Key, encode_keys

_SAY_JOINED, _SAY_RECKONED, _SAY_RESULT, _SAY_WHOM = (
    Key.named(name) for name in ("SayJoined", "SayReckoned", "SayResult", "SayWhom")
)
_NO_UNTOLD, _NOTE_UNTOLD, _ADD_FOUGHT, _NO_TEXT = (
    Key.named(name) for name in ("NoUntold", "NoteUntold", "AddFought", "NoReckoning")
)
_PRESS_ROLL, _SET_CLICKED = Key.named("PressRoll"), Key.named("SetClicked")
_NOBODY, _ASK_NOBODY = "NobodyAttacks", Key.named("AskNobodyAttacks")
"""The module's property that says whether nobody had been chosen to attack when F4 was pressed: then all next to the
defenders do."""
_TELL_RESULT, _TELL_RESULT_NOW = Key.named("TellResult"), Key.named("TellResultNow")
KIND = "turn"
"""The kind of the marker that reckons."""


def hidden_button(key: Key, pressed: Sequence[Key]) -> etree._Element:
    """Return a button without a face that presses keys when its own is pressed."""
    hotkeys = encode_keys(tuple(pressed))
    return component(
        "module.DoActionButton", name=key.name, text="", icon="", hotkey=key, doHotkey=True, hotkeys=hotkeys
    )


@dataclass(frozen=True)
class BattleTable:
    """The reckoning of one game's module."""

    patterns: Patterns
    grammar: Grammar
    texts: Texts
    words: Mapping[str, str]
    keys: Keys
    told: Reckoning | None
    verbs: Mapping[str, Sequence[Key]]
    """The keys of the commands that print a line, by its verb, for losses by a click."""
    pool: PoolReckoning | None = None
    """What is reckoned of battles that are fought with pools of dice, several of which may be declared at a time."""
    fighting: str = ""
    """The condition that it is a step in which they are fought."""

    # ------------------------------------------------------------- properties

    def properties(self) -> Iterator[etree._Element]:
        """Yield the module's properties, with the hidden buttons that clear them."""
        yield word_property(n.AT, "", (n.CLEAR, set_to(""), ""))
        yield word_property(n.WHO)
        for name in (n.HEX, n.SPOT, n.NOTES, n.RESULT, n.CLICKED, n.CLICK_ACT, n.ODDS):
            yield word_property(name)
        for name in PROPERTIES if self.pool is not None else ():
            yield word_property(name, "0")
        for name in (n.FOUND, n.FOUND_X, n.FOUND_Y, n.ATTACK, n.DEFENCE, n.SHIFT_SUM, n.COLUMN):
            yield word_property(name, "0")
        nobody = set_to(f'{{{n.AT}.contains("<{ATTACKER};")?0:1}}')
        yield word_property(_NOBODY, "0", (_ASK_NOBODY, nobody, ""))
        yield word_property(n.UNTOLD, "", (_NO_UNTOLD, set_to(""), ""))
        yield word_property(n.RECKONED, "", (_NO_TEXT, set_to(""), ""))
        fought = set_to(f"{{Rolled==1?{n.FOUGHT}+{n.AT}:{n.FOUGHT}}}")
        yield word_property(n.FOUGHT, "", (_ADD_FOUGHT, fought, ""), (n.FORGET_FOUGHT, set_to(""), ""))
        shifts = self.told.shifts if self.told is not None else ()
        for number in range(len(shifts)):
            yield word_property(n.shift_property(number), "0")
        for verb in self._counted:
            name = n.count_property(verb)
            yield word_property(
                name, "0", (n.count_key(verb), set_to(f"{{{name}+1}}"), ""), (_none(verb), set_to("0"), "")
            )

    @property
    def _counted(self) -> tuple[str, ...]:
        shifts = self.told.shifts if self.told is not None else ()
        return tuple(dict.fromkeys(shift.counted for shift in shifts if shift.counted))

    @property
    def _reckons(self) -> bool:
        return self.told is not None or self.pool is not None

    def counts(self, verb: str) -> tuple[Key, ...]:
        """Return the module's keys that a command presses besides, whose line is counted in a battle."""
        return (n.count_key(verb), n.CHANGED) if verb in self._counted else ()

    def before(self, verb: str) -> tuple[Key, ...]:
        """Return the module's keys that such a command presses first: after the die it speaks of the next battle."""
        return (n.NEXT_IF_ROLLED,) if verb in self._counted else ()

    # ---------------------------------------------------------------- buttons

    def buttons(self) -> Iterator[etree._Element]:
        """Yield the button that lets selected units attack and rolls, and hidden ones that gather a battle and let it
        be reckoned and told."""
        turn = f"Kind = {KIND}"
        gather = (n.CLEAR, n.COLLECT)
        reckon = (n.RECKON,) if self._reckons else ()
        attack = (
            n.SELECTED_DEFEND,
            n.SELECTED,
            *gather,
            _ASK_NOBODY,
            n.NEAR,
            n.FIND,
            n.ALL_DEFEND,
            *reckon,
            n.TELL,
            n.IF_MEANT,
        )
        yield action(self.texts, "attack-roll", "", attack, self.keys.buttons["attack-roll"])
        selected = f'Selected==true&&CurrentMap=="{MAIN_MAP}"&&{ROLE}=={NO_ROLE}'
        ours = "||".join(f'Side=="{side}"&&{self.patterns.phasing(side)}' for side in self.patterns.parts.game.sides)
        yield piece_command(n.SELECTED, n.JOIN_ATTACKER, f"{{{selected}&&({ours})}}")
        yield piece_command(n.SELECTED_DEFEND, n.JOIN_DEFENDER, f"{{{selected}&&!({ours})}}")
        yield piece_command(n.IF_MEANT, n.ROLL_NOW, turn)
        yield hidden_button(n.CHANGED, (*gather, n.FIND, n.ALL_DEFEND, *reckon, n.TELL))
        # A unit that was taken out stays out, even if the module would put it into the battle.
        yield hidden_button(n.REDUCED, (*gather, *reckon, n.TELL))
        yield hidden_button(n.BEFORE_ROLL, (*gather, *reckon))
        if self.told is not None:
            yield hidden_button(n.AFTER_ROLL, (n.SETTLE, _TELL_RESULT))
        forgets = tuple(_none(verb) for verb in self._counted)
        if self._counted:
            yield looped("Next battle after the die", "Rolled==1", (NEW_BATTLE,), hotkey=n.NEXT_IF_ROLLED)
        yield hidden_button(n.BEGUN, (_ADD_FOUGHT, n.CLEAR, _NO_UNTOLD, _NO_TEXT, *forgets))
        # No expressions where a plain filter will do: they take long.
        of_this = f"{{({ROLE}=={ATTACKER}||{ROLE}=={DEFENDER})&&InBattle==BattleId}}"
        yield piece_command(n.COLLECT, n.NOTE, IN_BATTLE if self.pool is None else of_this)
        heard = [(n.FIND, n.FIND_NOW), (n.TELL, n.TELL_NOW)]
        heard += [(n.RECKON, n.RECKON_NOW)] if self._reckons else []
        heard += [(n.SETTLE, n.SETTLE_NOW), (_TELL_RESULT, _TELL_RESULT_NOW)] if self.told is not None else []
        for key, pressed in heard:
            yield piece_command(key, pressed, turn)
        yield from self._joins()
        yield from self._losses()

    def _joins(self) -> Iterator[etree._Element]:
        """Yield what puts others into a battle: those who stand with the defenders, those next to them who attack."""
        free = f'CurrentMap=="{MAIN_MAP}"&&{ROLE}=={NO_ROLE}'
        with_them = f'{n.AT}.contains("<{DEFENDER};"+CurrentX+","+CurrentY+";")'
        found = f"{n.FOUND}>0&&CurrentX=={n.FOUND_X}&&CurrentY=={n.FOUND_Y}&&{self._open()}"
        yield piece_command(n.ALL_DEFEND, n.JOIN_DEFENDER, f"{{{free}&&({with_them}||{found})}}")
        next_to = f'{n.AT}.matches(".*<{DEFENDER};"+{self.patterns.around()}+";.*")'
        enemy = f'!{n.AT}.matches(".*<{DEFENDER};[^>]*/"+Side+"/>.*")'
        fresh = f'!{n.FOUGHT}.contains(";"+unit+";")'
        nobody = f"{_NOBODY}==1"
        near = f"{{{free}&&CF>0&&{enemy}&&{nobody}&&{fresh}&&{next_to}&&{self._open()}}}"
        yield piece_command(n.NEAR, n.JOIN_ATTACKER, near)

    def _open(self) -> str:
        """Return the condition that a piece's hex can be attacked from, and attacks, all around; its players see to
        the few other hexes themselves."""
        board = self.patterns.parts.board
        shut = [h for h in hexes(board.land) if board.grid.neighbours[h] & board.land & ~board.walk.of[h]]
        if not shut:
            return "true"
        # An expression takes a hex 0402 for a number, but not its place on the map.
        spots = " ".join(f"{x},{y}" for _, x, y in map(self.patterns.parts.layout.point, shut))
        return f'!" {spots} ".contains(" "+CurrentX+","+CurrentY+" ")'

    # ------------------------------------------------------------------ losses

    def _losses(self) -> Iterator[etree._Element]:
        """Yield what a click on a badge does, after the die."""
        if self.pool is not None and self.pool.hit:
            yield from self._hits(self.pool)
        if self.told is None or not self.told.losses:
            return
        acts = self._acts()
        yield piece_command(n.CLICK, n.CLICK_NOW, f"Kind = {KIND}")
        yield hidden_button(n.BADGE_CLICKED, (n.CLEAR, n.COLLECT, n.CLICK, *(n.act_key(verb) for verb in acts)))
        one = f"{n.CLICKED}.equals(unit)"
        for verb in acts:
            chosen = f'{n.CLICK_ACT}.equals("{verb}")&&{one}'
            if verb == self._lost:
                every = f'{n.CLICK_ACT}.equals("all-"+{ROLE})&&({ROLE}=={ATTACKER}||{ROLE}=={DEFENDER})'
                chosen = f"({chosen}||{every})"
            for key in self.verbs.get(verb, ()):
                yield piece_command(n.act_key(verb), key, f'{{CurrentMap=="{MAIN_MAP}"&&{chosen}}}')

    def _hits(self, pool: PoolReckoning) -> Iterator[etree._Element]:
        """Yield what a click on a badge does where hits are taken: a unit takes one, or is lost by it."""
        yield hidden_button(n.BADGE_CLICKED, (n.act_key(self._lost), n.act_key(pool.hit)))
        numbers = (1 + self.patterns.statuses.index(status) for status in pool.lost_if)
        fallen = "||".join(f"{STATUS}=={number}" for number in numbers) or "false"
        chosen = f'CurrentMap=="{MAIN_MAP}"&&{n.CLICKED}.equals(unit)'
        # Who is lost leaves the map, and takes no hit besides.
        for verb, when in ((self._lost, f"({fallen})"), (pool.hit, f"!({fallen})")):
            for key in self.verbs.get(verb, ()):
                yield piece_command(n.act_key(verb), key, f"{{{chosen}&&{when}}}")

    @property
    def _lost(self) -> str:
        return next(iter(sorted(self.grammar.verbs_of("lose"))), "")

    def _acts(self) -> tuple[str, ...]:
        """Return the verbs that a click may say."""
        assert self.told is not None
        costs = {cost for both in self.told.losses.values() for cost in both if cost}
        found = [verb for verb, _, _ in self.told.steps] if STEP in costs else []
        found += sorted(cost for cost in costs if cost.isupper())
        found += [self._lost] if costs & {STEP, UNIT, ALL} else []
        return tuple(dict.fromkeys(each for each in found if each in self.grammar.verbs))

    def _clicked(self) -> str:
        """Return the expression for the verb that the clicked unit says, '' for none."""
        assert self.told is not None
        patterns = self.patterns
        text = '""'
        for role, place in ((DEFENDER, 1), (ATTACKER, 0)):
            mine = f'{n.AT}.matches(".*<{role};[^;]*;[^;]*;"+{n.CLICKED}+";.*")'
            by_cost: dict[str, list[str]] = {}
            for result, costs in self.told.losses.items():
                if costs[place]:
                    by_cost.setdefault(costs[place], []).append(result)
            for cost, results in by_cost.items():
                holds = f'{mine}&&" {" ".join(results)} ".contains(" "+{n.RESULT}+" ")'
                text = f"{holds}?{self._act_of(cost, role, patterns)}:{text}"
        return text

    def _act_of(self, cost: str, role: int, patterns: Patterns) -> str:
        assert self.told is not None
        if cost == ALL:
            return f'"all-{role}"'
        if cost.isupper():
            return f'"{cost}"'
        text = f'"{self._lost}"'
        if cost == STEP:
            for verb, faces, when in reversed(self.told.steps):
                # The pattern of all such units, asked of the note of the one that was clicked.
                pattern = patterns.of_part(role, who=Who(faces))
                own = f'{n.AT}.replaceAll(".*(<[23];[^;]*;[^;]*;"+{n.CLICKED}+";[^>]*>).*","$1")'
                condition = f'{own}.matches("{pattern}")'
                more = patterns.when(when)
                text = f'({condition}{"&&" + more if more else ""}?"{verb}":{text})'
        return text

    # ------------------------------------------------------------------- units

    def of_unit(self) -> Iterator[Trait]:
        """Yield what a unit notes, and how it tells the module of its part; inside what changes that."""
        note = self.patterns.note()
        yield set_global_property(
            n.AT,
            (PropertyChange(key, set_to(f"${n.AT}${note}")) for key in (n.NOTE, SET_ATTACKER, SET_DEFENDER)),
        )
        yield set_global_property(n.UNTOLD, (PropertyChange(_NOTE_UNTOLD, set_to(f"${n.UNTOLD}${note}")),))
        yield trigger((BEGIN_IF_ROLLED, SET_ATTACKER, _NOTE_UNTOLD), watch=(n.JOIN_ATTACKER,))
        yield trigger((BEGIN_IF_ROLLED, SET_DEFENDER, _NOTE_UNTOLD), watch=(n.JOIN_DEFENDER,))
        yield Trait.make("globalhotkey", command="", key=n.JOINED, hotkey=n.CHANGED)
        yield Trait.make("globalhotkey", command="", key=n.LEFT, hotkey=n.REDUCED)
        hits = self.pool is not None and bool(self.pool.hit)
        if not hits and (self.told is None or not self.told.losses):
            return
        click, (x, y), side = Key.named("ClickOnBadge"), BADGE_AT, 2 * BADGE_RADIUS
        yield Trait.make("button", key=click, x=x - BADGE_RADIUS, y=y - BADGE_RADIUS, width=side, height=side)
        # Before the die a click only selects.
        # Where several battles are declared, a badge may be another's.
        mine = "&&InBattle==BattleId" if hits else ""
        yield trigger((_SET_CLICKED,), watch=(click,), when=f"{{Rolled==1&&{ROLE}>{NO_ROLE}{mine}}}")
        yield set_global_property(n.CLICKED, (PropertyChange(_SET_CLICKED, set_to("$unit$")),))
        yield Trait.make("globalhotkey", command="", key=_SET_CLICKED, hotkey=n.BADGE_CLICKED)

    # -------------------------------------------------------------- the marker

    def after_a_drag(self, command: Key, told: DraggedData) -> Trait:
        """Return what presses the key of a command of a defender that was dragged after the die, on the map."""
        layout = self.patterns.parts.layout.map_layout
        flat = self.patterns.parts.board.grid.orientation is Orientation.FLAT_TOP
        x, y = (f'Math.abs(Current{axis}-Integer.parseInt({n.SPOT}.split(",")[{k}]))' for k, axis in enumerate("XY"))
        lines, along = (x, y) if flat else (y, x)
        over, halves = f"Math.round({lines}/{layout.step}f)", f"Math.round({along}/{layout.pitch / 2}f)"
        # In each line that a way crosses it goes half a hex along by itself.
        steps = f"({over}+Math.max(0,({halves}-{over})/2))"
        mine = "&&InBattle==BattleId" if self.pool is not None else ""
        conditions = [f'Rolled==1&&{ROLE}=={DEFENDER}{mine}&&CurrentMap=="{MAIN_MAP}"&&!{n.SPOT}.equals("")']
        if told.results:
            conditions.append(f'" {" ".join(told.results)} ".contains(" "+{n.RESULT}+" ")&&!{n.RESULT}.equals("")')
        conditions.append(f"{steps}>={told.least}" + (f"&&{steps}<={told.most}" if told.most is not None else ""))
        return trigger((command,), watch=(n.DRAGGED,), when=f"{{{'&&'.join(conditions)}}}")

    def of_marker(self) -> Iterator[Trait]:
        """Yield the traits of the marker that reckons, outermost first."""
        yield from finds(self.patterns)
        if self.told is not None:
            yield from Reckoner(self.patterns, self.told, self.texts, self.words).traits()
            if self.told.losses:
                yield from in_turn("Click", n.CLICK_NOW, ((n.CLICK_ACT, self._clicked()),))
        untold, nothing = f'!{n.UNTOLD}.equals("")', f'{n.RECKONED}.equals("")'
        yield trigger((_SAY_JOINED, _NO_UNTOLD), key=n.TELL_NOW, when=f"{{{untold}}}")
        if self.pool is not None:
            yield from PoolReckoner(self.patterns, self.pool, self.texts, self.words).traits()
        if self.told is not None:
            yield trigger((_SAY_RESULT,), key=_TELL_RESULT_NOW, when=f"{{!{nothing}}}")
        if self._reckons:
            yield trigger((_SAY_RECKONED,), watch=(n.TELL_NOW,), when=f"{{!{untold}&&!{nothing}}}")
            battle = self.texts("reckoned.battle")
            said = (_SAY_RECKONED, *((_SAY_RESULT,) if self.told is not None else ()))
            yield report(said, f"{battle} $BattleId$: ${n.RECKONED}$")
        yield report((_SAY_JOINED,), self._joined())
        both = f'{n.AT}.contains("<{ATTACKER};")&&{n.AT}.contains("<{DEFENDER};")'
        fights = f"&&{self.fighting}" if self.fighting else ""
        yield trigger((_PRESS_ROLL,), key=n.ROLL_NOW, when=f"{{Rolled==0&&{both}{fights}}}")
        yield Trait.make("globalhotkey", command="", key=_PRESS_ROLL, hotkey=self.keys.buttons["roll"])
        yield trigger((_SAY_WHOM,), watch=(n.ROLL_NOW,), when=f"{{Rolled==1||!({both})}}")
        yield report((_SAY_WHOM,), self.texts("reckoned.whom"))
        # It empties a property of the module from a counter.
        yield set_global_property(n.UNTOLD, (PropertyChange(_NO_UNTOLD, set_to("")),))

    def _joined(self) -> str:
        """Return the format of the line that tells of those whom the module has put into the battle."""
        battle = f'"{self.texts("reckoned.battle")} "+BattleId+": "'
        told = []
        for role, verbs, text in ((ATTACKER, ATTACKS, "reckoned.attackers"), (DEFENDER, DEFENDS, "reckoned.defenders")):
            other = DEFENDER if role == ATTACKER else ATTACKER
            own = f'{n.UNTOLD}.replaceAll("<{other};[^>]*>","")'
            named = f'{own}.replaceAll("<{role};[^;]*;([^;]*);[^;]*;[^;]*;[^;]*;([^;]*);[^>]*>",", $2 ($1)")'
            told.append((own, f'({named}+"  ").substring(2).trim()', self.texts(text), verbs))
        who = "+".join(f'({own}.equals("")?"":"; {text} "+{named})' for own, named, text, _ in told)
        comments = "+".join(f'({own}.equals("")?"":{self._comments(own, verbs)})' for own, _, _, verbs in told)
        return f'{{{battle}+({who}).substring(2)+({n.RECKONED}.equals("")?"":": "+{n.RECKONED})+" "+{comments}}}'

    def _comments(self, own: str, role: str) -> str:
        """Return the expression for the declarations of units, from their notes."""
        (verb,) = self.grammar.verbs_of(role)
        comment = self.grammar.comment(verb, {}).replace('"', '\\"')
        comment = comment.replace("$unit$", "$2").replace("$LocationName$", "$1")
        for name in ("BattleId", "PlayerSide"):
            comment = comment.replace(f"${name}$", f'"+{name}+"')
        return f'{own}.replaceAll("<[23];[^;]*;([^;]*);([^;]*);[^>]*>","{comment}")'


def _none(verb: str) -> Key:
    return Key.named(f"No{verb.capitalize()}")


def every_verb(commands: Iterable[tuple[str, Key]]) -> dict[str, list[Key]]:
    """Return the keys of commands by their verbs."""
    found: dict[str, list[Key]] = {}
    for verb, key in commands:
        if key not in found.setdefault(verb, []):
            found[verb].append(key)
    return found
