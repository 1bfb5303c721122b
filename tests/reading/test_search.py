"""The laws that the search keeps, whatever a habit proposes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from tests.toy import load
from trc_module.declarations import Declaration
from trc_module.hexgrid import Hex
from trc_module.reading import habits
from trc_module.reading.changes import Change, with_changes
from trc_module.reading.evidence import ByHand, Evidence, TypedDie
from trc_module.reading.laws import lawful
from trc_module.reading.search import Reached, Search, is_accepted
from trc_module.reading.weights import Weight, rank
from trc_module.rules.finding import Finding
from trc_module.rules.finding import Verdict as Verdicts
from trc_module.rules.interpretation import Line
from trc_module.sentence import Sentence

TOY = load()
SIDES = {"red-1": "red", "red-2": "red", "blue-1": "blue"}


def said(step: int, verb: str, **fields: str) -> Line:
    return Line(step, Declaration(verb, fields))


def evidence(*lines: Line, visits: dict[str, Sequence[int]] | None = None, units: Sequence[str] = ()) -> Evidence:
    """Return the evidence of lines of the toy game, some units accused."""
    policy = TOY.line_policy
    places = {"red-1": Hex(1), "red-2": Hex(1), "blue-1": Hex(2)}
    return Evidence(
        TOY.grammar,
        policy,
        lines,
        visits or {},
        (),
        (),
        frozenset(units),
        frozenset(),
        "red",
        SIDES,
        tuple(SIDES),
        lambda unit, step: places.get(unit),
        lambda a, b: a != b,
        lambda at: (Hex(at - 1), Hex(at + 1)),
        last=9,
    )


ATT, DEF = said(1, "ATT", b="1", u="red-1"), said(2, "DEF", b="1", u="blue-1")
ROLL, LOST, DIE = said(3, "ROLL", b="1", die="5"), said(4, "LOSS", b="1", u="blue-1"), said(5, "DIE", die="2")


def test_a_line_that_another_repeats_may_be_set_aside_and_no_other() -> None:
    again = said(2, "ATT", b="1", u="red-1")
    found = evidence(ATT, again, DEF, ROLL, LOST)
    assert lawful(Change(1, "habit", "", out=(again,)), found)
    assert not lawful(Change(1, "habit", "", out=(LOST,)), found)
    assert not lawful(Change(1, "habit", "", out=(ATT, again)), found)


def test_a_line_about_another_place_says_something_else_and_one_about_a_unit_does_not() -> None:
    first, second = said(1, "FORTIFY", at="0101"), said(1, "FORTIFY", at="0102")
    assert not lawful(Change(1, "habit", "", out=(second,)), evidence(first, second))
    att = said(1, "ATT", b="1", u="red-1", at="0101")
    moved = said(2, "ATT", b="1", u="red-1", at="0102")
    assert lawful(Change(1, "habit", "", out=(moved,)), evidence(att, moved))


def test_a_line_may_come_back_with_another_number_but_not_as_another() -> None:
    found = evidence(ATT, DEF, ROLL, LOST)
    assert lawful(Change(1, "habit", "", (LOST,), (said(4, "LOSS", b="2", u="blue-1"),)), found)
    assert not lawful(Change(1, "habit", "", (LOST,), (said(4, "LOSS", b="1", u="red-1"),)), found)
    assert not lawful(Change(1, "habit", "", (LOST,), (said(4, "RETREAT", b="1", u="blue-1"),)), found)


def test_no_die_is_invented_or_changed() -> None:
    found = evidence(ATT, DEF, DIE)
    assert lawful(Change(1, "habit", "", (DIE,), (said(5, "ROLL", b="1", die="2"),)), found)
    assert not lawful(Change(1, "habit", "", (DIE,), (said(5, "ROLL", b="1", die="3"),)), found)
    assert not lawful(Change(1, "habit", "", into=(said(5, "ROLL", b="1", die="2"),)), found)


def test_no_step_of_a_unit_is_read_before_an_earlier_one() -> None:
    found = evidence(ATT, DEF, ROLL, LOST, visits={"blue-1": (2, 6)})
    assert lawful(Change(1, "habit", "", moved=((4, 2.5),)), found)
    assert not lawful(Change(1, "habit", "", moved=((4, 1.5),)), found)
    assert not lawful(Change(1, "habit", "", moved=((4, 7.5),)), found)


def test_lines_that_are_supplied_stand_before_or_behind_those_of_their_step() -> None:
    lines, new = [ATT, DEF, ROLL], said(3, "RETREAT", b="1", u="blue-1")
    assert with_changes(lines, [Change(1, "habit", "", into=(new,))]) == [ATT, DEF, new, ROLL]
    assert with_changes(lines, [Change(1, "habit", "", into=(new,), after=True)]) == [ATT, DEF, ROLL, new]
    assert with_changes(lines, [Change(1, "habit", "", (DEF,), (new,))]) == [ATT, new, ROLL]


def test_changes_are_tried_in_a_total_order() -> None:
    changes = [Change(2, "a", "x"), Change(1, "b", "y", moved=((1, 2.5),)), Change(1, "b", "x"), Change(1, "a", "y")]
    assert [change.note for change in sorted(changes, key=rank)] == ["y", "x", "y", "x"]


@dataclass(frozen=True)
class Verdict:
    """What a reading comes to."""

    weight: Weight
    accused: tuple[Hashable, ...] = ()

    shown: frozenset[int] = frozenset()
    undecided: int = 0

    @property
    def accusations(self) -> Counter[Hashable]:
        return Counter(self.accused)

    @property
    def accused_in(self) -> frozenset[int]:
        return self.shown


def test_a_repair_excuses_and_never_accuses() -> None:
    first = Verdict((2, 0, 0, 0), ("a", "b"))
    assert is_accepted(Verdict((1, 0, 0, 0), ("a",)), first)
    assert not is_accepted(Verdict((1, 0, 0, 0), ("c",)), first)
    assert not is_accepted(Verdict((1, 0, 0, 1), ("a",)), first)
    assert not is_accepted(first, first)


@dataclass
class Phase:
    """A phase whose verdicts are known by the notes of its changes."""

    verdicts: dict[tuple[str, ...], Verdict]
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def judged(self, changes: tuple[Change, ...], most: int) -> Iterator[Verdict | None]:
        notes = tuple(change.note for change in changes)
        self.asked.append(notes)
        found = self.verdicts.get(notes, self.verdicts[()])
        yield None if found.weight[0] > most else found


def search(verdicts: dict[tuple[str, ...], Verdict], looks: int = 50) -> tuple[Verdict, list[tuple[str, ...]]]:
    """Return the best verdict of a phase in which two habits may be tried, and what was asked."""
    phase = Phase(verdicts)
    run: Search[Verdict] = Search(lambda changes, best: evidence(ATT, DEF, ROLL, units=["red-1"]), phase.judged, looks)
    return run.best(verdicts[()]), phase.asked


@pytest.fixture
def _two_habits(monkeypatch: pytest.MonkeyPatch) -> None:
    class One:
        """One habit with two changes."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield replace(Change(1, "one", "x"))
            yield Change(2, "one", "y")

    monkeypatch.setattr(habits, "HABITS", (One,))


