"""What the file of rules as data says otherwise than the game's map, counters, charts and sequence; or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from trc_module.board import Board
from trc_module.charts import ChartSet
from trc_module.charts.results import NOT_KNOWN, ResultsTable
from trc_module.charts.terrain_costs import ANY, TerrainCosts
from trc_module.charts.trees import chart_path
from trc_module.charts.turn_track import TurnTrack
from trc_module.facts import DataError
from trc_module.facts.choices import meant, one_of
from trc_module.facts.toml_file import line_of
from trc_module.gamespec.spec import BASICS
from trc_module.hexgrid import hexes
from trc_module.roster import Roster
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.systems.kit.basics_file import unknown_names
from trc_module.systems.kit.ladder import ladder_of, ways_to_turn
from trc_module.systems.kit.odds import ratio_of
from trc_module.systems.kit.rules import KitRules
from trc_module.systems.kit.units import COLUMNS, word_of

_CHARTS = {TurnTrack: "turn-track", TerrainCosts: "terrain-costs", ResultsTable: "results"}
"""The kinds of charts that a game needs, with the words of their reader."""


def contradictions(rules: KitRules, board: Board, roster: Roster, charts: ChartSet) -> Iterator[DataError]:
    """Yield everything about which the file and the game's other data do not agree, each with its line."""
    path = rules.folder / BASICS
    lacking = [reader for kind, reader in _CHARTS.items() if not charts.of_kind(kind)]
    for reader in lacking:
        yield DataError(rules.folder / "charts", f'a chart with reader = "{reader}"', "none")
    if lacking:
        return
    ground = next(iter(charts.of_kind(TerrainCosts).values()))
    table = next(iter(charts.of_kind(ResultsTable).values()))
    track = next(iter(charts.of_kind(TurnTrack).values()))
    known = _known(rules, board, roster, table)
    known["terrain"] = ground.terrain
    known["weather"] = sorted({str(t.printed["weather"]) for t in track.turns.values() if "weather" in t.printed})
    yield from unknown_names(rules.basics, rules.folder, known)
    for steps, expected in (
        *_missing_rules(rules),
        *_missing_tables(rules),
        *_wrong_phases(rules),
        *_wrong_units(rules, roster),
        *_placeless_units(rules, board, roster),
    ):
        yield DataError(path, expected, "none", line=line_of(path, steps), field=".".join(steps))
    yield from _faceless_steps(roster)
    missing = [name for name in known["result"] if name not in rules.basics.results]
    if missing:
        text = f'what each result of the table takes, as in {missing[0]} = {{ defender = "step" }}'
        yield DataError(path, text, f"none of {', '.join(missing)}", line=line_of(path, ["results"]), field="results")
    yield from _wrong_charts(rules, board, charts)
    yield from _misspelt_weather(rules, charts)


def _known(rules: KitRules, board: Board, roster: Roster, table: ResultsTable) -> dict[str, Collection[str]]:
    """Return the names that the game's other data know, by what they are names of."""
    units = roster.units.values()
    columns = (*COLUMNS, *rules.vocabulary.own)
    return {
        "side": rules.spec.side_ids,
        "phase": list(dict.fromkeys(step.phase for step in rules.sequence.steps)),
        "place": list(board.cities),
        "edge": list(board.edges),
        "unit": list(roster.units),
        "box": list(dict.fromkeys(box.id for box in board.boxes.values())),
        "result": [result for result in dict.fromkeys(chain(*table.cells.values())) if result != NOT_KNOWN],
        "hexes": {board.grid.name(at) for at in hexes(board.grid.all)},
        "column": columns,
        "factor": [name for name, column in rules.vocabulary.own.items() if column.type == "factor"],
        **{f"word {column}": sorted({word_of(unit, column) for unit in units}) for column in columns},
    }


def _missing_rules(rules: KitRules) -> Iterator[tuple[list[str], str]]:
    """Yield the tables that lack the number of a rule, by their keys, and what was expected there."""
    basics = rules.basics
    back = basics.replacements
    needed: tuple[tuple[list[str], Mapping[Any, str] | None, tuple[str, ...]], ...] = (
        (["movement", "rules"], basics.movement.rules, ("points", "enemies")),
        (["combat", "rules"], basics.combat.rules, ("attack", "read")),
        (["replacements", "rules"], back.rules if back else None, _of_replacements(rules)),
    )
    for steps, told, words in needed:
        for word in words:
            if told is not None and not told.get(word):
                yield steps, f"the number of a rule: {word} = ..."


def _missing_tables(rules: KitRules) -> Iterator[tuple[list[str], str]]:
    """Yield what a table needs and the file does not have: the keys of the table, and what was expected there."""
    basics = rules.basics
    for name, result in basics.results.items():
        if result.retreat and basics.retreat is None:
            yield ["results", name], "a table [retreat], because this result asks for a retreat"
    for name, phase in basics.movement.phases.items():
        if phase.along == "rails" and not basics.movement.rules.get("rails"):
            yield ["movement", "phases", name], "a rule of moves along rails: rails = ... in the rules of [movement]"
    if basics.victory and bool(basics.victory.holds) == bool(basics.victory.most):
        yield ["victory"], 'either holds = "PLACE" or most = "cities"'
    if basics.set_up and bool(basics.set_up.around) == bool(basics.set_up.sides):
        yield ["set-up"], 'either around = "area" or the hexes of each side'
    uses = [["set-up"]] if basics.set_up and basics.set_up.around else []
    uses += [["arrivals"]] if basics.arrivals else []
    if uses and "area" not in rules.vocabulary.chosen:
        yield uses[0], "'area' among the columns of vocabulary.toml"


