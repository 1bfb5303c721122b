"""Acts that are a verb and a unit, as most of this game's are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.declarations import FATE, OWNER, Declaration, Verb
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Part, RecordSyntax, battle, hex_, unit
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, at, line, no_battle
from trc_module.systems.ground import SystemGame

Kind = Callable[..., Action]


def of_a_unit(
    word: str, kind: type[Action], verb: str, meaning: str, section: str, *, number: str = "", who: str = OWNER
) -> Act:
    """Return an act that leaves its unit where it is."""

    def says(game: SystemGame, state: State, act: Action) -> Iterator[LogStep]:
        name = act.unit  # type: ignore[attr-defined]
        yield line(verb, u=name, at=at(game, state, name))

    said = Verb(verb, meaning, (UNIT, AT, BY), number, who)
    return Act(RecordSyntax(word, kind, section, (unit(),)), (said,), _heard(kind), says)


def into_a_box(
    word: str,
    kind: type[Action],
    verb: str,
    meaning: str,
    section: str,
    box: str,
    *,
    number: str = "",
    who: str = OWNER,
    in_battle: bool = False,
) -> Act:
    """Return an act by which a unit on the map goes into a box."""

    def says(game: SystemGame, state: State, act: Action) -> Iterator[LogStep]:
        name = act.unit  # type: ignore[attr-defined]
        fields = {"u": name, "at": at(game, state, name)}
        if in_battle:
            fields = {"b": str(act.number), **fields}  # type: ignore[attr-defined]
        yield LogStep(((verb, fields),), ((name, box),))

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return kind(found.number("b"), found["u"]) if in_battle else kind(found["u"])  # type: ignore[call-arg]

    fields = (BATTLE, UNIT, AT, BY) if in_battle else (UNIT, AT, BY)
    parts: tuple[Part, ...] = (battle(), unit()) if in_battle else (unit(),)
    said = Verb(verb, meaning, fields, number, who, FATE)
    act = Act(RecordSyntax(word, kind, section, parts), (said,), hears, says)
    return replace(act, precondition_error=no_battle) if in_battle else act


def onto_the_map(
    word: str, kind: type[Action], verb: str, meaning: str, section: str, *, governs: str, number: str = ""
) -> Act:
    """Return an act by which a unit in a box goes to a hex."""

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        if track is None or not isinstance(track.goal, int):
            return None
        return kind(found["u"], track.goal)  # type: ignore[call-arg]

    def says(game: SystemGame, state: State, act: Action) -> Iterator[LogStep]:
        name, goal = act.unit, act.hex  # type: ignore[attr-defined]
        yield line(verb, u=name, at=at(game, state, name))
        yield LogStep(moves=((name, goal),))

    def wrong(game: SystemGame, state: State, act: Action) -> str:
        name = act.unit  # type: ignore[attr-defined]
        found = state.place(name)
        return (
            ""
            if isinstance(found, str)
            else Sentence("{name} is {found}, and does not wait in a box", name, game.where(found))
        )

    said = Verb(verb, meaning, (UNIT, AT, BY), number, OWNER, governs)
    return Act(RecordSyntax(word, kind, section, (unit(), hex_())), (said,), hears, says, wrong)


def _heard(kind: Kind) -> Callable[[SystemGame, Declaration, PieceTrack | None], Action | None]:
    return lambda game, found, track: kind(found["u"])
