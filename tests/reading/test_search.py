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
from trc_module.reading.evidence import Evidence
from trc_module.reading.search import Search, is_accepted, lawful
from trc_module.reading.weights import Weight, rank
from trc_module.rules.interpretation import Line

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


@pytest.mark.usefixtures("_two_habits")
def test_two_changes_are_taken_where_the_first_only_shows_what_the_second_explains() -> None:
    clean, first = Verdict((0, 0, 0, 0)), Verdict((1, 0, 0, 0), ("a",))
    best, asked = search({(): first, ("x",): Verdict((1, 0, 0, 0), ("b",)), ("x", "y"): clean})
    assert (best, asked) == (clean, [("x",), ("y",), ("x", "y")])


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
    assert phase.asked.count(("y",)) == 2


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
