"""Logs of any game as one HTML page that needs nothing but itself: the dice, and what was done step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trc_module.replay.transcript import Transcript
from trc_module.report.environment import filled
from trc_module.report.transcript import roll_groups, sorted_faces, transcript_tree


def transcript_page(transcripts: Sequence[Transcript]) -> str:
    """Return the page: of each log who plays, how often which die showed what, and all that was said and moved."""
    return filled("transcript.html", logs=[_told(each) for each in transcripts])


def _told(transcript: Transcript) -> dict[str, Any]:
    groups = [
        {
            "name": name,
            "by": by,
            "rolls": len(own),
            "mean": "" if mean is None else f"{mean:.2f}",
            "faces": sorted_faces(faces),
        }
        for (name, by), own, mean, faces in roll_groups(transcript)
    ]
    return {**transcript_tree(transcript), "dice": groups}
