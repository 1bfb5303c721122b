"""The order in which changes are tried."""

from __future__ import annotations

from trc_module.declarations import Declaration
from trc_module.reading.changes import Change
from trc_module.reading.weights import by_turns, rank
from trc_module.rules.interpretation import Line


def said(verb: str, value: str, price: int = 2, *, chosen: bool = False) -> Change:
    line = Line(1, Declaration(verb, {"b": "1", "value": value}))
    return Change(price, "said_nothing", f"{verb} {value}", into=(line,), chosen=chosen)


def test_the_cheapest_comes_first_and_a_free_choice_last() -> None:
    dear, free, plain = said("A", "1", 3), said("A", "2", chosen=True), said("B", "3")
    assert sorted((dear, free, plain), key=rank) == [plain, free, dear]


def test_no_kind_waits_until_all_of_another_have_been_tried() -> None:
    many = [said("ODDS", str(number)) for number in range(1, 5)]
    few = [said("BECOMES", str(number), chosen=True) for number in range(1, 3)]
    found = [change.note for change in by_turns((*many, *few, said("ODDS", "9", price=1)))]
    assert found == ["ODDS 9", "ODDS 1", "BECOMES 1", "ODDS 2", "BECOMES 2", "ODDS 3", "ODDS 4"]
