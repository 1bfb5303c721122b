"""How a phase of a log is read: what the table shows is fact, what lines and chat say is testimony."""
