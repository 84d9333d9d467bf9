"""HTML of results for notebooks. Names come from files of others, so all text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Optional
from urllib.parse import quote


def table_html(
    title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], page: Path
) -> str:
    """Returns a table with its title, and a link to the page of the results."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{link(page)}")


def link(page: Path) -> str:
    """Returns a link to a page below the current folder, which a notebook serves; else its path."""
    if not page.is_file():
        return ""
    try:
        relative = page.resolve().relative_to(Path.cwd().resolve())
    except ValueError:
        return f"<p>Report: <code>{escape(str(page))}</code></p>"
    address = escape(quote(relative.as_posix()))
    return f'<p>Report: <a href="{address}">{escape(str(relative))}</a></p>'


def frame_html(page: str, height: int) -> str:
    """Returns a page in a frame that reaches nothing outside of it.

    Its scripts run, which draw maps and plots. Without "allow-same-origin" they have neither the
    notebook's page nor its cookies.
    """
    return (
        f'<iframe sandbox="allow-scripts" srcdoc="{escape(page)}" height="{int(height)}" '
        'style="width: 100%; border: 0"></iframe>')


def percent(share: Optional[float]) -> str:
    if share is None:
        return ""
    # As in the program's tables, only all is 100 %, and only nothing is 0 %.
    rounded = round(100 * share, 1)
    if 0 < share < 1:
        rounded = min(max(rounded, 0.1), 99.9)
    return f"{rounded:.1f} %"


def number(value: Optional[float], digits: int = 2) -> str:
    return "" if value is None else f"{value:.{digits}f}"
