"""Games that the engine plays against itself: as far as the text goes, and further with a form that is filled in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.games.trp import load
from trc_module.games.trp.actions import Becomes, FallBack, StateResult
from trc_module.games.trp.data import JUNE_22
from trc_module.rules.actions import Action, Attack, Lose, Move, RollCombat
from trc_module.rules.engine import legal_actions
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import self_play


def run(*words: str) -> Result:
    return CliRunner().invoke(group, ["--game", "trp", *words])


def audited(log: Path, *more: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(run("audit", str(log), "--json", *more).output)["findings"]
    return found


def test_a_game_without_a_form_is_played_and_its_log_breaks_no_rule(tmp_path: Path) -> None:
    log = tmp_path / "a.vlog"
    played = run("play", "--seed", "3", "--check", "--vlog", str(log))
    assert (played.exit_code, "turn 2, Axis supply" in played.output) == (0, True), played.output
    assert [told for told in audited(log) if told["verdict"] in ("violation", "doubt")] == []


def test_a_game_with_a_form_uses_its_factors_and_its_table(filled: Path, tmp_path: Path) -> None:
    path, log = tmp_path / "a.game", tmp_path / "a.vlog"
    played = run("play", "--seed", "3", "--check", "--data", str(filled), "-o", str(path), "--vlog", str(log))
    assert played.exit_code == 0, played.output
    record = path.read_text(encoding="utf-8")
    assert "\nodds " in record
    assert [told for told in audited(log, "--data", str(filled)) if told["verdict"] in ("violation", "doubt")] == []


@pytest.mark.parametrize(("unit", "known"), [("ger-12-inf", 3), ("ger-3-pz", 2)], ids=["on foot", "without fuel"])
def test_a_unit_of_unknown_movement_moves_one_hex_of_clear_terrain(unit: str, known: int, filled: Path) -> None:
    def steps(overlay: Path | None) -> int:
        game = load(overlay=overlay)
        state = read_record(f"game: trp\nat: turn 2 axis moves good\non K17: {unit}\n", "a", lambda *_: game).start
        return max(len(move.trail.hexes) - 1 for move in legal_actions(game, state, Move))

    assert (steps(None), steps(filled)) == (1, known)


def test_nothing_is_listed_twice_before_it_is_settled() -> None:
    game = load()
    state = game.start(JUNE_22, frozenset())
    assert [sorted({type(act).__name__ for act in lister(game, state)}) for lister in game.book.listers.values()].count(
        ["DeclareWeather"]
    ) == 1


SURROUNDED = """game: trp
at: turn 1 soviet attacks good
on K17: ger-17-army
on K16: sov-8-army
on K18: sov-3-army
on J17: sov-4-army
on J18: sov-5-army
on L17: sov-6-army
on L18: sov-10-army
on G15: sov-23-army
on G16: ger-9-army
attack 1: sov-8-army x ger-17-army
attack 2: sov-23-army x ger-9-army
roll 1: 5
result 1: D4
"""


def test_a_result_that_is_carried_out_becomes_no_other_when_the_next_die_has_fallen() -> None:
    game = load()

    def changes(text: str) -> list[Becomes]:
        record = read_record(text, "a", lambda *_: game)
        state = record.start
        for line in record.lines:
            state = game.apply(state, line.entry)  # type: ignore[arg-type]
        return [act for act in legal_actions(game, state, Becomes) if isinstance(act, Becomes)]

    assert [act.result for act in changes(SURROUNDED)] == ["DE"]
    assert changes(f"{SURROUNDED}disperse ger-17-army\nroll 2: 3\n") == []


def test_what_other_battles_have_made_of_its_defenders_changes_no_result() -> None:
    game = load()
    start = game.start(JUNE_22, frozenset())
    lost = []
    for told, _ in self_play(game, start, game.player("greedy", 0), start.clock.turn + 1):
        if told.clock.phase != start.clock.phase and told.clock.side != start.clock.side:
            break
        lost += [told.action.unit] if isinstance(told.action, Lose) else []
    # Nobody is lost a second time, and no hex that was cleared late has to be entered (XIII.D1, D3).
    assert len(lost) == len(set(lost))
    assert len(lost) > 2


def test_a_second_wave_may_attack_a_hex_before_the_die_of_the_first_and_after_it() -> None:
    game = load()
    text = "game: trp\nat: turn 2 axis attacks good\non K17: ger-2-inf\non J17: ger-5-inf\non K18: sov-5-kav\n"
    state = read_record(text, "a", lambda *_: game).start
    for act in (Attack(1, ("ger-2-inf",), ("sov-5-kav",)), RollCombat(1, 2), StateResult(1, "-")):
        state = game.apply(state, act)
        if not isinstance(act, RollCombat):
            assert [(each.number, each.attackers) for each in legal_actions(game, state, Attack)] == [
                (2, ("ger-5-inf",))
            ]


def test_no_die_is_listed_for_a_hex_that_an_earlier_wave_has_emptied() -> None:
    game = load()
    text = """game: trp
at: turn 2 axis attacks good
on K17: ger-2-inf
on J17: ger-5-inf
on K18: sov-5-kav
attack 1: ger-2-inf x sov-5-kav
attack 2: ger-5-inf x sov-5-kav
roll 1: 6
result 1: DE
lose 1: sov-5-kav
advance 1: ger-2-inf K17 K18
"""
    record = read_record(text, "a", lambda *_: game)
    state = record.start
    for line in record.lines:
        assert isinstance(line.entry, Action)
        state = game.apply(state, line.entry)
    assert list(legal_actions(game, state, RollCombat)) == []


def test_who_has_been_attacked_may_retreat_of_his_own_will_when_the_battle_is_over() -> None:
    game = load()
    text = "game: trp\nat: turn 2 axis attacks good\non K17: ger-2-inf\non K18: sov-5-kav\n"
    state = read_record(text, "a", lambda *_: game).start
    listed = []
    for act in (Attack(1, ("ger-2-inf",), ("sov-5-kav",)), RollCombat(1, 2), StateResult(1, "-")):
        state = game.apply(state, act)
        listed.append([each.unit for each in legal_actions(game, state, FallBack)])
    assert listed == [[], [], ["sov-5-kav"]]
