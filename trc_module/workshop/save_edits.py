"""The table of a save or log changed in bulk by a script: pieces moved, shifted, changed, dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from trc_module.facts import DataError
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import AddPiece, Command, Group, Node, NullCommand, Verbatim
from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from trc_module.vassal.saves import SavedGame, read_saved_game, write_saved_game
from trc_module.vassal.traits import Deck, Piece, Stack, read_piece
from trc_module.workshop.script import OF_SAVES, PieceStep, Script, fits, place_in, read_script
from trc_module.workshop.trait_edits import EditError, changed, check_step


def edit_save(path: Path, script_path: Path, output: Path) -> list[str]:
    """Carry a script out on the table of a save and write what comes of it; return a line for each step.

    Raises:
        DataError: A step of the script is wrong, with its line.
        FormatError: The save cannot be read.
    """
    script = read_script(script_path, OF_SAVES, "a save")
    game = read_saved_game(path)
    if game.steps:
        raise DataError(script_path, "a save: what a log's steps change would no longer fit its table", str(path))
    edit = _SaveEdit(game, script, script_path)
    initial = edit.run()
    with Archive(path) as archive:
        data, module = (read_metadata(archive, name) for name in (SAVE_DATA, MODULE_DATA))
    write_saved_game(output, initial, save_data=data or Metadata(), module_data=module or Metadata())
    return edit.done


class _SaveEdit:
    """One save on its way through a script: its pieces, stacks and decks by their ids."""

    def __init__(self, game: SavedGame, script: Script, path: Path) -> None:
        self.game = game
        self.script = script
        self.path = path
        self.done: list[str] = []
        found = [read_piece(command) for command in game.commands() if isinstance(command, AddPiece)]
        self.pieces = {str(each.id): each for each in found if isinstance(each, Piece)}
        self._held: dict[str, Stack | Deck] = {str(each.id): each for each in found if isinstance(each, Stack | Deck)}
        """Stacks and decks."""
        self._touched: set[str] = set()

    def run(self) -> tuple[Node, ...]:
        """Carry out the steps, and return the commands of the changed table."""
        for index, trait in enumerate(self.script.trait):
            try:
                check_step(trait)
                found = [id_ for id_, piece in self.pieces.items() if fits(trait.of, piece.name)]
                new = {id_: changed(self.pieces[id_].traits, trait) for id_ in found}
            except EditError as error:
                self._fail("trait", index, str(error))
            for id_, traits in new.items():
                if traits is not None:
                    self._put(Piece.build(self.pieces[id_].id, traits))
            self._say(
                "trait", index, sum(traits is not None for traits in new.values()), f"with the trait {trait.trait}"
            )
        for index, step in enumerate(self.script.piece):
            self._say("piece", index, self._pieces(step, index), f"named {step.of}")
        if self.script.duplicates is not None:
            twice = list(self._twice())
            for id_ in twice:
                self._drop(id_)
            self.done.append(f"duplicates: {len(twice)} pieces dropped")
        return tuple(node for each in self.game.initial if (node := self._mapped(each)) is not None)

    def _fail(self, kind: str, index: int, expected: str) -> None:
        path, line = place_in(self.path, kind, index)
        raise DataError(path, expected, line=line)

    def _say(self, kind: str, index: int, count: int, what: str) -> None:
        if not count:
            self._fail(kind, index, f"pieces {what} that the step would change, found none")
        self.done.append(f"{kind} {index + 1}: {count} pieces")

    # ------------------------------------------------------------ the pieces

    def _pieces(self, step: PieceStep, index: int) -> int:
        if step.drop == bool(step.to or step.at or step.shift or step.values):
            self._fail("piece", index, "either 'drop = true', or 'to', 'at', 'shift' or 'set'")
        if step.at is not None and step.shift is not None:
            self._fail("piece", index, "either 'at' or 'shift'")
        found = [
            id_
            for id_, piece in self.pieces.items()
            if fits(step.of, piece.name) and step.map in (None, piece.map or "")
        ]
        for id_ in found:
            if step.drop:
                self._drop(id_)
                continue
            piece = self.pieces[id_]
            for name, value in step.values.items():
                piece = self._with(piece, name, str(value), index)
            if step.to is not None or step.at is not None or step.shift is not None:
                piece = self._moved(piece, step)
            self._put(piece)
        return len(found)

    def _with(self, piece: Piece, name: str, value: str, index: int) -> Piece:
        """Return a piece with a dynamic property, or a layer's level (`Layer_Level`), changed."""
        layer = name.removesuffix("_Level")
        for place, trait in enumerate(piece.traits):
            if trait.id == "emb2" and name.endswith("_Level") and trait.text_of("name") == layer:
                if not value.lstrip("-").isdecimal():
                    self._fail("piece", index, f"a level for {name!r}, found {value!r}")
                return piece.with_trait_state(place, ";".join((value, *trait.state_tokens[1:])))
        try:
            return piece.with_property(name, value)
        except KeyError:
            self._fail("piece", index, f"pieces with the property {name!r}, found '{piece.name}', which has it not")
            raise

    def _moved(self, piece: Piece, step: PieceStep) -> Piece:
        x, y = piece.position
        if step.at is not None:
            x, y = step.at
        elif step.shift is not None:
            x, y = x + step.shift[0], y + step.shift[1]
        # It leaves its stack or deck, whose others stay where they are; VASSAL stacks it anew when it is moved next.
        self._leave(str(piece.id))
        return piece.with_position(piece.map if step.to is None else step.to or None, x, y)

    def _put(self, piece: Piece) -> None:
        self.pieces[str(piece.id)] = piece
        self._touched.add(str(piece.id))

    def _drop(self, id_: str) -> None:
        self._leave(id_)
        del self.pieces[id_]
        self._touched.add(id_)

    def _leave(self, id_: str) -> None:
        for held_id, held in self._held.items():
            if id_ in held.members:
                left = tuple(member for member in held.members if member != id_)
                if isinstance(held, Stack):
                    self._held[held_id] = replace(held, members=left)
                else:
                    self._held[held_id] = replace(held, trait=held.trait.with_state(members=left))
                self._touched.add(held_id)

    def _twice(self) -> Iterator[str]:
        """Yield the pieces of which another of one name and number lies on the same point of the same map."""
        seen: set[tuple[str, str, str, int, int]] = set()
        for id_, piece in self.pieces.items():
            where = (piece.name, piece.gpid, piece.map or "", *piece.position)
            if piece.map is not None and where in seen:
                yield id_
            seen.add(where)

    # ---------------------------------------------------------- the commands

    def _mapped(self, node: Node) -> Node | None:
        """Return a command with what was changed; None for that of a piece that was dropped."""
        if isinstance(node, Verbatim):
            inner = self._mapped(node.node)
            return node if inner is node.node else inner
        if isinstance(node, Group):
            members = [self._mapped(member) for member in node.members]
            if all(new is old for new, old in zip(members, node.members, strict=True)):
                return node
            kept = tuple(member for member in members if member is not None)
            return Group(kept) if kept else NullCommand()
        return self._changed(node) if isinstance(node, Command) else node

    def _changed(self, command: Command) -> Command | None:
        if not isinstance(command, AddPiece) or str(command.id) not in self._touched:
            return command
        id_ = str(command.id)
        held = self._held.get(id_)
        if held is not None:
            return held.command() if held.members or isinstance(held, Deck) else None
        piece = self.pieces.get(id_)
        return None if piece is None else piece.command()
