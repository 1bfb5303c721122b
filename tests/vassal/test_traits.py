from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.vassal.problems import Problem
from trc_module.vassal.traits import TRAITS, FieldSpec, Kind, Piece, Trait, TraitSpec, Value
from trc_module.vassal.traits.docs import trait_reference
from trc_module.vassal.values import Color, Key

# The ids that VASSAL 3.7's own encoder registers (BasicCommandEncoder), and its three innermost kinds.
KNOWN = {
    *("AreaOfEffect", "attach", "basicName", "border", "button", "calcProp", "clone", "cmt", "deck", "delete"),
    *("deselect", "emb", "emb2", "footprint", "globalhotkey", "globalkey", "hide", "hideCmd", "immob", "label"),
    *("locCommand", "locmsg", "macro", "mark", "markmoved", "mat", "matPiece", "menuSeparator", "nonRect"),
    *("nonRect2", "obs", "piece", "pivot", "placemark", "playSound", "PROP", "propertysheet", "prototype"),
    *("replace", "report", "restrict", "return", "rotate", "sendto", "setpieceprop", "setprop", "stack"),
    *("submenu", "table", "translate"),
}

words = st.text("ab;,\t/' é", max_size=6)
VALUES: dict[Kind, st.SearchStrategy[Value]] = {
    Kind.TEXT: words,
    Kind.FORMAT: words,
    Kind.EXPRESSION: words,
    Kind.INT: st.integers(-99, 99),
    Kind.FLOAT: st.floats(-99, 99, width=16),
    Kind.FLAG: st.booleans(),
    Kind.KEY: st.none() | st.builds(Key, st.integers(0, 99), st.integers(0, 999)) | st.just(Key.named("x;y")),
    Kind.KEYS: st.lists(st.builds(Key, st.integers(0, 99), st.integers(0, 999)), max_size=3).map(tuple),
    Kind.COLOR: st.none() | st.builds(Color, *[st.integers(0, 255)] * 4),
    Kind.TEXTS: st.lists(words, min_size=2, max_size=3).map(tuple),
}


def values_for(layout: tuple[FieldSpec, ...]) -> st.SearchStrategy[dict[str, Value]]:
    strategies = {
        field.name: st.sampled_from(field.choices) if field.choices else VALUES[field.kind]
        for field in layout
        # A list of its own in the middle of others cannot be told from them; the last may be.
        if not field.many
    }
    return st.fixed_dictionaries({}, optional=strategies)


def test_the_table_holds_every_trait_of_vassal() -> None:
    assert set(TRAITS) == KNOWN


@pytest.mark.parametrize("spec", TRAITS.values(), ids=list(TRAITS))
def test_every_row_of_the_table_is_sound(spec: TraitSpec) -> None:
    for layout in (spec.fields, spec.state, *spec.variants.values()):
        names = [field.name for field in layout]
        assert len(set(names)) == len(names)
        assert not any(field.rest or field.many for field in layout[:-1])
        for field in layout:
            assert field.many or field.decode(field.encode(field.default)) == field.default
            assert not field.choices or field.default in field.choices


@settings(max_examples=10)
@pytest.mark.parametrize("trait_id", sorted(KNOWN - {"emb", "rotate", "stack"}))
@given(data=st.data())
def test_fields_read_as_they_were_written(trait_id: str, data: st.DataObject) -> None:
    spec = TRAITS[trait_id]
    values = data.draw(values_for(spec.fields))
    trait = Trait.make(trait_id, **values)
    assert trait.id == trait_id
    for field in spec.fields:
        if not field.many:
            assert trait.value(field.name) == values.get(field.name, field.default)


def test_a_trait_is_made_of_its_fields() -> None:
    trait = Trait.make("restrict", sides=("Axis", "Soviet"), restrict_movement=False)
    assert (trait.text, trait.state) == ("restrict;Axis,Soviet;false;false;", "")
    assert Trait.make("mark", names=("a", "b"), values=("1", "2;3")) == Trait("mark;a,b", "1,2;3")


def test_one_facing_has_a_layout_of_its_own() -> None:
    free = Trait.make("rotate", facings=1, rotate_command="Turn", name="f")
    assert free.text == "rotate;1;;Turn;;;f;;;;;true"
    assert free.text_of("rotate_command") == "Turn"
    six = Trait.make("rotate", facings=6, clockwise_command="Turn", name="f", angle="2")
    assert six.text == "rotate;6;;;Turn;;;;f;;;;;true"
    assert (six.text_of("clockwise_command"), six.state) == ("Turn", "2")
    with pytest.raises(ValueError, match="no field 'rotate_command'"):
        Trait.make("rotate", facings=6, rotate_command="Turn")


