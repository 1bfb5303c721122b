"""The pages of an illustrated rulebook: an index to search, and a page a rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from trc_module.art.display import Box
from trc_module.errors import UserError
from trc_module.files import write_file
from trc_module.gamespec import GameSpec, module_of_game
from trc_module.printable import printable
from trc_module.report.counter_names import CounterNames
from trc_module.report.environment import filled
from trc_module.report.rule_help import code_place, entry_place, sureness
from trc_module.report.rulebook.ground import RulebookGround
from trc_module.report.rulebook.picture import frames_of, not_shown, scene_svg
from trc_module.report.rulebook.scene import ExampleScene, play_scene
from trc_module.report.tongue import ENGLISH, Tongue, tongue_of
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.ledger import LedgerRow
from trc_module.rules.readings import cited
from trc_module.rules.registry import Rule, covers
from trc_module.rules.rule_search import SHORT
from trc_module.rules.rulebook.example import Example, RecordLine
from trc_module.systems.turn_words import moment_text

SIGNS = {
    "move": "how the unit goes",
    "earlier": "how it has moved before",
    "attack": "the attack, with its odds if they are known",
    "fought": "a battle that was declared before",
    "arrives": "comes to this hex",
    "leaves": "leaves the map",
    "zone": "{sides} zone of control",
    "supply": "supply line, with the source at its end",
    "unfed": "unit without a supply line",
    "named": "hex that is named",
}
"""What each kind of sign in a picture means, by the class by which it is drawn."""
_DECIDED = {
    "log": "decided by the log alone",
    "exist": "decided by a search over all that may have happened",
    "none": "decided by nothing in a log",
}
"""The ledger's word for what decides a rule, in words; 'decl:D05' names a line that the module prints."""
INDEX = "index.html"
_SCRIPT = "rulebook.js"
_FIRST = b'"use strict";\n// Search by number or by words;'
"""The first lines of the script, by which a rulebook of ours is recognized."""
_NUMBER = r"[A-Z]{0,3}\d+(?:\.\d+)*[a-z]?"
"""The pattern of a number that may cover several rules (8.3); the game has its own pattern for numbers of single rules.
"""
_WORD_OF_A_RECORD = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Written:
    """The result of writing: the number of pages of rules, and the number of pictures on them."""

    rules: int
    pictures: int


def write_rulebook(
    spec: GameSpec,
    folder: Path,
    cache: Path | None = None,
    on_page: Callable[[int, int], None] = lambda *_: None,
    home: str = "",
    language: str = "en",
) -> Written:
    """Write the rulebook of a game into a folder that is new or empty, or holds a rulebook already.

    `cache` is the folder of `draw_map`; `on_page` hears of each page that is done, and how many there will be.
    `home` is the address of a page to which all lead back. What is not translated into the `language` is English: what
    a log must say, data and readings always are. UserError if an example cannot be read, or if the folder
    holds anything else; then nothing is written.
    """
    script = folder / _SCRIPT
    ours = script.is_file() and script.read_bytes().startswith(_FIRST)
    if folder.is_dir() and any(folder.iterdir()) and not ours:
        raise UserError(f"{folder}: expected a new or an empty folder, or one with a rulebook; nothing was written.")
    folder.mkdir(parents=True, exist_ok=True)
    # First, so that a rulebook that was begun can be written again.
    write_file(script, filled(_SCRIPT).encode())
    game = find_game(spec.name)
    book = _Book(spec, game, RulebookGround(cache), home, tongue_of(language, spec.folder))
    rules = game.book.under("")
    for number, rule in enumerate(rules, 1):
        around = rules[number - 2] if number > 1 else None, rules[number] if number < len(rules) else None
        write_file(folder / page_of(rule.number), book.page(rule, *around).encode())
        on_page(number, len(rules))
    write_file(folder / INDEX, book.index(rules).encode())
    write_file(folder / "rules.js", book.searched(rules).encode())
    write_file(folder / "rulebook.css", filled("rulebook.css").encode())
    book.ground.write(folder)
    return Written(len(rules), book.pictures)


