"""Checks of properties: those that formats and expressions ask for, and those that commands change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from lxml import etree

from trc_module.vassal import sequence
from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.nearest import Nearest
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.texts import asked_in_expression, asked_in_filter, asked_in_format
from trc_module.vassal.lint.view import ModuleView
from trc_module.vassal.traits import Kind, Trait

# What the engine itself knows: of pieces, places, players, the module, and in reports of single components.
_BUILT_IN = """
    BasicName PieceName LocalizedBasicName LocalizedPieceName PieceUID PieceId LocationName CurrentMap CurrentBoard
    CurrentZone CurrentX CurrentY OldLocationName OldMap OldBoard OldZone OldX OldY DeckName DeckPosition ClickedX
    ClickedY UniqueID Moved Selected Invisible InvisibleToOthers InvisibleDisableAutoReportMoves Obscured
    ObscuredToOthers ObscuredBy Restricted RestrictedMovement Immobile NoStack IgnoreGrid cannotMove Layer
    NonMovable Terrain hiddenBy visibleState snapshot IsCargo CurrentMat CurrentMatID CurrentMatX CurrentMatY
    CurrentMatOffsetX CurrentMatOffsetY CurrentMatPieceName CurrentMatBasicName CurrentMatLocationName
    CurrentMatZone CurrentMatBoard CurrentMatMap MatName MatID MatContents MatNumCargo OldMat OldMatID
    OldMatPieceName OldMatBasicName OldMatOffsetX OldMatOffsetY StackPos StackSize StackTop StackBottom
    AttachCount AttachName AttachIndex UnitName gpid
    PlayerName playerName PlayerSide playerSide PlayerId playerId ModuleName ModuleVersion ModuleDescription
    ModuleOther1 ModuleOther2 VassalVersionCreated VassalVersionRunning CurrentLanguage CurrentLanguageName
    DrawingMouseover DrawingMouseover2 GameFileName GameFile GameFileMode LastModified
    pieceName location previousLocation previousMap mapName message moveDistance menuCommand oldPieceName newPieceName
    oldMapName oldLocation label name result numericalTotal nDice nSides plus addToTotal keepDice keepCount summary
    oldTurn newTurn newValue oldValue tabName propertyPrompt propertyName PropertyValue value gridLocation row column
    FromLocation ToLocation NumberOfLocationsChecked AllLocationsChecked Range FlareName FlareLocation FlareZone
    FlareMap deckName commandName command key sum player side user index count numPieces
    boardName zoneName regionName MapName BoardName ZoneName RegionName LocName LocZone LocBoard
