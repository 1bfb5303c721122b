"""Tests of the room that reads what people did; each habit has a witness log."""
