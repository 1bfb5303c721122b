"""What people did where their lines leave something out, come late, or are wrong; no game is known here."""
