"""The rules that a game knows, each under the rulebook's own number."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from types import CodeType
from typing import Any, Concatenate, ParamSpec, TypeVar

from trc_module.digits import is_number
from trc_module.facts import DataError
from trc_module.facts.errors import DataErrorGroup
from trc_module.rules.actions import Action
from trc_module.rules.hooks import G, Hook
from trc_module.rules.rulebook.entry import Entry
from trc_module.rules.rulebook.example import Example

BATTLES = "battles"
"""The word for the battles of an impulse, among the first words of marks."""

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")


def covers(prefix: str, number: str) -> bool:
    """Tell whether a rule number is `prefix` or a part of it: 8.3 covers 8.3a and 8.3.1, not 8.31."""
    if not number.startswith(prefix):
        return False
    rest = number[len(prefix) :]
    if not rest or not prefix:
        return True
    before, after = prefix[-1], rest[0]
    return not ((before.isdigit() and after.isdigit()) or (before.isalpha() and after.isalpha()))


def in_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts rule numbers as a rulebook does: 8.3a before 8.5, 8.5 before 8.10."""
    parts = re.findall(r"\d+|[A-Za-z]+", number)
    return tuple((0, int(part), "") if is_number(part) else (1, 0, part) for part in parts)


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its words and examples, and the function that carries it out."""

    entry: Entry
    name: str
    """The module and function that carry it out; '' if nothing needs to."""
    function: Callable[..., Any] | None
    """The function registered under its number; None where the rulebook file names it (`by:`)."""

    @property
    def number(self) -> str:
        """Return the rulebook's number."""
        return self.entry.number

    @property
    def title(self) -> str:
        """Return the rule in one line."""
        return self.entry.title

    @property
    def text(self) -> str:
        """Return the explanation: what, why, and the exceptions."""
        return self.entry.text

    @property
    def log(self) -> str:
        """Return what a log must say for this rule to be decided."""
        return self.entry.log

    @property
    def data(self) -> str:
        """Return what data the rule uses."""
        return self.entry.data

    @property
    def examples(self) -> tuple[Example, ...]:
        """Return the examples, at least one."""
        return self.entry.examples

    @property
    def legal(self) -> str:
        """Return the first record in which the rule is kept."""
        return self.examples[0].legal

    @property
    def illegal(self) -> str:
        """Return the first record in which the rule is broken; '' if it cannot be broken."""
        return next((example.illegal for example in self.examples if example.broken), "")


class Numbers:
    """The functions of a game by rule number, and the words of its rulebook files, which are read when asked for."""

    def __init__(self, package: str, words: Callable[[], Mapping[str, Entry]], or_else: str = "") -> None:
        self.package = package
        self.or_else = or_else
        """What else than a function may carry out a rule, in words; '' for nothing."""
        self.functions: dict[str, Callable[..., Any]] = {}
        self._words = words

    def register(self, number: str, function: Callable[..., Any]) -> None:
        """Enter a function under a number; ValueError if another has it."""
        if number in self.functions:
            others = f"{name_of(self.functions[number])}, {name_of(function)}"
            raise ValueError(f"rule {number} is registered twice: {others}")
        self.functions[number] = function

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Return all rules by number; DataError names each entry without code and each function without an entry."""
        words = self._words()
        errors = [
            DataError(code_path(function), f"an entry of rule {number} in a rulebook file", line=code_line(function))
            for number, function in self.functions.items()
            if number not in words
        ]
        errors += filter(None, map(self._unkept, words.values()))
        if errors:
            raise DataErrorGroup(errors)
        return {number: self._rule(entry) for number, entry in words.items()}

    def _unkept(self, entry: Entry) -> DataError | None:
        function = self.functions.get(entry.number)
        if function is None and entry.by is None:
            ways = (f"a function registered under {entry.number}", "'by: module.function'", "'by: none'")
            expected = ", or ".join((*([self.or_else] if self.or_else else []), *ways))
        elif function is not None and entry.by is not None:
            expected = f"no 'by:', because {name_of(function)} is registered under {entry.number}"
        else:
            return None
        return DataError(entry.path, expected, line=entry.line)

    def _rule(self, entry: Entry) -> Rule:
        function = self.functions.get(entry.number)
        if function is not None:
            return Rule(entry, name_of(function), function)
        return Rule(entry, f"{self.package}.{entry.by}" if entry.by else "", None)


def name_of(function: Callable[..., Any]) -> str:
    """Return a function's module and name."""
    return f"{function.__module__}.{function.__name__}"


def code_path(function: Callable[..., Any]) -> Path:
    """Return the file in which a function stands."""
    return Path(_code(function).co_filename)


def code_line(function: Callable[..., Any]) -> int:
    """Return the line in which a function, or its first decorator, begins."""
    return _code(function).co_firstlineno


