"""Tables as data frames of pandas or Polars, and as rows of CSV files."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Optional

# The values are texts, numbers, truths, times or None.
Row = dict[str, Any]

LIBRARIES = ["pandas", "polars"]


def make_frame(rows: list[Row], library: Optional[str] = None) -> Any:
    """Returns rows as a data frame of the library, or of the first that is installed."""
    if library is not None and library not in LIBRARIES:
        raise ValueError(f"library: found {library!r}; accepted: 'pandas', 'polars'")
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [row.get(name) for row in rows] for name in names}
    for each in LIBRARIES if library is None else [library]:
        try:
            module = importlib.import_module(each)
        except ModuleNotFoundError as error:
            if error.name != each:
                raise
            continue
        return module.DataFrame({
            name: series(module, name, values) for name, values in columns.items()})
    raise ModuleNotFoundError(
        f"a data frame needs {library or 'pandas or Polars'}, which is not installed: "
        f"pip install {library or 'pandas'}; rows() needs no library", name=library or "pandas")


def series(library: Any, name: str, values: list[Any]) -> Any:
    """Returns a column. A measure that no row has is a column of missing numbers."""
    is_empty = all(value is None for value in values)
    if library.__name__ == "pandas":
        return library.Series(values, name=name, dtype="float64" if is_empty else None)
    return library.Series(name, values, dtype=library.Float64 if is_empty else None)


def numbers(members: Mapping[str, Any], prefix: str = "") -> Row:
    """Returns the numbers of a JSON object by their names; "inner.name" for those of objects in it.

    All are floating-point, as the file has 1 for 1.0. Missing ones are None. Times are included;
    lists and other texts are left out.
    """
    found: Row = {}
    for name, value in members.items():
        if isinstance(value, Mapping):
            found.update(numbers(value, f"{prefix}{name}."))
        elif value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
            found[prefix + name] = None if value is None else float(value)
        elif isinstance(value, str) and "T" in value:
            try:
                found[prefix + name] = instant(value)
            except ValueError:
                pass
    return found


def csv_rows(path: Path) -> list[Row]:
    """Returns the rows of a CSV file that the program has written."""
    with path.open(encoding="utf-8", newline="") as file:
        texts = list(csv.DictReader(file))
    if not texts:
        return []
    columns = {name: typed(name, [row[name] for row in texts]) for name in texts[0]}
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def typed(name: str, texts: Iterable[str]) -> list[Any]:
    """Returns the values of a column: times, numbers or words true and false if all are; else text.

    An empty field is None.
    """
    texts = list(texts)
    for reader in READERS.get(name, [float, truth]):
        try:
            return [None if text == "" else reader(text) for text in texts]
        except ValueError:
            pass
    return [text or None for text in texts]


def instant(text: str) -> datetime:
    # Before 3.11 Python does not read the Z of UTC.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


# How to read the columns that are neither numbers with fractions nor true and false.
READERS: dict[str, list[Callable[[str], Any]]] = {
    **dict.fromkeys(["time", "recorded_at", "arrival", "departure"], [instant]),
    # Names may look like numbers.
    **dict.fromkeys(["life", "tracker", "preset", "scenario", "network", "action"], [str]),
    **dict.fromkeys(["participant", "seed", "validDays", "days", "queue_length"], [int]),
}
