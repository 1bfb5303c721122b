from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.growth import growth
from trc_module.declarations import (
    ALL,
    ATTACK,
    DEFEND,
    FATE,
    LEAVE,
    ONCE,
    RETREAT,
    ROLES,
    WAY,
    WIN_AT_ONCE,
    Declaration,
    Field,
    Grammar,
    Malformed,
    Verb,
    single_lines,
    visible,
)

GRAMMAR = Grammar(
    "TRC1",
    [
        Verb("ATT", "join as attacker", (Field("b", "$BattleId$", "battle"), Field("hex", "$LocationName$", "hex"))),
        Verb(
            "PHASE",
            "a phase begins",
            (Field("step", "$newTurn$", "phase", quoted=True), Field("by", "$PlayerSide$", "side", required=False)),
        ),
    ],
)


def test_the_format_that_vassal_prints_and_the_parser_come_from_one_table() -> None:
    assert GRAMMAR.report_format("ATT") == "join as attacker <!--TRC1 ATT b=$BattleId$ hex=$LocationName$-->"
    assert GRAMMAR.report_format("PHASE") == 'a phase begins <!--TRC1 PHASE step="$newTurn$" by=$PlayerSide$-->'


@pytest.mark.parametrize("mark", ["* *** ", "**** "])
def test_lines_of_older_modules_have_no_sentence(mark: str) -> None:
    assert GRAMMAR.parse(f"{mark}TRC1 ATT b=3 hex=S12") == Declaration("ATT", {"b": "3", "hex": "S12"})


@pytest.mark.parametrize("mark", ["*", "* "])
def test_a_sentence_may_stand_before_what_is_read(mark: str) -> None:
    chat = f"{mark}41. Panzerkorps (S12) greift an, 3 > 2 <!--TRC1 ATT b=3 hex=S12-->"
    assert GRAMMAR.parse(chat) == Declaration("ATT", {"b": "3", "hex": "S12"})
    assert visible(chat) == f"{mark}41. Panzerkorps (S12) greift an, 3 > 2"


def test_a_grammar_takes_its_sentences_from_others() -> None:
    said = GRAMMAR.saying(lambda verb, fixed: f"$Called$ ($LocationName$): {verb.name} {fixed.get('b', '')}")
    assert said.report_format("ATT", b="7") == (
        "$Called$ ($LocationName$): ATT 7 <!--TRC1 ATT b=7 hex=$LocationName$-->"
    )
    line = said.line("ATT", {"b": "7", "hex": "S12"}, {"Called": "41st <*> Corps"})
    assert line == "* 41st Corps (S12): ATT 7 <!--TRC1 ATT b=7 hex=S12-->"
    assert said.line("ATT", {"b": "7", "hex": ""}) == "* : ATT 7 <!--TRC1 ATT b=7 hex=-->"


@pytest.mark.parametrize("sentence", ["a * b", "<b>bold</b>"])
def test_a_sentence_that_could_not_be_told_from_a_forged_one_is_refused(sentence: str) -> None:
    with pytest.raises(ValueError, match="the sentence of ATT holds one of"):
        GRAMMAR.saying(lambda *_: sentence).report_format("ATT")


def test_a_value_in_quotes_may_hold_blanks_and_an_optional_one_may_be_empty() -> None:
    read = GRAMMAR.parse('* *** TRC1 PHASE step="Turn 3: Axis, first movement" by=')
    assert isinstance(read, Declaration)
    assert (read["step"], read.get("by")) == ("Turn 3: Axis, first movement", None)


@pytest.mark.parametrize(
    "chat",
    [
        "&lt;Anna&gt; - *** TRC1 ATT b=3 hex=S12",
        "<Anna> - * *** TRC1 ATT b=3 hex=S12",
        "* UNDO: * *** TRC1 ATT b=3 hex=S12",
        "&lt;Anna&gt; - 41st attacks <!--TRC1 ATT b=3 hex=S12-->",
        "<Anna> - * 41st attacks <!--TRC1 ATT b=3 hex=S12-->",
        "* UNDO: * 41st attacks <!--TRC1 ATT b=3 hex=S12-->",
        "* UNDO: <Anna> - 41st attacks <!--TRC1 ATT b=3 hex=S12-->",
        "* ANNULLA: &lt;Anna&gt; - 41st attacks <!--TRC1 ATT b=3 hex=S12-->",
        "* ~x <!--TRC1 ATT b=3 hex=S12--> switched sides from Axis to Russian.",
        "* 41st attacks <!--TRC2 ATT b=3 hex=S12-->",
        "* 41st attacks <!--a note--> <!--TRC1 ATT b=3 hex=S12-->",
        "* *** TRC2 ATT b=3 hex=S12",
        "- Anna has joined",
        "",
    ],
)
def test_typed_chat_undone_lines_and_other_games_declare_nothing(chat: str) -> None:
    assert GRAMMAR.parse(chat) is None


