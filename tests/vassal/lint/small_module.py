"""A small module without fault, as texts that a test changes one of."""

# ruff: noqa: E501  (XML and the messages about it are easier to read uncut)

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from trc_module.vassal import Entry, GameSetup, Metadata, Stack, Trait, write_archive, write_saved_game
from trc_module.vassal.commands import PlacedBoard, SetBoards
from trc_module.vassal.traits.build import (
    PropertyChange,
    basic_piece,
    dynamic_property,
    layer,
    marker,
    piece,
    prototype,
    prototype_text,
    report,
    set_global_property,
    set_to,
    slot_text,
    trigger,
)
from trc_module.vassal.values import Key

VERSION = "3.5.8"
# One pixel of red, as GIF.
PIXEL = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00!\xf9\x04\x00\x00\x00\x00\x00"
    b",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


def gif(width: int, height: int) -> bytes:
    """Return a picture that says it is so large."""
    return PIXEL[:6] + width.to_bytes(2, "little") + height.to_bytes(2, "little") + PIXEL[10:]


UNIT_TRAITS = [
    Trait.make("markmoved", image="moved.gif", set_command=""),
    Trait.make(
        "sendto", command="Eliminate", key=Key.ctrl("E"), destination="Z", map="Main Map", zone="Pool", board="Plain"
    ),
    dynamic_property("Battle", "0", [PropertyChange(Key.named("SetBattle"), set_to("{BattleId}"))]),
    report((Key.named("Say"),), "$BasicName$ joins battle $Battle$ on turn $Turn$"),
    trigger(
        (Key.named("SetBattle"), Key.named("Say")), command="Attack", key=Key.ctrl("A"), when='{CF > 0 && Side=="A"}'
    ),
    set_global_property("BattleId", [PropertyChange(Key.ctrl("N"), set_to("{BattleId+1}"), "Next battle")]),
]
TRAITS = [prototype("Unit"), marker(CF="4", Side="A"), layer("Step", ("inf-back.gif", ""), names=("+ (half)", ""))]
INFANTRY = slot_text(TRAITS, basic_piece("Infantry", "inf.gif", gpid=1))
MARKER = slot_text([Trait.make("delete")], basic_piece("Mark", gpid=2))
CARD = slot_text([Trait.make("return", select=False, deck="Draw", command="Discard")], basic_piece("Card", gpid=3))

BUILD_FILE = f"""\
<VASSAL.build.GameModule name="small" version="1.0" VassalVersion="{VERSION}" nextPieceSlotId="10">
<VASSAL.build.module.BasicCommandEncoder/>
<VASSAL.build.module.Documentation>
<VASSAL.build.module.documentation.HelpFile title="Help" fileName="help.html" fileType="archive"/>
</VASSAL.build.module.Documentation>
<VASSAL.build.module.PlayerRoster buttonText="Retire"><entry>Axis</entry><entry>Soviet</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.properties.GlobalProperties>
<VASSAL.build.module.properties.GlobalProperty name="BattleId" initialValue="1"/>
</VASSAL.build.module.properties.GlobalProperties>
<VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.PrototypeDefinition name="Unit">{prototype_text(UNIT_TRAITS).replace(">", "&gt;").replace("&&", "&amp;&amp;")}</VASSAL.build.module.PrototypeDefinition>
</VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.Map mapName="Main Map" moveToFormat="$pieceName$ moves to $location$">
<VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Plain" image="map.gif" width="400" height="300">
<VASSAL.build.module.map.boardPicker.board.ZonedGrid>
<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Pool" path="0,0;50,0;50,50;0,50"/>
</VASSAL.build.module.map.boardPicker.board.ZonedGrid>
</VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.StackMetrics/>
<VASSAL.build.module.map.PieceMover/>
<VASSAL.build.module.map.KeyBufferer/>
<VASSAL.build.module.map.MenuDisplayer/>
<VASSAL.build.module.map.ForwardToKeyBuffer/>
<VASSAL.build.module.map.Scroller/>
<VASSAL.build.module.map.MapCenterer/>
<VASSAL.build.module.map.StackExpander/>
<VASSAL.build.module.map.CounterDetailViewer/>
<VASSAL.build.module.map.Zoomer/>
<VASSAL.build.module.map.DrawPile name="Draw" owningBoard="Plain" x="60" y="60">
<VASSAL.build.widget.CardSlot entryName="Card" gpid="3">{CARD}</VASSAL.build.widget.CardSlot>
</VASSAL.build.module.map.DrawPile>
<VASSAL.build.module.map.SetupStack name="Start" owningBoard="Plain" x="100" y="100">
<VASSAL.build.widget.PieceSlot entryName="Mark" gpid="2">{MARKER}</VASSAL.build.widget.PieceSlot>
</VASSAL.build.module.map.SetupStack>
<VASSAL.build.module.map.MassKeyCommand name="All" buttonText="All attack" hotkey="65,130" filter="{{Side == &quot;A&quot;}}"/>
</VASSAL.build.module.Map>
<VASSAL.build.module.PrivateMap mapName="Axis plans" side="Axis">
<VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Plans" width="200" height="200"><VASSAL.build.module.map.boardPicker.board.SquareGrid/></VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.PieceMover/>
<VASSAL.build.module.map.KeyBufferer/>
<VASSAL.build.module.map.MenuDisplayer/>
<VASSAL.build.module.map.ForwardToKeyBuffer/>
</VASSAL.build.module.PrivateMap>
<VASSAL.build.module.turn.TurnTracker name="Turn" nexthotkey="116,0">
<VASSAL.build.module.turn.CounterTurnLevel property="Turn"/>
<VASSAL.build.module.turn.TurnGlobalHotkey name="Roll" hotkey="68,520"/>
</VASSAL.build.module.turn.TurnTracker>
<VASSAL.build.module.DiceButton name="Die" text="Die" hotkey="68,520" reportFormat="$name$ = $result$ &lt;$PlayerSide$&gt;"/>
<VASSAL.build.module.ToolbarMenu text="More" menuItems="Die"/>
<VASSAL.build.module.PieceWindow name="Counters" text="Counters">
<VASSAL.build.widget.PieceSlot entryName="Infantry" gpid="1">{INFANTRY}</VASSAL.build.widget.PieceSlot>
</VASSAL.build.module.PieceWindow>
<VASSAL.build.module.PredefinedSetup name="Campaign" file="campaign.vsav" useFile="true" isMenu="false"/>
</VASSAL.build.GameModule>
"""

