"""Calculation of a battle by the module itself: who stands where, factors, terrain, support, odds and result.

The engine's own traits do it (calculated properties, sums over the map), on the turn marker, which every game has: only
a counter can be asked for sums. A unit notes into the module's property BattleAt where it stands and on which side, as
`<2;x,y;J20;ger-41-pz;41st Panzer Corps;/axis/>` (2 an attacker, 3 a defender); text alone says the rest. Rules: 12.2,
13.1, 14.1, 15.5, 15.7, 15.10, 17.3.1, 26.5, 26.13. What cannot be known here is the players' to say: who lacks combat
supply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from trc_module.board import Board, Terrain
from trc_module.board.rivers import river_networks
from trc_module.declarations import ATTACK as ATTACKS
from trc_module.declarations import DEFEND as DEFENDS
from trc_module.declarations import Grammar
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.module.keys import BUTTONS, command_key
from trc_module.games.trc.module.unit_commands import SET_CLICKED
from trc_module.hexgrid import Hex, hexes
from trc_module.module.agreement import option_property
from trc_module.module.battle import (
    ATTACKER,
    BADGE_AT,
    BADGE_RADIUS,
    BEGIN_IF_ROLLED,
    DEFENDER,
    IN_BATTLE,
    NO_ROLE,
    ROLE,
    SET_ATTACKER,
    SET_DEFENDER,
    begins_if_rolled,
)
from trc_module.module.buttons import action, piece_command, word_property
from trc_module.module.layout import MAIN_MAP, TableLayout
from trc_module.module.sentences import CALLED
from trc_module.module.texts import Texts
from trc_module.module.traits import calculated
from trc_module.rules import odds
from trc_module.vassal.buildfile import component
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
from trc_module.vassal.values import Key, encode_keys

AT, DOUBLED, ATTACK, DEFENCE = "BattleAt", "BattleDoubled", "BattleAttack", "BattleDefence"
ODDS, RECKONED, RESULT = "Odds", "Reckoned", "Result"
WHO = "BattleWho"
"""The property with who attacks whom, for the die's line: `41st Panzer Corps (Y17) against 24th Army (X17), 3-1, `."""
AIR, BARRAGE, LOWERED, FOUGHT = "AirShift", "Barrage", "Lowered", "Fought"
CUT = "Supply_Level"
"""The property of the layer that shows an Axis unit without combat supply (17.3), as its player has said: 2, else 1."""
CUT_IMAGE = "badge-cut.png"

_NOTE = Key.named("NotePlace")
"""The pieces' key that notes where a unit stands."""
UNTOLD, COMMENTS = "Untold", "UntoldComments"
"""Two properties: the units that are in the battle and that no line has named yet, each as
`<2;Y17;41st Panzer Corps>`; and what the audit reads of these units."""
JOIN_ATTACKER, JOIN_DEFENDER = Key.named("JoinAttacker"), Key.named("JoinDefender")
"""The pieces' keys by which the module puts a unit into the battle: it says so in one line for all."""
_NOTE_ATTACKER, _NOTE_DEFENDER, _NO_UNTOLD = (Key.named(f"{name}Untold") for name in ("Attacker", "Defender", "No"))
JOINED, LEFT, ALL_JOIN = Key.named("HasJoined"), Key.named("HasLeft"), Key.named("AllJoin")
"""The pieces' keys that tell the module that a unit has joined a battle or left it, or that all shall join."""
FLIES, TURNS_BACK, SHELLS = Key.named("Flies"), Key.named("TurnsBack"), Key.named("Shells")
"""The pieces' keys by which an aircraft joins the battle or leaves it, and a barrage is fired in it."""
LEAVES_BATTLE = Key.named("LeavesIfFlown")
"""The pieces' key by which an aircraft leaves the battle if it has joined it and the die was not rolled."""
_SUPPORTED, _COUNTED, _UNCOUNTED_FLIGHT = (
    Key.named(name) for name in ("HasSupported", "FlightCounted", "FlightUncounted")
)
_COUNT_NEW = Key.named("CountIfNew")
FLEW_IN = "FlewIn"
"""The property of an aircraft with the number of the battle that it supports, or supported last."""

