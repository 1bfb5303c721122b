"""Hidden choices in the window of options: sealed when they are made, shown when their time has come (D29).

VASSAL keeps nothing secret: whatever a piece or a property holds, masked or not, stands in every save and log, and a
program reads it there. So the choice itself never comes into the game before it is shown. Its player keeps it, and what
he gives to the game is a seal: a hash of the choice and a secret word, which `trc-module commit` makes. VASSAL asks for
it, and for choice and word when it is shown; then everybody can hash them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from trc_module.declarations import Grammar
from trc_module.module.agreement import out_of_play
from trc_module.module.options import CHANGE
from trc_module.module.texts import Texts
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, ask, choose, report, set_global_property, set_to, trigger
from trc_module.vassal.values import Key

CHITS, CHOICES = "28.7", "28.6"
"""The variants that have them."""
TOLD, SEAL, WORD = "Told", "Seal", "Word"
"""The module's properties for what was asked for last; they are empty until then."""

_FORGET, _ASK, _ASK_SEAL, _ASK_WORD = (Key.named(name) for name in ("Forget", "AskAnswer", "AskSeal", "AskWord"))
_SEALING, _SHOWING, _CHECK, _TELL = (Key.named(name) for name in ("Sealing", "Showing", "CheckSeal", "TellShown"))
_SEALED, _SHOWN, _REFUSED = (Key.named(name) for name in ("SaySealed", "SayShown", "SayNoSeal"))
_CHECK_WORD, _NO_WORD = (Key.named(name) for name in ("CheckWord", "SayNoWord"))
_HASH = "[0-9a-f]{64}"


class Hidden(Struct, frozen=True):
    """Something that a side may keep hidden: its option, its row's number for ever, its lines and its answers."""

    option: str
    number: int
    name: str
    """Its identifier, without blanks."""
    text: str
    """The key of its words."""
    side: str
    seals: str
    shows: str
    answers: Sequence[str]
    answer_field: str
    fixed: Mapping[str, str] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The module's property with the words of its row: empty while the option is not in play."""
        return f"Row_{self.number}"

    @property
    def sealed(self) -> tuple[str, ...]:
        """Return what stands before the secret word in its seal, one text for each answer."""
        return tuple(" ".join((*self.fixed.values(), answer)) for answer in self.answers)

    def first_line(self, texts: Texts) -> str:
        """Return what its row says before anything was told."""
        return f"\u25b6  {self.words(texts)}"

    def words(self, texts: Texts) -> str:
        """Return what players call it."""
        return texts(self.text, side=texts(f"phase.{self.side}"))


def hidden_things(grammar: Grammar, sides: Iterable[str], choices: Iterable[tuple[str, str]]) -> Iterator[Hidden]:
    """Yield what the sides can keep hidden; `choices` are the names of strategic choices and whose they are."""
    if "DRAWCHIT" in grammar.verbs:
        for number, side in enumerate(sides, 3):
            yield Hidden(
                CHITS, number, f"chit-{side}", "options.chit", side, "DRAWCHIT", "SHOWCHIT", tuple("123456"), "chit"
            )
    if "CHOICE" in grammar.verbs:
        for number, (name, side) in enumerate(choices, 10):
            fixed = {"choice": name}
            yield Hidden(
                CHOICES, number, name, f"choice.{name}", side, "SEALCHOICE", "CHOICE", ("yes", "no"), "answer", fixed
            )


def hidden_acts(texts: Texts, grammar: Grammar, thing: Hidden, click: Key = CHANGE) -> Iterator[Trait]:
    """Yield what its row does: a click asks whether to seal it or what to show, and says the line."""
    sealed, first = texts("options.sealed"), thing.first_line(texts)
    is_sealed = f'{thing.line}=="{first}: {sealed}"'
    yield Trait.make("hideCmd", name=thing.option, action="Hide", filter=out_of_play(thing.option), keys=(click,))
    yield trigger((_FORGET, _ASK, _SEALING, _SHOWING), command=thing.words(texts), key=click)
    # A player who closes a question has said nothing.
    yield trigger((_ASK_SEAL, _CHECK), watch=(_SEALING,), when=f"{TOLD} = {sealed}")
    yield trigger((_SEALED,), watch=(_CHECK,), when=f"{SEAL} =~ {_HASH}")
    yield trigger((_REFUSED,), watch=(_CHECK,), when=f"{SEAL} !~ {_HASH}")
    yield trigger((_TELL, _CHECK_WORD), watch=(_SHOWING,), when=f"{TOLD} =~ {'|'.join(thing.answers)}")
    # A sealed choice is shown together with its secret word, and never without it.
    yield trigger((_ASK_WORD,), watch=(_TELL,), when=f"{{{is_sealed}}}")
    yield trigger((_SHOWN,), watch=(_CHECK_WORD,), when=f'{{!({is_sealed}) || {WORD}!=""}}')
    yield trigger((_NO_WORD,), watch=(_CHECK_WORD,), when=f'{{{is_sealed} && {WORD}==""}}')
    asked = {
        TOLD: PropertyChange(_ASK, choose(thing.words(texts), (sealed, *thing.answers))),
        SEAL: PropertyChange(_ASK_SEAL, ask(texts("options.ask-seal"))),
        WORD: PropertyChange(_ASK_WORD, ask(texts("options.ask-word"))),
    }
    for name, change in asked.items():
        yield set_global_property(name, (PropertyChange(_FORGET, set_to("")), change))
    changes = {_SEALED: f"{first}: {sealed}", _SHOWN: f'{{"{first}: "+{TOLD}}}'}
    yield set_global_property(thing.line, [PropertyChange(key, set_to(words)) for key, words in changes.items()])
    shown = {**thing.fixed, "side": thing.side, thing.answer_field: f"${TOLD}$"}
    yield report((_SEALED,), grammar.report_format(thing.seals, **thing.fixed, side=thing.side))
    yield report((_SHOWN,), grammar.report_format(thing.shows, **shown))
    yield report((_REFUSED,), texts("options.no-seal"))
    yield report((_NO_WORD,), texts("options.no-word"))
