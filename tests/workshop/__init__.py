"""Tests of the workshop: commands that makers of modules would otherwise write as scripts."""
