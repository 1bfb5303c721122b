"""Reading of a phase of a log: what the table shows is fact, what lines and chat say is testimony."""
