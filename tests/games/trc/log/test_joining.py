"""Evidence in the position with which a late log begins."""

from __future__ import annotations

from tests.games.trc.play import GAME, position
from trc_module.games.trc.marks import UNDECLARED
from trc_module.games.trc.supply.control import UNTOLD
from trc_module.games.trc.supply.rails import UNTOLD_RAILS
from trc_module.rules.actions import End, Move
from trc_module.rules.state import Trail
from trc_module.systems.rails import rails_of

BRYANSK, KURSK, MOSCOW = (GAME.places[name] for name in ("Bryansk", "Kursk", "Moscow"))
TEXT = "on T15: ger-41-pz\non O5: rus-24-inf\n"


def test_a_log_of_the_first_movement_phase_begins_with_the_set_up_and_what_it_shows_is_all() -> None:
    for at in ("turn 1 axis impulse 1 weather clear", "turn 1 axis impulse 1 movement clear"):
        begun = position(TEXT, at)
        assert GAME.joined(begun) == begun


def test_units_show_who_controls_the_places_near_them_and_elsewhere_the_nearer_side_is_likely() -> None:
    state = GAME.joined(position(TEXT, "turn 7 axis impulse 1 movement clear"))
    assert [state.control[at] for at in (BRYANSK, KURSK, MOSCOW)] == ["axis", "axis", "russian"]
    untold = state.traces[UNTOLD]
    assert [bool(untold >> at & 1) for at in (BRYANSK, KURSK, MOSCOW)] == [False, True, True]
    assert state.traces[UNTOLD_RAILS] == GAME.board.rail_hexes
    assert rails_of(state)["axis"] >> BRYANSK & 1
    assert rails_of(state)["russian"] >> MOSCOW & 1
    assert not rails_of(state)["axis"] & rails_of(state)["russian"]


def test_what_an_earlier_log_has_told_is_kept_where_no_unit_shows_something_else() -> None:
    known = position("control: Kursk russian, Bryansk russian\n" + TEXT, "turn 6 axis impulse 1 movement snow")
    state = GAME.joined(position(TEXT, "turn 7 axis impulse 1 movement clear"), known)
    assert [state.control[at] for at in (BRYANSK, KURSK)] == ["axis", "russian"]
    assert rails_of(state) == rails_of(known)


def test_capitals_of_allies_that_fight_on_are_not_the_enemys() -> None:
    at, near = "turn 20 axis impulse 1 movement clear", "on Z24: rus-24-inf\non E31: ger-41-pz\n"
    without = GAME.joined(position(near, at))
    assert without.control[GAME.places["Bucharest"]] == "russian"
    fighting = GAME.joined(position(near + "box axis replacement-pool: rum-5-inf\n", at))
    assert fighting.control[GAME.places["Bucharest"]] == "axis"
    assert fighting.traces[UNTOLD] >> GAME.places["Bucharest"] & 1


def test_a_place_is_told_when_a_phase_ends_with_a_unit_there_and_its_rails_when_the_turn_is_over() -> None:
    text = "on T18: ger-41-pz\non O5: rus-24-inf\n"
    state = GAME.joined(position(text, "turn 7 axis impulse 2 movement clear"))
    assert state.traces[UNTOLD] >> BRYANSK & 1
    way = Trail(tuple(map(GAME.board.grid.hex, ("T18", "T17", "T16", "T15"))))
    state = GAME.apply(GAME.apply(state, Move("ger-41-pz", way)), End())
    assert not state.traces[UNTOLD] >> BRYANSK & 1
    assert state.traces[UNTOLD_RAILS] >> BRYANSK & 1
    for _ in range(2):
        state = GAME.apply(state, End())
    assert not state.traces[UNTOLD_RAILS] >> BRYANSK & 1
    assert rails_of(state)["axis"] >> BRYANSK & 1


def test_in_a_combat_phase_battles_may_have_been_fought_before() -> None:
    assert UNDECLARED in GAME.joined(position(TEXT, "turn 7 axis impulse 1 combat clear")).marks
    assert UNDECLARED not in GAME.joined(position(TEXT, "turn 7 axis impulse 1 movement clear")).marks


def test_a_garrison_of_which_a_unit_has_left_its_box_has_been_released() -> None:
    at, warsaw = "turn 20 axis impulse 1 movement clear", ("triggered", "warsaw-garrison")
    first, whole = ("triggered", "bulgarian-garrison"), ("triggered", "bulgarian-garrison-1944")

    def marks(text: str) -> set[tuple[str, ...]]:
        return {mark for mark in GAME.joined(position(TEXT + text, at)).marks if mark[0] == "triggered"}

    assert marks("") == set()
    assert marks("box axis bulgarian-garrison: ger-15-mtn ger-97-mtn\n") == set()
    assert marks("on DD30: ger-15-mtn\n") == {first}
    assert marks("on DD30: ger-97-mtn\nbox axis replacement-pool: ger-4-ss-pz\n") == {first, whole, warsaw}
