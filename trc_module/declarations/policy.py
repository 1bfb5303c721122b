"""Evidence that a game's lines give beside the roles of its grammar: silent keys, dice of battles, turned counters.

A game need not write it down: it is read off the grammar and the table of the module's commands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from trc_module.declarations.grammar import ATTACK, DEFEND, LEAVE, Grammar, Verb

STATED_DIE = "shows"
"""The field by which a line states what a die has shown that was rolled without a stated purpose."""
COUNT = "count"
"""The field by which a line states a number of markers."""
RESULT = "result"
"""The field by which a line states the result of a battle."""
NEXT, BACK = "next", "back"
"""The ways in which a key turns a counter: to its next face, or to the one before."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A key that only says something, and that a battle may have: whoever forgets it has done nothing else.

    `choices` are the values of its fields that name neither the battle nor its units, each as the buttons fix them.
    """

    verb: str
    keys: tuple[str, ...]
    """The fields that it must have."""
    choices: tuple[Mapping[str, str], ...] = ({},)

    free: bool = False
    """Whether its player chooses freely: what fits best is then no proof that the key was forgotten."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A die that a battle may have: the line by which it is rolled, beside the number of the battle and the die."""

    verb: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnKey:
    """A key that turns a counter or changes its status: the line that goes with what a hand may do as well."""

    verb: str
    face: str = ""
    """NEXT or BACK; '' if it turns nothing."""
    status: Mapping[str, str] = field(default_factory=dict)
    """The statuses that it makes, by those that it ends."""
    sides: tuple[str, ...] = ()
    """The sides on whose counters it lies; () for all."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """The fields that it fixes."""

    def makes(self, side: str, faces: tuple[int, int] | None, statuses: tuple[str, str] | None) -> bool:
        """Tell whether it makes a counter of a side show another face, and another status; None for none."""
        if self.fixed or (self.sides and side not in self.sides):
            return False
        face = "" if faces is None else NEXT if faces[0] < faces[1] else BACK
        changed = statuses is None or self.status.get(statuses[0]) == statuses[1]
        return (face or None, statuses) != (None, None) and face == self.face and changed


@dataclass(frozen=True, slots=True)
class PlainDice:
    """The dice of a game's battles beside the die of the role ROLL, for which a plain die may have been rolled."""

    asked: Mapping[str, str] = field(default_factory=dict)
    """The verbs of the dice that lines ask for, by the verbs of those lines."""
    fired: tuple[str, ...] = ()
    """The verbs by which a side of a battle fires, first the one of a single die."""
    roles: tuple[str, ...] = ()
    """The words by which those lines name the sides of a battle, the attackers first."""
    hit: tuple[str, ...] = ()
    """The verbs by which the other side takes a hit."""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """How often each side of a battle fires at most, by the phase."""
    later: bool = False
    """Whether they fall in a later phase than the one in which battles are declared."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The evidence that a game's lines give."""

    silent: tuple[Silent, ...] = ()
    slots: tuple[Slot, ...] = ()
    results: frozenset[str] = frozenset()
    """The verbs that tell what became of a battle or of one of its units."""
    turns: tuple[TurnKey, ...] = ()
    statuses: tuple[str, ...] = ()
    """The statuses of units, in the order in which their counters number them, from 1."""
    stated: tuple[Silent, ...] = ()
    """Keys that state one word of the game and name neither a unit nor a battle: what holds for a turn."""
    named: tuple[str, ...] = ()
    """The names of the results of battles."""
    boxed: bool = True
    """Whether aircraft in boxes take part in battles by the lines of attackers and defenders, and by none of their
    own."""
    bases: tuple[str, ...] = ()
    """The boxes from which aircraft fly; () for any."""
    ahead: bool = True
    """Whether battles may be declared where units move, before the step in which they are fought."""
    slips: bool = True
    """Whether a stop on a unit's way may have been a slip that was not put back."""
    plain: PlainDice = PlainDice()
    """The dice for which a plain one may have been rolled."""


