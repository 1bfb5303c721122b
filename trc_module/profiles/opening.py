"""Open the saves and logs of another module as logs of ours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.model import Profile, choose
from trc_module.profiles.placing import ModuleGround, find_ground
from trc_module.profiles.translate import Translation, Translator
from trc_module.profiles.words import Words, load_words
from trc_module.replay.foreign import Foreign
from trc_module.replay.gamelog import GameLog, SaveReader, read_to_execute, table_at_start
from trc_module.systems.turn_words import turn_word_of
from trc_module.vassal.saves import SavedGame


def open_foreign(
    files: Sequence[Path], parts: ModuleInputs, given: Path | None = None, read: SaveReader = read_to_execute
) -> list[GameLog]:
    """Open the saves or logs of one game of another module, in the order given.

    UserError if no profile fits their module, if the hexes of its map cannot be found, or if none of the game's units
    is in them.
    """
    saved = [read(file) for file in files]
    words, profile, ground, translator = translator_of(files, saved, parts, given)
    logs = []
    for file, one in zip(files, saved, strict=True):
        told = translator.translate(one)
        table = table_at_start(told.saved, parts)
        log = GameLog(file, told.saved, parts, table, foreign=_foreign(one, profile, ground, told, parts, words))
        if not any(log.is_ours(piece) for piece in table.pieces.values()):
            raise UserError(f"{file}: expected pieces that {profile.path} names, found none of them in it.")
        logs.append(log)
    return logs


def translator_of(
    files: Sequence[Path], saved: Sequence[SavedGame], parts: ModuleInputs, given: Path | None = None
) -> tuple[Words, Profile, ModuleGround | None, Translator]:
    """Return what translates the saves and logs of one module, with the words, profile and map that it works with.

    UserError if no profile fits their module, or if the hexes of its map cannot be found.
    """
    words = load_words(parts.folder)
    profile = _profile(files, saved, parts, given)
    blind = Translator(profile, parts, words, None)
    asked = profile.spec.map is not None and not profile.spec.map.hexes
    lying = [unit for one in saved for unit in blind.lying(one)] if asked else []
    ground = find_ground(profile, parts, lying)
    return words, profile, ground, Translator(profile, parts, words, ground)


def _profile(files: Sequence[Path], saved: Sequence[SavedGame], parts: ModuleInputs, given: Path | None) -> Profile:
    profile = None
    for file, one in zip(files, saved, strict=True):
        profile = choose(one.module_data, given, parts)
        if profile is None:
            name = one.module_data.name if one.module_data is not None else ""
            whose = (
                f"it is of the module '{name}', which has no profile"
                if name
                else f"it does not name its module, and holds none of the counters of '{parts.recipe.identity.name}'"
            )
            elsewhere = " If it is a game of your own, name the folder that its folder lies in: --games-path FOLDER."
            raise UserError(
                f"{file}: {whose}. "
                "`trc-module profile MODULE.vmod -o my.toml` drafts one; give it with --profile my.toml."
                f"{elsewhere if name else ''}"
            )
    assert profile is not None
    return profile


def _foreign(
    saved: SavedGame,
    profile: Profile,
    ground: ModuleGround | None,
    told: Translation,
    parts: ModuleInputs,
    words: Words,
) -> Foreign:
    data = saved.module_data
    name = f"{data.name} {data.version}".strip() if data is not None else ""
    spec = profile.spec
    other = frozenset(spec.map.other_edition) if spec.map is not None else frozenset()
    turn_words = dict(told.turn_words)
    return Foreign(
        name,
        profile.name,
        tuple(_judged(ground, told, profile, parts)),
        tuple(_open(told, parts, profile, data.version if data is not None else "")),
        frozenset(told.phased.uncertain),
        turn_words,
        any(turn not in turn_words for turn in _open_turns(told, parts)),
        other,
        spec.module.edition,
        tuple(words.unsaid),
        tuple(words.dice_of_purpose),
        tuple(sorted(told.strangers)),
    )


def _open_turns(told: Translation, parts: ModuleInputs) -> list[int]:
    """Return the turns of a log whose word (weather) is not settled by the calendar."""
    first = told.start.turn if told.start is not None else 1
    last = max([first, *(clock.turn for clock in told.phased.begins.values())])
    system = turn_word_of(parts.game)
    turns = range(first, min(last, parts.last_turn) + 1) if system is not None else ()
    return [turn for turn in turns if system is not None and system.fixed(parts.game, turn) is None]


def _judged(ground: ModuleGround | None, told: Translation, profile: Profile, parts: ModuleInputs) -> list[str]:
    found = []
    if ground is not None:
        found.append(f"The hexes of the map were found {ground.how}.")
    tracker = profile.spec.tracker
    if tracker is not None and told.start is not None:
        word = parts.game.sequence.part_word or "part"
        shows = f"{word.capitalize()}s are" if tracker.moments else "Turns are"
        found.append(f"{shows} read from the turn tracker, phases from who moves and from the dice.")
    found.append(f"{told.dice} dice were read." if told.dice else "No dice were found: they count as rolled elsewhere.")
    system = turn_word_of(parts.game)
    if told.turn_words and system is not None:
        turns = ", ".join(f"{word} in turn {turn}" for turn, word in sorted(told.turn_words.items()))
        found.append(f"{system.called.capitalize()} as the players told it: {turns}.")
    return found


def _open(told: Translation, parts: ModuleInputs, profile: Profile, version: str) -> list[str]:
    found = ["What a die was for, and declarations of any kind, are not in such a log: it is read without lines."]
    if told.start is None:
        found.append("No tracker says with which moment it begins: it is taken for the beginning of the game.")
    versions = profile.spec.module.versions
    if versions and version not in versions:
        found.append(f"The profile was made for version {', '.join(versions)}; this is version {version or 'unknown'}.")
    missing = [n for n in _open_turns(told, parts) if n not in told.turn_words]
    system = turn_word_of(parts.game)
    called = system.called if system is not None else ""
    if missing and system is not None:
        turns = ", ".join(map(str, missing))
        example = f"{called}: {system.moment_words[-1]}"
        found.append(f"The {called} of turn {turns} is unknown: what depends on it is undecided (chat: '{example}').")
    if told.phased.uncertain:
        phases = ", ".join(sorted(map(str, told.phased.uncertain)))
        found.append(f"Where these phases begin and end is only inferred, so nothing in them is judged: {phases}.")
    if told.beside:
        found.append(f"{len(told.beside)} units lie where the profile knows no hex and no box: {_some(told.beside)}.")
    if told.strangers:
        found.append(
            f"The profile does not say what these pieces on the map are: {_some(sorted(told.strangers))}. They may be "
            "units, so no rule is broken for certain; name them under [units] of the profile, or among `ignored`."
        )
    if told.unread:
        lines = f"no phase or {called}" if called else "no phase"
        found.append(f"These lines name {lines} of the game: {_some(told.unread)}.")
    edition = profile.spec.module.edition
    if edition and profile.spec.map is not None and profile.spec.map.other_edition:
        hexes = ", ".join(profile.spec.map.other_edition)
        found.append(f"The map of the {edition} differs in {hexes}: what is found there is a doubt.")
    return found


_MOST = 8


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:_MOST])
    return f"{shown} and {len(names) - _MOST} more" if len(names) > _MOST else shown