@pytest.fixture
def _two_values(monkeypatch: pytest.MonkeyPatch) -> None:
    class One:
        """A habit that supplies a line with one of two values."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (Change(1, "one", note, into=(said(3, "RETREAT", b="1", u=note),)) for note in "xy")

    monkeypatch.setattr(habits, "HABITS", (One,))


@pytest.mark.usefixtures("_two_habits")
def test_the_cheapest_change_that_explains_is_taken() -> None:
    clean = Verdict((0, 0, 0, 0))
    assert search({(): Verdict((1, 0, 0, 0), ("a",)), ("x",): clean, ("y",): clean}) == (clean, [("x",)])


@pytest.mark.usefixtures("_two_values")
def test_of_two_values_that_break_nothing_the_one_is_taken_by_which_less_is_undecided() -> None:
    first, open_, clean = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0), undecided=1), Verdict((0, 0, 0, 0))
    assert search({(): first, ("x",): open_, ("y",): clean}) == (clean, [("x",), ("y",)])
    assert search({(): first, ("x",): clean, ("y",): clean}) == (clean, [("x",)])
    assert search({(): first, ("x",): open_, ("y",): open_}) == (open_, [("x",), ("y",)])


@pytest.mark.usefixtures("_two_habits")
def test_two_changes_are_taken_where_the_first_only_shows_what_the_second_explains() -> None:
    clean, first = Verdict((0, 0, 0, 0)), Verdict((1, 0, 0, 0), ("a",))
    best, asked = search({(): first, ("x",): Verdict((1, 0, 0, 0), ("b",)), ("x", "y"): clean})
    assert (best, asked) == (clean, [("x",), ("y",), ("x", "y")])


@pytest.mark.usefixtures("_two_habits")
@pytest.mark.parametrize(("accused", "note"), [(("c",), "x y"), (("a", "c"), "")])
def test_a_change_that_accuses_of_less_may_be_the_first_of_two_though_it_leaves_more_open(
    accused: tuple[Hashable, ...], note: str
) -> None:
    assert taken({(): ACCUSED, ("x",): Verdict((2, 0, 0, 1), accused), ("x", "y"): CLEAN})[0] == note


@pytest.mark.usefixtures("_two_habits")
def test_the_search_ends_with_its_looks() -> None:
    first = Verdict((1, 0, 0, 0), ("a",))
    assert search({(): first}, looks=1) == (first, [("x",), ("y",)])


@pytest.mark.usefixtures("_two_values")
def test_of_the_values_of_a_key_the_one_that_explains_the_most_is_taken() -> None:
    half, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    best, asked = search({(): Verdict((2, 0, 0, 0), ("a", "b")), ("x",): half, ("y",): whole})
    assert (best, asked) == (whole, [("x",), ("y",)])


@pytest.mark.usefixtures("_two_habits")
def test_a_change_that_explains_something_is_taken_before_one_of_another_kind() -> None:
    half, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    best, asked = search({(): Verdict((2, 0, 0, 0), ("a", "b")), ("x",): half, ("y",): half, ("x", "y"): whole})
    assert (best, asked) == (whole, [("x",), ("x", "y")])


@pytest.mark.usefixtures("_two_habits")
def test_where_somebody_is_accused_at_the_end_the_first_change_is_left_out() -> None:
    half, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    best, asked = search({(): Verdict((2, 0, 0, 0), ("a", "b")), ("x",): half, ("y",): whole, ("x", "y"): half})
    assert (best, asked) == (whole, [("x",), ("x", "y"), ("y",)])


def test_where_somebody_is_accused_at_the_end_the_last_change_is_left_out_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class One:
        """One habit with three changes."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (Change(price, "one", note) for price, note in enumerate("xyz", 1))

    monkeypatch.setattr(habits, "HABITS", (One,))
    some, half, whole = Verdict((2, 0, 0, 0), ("a", "b")), Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    verdicts = {(): Verdict((3, 0, 0, 0), ("a", "b", "c")), ("x",): some, ("x", "y"): half, ("x", "z"): whole}
    best, asked = search({**verdicts, ("x", "y", "z"): half})
    assert (best, asked) == (whole, [("x",), ("x", "y"), ("x", "y", "z"), ("x", "z")])


