"""Transport: rail movement and sea movement."""
