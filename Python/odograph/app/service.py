"""The base of the phone's services."""

from __future__ import annotations

from typing import Callable, Optional

from .link import Link

Action = Callable[[], None]


class Service:
    """A service of the phone: its methods make calls, and its handlers are attributes."""

    def __init__(self, link: Link) -> None:
        self._link = link


def perform(action: Optional[Action]) -> None:
    """Calls a handler without arguments, if the app has set it."""
    if action is not None:
        action()


def pass_text(action: Optional[Callable[[str], None]], text: str) -> None:
    """Calls a handler with a text, if the app has set it."""
    if action is not None:
        action(text)