def test_of_a_change_that_is_left_out_other_values_are_tried_after_another_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    supplied = [Change(1, "one", note, into=(said(3, "RETREAT", b="1", u=note),)) for note in "xy"]
    _habit_of(monkeypatch, *supplied, Change(2, "two", "z"))
    verdicts = {("x",): HALF, ("z",): ACCUSED, ("z", "y"): CLEAN}
    found, asked = taken({(): Verdict((3, 0, 0, 0), ("a", "b", "c")), **verdicts, ("x", "z"): HALF})
    assert found == "z y"
    assert asked.count(("y",)) == 1


def test_two_changes_are_tried_together_at_last_where_each_alone_that_explains_something_leads_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _habit_of(monkeypatch, *(Change(price, note, note) for price, note in zip((1, 1, 2, 2), "wxyz", strict=True)))
    shown = Verdict((2, 0, 0, 0), ("a", "c"))
    verdicts = {(): ACCUSED, ("w",): HALF, ("x",): HALF, ("y",): shown, ("y", "z"): CLEAN}
    pairs: dict[tuple[str, ...], Verdict] = {(one, other): HALF for one in "wx" for other in "wxyz"}
    assert taken({**verdicts, **pairs})[0] == "y z"


def test_a_change_that_explains_all_is_found_at_last_behind_others_that_lead_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _habit_of(monkeypatch, *(Change(price, note, note) for price, note in zip((1, 1, 2), "xyz", strict=True)))
    verdicts = {(): ACCUSED, ("x",): HALF, ("y",): HALF, ("z",): CLEAN}
    pairs: dict[tuple[str, ...], Verdict] = {(one, other): HALF for one in "xy" for other in "xyz"}
    assert taken({**verdicts, **pairs})[0] == "z"


