"""Saves of modules whose units did not yet know a battle by the module's hand, in the real engine: after Refresh
Counters they are played on like new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trp.form import fill
from tests.module.table.test_clicks import Hand, around, sit_down
from tests.referee.engine import Engine
from trc_module.disk_cache import cache_root
from trc_module.games.trc.module import prototypes
from trc_module.gamespec import game_folder
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.module.reckoning.table import BattleTable
from trc_module.rules.finder import load_game


@pytest.mark.parametrize(
    ("name", "attackers", "defender", "target", "steps"),
    [
        ("nr", ("ger-4", "ger-6", "ger-9"), "sov-don", "I12", 5),
        ("m41", ("ger-4-army", "ger-3-pzgr"), "rus-20-army", "B3", 1),
        ("trp", ("ger-1-pzgr", "ger-3-pz"), "sov-22-army", "S11", 2),
        ("trc", ("ger-47-pz", "ger-46-pz"), "rus-24-inf", "X16", 2),
    ],
)
def test_an_old_save_goes_on_after_a_refresh(
    referee: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    attackers: tuple[str, ...],
    defender: str,
    target: str,
    steps: int,
) -> None:
    # The factors of the Portfolio are its owner's.
    mine = fill(tmp_path / "mine") if name == "trp" else None
    parts = load_inputs(load_game(name, overlay=mine), game_folder(name))
    units = around(parts, attackers, defender, target)
    with monkeypatch.context() as older:
        older.setattr(BattleTable, "of_unit", lambda self: iter(()))
        for trait in ("joins_untold", "tells_of_battle", "loss_by_click"):
            older.setattr(prototypes, trait, lambda *grammar: iter(()))
        (tmp_path / "old").mkdir()
        before = load_inputs(load_game(name, overlay=mine), game_folder(name))
        old = sit_down(referee, before, tmp_path / "old", units, steps)
    assert not _attacks(old, defender)
    where = _where(old)
    save = tmp_path / "old.vsav"
    old.game.save_game(save)
    build_module(parts, tmp_path / "game.vmod", "1", cache_root())
    game = referee.open(tmp_path / "game.vmod", draw_palettes=False)
    assert game.load(save, side=parts.game.sides[0].capitalize())
    new = Hand(game, parts, {})
    assert not _attacks(new, defender)
    game.refresh()
    assert _where(new) == where
    assert _attacks(new, defender)


def _attacks(hand: Hand, defender: str) -> bool:
    """Tell whether the module puts somebody into a battle against a unit whose stack is selected."""
    hand.ids = {str(piece.properties.get("unit")): piece.id for piece in hand.game.pieces()}
    if hand.parts.game.name == "trc":
        # Its F4 wants attackers; all of them have a key of its own, and it wants nobody who is in a battle already.
        hand.game.hot_key("F6")
        return any("attacking" in line for line in hand.game.type_key(hand.ids[defender], "ctrl Q").chat)
    return any("attacking" in line for line in hand.game.type_key(hand.ids[defender], "F4").chat)


def _where(hand: Hand) -> dict[str, str]:
    return {unit: piece.location for piece in hand.game.pieces() if (unit := str(piece.properties.get("unit", "")))}
