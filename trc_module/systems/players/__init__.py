"""Players for any game: one that plays to win by the charts and by victory, and one that looks ahead."""
