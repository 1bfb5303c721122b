"""What is shown of the program, all by one commit: `python -m tests.proof` runs every part and writes docs/proof.md."""