def _code(function: Callable[..., Any]) -> CodeType:
    # A hook wraps the policy of the basic game.
    found: CodeType = inspect.unwrap(function).__code__
    return found


class RuleBook:
    """The registry of one game, filled by the chapters of its package.

    `words` reads the rulebook files when they are first asked for; judging acts does not need them.
    """

    def __init__(
        self, package: str = "", words: Callable[[], Mapping[str, Entry]] = dict, *, or_else: str = ""
    ) -> None:
        self.numbers = Numbers(package, words, or_else)
        self._checks: dict[type[Action], list[Callable[..., Any]]] = {}
        self._of_marks: dict[tuple[type[Action], Callable[..., Any]], frozenset[str]] = {}
        self._asked: dict[tuple[type[Action], frozenset[str]], list[Callable[..., Any]]] = {}
        self._effects: dict[type[Action], list[Callable[..., Any]]] = {}
        self.listers: dict[type[Action], Callable[..., Any]] = {}
        """The listers of legal acts, by kind of act: `(game, state) -> Iterator[Action]`."""
        self.followers: list[Callable[..., Any]] = []
        self.supposed: list[Callable[..., Any]] = []
        """Possible facts that are not stated: `(game, state) -> Iterator[Supposed]`."""
        self._idle_after: dict[Callable[..., Any], tuple[type[Action], ...]] = {}
        self._only_after: dict[Callable[..., Any], tuple[type[Action], ...]] = {}
        self._after: dict[type[Action], list[Callable[..., Any]]] = {}
        self.policies: dict[Hook[Any, Any, Any], Callable[..., Any]] = {}
        """The overrides of policies by options; empty in the basic game."""
        self.options: dict[str, OptionBook] = {}
        """The functions that belong to an option alone, by the option's number."""

    @property
    def rules(self) -> dict[str, Rule]:
        """Return all rules by number, those of options among them; DataError where words and code do not fit."""
        return self.numbers.rules

    def option(self, number: str) -> OptionBook:
        """Return the register of an option: what is entered there holds in games alone that play with it."""
        return self.options.setdefault(number, OptionBook(number, self))

    def chosen(self, options: Iterable[str]) -> RuleBook:
        """Return the book of a game that is played with some options; itself if none of them has a register."""
        chosen = [self.options[number] for number in sorted(options, key=in_order) if number in self.options]
        if not chosen:
            return self
        found = RuleBook()
        found.numbers, found.options = self.numbers, self.options
        found._checks = {kind: list(judges) for kind, judges in self._checks.items()}
        found._of_marks = dict(self._of_marks)
        found._effects = {kind: list(effects) for kind, effects in self._effects.items()}
        found.listers = dict(self.listers)
        found.followers = list(self.followers)
        found.supposed = list(self.supposed)
        found._idle_after = dict(self._idle_after)
        found._only_after = dict(self._only_after)
        for option in chosen:
            found._add(option)
        return found

    def _add(self, option: OptionBook) -> None:
        for kind, judges in option._checks.items():
            self._checks.setdefault(kind, []).extend(judges)
        self._of_marks |= option._of_marks
        for kind, effects in option._effects.items():
            self._effects.setdefault(kind, []).extend(effects)
        for kind, lister in option.listers.items():
            basic = self.listers.get(kind)
            self.listers[kind] = lister if basic is None else _both(basic, lister)
        self.followers += option.followers
        self.supposed += option.supposed
        self._idle_after |= option._idle_after
        self._only_after |= option._only_after
        for hook, policy in option.overrides:
            self.policies[hook] = partial(policy, self.policies.get(hook, hook.basic))

    def rule(self, *numbers: str) -> Callable[[F], F]:
        """Register a function that carries out rules inside a kernel: a limit, a definition, an exemption."""

        def register(function: F) -> F:
            for number in numbers:
                self.numbers.register(number, function)
            return function

        return register

    def check(
        self, *on: str | type[Action], of_marks: Collection[str] = (), for_kinds: Collection[type[Action]] = ()
    ) -> Callable[[F], F]:
        """Register a function that judges acts by itself: `(game, state, action) -> Iterable[Finding]`.

        `on` names the rules by number and the kinds of acts. With `of_marks` it speaks of earlier acts alone, those of
        marks with such a first word (BATTLES: of battles), and is not asked where none of them is remembered; acts of
        other kinds than `for_kinds`, if there are any, it judges in any case.
        """
        numbers = [one for one in on if isinstance(one, str)]
        kinds = [one for one in on if not isinstance(one, str)]

        def register(function: F) -> F:
            self.judge(*kinds, of_marks=of_marks, for_kinds=for_kinds)(function)
            return self.rule(*numbers)(function)

        return register

    def judge(
        self, *on: type[Action], of_marks: Collection[str] = (), for_kinds: Collection[type[Action]] = ()
    ) -> Callable[[F], F]:
        """Register a check that reports several rules, each registered elsewhere; arguments as for `check`."""

        def register(function: F) -> F:
            if of_marks:
                self._of_marks |= {(kind, function): frozenset(of_marks) for kind in for_kinds or on}
            for kind in on:
                self._checks.setdefault(kind, []).append(function)
            return function

        return register

    def effect(self, *on: type[Action]) -> Callable[[F], F]:
        """Register what an act does to the position, legal or not: `(game, state, action) -> State`."""

        def register(function: F) -> F:
            for kind in on:
                self._effects.setdefault(kind, []).append(function)
            return function

        return register

    def arrange(self, modules: Sequence[str]) -> None:
        """Put checks, effects and followers into the order of their modules; ValueError for a module not named."""
        for functions in (*self._checks.values(), *self._effects.values(), self.followers):
            functions.sort(key=lambda function: modules.index(function.__module__))

    def follow(self, function: F) -> F:
        """Register what follows from every act once it is carried out: `(game, before, after, action) -> State`."""
        self.followers.append(function)
        return function

    def suppose(self, function: F) -> F:
        """Register a possible fact that is not stated; a player whom it would excuse is not accused."""
        self.supposed.append(function)
        return function

    def follow_on(self, *kinds: type[Action]) -> Callable[[F], F]:
        """Register what follows from acts of some kinds alone."""

        def register(function: F) -> F:
            self._only_after[function] = kinds
            return self.follow(function)

        return register

    def follow_all_but(self, *kinds: type[Action]) -> Callable[[F], F]:
        """Register what follows from every act but those of some kinds."""

        def register(function: F) -> F:
            self._idle_after[function] = kinds
            return self.follow(function)

        return register

    def following(self, kind: type[Action]) -> list[Callable[..., Any]]:
        """Return what follows from acts of a kind, in the order of the chapters; asked when all is registered."""
        found = self._after.get(kind)
        if found is None:
            found = self._after[kind] = [one for one in self.followers if self._follows(one, kind)]
        return found

    def _follows(self, follower: Callable[..., Any], kind: type[Action]) -> bool:
        return kind in self._only_after.get(follower, (kind,)) and kind not in self._idle_after.get(follower, ())

    def knows(self, kind: type[Action]) -> bool:
        """Tell whether a kind of act does something."""
        return kind in self._effects

    def effects(self, kind: type[Action]) -> Iterable[Callable[..., Any]]:
        """Return what one kind of act does, in the order in which the chapters registered it."""
        return self._effects.get(kind, ())

    def lister(self, kind: type[Action]) -> Callable[[F], F]:
        """Register the function that yields every legal act of a kind in a position."""

        def register(function: F) -> F:
            self.listers[kind] = function
            return function

        return register

    def checks(self, kind: type[Action], words: frozenset[str] | None = None) -> Iterable[Callable[..., Any]]:
        """Return the checks for one kind of act in the order of the chapters.

        `words` are the first words of the marks of a position, with BATTLES if it has battles: checks that only concern
        other marks are skipped. None: all checks.
        """
        if words is None:
            return self._checks.get(kind, ())
        found = self._asked.get((kind, words))
        if found is None:
            found = self._asked[kind, words] = [
                one for one in self._checks.get(kind, ()) if self._has_something_to_say(kind, one, words)
            ]
        return found

    def _has_something_to_say(self, kind: type[Action], check: Callable[..., Any], words: frozenset[str]) -> bool:
        of_marks = self._of_marks.get((kind, check))
        return of_marks is None or not of_marks.isdisjoint(words)

    def under(self, prefix: str) -> list[Rule]:
        """Return the rules that a number covers, in the rulebook's order; '' covers all."""
        return [self.rules[number] for number in sorted(self.rules, key=in_order) if covers(prefix, number)]


def _both(basic: Callable[..., Any], more: Callable[..., Any]) -> Callable[..., Any]:
    """Return a lister that yields what two do, each act once."""

    def lister(game: Any, state: Any) -> Iterator[Any]:
        yield from dict.fromkeys(chain(basic(game, state), more(game, state)))

    return lister


class OptionBook(RuleBook):
    """The register of one option: its rules are the whole book's, the rest holds where it is in play.

    Its listers add to those of the basic game.
    """

    def __init__(self, number: str, book: RuleBook) -> None:
        super().__init__()
        self.number = number
        self.numbers = book.numbers
        self.overrides: list[tuple[Hook[Any, Any, Any], Callable[..., Any]]] = []

    def override(
        self, hook: Hook[G, P, R]
    ) -> Callable[
        [Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R]],
        Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R],
    ]:
        """Register a policy in the place of a hook's: `(basic, game, ...)`; `basic` is what holds without it."""

        def register(
            policy: Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R],
        ) -> Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R]:
            self.overrides.append((hook, policy))
            return policy

        return register
