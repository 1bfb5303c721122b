"""Every check finds its mistake in a small module that is otherwise without fault, and nothing in one that is sound."""

# ruff: noqa: E501  (XML and the messages about it are easier to read uncut)

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vassal.lint.small_module import CARD, INFANTRY, SmallModule, gif
from trc_module.errors import UserError
from trc_module.vassal import Archive, Metadata, Trait
from trc_module.vassal.lint import CHECKS, Finding, Severity, chosen, lint
from trc_module.vassal.lint.registry import check
from trc_module.vassal.traits.build import (
    PropertyChange,
    basic_piece,
    dynamic_property,
    layer,
    prototype,
    prototype_text,
    report,
    set_to,
    slot_text,
    trigger,
)
from trc_module.vassal.values import Key

Change = Callable[[SmallModule], None]

TOP = "GameModule[small]"
MAP = f"{TOP}/Map[Main Map]"
INF = f"{TOP}/PieceWindow[Counters]/PieceSlot[Infantry]"
UNIT = f"{TOP}/PrototypesContainer/PrototypeDefinition[Unit]"
SETUP = f"{TOP}/PredefinedSetup[Campaign]"


def findings(module: SmallModule, folder: Path) -> list[Finding]:
    if module.is_extension:
        (folder / "base").mkdir(exist_ok=True)
        with Archive(module.write(folder)) as archive, Archive(SmallModule().write(folder / "base")) as base:
            return lint(archive, base=base)
    with Archive(module.write(folder)) as archive:
        return lint(archive)


def text(old: str, new: str) -> Change:
    return lambda module: module.replace(old, new)


def added(component: str) -> Change:
    return lambda module: module.add(component)


def slot(*traits: Trait, basic: Trait | None = None, gpid: str = "5", name: str = "New") -> Change:
    """Add a slot; the traits are in the editor's order."""
    content = slot_text(traits, basic or basic_piece(name, gpid=gpid)).replace("&", "&amp;").replace("<", "&lt;")
    return added(
        f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="{gpid}">{content}</VASSAL.build.widget.PieceSlot>'
    )


def files(**changed: bytes) -> Change:
    return lambda module: module.files.update(
        {name.replace("__", "/").replace("_", "."): d for name, d in changed.items()}
    )


def both(*changes: Change) -> Change:
    def change(module: SmallModule) -> None:
        for one in changes:
            one(module)

    return change


def extending(*parts: str, **files: bytes) -> Change:
    """Make an extension of the small module, which is at hand beside it."""
    root = '<VASSAL.build.module.ModuleExtension module="small" version="1" nextPieceSlotId="100" vassalVersion="3.5.8">{}</VASSAL.build.module.ModuleExtension>'

    def change(module: SmallModule) -> None:
        module.build_file, module.is_extension = root.format("".join(parts)), True
        module.data_name, module.data = "extensiondata", Metadata("", "1", vassal_version="3.5.8")
        module.files = {f"images/{name}.gif": data for name, data in files.items()}

    return change


def element(target: str, *parts: str) -> str:
    return f'<VASSAL.build.module.ExtensionElement target="{target}">{"".join(parts)}</VASSAL.build.module.ExtensionElement>'


def palette_slot(name: str, *traits: Trait, image: str = "") -> str:
    content = slot_text(traits, basic_piece(name, image, gpid=f"ab:{name}"))
    return (
        f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="ab:{name}">{content}</VASSAL.build.widget.PieceSlot>'
    )


COUNTERS = "VASSAL.build.module.PieceWindow:Counters"


def setting(**values: object) -> Change:
    def change(module: SmallModule) -> None:
        for name, value in values.items():
            setattr(module, name, value)

    return change


def without_first_trait(module: SmallModule) -> None:
    del module.setup_traits[0]


NEW = f"{TOP}/PieceSlot[New]"
PROTOTYPE = '<VASSAL.build.module.PrototypeDefinition name="{}">{}</VASSAL.build.module.PrototypeDefinition>'