def policy_of(
    grammar: Grammar,
    *,
    fixed: Mapping[str, Sequence[Mapping[str, str]]],
    turns: Sequence[TurnKey] = (),
    plain: PlainDice = PlainDice(),
    chosen: Collection[str] = (),
    statuses: Sequence[str] = (),
    named: Sequence[str] = (),
    bases: Sequence[str] = (),
) -> Policy:
    """Return the policy of a game.

    `fixed` are the fields that the buttons of a verb fix, by the verb; `plain` are the dice of its battles beside the
    one of the role ROLL; `chosen` are the verbs of keys by which players choose freely, or such a verb with the value
    of a field (`BECOMES because=overrun`) where they do so with that value alone; `bases` are the boxes from which
    aircraft fly.
    """
    dice = [verb for verb in grammar.verbs.values() if _keys(verb) >= {"b", "die"}]
    silent = tuple(
        Silent(verb.name, tuple(f.key for f in verb.fields if f.required), choices, free)
        for verb in grammar.verbs.values()
        if _may_be_supplied(verb)
        for free, choices in _by_freedom(verb, list(_choices(verb, fixed.get(verb.name, ()))), chosen)
    )
    rolled = {verb.name for verb in grammar.verbs.values() if _keys(verb) & {"die", "dice"}}
    results = frozenset(
        verb.name
        for verb in grammar.verbs.values()
        if "b" in _keys(verb) and verb.role not in (ATTACK, DEFEND, LEAVE) and verb.name not in rolled
    )
    return Policy(
        silent,
        tuple(slot for verb in dice for slot in _slots(verb, plain.roles)),
        results,
        tuple(turns),
        tuple(statuses),
        tuple(_stated(grammar, fixed)),
        tuple(dict.fromkeys((*named, *_results_of(silent)))),
        bases=tuple(bases),
        plain=plain,
    )


def _results_of(silent: Sequence[Silent]) -> Iterator[str]:
    """Yield the results that silent keys state."""
    yield from (choice[RESULT] for key in silent for choice in key.choices if choice.get(RESULT))


def _stated(grammar: Grammar, fixed: Mapping[str, Sequence[Mapping[str, str]]]) -> Iterator[Silent]:
    """Yield the keys that state one word of the game."""
    for verb in grammar.verbs.values():
        required, values = _required(verb), tuple(fixed.get(verb.name, ()))
        if values and not verb.role and len(required) == 1 and not required & {"b", "u", "x"}:
            yield Silent(verb.name, tuple(required), values)


def _by_freedom(
    verb: Verb, choices: Sequence[Mapping[str, str]], chosen: Collection[str]
) -> Iterator[tuple[bool, tuple[Mapping[str, str], ...]]]:
    """Yield the values that players choose freely, and those that follow from the rules."""
    always = COUNT in _keys(verb) or verb.name in chosen or _required(verb) == {"u", "x"}
    free = [always or any(f"{verb.name} {key}={value}" in chosen for key, value in each.items()) for each in choices]
    for one in (True, False):
        found = tuple(each for each, own in zip(choices, free, strict=True) if own is one)
        if found:
            yield one, found


def _keys(verb: Verb) -> set[str]:
    return {field.key for field in verb.fields}


def _required(verb: Verb) -> set[str]:
    return {field.key for field in verb.fields if field.required}


def _may_be_supplied(verb: Verb) -> bool:
    """Tell whether a line of a verb may be read that nobody has made.

    It names a battle, or a unit and no more, or a unit and the one that does something for it.
    """
    required = _required(verb)
    if not verb.says_only or verb.governs or verb.role or STATED_DIE in _keys(verb):
        return False
    return "b" in required or required in ({"u"}, {"u", "x"})


def _choices(verb: Verb, fixed: Sequence[Mapping[str, str]]) -> Iterator[Mapping[str, str]]:
    """Yield the values of the fields that a battle and its units do not tell; none if nobody can know one."""
    wanted = [field.key for field in verb.fields if field.required and field.key not in ("b", "u", "x")]
    if not wanted:
        yield {}
        return
    numbers = [key for key in wanted if not any(key in values for values in fixed)]
    if numbers == wanted == [COUNT]:
        yield from ({COUNT: str(count)} for count in _COUNTS)
        return
    if not numbers:
        yield from {tuple(sorted(values.items())): values for values in fixed if set(wanted) <= set(values)}.values()


def _slots(verb: Verb, sides: Sequence[str]) -> Iterator[Slot]:
    """Yield the dice of a verb: one for each side where its line says who rolls."""
    if "as" in _keys(verb):
        yield from (Slot(verb.name, {"as": side}) for side in sides)
    else:
        yield Slot(verb.name)


_COUNTS = (1, 2, 3)
"""The numbers of markers that a battle may have."""