_BADGE_CLICKED = Key.named("BadgeClicked")
"""The module's key that says that a badge was clicked after the die."""
REDUCED = Key.named("BattleReduced")
"""The module's key that reports that a unit has left the battle."""
CHANGED, CALL_ALL, BEFORE_ROLL, AFTER_ROLL, BEGUN = (
    Key.named(name) for name in ("BattleChanged", "CallAll", "BeforeRoll", "AfterRoll", "BattleBegun")
)
"""The module's keys: a battle has changed; all next to the defenders shall attack; before and after the die; a battle
begins."""
FORGET_FOUGHT, FORGET_SUPPLY = Key.named("ForgetFought"), Key.named("ForgetSupply")
"""The module's keys that forget who has fought in a phase, and who had no combat supply."""

_CLEAR, _COLLECT, _FIND, _GARRISON, _NEAR = (
    Key.named(name) for name in ("ClearPlaces", "CollectPlaces", "FindDefender", "WholeHexDefends", "NearAttack")
)
_RECKON, _SETTLE = Key.named("Reckon"), Key.named("SettleResult")
_TELL = Key.named("TellReckoned")
_NO_AIR, _NO_BARRAGE, _NO_LOWER, _NO_TEXT, _NO_ODDS, _ADD_FOUGHT = (
    Key.named(name) for name in ("NoAir", "NoBarrage", "NoLower", "NoReckoning", "NoOdds", "AddFought")
)
_CLICK = Key.named("ClickBadge")
_FIND_NOW, _RECKON_NOW, _SETTLE_NOW = Key.named("FindNow"), Key.named("ReckonNow"), Key.named("SettleNow")
_SELECTED, _IF_MEANT = Key.named("SelectedAttack"), Key.named("RollIfMeant")
_ROLL_NOW, _ROLL, _WHOM = Key.named("RollNow"), Key.named("PressRoll"), Key.named("SayWhom")
_TELL_NOW, _SAY_NOW, _SUPPLIED = Key.named("TellNow"), Key.named("SayReckoned"), Key.named("IsSupplied")

CLICKED = "Clicked"
"""The module's property with the part and the id of the unit whose badge was clicked last."""
_NONE = "99"
"""The value of the property of lower odds while none are announced: a step above all."""
_HOPELESS = -99
_NO_SUPPLY_SEASON = 'Weather=="snow"'
_UNCOUNTED = ("28.6", "28.7")
"""Variants that may change odds in ways that are not reckoned."""


def reckoning_properties(columns: Iterable[str]) -> Iterator[etree._Element]:
    """Yield the module's properties, with the hidden buttons that clear them."""
    yield word_property(AT, "", (_CLEAR, set_to(""), ""))
    for name in (DOUBLED, RESULT, CLICKED, "FoundX", "FoundY"):
        yield word_property(name)
    yield word_property("FoundCount", "0")
    yield word_property(ATTACK, "0")
    yield word_property(DEFENCE, "0")
    yield word_property(ODDS, "", (_NO_ODDS, set_to(""), ""))
    yield word_property(WHO)
    yield word_property(UNTOLD)
    yield word_property(COMMENTS)
    yield word_property(RECKONED, "", (_NO_TEXT, set_to(""), ""))
    yield word_property(AIR, "0", (_NO_AIR, set_to("0"), ""))
    yield word_property(BARRAGE, "0", (_NO_BARRAGE, set_to("0"), ""))
    lowered = ((lower_key(column), set_to(str(odds.parse(column))), "") for column in columns)
    yield word_property(LOWERED, _NONE, (_NO_LOWER, set_to(_NONE), ""), *lowered)
    fought = set_to(f"{{Rolled==1?{FOUGHT}+{AT}:{FOUGHT}}}")
    yield word_property(FOUGHT, "", (_ADD_FOUGHT, fought, ""), (FORGET_FOUGHT, set_to(""), ""))


