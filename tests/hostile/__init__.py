"""Files that mean harm: what each tries, and the one sentence with which it is refused."""
