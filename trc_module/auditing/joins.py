"""Findings at the join where one log of a game ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from trc_module.hexgrid import Hex
from trc_module.replay.chain import Chain, Difference, Link
from trc_module.replay.events import PropertySet
from trc_module.replay.execution import PieceView
from trc_module.replay.integrity import RESULT
from trc_module.replay.pieces import Spot
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import spaced
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence


class LogJoins:
    """The findings at the joins of a chain, and where units lie there."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._game = chain.log.parts.game
        self._board = chain.log.parts.board

    def findings(self, number: int) -> Iterator[Finding]:
        """Yield findings on how a log (by its number in the chain, from 1) continues those before it."""
        link = self._chain.links[number]
        name = self._chain.name(number)
        if link.adds_nothing:
            yield _note("log.chain", Sentence("{name} adds nothing: its steps are all in the logs before it.", name))
            return
        if link.replayed:
            steps = "a step" if link.replayed == 1 else Sentence("{replayed} steps", link.replayed)
            yield _note(
                "log.chain",
                Sentence("{name} begins with {steps} of the log before it, played again; counted once.", name, steps),
            )
        if link.lost:
            yield self._lost(link, name)
        if self.is_gap(link):
            yield self._gap(link, name)
        else:
            yield from (self._ghost(difference, number) for difference in link.differences)

    def is_gap(self, link: Link) -> bool:
        """Tell whether play went on between two logs, which is to say that a log is missing."""
        return link.replayed == 0 and bool(link.join) and link.ended != link.begins

    def places(self, link: Link) -> tuple[tuple[UnitId, Place | None], ...]:
        """Return where the units lie that a join has put elsewhere."""
        found: list[tuple[UnitId, Place | None]] = []
        for difference in link.differences:
            view = difference.after or difference.before
            if view is not None and view.what in self._game.side_of:
                found.append((view.what, self._place(difference.after)))
        return tuple(found)

    def _place(self, view: PieceView | None) -> Place | None:
        if view is None or view.where is None or isinstance(view.where, Spot):
            return None
        return self._board.boxes[view.where].id if isinstance(view.where, str) else view.where

    def _where(self, view: PieceView) -> str:
        if view.where is None:
            return "beside the map"
        if isinstance(view.where, Spot):
            return Sentence("at {where}", view.where)
        if isinstance(view.where, str):
            return Sentence("in the box '{unit}'", spaced(self._board.boxes[view.where].id))
        return Sentence("in {where}", self._board.grid.name(view.where))

    def _ghost(self, difference: Difference, number: int) -> Finding:
        old, new = difference.before, difference.after
        view = new or old
        assert view is not None
        is_unit = view.what in self._game.side_of
        units = (view.what,) if is_unit else ()
        hexes = tuple(self._board.grid.name(place) for place in map(self._place, (old, new)) if _is_hex(place))
        before, now = self._chain.name(number - 1), self._chain.name(number)
        if old is None and new is not None:
            text = Sentence(
                "{what} lies {where} where {now} begins; {before} ended without it.",
                view.what,
                self._where(new),
                now,
                before,
            )
        elif new is None and old is not None:
            text = Sentence(
                "{what} is not there where {now} begins; {before} ended with it {where}.",
                view.what,
                now,
                before,
                self._where(old),
            )
        elif old is not None and new is not None and old.where != new.where:
            text = Sentence(
                "{what} lies {where} where {now} begins; {before} ended with it {other_where}. No log shows how it "
                "came there.",
                view.what,
                self._where(new),
                now,
                before,
                self._where(old),
            )
        else:
            text = Sentence(
                "{what} shows another face where {now} begins than where {before} ended.", view.what, now, before
            )
            return Finding("log.ghost", Verdict.UNDECIDED if is_unit else Verdict.NOTE, text, units, hexes[:1])
        return Finding("log.ghost", Verdict.DOUBT if is_unit else Verdict.NOTE, text, units, hexes)

    def _gap(self, link: Link, name: str) -> Finding:
        count = len(self.places(link))
        if not link.differences and link.ended and self._game.sequence.after(link.ended) == link.begins:
            text = Sentence(
                "{name} begins in {begins}, and the log before it ended in {ended}; ",
                name,
                _phase(link.begins),
                _phase(link.ended),
            )
            return _note(
                "log.gap", Sentence("{text}nothing lies elsewhere: the turn tracker was advanced between them.", text)
            )
        lie = "no unit lies" if not count else "1 unit lies" if count == 1 else Sentence("{count} units lie", count)
        text = Sentence(
            "{name} begins in {begins}, but the log before it ended in {ended}; {lie} elsewhere. What was done "
            "between them is in none of the logs.",
            name,
            _phase(link.begins),
            _phase(link.ended),
            lie,
        )
        return Finding("log.gap", Verdict.UNDECIDED, text)

    def _lost(self, link: Link, name: str) -> Finding:
        first, last = link.lost[0], link.lost[-1]
        dice = 0
        for origin in link.lost:
            step = self._chain.links[origin.log].execution.steps[origin.step - 1] if origin.step else None
            events = step.events if step is not None and not step.is_undo else ()
            dice += sum(isinstance(event, PropertySet) and event.name.endswith(RESULT) for event in events)
        before = self._chain.name(first.log)
        span = (
            Sentence("step {step}", first.step)
            if len(link.lost) == 1
            else Sentence("steps {step} to {last_step}", first.step, last.step)
        )
        if first.log != last.log:
            span = Sentence("what follows step {step}", first.step)
        text = Sentence(
            "{name} goes on from before {span} of {before}, as if {word} had not been done",
            name,
            span,
            before,
            "it" if len(link.lost) == 1 else "they",
        )
        if dice > 1:
            text = Sentence("{text}; {dice} die rolls among them.", text, dice)
        else:
            text = Sentence("{text}; {dice} die roll among them.", text, dice) if dice else Sentence("{text}.", text)
        return Finding("log.branch", Verdict.UNDECIDED, text)


def _phase(clock: Clock | None) -> str:
    return clock.words if clock is not None else "an unknown phase"


def _is_hex(place: Place | None) -> TypeGuard[Hex]:
    return place is not None and not isinstance(place, str)


def _note(rule: str, sentence: str) -> Finding:
    return Finding(rule, Verdict.NOTE, sentence)