def lower_key(column: str) -> Key:
    """Return the module's key that notes announced lower odds."""
    return Key.named(f"Lower{column}")


def reckoning_buttons(board: Board, layout: TableLayout, texts: Texts) -> Iterator[etree._Element]:
    """Yield the button that lets selected units attack and rolls, and hidden ones that gather a battle, let it be
    reckoned and tell it."""
    gather = (_CLEAR, _COLLECT)
    attack = (_SELECTED, *gather, _FIND, _GARRISON, _RECKON, _TELL, _IF_MEANT)
    yield action(texts, "attack-roll", "", attack, BUTTONS["attack-roll"])
    selected = f"Selected = true && CurrentMap = {MAIN_MAP} && {ROLE} = {NO_ROLE}"
    yield piece_command(_SELECTED, JOIN_ATTACKER, selected, quiet=True)
    yield piece_command(_IF_MEANT, _ROLL_NOW, "Kind = turn")
    yield _button(CHANGED, (*gather, _FIND, _GARRISON, _RECKON, _TELL))
    yield _button(CALL_ALL, (*gather, _NEAR, _GARRISON, _RECKON, _TELL))
    # A unit that was taken out stays out, even if the module would put it into the battle.
    yield _button(REDUCED, (*gather, _RECKON, _TELL))
    yield _button(BEFORE_ROLL, (*gather, _RECKON))
    yield _button(AFTER_ROLL, (_SETTLE, _TELL))
    yield _button(BEGUN, (_ADD_FOUGHT, _NO_AIR, _NO_BARRAGE, _NO_LOWER, _NO_TEXT, _NO_ODDS, _CLEAR))
    # No expressions where a plain filter will do: they take long.
    yield piece_command(_COLLECT, _NOTE, IN_BATTLE)
    yield piece_command(_FIND, _FIND_NOW, "Kind = turn")
    yield piece_command(_RECKON, _RECKON_NOW, "Kind = turn")
    yield piece_command(_SETTLE, _SETTLE_NOW, "Kind = turn")
    yield piece_command(_TELL, _TELL_NOW, "Kind = turn")
    yield piece_command(FORGET_SUPPLY, _SUPPLIED, f"{CUT} = 2")
    yield from _losses()
    free = f'CurrentMap=="{MAIN_MAP}"&&{ROLE}=={NO_ROLE}&&Type!="partisan"'
    with_them = f'{AT}.contains("<{DEFENDER};"+CurrentX+","+CurrentY+";")'
    found = f"FoundCount>0&&CurrentX==FoundX&&CurrentY==FoundY&&{_open(board)}"
    yield piece_command(_GARRISON, JOIN_DEFENDER, f"{{{free}&&({with_them}||{found})}}", quiet=True)
    next_to = f'{AT}.matches(".*<{DEFENDER};"+{_around(layout)}+";.*")'
    fresh = f'!{FOUGHT}.contains(";"+unit+";")&&MF!=""'
    near = f"{{{free}&&{_enemy(DEFENDER)}&&{fresh}&&{next_to}&&{_open(board)}}}"
    yield piece_command(_NEAR, JOIN_ATTACKER, near, quiet=True)


def _losses() -> Iterator[etree._Element]:
    """Yield what a click on a badge does: a result that costs a side all its units takes them together."""
    # The map first: what lies elsewhere may have no such layer, and nothing cannot be compared with a number.
    part = f"({ROLE}=={ATTACKER}||{ROLE}=={DEFENDER})"
    out = f'CurrentMap=="{MAIN_MAP}"&&Rolled==1&&{part}&&{CLICKED}.contains("<"+{ROLE}+">")'
    ways = (
        ("LoseClicked", "lost", (f"{ATTACKER}A1", f"{ATTACKER}EX", f"{DEFENDER}EX", f"{DEFENDER}D1"), True),
        ("LoseAll", "lost", (f"{ATTACKER}AE", f"{DEFENDER}DE"), False),
        ("AllSurrender", "lost-for-good", (f"{DEFENDER}DS",), False),
    )
    for name, command, costs, alone in ways:
        told = f'" {" ".join(costs)} ".contains(" "+{ROLE}+{RESULT}+" ")'
        one = f'&&{CLICKED}.equals("<"+{ROLE}+">"+unit)' if alone else ""
        yield piece_command(Key.named(name), command_key(command), f"{{{out}&&{told}{one}}}")
    yield _button(_BADGE_CLICKED, [Key.named(name) for name, *_ in ways])