BROKEN: list[tuple[str, Change, str, str]] = [
    # code, change, severity and place, message
    (
        "VM101",
        text(CARD, "piece"),
        f"error {MAP}/DrawPile[Draw]/CardSlot[Card]",
        "its text is not a piece, which begins with '+/' and has an id, a type and a state",
    ),
    (
        "VM102",
        text("moveToFormat=", "movetoFormat="),
        f"warning {MAP}",
        "has no attribute 'movetoFormat', so VASSAL ignores it",
    ),
    (
        "VM102",
        text('text="More"', 'text="More" zebra="1"'),
        f"note {TOP}/ToolbarMenu",
        "has no attribute 'zebra', so VASSAL ignores it",
    ),
    (
        "VM103",
        text('width="400"', 'width="wide"'),
        f"error {MAP}/BoardPicker/Board[Plain]",
        "the attribute 'width' should be a whole number, not 'wide'",
    ),
    (
        "VM103",
        text('hotkey="65,130"', 'hotkey="Ctrl A"'),
        f"warning {MAP}/MassKeyCommand[All]",
        "the attribute 'hotkey' should be a key, not 'Ctrl A'",
    ),
    (
        "VM104",
        slot(Trait("delete;Take away;xx;")),
        f"error {NEW}, trait 1 (delete)",
        "delete: key should be a key, not 'xx'",
    ),
    (
        "VM105",
        added("<VASSAL.build.module.Nap/>"),
        f"note {TOP}/Nap",
        "VASSAL 3.7 has no component 'module.Nap' that this program knows",
    ),
    ("VM105", added("<my.own.Thing/>"), f"error {TOP}/Thing", "the class 'my.own.Thing' is not in the module"),
    ("VM106", slot(Trait("sing;la")), f"warning {NEW}, trait 1 (sing)", "VASSAL has no trait 'sing'"),
    ("VM111", slot(prototype("Uni")), f"error {NEW}, trait 1 (prototype)", "there is no prototype 'Uni'"),
    (
        "VM112",
        added(PROTOTYPE.format("Left", prototype_text([]))),
        f"note {TOP}/PrototypeDefinition[Left]",
        "no piece uses this prototype",
    ),
    (
        "VM113",
        both(
            added(PROTOTYPE.format("A", prototype_text([prototype("B")]))),
            added(PROTOTYPE.format("B", prototype_text([prototype("A")]))),
            slot(prototype("A")),
        ),
        f"error {TOP}/PrototypeDefinition[A]",
        "the prototype 'A' contains itself",
    ),
    (
        "VM114",
        added(PROTOTYPE.format("Unit", prototype_text([]))),
        f"warning {TOP}/PrototypeDefinition[Unit]",
        "there is another prototype 'Unit'",
    ),
    ("VM121", slot(gpid=""), f"warning {NEW}", "has no gpid"),
    (
        "VM121",
        slot(Trait.make("placemark", gpid="", command="Place")),
        f"warning {NEW}, trait 1 (placemark)",
        "has no gpid",
    ),
    ("VM122", slot(gpid="2"), f"error {NEW}", f"has the gpid 2 of {MAP}/SetupStack[Start]/PieceSlot[Mark]"),
    (
        "VM123",
        text('nextPieceSlotId="10"', 'nextPieceSlotId="3"'),
        f"warning {TOP}",
        "nextPieceSlotId is 3, but the highest gpid in use is 3",
    ),
    (
        "VM131",
        slot(trigger([Key.named("Nobody")], command="Call", key=Key.ctrl("X"))),
        f"warning {NEW}, trait 1 (macro)",
        "sends the key 'Nobody', which no piece hears",
    ),
    (
        "VM131",
        text('hotkey="65,130"', 'hotkey="90,130"'),
        f"warning {MAP}/MassKeyCommand[All]",
        "sends the key 'Ctrl+Z', which no piece hears",
    ),
    (
        "VM132",
        text('name="Roll" hotkey="68,520"', 'name="Roll" hotkey="999999,0"'),
        f"warning {TOP}/TurnTracker[Turn]/TurnGlobalHotkey[Roll]",
        "presses the hot key 'key 999999', which nothing in the module hears",
    ),
    (
        "VM132",
        text('name="Roll" hotkey="68,520"', 'name="Roll" hotkey="69,520"'),
        f"warning {TOP}/TurnTracker[Turn]/TurnGlobalHotkey[Roll]",
        "presses the hot key 'Alt+E', which nothing in the module hears",
    ),
    (
        "VM133",
        slot(Trait.make("clone", command="", key=Key.named("Double"))),
        f"warning {NEW}, trait 1 (clone)",
        "nothing sends the key 'Double', and the command has no menu text",
    ),
    (
        "VM133",
        added('<VASSAL.build.module.DiceButton name="Secret" text="" icon="" hotkey="57344,0,Secret"/>'),
        f"warning {TOP}/DiceButton[Secret]",
        "nothing presses the hot key 'Secret', and the button shows nothing",
    ),
    (
        "VM134",
        slot(report([Key.named("Sey")], "x")),
        f"warning {NEW}, trait 1 (report)",
        "waits for the key 'Sey', which nothing sends",
    ),
    (
        "VM141",
        slot(report([Key.ctrl("A")], "$Batle$")),
        f"warning {NEW}, trait 1 (report)",
        "asks for the property 'Batle', which nothing in the module defines",
    ),
    (
        "VM141",
        slot(report([Key.ctrl("A")], "$Horoscope$")),
        f"note {NEW}, trait 1 (report)",
        "asks for the property 'Horoscope', which nothing in the module defines",
    ),
    (
        "VM141",
        text('filter="{Side == &quot;A&quot;}"', 'filter="{side2 == &quot;A&quot;}"'),
        f"note {MAP}/MassKeyCommand[All]",
        "asks for the property 'side2', which nothing in the module defines",
    ),
    (
        "VM142",
        slot(Trait.make("setprop", name="BatleId", commands=r"go:71\,130:P\,1")),
        f"warning {NEW}, trait 1 (setprop)",
        "sets the global property 'BatleId', which nothing in the module defines",
    ),
    (
        "VM151",
        slot(basic=basic_piece("New", "Inf.gif", gpid=5)),
        f"error {NEW}, trait 1 (piece)",
        "the picture 'Inf.gif' is not in the module",
    ),
    (
        "VM151",
        slot(layer("L", ["nowhere.png"])),
        f"error {NEW}, trait 1 (emb2)",
        "the picture 'nowhere.png' is not in the module",
    ),
    ("VM152", files(images__old_gif=gif(1, 1)), "note images/old.gif", "nothing names this picture"),
    (
        "VM153",
        files(images__inf_gif=b"hello"),
        "error images/inf.gif",
        "is not a picture: it is neither PNG, JPEG, GIF, BMP nor SVG",
    ),
    ("VM153", files(images__inf_gif=gif(0, 7)), "error images/inf.gif", "has no size: 0 x 7 pixels"),
    (
        "VM154",
        both(files(images__map_gif=gif(20000, 6000)), text('width="400" height="300"', "")),
        "warning images/map.gif",
        "is 20000 x 6000 pixels large",
    ),
    ("VM154", files(images__inf_gif=gif(3000, 80)), "note images/inf.gif", "is 3000 x 80 pixels large"),
    (
        "VM155",
        text('width="400"', 'width="500"'),
        f"note {MAP}/BoardPicker/Board[Plain]",
        "says that its width is 500, but its picture's is 400",
    ),
    (
        "VM156",
        both(files(help_html=b""), files(images__help_gif=b"")),
        f"error {TOP}/Documentation/HelpFile",
        "the file 'help.html' is not in the module",
    ),
    (
        "VM161",
        text(
            "<VASSAL.build.module.map.MenuDisplayer/>\n<VASSAL.build.module.map.ForwardToKeyBuffer/>\n<VASSAL.build.module.map.Scroller/>",
            "<VASSAL.build.module.map.ForwardToKeyBuffer/>\n<VASSAL.build.module.map.Scroller/>",
        ),
        f"error {MAP}",
        "has no MenuDisplayer, so a right click opens no menu",
    ),
    (
        "VM162",
        text("<VASSAL.build.module.map.StackExpander/>", ""),
        f"note {MAP}",
        "has no StackExpander, so a double click does not open a stack",
    ),
    (
        "VM163",
        text(
            '<VASSAL.build.module.PrivateMap mapName="Axis plans" side="Axis">',
            '<VASSAL.build.module.PrivateMap mapName="Axis plans" side="Axis"><VASSAL.build.module.map.SetupStack name="Early"/>',
        ),
        f"warning {TOP}/PrivateMap[Axis plans]",
        "its BoardPicker comes after its first SetupStack",
    ),
    (
        "VM164",
        added(
            '<VASSAL.build.module.Map mapName="Empty"><VASSAL.build.module.map.BoardPicker/></VASSAL.build.module.Map>'
        ),
        f"error {TOP}/Map[Empty]",
        "has no board",
    ),
    (
        "VM165",
        text("<VASSAL.build.module.map.boardPicker.board.SquareGrid/>", ""),
        f"note {TOP}/PrivateMap[Axis plans]/BoardPicker/Board[Plans]",
        "has no grid, so its places have no names",
    ),
    (
        "VM166",
        text("<VASSAL.build.module.map.Zoomer/>", "<VASSAL.build.module.map.Zoomer/>" * 2),
        f"warning {MAP}",
        "has 2 Zoomers",
    ),
    (
        "VM167",
        text('mapName="Axis plans"', 'mapName="Main Map"'),
        f"error {TOP}/PrivateMap[Main Map]",
        "there is another map 'Main Map'",
    ),
    (
        "VM171",
        text('name="Start" owningBoard="Plain"', 'name="Start" owningBoard="Plane"'),
        f"error {MAP}/SetupStack[Start]",
        "its board 'Plane' is not among the map's",
    ),
    (
        "VM172",
        text('x="100" y="100"', 'x="401" y="100"'),
        f"warning {MAP}/SetupStack[Start]",
        "lies at 401, 100, but its board is 400 x 300 pixels large",
    ),
    (
        "VM173",
        slot(Trait.make("return", select=False, deck="Drow", command="Discard")),
        f"error {NEW}, trait 1 (return)",
        "there is no deck 'Drow'",
    ),
    (
        "VM174",
        slot(Trait.make("sendto", command="Go", destination="R", map="Main Map", region="Moscow")),
        f"error {NEW}, trait 1 (sendto)",
        "there is no region 'Moscow'",
    ),
    (
        "VM174",
        slot(Trait.make("sendto", command="Go", map="Mian Map")),
        f"error {NEW}, trait 1 (sendto)",
        "there is no map 'Mian Map'",
    ),
    ("VM175", text('side="Axis"', 'side="Axes"'), f"warning {TOP}/PrivateMap[Axis plans]", "there is no side 'Axes'"),
    (
        "VM175",
        slot(Trait.make("restrict", sides=("Axis", "Sowjet"))),
        f"warning {NEW}, trait 1 (restrict)",
        "there is no side 'Sowjet'",
    ),
    (
        "VM176",
        text('menuItems="Die"', 'menuItems="Die,Dice"'),
        f"warning {TOP}/ToolbarMenu",
        "no button shows the text 'Dice'",
    ),
    ("VM181", text("campaign.vsav", "campain.vsav"), f"error {SETUP}", "the file 'campain.vsav' is not in the module"),
    (
        "VM182",
        files(campaign_vsav=b"PK nothing"),
        f"error {SETUP}",
        "'campaign.vsav' cannot be read: 'PATH/campaign.vsav' is not a complete zip archive, which every VASSAL file is: copy or download it again",
    ),
    (
        "VM183",
        setting(setup_basic=basic_piece("Infantry", "inf.gif", gpid=9, map="Main Map", x=60, y=60)),
        f"warning {SETUP} ('campaign.vsav', piece 'Infantry')",
        "has the gpid 9, which no slot has",
    ),
    (
        "VM184",
        setting(setup_basic=basic_piece("Cavalry", "inf.gif", gpid=1, map="Main Map", x=60, y=60)),
        f"warning {SETUP} ('campaign.vsav', piece 'Cavalry')",
        "its slot with the gpid 1 is called 'Infantry'",
    ),
    (
        "VM184",
        without_first_trait,
        f"warning {SETUP} ('campaign.vsav', piece 'Infantry')",
        "has the trait 'piece' where its slot has 'markmoved'",
    ),
    (
        "VM185",
        setting(setup_basic=basic_piece("Infantry", "inf.gif", gpid=1, map="Old Map", x=60, y=60)),
        f"error {SETUP} ('campaign.vsav')",
        "pieces lie on the map 'Old Map', which does not exist",
    ),
    (
        "VM185",
        setting(setup_board="Hills"),
        f"error {SETUP} ('campaign.vsav')",
        "the map 'Main Map' has no board 'Hills'",
    ),
    (
        "VM186",
        setting(setup_module=Metadata("large", "1.0")),
        f"warning {SETUP} ('campaign.vsav')",
        "belongs to the module 'large'",
    ),
    (
        "VM186",
        setting(setup_module=Metadata("small", "0.9")),
        f"note {SETUP} ('campaign.vsav')",
        "was saved with version 0.9",
    ),
    (
        "VM191",
        setting(build_file_name="buildFile"),
        "error moduledata",
        "for VASSAL 3.5.8 the build file should be called 'buildFile.xml'",
    ),
    ("VM192", setting(data=None), "warning moduledata", "is not in the module"),
    (
        "VM193",
        setting(data=Metadata("small", "1.1", vassal_version="3.5.8")),
        "warning moduledata",
        "says the version '1.1', the build file '1.0'",
    ),
    (
        "VM194",
        setting(data=Metadata("small", "1.0", vassal_version="2.9.9"), build_file_name="buildFile"),
        f"note {TOP}",
        "is for VASSAL 2.9.9",
    ),
    (
        "VM195",
        slot(Trait.make("cmt", text="a note")),
        f"warning {NEW}, trait 1 (cmt)",
        "the trait 'cmt' needs VASSAL 3.7",
    ),
    (
        "VM195",
        slot(Trait.make("markmoved", image="moved.gif", ignore_same_location=True)),
        f"warning {NEW}, trait 1 (markmoved)",
        "the field 'ignore_same_location' needs VASSAL 3.7",
    ),
    (
        "VM157",
        lambda module: module.files.update({"images\\new.gif": gif(9, 9)}),
        "error images\\new.gif",
        "is not found by VASSAL, which looks for 'images/new.gif'",
    ),
    (
        "VM107",
        slot(Trait.make("calcProp", name="Sum", expression="{CF + }")),
        f"error {NEW}, trait 1 (calcProp)",
        "the field 'expression' lacks an operand at its end: {CF + }",
    ),
    (
        "VM107",
        slot(trigger([Key.ctrl("N")], command="Go", when="{CF > 3")),
        f"error {NEW}, trait 1 (macro)",
        "the field 'filter' begins with a brace that nothing closes: {CF > 3",
    ),
    (
        "VM107",
        slot(trigger([Key.ctrl("N")], command="Go", when='{Side = "A"}')),
        f"warning {NEW}, trait 1 (macro)",
        "the field 'filter' assigns with '=': {Side = \"A\"}",
    ),
    (
        "VM107",
        slot(dynamic_property("Battle", "0", [PropertyChange(Key.ctrl("N"), set_to("{BattleId + (1}"), "Next")])),
        f"error {NEW}, trait 1 (PROP)",
        "the field 'commands' lacks a ')' at its end: {BattleId + (1}",
    ),
    (
        "VM107",
        slot(report((Key.ctrl("N"),), '{"now " CF}')),
        f"error {NEW}, trait 1 (report)",
        "the field 'format' goes on where it should be over, at 'CF': {\"now \" CF}",
    ),
    (
        "VM107",
        text('filter="{Side == &quot;A&quot;}"', 'filter="{Side == A&quot;}"'),
        f"error {MAP}/MassKeyCommand[All]",
        "the attribute 'filter' has a text that does not end, or a backslash in it that means nothing, at '\"': {Side == A\"}",
    ),
    ("VM108", slot(Trait("obs;77,130")), f"error {NEW}, trait 1 (obs)", "lacks the field 'image'"),
    ("VM108", slot(Trait("submenu;More")), f"error {NEW}, trait 1 (submenu)", "lacks the field 'commands'"),
    ("VM108", slot(Trait("placemark;Place;77,130")), f"error {NEW}, trait 1 (placemark)", "lacks the field 'piece'"),
    (
        "VM201",
        extending(element(COUNTERS)),
        "error ModuleExtension, part 1",
        "is an empty ExtensionElement, so VASSAL cannot open the module with it",
    ),
    (
        "VM201",
        extending(element(COUNTERS, palette_slot("A"), palette_slot("B"))),
        "error ModuleExtension, part 1",
        "holds 2 parts, of which VASSAL takes the first: not PieceSlot[B]",
    ),
    (
        "VM201",
        extending(element(COUNTERS, palette_slot("A")), palette_slot("B")),
        "error ModuleExtension, part 2",
        "the PieceSlot stands in no ExtensionElement",
    ),
    (
        "VM202",
        extending(element("VASSAL.build.module.ChartWindow:Charts", palette_slot("A"))),
        "error ModuleExtension/ExtensionElement",
        "belongs to 'VASSAL.build.module.ChartWindow:Charts', which the module has not",
    ),
    (
        "VM202",
        extending(element("VASSAL.build.module.PieceWindow:Pieces", palette_slot("A"))),
        "warning ModuleExtension/ExtensionElement",
        f"belongs to 'VASSAL.build.module.PieceWindow:Pieces', which the module has not; {TOP}/PieceWindow[Counters] gets it",
    ),
    # Beside its module an extension is asked for what it lacks.
    (
        "VM111",
        extending(element(COUNTERS, palette_slot("A", prototype("Nobody")))),
        "error ModuleExtension/ExtensionElement/PieceSlot[A], trait 1 (prototype)",
        "there is no prototype 'Nobody'",
    ),
    (
        "VM151",
        extending(element(COUNTERS, palette_slot("A", image="nowhere.gif"))),
        "error ModuleExtension/ExtensionElement/PieceSlot[A], trait 1 (piece)",
        "the picture 'nowhere.gif' is not in the module",
    ),
    (
        "VM152",
        extending(element(COUNTERS, palette_slot("A", image="a.gif")), a=gif(9, 9), left=gif(9, 9)),
        "note images/left.gif",
        "nothing names this picture",
    ),
]


