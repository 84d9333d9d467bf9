"""The phone on which the app runs: its services under the names that iOS has for them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import NoReturn

from .application import ApplicationServices, TaskServices
from .link import Link, Timer
from .location import LocationServices
from .motion import CarServices, MotionServices
from .network import NetworkServices, NotificationServices
from .service import Action
from .values import Location


class Phone(
    ApplicationServices, TaskServices, LocationServices, MotionServices, NetworkServices,
    NotificationServices, CarServices,
):
    """The phone on which the app runs. Handlers are attributes that the app sets."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.app: object = None

    # Time

    def now(self) -> datetime:
        """Returns the phone's wall clock, in UTC."""
        return datetime.now(timezone.utc)

    def after(self, delay_seconds: float, action: Action) -> Timer:
        """Calls an action once after a delay. A suspended app gets it when it resumes."""
        return self._link.after(delay_seconds, action)

    def every(self, interval_seconds: float, action: Action) -> Timer:
        """Calls an action after each interval."""
        return self._link.after(interval_seconds, action, repeats=True)

    # The judgement of the run

    def keep(self, location: Location) -> None:
        """Reports that the app has recorded the position.

        After the first call of `keep` or `drop`, only kept positions count as recorded.
        """
        self._report("keep", location)

    def drop(self, location: Location) -> None:
        """Reports that the app has received the position and discarded it."""
        self._report("drop", location)

    def records_by_call(self) -> None:
        """Lets only positions of `keep` count as recorded, before the first of them."""
        self._link.call("recordsByCall")

    def _report(self, name: str, location: Location) -> None:
        self.records_by_call()
        self._link.call(name, location=location.written())

    def note(self, text: str) -> None:
        """Writes a line into the explanation of `odograph run --explain`."""
        self._link.call("note", text=text)

    def refuse(self, reason: str) -> NoReturn:
        """Ends the run with status 3: the app cannot be simulated, for a reason."""
        self._link.refuse(reason)