"""
BUILT_IN = frozenset(_BUILT_IN.split())
_PATTERNS = re.compile(
    r"result\d+|level\d+|CurrentMatProp\d|ModuleOther\d|sum\(.*\)|\w+_numPieces|OptionTab_.*|player\d*|LocationName\d*"
)
_STEMS = {
    "emb2": ("_Level", "_Name", "_Image", "_Active"),
    "emb": ("_Level", "_Name", "_Image", "_Active"),
    "rotate": ("_Facing", "_Degrees"),
}
_FILTERS = {"filter", "clear_matching_filter"}
_NAMED_PROPERTIES = {"range_property", "radius_property", "property", "second_property", "only_property"}


@check(
    "VM141",
    "undefined-property",
    Severity.NOTE,
    about="A message format or an expression asks for a property that neither VASSAL nor anything in the module "
    "defines; it is then empty. Since properties can come from many places this is a note, but a warning where the "
    "module has a property of nearly that name. A module with Java classes of its own, or an extension, is not asked.",
    advice="Define the property, or correct its name.",
)
def undefined_property(module: ModuleView) -> Iterator[LintSpot]:
    """Look for names of properties that nothing defines."""
    if module.is_extension or module.has_own_code:
        return
    defined = module.once(defined_properties)
    told: set[tuple[str, str]] = set()
    names = _Names(defined)
    for place, name in _asked(module):
        if name in defined or name in BUILT_IN or _PATTERNS.fullmatch(name) or _is_made_up(name):
            continue
        if (place, name) in told or name in module.foreign_text:
            continue
        told.add((place, name))
        near = names.near(name)
        yield LintSpot(
            place,
            f"asks for the property '{name}', which nothing in the module defines",
            Severity.WARNING if near else None,
            f"Write '{near}' if that is meant; upper and lower case count." if near else "",
        )


@check(
    "VM142",
    "sets-unknown-property",
    Severity.WARNING,
    about="A command sets a global property, but the module defines none of that name: VASSAL does nothing. Extensions "
    "are not asked.",
    advice="Define the property in the module, a map or a zone, or correct its name.",
)
def sets_unknown_property(module: ModuleView) -> Iterator[LintSpot]:
    """Look for commands that set global properties that do not exist [VASSAL.counters.SetGlobalProperty]."""
    if module.is_extension or module.has_own_code:
        return
    known = set(_global_properties(module))
    for place, trait in module.traits_of("setprop"):
        name = trait.text_of("name")
        if name and name not in known and not _is_made_up(name) and not name.startswith("{"):
            yield LintSpot(place, f"sets the global property '{name}', which nothing in the module defines")


class _Names:
    """The names of properties, in which one that is nearly the same is looked up."""

    def __init__(self, defined: frozenset[str]) -> None:
        self._nearest = Nearest(0.87)
        self._lowered: dict[str, str] = {}
        self._of_length: dict[int, list[str]] = {}
        for name in sorted(defined):
            self._lowered.setdefault(name.lower(), name)
            for length in (len(name) - 1, len(name), len(name) + 1):
                self._of_length.setdefault(length, []).append(name)

    def near(self, name: str) -> str:
        """Return the name that is probably meant, '' if there is none."""
        same = self._lowered.get(name.lower(), "")
        if same or len(name) < 5:
            return same
        close = self._nearest.of(name, self._of_length.get(len(name), []))
        # Names that differ by a number are mostly meant to.
        return close if re.sub(r"\d", "", close) != re.sub(r"\d", "", name) else ""


def _is_made_up(name: str) -> bool:
    """Tell whether a name is put together at play, or is no name at all but text between two dollars."""
    return "$" in name or "<" in name or not re.fullmatch(r"[^\s{}\"';=]+( [^\s{}\"';=]+){0,5}", name)


def _asked(module: ModuleView) -> Iterator[tuple[str, str]]:
    for element, key, text, spec in module.attributes:
        names: Iterator[str] = iter(())
        if spec is None or not text or text == spec.default:
            continue
        if spec.kind == "format":
            names = asked_in_format(text)
        elif spec.kind == "expression":
            names = asked_in_filter(text)
        elif key == "propertyGate" and re.fullmatch(r"\w+", text):
            names = iter((text,))
        for name in names:
            yield place_of(element), name
    for trait, places in module.different_traits.items():
        for name in dict.fromkeys(_asked_by(trait)):
            yield from ((place, name) for place in places)


def _asked_by(trait: Trait) -> Iterator[str]:
    spec = trait.spec
    if spec is None:
        return
    for field, text in zip(spec.layout(trait.tokens[0] if trait.tokens else ""), trait.tokens, strict=False):
        if not text or field.many:
            continue
        if field.kind is Kind.FORMAT:
            yield from asked_in_format(text)
        elif field.kind is Kind.EXPRESSION:
            yield from asked_in_filter(text) if field.name in _FILTERS else asked_in_expression(text)
        elif field.name in _NAMED_PROPERTIES and trait.id != "label" and re.fullmatch(r"[A-Za-z_]\w*", text):
            yield text
    if trait.id == "label":
        yield from asked_in_format(trait.state)


def defined_properties(module: ModuleView) -> frozenset[str]:
    """Return the names of all properties that a module defines, wherever: one set for pieces, maps and module."""
    found = set(_global_properties(module))
    for trait in module.different_traits:
        found.update(_defined_by(trait))
    return frozenset(found)


def _attribute(name: str) -> Callable[[etree._Element], Iterable[str]]:
    return lambda element: (element.get(name, ""),)


def _suffixed(attribute: str, *endings: str) -> Callable[[etree._Element], Iterable[str]]:
    return lambda element: (f"{element.get(attribute, '')}{ending}" for ending in endings)


def _counts(pile: etree._Element) -> Iterator[str]:
    for count in sequence.decode(pile.get("countExpressions", ""), ","):
        yield f"{pile.get('name', '')}_{count.partition(':')[0].strip()}"


_DICE = _suffixed("name", "_result", "_total", "_keep", "_summary", *(f"_result{number}" for number in range(1, 21)))
_MAP = _suffixed("mapName", "_isVisible", "_Visible")
_PROPERTIES_OF: Mapping[str, Callable[[etree._Element], Iterable[str]]] = {
    **dict.fromkeys(("GlobalProperty", "ZoneProperty", "GlobalTranslatableMessage"), _attribute("name")),
    **dict.fromkeys(("DiceButton", "InternetDiceButton", "RandomTextButton", "SpecialDiceButton"), _DICE),
    "SpecialDie": _suffixed("name", "_result", ""),
    **dict.fromkeys(("Map", "PrivateMap", "PlayerHand"), _MAP),
    "DrawPile": _counts,
    **dict.fromkeys(("ZoneHighlight", "Zone"), _attribute("highlightProperty")),
    "LayeredPieceCollection": _attribute("property"),
    "ChessClock": lambda clock: (f"ChessClock_{clock.get('side', '')}{what}" for what in ("", "_time", "_ticking")),
}
"""The global properties that a component brings, by the last part of its class's name."""


def _global_properties(module: ModuleView) -> Iterator[str]:
    for kind, element in module.elements:
        short = kind.rpartition(".")[2]
        if kind.startswith(("VASSAL.preferences.", "module.properties.")):
            yield element.get("name", "")
        elif kind.startswith("module.turn."):
            yield element.get("property", "")
        elif short in _PROPERTIES_OF:
            yield from _PROPERTIES_OF[short](element)
        if element.get("indexProperty"):
            yield element.get("indexProperty", "")
        if element.get("parameters"):
            yield from re.findall(r"\w+", element.get("parameters", ""))


def _defined_by(trait: Trait) -> Iterator[str]:
    if trait.spec is None:
        return
    for stem in _STEMS.get(trait.id, ()):
        name = trait.text_of("name") if not trait.spec.legacy else ""
        yield name + stem
    if trait.id == "mark":
        names = trait.value("names")
        yield from map(str, names if isinstance(names, tuple) else ())
    elif trait.id in ("PROP", "calcProp", "locmsg", "setpieceprop"):
        yield trait.text_of("name")
    elif trait.id == "label":
        yield trait.text_of("property")
    elif trait.id == "macro":
        yield trait.text_of("index_property")
    elif trait.id == "table":
        yield from ()
    elif trait.id == "propertysheet":
        yield from re.findall(r"[\w ]+", trait.text_of("definition"))
    elif trait.id == "footprint":
        yield from ("TrailVisible", "Trail")
    elif trait.id in ("placemark", "replace", "globalkey") and len(trait.tokens) > 13:
        yield from re.findall(r"\w+", " ".join(trait.tokens[13:]))
    elif trait.id == "attach":
        yield from (f"{trait.text_of('name')}_{what}" for what in ("Count", "1", "2", "3"))