@pytest.mark.parametrize(("code", "change", "place", "message"), BROKEN, ids=[f"{c}-{m[:40]}" for c, _, _, m in BROKEN])
def test_a_mistake_is_found(code: str, change: Change, place: str, message: str, tmp_path: Path) -> None:
    module = SmallModule()
    change(module)
    found = [f for f in findings(module, tmp_path) if f.code == code]
    told = [(f"{f.severity.value} {f.place}", re.sub(r"'/[^']*/small.vmod", "'PATH", f.message)) for f in found]
    assert (place, message) in told


EXTENSION = (
    '<VASSAL.build.module.ModuleExtension module="small" version="1" nextPieceSlotId="1"><VASSAL.build.module.ExtensionElement target="">'
    '<VASSAL.build.widget.PieceSlot entryName="New" gpid="ab:0">{}</VASSAL.build.widget.PieceSlot>'
    "</VASSAL.build.module.ExtensionElement></VASSAL.build.module.ModuleExtension>"
)
FROM_THE_MODULE = slot_text(
    [prototype("Elsewhere"), report([Key.named("Hear")], "$Horoscope$"), trigger([Key.named("Far")], command="Go")],
    basic_piece("New", "of-the-module.png"),
)

SOUND: list[tuple[tuple[str, ...], Change]] = [
    # codes that might be taken for found here, change
    ((), lambda module: None),
    (("VM157",), lambda module: module.files.update({"images/a b (new).gif": gif(9, 9)})),
    # Expressions that BeanShell reads, and texts with braces that are none.
    (
        ("VM107",),
        both(
            slot(
                Trait.make("calcProp", name="Sum", expression='{CF > 3 ? SumStack("CF") : GetProperty("x y")}'),
                report((Key.ctrl("N"),), "{open and $CF$"),
                trigger([Key.ctrl("N")], command="Go", when="{CF==1 && $Side$ != 3}"),
                dynamic_property("Battle", "0", [PropertyChange(Key.ctrl("M"), set_to("{BattleId+1}"), "Next")]),
                Trait.make("label", text="{CF}", command="{no expression}"),
            ),
            text('filter="{Side == &quot;A&quot;}"', 'filter="Side = A"'),
        ),
    ),
    (("VM108",), slot(Trait("obs;77,130;inf.gif"), Trait("submenu;More;"), Trait("sendto;"), Trait("delete"))),
    # An extension whose parts lie where they belong, with what its module has.
    (
        ("VM201", "VM202", "VM111", "VM151", "VM152"),
        extending(
            element(COUNTERS, palette_slot("A", prototype("Unit"), image="inf.gif")),
            element("", '<VASSAL.build.module.DiceButton name="D"/>'),
            element("VASSAL.build.module.PrototypesContainer", PROTOTYPE.format("Mine", prototype_text([]))),
            element(COUNTERS, palette_slot("B", prototype("Mine"), image="b.gif")),
            b=gif(9, 9),
        ),
    ),
    # VASSAL's own pictures; a name with an accent, of which macOS makes two signs in a file's name.
    (
        ("VM151", "VM152"),
        both(
            added(
                '<VASSAL.build.module.Documentation><VASSAL.build.module.documentation.AboutScreen fileName="Splash.png"/></VASSAL.build.module.Documentation>'
            ),
            text('mapName="Main Map"', 'mapName="Main Map" markUnmovedIcon="unmoved.gif" icon="die"'),
            slot(basic=basic_piece("New", "f\u00fcr.gif", gpid=5)),
            lambda module: module.files.update({"images/fu\u0308r.gif": gif(9, 9)}),
        ),
    ),
    (("VM181",), added('<VASSAL.build.module.PredefinedSetup name="Empty map" useFile="true" isMenu="false"/>')),
    # Attributes that older versions wrote and the engine still reads.
    (
        ("VM102", "VM103"),
        both(
            text("<VASSAL.build.module.map.Zoomer/>", '<VASSAL.build.module.map.Zoomer factor="1.5" max="4"/>'),
            added('<VASSAL.build.module.GlobalOptions specifyExtensionDirInPrefs="true"/>'),
        ),
    ),
    # Sources of classes: whoever compiles them has the traits and components.
    (
        ("VM105", "VM106"),
        both(
            slot(Trait("mine;1")),
            added("<my.Thing/>"),
            lambda module: module.files.update({"src/my/Thing.java": b"class Thing"}),
        ),
    ),
    (
        ("VM195",),
        both(
            setting(data=Metadata("small", "1.0", vassal_version="3.6.6")),
            slot(
                Trait("button;65,130;0;0;40;40;Go;false;false;1;3;0;0;40;0;40;40"),
                Trait("obs;77,130;inf.gif;Mask;I;?;player:;Peek;;false;78,130;{x}"),
            ),
        ),
    ),
    # Defaults, values of other letters, classes that the module brings.
    (("VM102", "VM103"), text('height="300"', 'height="300" reversible="TRUE"')),
    (
        ("VM105", "VM106"),
        both(
            added("<my.own.Thing colour='x'/>"),
            slot(Trait("sing;la")),
            lambda m: m.files.update({"my/own/Thing.class": b"x"}),
        ),
    ),
    # An empty slot is none yet; a field that is left out has its default.
    (("VM101", "VM104"), both(added('<VASSAL.build.widget.PieceSlot entryName="E" gpid="7"/>'), slot(Trait("delete")))),
    (
        ("VM111", "VM112", "VM113", "VM114"),
        both(
            added(PROTOTYPE.format("A", prototype_text([prototype("B")]))),
            added(PROTOTYPE.format("B", prototype_text([]))),
            slot(prototype("A")),
        ),
    ),
    # Numbers of extensions have a prefix.
    (
        ("VM121", "VM122", "VM123"),
        both(slot(gpid="ab:1"), slot(Trait.make("placemark", gpid="8", command="Place"), gpid="9", name="Other")),
    ),
    # A key in Java's older form of modifiers; a piece's old letter; a key that a class may hear.
    (("VM131",), text('hotkey="65,130"', 'hotkey="65,2"')),
    # A key without a code is none; one beyond all of Unicode is a key like any other.
    (("VM132",), text('name="Roll" hotkey="68,520"', 'name="Roll" hotkey="0,0"')),
    (
        ("VM131", "VM134"),
        both(
            slot(trigger([Key.ctrl("C")], command="Copy", key=Key.ctrl("X"))),
            slot(basic=Trait("piece;C;;;Old", "null;0;0;6;0"), gpid="6", name="Old"),
        ),
    ),
    (
        ("VM131", "VM132"),
        both(
            slot(trigger([Key.named("Nobody")], command="Call", key=Key.ctrl("X"))),
            added("<VASSAL.build.module.map.MapShader note='Nobody'/>"),
        ),
    ),
    (
        ("VM133",),
        slot(
            Trait.make("clone", command="", key=Key.ctrl("K")),
            Trait.make("delete", command="", key=Key.named("Go")),
            trigger([Key.named("Go")], command="Away", key=Key.ctrl("W")),
        ),
    ),
    (("VM134",), slot(report([Key.named("Say")], "x"))),
    # Properties: of dice and turns, from expressions in texts, called functions, words of the language, texts in dollars.
    (("VM141",), slot(report([Key.ctrl("A")], "$Die_result$ $Turn$ $Step_Level$ $LocationName$ $PlayerSide$ 5$ a 6$"))),
    (
        ("VM141",),
        slot(
            Trait.make(
                "calcProp", name="Sum", expression='{SumStack("CF")+SumMap("CF","{Battle==\\"1\\"}")+Math.max(2, CF)}'
            ),
            Trait.make(
                "calcProp", name="Odd", expression='{if (Side.equals("A")) return 1; else return GetProperty("CF");}'
            ),
        ),
    ),
    (("VM141",), text('filter="{Side == &quot;A&quot;}"', 'filter="Side = A &amp;&amp; CF != 4"')),
    (("VM142",), slot(Trait.make("setprop", name="BattleId", commands=r"go:71\,130:P\,1"))),
    # Pictures: the engine's own, without an ending, of a page, of a label's text, made up at play.
    (
        ("VM151",),
        both(
            slot(basic=basic_piece("New", "/images/die.gif", gpid=5)),
            slot(layer("L", ["inf", ""]), gpid="6", name="Other"),
        ),
    ),
    (
        ("VM152",),
        both(
            files(images__label_gif=gif(1, 1)),
            slot(Trait.make("label", command="Text", text="<html><img src='label.gif'></html>")),
        ),
    ),
    (("VM151",), slot(layer("L", [" ", ""]))),
    (("VM153", "VM154", "VM155"), files(images__inf_gif=gif(2000, 90))),
    (("VM156",), text('fileName="help.html" fileType="archive"', 'fileName="/help/Intro.html" fileType="resource"')),
    (("VM161", "VM162", "VM164"), added('<VASSAL.build.module.PlayerHand mapName="Hand" side="Axis"/>')),
    # A part of the module's own, which may be the one that is missing.
    (
        ("VM161",),
        both(
            text(
                "<VASSAL.build.module.map.PieceMover/>\n<VASSAL.build.module.map.KeyBufferer/>\n<VASSAL.build.module.map.MenuDisplayer/>\n<VASSAL.build.module.map.ForwardToKeyBuffer/>\n<VASSAL.build.module.map.Scroller/>",
                "<own.Mover/>",
            ),
            files(own__Mover_class=b"x"),
        ),
    ),
    (("VM163", "VM165", "VM166", "VM167"), text('name="Plans" width', 'name="Plain" width')),
    (("VM171", "VM172"), text('name="Start" owningBoard="Plain" x="100"', 'name="Start" owningBoard="null" x="400"')),
    (
        ("VM173",),
        slot(
            Trait.make("return", select=True, deck="", command="Return"),
            Trait.make("return", select=False, deck="Deck0", command="To the first"),
        ),
    ),
    (("VM174",), slot(Trait.make("sendto", command="Go", destination="Z", map="{CurrentMap}", zone="$Side$ pool"))),
    (("VM175",), slot(Trait.make("restrict", sides=("Axis",)), Trait.make("hide", access="sides:Axis:Soviet"))),
    (("VM176",), text('menuItems="Die"', 'menuItems="Die,Counters,All attack"')),
    (
        ("VM181",),
        added(
            '<VASSAL.build.module.PredefinedSetup name="New game" useFile="false"/><VASSAL.build.module.PredefinedSetup name="More" isMenu="true"/>'
        ),
    ),
    # Numbers inside a piece that a trait places, at which the engine does not look.
    (
        ("VM121", "VM122"),
        slot(
            Trait.make(
                "placemark",
                gpid="8",
                piece=slot_text(
                    [Trait.make("placemark", gpid="1"), Trait.make("replace", gpid="")], basic_piece("In", gpid=8)
                ),
            )
        ),
    ),
    # Offsets by expressions, empty fields, a deck that begins face up, attributes and components that files have.
    (
        ("VM104",),
        slot(Trait.make("placemark", gpid="8", x_offset="{Width * 2}"), Trait("footprint;84,130;Trail;;;;;;;;;;")),
    ),
    (
        ("VM102",),
        text(
            '<VASSAL.build.module.map.BoardPicker>\n<VASSAL.build.module.map.boardPicker.Board name="Plain" image',
            '<VASSAL.build.module.map.BoardPicker addRowText="Row" addColumnText="Column">\n<VASSAL.build.module.map.boardPicker.Board name="Plain" image',
        ),
    ),
    (
        ("VM102", "VM105"),
        added(
            '<VASSAL.build.module.properties.ListScenarioProperty name="x" options="a"/><VASSAL.build.module.properties.BooleanScenarioProperty name="y"/>'
        ),
    ),
    (
        ("VM172",),
        added(
            '<VASSAL.build.module.PlayerHand mapName="Hand" side="Axis"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="H" width="50" height="50"/></VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.DrawPile name="Hand" owningBoard="H" x="90" y="20"/></VASSAL.build.module.PlayerHand>'
        ),
    ),
    (
        ("VM172",),
        both(
            text('name="Start" owningBoard="Plain" x="100"', 'name="Start" owningBoard="Plain" x="450"'),
            text(
                "</VASSAL.build.module.map.boardPicker.Board>\n</VASSAL.build.module.map.BoardPicker>\n<VASSAL.build.module.map.StackMetrics/>",
                '</VASSAL.build.module.map.boardPicker.Board>\n<VASSAL.build.module.map.boardPicker.Board name="East" width="400" height="300"/></VASSAL.build.module.map.BoardPicker>\n<VASSAL.build.module.map.StackMetrics/>',
            ),
        ),
    ),
    (
        ("VM195",),
        both(
            setting(data=Metadata("small", "1.0", vassal_version="3.6.9")),
            slot(Trait.make("label", always_use_format=True), Trait.make("button", whole_shape=True, version="1")),
        ),
    ),
    # Fields that another version of the engine wrote as well, at their defaults.
    (
        ("VM182", "VM183", "VM184", "VM185"),
        lambda m: m.setup_traits.__setitem__(0, Trait("markmoved;moved.gif;0;0;Mark Moved;77,130;", "false")),
    ),
    (("VM186",), setting(setup_module=Metadata("small", "1.0", vassal_version="3.7.2"))),
    (
        ("VM191", "VM194"),
        both(setting(data=Metadata("small", "1.0", vassal_version="3.4.9"), build_file_name="buildFile")),
    ),
    (("VM192", "VM193"), setting(data=Metadata("small", "", vassal_version="3.5.8"))),
    (
        ("VM195",),
        both(setting(data=Metadata("small", "1.0", vassal_version="3.7.0")), slot(Trait.make("cmt", text="a note"))),
    ),
]


