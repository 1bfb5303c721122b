"""Checks of keys: who sends which, who hears them, and what cannot be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from lxml import etree

from trc_module.vassal import sequence
from trc_module.vassal.buildfile import components, place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView
from trc_module.vassal.traits import Kind, Trait
from trc_module.vassal.values import Key, decode_keys

# Fields of traits that send their key: to a piece (this one, a new one, others) or to the module.
_TO_PIECES = {
    "macro": ("action_keys", "before_key", "after_key"),
    "globalkey": ("global_key",),
    "placemark": ("after_key",),
    "replace": ("after_key",),
    "button": ("key",),
    "locCommand": ("key",),
}
_TO_MODULE = {"globalhotkey": ("hotkey",)}
# Fields that only listen in, or restrict a command that another trait has.
_WATCHING = {"report": ("keys", "cycle_keys"), "macro": ("watch_keys",), "hideCmd": ("keys",)}
_CHANGING = ("PROP", "setprop", "setpieceprop")

# Attributes of components that send their key.
_COMPONENTS_TO_PIECES = {
    "module.GlobalKeyCommand": ("hotkey",),
    "module.map.MassKeyCommand": ("hotkey",),
    "module.map.DeckGlobalKeyCommand": ("hotkey",),
    "module.StartupGlobalKeyCommand": ("hotkey",),
    "module.Map": ("moveKey",),
    "module.PrivateMap": ("moveKey",),
    "module.PlayerHand": ("moveKey",),
    "widget.WidgetMap": ("moveKey",),
}
_COMPONENTS_TO_MODULE = {
    "module.turn.TurnGlobalHotkey": ("hotkey",),
    "module.DoActionButton": ("hotkeys", "preLoopKey", "postLoopKey"),
    "module.SpecialDiceButton": ("hotkeys", "preLoopKey", "postLoopKey"),
    "module.map.DrawPile": ("emptyHotkey",),
    "module.StartupGlobalKeyCommand": ("globalHotkey",),
}
_LABELS = ("text", "buttonText", "buttonName", "label", "icon", "iconName", "buttonIcon")
# Kinds of components whose hot key is all that a player has: without label they can only be reached by it.
_BUTTONS = (
    "module.GlobalKeyCommand",
    "module.map.MassKeyCommand",
    "module.DoActionButton",
    "module.DiceButton",
    "module.SpecialDiceButton",
    "module.RandomTextButton",
    "module.MultiActionButton",
    "module.ToolbarMenu",
    "module.properties.ChangePropertyButton",
)

_SHIFT, _CTRL, _META, _ALT = (1 | 64), (2 | 128), (4 | 256), (8 | 512)


def sign(key: Key) -> str:
    """Return what makes two keys the same: the name, or the code and modifiers in whichever of Java's two forms."""
    if key.name:
        return key.name
    names = {"Shift": _SHIFT, "Ctrl": _CTRL, "Meta": _META, "Alt": _ALT}
    held = [name for name, bits in names.items() if key.modifiers & bits]
    shown = chr(key.code) if 0 < key.code < 128 and chr(key.code).isalnum() else f"key {key.code}"
    return "+".join([*held, shown]) if key.code else ""


@dataclass(slots=True)
class KeyTraffic:
    """The keys that are sent and heard in a module; places are those of the senders and listeners."""

    to_pieces: list[tuple[str, Key]] = field(default_factory=list)
    to_module: list[tuple[str, Key]] = field(default_factory=list)
    watching: list[tuple[str, Key]] = field(default_factory=list)
    piece_commands: list[tuple[str, Key, str]] = field(default_factory=list)
    """Place, key and menu text."""
    module_commands: list[tuple[etree._Element, Key, str]] = field(default_factory=list)
    """Component, key and whatever shows it on a toolbar."""

    def sent(self) -> set[str]:
        """Return all keys that something sends."""
        return {sign(key) for _, key in (*self.to_pieces, *self.to_module)}

    def heard_by_pieces(self) -> set[str]:
        """Return all keys that some piece acts on or reports."""
        decks = {sign(key) for element, key, _ in self.module_commands if str(element.tag).endswith(".DrawPile")}
        return {sign(key) for _, key, _ in self.piece_commands} | {sign(key) for _, key in self.watching} | decks

    def heard(self) -> set[str]:
        """Return all keys that anything acts on."""
        return self.heard_by_pieces() | {sign(key) for _, key, _ in self.module_commands}