@pytest.mark.parametrize(
    ("trait_id", "values", "message"),
    [
        ("nope", {}, "no trait 'nope'"),
        ("delete", {"colour": "red"}, "no field 'colour'"),
        ("delete", {"key": "D"}, "key should be a key"),
        ("footprint", {"radius": "10"}, "radius should be a whole number"),
        ("footprint", {"radius": True}, "radius should be a whole number"),
        ("label", {"vertical": "top"}, "one of t, c, b"),
        ("delete", {"command": "a\\"}, "must not end with a backslash"),
    ],
)
def test_a_wrong_value_is_refused(trait_id: str, values: dict[str, Value], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Trait.make(trait_id, **values)


def test_missing_tokens_have_the_engines_defaults() -> None:
    trail = Trait("footprint;84,130")
    assert trail.value("radius") == 10
    assert trail.value("line_color") == Color(0, 0, 0)
    assert trail.value("key") == Key.ctrl("T")


def test_what_cannot_be_read_is_what_the_engine_takes_it_for() -> None:
    trail = Trait("footprint;x,y;Trail;maybe;;ten;blue;;;;;;wide", "yes;Map0;x")
    assert [trail.value(name) for name in ("key", "initially_visible", "globally_visible")] == [None, False, False]
    assert (trail.value("radius"), trail.value("line_width")) == (10, 1.0)
    assert (trail.value("fill_color"), trail.value("line_color")) == (Color(0, 0, 0), None)
    assert (trail.state_value("visible"), trail.state_value("count")) == (False, 0)
    assert Piece(None, ("piece;;;;A",), ("Main;x",)).position == (0, 0)


def test_unknown_traits_and_trailing_tokens_stay() -> None:
    own = Trait("conceal;;C;American", "false;")
    assert (own.spec, own.id) == (None, "conceal")
    assert own.text == "conceal;;C;American"
    later = Trait("delete;Delete;68,130;;new;newer")
    assert later.tokens == ("Delete", "68,130", "", "new", "newer")
    assert later.with_type(command="Away").text == "delete;Away;68,130;;new;newer"


def test_a_changed_field_leaves_the_others_as_they_were() -> None:
    trait = Trait("markmoved;moved.png;0;0;Moved;M", "false")
    assert trait.with_state(moved=True).state == "true"
    assert trait.with_type(description="x").text == "markmoved;moved.png;0;0;Moved;M;x"
    assert trait.with_type(set_command="x").text == "markmoved;moved.png;0;0;Moved;M;;false;x"
    basic = Trait("piece;;;a.png;A", "Main;1;2;7;1;UniqueID;9")
    assert basic.with_state(x=5).state == "Main;5;2;7;1;UniqueID;9"
    assert basic.with_state(property_count=2, properties=("a", "1", "b", "2")).state == "Main;1;2;7;2;a;1;b;2"
    with pytest.raises(ValueError, match="no field 'z'"):
        basic.with_state(z=1)


def problems(trait: Trait) -> list[str]:
    return [problem.message for problem in trait.problems("here")]


def test_problems_say_what_should_stand_there() -> None:
    assert problems(Trait("footprint;84,130;Trail;maybe;true;ten", "false;Map0;0")) == [
        "footprint: initially_visible should be true or false, not 'maybe'",
        "footprint: radius should be a whole number, not 'ten'",
    ]
    assert problems(Trait("report;70,130;f", "-1"))[0].startswith("report: keys should be a list of keys")
    assert problems(Trait("delete;Delete;68,130;", "x")) == ["the state of delete should be empty, not 'x'"]
    assert problems(Trait("delete;Delete;68,130;;1;2")) == ["delete has 2 more fields than VASSAL 3.7 knows"]
    assert problems(Trait("mark;a,b", "1,2")) == []
    assert list(Trait("own;1").problems("here")) == [
        Problem("here", "VASSAL has no trait 'own' of its own; a class of the module may")
    ]


def test_the_reference_of_traits_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "traits.md"
    assert page.read_text(encoding="utf-8") == trait_reference(), "run python -m trc_module.vassal.traits.docs"