@pytest.mark.parametrize(("codes", "change"), SOUND, ids=["-".join(codes) or "small" for codes, _ in SOUND])
def test_what_is_sound_is_not_called_a_mistake(codes: tuple[str, ...], change: Change, tmp_path: Path) -> None:
    module = SmallModule()
    change(module)
    assert [str(f) for f in findings(module, tmp_path) if f.code in codes or not codes] == []


def test_a_deck_may_begin_face_up_by_the_menu() -> None:
    assert list(Trait.make("deck", face_down="MenuDefaultUp").problems("here")) == []


def test_an_extension_may_use_what_only_the_module_has(tmp_path: Path) -> None:
    module = SmallModule(build_file=EXTENSION.format(FROM_THE_MODULE), data=Metadata("", "1", vassal_version="3.5.8"))
    module.data_name, module.files = "extensiondata", {}
    assert [str(finding) for finding in findings(module, tmp_path)] == []


def test_every_check_has_a_test_that_breaks_it_and_one_that_does_not() -> None:
    # Archives of two faces are made, and sound ones, in tests/vassal/test_two_faced.py.
    elsewhere = {"VM159"}
    assert {code for code, *_ in BROKEN} == set(CHECKS) - elsewhere
    assert {code for codes, _ in SOUND for code in codes} == set(CHECKS) - elsewhere


