"""Lines of a log, heard as acts: what contradicts itself, or was not its player's to say, is told and not done."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.declarations import Declaration
from trc_module.games.trc.acts.battles import AutomaticVictory, Fly
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.acts.fortresses import Fortify
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.rules.actions import Attack, Eliminate, Enter, Marker, Move, Retreat, RollCombat, Surrender
from trc_module.rules.finding import Finding
from trc_module.rules.interpretation import Interpretation, Line, PieceTrack
from trc_module.rules.state import Place, Trail

MOVEMENT, COMBAT = "turn 2 axis impulse 1 movement clear", "turn 2 axis impulse 1 combat clear"
HEX = GAME.board.grid.hex


def lines(text: str) -> list[Line]:
    """Return lines written as `VERB key=value ... by=side`, one a step."""
    found = []
    for step, words in enumerate((line.split() for line in text.strip().splitlines()), 1):
        fields = dict(word.split("=") for word in words[1:])
        by = fields.pop("by", None)
        found.append(Line(step, Declaration(words[0], fields), by))
    return found


def heard(text: str, *tracks: PieceTrack, at: str = MOVEMENT) -> list[Interpretation]:
    return GAME.hear(position("", at).clock, lines(text), tracks)


def acts(interpretations: list[Interpretation]) -> list[object]:
    return [act for interpretation in interpretations for act in interpretation.actions]


def said(interpretations: list[Interpretation]) -> list[Finding]:
    return [finding for interpretation in interpretations for finding in interpretation.findings]


def track(unit: str, *places: Place | None, line: Line | None = None, step: int = 9, by: str = "axis") -> PieceTrack:
    """Return a track over hexes, or to a box, in one step."""
    on_map = tuple(place for place in places if isinstance(place, int))
    ways = (Trail(on_map),) if len(on_map) == len(places) else ()
    return PieceTrack(unit, places, (step,), by, line, ways)


@pytest.mark.parametrize(
    ("by", "unit", "taken"),
    [("axis", "ger-41-pz", True), ("russian", "ger-41-pz", False), (None, "ger-41-pz", True)],
)
def test_who_may_say_who_attacks(by: str | None, unit: str, taken: bool) -> None:
    side = f" by={by}" if by else ""
    interpretations = heard(f"ATT b=1 u={unit}{side}\nDEF b=1 u=rus-24-inf{side}\nROLL b=1 die=4", at=COMBAT)
    assert [type(act) for act in acts(interpretations)] == ([Attack, RollCombat] if taken else [RollCombat])


@pytest.mark.parametrize(
    ("by", "taken"),
    [("axis", True), ("russian", False), (None, True)],
)
def test_a_way_is_said_by_the_owner_of_the_unit(by: str | None, taken: bool) -> None:
    line = Line(8, Declaration("MODE", {"u": "ger-41-pz", "mode": "ground"}), by)
    interpretations = heard("", track("ger-41-pz", HEX("P20"), HEX("P19"), line=line))
    assert acts(interpretations) == ([Move("ger-41-pz", Trail((HEX("P20"), HEX("P19"))))] if taken else [])
    assert interpretations[0].places == (("ger-41-pz", HEX("P19")),)


@pytest.mark.parametrize(
    ("line", "sentence", "units"),
    [
        (
            "LOSS b=1 u=ger-41-pz hq=nobody by=axis",
            "The line LOSS names 'nobody', which the data does not know.",
            ("ger-41-pz",),
        ),
        ("LOSS b=1 u=nobody by=axis", "The line LOSS names 'nobody', which the data does not know.", ()),
        (
            "ATT b=one u=ger-41-pz by=axis",
            "The line ATT names 'one', which is not the number of a battle.",
            ("ger-41-pz",),
        ),
        # Python reads no number of so many digits.
        (
            f"ROLL b={'9' * 5000} die=1 by=axis",
            f"The line ROLL names '{'9' * 40}', which is not the number of a battle.",
            (),
        ),
        ("ROLL b=1 die=7 by=axis", "The line ROLL tells of a die that shows '7'.", ()),
        (
            "ATT b=1 u=ger-41-pz by=russian",
            "The Russian player declared ATT, which was not his to declare; it is disregarded.",
            ("ger-41-pz",),
        ),
    ],
)
def test_a_wrong_line_is_told_and_not_done(line: str, sentence: str, units: tuple[str, ...]) -> None:
    interpretations = heard(line)
    assert acts(interpretations) == []
    assert [(finding.sentence, finding.units) for finding in said(interpretations)] == [(sentence, units)]


def attackers(text: str) -> dict[int, tuple[str, ...]]:
    found = acts(heard(text, at=COMBAT))
    return {act.number: act.attackers for act in found if isinstance(act, Attack)}


def test_a_counter_is_in_one_battle_at_a_time() -> None:
    text = """
        ATT b=1 u=ger-41-pz
        ATT b=1 u=ger-56-pz
        DEF b=1 u=rus-24-inf
        ATT b=2 u=ger-41-pz
        DEF b=2 u=rus-13-inf
    """
    assert attackers(text) == {1: ("ger-56-pz",), 2: ("ger-41-pz",)}


def test_a_counter_taken_out_is_in_no_battle() -> None:
    text = "ATT b=1 u=ger-41-pz\nATT b=1 u=ger-56-pz\nDEF b=1 u=rus-24-inf\nOUT b=1 u=ger-41-pz"
    assert attackers(text) == {1: ("ger-56-pz",)}


def test_guns_that_attack_support_the_battle_besides() -> None:
    text = "ATT b=1 u=ger-7-art\nDEF b=1 u=rus-24-inf\nGUNS b=1 u=ger-7-art"
    (attack,) = acts(heard(text, at=COMBAT))
    assert isinstance(attack, Attack)
    assert (attack.attackers, attack.guns) == (("ger-7-art",), ("ger-7-art",))


def test_a_counter_that_joins_again_is_the_last_of_its_battle() -> None:
    text = "ATT b=1 u=ger-41-pz\nATT b=1 u=ger-56-pz\nATT b=1 u=ger-41-pz\nDEF b=1 u=rus-24-inf"
    assert attackers(text) == {1: ("ger-56-pz", "ger-41-pz")}


def test_motorization_takes_the_infantry_that_its_own_line_put_away() -> None:
    (line,) = lines("MOTORIZE u=ger-24-pz infantry=ger-12-inf by=axis")
    other = Line(7, Declaration("REMOVED", {"u": "ger-17-inf", "because": "17.2"}), "axis")
    away = track("ger-12-inf", HEX("P20"), "removed", line=line, step=1)
    stays = (
        track("ger-17-inf", HEX("P20"), "replacement-pool", line=other, step=2),
        track("ger-24-pz", "motorization", HEX("P20"), line=line, step=3),
    )
    found = GAME.hear(position("", MOVEMENT).clock, [line], (away, *stays))
    first, *rest = found
    assert first.actions == (Motorize("ger-12-inf", "ger-24-pz"),)
    assert (first.places, first.steps) == ((("ger-12-inf", "removed"),), (1, 1))
    # The corps itself is dragged to where the infantry stood: no act of its own, and nothing to be told.
    assert [(interpretation.places, interpretation.actions) for interpretation in rest] == [
        ((("ger-17-inf", "replacement-pool"),), ()),
        ((("ger-24-pz", HEX("P20")),), ()),
    ]
    assert [finding.units for finding in said(rest)] == [("ger-17-inf",)]


def test_the_infantry_of_another_line_is_left_where_it_is() -> None:
    (line,) = lines("MOTORIZE u=ger-24-pz infantry=ger-12-inf by=axis")
    earlier = Line(1, Declaration("MODE", {"u": "ger-12-inf", "mode": "ground"}), "axis")
    moved = track("ger-12-inf", HEX("P20"), HEX("P19"), line=earlier, step=2)
    undeclared = track("ger-12-inf", HEX("P19"), HEX("P18"), step=3)
    phase = GAME.hear(position("", MOVEMENT).clock, [line], (moved,))
    assert phase[0].places == ()
    assert acts(phase[1:]) == [Move("ger-12-inf", Trail((HEX("P20"), HEX("P19"))))]
    assert undeclared.line is None


def test_a_line_after_the_way_that_it_explains_completes_it() -> None:
    after = Line(9, Declaration("MODE", {"u": "ger-41-pz", "mode": "ground"}), "axis")
    for step, expected in ((4, (4, 9)), (9, (9,)), (11, (11,))):
        (interpretation,) = heard("", track("ger-41-pz", HEX("P20"), HEX("P19"), line=after, step=step))
        assert interpretation.steps == expected


def test_units_of_a_country_that_is_out_are_put_away_without_an_act_or_a_word() -> None:
    out = Line(3, Declaration("ALLYOUT", {"country": "italian", "because": "24.2"}), "axis")
    (interpretation,) = heard("", track("ita-3-inf", HEX("P20"), "surrendered", line=out))
    assert (interpretation.actions, interpretation.findings, interpretation.places) == (
        (),
        (),
        (("ita-3-inf", "surrendered"),),
    )


def test_a_line_that_does_not_fit_where_its_unit_went_is_told() -> None:
    entered = Line(3, Declaration("PARTISAN", {"u": "rus-partisan-1"}), "russian")
    (interpretation,) = heard("", track("rus-partisan-1", "partisans", None, line=entered, by="russian"))
    assert [finding.rule for finding in interpretation.findings] == ["log.box"]
    (interpretation,) = heard("", track("rus-partisan-1", "partisans", HEX("P20"), line=entered, by="russian"))
    assert interpretation.actions == (Enter("rus-partisan-1", HEX("P20")),)
    lost = Line(3, Declaration("MODE", {"u": "ger-41-pz", "mode": "ground"}), "axis")
    (interpretation,) = heard("", track("ger-41-pz", "turn-2", None, line=lost))
    assert (interpretation.actions, [finding.rule for finding in interpretation.findings]) == ((), ["log.box"])


def test_a_retreat_off_the_map_passes_over_the_hexes_that_the_log_tells() -> None:
    line = Line(3, Declaration("RETREAT", {"b": "1", "u": "ger-41-pz"}), "axis")
    off = track("ger-41-pz", HEX("E31"), None, HEX("E32"), "replacement-pool", line=line)
    (interpretation,) = heard("", off, at=COMBAT)
    assert interpretation.actions == (Retreat(1, "ger-41-pz", Trail((HEX("E31"), HEX("E32"))), True),)


def test_a_line_of_an_option_takes_the_counters_that_go_with_it_and_no_others() -> None:
    first, second = lines(
        "FORT at=E10 marker=fortress-russian by=russian\nFORT at=R9 marker=fortress-russian by=russian"
    )
    tracks = (
        track("rus-23-inf", HEX("E11"), HEX("E10"), line=first, step=5, by="russian"),
        track("rus-24-inf", HEX("Q9"), HEX("R9"), line=second, step=7, by="russian"),
    )
    clock = position("", "turn 2 russian impulse 2 end clear").clock
    interpretations = GAME.hear(clock, [first, second], tracks)
    assert [
        (interpretation.actions, interpretation.steps, interpretation.places) for interpretation in interpretations
    ] == [
        ((Fortify(HEX("E10")),), (1, 5), (("rus-23-inf", HEX("E10")),)),
        ((Fortify(HEX("R9")),), (2, 7), (("rus-24-inf", HEX("R9")),)),
    ]


def test_who_was_lost_to_a_victory_is_so_whatever_entry_of_the_menu_removed_it() -> None:
    interpretations = heard(
        "ATT b=1 u=ger-39-pz by=axis\nAV b=1 by=axis\nFORCED u=rus-worker-g1 because=12.5 by=axis\n"
        "REMOVED u=rus-partisan-3 because=19.3 by=axis"
    )
    victory = AutomaticVictory(1, ("ger-39-pz",), ("rus-worker-g1",))
    assert acts(interpretations) == [victory, Eliminate("rus-partisan-3", "19.3")]


def test_a_victory_is_claimed_of_the_position_with_which_the_phase_ends() -> None:
    (claim, _) = heard("WIN side=axis because=25.1.1 by=axis\nDIE die=3 by=axis")
    assert claim.last == 2


def test_an_aircraft_that_is_laid_down_needs_no_line() -> None:
    laid = GAME.unsaid(track("ger-stuka-1", "stukas", HEX("P20")))
    assert laid is not None
    assert laid.actions == (Fly("ger-stuka-1", HEX("P20")),)
    assert GAME.unsaid(track("ger-stuka-1", HEX("P20"), None)) is None
    assert GAME.unsaid(track("ger-41-pz", HEX("P20"), HEX("P19"))) is None


FIRST = "ATT b=1 u=ger-41-pz\nDEF b=1 u=rus-24-inf\n"
VICTORY = AutomaticVictory(1, ("ger-41-pz",), ("rus-24-inf",))


def test_a_victory_that_is_claimed_twice_is_one_and_a_later_die_is_rolled_all_the_same() -> None:
    assert acts(heard(FIRST + "AV b=1\nAV b=1")) == [VICTORY]
    assert acts(heard(FIRST + "AV b=1\nROLL b=1 die=4")) == [VICTORY, RollCombat(1, 4)]


SECOND = "ATT b=2 u=ger-47-pz\n"
NAMED = SECOND + "DEF b=2 u=rus-24-inf\nAV b=2\n"
BOTH = [AutomaticVictory(2, ("ger-41-pz", "ger-47-pz"), ("rus-24-inf",))]
EACH = [VICTORY, AutomaticVictory(2, ("ger-47-pz",), ("rus-24-inf",))]


@pytest.mark.parametrize(
    ("text", "victories"),
    [
        (f"{FIRST}AV b=1\n{NAMED}", BOTH),
        (f"{FIRST}AV b=1\n{NAMED}FORCED u=rus-24-inf because=16.1", BOTH),
        (f"{FIRST}AV b=1\nREMOVED u=rus-24-inf because=2.1\n{NAMED}", EACH),
        # Neither the fall of another unit nor an earlier one stands between the two.
        (f"{FIRST}AV b=1\nLOSS b=1 u=rus-13-inf\n{NAMED}", BOTH),
        (f"FORCED u=rus-24-inf because=16.1\n{FIRST}AV b=1\n{NAMED}", BOTH),
        # Who is taken off later tells over whom the second was claimed.
        (f"{FIRST}AV b=1\n{SECOND}AV b=2\nLOSS b=2 u=rus-24-inf", BOTH),
        (f"{FIRST}AV b=1\nLOSS b=1 u=rus-24-inf\n{SECOND}AV b=2", [VICTORY]),
    ],
)
def test_a_claim_stands_for_an_earlier_one_whose_enemies_were_still_there(text: str, victories: list[object]) -> None:
    assert acts(heard(text)) == victories


def test_a_claim_stands_for_no_battle_with_a_die() -> None:
    found = acts(heard(f"{FIRST}ROLL b=1 die=4\n{NAMED}"))
    assert found == [Attack(1, ("ger-41-pz",), ("rus-24-inf",)), RollCombat(1, 4), EACH[1]]


def test_the_losses_of_its_battle_tell_over_whom_a_victory_was_claimed() -> None:
    found = heard("ATT b=1 u=ger-41-pz\nAV b=1\nLOSS b=2 u=rus-13-inf\nLOSS b=1 u=rus-24-inf")
    assert acts(found) == [VICTORY]


def test_who_is_taken_off_before_the_claim_of_a_victory_has_fallen_to_it() -> None:
    found = heard(f"FORCED u=rus-24-inf because=16.1\nATT b=2 u=ger-47-pz\n{FIRST}DEF b=2 u=rus-13-inf\nAV b=1")
    assert acts(found) == [VICTORY]
    assert [interpretation.steps for interpretation in found] == [(3, 4, 6), (1, 6)]


END = "turn 2 axis impulse 2 end clear"


@pytest.mark.parametrize(
    ("text", "at", "readings"),
    [
        ("REMOVED u=ger-41-pz because=2.1", END, [Eliminate("ger-41-pz", "2.1"), Eliminate("ger-41-pz", "17.2")]),
        ("REMOVED u=ger-41-pz because=16.1", MOVEMENT, [Eliminate("ger-41-pz", "16.1")]),
        ("FORCED u=ger-41-pz because=12.5", MOVEMENT, [Surrender("ger-41-pz", "12.5"), Surrender("ger-41-pz", "16.3")]),
        ("FORCED u=ger-41-pz because=12.5", END, [Surrender("ger-41-pz", "12.5")]),
    ],
)
def test_an_own_unit_may_have_been_removed_by_another_key_of_the_phase(
    text: str, at: str, readings: list[object]
) -> None:
    assert acts(heard(text, at=at)) == readings


@pytest.mark.parametrize(
    ("text", "at", "readings"),
    [
        ("LOSS b=1 u=ger-41-pz", END, [Eliminate("ger-41-pz", "17.2")]),
        ("LOSS b=1 u=ger-41-pz", MOVEMENT, [Eliminate("ger-41-pz", "10.4")]),
        ("LOSS b=1 u=rus-24-inf", MOVEMENT, []),
        # Counters may be gathered in the movement phase to be counted: that is a battle, and not the key of a removal.
        ("ATT b=1 u=ger-41-pz\nLOSS b=1 u=ger-41-pz", MOVEMENT, []),
    ],
)
def test_the_key_of_a_loss_without_a_battle_may_be_the_removal_of_the_phase(
    text: str, at: str, readings: list[object]
) -> None:
    found = heard(text, at=at)
    assert acts(found) == readings
    assert [finding.rule for finding in said(found)] == ["log.box"]
    assert found[0].perhaps == bool(readings)


def test_the_last_word_on_the_control_of_a_place_counts() -> None:
    found = heard("CONTROL at=P20 side=axis\nCONTROL at=P19 side=axis\nCONTROL at=P20 side=russian")
    assert acts(found) == [Marker("control", "P19 axis"), Marker("control", "P20 russian")]


def test_a_conversion_that_was_taken_back_may_have_been_one_if_it_was_of_a_hex() -> None:
    clock = position("", END).clock
    for place, converted in (("P20", (Convert((HEX("P20"),)),)), ("stukas", ())):
        line = Line(1, Declaration("CONVERT", {"at": place}), "axis", withdrawn=True)
        (found,) = GAME.hear(clock, [line], ())
        assert (found.actions, found.perhaps) == (converted, bool(converted))
        assert [str(finding) for finding in found.findings] == [
            f"note log.back: The marker of CONVERT was taken away from {place} again; the line is set aside."
        ]


@pytest.mark.parametrize(
    ("text", "at", "dice"),
    [
        ("SAIL u=ger-12-inf\nDIE die=3", MOVEMENT, [3]),
        ("SAIL u=ger-12-inf\nDIE die=3", COMBAT, [0]),
        ("DIE die=3\nSAIL u=ger-12-inf", MOVEMENT, [3]),
        ("SAIL u=ger-12-inf\nDIE die=3\nSAIL u=ger-13-inf\nDIE die=5", MOVEMENT, [3, 5]),
        ("SAIL u=ger-12-inf\nSAIL u=ger-13-inf\nDIE die=5", MOVEMENT, [0, 5]),
        ("SAIL u=ger-12-inf\nSAIL u=ger-13-inf\nSEA u=ger-13-inf die=5\nSEA u=ger-12-inf die=3", MOVEMENT, [3, 5]),
        # Whose die came before all is not known, if two have sailed.
        ("DIE die=5\nSAIL u=ger-12-inf\nSAIL u=ger-13-inf", MOVEMENT, [0, 0]),
    ],
)
def test_a_die_is_of_the_unit_that_it_names_or_of_the_one_that_sailed_just_before_or_of_the_only_one(
    text: str, at: str, dice: list[int]
) -> None:
    told = lines(text.replace("SAIL", "SAIL kind=sea-transfer"))
    sailed = [line for line in told if line.says.verb == "SAIL"]
    tracks = [track(line.says["u"], HEX("G4"), HEX("G3"), line=line) for line in sailed]
    found = acts(GAME.hear(position("", at).clock, told, tracks))
    assert [act.die for act in found if isinstance(act, SeaMove)] == dice


def test_a_voyage_counts_when_the_counter_was_dragged_and_not_when_its_die_fell() -> None:
    """It may be dragged on before its die: then it does so from where it has landed."""
    told = lines("SAIL u=ger-12-inf kind=sea-transfer\nDIE die=3")
    for step, steps in ((1, (1, 2)), (9, (2, 9))):
        sailed = track("ger-12-inf", HEX("G4"), HEX("G3"), line=told[0], step=step)
        (found,) = (f for f in GAME.hear(position("", MOVEMENT).clock, told, [sailed]) if f.actions)
        assert (found.steps, found.last) == (steps, step)


def test_who_arrives_where_its_die_at_sea_was_rolled_came_by_ship() -> None:
    arrive, die = "ARRIVE u=ger-12-inf", "SEA u=ger-12-inf die=3"
    for said_, coast, expected in (
        (f"{arrive}\n{die}", "G4", [3, 3, 3]),
        (f"{arrive}\nSEA u=ger-13-inf die=3", "G4", []),
        (arrive, "G4", []),
    ):
        told = lines(said_)
        came = track("ger-12-inf", "turn-2", HEX(coast), line=told[0])
        found = acts(GAME.hear(position("", MOVEMENT).clock, told, [came]))
        # Who may have arrived there has: then the die is of a later way.
        assert isinstance(found[0], Enter)
        assert [act.die for act in found if isinstance(act, SeaMove)] == expected
    # Out of another hex it did not arrive.
    told = lines(f"{arrive}\n{die}")
    went = acts(
        GAME.hear(position("", MOVEMENT).clock, told, [track("ger-12-inf", HEX("H4"), HEX("G4"), line=told[0])])
    )
    assert [act for act in went if isinstance(act, SeaMove)] == []


def test_who_is_taken_off_soon_after_a_claim_tells_over_whom_it_was() -> None:
    claim, removal = "ATT b=1 u=ger-41-pz\nAV b=1\n", "REMOVED u=rus-24-inf because=2.1"
    flags = "CONTROL at=P20 side=axis\n"
    assert acts(heard(f"{claim}{removal}")) == [VICTORY]
    assert VICTORY in acts(heard(claim + 7 * flags + removal))
    assert Eliminate("rus-24-inf", "2.1") in acts(heard(claim + 8 * flags + removal))


@pytest.mark.parametrize("removal", ["LOSS b=1 u=nobody", "FORCED u=nobody because=16.1"])
def test_no_victory_is_won_over_a_unit_that_the_data_does_not_know(removal: str) -> None:
    found = heard(f"ATT b=1 u=ger-41-pz\nAV b=1\n{removal}")
    assert acts(found) == []
    assert [finding.rule for finding in said(found)] == ["log.battle", "log.line"]


@pytest.mark.parametrize("pips", ["x", "7", "12"])
def test_a_die_at_sea_that_is_none_is_told_and_not_counted(pips: str) -> None:
    told = lines(f"SAIL u=ger-12-inf kind=sea-transfer\nSEA u=ger-12-inf die={pips}")
    found = GAME.hear(position("", MOVEMENT).clock, told, [track("ger-12-inf", HEX("G4"), HEX("G3"), line=told[0])])
    assert [act.die for act in acts(found) if isinstance(act, SeaMove)] == [0]
    assert [finding.rule for finding in said(found)] == ["log.line"]
