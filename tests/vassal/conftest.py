"""Settings of the property tests here: no deadlines, since machines are busy, and few but telling examples."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", deadline=None, max_examples=60)
settings.load_profile("steady")