def _of_replacements(rules: KitRules) -> tuple[str, ...]:
    return ("many", "where", "restore") if rules.vocabulary.faces else ("many", "where")


def _wrong_phases(rules: KitRules) -> Iterator[tuple[list[str], str]]:
    """Yield what tables say of phases otherwise than the sequence of play does."""
    kinds: dict[str, set[str]] = {}
    for step in rules.sequence.steps:
        kinds.setdefault(step.phase, set()).add(step.kind)
    for name in rules.basics.movement.phases:
        if name in kinds and kinds[name] != {MOVE}:
            yield ["movement", "phases", name], f"kind = \"{MOVE}\" in the steps of '{name}' of sequence.toml"
    combat = rules.basics.combat.phase
    if combat in kinds and kinds[combat] != {FIGHT}:
        yield ["combat", "phase"], f"kind = \"{FIGHT}\" in the steps of '{combat}' of sequence.toml"


def _placeless_units(rules: KitRules, board: Board, roster: Roster) -> Iterator[tuple[list[str], str]]:
    """Yield the units that the file sets up around a place, or lets arrive in one, and that name none."""
    basics, places = rules.basics, {*board.cities, *(name for sites in board.sites.values() for name in sites)}
    lost = [unit for unit in roster.units.values() if unit.area not in places]
    begin = [unit.id for unit in lost if unit.entry == "start"] if basics.set_up and basics.set_up.around else []
    later = [unit.id for unit in lost if unit.arrival is not None] if basics.arrivals else []
    for table, units in (("set-up", begin), ("arrivals", later)):
        if units:
            yield [table], f"a place of the map in the column 'area' of units.csv for {', '.join(units[:5])}"


def _wrong_units(rules: KitRules, roster: Roster) -> Iterator[tuple[list[str], str]]:
    """Yield the units that the file cannot say anything of: without a movement factor, or with faces on both sides."""
    improved = rules.vocabulary.improved
    still = [
        name for name, unit in roster.units.items() if unit.move is None and unit.source_of("move").kind != "missing"
    ]
    if still:
        yield ["movement"], f"a movement factor in units.csv for {', '.join(still[:5])}, 0 for who does not move"
    for name, unit in roster.units.items():
        ladder = ladder_of([face.name for face in unit.faces], improved)
        if 0 not in (ladder[0], ladder[-1]):
            text = f"improved faces of {name}, or weaker ones, and not both: its steps cannot be data"
            yield ["losses"], text
            return
    try:
        ways_to_turn(roster.units.values(), improved)
    except ValueError as error:
        yield (
            ["losses"],
            f"faces that are weaker than the front for all {error}, or improved ones for all: one key loses a step",
        )


def _faceless_steps(roster: Roster) -> Iterator[DataError]:
    """Yield the units that have another number of steps than their counters have faces: each loss turns one on."""
    for name, unit in roster.units.items():
        steps, faces = max(unit.steps, *(face.steps for face in unit.faces), 0), 1 + len(unit.faces)
        if steps != faces:
            row = roster.rows[name]
            path, line = row.places.get("steps", (row.path, row.line))
            expected = f"as many steps as {name} has faces, {faces} with those of faces.csv"
            yield DataError(path, expected, str(steps), line=line or None, field="steps")


def _wrong_charts(rules: KitRules, board: Board, charts: ChartSet) -> Iterator[DataError]:
    """Yield what charts lack or misspell: odds for columns, and costs for each kind of terrain and type of units."""
    results, table = next(iter(charts.of_kind(ResultsTable).items()))
    path = chart_path(rules.folder, results)
    for column in table.columns:
        try:
            ratio_of(column)
        except (ValueError, ZeroDivisionError):
            line = line_of(path, ["table", "columns"])
            yield DataError(
                path, "columns of a results table that are odds, as 3-1", column, line=line, field="columns"
            )
            break
    costs, ground = next(iter(charts.of_kind(TerrainCosts).items()))
    path, types = chart_path(rules.folder, costs), (*rules.vocabulary.types, ANY)
    for name, row in ground.terrain.items():
        steps = ["terrain", name, "cost"]
        if name not in board.legend.terrain:
            expected = f"a terrain of the map, {one_of(board.legend.terrain, name)}"
            yield DataError(path, expected, name, line=line_of(path, steps[:2]), field="terrain")
        for unknown in (type_ for type_ in row.costs if type_ not in types):
            expected = f"a type of units, {one_of(types, unknown)}"
            yield DataError(path, expected, unknown, line=line_of(path, steps), field=".".join(steps))
    for kind in dict.fromkeys(board.terrain[at].id for at in hexes(board.land)):
        found, steps = ground.terrain.get(kind), ["terrain", kind, "cost"]
        if found is None:
            yield DataError(path, f"costs of the terrain '{kind}', which the map has", "none", field="terrain")
            continue
        lacking = [name for name in rules.vocabulary.types if name not in found.costs and ANY not in found.costs]
        if lacking:
            text = f"what '{kind}' costs {', '.join(lacking)}, or '{ANY}'"
            yield DataError(path, text, "nothing", line=line_of(path, steps), field=".".join(steps))


def _misspelt_weather(rules: KitRules, charts: ChartSet) -> Iterator[DataError]:
    """Yield the turns whose weather is misspelt, where the file of rules says what weather does."""
    name, track = next(iter(charts.of_kind(TurnTrack).items()))
    path = chart_path(rules.folder, name)
    for number, turn in track.turns.items() if rules.basics.weather else ():
        for word in turn.printed if "weather" not in turn.printed else ():
            if meant(word, ["weather"]):
                line = line_of(path, ["turns", str(number)])
                expected = f"weather = ... for turn {number}{meant(word, ['weather'])}"
                yield DataError(path, expected, word, line=line, field=f"turns.{number}")