def _button(key: Key, pressed: Sequence[Key]) -> etree._Element:
    hotkeys = encode_keys(tuple(pressed))
    return component(
        "module.DoActionButton", name=key.name, text="", icon="", hotkey=key, doHotkey=True, hotkeys=hotkeys
    )


def _enemy(role: int) -> str:
    """Return the condition that a unit is no friend of those of a part."""
    return f'!{AT}.matches(".*<{role};[^>]*/"+Side+"/>.*")'


def _around(layout: TableLayout) -> str:
    """Return an expression for the pattern of the six places around a piece."""
    half, step = int(layout.map_layout.pitch / 2), int(layout.map_layout.step)
    ways = ((-2 * half, 0), (2 * half, 0), (-half, -step), (half, -step), (-half, step), (half, step))
    places = (f'(CurrentX+({x}))+","+(CurrentY+({y}))' for x, y in ways)
    return '"(?:"+' + '+"|"+'.join(places) + '+")"'


def _open(board: Board) -> str:
    """Return the condition that a piece's hex can be attacked from, and attacks, all around; its players see to the
    few other hexes themselves."""
    every = (h for h in hexes(board.land) if board.grid.neighbours[h] & board.land & ~board.zoc.of[h])
    return f'!" {" ".join(board.grid.name(h) for h in every)} ".contains(" "+LocationName+" ")'


# ------------------------------------------------------------------- units


def noted_place() -> Trait:
    """Return what notes where a unit stands in the battle."""
    token = f'{{{AT}+"<"+{ROLE}+";"+CurrentX+","+CurrentY+";"+LocationName+";"+unit+";"+{CALLED}+";/"+Side+"/>"}}'
    # Units that join because others did are noted with it.
    return set_global_property(AT, (PropertyChange(key, set_to(token)) for key in (_NOTE, SET_ATTACKER, SET_DEFENDER)))


def joins_untold(grammar: Grammar) -> Iterator[Trait]:
    """Yield what puts a unit into the battle by the module's hand, and what notes it for the line that tells of all."""
    ways = (
        (JOIN_ATTACKER, SET_ATTACKER, _NOTE_ATTACKER, ATTACKER, ATTACKS),
        (JOIN_DEFENDER, SET_DEFENDER, _NOTE_DEFENDER, DEFENDER, DEFENDS),
    )
    notes, comments = [], []
    for join, part, note, role, acts in ways:
        yield trigger((BEGIN_IF_ROLLED, part, note), watch=(join,))
        (verb,) = grammar.verbs_of(acts)
        notes.append(PropertyChange(note, set_to(f"${UNTOLD}$<{role};$LocationName$;${CALLED}$>")))
        comments.append(PropertyChange(note, set_to(f"${COMMENTS}${grammar.comment(verb, {})}")))
    yield set_global_property(UNTOLD, notes)
    yield set_global_property(COMMENTS, comments)


def tells_of_battle() -> Iterator[Trait]:
    """Yield what tells the module that a battle has changed."""
    yield Trait.make("globalhotkey", command="", key=JOINED, hotkey=CHANGED)
    yield Trait.make("globalhotkey", command="", key=LEFT, hotkey=REDUCED)
    yield Trait.make("globalhotkey", command="", key=ALL_JOIN, hotkey=CALL_ALL)