def test_a_change_that_is_left_out_is_so_by_each_habit_that_proposes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class One:
        """One habit that moves a step, as another one does, and two other changes."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (Change(1, f"by {note}", note, moved=((4, 2.5),)) for note in "wx")
            yield from (Change(2, note, note) for note in "yz")

    monkeypatch.setattr(habits, "HABITS", (One,))
    half, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    verdicts = {("w",): half, ("x",): half, ("y",): Verdict((2, 0, 0, 0), ("a", "b")), ("y", "z"): whole}
    best, _ = search({(): Verdict((3, 0, 0, 0), ("a", "b", "c")), **verdicts, ("w", "y"): half, ("w", "y", "z"): half})
    assert best == whole


def test_of_a_change_that_is_left_out_other_values_are_as_well_but_not_other_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = said(6, "DIE", die="3")

    class One:
        """One habit that reads either of two plain dice as that of a battle."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            for note, die in (("x", DIE), ("y", other)):
                yield Change(1, "one", note, (die,), (said(die.step, "ROLL", b="1", die=die.says["die"]),))

    monkeypatch.setattr(habits, "HABITS", (One,))
    first, half, whole = Verdict((3, 0, 0, 0), ("a", "b")), Verdict((1, 0, 0, 0), ("a",)), Verdict((2, 0, 0, 0), ("b",))
    phase = Phase({(): first, ("x",): half, ("y",): whole, ("x", "y"): half})
    run: Search[Verdict] = Search(lambda changes, best: evidence(ATT, DEF, DIE, other), phase.judged, 50)
    assert run.best(first) == half
    # At first, without the first one, and at last as the first of two.
    assert phase.asked.count(("y",)) == 3


@pytest.mark.usefixtures("_two_habits")
def test_a_step_that_explains_something_has_as_many_looks_again() -> None:
    half, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    best, _ = search({(): Verdict((2, 0, 0, 0), ("a", "b")), ("x",): half, ("x", "y"): whole}, looks=1)
    assert best == whole


def _supplied(price: int, note: str, verb: str, *, chosen: bool = False) -> Change:
    return Change(price, note, note, into=(said(3, verb, b="1", u="red-1"),), chosen=chosen)


