"""Findings and positions as text, JSON, SARIF, JUnit, HTML and pictures. How they were found is not known here."""
