"""A tournament's games in one file: kept, searched, counted, and judged again when verdicts may change."""
