"""Event cards (5): hands, draws, events, and what cards pay."""
