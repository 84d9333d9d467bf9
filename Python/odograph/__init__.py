"""Odograph for Python. `odograph.app` runs a tracker on the simulated phone."""
