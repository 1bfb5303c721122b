"""Measurements, each a module with one command; budgets are printed beside what was measured."""