def test_a_finding_says_where_what_and_how_to_mend_it(tmp_path: Path) -> None:
    module = SmallModule()
    slot(basic=basic_piece("New", "Inf.gif", gpid=5))(module)
    assert [str(finding) for finding in findings(module, tmp_path)] == [
        "VM151 error: GameModule[small]/PieceSlot[New], trait 1 (piece): the picture 'Inf.gif' is not in the module. "
        "Write 'inf.gif': upper and lower case count."
    ]


def test_errors_come_first(tmp_path: Path) -> None:
    module = SmallModule()
    module.files["images/old.gif"] = gif(1, 1)
    slot(prototype("Uni"), gpid="")(module)
    assert [(f.code, f.severity) for f in findings(module, tmp_path)] == [
        ("VM111", Severity.ERROR),
        ("VM121", Severity.WARNING),
        ("VM152", Severity.NOTE),
    ]


def test_checks_are_chosen_by_the_beginnings_of_their_codes() -> None:
    assert {one.code for one in chosen(["VM12"])} == {"VM121", "VM122", "VM123"}
    assert {one.code for one in chosen(["VM12", "VM111"], ["VM122"])} == {"VM111", "VM121", "VM123"}
    assert len(chosen(ignore=["VM19"])) == len([code for code in CHECKS if not code.startswith("VM19")])
    with pytest.raises(UserError, match="no check 'VM99'"):
        chosen(["VM99"])


def test_a_code_and_a_name_belong_to_one_check() -> None:
    known = next(iter(CHECKS.values()))
    for code, name in ((known.code, "another"), ("VM999", known.name)):
        with pytest.raises(ValueError, match="two checks"):
            check(code, name, Severity.NOTE, about="", advice="")(known.run)
    assert len(CHECKS) == len({replace(one, code="") for one in CHECKS.values()})


def test_the_infantry_of_the_small_module_is_what_the_tests_take_it_for() -> None:
    assert INFANTRY.startswith("+/null/emb2;")


def test_an_extension_may_use_traits_that_classes_of_the_module_read(tmp_path: Path) -> None:
    own = slot_text([Trait("sing;la")], basic_piece("New", gpid=5))
    module = SmallModule(build_file=EXTENSION.format(own), data=Metadata("", "1", vassal_version="3.5.8"))
    module.data_name, module.files = "extensiondata", {}
    assert [str(finding) for finding in findings(module, tmp_path) if finding.code == "VM106"] == []
