"""The game record: positions and acts as plain text, read, written and put to the test.

The grammar of positions is the same for every game; each game brings the statements of its acts.
"""

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.rules.record.files import load_record
    from trc_module.rules.record.grammar import RecordSyntax
    from trc_module.rules.record.reader import read_record
    from trc_module.rules.record.report import trial_json, trial_text
    from trc_module.rules.record.text import RecordError
    from trc_module.rules.record.trial import ActOutcome, Trial, try_record
    from trc_module.rules.record.values import Expect, NumberedLine, Record
    from trc_module.rules.record.writer import action_text, position_text, record_text
else:
    # Lazy: how one act is written needs neither the reader nor the engine.
    __getattr__ = lazily(
        __name__,
        {
            "files": ("load_record",),
            "grammar": ("RecordSyntax",),
            "reader": ("read_record",),
            "report": (
                "trial_json",
                "trial_text",
            ),
            "text": ("RecordError",),
            "trial": (
                "ActOutcome",
                "Trial",
                "try_record",
            ),
            "values": (
                "Expect",
                "NumberedLine",
                "Record",
            ),
            "writer": (
                "action_text",
                "position_text",
                "record_text",
            ),
        },
    )

__all__ = [
    "ActOutcome",
    "Expect",
    "NumberedLine",
    "Record",
    "RecordError",
    "RecordSyntax",
    "Trial",
    "action_text",
    "load_record",
    "position_text",
    "read_record",
    "record_text",
    "trial_json",
    "trial_text",
    "try_record",
]