def loss_by_click() -> Iterator[Trait]:
    """Yield what loses a unit by a click on its badge, where the result of its battle costs its side one or all."""
    (x, y), side = BADGE_AT, 2 * BADGE_RADIUS
    yield Trait.make("button", key=_CLICK, x=x - BADGE_RADIUS, y=y - BADGE_RADIUS, width=side, height=side)
    # Before the die a click only selects.
    yield trigger((SET_CLICKED,), watch=(_CLICK,), when=f"{{Rolled==1&&{ROLE}>{NO_ROLE}}}")
    yield Trait.make("globalhotkey", command="", key=SET_CLICKED, hotkey=_BADGE_CLICKED)


def clicked_badge() -> str:
    """Return the expression for what a unit notes whose badge was clicked."""
    return f'{{"<"+{ROLE}+">"+unit}}'


def supply_switch(text: str, key: Key) -> Iterator[Trait]:
    """Yield the switch by which a player says that a unit has no combat supply; it shows in snow alone."""
    yield Trait.make("hideCmd", name="17.3", action="Hide", filter="Weather != snow", keys=(key,))
    yield layer("Supply", ("", CUT_IMAGE), up_key=key, up_command=text, reset_key=_SUPPLIED, offset=(0, 40))


def flown(keys: Sequence[Key], charts: Charts, kind: str, counter: Key, less: Key) -> Iterator[Trait]:
    """Yield what adds an aircraft's shift to the battle: a Stuka's once (15.5), each Sturmovik's (15.7).

    After the die the next battle begins with it, as with a unit that joins. `counter` and `less` are the module's keys
    that count it and count it no more.
    """
    air = charts.air
    here = f"{FLEW_IN}==BattleId"
    if kind == "axis":
        joins, leaves = str(air.stuka.shift), f"{{{here}?0:{AIR}}}"
    else:
        # The unit that lends it may be stated twice.
        shift = air.sturmovik.shift
        joins, leaves = f"{{{here}?{AIR}:{AIR}+{shift}}}", f"{{{here}?{AIR}-{shift}:{AIR}}}"
    yield set_global_property(AIR, (PropertyChange(FLIES, set_to(joins)), PropertyChange(TURNS_BACK, set_to(leaves))))
    # The shift looks at it, and so stands outside.
    flew = (PropertyChange(FLIES, set_to("{BattleId}")), PropertyChange(TURNS_BACK, set_to("0")))
    yield dynamic_property(FLEW_IN, "0", flew)
    for key, pressed in ((_SUPPORTED, CHANGED), (_COUNTED, counter), (_UNCOUNTED_FLIGHT, less)):
        yield Trait.make("globalhotkey", command="", key=key, hotkey=pressed)
    yield from begins_if_rolled()
    yield trigger((_COUNTED,), watch=(_COUNT_NEW,), when=f"{{{FLEW_IN}!=BattleId}}")
    yield trigger((BEGIN_IF_ROLLED, _COUNT_NEW, FLIES, _SUPPORTED), watch=keys)
    in_it = f"{{{here}&&Rolled==0}}"
    yield trigger((TURNS_BACK, _SUPPORTED, _UNCOUNTED_FLIGHT), watch=(LEAVES_BATTLE,), when=in_it)


def shelled() -> Iterator[Trait]:
    """Yield what adds a barrage's shift to the battle (26.13), which is the next one after the die."""
    yield set_global_property(BARRAGE, (PropertyChange(SHELLS, set_to("3")),))
    yield Trait.make("globalhotkey", command="", key=_SUPPORTED, hotkey=CHANGED)
    yield from begins_if_rolled()
    yield trigger((_SUPPORTED,), watch=(SHELLS,))


# ---------------------------------------------------------- the turn marker


