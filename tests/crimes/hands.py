"""A player's hands in the real engine: the key of a counter, the button, or the drag for each act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tests.referee.seats import Seat
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.module.prototypes import LENDERS
from trc_module.module.layout import Spot
from trc_module.rules.actions import Action, End
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import State

_REMOVED_BY = {"17.2": "supply", "10.4": "sunk", "6.2": "overstacked", "2.1": "will"}
_FORCED_BY = {"12.5": "surrender-12", "16.1": "surrender-av", "16.3": "surrender-16", "13.3": "surrender-ds"}
_DICE = {"ROLL": "F7", "WEATHER": "F8", "SEA": "F9", "ARCHANGEL": "archangel", "DIE": "die"}
"""The key, or the button, that rolls the die of a verb."""
_MARKED = {"CONTROL": "control", "RAILHEAD": "railhead", "CONVERT": "rr-convert"}
_GOING = ("LOSS", "REMOVED", "FORCED", "LEAVE", "EXIT", "DELAY", "ALLYOUT")
"""The verbs whose commands send units to their boxes by themselves."""
ANY = "0"
"""The wish for no certain number of a die."""


class Hands(Seat):
    """A player of The Russian Campaign, who carries out acts of a record too."""

    def begin(self, setup: str, side: str) -> None:
        """Begin a game with one of the module's own set-ups."""
        self.game.start_setup(setup, side=side)
        self.ids = {p.properties["unit"]: p.id for p in self.game.pieces() if p.properties.get("unit")}

    def go_on(self, log: Path, side: str) -> None:
        """Step through a log that the other side has sent, and take one's own."""
        assert self.game.load(log, side=side), self.game.last
        self.game.steps(self.game.steps_left)
        self.game.change_side(side)

    def pass_on(self, times: int) -> None:
        """Set the turn tracker on several times."""
        if times:
            self.game.next_turn(times=times)

    def do(self, state: State, action: Action) -> None:
        """Make an act of a record with the module's own keys, buttons and drags."""
        if isinstance(action, End):
            self.pass_on(1)
        elif isinstance(action, Motorize):
            place = state.place(action.infantry)
            self.choose(action.infantry, "exchanged")
            self.choose(action.motorized, "motorize")
            assert place is not None
            self.drag(action.motorized, self.spot(self._side(action.motorized), place))
        else:
            for said in self.parts.game.say(state, action):
                self._say(said)

    def _say(self, said: LogStep) -> None:
        box = next((place for _, place in said.moves), "")
        for verb, fields in said.lines:
            self._line(verb, fields, str(box))
        if not any(verb in _GOING for verb, _ in said.lines):
            for unit, place in said.moves:
                self.drag(unit, self.spot(self._side(unit), place))

    def _line(self, verb: str, fields: Mapping[str, str], box: str) -> None:
        unit = fields.get("u", "")
        if verb in _DICE:
            self.roll(verb, fields["die"])
        elif verb in ("ATT", "DEF"):
            self.key("ctrl A" if verb == "ATT" else "ctrl B", unit)
        elif verb == "AIR":
            lenders = LENDERS[self._side(unit)]
            self.choose(unit, next(command for command, hq in lenders.items() if hq == fields["hq"]))
        elif verb in ("MODE", "SAIL"):
            self.choose(unit, fields["mode" if verb == "MODE" else "kind"])
        elif verb in _MARKED:
            self.take(_MARKED[verb], fields["at"])
            command = f"{fields['side']}-control" if verb == "CONTROL" else _MARKED[verb].removeprefix("rr-")
            self.choose(_MARKED[verb], command)
        elif verb == "MARK":
            self.take(fields["marker"], fields["at"])
            self.choose(fields["marker"], "mark")
        elif verb in ("LOWER", "AV", "WIN", "ALLYOUT"):
            self.game.press(self._button(verb, fields))
        else:
            self.choose(unit, self._command(verb, fields, box))

    def _button(self, verb: str, fields: Mapping[str, str]) -> str:
        texts = self.parts.texts
        match verb:
            case "LOWER":
                return fields["odds"]
            case "WIN":
                return texts(f"claim.{fields['side']}", rule=fields["because"])
            case "ALLYOUT":
                return texts(f"country.{fields['country']}")
        return texts("button.av")

    @staticmethod
    def _command(verb: str, fields: Mapping[str, str], box: str) -> str:
        match verb:
            case "LOSS":
                return "lost-for-good" if box == "surrendered" else "lost"
            case "REMOVED":
                return _REMOVED_BY[fields["because"]]
            case "FORCED":
                return _FORCED_BY[fields["because"]]
            case "LEAVE":
                return "match" if fields["because"] == "20.10" else "leave"
            case "EXIT":
                return f"exit-{fields['edge']}"
        return verb.lower()

    # ------------------------------------------------------------ single acts

    def drag(self, units: str, place: Spot) -> None:
        """Drag units, one counter or several at once, to a hex or box."""
        self.game.move([self.ids[unit] for unit in units.split()], *self.parts.layout.point(place))

    def choose(self, item: str, command: str) -> None:
        """Choose a command in a counter's menu, by the key of its text."""
        self.game.choose(self.ids[item], self.parts.texts(f"menu.{command}"))

    def key(self, key: str, units: str) -> None:
        """Press a key over selected counters."""
        self.game.type_key([self.ids[unit] for unit in units.split()], key)

    def take(self, marker: str, place: str) -> None:
        """Take a marker out of the palette and put it into a hex, a city or a box."""
        number = self.parts.roster.piece_number(marker)
        self.ids[marker] = self.game.place(number, *self.parts.layout.point(self._called(place)))

    def roll(self, verb: str, wanted: str) -> None:
        """Roll the die of a verb; what it shows is chance unless a number is wanted."""
        key = _DICE[verb]
        if wanted != ANY:
            self.game.load_dice(int(wanted))
        if key.startswith("F"):
            self.game.hot_key(key)
        else:
            self.game.press(self.parts.texts(f"button.{key}"))

    @property
    def words(self) -> Iterable[tuple[str, Callable[..., object]]]:
        """The lines that are no act of a record, as patterns: `drag ger-41-pz ger-56-pz to K20`."""
        return (
            (r"drag (.+) to (.+)", lambda units, place: self.drag(units, self._called(place))),
            (r"menu (\S+) of (\S+)", lambda command, unit: self.choose(unit, command)),
            (r"key (.+) on (.+)", self.key),
            (r"press (.+)", lambda name: self.game.press(self.parts.texts.words.get(f"button.{name}", name))),
            (r"roll (\S+) (\d)", self.roll),
            (r"take (\S+) to (.+)", self.take),
            (r"undo", self.game.undo),
            (r"on", lambda: self.pass_on(1)),
            (r"back", self.game.previous_turn),
            (r"sit as (\S+)", self.game.change_side),
            (r"say (.+)", self.game.say),
        )

    def _called(self, place: str) -> Spot:
        hex_ = self.parts.board.grid.find(place)
        if hex_ is None:
            hex_ = self.parts.game.places.get(place)
        return place if hex_ is None else hex_

    def _side(self, unit: str) -> str:
        return self.parts.roster.units[unit].side