def _key(text: str) -> Iterator[Key]:
    with suppress(ValueError):
        if text:
            yield Key.decode(text)


def _keys(text: str) -> Iterator[Key]:
    with suppress(ValueError):
        yield from decode_keys(text)


def collect(module: ModuleView) -> KeyTraffic:
    """Go through all components and traits and sort their keys by what they do."""
    found = KeyTraffic()
    for kind, element in module.elements:
        _collect_component(found, kind, element)
    # Traits that many pieces share are read once, and told at each of their places.
    for trait, places in module.different_traits.items():
        keys = KeyTraffic()
        _collect_trait(keys, "", trait)
        for place in places:
            found.to_pieces += [(place, key) for _, key in keys.to_pieces]
            found.to_module += [(place, key) for _, key in keys.to_module]
            found.watching += [(place, key) for _, key in keys.watching]
            found.piece_commands += [(place, key, menu) for _, key, menu in keys.piece_commands]
    return found


def _collect_component(found: KeyTraffic, kind: str, element: etree._Element) -> None:
    sends = _COMPONENTS_TO_PIECES.get(kind, ())
    calls = _COMPONENTS_TO_MODULE.get(kind, ())
    known = components().get(str(element.tag)) or {}
    shown = "".join(element.get(label, "") for label in _LABELS)
    for name, value in ((str(name), str(value)) for name, value in element.items()):
        if name in sends:
            found.to_pieces += [(place_of(element), key) for key in _key(value)]
        elif name in calls:
            read = _keys if name == "hotkeys" else _key
            if _does_call(element, name):
                found.to_module += [(place_of(element), key) for key in read(value)]
        elif name in known and known[name].kind == "key":
            found.module_commands += [(element, key, shown) for key in _key(value)]
    for name, spec in known.items():
        # Keys that a component has although the file does not say so, such as the viewer's Ctrl+space.
        if spec.kind == "key" and spec.default and name not in element.attrib and name not in sends + calls:
            found.module_commands += [(element, key, shown) for key in _key(spec.default)]


def _does_call(element: etree._Element, name: str) -> bool:
    gate = {"hotkeys": "doHotkey", "preLoopKey": "doLoop", "postLoopKey": "doLoop", "emptyHotkey": "hotkeyOnEmpty"}
    return name not in gate or element.get(gate[name], "false").lower() == "true"


def _collect_trait(found: KeyTraffic, place: str, trait: Trait) -> None:
    spec = trait.spec
    if spec is None or spec.legacy:
        return
    layout = spec.layout(trait.tokens[0] if trait.tokens else "")
    texts = dict(zip((field.name for field in layout), trait.tokens, strict=False))
    for field_spec in layout:
        name = field_spec.name
        text = (
            texts.get(name) if name in texts else field_spec.encode(field_spec.default) if not field_spec.many else ""
        )
        if field_spec.kind not in (Kind.KEY, Kind.KEYS) or not text:
            continue
        keys = list(_keys(text) if field_spec.kind is Kind.KEYS else _key(text))
        _collect_keys(found, place, trait.id, name, keys, menu=texts.get(name.replace("key", "command"), ""))
    if trait.id in _CHANGING:
        for change in sequence.decode(texts.get("commands", ""), ","):
            menu, text, *_ = [*sequence.decode(change, ":"), "", ""]
            found.piece_commands += [(place, key, menu) for key in _key(text)]
    _collect_old(found, place, trait, texts)


def _collect_keys(found: KeyTraffic, place: str, trait: str, field: str, keys: Iterable[Key], menu: str) -> None:
    """Note the keys of one field of a trait by what the field does: send, call, watch, or answer to a command."""
    if field in _TO_PIECES.get(trait, ()):
        found.to_pieces += [(place, key) for key in keys]
    elif field in _TO_MODULE.get(trait, ()):
        found.to_module += [(place, key) for key in keys]
    elif field in _WATCHING.get(trait, ()):
        found.watching += [(place, key) for key in keys]
    else:
        found.piece_commands += [(place, key, menu) for key in keys]