class TrcReckoner:
    """Make the traits of the marker that reckons."""

    def __init__(self, board: Board, layout: TableLayout, charts: Charts, texts: Texts, surprise: str) -> None:
        self.board = board
        self.layout = layout
        self.charts = charts
        self.texts = texts
        self.surprise = surprise
        """The turn tracker's name for the step of 14.1.3."""

    def traits(self) -> Iterator[Trait]:
        """Yield them, outermost first."""
        yield from self._finds()
        yield from self._reckons()
        yield from self._settles()
        anything = f'!{RECKONED}.equals("")||!{UNTOLD}.equals("")'
        yield trigger((_SAY_NOW, _NO_UNTOLD), key=_TELL_NOW, when=f"{{{anything}}}")
        yield report((_SAY_NOW,), f'{{{UNTOLD}.equals("")?{RECKONED}:{self._joined()}+" "+{COMMENTS}}}')
        for name in (UNTOLD, COMMENTS):
            yield set_global_property(name, (PropertyChange(_NO_UNTOLD, set_to("")),))
        yield trigger((_ROLL,), key=_ROLL_NOW, when="{Rolled==0&&DefenceSum>0&&AttackSum>0}")
        yield Trait.make("globalhotkey", command="", key=_ROLL, hotkey=BUTTONS["roll"])
        yield trigger((_WHOM,), watch=(_ROLL_NOW,), when="{Rolled==1||DefenceSum==0||AttackSum==0}")
        yield report((_WHOM,), self.texts("reckoned.whom"))

    # The only possible target: all enemies next to every attacker stand in one hex.

    def _finds(self) -> Iterator[Trait]:
        keys = [Key.named(f"Find{number}") for number in range(4)]
        yield trigger(keys, key=_FIND_NOW)
        alone = _quoted(f'{AT}.replaceAll("<{ATTACKER};"+{_around(self.layout)}+";[^>]*>","").equals("")')
        target = f'{ROLE}=={NO_ROLE}&&Type!=\\"partisan\\"&&Type!=\\"air\\"&&{_quoted(_enemy(ATTACKER))}&&{alone}'
        asked = f'{AT}.contains("<{DEFENDER};")||!{AT}.contains("<{ATTACKER};")'
        count = f'Count("{{{target}}}","{MAIN_MAP}")'
        yield _sets("FoundCount", keys[0], f"{asked}?0:{count}")
        for name, axis, key in (("FoundX", "CurrentX", keys[1]), ("FoundY", "CurrentY", keys[2])):
            yield _sets(name, key, f'FoundCount==0?0:Sum("{axis}","{{{target}}}","{MAIN_MAP}")/FoundCount')
        here = f'Count("{{CurrentX==FoundX&&CurrentY==FoundY&&{target}}}","{MAIN_MAP}")'
        yield _sets("FoundCount", keys[3], f"FoundCount==0?0:{here}==FoundCount?FoundCount:0")

    # Factors and odds.

    def _reckons(self) -> Iterator[Trait]:
        keys = [Key.named(f"Reckon{number}") for number in range(6)]
        yield trigger(keys, key=_RECKON_NOW)
        yield _sets(DOUBLED, keys[0], self._doubled())
        yield _sets(ATTACK, keys[1], f"{_sum(ATTACKER)}-{_in_snow(_cut(ATTACKER))}")
        doubled = f'&&{DOUBLED}.contains(\\";\\"+LocationName+\\";\\")'
        whole = f"{_sum(DEFENDER)}+{_sum(DEFENDER, doubled)}"
        cut = _in_snow(f"{_cut(DEFENDER)}+{_cut(DEFENDER, doubled)}")
        yield _sets(DEFENCE, keys[2], f"{whole}-{cut}")
        yield _sets(ODDS, keys[3], f'OddsStep<{odds.step(1, 6)}?"":{_named("OddsStep")}')
        yield _sets(RECKONED, keys[4], self._reckoned())
        yield _sets(WHO, keys[5], self._who())
        ratio = f"({ATTACK}>={DEFENCE}?{ATTACK}/{DEFENCE}-1:1-({DEFENCE}+{ATTACK}-1)/{ATTACK})"
        yield calculated("OddsBase", f"{{{ATTACK}<1||{DEFENCE}<1?{_HOPELESS}:{ratio}}}")
        options = "&&".join(f'{option_property(number)}==""' for number in ("26.5", "28.6-I"))
        guns = f'Count("{{{ROLE}=={ATTACKER}&&Type==\\"artillery\\"}}","{MAIN_MAP}")'
        yield calculated("GunShift", f"{{{BARRAGE}+({options}?0:{guns})}}")
        yield calculated("OddsShift", f"{{GunShift>0?Math.min(GunShift+{AIR},3):{AIR}}}")
        highest = odds.step(9, 1)
        yield calculated("OddsStep", f"{{Math.min({LOWERED},Math.min(OddsBase+OddsShift,{highest}))}}")

    def _doubled(self) -> str:
        """Return the expression for those defenders' notes whose hex terrain doubles (14.1)."""
        defenders = f'{AT}.replaceAll("<{ATTACKER};[^>]*>","")'
        others = f'replaceAll("<{DEFENDER};[^;]*;(?!(?:{"|".join(self._names(self._strong()))});)[^>]*>","")'
        on_theirs = f'replaceAll("<{DEFENDER};[^;]*;(?:"+BattleRivers.substring(1)+");[^>]*>","")'
        (kerch,) = self.board.straits
        ends = [self.board.grid.name(h) for h in kerch]
        strait = "+".join(
            f'({AT}.replaceAll("<{ATTACKER};[^;]*;{a};[^>]*>|<{DEFENDER};[^;]*;{b};[^>]*>","").equals("")?{AT}:"")'
            for a, b in (ends, ends[::-1])
        )
        return f'{defenders}.{others}+(BattleRivers.equals("")?"":{defenders}.{on_theirs})+{strait}'

    def _strong(self) -> Iterator[Hex]:
        for h in hexes(self.board.grid.all):
            if self.board.terrain.get(h) is Terrain.MOUNTAIN or self.board.major_cities >> h & 1:
                yield h

    def _names(self, some: Iterable[Hex]) -> list[str]:
        return [self.board.grid.name(h) for h in some]

    def rivers(self) -> Trait:
        """Return the property with the hexes of all rivers on which attackers stand; '' if rivers do not help (14.1.1).

        It begins with a `|`, and holds the hexes as a pattern has them.
        """
        networks = dict.fromkeys(river_networks(self.board).values())
        patterns = ["|".join(self._names(hexes(network))) for network in networks]
        stand = (f'({AT}.matches(".*<{ATTACKER};[^;]*;(?:{p});.*")?"|{p}":"")' for p in patterns)
        dry = f'{AT}.replaceAll("<{DEFENDER};[^>]*>|<{ATTACKER};[^;]*;(?:{"|".join(patterns)});[^>]*>","").length()>0'
        surprised = f'Turn==1&&Step.equals("{self.surprise}")'
        return calculated("BattleRivers", f'{{{surprised}||{dry}?"":{"+".join(stand)}}}')

    def _who(self) -> str:
        """Return the expression for who attacks whom at which odds, with what the die's line goes on behind it."""
        attackers, defenders = (
            f'{AT}.replaceAll("<{other};[^>]*>","")'
            f'.replaceAll("<{own};[^;]*;([^;]*);[^;]*;([^;]*);[^>]*>",", $2 ($1)").substring(2)'
            for own, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER))
        )
        against = f'{attackers}+" {self.texts("reckoned.against")} "+{defenders}'
        odds_told = f'({ODDS}.equals("")?"":", "+{ODDS})'
        both = f'{AT}.contains("<{ATTACKER};")&&{AT}.contains("<{DEFENDER};")'
        return f'{both}?{against}+{odds_told}+", ":""'

    def _joined(self) -> str:
        """Return the expression for those whom the module has put into the battle, and what is reckoned of it."""
        told = []
        for role, other, text in ((ATTACKER, DEFENDER, "attackers"), (DEFENDER, ATTACKER, "defenders")):
            own = f'{UNTOLD}.replaceAll("<{other};[^>]*>","")'
            named = f'{own}.replaceAll("<{role};([^;]*);([^>]*)>",", $2 ($1)")'
            said = f'"; {self.texts(f"reckoned.{text}")} "+({named}+"  ").substring(2).trim()'
            told.append(f'({own}.equals("")?"":{said})')
        reckoned = f'({RECKONED}.equals("")?"":{RECKONED}.substring({RECKONED}.indexOf(":")))'
        return f'"{self.texts("reckoned.battle")} "+BattleId+": "+({"+".join(told)}).substring(2)+{reckoned}'

    def _reckoned(self) -> str:
        texts = self.texts
        battle = f'"{texts("reckoned.battle")} "+BattleId+": "+{ATTACK}+" : "+{DEFENCE}'
        doubled = f'({DOUBLED}.equals("")?"":" ({texts("reckoned.doubled")})")'
        shift = '(OddsShift==0?"":", +"+OddsShift)'
        final = f'(OddsStep==OddsBase?"":" -> "+{_named("OddsStep")})'
        bad = f'(OddsStep<{odds.step(1, 6)}?" ({texts("reckoned.low")})":"")'
        high = f'(OddsBase>={odds.step(10, 1)}?" ({texts("reckoned.high")})":"")'
        options = "&&".join(f'{option_property(number)}==""' for number in _UNCOUNTED)
        without = f'({options}?"":" ({texts("reckoned.without")})")'
        supply = f'({_NO_SUPPLY_SEASON}?" ({texts("reckoned.supply")})":"")'
        said = f'{battle}+{doubled}+" = "+{_named("OddsBase")}+{shift}+{final}+{bad}+{high}+{supply}+{without}'
        return f'OddsBase=={_HOPELESS}?"":{said}'

    # The result.

    def _settles(self) -> Iterator[Trait]:
        keys = [Key.named(f"Settle{number}") for number in range(2)]
        yield trigger(keys, key=_SETTLE_NOW)
        combat = self.charts.combat
        table = "".join(f";{name}:{','.join(row)},;" for name, row in combat.results.items())
        row = f'"{table}".replaceAll(".*;"+{ODDS}+":([^;]*);.*","$1")'
        yield _sets(RESULT, keys[0], f'{ODDS}.equals("")?"":{row}.split(",")[BattleDie_result-1]')
        meaning = '""'
        for name in reversed(list(combat.meanings)):
            meaning = f'{RESULT}.equals("{name}")?"{self.texts(f"result.{name}")}":{meaning}'
        head = f'"{self.texts("reckoned.battle")} "+BattleId+", "+{ODDS}+", {self.texts("reckoned.die")} "'
        offer = f'({RESULT}.equals("C")?"":" {self.texts("reckoned.offer")}")'
        said = f'{head}+BattleDie_result+": "+{RESULT}+": "+({meaning})+{offer}'
        yield _sets(RECKONED, keys[1], f'{RESULT}.equals("")?"":{said}')


def _sets(name: str, key: Key, expression: str) -> Trait:
    return set_global_property(name, (PropertyChange(key, set_to(f"{{{expression}}}")),))


def _quoted(expression: str) -> str:
    """Return an expression as it stands within quotes of another."""
    return expression.replace('"', '\\"')


def _sum(role: int, more: str = "") -> str:
    return f'Sum("CF","{{{ROLE}=={role}{more}}}","{MAIN_MAP}")'


def _cut(role: int, more: str = "") -> str:
    """Return what units without combat supply lose: half of each factor, rounded down (17.3.1)."""
    cut = f"{ROLE}=={role}&&{CUT}==2{more}"
    return f'((Sum("CF","{{{cut}}}","{MAIN_MAP}")-Count("{{{cut}&&CF%2==1}}","{MAIN_MAP}"))/2)'


def _in_snow(expression: str) -> str:
    return f"({_NO_SUPPLY_SEASON}?{expression}:0)"


def _named(step: str) -> str:
    """Return the expression for odds as players write them, of a step."""
    return f'({step}>=0?({step}+1)+"-1":"1-"+(1-{step}))'
