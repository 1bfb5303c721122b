"""Lines of pieces, commands and build files: whatever is written comes back to the letter."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from trc_module.vassal import Color, FormatError, Key, Trait, sequence
from trc_module.vassal.buildfile import parse_build_file
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    Chat,
    Group,
    LogCommand,
    MovePiece,
    NullCommand,
    decode_commands,
    encode_commands,
)
from trc_module.vassal.exploded.commands import game_lines, game_text
from trc_module.vassal.exploded.pieces import piece_lines, piece_text
from trc_module.vassal.exploded.tree import Layout, comes_back, read_tree, same_tree, tree_lines
from trc_module.vassal.exploded.words import BELOW, quote, read_line, read_lines, write_line
from trc_module.vassal.traits import TRAITS
from trc_module.vassal.traits.build import basic_piece, marker, piece, slot_text

# Signs that delimit something somewhere, and some that files, editors and JSON treat in their own way.
SIGNS = st.text(alphabet="ab;,/\\'\"\t\x1b| ^=#é🚂\u2028\x85\udc80\n\r{}$", max_size=12)
STATES = SIGNS | st.text(max_size=8)


def only_line(lines: list[str]) -> str:
    (line,) = lines
    return line


def piece_back(lines: list[str]) -> str:
    (top,) = read_lines("\n".join(lines), "test")
    return piece_text(top)


def game_back(lines: list[str]) -> str:
    return game_text(read_lines("\n".join(lines), "test"))


@given(st.lists(st.tuples(st.from_regex(r"[a-z_]{1,5}", fullmatch=True), st.text())))
def test_any_value_stays_on_its_line_and_comes_back(fields: list[tuple[str, str]]) -> None:
    text = write_line("head", fields, [("state", "x")])
    assert len(text.splitlines()) == 1
    (line,) = read_lines(text, "test")
    assert read_line(line) == ("head", [fields, [("state", "x")]])


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain", "plain"),
        ("70,130", "70,130"),
        ("two words", '"two words"'),
        ("", '""'),
        ("^", '"^"'),
        ("|", '"|"'),
        ('say "x"', r'"say \"x\""'),
        ("Żółw.png", "Żółw.png"),
        ("a\tb\n", r'"a\tb\n"'),
        ("\udc80\x85", r'"\udc80\u0085"'),
    ],
)
def test_values_stand_bare_where_they_can(value: str, written: str) -> None:
    assert quote(value) == written


def test_a_value_on_the_lines_below_is_not_a_text() -> None:
    (line,) = read_lines(write_line("x", [("a", BELOW), ("b", "^")]), "test")
    _, [[(_, a), (_, b)]] = read_line(line)
    assert (a is BELOW, b is BELOW, b) == (True, False, "^")


def test_remarks_and_empty_lines_say_nothing() -> None:
    lines = read_lines("# remark\n\na\n  b\r\n  # more\n    c\nd\n", "test")
    assert [(line.text, [below.text for below in line.below]) for line in lines] == [("a", ["b"]), ("d", [])]
    assert lines[0].below[0].below[0].place == "test, line 6"


def test_a_trait_is_one_line_with_the_names_of_its_fields() -> None:
    traits = [Trait.make("delete", command="Take away", key=Key.ctrl("D")), marker(unit="inf", Side="A")]
    text = slot_text(traits, basic_piece("Infantry 4-4", "inf.png", gpid=7))
    assert piece_lines(text) == [
        "piece",
        "  mark names=unit,Side | values=inf,A",
        '  delete command="Take away" key=68,130 description=""',
        '  piece image=inf.png name="Infantry 4-4" | map=null x=0 y=0 gpid=7 property_count=0',
    ]


def test_a_piece_that_a_trait_places_stands_below_it() -> None:
    inner = slot_text([Trait.make("delete")], basic_piece("Mark"))
    text = slot_text([Trait.make("placemark", command="Place", piece=inner, gpid="5")], basic_piece("Unit"))
    lines = piece_lines(text)
    assert lines is not None
    assert lines[1].startswith("  placemark command=Place piece=^ marker_text=null ")
    assert lines[2:5] == [
        "    piece",
        '      delete command=Delete key=68,130 description=""',
        "      piece name=Mark | map=null x=0 y=0 property_count=0",
    ]
    assert piece_back(lines) == text


def test_a_trait_that_nobody_knows_stays_as_it_is() -> None:
    lines = piece_lines("+/null/sing;la;;\\;\tpiece;;;;x/\tnull;0;0;;0")
    assert lines == ["piece", '  raw text="sing;la;;\\\\;"', "  piece name=x | map=null x=0 y=0 property_count=0"]


@pytest.mark.parametrize("trait", ["emb", "emb;", "delete;", "delete"])
def test_a_semicolon_behind_an_id_alone_is_kept(trait: str) -> None:
    text = f"+/null/{trait}\tpiece;;;;x/\tnull;0;0;;0"
    lines = piece_lines(text)
    assert lines is not None
    assert piece_back(lines) == text


@given(
    # Stacks and decks stand in the same table and are no traits of a piece.
    st.lists(
        st.tuples(st.sampled_from(sorted(TRAITS.keys() - {"stack", "deck"})), st.lists(SIGNS, max_size=40), SIGNS),
        max_size=4,
    ),
    st.none() | st.from_regex(r"[0-9]{1,5}", fullmatch=True),
)
@example([("emb", [], "")], None)
def test_any_traits_come_back(traits: list[tuple[str, list[str], str]], number: str | None) -> None:
    listed = [Trait(";".join([head, sequence.encode(tokens, ";")]), state) for head, tokens, state in traits]
    text = piece(number, listed, basic_piece("x")).command().encode()
    lines = piece_lines(text)
    if lines is not None:
        assert piece_back(lines) == text


@given(SIGNS, SIGNS, SIGNS)
def test_any_text_of_a_piece_comes_back_or_is_left_alone(number: str, type_: str, state: str) -> None:
    text = AddPiece(number, type_, state).encode()
    lines = piece_lines(text)
    assert lines is None or piece_back(lines) == text


@given(st.text(alphabet="+/-DM;\t\x1b\\'LOGCHATabnull01 PLAYER", max_size=60) | SIGNS)
def test_any_text_of_a_game_comes_back(text: str) -> None:
    lines = game_lines(text)
    assert lines is None or game_back(lines) == text
    # Nothing is left alone but what reading and writing the commands themselves would lose.
    assert lines is not None or encode_commands(decode_commands(text)) != text


def test_a_game_is_a_line_for_each_command() -> None:
    first = piece("11", [], basic_piece("A", map="Main Map", x=60, y=60)).command()
    text = encode_commands(
        [
            Group((NullCommand(), first)),
            AddPlayer("secret", "Ann Lee", "Axis"),
            Group((LogCommand(MovePiece("11", "M", 1, 2, None, "M", 3, 4, None, "p")), LogCommand(Chat("* hi")))),
            LogCommand(None),
        ]
    )
    lines = game_lines(text)
    assert lines == [
        "group",
        "  nothing",
        "  piece id=11",
        '    piece name=A | map="Main Map" x=60 y=60 property_count=0',
        'PLAYER password=secret name="Ann Lee" side=Axis',
        "group",
        "  log",
        "    move id=11 new_map=M new_x=1 new_y=2 new_under=null old_map=M old_x=3 old_y=4 old_under=null player=p",
        "  log",
        '    chat text="* hi"',
        "log_nothing",
    ]
    assert game_back(lines) == text


NAMES = st.sampled_from(["a", "VASSAL.build.module.Map", "entry", "my.Thing"])
XML_TEXT = st.text(alphabet="ab <>&\"'\t\n\r|^é🚂", max_size=8)


@st.composite
def trees(draw: st.DrawFn, depth: int = 0) -> etree._Element:
    element = etree.Element("VASSAL.build.GameModule" if depth == 0 else draw(NAMES))
    for key, value in draw(st.dictionaries(st.sampled_from(["name", "x", "hotKey"]), XML_TEXT, max_size=3)).items():
        element.set(key, value)
    element.text = draw(st.none() | XML_TEXT)
    for _ in range(draw(st.integers(0, 2)) if depth < 3 else 0):
        child = draw(trees(depth=depth + 1))
        child.tail = draw(st.none() | XML_TEXT)
        element.append(child)
    return element


@given(trees(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "  ", "\t"]))
def test_any_build_file_comes_back_in_its_own_layout(root: etree._Element, newline: str, indent: str) -> None:
    # What an XML reader makes of it is what counts: it takes every end of a line for one sign.
    data = Layout(indent=indent, newline=newline).serialize(root)
    read = parse_build_file(data)
    lines = read_lines("\n".join(tree_lines(read)), "test")
    assert same_tree(read, read_tree(lines[0]))
    assert comes_back(read, Layout.of(data), lines)


def test_a_component_is_lines_of_attributes_texts_and_components() -> None:
    root = parse_build_file(
        b'<VASSAL.build.GameModule name="T R">\n <VASSAL.build.module.PlayerRoster><entry>Axis</entry>'
        b"</VASSAL.build.module.PlayerRoster>\n</VASSAL.build.GameModule>"
    )
    assert tree_lines(root) == [
        ".GameModule",
        '  name="T R"',
        "  .module.PlayerRoster",
        "    entry",
        "      text text=Axis",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (".module.Map\n    name=x", "test, line 2: expected an indentation by steps of 2 blanks"),
        (".module.Map\n   name=x", "test, line 2: expected an indentation by steps"),
        (".module.Map name=x", "test, line 1: expected a component's class alone"),
        (".module.Map\n  name=x y=z", "test, line 2: expected an attribute alone and once"),
        (".module.Map\n  name=x\n  name=y", "test, line 3: expected an attribute alone and once"),
        ('.module.Map\n  name="x', "test, line 2: expected a value in quotes that end"),
        ('.module.Map\n  name="\\u0001"', "test, line 2: expected an attribute that XML can hold"),
        ('.module.Map\n  text text="\\u0001"', "test, line 2: expected a text that XML can hold"),
        (".module.Map\n  piece", "test, line 2: expected a piece with its traits below"),
        (".module.Map\n  piece\n    delete kommand=x", "test, line 3: expected only fields named command, key, descr"),
        (".module.Map\n  piece\n    delete key=x key=y", "test, line 3: expected the field 'key' only once"),
        (".module.Map\n  piece\n    delete key=x\n      x", "test, line 4: expected no line here"),
        (".module.Map\n  piece\n    replace piece=^", "test, line 3: expected one piece on the lines below"),
        (".module.Map\n  piece\n    raw x=y", "test, line 3: expected a trait as it stands in the file"),
    ],
)
def test_a_wrong_line_is_named(lines: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        [read_tree(line) for line in read_lines(lines, "test")]
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("sing", "test, line 1: expected a command, as piece"),
        ("group", "test, line 1: expected a group with its commands below"),
        ("log\n  nothing\n  nothing", "test, line 1: expected one command below 'log'"),
        ("end_save\n  nothing", "test, line 2: expected no line further in"),
        ("chat x=y", 'test, line 1: expected text="..."'),
        ("move nid=1", "test, line 1: expected only fields named id, new_map"),
    ],
)
def test_a_wrong_command_is_named(lines: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        game_text(read_lines(lines, "test"))
    assert str(error.value).startswith(message)


def test_colours_and_keys_stand_bare() -> None:
    assert [quote(value.encode()) for value in (Key.ctrl("M"), Key.named("Say"), Color(1, 2, 3))] == [
        "77,130",
        "57344,0,Say",
        "1,2,3",
    ]


@pytest.mark.parametrize("letter", ["&#127984;", "\U0001f3f0"])
def test_letters_beyond_sixteen_bits_stand_as_they_were_written(letter: str) -> None:
    data = f'<?xml version="1.0"?>\n<VASSAL.build.GameModule name="{letter} Castle"/>\n'.encode()
    layout = Layout.of(data)
    again = Layout.read(*read_lines(layout.line(), "test"))
    assert again.serialize(parse_build_file(data)) == data


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_build_file_with_a_tag_on_each_line_comes_back_so(newline: bytes) -> None:
    tags = (
        b'<?xml version="1.0"?>',
        b'<VASSAL.build.GameModule name="m">',
        b"<VASSAL.build.module.PlayerRoster>",
        b"<entry>Axis</entry>",
        b"</VASSAL.build.module.PlayerRoster>",
        b'<VASSAL.build.module.DiceButton name="2d6"/>',
        b"</VASSAL.build.GameModule>",
        b"",
    )
    data = newline.join(tags)
    layout = Layout.of(data)
    assert (layout.indent, layout.tags) == ("", "lines")
    again = Layout.read(*read_lines(layout.line(), "test"))
    assert again.serialize(parse_build_file(data)) == data
