"""Location managers and condition monitors, as in Core Location."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .link import Link
from .service import Action, Service, perform
from .values import Heading, Location, Message, MonitoringRecord, Region, Visit


class LocationManager:
    """A location manager with its own settings, like `CLLocationManager`."""

    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number
        self.on_locations: Optional[Callable[[List[Location]], None]] = None
        self.on_live_update: Optional[Callable[[Optional[Location], bool], None]] = None
        self.on_visit: Optional[Callable[[Visit], None]] = None
        self.on_region_entry: Optional[Callable[[Region], None]] = None
        self.on_region_exit: Optional[Callable[[Region], None]] = None
        self.on_region_state: Optional[Callable[[Region, str], None]] = None
        self.on_heading: Optional[Callable[[Heading], None]] = None
        self.on_authorization: Optional[Callable[[str], None]] = None
        self.on_failure: Optional[Callable[[str], None]] = None
        self.on_paused: Optional[Action] = None
        self.on_resumed: Optional[Action] = None

    def _call(self, name: str, /, **members: Any) -> None:
        self._link.call(name, manager=self._number, **members)

    def get(self, name: str) -> Any:
        """Returns a property under its name in Core Location, such as `authorizationStatus`."""
        return self._link.ask("locationProperty", manager=self._number, name=name)

    def set(self, **properties: Any) -> None:
        """Sets properties under their names in Core Location.

        `desiredAccuracy` is one of bestForNavigation, best, nearestTenMeters, hundredMeters,
        kilometer, threeKilometers and reduced; `distanceFilter` is in meters, None for none.
        """
        for name, value in properties.items():
            self._call("setLocationProperty", name=name, value=value)

    @property
    def authorization_status(self) -> str:
        status: str = self.get("authorizationStatus")
        return status

    @property
    def location(self) -> Optional[Location]:
        """The last known position."""
        message = self.get("location")
        return None if message is None else Location.read(message)

    @property
    def heading(self) -> Optional[Heading]:
        """The last reported heading."""
        message = self.get("heading")
        return None if message is None else Heading.read(message)

    @property
    def monitored_regions(self) -> List[Region]:
        return [Region.read(each) for each in self.get("monitoredRegions")]

    def request_when_in_use_authorization(self) -> None:
        self._call("requestWhenInUseAuthorization")

    def request_always_authorization(self) -> None:
        self._call("requestAlwaysAuthorization")

    def request_temporary_full_accuracy(self, purpose: str) -> None:
        """Asks for full accuracy, for a purpose that the Info.plist declares."""
        self._call("requestTemporaryFullAccuracyAuthorization", purpose=purpose)

    def request_location(self) -> None:
        self._call("requestLocation")

    def start_updating_location(self) -> None:
        self._call("startUpdatingLocation")

    def stop_updating_location(self) -> None:
        self._call("stopUpdatingLocation")

    def start_monitoring_significant_location_changes(self) -> None:
        self._call("startMonitoringSignificantLocationChanges")

    def stop_monitoring_significant_location_changes(self) -> None:
        self._call("stopMonitoringSignificantLocationChanges")

    def start_monitoring_visits(self) -> None:
        self._call("startMonitoringVisits")

    def stop_monitoring_visits(self) -> None:
        self._call("stopMonitoringVisits")

    def start_monitoring(self, region: Region) -> None:
        self._call("startMonitoring", region=region.written())

    def stop_monitoring(self, region: Region) -> None:
        self._call("stopMonitoring", region=region.written())

    def request_state(self, region: Region) -> None:
        """Asks for the state of a region; see `on_region_state`."""
        self._call("requestState", region=region.written())

    def start_updating_heading(self) -> None:
        """Starts reports of the heading; see `on_heading`."""
        self._call("startUpdatingHeading")

    def stop_updating_heading(self) -> None:
        self._call("stopUpdatingHeading")

    def begin_live_updates(self, configuration: str = "default") -> Optional[int]:
        """Begins live updates, like `CLLocationUpdate.liveUpdates`; see `on_live_update`."""
        return self._begin("liveUpdates", configuration=configuration)

    def begin_service_session(self, requires: str = "whenInUse") -> Optional[int]:
        """Begins a service session, like `CLServiceSession`: `whenInUse` or `always`."""
        return self._begin("service", requires=requires)

    def begin_background_activity(self) -> Optional[int]:
        """Begins a background activity session. Keep the token, and end it with `end_session`."""
        return self._begin("backgroundActivity")

    def end_session(self, session: Optional[int]) -> None:
        if session is not None:
            self._call("endSession", session=session)

    def _begin(self, kind: str, /, **members: Any) -> Optional[int]:
        session: Optional[int] = self._link.ask(
            "beginSession", manager=self._number, kind=kind, **members)
        return session

    def receive(self, message: Message) -> None:
        event = message["event"]
        if event == "locations" and self.on_locations:
            self.on_locations([Location.read(each) for each in message["locations"]])
        elif event == "liveUpdate" and self.on_live_update:
            position = message.get("location")
            self.on_live_update(
                None if position is None else Location.read(position), message["stationary"])
        elif event == "visit" and self.on_visit:
            self.on_visit(Visit.read(message["visit"]))
        elif event == "regionEntry" and self.on_region_entry:
            self.on_region_entry(Region.read(message["region"]))
        elif event == "regionExit" and self.on_region_exit:
            self.on_region_exit(Region.read(message["region"]))
        elif event == "regionState" and self.on_region_state:
            self.on_region_state(Region.read(message["region"]), message["state"])
        elif event == "heading" and self.on_heading:
            self.on_heading(Heading.read(message["heading"]))
        elif event == "authorization" and self.on_authorization:
            self.on_authorization(message["status"])
        elif event in ("locationFailure", "regionFailure") and self.on_failure:
            self.on_failure(message["error"])
        elif event == "paused":
            perform(self.on_paused)
        elif event == "resumed":
            perform(self.on_resumed)


class LocationMonitor:
    """A condition monitor, like `CLMonitor`. Its conditions remain after the process ends."""

    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number
        self.on_event: Optional[Callable[[str, str], None]] = None

    def add(
        self, identifier: str, latitude: float, longitude: float, radius_meters: float,
        assuming: str = "unknown",
    ) -> None:
        """Adds a circle. `assuming` is its state until the phone finds another."""
        self._link.call(
            "addCondition", monitor=self._number, identifier=identifier, latitude=latitude,
            longitude=longitude, radius=radius_meters, assuming=assuming)

    def remove(self, identifier: str) -> None:
        self._link.call("removeCondition", monitor=self._number, identifier=identifier)

    def record(self, identifier: str) -> Optional[MonitoringRecord]:
        """Returns a condition with its last event; None without such a condition."""
        message = self._link.ask("monitoringRecord", monitor=self._number, identifier=identifier)
        return None if message is None else MonitoringRecord.read(identifier, message)

    @property
    def identifiers(self) -> List[str]:
        identifiers: List[str] = self._link.ask("monitoredIdentifiers", monitor=self._number)
        return identifiers

    def receive(self, message: Message) -> None:
        if self.on_event is not None:
            self.on_event(message["identifier"], message["state"])


class LocationServices(Service):
    """The location managers and condition monitors of a phone."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._managers: Dict[int, LocationManager] = {}
        self._monitors: Dict[int, LocationMonitor] = {}
        link.handlers["condition"] = self._receive_condition
        for event in (
            "locations", "locationFailure", "authorization", "paused", "resumed", "visit",
            "regionEntry", "regionExit", "regionState", "regionFailure", "heading", "liveUpdate",
        ):
            link.handlers[event] = self._receive_location_event

    def location_manager(self) -> LocationManager:
        """Returns a new location manager, like `CLLocationManager`."""
        number = self._link.ask("makeLocationManager")
        manager = LocationManager(self._link, number)
        self._managers[number] = manager
        return manager

    def location_monitor(self, name: str) -> LocationMonitor:
        """Returns the condition monitor of this name, like `CLMonitor`."""
        number = self._link.ask("makeMonitor", name=name)
        monitor = LocationMonitor(self._link, number)
        self._monitors[number] = monitor
        return monitor

    def _receive_location_event(self, message: Message) -> None:
        manager = self._managers.get(message["manager"])
        if manager is not None:
            manager.receive(message)

    def _receive_condition(self, message: Message) -> None:
        monitor = self._monitors.get(message["monitor"])
        if monitor is not None:
            monitor.receive(message)
