"""The owner's forms: what waits for them is skipped, and judged as soon as they are filled in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.games.trp.form import FOLDER, VICTORY, fill
from trc_module.cli.main import group
from trc_module.facts import DataError
from trc_module.forms import asked_of
from trc_module.forms.writing import files_of
from trc_module.games import find_game
from trc_module.games.trp.actions import Win
from trc_module.games.trp.attacks import basic_movement
from trc_module.rules.engine import check
from trc_module.rules.finder import load_game
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import read_record, try_record

GAME = find_game("trp")

WAITING = ("XIII.B1", "XIII.B2", "XIII.B3", "XIII.B5", "XIII.C1", "XVI.B1", "XIV.D")
"""Rules whose example is skipped until the form is filled in, and then kept in one record and broken in the other."""
DOUBTFUL = ("XII.3", "XIII.C4", "XIII.D5", "XIII.E3", "XIII.E4", "XV.B", "XVI.A")
"""Rules of whose example our assumptions make a doubt, and the form a violation."""


def told(record: str, overlay: Path | None) -> list[Finding]:
    """Return the findings about the acts of a record."""
    text = "\n".join(["game: trp", *(line for line in record.splitlines() if not line.startswith("expect"))])
    read = read_record(text, "a", lambda name, options: load_game(name, options, overlay))
    return [finding for outcome in try_record(read, "a").outcomes for finding in outcome.told.findings]


def broken(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings if finding.verdict is Verdict.VIOLATION}


@pytest.mark.parametrize("number", [*WAITING, *DOUBTFUL])
def test_a_filled_form_turns_skips_and_doubts_into_verdicts(number: str, filled: Path) -> None:
    rule = GAME.book.rules[number]
    assert number not in broken(told(rule.illegal, None))
    assert broken(told(rule.illegal, filled)) == {number}
    assert [finding for finding in told(rule.legal, filled) if finding.accuses] == []


BATTLE = """at: turn 2 axis attacks good
on K17: ger-3-pz
on L18: ger-1-inf
on K18: sov-8-army
attack 1: ger-3-pz ger-1-inf x sov-8-army
roll 1: 5
result 1: {}
"""


@pytest.mark.parametrize(
    ("number", "record"),
    [
        ("XIII.C4", BATTLE.format("X") + "lose 1: sov-8-army\nadvance 1: ger-3-pz K17 K18\nend"),
        ("XIII.C6", "at: turn 2 axis attacks good\non K17: ger-3-pz\non K18: sov-8-army sov-5-army\n"
         "attack 1: ger-3-pz x sov-8-army sov-5-army\nroll 1: 5\nresult 1: DX\nbecomes 1: DE overrun"),
        ("XIII.D3", BATTLE.format("DE").replace("sov-8-army", "sov-1-front")
         + "lose 1: sov-1-front\nadvance 1: ger-1-inf L18 K18\nend"),
        ("XIII.G", "at: turn 2 axis moves-1 good\non K17: ger-1-inf\nmove ger-1-inf K17 K18 K19 K20 K21"),
        ("XIV.B1", "at: turn 2 soviet supply good\nproduce K20"),
        ("XIV.B2", "at: turn 2 soviet supply good\non S1: sov-8-army sov-5-army sov-3-army\n"
         "remove sov-8-army XIV.B2\nend"),
        ("XVI.A", "at: turn 5 axis supply good\nwin axis"),
    ],
)  # fmt: skip
def test_what_else_a_form_decides(number: str, record: str, filled: Path) -> None:
    assert number not in broken(told(record, None))
    assert number in broken(told(record, filled))


@pytest.mark.parametrize(
    ("attacker", "defender", "verdict"),
    [
        ("ger-3-pz", "sov-3-mex", Verdict.DOUBT),
        ("ger-1-inf", "sov-8-army", Verdict.VIOLATION),
    ],
    ids=["whether a mechanized corps is no infantry is assumed", "the rules give what an infantry corps is"],
)
def test_an_overrun_rests_on_what_the_units_are(attacker: str, defender: str, verdict: Verdict, filled: Path) -> None:
    record = (
        f"at: turn 2 axis attacks good\non K17: {attacker}\non K18: {defender}\n"
        f"attack 1: {attacker} x {defender}\nroll 1: 5\nresult 1: DX\nbecomes 1: DE overrun"
    )
    assert [(each.rule, each.verdict) for each in told(record, filled)] == [("XIII.C6", verdict)]


def test_an_army_that_takes_the_place_of_a_front_has_no_more_factors(tmp_path: Path) -> None:
    mine = fill(tmp_path / "mine")
    units = mine / "units.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("sov-2-shock, 6,", "sov-2-shock, 10,"), encoding="utf-8")
    record = "at: turn 2 soviet moves good\non K18: sov-1-front\nbox soviet lost: {0}\nexchange sov-1-front {0}"
    assert told(record.format("sov-1-shock"), mine) == []
    assert broken(told(record.format("sov-2-shock"), mine)) == {"XIV.C"}


def test_soviet_armor_comes_back_within_its_reserve_and_what_a_turn_brings(filled: Path) -> None:
    units = [f"sov-{number}-mex" for number in (3, 4, 6, 8)]
    record = "scenario: 22jun41\nat: turn {} soviet supply good\nbox soviet lost: " + " ".join(units)
    record += "".join(f"\nenter {unit} Q20" for unit in units)
    # Each counts 6 of the reserve of 18 and of 4 a turn. Whether mechanized corps are armor is not certain.
    skipped, found = told(record.format(2), filled)
    assert (found.verdict, found.sentence) == (
        Verdict.DOUBT, "sov-8-mex came back as armor factor 24 of the game; the Soviets have received 22.",
    )  # fmt: skip
    assert told(record.format(3), filled) == [skipped]
    assert (skipped.rule, skipped.verdict) == ("XVI.B5", Verdict.SKIPPED)


WINTER = """at: turn {turn} soviet attacks snow
on K17: ger-1-inf
on K18: sov-8-army
attack 1: sov-8-army x ger-1-inf
odds 1: {odds}
"""


@pytest.mark.parametrize(("turn", "odds"), [(6, "1-1"), (7, "3-2"), (9, "3-2"), (10, "1-1")])
def test_the_winter_offensive_shifts_soviet_attacks_in_the_months_of_the_form(
    turn: int, odds: str, filled: Path
) -> None:
    other = {"1-1": "3-2", "3-2": "1-1"}[odds]
    assert told(WINTER.format(turn=turn, odds=odds), filled) == []
    assert broken(told(WINTER.format(turn=turn, odds=other), filled)) & {"XIII.B3", "XIII.B5"}


def test_without_the_shift_of_the_winter_offensive_no_soviet_column_of_that_winter_is_judged(tmp_path: Path) -> None:
    mine = fill(tmp_path / "mine", without=["charts/shifts.toml"])
    (found,) = told(WINTER.format(turn=7, odds="4-1"), mine)
    assert (found.rule, found.verdict) == ("XIII.B5", Verdict.SKIPPED)
    # In summer the column is a doubt: the text ends its list of shifts with "etc.".
    (found,) = told(WINTER.format(turn=2, odds="4-1"), mine)
    assert found.verdict is Verdict.DOUBT


def test_what_an_isolated_front_gives_up_counts(filled: Path) -> None:
    record = "at: turn 2 soviet supply good\non S1: sov-1-front\nbox soviet lost: {0}\nexchange sov-1-front {0}\nend"
    assert told(record.format("sov-8-army"), filled) == []
    (found,) = told(record.format("sov-1-shock"), filled)
    assert (found.rule, found.sentence) == (
        "XIV.B2", "Of 9 isolated factors 0 were eliminated; at least 5 must be.",
    )  # fmt: skip


def test_six_victory_cities_in_supply_win_and_three_after_a_free_set_up(filled: Path) -> None:
    game = find_game("trp", overlay=filled)
    state = game.start("22jun41", frozenset())
    for count, options, rules in ((5, frozenset(), {"XVI.A"}), (6, frozenset(), set()), (3, {"XVI.C2"}, set())):
        held = [game.board.grid.hex(at) for at in list(VICTORY.values())[:count]]
        west = {at: "axis" for at in state.control if at not in held}
        east = {game.board.grid.hex(at): "soviet" for at in VICTORY.values() if game.board.grid.hex(at) not in held}
        after = state.changed(
            control=state.control.merged({**west, **dict.fromkeys(held, "axis"), **east}), options=frozenset(options)
        )
        after = after.with_unit("soviet", "sov-20-army", "lost").with_unit("soviet", "sov-23-army", "lost")
        for place in held:
            for unit in after.forces["soviet"].stack(place):
                after = after.with_unit("soviet", unit, "lost")
        assert {finding.rule for finding in check(game, after, Win("axis"))} == rules
        assert bool(game.score(game.apply(after, Win("axis"))).won) == (not rules)


def test_german_armor_with_a_mark_advances_four_hexes(filled: Path) -> None:
    record = (
        "at: turn 2 axis attacks good\non K17: {0}\non K18: sov-8-army\nattack 1: {0} x sov-8-army\nroll 1: 5\n"
        "result 1: DE\nlose 1: sov-8-army\nadvance 1: {0} K17 K18 K19 K20 K21"
    )
    assert [f.verdict for f in told(record.format("ger-24-pz"), None)] == [Verdict.SKIPPED]
    assert told(record.format("ger-24-pz"), filled) == []
    assert broken(told(record.format("ger-3-pz"), filled)) == {"XIII.E1"}


def test_the_other_way_of_shifting_the_rows_turns_a_doubt_into_no_finding(tmp_path: Path) -> None:
    # L17 is beside K18 only where the first, third and other odd rows are shifted to the west of the others.
    record = "at: turn 2 axis attacks good\non L17: ger-1-inf\non K19: sov-8-army\nattack 1: ger-1-inf x sov-8-army"
    beside = record.replace("L17", "L19")
    assert told(beside, None) == []
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "grid.toml").write_text("[grid]\nshifted = 0\n", encoding="utf-8")
    apart = record.replace("L17", "L18")
    assert told(apart, None) == []
    assert told(record.replace("L17", "L20"), None)[0].verdict is Verdict.DOUBT
    assert told(record.replace("L17", "L20"), tmp_path) == []
    assert broken(told(apart, tmp_path)) == {"XIII.A2"}


def test_the_reserve_takes_from_the_basic_movement() -> None:
    # The document's own example: a 4-4-3 has no basic movement left in the third reserve phase.
    assert [basic_movement(3, reserve) for reserve in range(5)] == [3, 2, 1, 0, 0]


def test_the_documents_examples_of_odds() -> None:
    columns = [GAME.table.columns[GAME.ladder.column(a, d) or 0] for a, d in ((5, 1), (5, 3), (2, 5))]  # type: ignore[attr-defined]
    assert columns == ["5-1", "3-2", "1-3"]


def test_empty_forms_change_nothing(tmp_path: Path) -> None:
    for name, text in files_of(asked_of(FOLDER)).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert sum(each.filled for each in asked_of(FOLDER, tmp_path)) == 0


def test_a_part_of_the_form_serves_its_part(tmp_path: Path) -> None:
    mine = fill(tmp_path / "mine", without=["charts/results.toml", "map/places.csv"])
    found = {each.form.id: each.waits for each in asked_of(FOLDER, mine)}
    assert {name for name, waits in found.items() if not waits} == {
        "factors", "marks", "dispersed", "effects", "shifts", "counts", "bonus", "turns", "rows", "rivers", "terrain",
    }  # fmt: skip
    assert "XIII.B1" in broken(told(GAME.book.rules["XIII.B1"].illegal, mine))
    assert "XIII.C1" not in broken(told(GAME.book.rules["XIII.C1"].illegal, mine))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("units.csv", "id, combat, defence, move\n\nger-3-pz, 8, , 6\n",
         "line 3, field 'defence': expected the defence factor, since combat, move of this entry is filled in"),
        ("units.csv", "id, combat, defence, move\nger-3-pz, eight, 4, 6\n",
         "line 2, field 'combat': expected a number, - for none or ? for not known, found 'eight'"),
        ("map/places.csv", "kind, name, hex\nfuel, Soviet, ZZ9\n",
         "line 2, field 'hex': expected a hex of the map (A1 to MM28), found 'ZZ9'"),
        ("charts/terrain.toml", "[terrain]\nforest = { cost = 2, defence = \"?\" }\n",
         "line 2, field 'terrain.forest.defence': expected a value, since the rest of this entry is filled in"),
        ("charts/shifts.toml", "[shifts]\nwinter = { columns = 1, first = 7 }\n",
         "line 2, field 'last': expected a field 'last', found 'none'"),
        ("charts/shifts.toml", '[shifts]\nwinter = { columns = "one", first = 7, last = 9 }\n',
         "line 2, field 'columns': expected a whole number or ?, found 'one'"),
        ("charts/counts.toml", "[counts]\nvictory-towns = { number = 8 }\n",
         "line 2, field 'counts': expected one of victory-cities, soviet-armor (did you mean victory-cities?)"),
    ],
)  # fmt: skip
def test_half_an_entry_a_word_for_a_factor_and_a_hex_off_the_grid_are_told(
    tmp_path: Path, name: str, text: str, expected: str
) -> None:
    path = tmp_path / "mine" / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_game("trp", frozenset(), tmp_path / "mine")
    assert str(caught.value).startswith(f"{path}, {expected}")


def test_coverage_names_the_forms_that_each_rule_waits_for(filled: Path) -> None:
    def waiting(*more: str) -> dict[str, list[str]]:
        run = CliRunner().invoke(group, ["--game", "trp", "rules", "--coverage", "--json", *more])
        assert run.exit_code == 0, run.output
        return {row["rule"]: row["waits for"] for row in json.loads(run.output) if "waits for" in row}

    before = waiting()
    assert (len(before), before["XIII.B3"]) == (38, ["factors", "results"])
    assert set(waiting("--data", str(filled))) == {"XVI.C1"}