@pytest.mark.parametrize(
    ("chat", "reason"),
    [
        ("* *** TRC1 SING b=3", "there is no verb SING"),
        ("* *** TRC1 ATT b=3", "ATT: field hex is missing"),
        ("* *** TRC1 ATT b=3 b=4 hex=S12", "ATT: cannot read 'b=4 hex=S12'"),
        ("* *** TRC1 ATT b=3 hex=S12 so there", "ATT: cannot read 'so there'"),
        ('* *** TRC1 ATT b=3 hex="S12', "ATT: cannot read '\"S12'"),
        ("* attacks <!--TRC1 SING b=3-->", "there is no verb SING"),
        ("* attacks <!--TRC1 ATT b=3-->", "ATT: field hex is missing"),
        ("* attacks <!--TRC1 ATT b=3 hex=S12--> twice-->", "ATT: cannot read 'twice'"),
    ],
)
def test_a_line_of_ours_that_is_wrong_says_why(chat: str, reason: str) -> None:
    assert GRAMMAR.parse(chat) == Malformed(chat, reason)


@given(
    st.text(st.characters(exclude_characters='"', exclude_categories=("Z", "C")), min_size=1),
    st.text(st.characters(exclude_characters='"'), min_size=1).filter(str.strip),
)
def test_what_a_format_prints_the_parser_reads_back(plain: str, quoted: str) -> None:
    att = GRAMMAR.line("ATT", {"b": plain, "hex": "S12"})
    assert GRAMMAR.parse(att) == Declaration("ATT", {"b": plain, "hex": "S12"})
    phase = GRAMMAR.line("PHASE", {"step": quoted, "by": ""})
    assert GRAMMAR.parse(phase) == Declaration("PHASE", {"step": quoted, "by": ""})


def _verb(governs: str = "", role: str = "", field: str = "u", *, changes: bool = False) -> Verb:
    said = Field(field, f"${field}$", "what it names")
    return Verb("SAY", "something is said", (said,), governs=governs, role=role, changes=changes)


def test_a_key_that_rolls_or_moves_does_more_than_to_say_something() -> None:
    assert [_verb(scope).says_only for scope in ("", WAY, ONCE, FATE, ALL)] == [True, True, True, False, False]
    assert [role for role in ROLES if _verb(role=role).says_only] == [ATTACK, DEFEND, LEAVE, RETREAT, WIN_AT_ONCE]
    assert [_verb(field=key).says_only for key in ("die", "dice", "shows")] == [False, False, True]
    assert not _verb(changes=True).says_only


@pytest.mark.parametrize(
    ("chat", "shown"),
    [
        ("* a <!--x--> b", "* a b"),
        ("a   <!--x-->", "a"),
        ("<!--x--><!--y-->", ""),
        ("a <!--x", "a <!--x"),
        ("a <!--x--> <!--y", "a <!--y"),
        ("a --> b", "a --> b"),
        ("<!-- <!-- x --> y -->", " y -->"),
    ],
)
def test_what_is_hidden_is_not_shown(chat: str, shown: str) -> None:
    assert visible(chat) == shown


@pytest.mark.parametrize("unit", [" ", "<!--", "-->", "<!-- -->", "<!--\n", " <"])
def test_a_line_of_double_length_is_hidden_in_twice_the_time(unit: str) -> None:
    assert growth(visible, "", unit, "x") < 3


def test_a_line_that_tells_of_several_units_is_a_line_of_each() -> None:
    line = "* Battle 1: A, B <!--T1 ATT u=a--> <!--T1 ATT u=b-->"
    assert single_lines(line) == ("* Battle 1: A, B <!--T1 ATT u=a-->", "* <!--T1 ATT u=b-->")
    assert single_lines(f"* UNDO: {line}") == (
        "* UNDO: * Battle 1: A, B <!--T1 ATT u=a-->",
        "* UNDO: * <!--T1 ATT u=b-->",
    )


@pytest.mark.parametrize("line", ["* Battle 1: A <!--T1 ATT u=a-->", "* no comment", "* open <!--T1 ATT <!--T1 ATT-->"])
def test_any_other_line_is_left_as_it_is(line: str) -> None:
    assert single_lines(line) == (line,)
