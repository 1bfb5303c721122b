"""A turn of both sides in the real engine: what it takes in clicks, and what its log says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.hand import Hand
from tests.module.test_declarations_referee import Player, read
from tests.module.whole_turn import DEPLOYED, WholeTurn
from tests.referee.engine import Engine
from trc_module.auditing.audit import Audit
from trc_module.module.inputs import ModuleInputs
from trc_module.module.setups import setups
from trc_module.rules.finding import Verdict


@pytest.fixture(scope="module")
def turn(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory
) -> tuple[WholeTurn, Audit]:
    folder = tmp_path_factory.mktemp("turn")
    player = Player(referee.keep(module_file), parts, folder)
    (deployed,) = (setup for setup in setups(parts) if setup.file == DEPLOYED)
    player.begin_setup(deployed.name)
    player.game.begin_log(folder / "turn.vlog")
    played = WholeTurn(Hand(player))
    played.play()
    player.game.end_log()
    return played, read(folder / "turn.vlog", parts)


def test_no_part_of_a_turn_takes_more_clicks_than_it_needs(turn: tuple[WholeTurn, Audit]) -> None:
    clicks = turn[0].clicks
    for battle in ("bialystok", "brest", "lutsk", "kovel", "kovel-again"):
        assert clicks[f"attack-{battle}"] + clicks[f"roll-{battle}"] == 3
    # Three attackers picked one by one, and one key that rolls as well.
    assert clicks["attack-and-roll-grodno"] == 4
    after = {name: number for name, number in clicks.items() if name.startswith(("lost-", "retreat-"))}
    assert after == {
        "lost-rus-3-inf": 1,
        "retreat-rus-10-inf": 1,
        "lost-ger-52-mot": 1,
        "lost-rus-5-inf": 1,
        "lost-rus-4-inf": 1,
        "retreat-ger-4-inf": 1,
    }
    # A window is opened and closed for these.
    assert (clicks["air-brest"], clicks["replacement"], clicks["arrival"]) == (4, 5, 5)
    assert sum(clicks.values()) == 71


def test_nobody_bears_the_badge_of_a_battle_when_a_player_turn_has_ended(turn: tuple[WholeTurn, Audit]) -> None:
    assert turn[0].badges == {"axis-end": [], "russian-end": []}


def test_the_log_of_a_turn_says_what_was_played_and_accuses_nobody(turn: tuple[WholeTurn, Audit]) -> None:
    audit = turn[1]
    found = [str(noted.finding) for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE]
    # The order of battle that we have does not tell the month of this unit.
    assert found == ["skipped 20.0b: ger-40-pz may be due in the second impulse of turn 2, but arrived in the first."]
    assert [done.text for done in audit.acts if not done.text.startswith(("move", "end"))] == [
        "attack 3: ger-24-pz ger-39-pz ger-8-inf x rus-3-inf",
        "roll 3: 4",
        "lose 3: rus-3-inf",
        "attack 4: ger-5-inf ger-6-inf ger-13-inf x rus-10-inf air stuka ger-hq-center",
        "roll 4: 2",
        "retreat 4: rus-10-inf K22 > L21",
        "attack 5: ger-14-pz ger-4-inf ger-52-mot x rus-5-inf",
        "roll 5: 3",
        "lose 5: ger-52-mot",
        "lose 5: rus-5-inf",
        "attack 7: ger-41-pz ger-46-pz ger-47-pz x rus-4-inf",
        "roll 7: 3",
        "lose 7: rus-4-inf",
        "replace rus-3-inf AA14",
        "attack 9: rus-26-inf rus-5-cav rus-12-inf rus-3-tank x ger-4-inf",
        "roll 9: 2",
        "attack 11: rus-26-inf rus-5-cav rus-12-inf rus-3-tank x ger-4-inf",
        "roll 11: 4",
        "retreat 11: ger-4-inf P25 > N24",
        "enter ger-40-pz K33",
    ]
