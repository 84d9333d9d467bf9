"""Opens results that the program has written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeVar, Union

from .process import OdographError
from .results import Comparison, Judgment, Report, Result, Study, Sweep

# A sweep writes a comparison and a database; the first kind whose files are all there is meant.
KINDS: list[type[Result]] = [Report, Sweep, Comparison, Study, Judgment]
Kind = TypeVar("Kind", bound=Result)


def read(path: Union[str, os.PathLike[str]]) -> Result:
    """Opens the results in a folder, such as "Reports/commuter-weekday"; or a result file."""
    folder = Path(path)
    if folder.is_file():
        folder = folder.parent
    for kind in KINDS:
        if all((folder / name).is_file() for name in kind.files):
            return open_result(kind, folder)
    accepted = ", ".join(kind.files[0] for kind in KINDS if kind is not Sweep)
    raise OdographError(f"{path}: no results are here; accepted: a folder with {accepted}")


def open_result(kind: type[Kind], folder: Path, text: str = "") -> Kind:
    """Opens results of a known kind. `text` is what the program has printed."""
    file = folder / kind.files[0]
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OdographError(f"{file}: the results cannot be read: {error}") from error
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != kind.schema:
        raise OdographError(
            f"{file}: found the schema {schema!r}; accepted: {kind.schema!r}, which this version "
            "of the package reads")
    return kind(folder, data, text)
