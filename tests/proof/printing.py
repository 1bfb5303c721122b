"""A command that prints what parts of the proof print, for their test; exit code 1."""

from __future__ import annotations

import sys

print(f"{sys.argv[1]} of 2")
print("a unit moved: 2 planted, 2 found, 1 named right, 0 as doubts")
print("a unit lost: 3 planted, 3 found, 3 named right, 0 as doubts")
print("record: 20 inputs in 0.0 minutes, 0 different errors")
print("log: 3 inputs in 0.1 minutes, 1 different errors")
raise SystemExit(1)
