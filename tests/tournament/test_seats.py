"""Sides: by bids, by balance, by lot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.folders import tournament_of
from trc_module.errors import UserError
from trc_module.tournament.pairings import Bid
from trc_module.tournament.seats import Sides, read_bids, with_bids
from trc_module.tournament.settings import Settings

SETTINGS = Settings("Spring", "trc", ("axis", "russian"))


def test_who_has_had_a_side_less_often_has_it_then_who_had_the_other_one_last() -> None:
    sides = Sides("x")
    sides.count(("Ann", "Bert"))
    assert sides.seated("Ann", "Bert") == ("Bert", "Ann")
    assert sides.seated("Ann", "Carl") == ("Carl", "Ann")
    sides.count(("Bert", "Ann"))
    # Both have had both; Bert had the first side last.
    assert sides.seated("Bert", "Ann") == ("Ann", "Bert")
    assert sides.strain("Ann", "Bert") == 0


def test_a_lot_is_the_same_however_the_two_are_named() -> None:
    drawn = {Sides(str(lot)).seated("Ann", "Bert") for lot in range(20)}
    assert drawn == {("Ann", "Bert"), ("Bert", "Ann")}
    assert all(Sides(str(n)).seated("Ann", "Bert") == Sides(str(n)).seated("Bert", "Ann") for n in range(20))


@pytest.mark.parametrize(
    ("bids", "seats", "paid"),
    [
        ({"Ann": Bid("axis", 2), "Bert": Bid("axis", 3)}, ("Bert", "Ann"), Bid("axis", 3)),
        ({"Ann": Bid("russian", 4), "Bert": Bid("russian", 3)}, ("Bert", "Ann"), Bid("russian", 4)),
        ({"Ann": Bid("axis", 2), "Bert": Bid("russian", 9)}, ("Ann", "Bert"), None),
        ({"Bert": Bid("axis", 5)}, ("Bert", "Ann"), Bid("axis", 0)),
    ],
)
def test_the_higher_bid_has_the_side_and_nobody_pays_for_what_nobody_else_wants(
    bids: dict[str, Bid], seats: tuple[str, str], paid: Bid | None
) -> None:
    assert with_bids(SETTINGS, Sides("x"), "Ann", "Bert", bids) == (seats, paid)


def test_of_equal_bids_the_balance_decides() -> None:
    sides = Sides("x")
    sides.count(("Ann", "Carl"))
    bids = {"Ann": Bid("axis", 2), "Bert": Bid("axis", 2)}
    assert with_bids(SETTINGS, sides, "Ann", "Bert", bids) == (("Bert", "Ann"), Bid("axis", 2))


def test_bids_are_read_by_round_and_what_is_wrong_is_told(tmp_path: Path) -> None:
    tournament = tournament_of(tmp_path / "t")
    path = tournament.folder / "bids.csv"

    def read() -> object:
        return read_bids(tournament.folder, tournament.settings, tournament.players, 2)

    assert read() == {}
    path.write_text("round,player,side,bid\n1,Ann,axis,5\n2,ann,axis,3\n", encoding="utf-8")
    assert read() == {"Ann": Bid("axis", 3)}
    for row, told in (
        ("2,Zoe,axis,3", "line 2: there is no player 'Zoe'."),
        ("2,Ann,axes,3", "line 2: expected one of axis, russian (did you mean axis?) in 'side'."),
        ("2,Ann,axis,much", "line 2: expected whole numbers in 'round' and 'bid'."),
        ("2,Ann,axis,3\n2,ANN,axis,4", "line 3: 'Ann' bids for round 2 on line 2 already."),
    ):
        path.write_text(f"round,player,side,bid\n{row}\n", encoding="utf-8")
        with pytest.raises(UserError) as caught:
            read()
        assert str(caught.value) == f"{path}, {told}"
