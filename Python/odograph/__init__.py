"""Odograph for Python: start runs, read their results, and write trackers.

`run`, `compare`, `sweep`, `study` and `judge` start the program and return its results, `read`
opens results that exist. `odograph.app` runs a tracker on the simulated phone.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .commands import compare, judge, run, study, sweep
    from .process import OdographError, find_program
    from .reading import read
    from .results import Comparison, Judgment, Page, Report, Result, Study, Sweep

__all__ = [
    "Comparison",
    "Judgment",
    "OdographError",
    "Page",
    "Report",
    "Result",
    "Study",
    "Sweep",
    "compare",
    "find_program",
    "judge",
    "read",
    "run",
    "study",
    "sweep",
]

_HOMES = {
    "commands": ["compare", "judge", "run", "study", "sweep"],
    "process": ["OdographError", "find_program"],
    "reading": ["read"],
    "results": ["Comparison", "Judgment", "Page", "Report", "Result", "Study", "Sweep"],
}


def __getattr__(name: str) -> Any:
    # Imports at the first use: a tracker needs odograph.app alone, and starts sooner so.
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("odograph")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
