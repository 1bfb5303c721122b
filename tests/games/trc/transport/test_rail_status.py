from __future__ import annotations

from tests.games.trc.play import GAME, hexset, names, position
from trc_module.games.trc.transport.rail_status import railheads, reckon_transport


def reckoned(text: str, at: str) -> dict[str, str]:
    return dict(reckon_transport(GAME, position(text, at)))


def test_what_follows_of_rails_sea_and_supply() -> None:
    text = """
        control: Kiev axis, Minsk none, Smolensk axis
        used: axis rail 2, axis baltic 1, russian invasions 1
        before: unsure-control P14, unsure-rail T13
        on W17: ger-12-inf
        on BB5: ger-17-inf
        on R9: rus-24-inf
    """
    found = reckoned(text, "turn 5 axis impulse 1 movement snow")
    assert "Kiev" in found["cities, wells and junctions, axis"]
    assert "Smolensk" not in found["cities, wells and junctions, axis"]
    assert found["cities, wells and junctions of nobody"] == "Minsk"
    assert found["cities, wells and junctions not known"] == "Smolensk"
    assert found["rails not known"] == "T13"
    assert (found["axis rail moves left"], found["russian rail moves left"]) == ("1", "5")
    assert (found["axis sea moves left"], found["russian sea moves left"]) == ("Black Sea", "Baltic, Black Sea")
    assert (found["axis invasions left"], found["russian invasions left"]) == ("2", "1")
    assert found["axis out of general supply"] == "ger-17-inf"
    assert found["axis perhaps out of general supply"] == ""
    assert found["russian out of general supply"] == ""


def test_railheads_are_the_ends_of_a_net_that_goes_on() -> None:
    assert names(railheads(GAME, hexset("T14", "T13", "S12"))) == {"T14", "S12"}
    assert railheads(GAME, GAME.board.rail_hexes) == 0


def test_railheads_show_the_conversions_of_the_end_phase() -> None:
    before = reckoned("control: Bryansk axis", "turn 3 axis impulse 2 combat clear")
    within = reckoned("control: Bryansk axis", "turn 3 axis impulse 2 end clear")
    assert set(within["railheads"].split()) - set(before["railheads"].split()) == {"T14"}
    russian = reckoned("rail: axis T14", "turn 3 russian impulse 2 end clear")
    assert "T14" not in russian["railheads"].split()


def test_a_unit_in_question_is_named_as_such() -> None:
    text = "control: Kiev axis\n rail: axis W19 W18 W17 W16 W15 W14\n on W8: ger-12-inf\n on V17: rus-24-inf"
    found = reckoned(text, "turn 8 axis impulse 2 end clear")
    assert found["axis perhaps out of general supply"] == "ger-12-inf"
