from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.commands import AddPiece, decode_command
from trc_module.vassal.problems import FormatError
from trc_module.vassal.traits import Deck, Piece, Stack, Trait, read_piece
from trc_module.vassal.traits.build import (
    PropertyChange,
    add,
    ask,
    basic_piece,
    choose,
    constraints,
    dynamic_property,
    layer,
    marker,
    markers,
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

TANKS = piece(
    "17",
    [
        marker(unit="ger-47-pz", CF="8"),
        layer("Step", ("full.png", "half.png"), names=("", "+ (reduced)")),
        dynamic_property("Battle", "0"),
        Trait.make("markmoved"),
    ],
    basic_piece("47 Panzer", "pz.png", gpid=3, map="Main Map", x=120, y=-40),
)


def test_the_first_trait_of_the_editor_is_the_innermost() -> None:
    assert [trait.id for trait in TANKS.traits] == ["markmoved", "PROP", "emb2", "mark", "piece"]


def test_a_piece_says_what_and_where_it_is() -> None:
    assert (TANKS.name, TANKS.gpid, TANKS.map, TANKS.position) == ("47 Panzer", "3", "Main Map", (120, -40))
    assert TANKS.properties() == {
        "BasicName": "47 Panzer",
        "unit": "ger-47-pz",
        "CF": "8",
        "Step_Level": "1",
        "Step_Active": "true",
        "Step_Image": "full.png",
        "Step_Name": "",
        "Battle": "0",
        "Moved": "false",
    }
    assert TANKS.property("nothing") is None


def test_its_command_gives_the_piece_back() -> None:
    assert Piece.read(TANKS.command()) == TANKS
    assert read_piece(TANKS.command()) == TANKS


def test_layers_make_the_name() -> None:
    def named(pattern: str, level: int) -> str:
        return piece(None, [layer("l", ("a", "b"), names=("", pattern), level=level)], basic_piece("Inf")).display_name

    assert [named("+ (1)", 2), named("Big +", 2), named("Mud", 2), named("+ (1)", 1), named("+ (1)", -2)] == [
        "Inf (1)",
        "Big Inf",
        "Mud",
        "Inf",
        "Inf",
    ]


def test_a_piece_moves_and_its_properties_change() -> None:
    assert TANKS.with_position(None, 1, 2).map is None
    assert TANKS.with_position("Reserve", 1, 2).position == (1, 2)
    assert TANKS.with_property("Battle", "b;3\t").property("Battle") == "b;3\t"
    with pytest.raises(KeyError):
        TANKS.with_property("Role", "A")


@pytest.mark.parametrize(
    "state", ["null;0;0;5;0", "Main Map;3;4;12;2;a\\;b;c", "a\\;b;3;4;5", "'\\x';1;2;3", "null;0;0", ""]
)
@pytest.mark.parametrize("name", [None, "Main Map", "it's;x", "'q'", "\\z"])
def test_a_new_place_is_written_as_any_field_of_the_state_is(state: str, name: str | None) -> None:
    piece = Piece("1", ("piece;;;x.png;Name",), (state,))
    expected = piece.basic.with_state(map="null" if name is None else name, x=7, y=-8).state
    assert piece.with_position(name, 7, -8).states == (expected,)


def test_a_change_sets_only_what_differs_between_new_and_old() -> None:
    ours = TANKS.with_property("Battle", "9")
    before, after = TANKS, TANKS.with_position("Main Map", 5, 5)
    merged = ours.changed(after.state_text, before.state_text)
    assert (merged.position, merged.property("Battle")) == ((5, 5), "9")
    assert ours.changed(after.state_text) == after


def test_a_state_too_few_is_refused_as_the_engine_does() -> None:
    with pytest.raises(FormatError, match="17 has 2 traits but only 1 states"):
        Piece.read(AddPiece("17", "delete;Delete;68,130;\tpiece;;;;A", "null;0;0;;0"))


def test_traits_are_found_by_their_id() -> None:
    assert [trait.text_of("name") for trait in TANKS.find("PROP")] == ["Battle"]
    assert list(TANKS.find("emb")) == []


@given(st.lists(st.text("a;\t/\\'é", max_size=6).map(lambda text: text.rstrip("\\")), max_size=5))
def test_states_of_any_text_come_back(values: list[str]) -> None:
    built = piece("1", [dynamic_property(f"p{n}", value) for n, value in enumerate(values)], basic_piece("A"))
    again = read_piece(decode_command(built.command().encode()))  # type: ignore[arg-type]
    assert again == built


def test_a_stack_lists_its_pieces_from_the_bottom_up() -> None:
    stack = Stack("20", "Main Map", 5, 6, ("17", "18"), 1)
    assert stack.command() == AddPiece("20", "stack", "Main Map;5;6;17;18;@@1")
    assert read_piece(stack.command()) == stack
    assert Stack.read_state("20", "null") == Stack("20", None, 0, 0, (), None)


@pytest.mark.parametrize("state", ["Main Map;one;2", "Main Map;1", "Main Map;1;2;@@x"])
def test_a_stack_without_a_place_is_refused(state: str) -> None:
    with pytest.raises(FormatError, match="The stack 20 should be at"):
        Stack.read_state("20", state)


def test_a_deck_has_a_name_and_cards() -> None:
    trait = Trait.make("deck", name="Weather", state_face_down=True, map="Main Map", members=("4", "5"))
    deck = read_piece(AddPiece("9", trait.text, trait.state))
    assert isinstance(deck, Deck)
    assert (deck.name, deck.map, deck.members) == ("Weather", "Main Map", ("4", "5"))
    assert deck.command() == AddPiece("9", trait.text, trait.state)


def test_commands_of_a_property() -> None:
    trait = dynamic_property(
        "Battle",
        "0",
        [
            PropertyChange(Key.named("set"), set_to("{BattleId}")),
            PropertyChange(Key.ctrl("U"), add(1), "Up, one"),
            PropertyChange(None, ask("Which?"), "Ask"),
            PropertyChange(None, choose("Which?", ("a", "b")), "Pick"),
        ],
        limits=constraints(0, 9, wrap=True),
    )
    assert trait.tokens == (
        "Battle",
        "true,0,9,true",
        r":57344\,0\,set:P\,{BattleId},Up\, one:85\,130:I\,1,Ask::R\,Which?,Pick::E\,Which?\,a\,b",
        "",
    )
    assert set_global_property("BattleId", [PropertyChange(Key.named("n"), set_to("{BattleId+1}"))]).tokens[:3] == (
        "BattleId",
        "false,0,100,false",
        r":57344\,0\,n:P\,{BattleId+1}",
    )


def test_triggers_and_reports_press_and_hear_keys() -> None:
    assert trigger([Key.named("a"), Key.named("b")], command="Attack", key=Key.ctrl("A"), when="{x}").tokens[:6] == (
        "",
        "Attack",
        "65,130",
        "{x}",
        "",
        r"57344\,0\,a,57344\,0\,b",
    )
    assert report([Key.ctrl("A")], "*** $pieceName$").tokens[:2] == (r"65\,130", "*** $pieceName$")


def test_the_text_of_a_slot_and_of_a_prototype() -> None:
    assert slot_text([prototype("Unit"), markers({"a b": "1"})], basic_piece("A", "a.png", gpid=4)) == (
        "+/null/mark;a b\tprototype;Unit\\\tpiece;;;a.png;A/1\t\\\tnull;0;0;4;0"
    )
    assert prototype_text([Trait.make("delete")]) == "+/null/delete;Delete;68,130;\tpiece;;;;/\tnull;0;0;;0"


def test_problems_name_the_piece_and_the_trait() -> None:
    bad = Piece.build("17", [Trait("footprint;84,130;T;x", "false"), basic_piece("A")])
    assert [str(problem) for problem in bad.problems()] == [
        "piece '17', trait 1: footprint: initially_visible should be true or false, not 'x'"
    ]


def test_a_piece_without_vassals_basic_one_has_no_name_number_or_place() -> None:
    own = Piece("7", ("mark;CF", "own.Unit;A"), ("4", "Main Map;1;2"))
    assert (own.has_basic, own.name, own.gpid, own.map, own.position) == (False, "", "", None, (0, 0))
    assert own.properties() == {"CF": "4"}