def page_of(number: str) -> str:
    """Return the name of a rule's page."""
    return f"{number}.html"


def chapter_of(rule: Rule) -> str:
    """Return the chapter of a rule: the name of its rulebook file, in words."""
    words = re.sub(r"^\d+[a-z]?_", "", rule.entry.path.stem).replace("_", " ")
    part = rule.entry.path.parent.name
    return f"{part.capitalize()}: {words}" if part != "rules" else words.capitalize()


class _Book:
    """Writes the pages of one game."""

    def __init__(
        self, spec: GameSpec, game: Game, ground: RulebookGround, home: str = "", tongue: Tongue = ENGLISH
    ) -> None:
        self._home, self._tongue = home, tongue
        known = "|".join(re.escape(number) for number in sorted(game.book.rules, key=len, reverse=True))
        # A reading in brackets, or a number.
        self._named = re.compile(rf"\((?P<reading>[A-Z]\d+)\)|(?<![\w.-])(?:{known}|{_NUMBER})(?![\w-])")
        self._game = game
        self.ground = ground
        self._extra = module_of_game(spec, "pictures")
        self._ledger = {row.rule: row for row in game.ledger}
        self.pictures = 0

    def index(self, rules: Sequence[Rule]) -> str:
        """Return the page that lists all rules by chapters."""
        chapters = [(name, list(found)) for name, found in groupby(rules, key=chapter_of)]
        return self._filled("rulebook.html", chapters=chapters)

    def searched(self, rules: Sequence[Rule]) -> str:
        """Return what the pages search: a script, since a page from disk may read no other file."""
        rows = [[rule.number, self._title(rule), " ".join(self._text(rule).split())] for rule in rules]
        none = self._tongue.say("No rule found. Search by number (8.3) or by words (supply line, zoc).")
        found = (("RULES", rows), ("SHORT", dict(SHORT)), ("NOTHING", none))
        return "".join(f"const {name}={json.dumps(value, ensure_ascii=False)};\n" for name, value in found)

    def _filled(self, template: str, **values: Any) -> str:
        return filled(
            template,
            game=self._game,
            home=self._home,
            page_of=page_of,
            t=self._tongue.say,
            n=self._tongue.count,
            title=self._title,
            language=self._tongue.language or "en",
            # For readers of screens: what stands in English on a page of another language.
            in_english=Markup("" if self._tongue.is_english else ' lang="en"'),
            **values,
        )

    def _title(self, rule: Rule) -> str:
        return self._tongue.title(rule.number, rule.title)

    def _text(self, rule: Rule) -> str:
        return self._tongue.explained(rule.number, rule.text)

    def page(self, rule: Rule, before: Rule | None, after: Rule | None) -> str:
        """Return the page of a rule."""
        readings = cited(self._game.readings, rule.text)
        return self._filled(
            "rule.html",
            rule=rule,
            chapter=chapter_of(rule),
            before=before,
            after=after,
            paragraphs=[self._linked(text, rule) for text in re.split(r"\n\s*\n", self._text(rule))],
            is_said=self._tongue.explains(rule.number, rule.text),
            linked=lambda text: self._linked(text, rule),
            examples=[self._example(rule, example) for example in rule.examples],
            readings=readings,
            ledger=self._row(rule),
            decided=_decided,
            sources=sureness(self._game, rule),
            code=code_place(rule),
            words=entry_place(rule),
        )

    def _row(self, rule: Rule) -> LedgerRow | None:
        """Return the ledger's row of a rule, or of the smallest number that covers it."""
        rows = [row for row in self._game.ledger if covers(row.rule, rule.number)]
        return self._ledger.get(rule.number) or max(rows, key=lambda row: len(row.rule), default=None)

    def _linked(self, text: str, rule: Rule) -> Markup:
        """Return a text as HTML, with links to the rules and readings that it names."""

        def link(found: re.Match[str]) -> str:
            if found["reading"]:
                name = found["reading"]
                return f'(<a href="#{name}">{name}</a>)' if name in self._game.readings else found[0]
            number = found[0]
            known = self._game.book.rules
            if number == rule.number or number.isdigit():
                return number
            to = number if number in known else next((each.number for each in self._under(number)), "")
            return f'<a href="{page_of(to)}">{number}</a>' if to else number

        linked = self._named.sub(link, str(escape(printable(" ".join(text.split())))))
        return Markup(_WORD_OF_A_RECORD.sub(r"<code>\1</code>", linked))

    def _under(self, number: str) -> list[Rule]:
        return self._game.book.under(number) if "." in number else []

    def _example(self, rule: Rule, example: Example) -> list[dict[str, object]]:
        """Return the figures of an example: what keeps the rule, and what breaks it if anything does."""
        records = [(lines, broken) for lines, broken in ((example.kept, False), (example.broken, True)) if lines]
        scenes = [play_scene(rule.entry, lines, self._game.name, self._extra) for lines, _ in records]
        boxes = frames_of(scenes, self.ground)
        return [
            self._figure(scene, lines, box, broken=broken)
            for scene, box, (lines, broken) in zip(scenes, boxes, records, strict=True)
        ]

    def _figure(
        self, scene: ExampleScene, lines: Sequence[RecordLine], box: Box | None, *, broken: bool
    ) -> dict[str, object]:
        names, tongue = CounterNames(self._tongue.units(scene.game.roster.units)), self._tongue
        words = "; ".join(act.text for act in scene.acts if act.decides) or tongue.say("the position")
        svg = "" if box is None else scene_svg(scene, box, self.ground, "", words, broken=broken)
        self.pictures += bool(svg)
        grid = scene.game.board.grid
        return {
            "broken": broken,
            "picture": Markup(svg),
            "when": tongue.phrase(moment_text(scene.game, scene.state)),
            "legend": list(_legend(scene, tongue)) if svg else [],
            "elsewhere": [(unit, grid.name(at)) for unit, at in not_shown(scene, box, self.ground)] if box else [],
            "boxes": [
                (side, place, [(unit, self.ground.face(scene.game.roster.units[unit])) for unit in units[:_MOST]])
                for (side, place), units in scene.boxes.items()
            ],
            "acts": [
                {
                    "text": act.text,
                    "decides": act.decides,
                    "findings": [
                        {
                            "verdict": finding.verdict.value,
                            "said": tongue.say(finding.verdict.value),
                            "accuses": finding.verdict is Verdict.VIOLATION,
                            "rule": finding.rule,
                            "known": finding.rule in self._game.book.rules,
                            "says": names(tongue.marked(finding.sentence)),
                            "legal": names(tongue.marked(finding.legal)) if finding.legal else "",
                        }
                        for finding in act.findings
                    ],
                }
                for act in scene.acts
            ],
            "record": "\n".join([f"game: {self._game.name}", *(line.text for line in lines)]),
        }


