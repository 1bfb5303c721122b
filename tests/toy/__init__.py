"""A made-up game of three sides: whatever the program takes for granted of one game fails here."""

from tests.toy.game import load as load
