"""Motion, the names of places, and the car."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .link import Link
from .service import Action, Service, perform
from .values import Altitude, AudioOutput, Message, MotionActivity, Steps, nanoseconds


class MotionServices(Service):
    """Activities, steps, altitudes and the names of places."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.on_activity: Optional[Callable[[MotionActivity], None]] = None
        self.on_steps: Optional[Callable[[Steps], None]] = None
        self.on_altitude: Optional[Callable[[Altitude], None]] = None
        link.handlers.update(
            activity=self._receive_activity, pedometer=self._receive_steps,
            altitude=self._receive_altitude)

    def start_activity_updates(self) -> None:
        """Starts reports of motion; see `on_activity`."""
        self._link.call("startActivity")

    def stop_activity_updates(self) -> None:
        self._link.call("stopActivity")

    def activities(
        self, start: float, end: float, answer: Callable[[Optional[List[MotionActivity]]], None]
    ) -> None:
        """Asks for the activities between two times; None if they are not available."""
        def read(message: Message) -> None:
            data = message.get("data")
            answer(None if data is None else [MotionActivity.read(each) for each in data])

        self._link.request("queryActivity", read, **_times(start, end))

    def start_pedometer_updates(self, start: Optional[float] = None) -> None:
        """Starts reports of the steps since a time, by default now; see `on_steps`."""
        since = self._link.wall if start is None else nanoseconds(start)
        self._link.call("startPedometer", start=since)

    def stop_pedometer_updates(self) -> None:
        self._link.call("stopPedometer")

    def pedometer_data(
        self, start: float, end: float, answer: Callable[[Optional[Steps]], None]
    ) -> None:
        """Asks for steps and distance between two times; None if they are not available."""
        def read(message: Message) -> None:
            data = message.get("data")
            answer(None if data is None else Steps.read(data))

        self._link.request("queryPedometer", read, **_times(start, end))

    def steps(
        self, start: float, end: float, answer: Callable[[Optional[int]], None]
    ) -> None:
        """Asks for the count of steps between two times; None if it is not available."""
        self.pedometer_data(start, end, lambda data: answer(data.steps if data else None))

    def start_altimeter_updates(self) -> None:
        """Starts reports of the altitude relative to the present one; see `on_altitude`."""
        self._link.call("startAltimeter")

    def stop_altimeter_updates(self) -> None:
        self._link.call("stopAltimeter")

    def reverse_geocode(
        self, latitude: float, longitude: float, answer: Callable[[Optional[str]], None]
    ) -> None:
        """Asks for the name of a place; None if there is none, or no network."""
        self._link.request(
            "reverseGeocode", lambda m: answer(m.get("place")),
            latitude=latitude, longitude=longitude)

    def _receive_activity(self, message: Message) -> None:
        if self.on_activity is not None:
            self.on_activity(MotionActivity.read(message["activity"]))

    def _receive_steps(self, message: Message) -> None:
        if self.on_steps is not None:
            self.on_steps(Steps.read(message["data"]))

    def _receive_altitude(self, message: Message) -> None:
        if self.on_altitude is not None:
            self.on_altitude(Altitude.read(message))


class CarServices(Service):
    """The audio route and the Bluetooth accessories, such as a car's."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.on_audio_route_change: Optional[Action] = None
        #: Called with an accessory's name, and True if it connects.
        self.on_accessory: Optional[Callable[[str, bool], None]] = None
        link.handlers.update(
            audioRoute=lambda m: perform(self.on_audio_route_change),
            accessory=self._receive_accessory)

    def audio_outputs(self) -> List[AudioOutput]:
        return [AudioOutput.read(each) for each in self._link.ask("audioOutputs")]

    def connect_accessory(self, name: str) -> None:
        """Connects a Bluetooth accessory as soon as it is near; see `on_accessory`."""
        self._link.call("connectAccessory", name=name)

    def cancel_accessory(self, name: str) -> None:
        """Disconnects an accessory, or ends the attempt to connect it."""
        self._link.call("cancelAccessory", name=name)

    def connected_accessories(self) -> List[str]:
        names: List[str] = self._link.ask("connectedAccessories")
        return names

    def _receive_accessory(self, message: Message) -> None:
        if self.on_accessory is not None:
            self.on_accessory(message["name"], message["connected"])


def _times(start: float, end: float) -> Dict[str, Any]:
    return {"start": nanoseconds(start), "end": nanoseconds(end)}
