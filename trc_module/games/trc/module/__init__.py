"""The module of The Russian Campaign: what it has beside what a table of commands can say."""