INFANTRY_ON_MAP = [*UNIT_TRAITS, *TRAITS[1:]]


@dataclass
class SmallModule:
    """The module's texts and files; a test changes them and writes the module."""

    build_file: str = BUILD_FILE
    build_file_name: str = "buildFile.xml"
    data_name: str = "moduledata"
    data: Metadata | None = field(default_factory=lambda: Metadata("small", "1.0", vassal_version=VERSION))
    setup_module: Metadata = field(default_factory=lambda: Metadata("small", "1.0", vassal_version=VERSION))
    files: dict[str, bytes] = field(
        default_factory=lambda: {
            "help.html": b"<img src='images/help.gif'>",
            "images/map.gif": gif(400, 300),
            "images/inf.gif": gif(80, 80),
            "images/inf-back.gif": gif(80, 80),
            "images/moved.gif": gif(20, 20),
            "images/help.gif": gif(20, 20),
        }
    )
    setup_traits: list[Trait] = field(default_factory=lambda: list(INFANTRY_ON_MAP))
    setup_basic: Trait = field(
        default_factory=lambda: basic_piece("Infantry", "inf.gif", gpid=1, map="Main Map", x=60, y=60)
    )
    setup_board: str = "Plain"
    is_extension: bool = False
    """Whether it is an extension of the small module as it stands above."""

    def replace(self, old: str, new: str) -> None:
        """Change the build file at the only place where it says `old`."""
        assert self.build_file.count(old) == 1, (old, self.build_file.count(old))
        self.build_file = self.build_file.replace(old, new)

    def add(self, inside: str) -> None:
        """Add components at the end of the module."""
        self.build_file = self.build_file.replace("</VASSAL.build.GameModule>", f"{inside}</VASSAL.build.GameModule>")

    def write(self, folder: Path) -> Path:
        """Write the module and return its path."""
        save = folder / "campaign.vsav"
        setup = GameSetup(
            (piece("11", self.setup_traits, self.setup_basic),),
            (Stack("12", self.setup_basic.state.partition(";")[0], 60, 60, ("11",), 1),),
            boards=(SetBoards("Main Map", (PlacedBoard(self.setup_board),)),),
        )
        write_saved_game(
            save,
            setup.commands(),
            save_data=Metadata(version="1.0", vassal_version=VERSION),
            module_data=self.setup_module,
        )
        entries = [Entry(self.build_file_name, self.build_file.encode())]
        if self.data:
            entries.append(Entry(self.data_name, self.data.encode()))
        files = {"campaign.vsav": save.read_bytes()} | self.files
        path = folder / "small.vmod"
        write_archive(path, [*entries, *(Entry(name, data) for name, data in files.items() if data)])
        return path
