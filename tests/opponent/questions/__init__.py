"""Positions in which the program asks the other side for something: kept, and found by a machine."""
