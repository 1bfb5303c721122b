"""Writes inputs that were made on purpose into the corpus: `python -m tests.fuzz.on_purpose`.

Logs are cut down to a counter or two, so that the corpus stays small.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.__main__ import CORPUS
from tests.replay.script import CLEAR, Script
from tests.vassal.test_two_faced import TWO_FACED
from trc_module.games import find_game
from trc_module.module.inputs import load_inputs
from trc_module.module.turns import TRACKER_ID
from trc_module.resources import data_dir
from trc_module.vassal.commands import AddPiece, Chat, Command, Group, Node, SetTurn, Verbatim, encode_commands
from trc_module.vassal.saves import make_step


def cut_down(log: Script, units: tuple[str, ...]) -> list[Node]:
    """Return what sets the table up, with no other pieces and stacks than those of some units."""
    ids = {log.piece(unit) for unit in units}

    def kept(node: Node) -> Node | None:
        if isinstance(node, Verbatim):
            return kept(node.node)
        if isinstance(node, Group):
            members = tuple(each for each in map(kept, node.members) if each is not None)
            return Group(members) if members else None
        if not isinstance(node, AddPiece):
            return node
        is_stack = node.type == "stack"
        return node if node.id in ids or (is_stack and ids & set(node.state.split(";"))) else None

    return [each for each in map(kept, log.initial) if each is not None]


def text_of(log: Script, units: tuple[str, ...]) -> str:
    """Return the text of a log so cut down."""
    return encode_commands([*cut_down(log, units), *map(make_step, log.steps)])


def tracker(turn: str) -> Command:
    """Return the command that sets the tracker to the first movement phase of a turn."""
    return SetTurn(TRACKER_ID, f"0|{turn};0;true;25;1\\;0\\;0\\;{chr(44).join(['true'] * 11)}")


def inputs() -> dict[str, bytes]:
    """Return the inputs by target and name."""
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    units = ("ger-41-pz", "rus-24-inf")
    with TemporaryDirectory() as folder:

        def begin(header: str = CLEAR) -> Script:
            return Script(parts, header + "on Z19: ger-41-pz\non X17: rus-24-inf\n", Path(folder, "a.vlog"))

        made = {}
        for turn in ("99999999999", "1000", "9" * 400, "-1"):
            log = begin().move("ger-41-pz", "Z16").raw(tracker(turn)).move("ger-41-pz", "Z13")
            made[f"log/turn-number-{turn[:12]}"] = text_of(log, units)
        far = re.sub(r"(/stack/Main Map;)\d+", rf"\g<1>{'9' * 400}", text_of(begin().move("ger-41-pz", "Z16"), units))
        made["log/stack-far-away"] = far
        line = Chat('* *** TRC1 ROLL b=7 die=3 odds="" result="" by="Axis"')
        combat = begin(CLEAR.replace("movement", "combat")).raw(line, line).end()
        made["log/the-same-die-twice"] = text_of(combat, units)
        made["log/raised-two-as-battle"] = text_of(
            begin().say("RETREAT b=² u=ger-41-pz").move("ger-41-pz", "Z16"), units
        )
        slow = "* " + "*" * 900 + " " * 900
        made["log/slow-dice-line"] = text_of(begin().raw(Chat(slow)).raw(Chat("1d" * 900)).raw(Chat("1" * 1900)), units)
    for name in ("another game in a gap", "an entry that ends early, described", "the name at another entry"):
        made[f"zip/{name.replace(' ', '-').replace(',', '')}"] = TWO_FACED[name][0].decode("latin-1")
    made["chat/slow-dice-line"] = f"$a$ = $b$ $result$\n{slow}"
    made["chat/rule-numbers-without-end"] = f"(a+)+b\n{'a' * 60}"
    made["record/rule-number-without-end"] = f"game: trc\n{CLEAR}assume 1{'-a' * 60}!\n"
    made["number/400-digits"] = "9" * 400
    return {name: text.encode("latin-1" if name.startswith("zip/") else "utf-8") for name, text in made.items()}


def main() -> None:
    """Write them."""
    for name, data in inputs().items():
        path = CORPUS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