def _collect_old(found: KeyTraffic, place: str, trait: Trait, texts: dict[str, str]) -> None:
    """Add the keys that old files write as single letters."""
    letters = ""
    if trait.id == "piece":
        letters = texts.get("clone_key", "") + texts.get("delete_key", "")
    elif trait.id == "emb2" and texts.get("version", "") != "1":
        letters = "".join(texts.get(f"{part}_chars", "") for part in ("activate", "up", "down"))
    elif trait.id == "propertysheet":
        letters = texts.get("chars", "")
    found.piece_commands += [(place, Key.decode(letter), "old") for letter in letters if letter != ","]
    if trait.id == "obs" and texts.get("style", "").startswith("P"):
        found.piece_commands += [(place, key, texts.get("peek_command", "")) for key in _key(texts["style"][1:])]


def _known_elsewhere(module: ModuleView, key: Key) -> bool:
    """Tell whether code of the module's own, or a component not known in full, may deal with the key."""
    return module.is_extension or module.has_own_code or bool(key.name and key.name in module.foreign_text)


@check(
    "VM131",
    "unheard-key",
    Severity.WARNING,
    about="A key command, trigger or button sends a key to pieces, but no piece of the module acts on it or reports "
    "it: nothing happens. Keys are compared by name, or by code and modifiers.",
    advice="Correct the key where it is sent, or give the trait that should hear it this key.",
)
def unheard_key(module: ModuleView) -> Iterator[LintSpot]:
    """Look for keys that are sent to pieces and that none hears."""
    keys = module.once(collect)
    heard = keys.heard_by_pieces()
    for place, key in keys.to_pieces:
        if sign(key) and sign(key) not in heard and not _known_elsewhere(module, key):
            yield LintSpot(place, f"sends the key '{sign(key)}', which no piece hears")


@check(
    "VM132",
    "unheard-hotkey",
    Severity.WARNING,
    about="A trait, turn or button presses a hot key of the module, but nothing in the module has that key.",
    advice="Correct the key, or give the button that should react this key.",
)
def unheard_hotkey(module: ModuleView) -> Iterator[LintSpot]:
    """Look for hot keys that are pressed and that nothing hears [VASSAL.build.GameModule.fireKeyStroke]."""
    keys = module.once(collect)
    heard = keys.heard()
    for place, key in keys.to_module:
        if sign(key) and sign(key) not in heard and not _known_elsewhere(module, key):
            yield LintSpot(place, f"presses the hot key '{sign(key)}', which nothing in the module hears")


@check(
    "VM133",
    "unreachable-command",
    Severity.WARNING,
    about="A command of a piece has a named key but no menu text, and nothing sends that key; or a button has a named "
    "hot key but neither text nor picture. It can never be carried out.",
    advice="Send the key from a trigger, key command or button, or give the command a menu text.",
)
def unreachable_command(module: ModuleView) -> Iterator[LintSpot]:
    """Look for named keys of commands that nothing sends and no menu shows."""
    keys = module.once(collect)
    sent = keys.sent()
    # Two traits may share a key: choosing the one in the menu carries out the other.
    shown = {sign(key) for _, key, menu in keys.piece_commands if menu}
    for place, key, _ in keys.piece_commands:
        if key.name and key.name not in sent | shown and not _known_elsewhere(module, key):
            yield LintSpot(place, f"nothing sends the key '{key.name}', and the command has no menu text")
    for element, key, label in keys.module_commands:
        kind = str(element.tag).removeprefix("VASSAL.build.")
        if key.name and not label and kind in _BUTTONS and key.name not in sent and not _known_elsewhere(module, key):
            yield LintSpot(place_of(element), f"nothing presses the hot key '{key.name}', and the button shows nothing")


@check(
    "VM134",
    "watched-key",
    Severity.WARNING,
    about="A report, trigger or restriction waits for a named key that nothing sends and no command has.",
    advice="Correct the key, or take the trait out.",
)
def watched_key(module: ModuleView) -> Iterator[LintSpot]:
    """Look for named keys that traits wait for in vain [VASSAL.counters.ReportState, TriggerAction]."""
    keys = module.once(collect)
    possible = keys.sent() | {sign(key) for _, key, _ in keys.piece_commands}
    for place, key in keys.watching:
        if key.name and key.name not in possible and not _known_elsewhere(module, key):
            yield LintSpot(place, f"waits for the key '{key.name}', which nothing sends")
