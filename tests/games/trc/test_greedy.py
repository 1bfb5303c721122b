"""What the greedy level wants and whom it sends there."""

from __future__ import annotations

from trc_module.games.trc.play.errands import Errands

from .play import GAME, position

POSITION = """
control: Minsk axis, Brest axis
on O20: ger-41-pz
on N21: ger-12-inf
on L26: ger-13-inf
on Q17: rus-24-inf
on P14: rus-30-inf
"""


def errands(*, attacking: bool) -> tuple[dict[str, int], dict[str, str]]:
    """Return the need of each place, and which unit goes for which."""
    found = Errands(GAME, position(POSITION), attacking)
    names = {at: name for name, at in GAME.places.items()}
    return {names[goal.at]: goal.need for goal in found.goals}, {u: names[goal.at] for u, goal in found.of.items()}


def test_who_waits_keeps_what_the_enemy_can_reach() -> None:
    needs, sent = errands(attacking=False)
    assert needs == {"Brest": 2, "Minsk": 4}
    assert sent == {"ger-41-pz": "Minsk", "ger-12-inf": "Brest"}


def test_who_goes_forward_wants_all_that_he_has_not_by_what_stands_there() -> None:
    needs, _ = errands(attacking=True)
    wanted = {"Brest": 3, "Minsk": 3, "Vitebsk": 5, "Smolensk": 5 + 3 * 4, "Kiev": 5}
    assert {name: needs[name] for name in wanted} == wanted
    assert "Warsaw" not in needs


def test_the_slow_stay_and_the_fast_go_on() -> None:
    _, sent = errands(attacking=True)
    assert sent == {"ger-12-inf": "Minsk", "ger-13-inf": "Brest", "ger-41-pz": "Kiev"}