@pytest.mark.parametrize("chosen", [True, False])
def test_two_keys_of_one_battle_may_explain_together_what_neither_does_if_one_was_a_choice(
    chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class One:
        """One habit that supplies a key, and a unit of the same battle."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (_supplied(1, "x", "RETREAT", chosen=chosen), _supplied(2, "y", "ATT"))

    monkeypatch.setattr(habits, "HABITS", (One,))
    first, worse, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((2, 0, 0, 0), ("a", "b")), Verdict((0, 0, 0, 0))
    best, _ = search({(): first, ("y",): worse, ("x", "y"): whole})
    assert best == (whole if chosen else first)


@pytest.mark.parametrize(("weight", "taken"), [((1, 0, 0, 0), ("a",)), ((0, 0, 0, 0), ())])
def test_two_changes_are_taken_if_they_explain_more_than_one_that_leaves_less_open(
    weight: tuple[int, ...], taken: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    class One:
        """One habit with a change that tidies up, and two that explain something together."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (Change(price, "one", note) for price, note in ((1, "tidy"), (2, "x"), (2, "y")))

    monkeypatch.setattr(habits, "HABITS", (One,))
    both = Verdict(weight, ("b",) if any(weight) else ())
    verdicts = {("x",): Verdict((1, 0, 0, 1), ("b", "c")), ("x", "y"): both, ("tidy",): Verdict((1, 0, 0, 0), ("a",))}
    best, _ = search({(): Verdict((1, 0, 0, 1), ("a", "b")), **verdicts})
    assert best.accusations == Counter(taken)


def test_none_of_the_first_changes_waits_until_all_has_been_added_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    class One:
        """One habit with two changes that show another fault, and many that show nothing."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from (Change(1, "one", note) for note in "xy")
            yield from (Change(2, "one", f"z{number}") for number in range(20))

    monkeypatch.setattr(habits, "HABITS", (One,))
    first, whole = Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))
    verdicts = {("x",): Verdict((1, 0, 0, 0), ("b",)), ("y",): Verdict((1, 0, 0, 0), ("c",)), ("y", "x"): whole}
    best, asked = search({(): first, **verdicts}, looks=22)
    assert (best, sum(notes[0] == "x" and len(notes) == 2 for notes in asked)) == (whole, 11)


@pytest.mark.parametrize(("shown", "taken"), [(frozenset({9}), True), (frozenset({1}), False)])
def test_a_battle_gets_both_sides_though_that_shows_a_fault_but_in_what_it_supplies(
    shown: frozenset[int], taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class One:
        """One habit with one change."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield Change(1, "one", "x", into=(replace(ATT, step=1),), completes=True)

    monkeypatch.setattr(habits, "HABITS", (One,))
    first, whole = Verdict((0, 0, 0, 1)), Verdict((1, 0, 0, 0), ("a",), shown)
    run: Search[Verdict] = Search(
        lambda changes, best: evidence(ATT, DEF, ROLL, units=["red-1"]),
        lambda changes, most: iter([whole]),
        9,
        completing=True,
    )
    assert run.best(first) == (whole if taken else first)


def test_no_deed_of_a_counter_is_read_before_an_earlier_one_of_it() -> None:
    turned = replace(evidence(ATT, DEF, visits={"blue-1": (2, 6)}), by_hand=[ByHand(4, "blue-1", ())])
    for moved, kept in (((4, 2.5), True), ((4, 1.5), False), ((4, 7.5), False), ((6, 4.5), True), ((6, 3.5), False)):
        assert lawful(Change(1, "habit", "", moved=(moved,)), turned) is kept
    # The key of the loss is a deed, and the one that declares is none.
    found = evidence(ATT, DEF, LOST, said(5, "LOSS", b="1", u="red-1"), visits={"blue-1": (6,)})
    assert lawful(Change(1, "habit", "", moved=((2, 9.5),)), found)
    assert not lawful(Change(1, "habit", "", moved=((4, 6.5),)), found)
    alone = evidence(ATT, LOST, visits={"blue-1": (6,)})
    assert not lawful(Change(1, "habit", "", moved=((4, 6.5),)), alone)


def test_a_removal_may_be_set_aside_where_the_table_shows_where_its_unit_went() -> None:
    change = Change(1, "habit", "", out=(LOST,))
    assert lawful(change, evidence(ATT, LOST, visits={"blue-1": (4, 6)}))
    assert not lawful(change, evidence(ATT, LOST, visits={"blue-1": (5, 6)}))
    back = said(4, "RETREAT", b="1", u="blue-1")
    assert not lawful(Change(1, "habit", "", out=(back,)), evidence(ATT, back, visits={"blue-1": (4,)}))


TOLD = 6, Finding("log.reroll", Verdicts.NOTE, Sentence("rolled again"))
AGAIN = said(6, "ROLL", b="1", die="2")


@pytest.mark.parametrize(
    ("out", "told", "lines", "chat", "kept"),
    [
        (ROLL, TOLD, (ROLL, AGAIN), (5, "reroll"), True),
        (AGAIN, TOLD, (ROLL, AGAIN), (5, "reroll"), True),
        (ROLL, None, (ROLL, AGAIN), (5, "reroll"), False),
        (ROLL, TOLD, (ROLL, AGAIN), (5, "well"), False),
        (ROLL, TOLD, (ROLL,), (5, "reroll"), False),
        (ROLL, TOLD, (ROLL, LOST), (5, "reroll"), False),
    ],
)
def test_a_die_is_set_aside_only_if_another_stays_that_was_rolled_again_as_is_told(
    out: Line, told: tuple[int, Finding] | None, lines: tuple[Line, ...], chat: tuple[int, str], kept: bool
) -> None:
    found = replace(evidence(ATT, DEF, *lines), chat=[chat])
    assert lawful(Change(1, "habit", "", out=(out,), told=told), found) is kept


def test_a_die_that_was_typed_is_used_once() -> None:
    typed = [TypedDie(7, 5, "die 5")]
    found = replace(evidence(ATT, DEF, DIE), typed=typed)
    new = said(7, "ROLL", b="1", die="5")
    assert lawful(Change(1, "habit", "", into=(new,)), found)
    assert not lawful(Change(1, "habit", "", into=(said(7, "ROLL", b="1", die="4"),)), found)
    assert not lawful(Change(1, "habit", "", into=(said(8, "ROLL", b="1", die="5"),)), found)
    assert not lawful(Change(1, "habit", "", into=(new, said(7, "ROLL", b="2", die="5"))), found)
    # Beside it a plain die may be read as another one's.
    plain = said(5, "ROLL", b="2", die="2")
    assert lawful(Change(1, "habit", "", (DIE,), (plain, new)), found)
    assert not lawful(Change(1, "habit", "", (), (plain, new)), found)
    used = replace(evidence(ATT, DEF, said(7, "DIE", die="5")), typed=typed)
    assert not lawful(Change(1, "habit", "", into=(new,)), used)


@pytest.mark.parametrize(
    ("step", "result", "chosen", "lines", "kept"),
    [
        (7, "DR", True, (), True),
        (7, "DR", False, (), False),
        (7, "AR", True, (), False),
        (7, "", True, (), False),
        (8, "DR", True, (), False),
        (7, "DR", True, (said(7, "DIE", die="5"),), False),
    ],
)
def test_a_die_of_which_chat_says_what_it_has_brought_is_a_free_choice(
    step: int, result: str, chosen: bool, lines: tuple[Line, ...], kept: bool
) -> None:
    found = replace(evidence(ATT, DEF, DIE, *lines), chat=[(6, "well"), (7, "DR")])
    new = said(step, "ROLL", b="1", die="3", **({"result": result} if result else {}))
    assert lawful(Change(1, "habit", "", into=(new,), chosen=chosen), found) is kept
    assert not lawful(Change(1, "habit", "", into=(ATT, new), chosen=chosen), found)
    assert not lawful(Change(1, "habit", "", (DIE,), (new,), chosen=chosen), found)


def test_dice_that_fall_at_once_are_not_made_more() -> None:
    pool, other = said(5, "FIRE", b="1", dice="2,3"), said(5, "FIRE", b="2", dice="2,3")
    found = evidence(ATT, DEF, pool)
    assert lawful(Change(1, "habit", "", (pool,), (other,)), found)
    assert not lawful(Change(1, "habit", "", into=(other,)), found)


def taken(
    verdicts: dict[tuple[str, ...], Verdict], looks: int = 50, *, completing: bool = False
) -> tuple[str, list[tuple[str, ...]]]:
    """Return the changes that a search takes, and what was asked."""
    phase = Phase(verdicts)
    run: Search[Verdict] = Search(
        lambda changes, best: evidence(ATT, DEF, ROLL, units=["red-1"]), phase.judged, looks, completing
    )
    run.best(verdicts[()])
    return " ".join(change.note for change in run.changes), phase.asked


ACCUSED, HALF, CLEAN = Verdict((2, 0, 0, 0), ("a", "b")), Verdict((1, 0, 0, 0), ("a",)), Verdict((0, 0, 0, 0))


@pytest.mark.usefixtures("_two_habits")
def test_of_two_ways_that_explain_as_much_the_first_is_kept() -> None:
    assert taken({(): ACCUSED, ("x",): HALF, ("y",): HALF, ("x", "y"): HALF})[0] == "x"
    assert taken({(): ACCUSED, ("x",): HALF, ("y",): CLEAN, ("x", "y"): HALF})[0] == "y"


@pytest.mark.usefixtures("_two_values")
def test_of_two_values_that_explain_as_much_the_first_is_kept() -> None:
    assert taken({(): ACCUSED, ("x",): HALF, ("y",): HALF})[0] == "x"


@pytest.mark.usefixtures("_two_values")
def test_of_two_values_one_that_explains_less_is_not_taken_though_it_leaves_less_undecided() -> None:
    half = replace(HALF, undecided=1)
    assert taken({(): Verdict((3, 0, 0, 0), ("a", "b", "c")), ("x",): half, ("y",): ACCUSED})[0] == "x"


@pytest.mark.parametrize(
    ("whole", "accused", "note"),
    [(("red-1",), ("a", "c"), "x y"), ((), ("a", "c"), ""), (("red-1",), ("a", "c", "d"), "")],
)
def test_a_way_that_is_open_without_a_wrong_key_may_be_explained_by_a_second_change(
    whole: tuple[str, ...], accused: tuple[Hashable, ...], note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x", whole=whole), Change(2, "two", "y"))
    assert taken({(): ACCUSED, ("x",): Verdict((2, 0, 0, 1), accused), ("x", "y"): CLEAN})[0] == note


def _habit_of(monkeypatch: pytest.MonkeyPatch, *changes: Change) -> None:
    class One:
        """One habit with some changes."""

        @staticmethod
        def proposals(found: Evidence) -> Iterator[Change]:
            yield from changes

    monkeypatch.setattr(habits, "HABITS", (One,))


@pytest.mark.parametrize(("shown", "note"), [((0, 1, 0, 0), "x"), ((1, 0, 0, 0), ""), ((1, 0, 1, 0), "")])
def test_what_can_have_been_nothing_else_counts_though_it_accuses_if_less_is_broken(
    shown: Weight, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x", certain=True))
    assert taken({(): HALF, ("x",): Verdict(shown, ("c",))})[0] == note


@pytest.mark.usefixtures("_two_habits")
def test_what_leaves_less_open_waits_for_what_explains_an_accusation() -> None:
    first, tidier = Verdict((1, 0, 0, 1), ("a",)), Verdict((1, 0, 0, 0), ("a",))
    assert taken({(): first, ("x",): tidier, ("y",): CLEAN}) == ("y", [("x",), ("y",)])
    # With the last of its looks it is taken.
    assert [taken({(): first, ("x",): tidier}, looks=looks)[0] for looks in (2, 1)] == ["x", "x"]


@pytest.mark.usefixtures("_two_habits")
def test_pairs_have_looks_of_their_own_where_those_at_single_changes_have_ended() -> None:
    verdicts = {(): HALF, ("x",): Verdict((1, 0, 0, 0), ("b",)), ("x", "y"): CLEAN}
    assert [taken(verdicts, looks=looks)[0] for looks in (2, 1)] == ["x y", "x y"]


def test_pairs_that_explain_only_together_have_looks_beside_those_that_show_another_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first change shows another fault, which uses up the looks of such pairs."""
    supplied = (_supplied(1, "y", "RETREAT", chosen=True), _supplied(2, "z", "ATT"))
    _habit_of(monkeypatch, Change(1, "one", "x"), *supplied)
    verdicts = {(): HALF, ("x",): Verdict((1, 0, 0, 0), ("b",)), ("z",): Verdict((2, 0, 0, 0), ("b", "c"))}
    assert taken({**verdicts, ("y", "z"): CLEAN}, looks=2)[0] == "y z"


def test_a_unit_and_a_key_of_another_removal_explain_nothing_together_that_neither_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    twice = [said(step, "LOSS", b="1", u="blue-1") for step in (5, 6)]
    removed = Change(2, "two", "y", out=(twice[1],), whole=("blue-1",))
    _habit_of(monkeypatch, _supplied(1, "x", "ATT"), removed)
    phase = Phase({(): HALF, ("x", "y"): CLEAN})
    run: Search[Verdict] = Search(lambda changes, best: evidence(ATT, DEF, ROLL, *twice), phase.judged, 50)
    assert run.best(HALF) == HALF


@pytest.mark.parametrize(("battle", "note"), [("1", "x y"), ("2", "")])
def test_a_unit_and_a_key_pressed_twice_in_its_battle_may_explain_together_what_neither_does(
    battle: str, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = [said(step, "LOSS", b=battle, u="blue-1") for step in (5, 6)]
    _habit_of(monkeypatch, _supplied(1, "x", "ATT"), Change(2, "two", "y", out=(twice[1],)))
    phase = Phase({(): HALF, ("x", "y"): CLEAN})
    run: Search[Verdict] = Search(lambda changes, best: evidence(ATT, DEF, ROLL, *twice), phase.judged, 50)
    run.best(HALF)
    assert " ".join(change.note for change in run.changes) == note


@pytest.mark.parametrize(("chosen", "note"), [(True, "x y"), (False, "")])
def test_a_line_read_elsewhere_explains_with_a_unit_of_its_battle_if_one_was_a_choice(
    chosen: bool, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = Change(2, "two", "y", out=(ATT,), into=(replace(ATT, step=0),))
    _habit_of(monkeypatch, _supplied(1, "x", "RETREAT", chosen=chosen), earlier)
    assert taken({(): HALF, ("x", "y"): CLEAN})[0] == note


@pytest.mark.parametrize(
    ("verb", "into", "note"), [("ATT", ATT, "y x"), ("DEF", ATT, "y x"), ("LOSS", ATT, ""), ("ATT", LOST, "")]
)
def test_a_key_pressed_at_another_moment_explains_with_a_unit_of_its_battle(
    verb: str, into: Line, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys that declare it came after its die, which shows nothing by itself where a unit lacks besides."""
    earlier = Change(2, "two", "y", out=(ATT,), into=(replace(into, step=0),))
    _habit_of(monkeypatch, earlier, _supplied(1, "x", verb))
    assert taken({(): HALF, ("y", "x"): CLEAN})[0] == note


@pytest.mark.parametrize(("price", "note"), [(2, "x y"), (3, "")])
def test_the_second_change_of_a_pair_is_a_cheap_one(price: int, note: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x"), Change(price, "one", "y"))
    assert taken({(): HALF, ("x",): Verdict((1, 0, 0, 0), ("b",)), ("x", "y"): CLEAN})[0] == note


@pytest.mark.usefixtures("_two_habits")
def test_a_change_that_explains_nothing_begins_no_pair() -> None:
    first = Verdict((0, 0, 0, 1))
    assert taken({(): first, ("x",): first, ("x", "y"): CLEAN})[0] == ""
    assert taken({(): HALF, ("x",): Verdict((2, 0, 0, 0), ("b", "c")), ("x", "y"): CLEAN})[0] == ""
    instead = Verdict((0, 1, 0, 0), ("c",))
    assert taken({(): first, ("x",): instead, ("x", "y"): CLEAN})[0] == "x y"


def test_pairs_begin_with_the_change_that_breaks_the_least_in_one_of_its_readings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first change has two readings, of which the second breaks less than that of the other change."""
    _habit_of(monkeypatch, *(Change(price, "one", note) for price, note in enumerate("xyz", 1)))
    first = Verdict((3, 0, 0, 0), ("a", "b", "c"))
    shown = {"x": [((3, 0, 0, 0), "d"), ((1, 0, 0, 0), "e")], "y": [((2, 0, 0, 0), "f")], "z": [((2, 1, 0, 0), "g")]}
    asked: list[str] = []

    def judged(changes: tuple[Change, ...], most: int) -> Iterator[Verdict | None]:
        notes = "".join(change.note for change in changes)
        asked.append(notes)
        yield from (Verdict(weight, (who,)) for weight, who in shown.get(notes, [((3, 0, 0, 0), "h")]))

    run: Search[Verdict] = Search(lambda changes, best: evidence(ATT, DEF, ROLL, units=["red-1"]), judged, 50)
    assert run.best(first) == first
    assert asked == ["x", "y", "z", "xy", "yx", "zx", "zy"]


@pytest.mark.parametrize(
    ("verdicts", "note"),
    [
        ({"x": (1, 0, 0, 0), "y": (1, 0, 0, 0)}, "x"),
        ({"x": (2, 0, 0, 0), "y": (1, 0, 0, 0)}, "y"),
        ({"x": (1, 0, 0, 1), "y": (4, 0, 0, 0)}, "y"),
        ({"x": (1, 0, 0, 1), "y": (5, 0, 0, 0)}, ""),
    ],
)
def test_a_battle_gets_both_sides_by_the_change_that_breaks_the_least_and_leaves_less_open(
    verdicts: dict[str, Weight], note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = [Change(1, "one", name, into=(replace(ATT, step=9),), completes=True) for name in verdicts]
    _habit_of(monkeypatch, *changes)
    judged: dict[tuple[str, ...], Verdict] = {(name,): Verdict(weight, ("a",)) for name, weight in verdicts.items()}
    assert taken({(): Verdict((0, 0, 0, 1)), **judged}, completing=True)[0] == note


def test_of_two_readings_by_a_change_that_break_as_much_the_first_shows_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x"))
    shown: list[tuple[Hashable, ...]] = []

    def left(changes: tuple[Change, ...], best: Verdict) -> Evidence:
        shown.append(best.accused)
        return evidence(ATT, DEF, ROLL, units=["red-1"])

    run: Search[Verdict] = Search(left, lambda changes, most: iter([Verdict((1, 0, 0, 0), (who,)) for who in "bc"]), 50)
    run.best(Verdict((1, 0, 0, 0), ("a",)))
    assert shown == [("a",), ("b",)]


@pytest.mark.parametrize(("certain", "note"), [(True, "x y"), (False, "")])
def test_a_die_that_can_have_been_no_others_is_the_first_of_two_though_it_shows_more(
    certain: bool, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x", certain=certain), Change(2, "two", "y"))
    more = Verdict((1, 1, 0, 0), ("b", "c"))
    assert taken({(): HALF, ("x",): more, ("y",): HALF, ("x", "y"): CLEAN})[0] == note


@pytest.mark.parametrize(("broken", "note"), [(5, "y"), (6, "x")])
def test_a_phase_that_breaks_much_after_the_first_search_is_not_searched_again_without_a_change(
    broken: int, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first change leaves one violation less, the other one none, and they do not go together."""
    _habit_of(monkeypatch, Change(1, "one", "x"), Change(2, "two", "y"))
    who = tuple(range(broken))
    some = Verdict((broken - 1, 0, 0, 0), who[1:])
    assert taken({(): Verdict((broken, 0, 0, 0), who), ("x",): some, ("x", "y"): some, ("y",): CLEAN})[0] == note


def test_battles_are_completed_from_where_a_search_without_that_has_led(monkeypatch: pytest.MonkeyPatch) -> None:
    _habit_of(monkeypatch, Change(1, "one", "x"), Change(2, "two", "y", into=(replace(ATT, step=9),), completes=True))
    first, half = Verdict((1, 0, 0, 1), ("a",)), Verdict((0, 0, 0, 1))
    faulty = Verdict((0, 1, 0, 0), ("b",))
    phase = Phase({(): first, ("x",): half, ("x", "y"): faulty})

    def run(reached: Reached[Verdict] | None, *, completing: bool) -> Search[Verdict]:
        found = [evidence(ATT, DEF, ROLL, units=["red-1"])]
        search: Search[Verdict] = Search(
            lambda changes, best: found[0], phase.judged, 50, completing=completing, reached=reached
        )
        search.best(first)
        return search

    plain = run(None, completing=False)
    assert [change.note for change in plain.changes] == ["x"]
    phase.asked.clear()
    completed = run(plain.reached, completing=True)
    assert [change.note for change in completed.changes] == ["x", "y"]
    assert phase.asked[0] == ("x", "y")