def _decided(row: LedgerRow) -> str:
    """Return what decides a rule, as the ledger has it; some games say it in their own words."""
    if row.log.startswith("decl:"):
        return f"decided by a declared line ({row.log.removeprefix('decl:')})"
    return _DECIDED.get(row.log, f"decided by: {row.log}")


_MOST = 12
"""Counters of a box that are shown."""


def _legend(scene: ExampleScene, tongue: Tongue) -> Iterator[tuple[str, str]]:
    """Yield what each kind of sign in a picture means, with the class by which it is drawn."""
    kinds = {way.kind for way in scene.ways}
    arrived = {way.hexes[-1] for way in scene.ways if way.kind == "move"}
    drawn = {
        **{kind: kind in kinds for kind in ("move", "earlier", "attack", "fought")},
        "arrives": bool(scene.arriving.keys() - arrived),
        "leaves": bool(scene.leaving),
        "zone": any(scene.zones.values()),
        "supply": any(scene.supply.values()),
        "unfed": None in scene.supply.values(),
        "named": bool(scene.named),
    }
    sides = f" {tongue.say('and')} ".join(tongue.place(side.capitalize()) for side in scene.zones)
    yield from ((sign, tongue.say(SIGNS[sign], sides=sides)) for sign, is_drawn in drawn.items() if is_drawn)
