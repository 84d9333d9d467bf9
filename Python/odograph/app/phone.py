"""The services of the phone, under the names that iOS has for them."""

from __future__ import annotations

import base64
from datetime import datetime, timezone
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .link import Link, Timer
from .values import (
    Location,
    Message,
    MotionActivity,
    Region,
    Response,
    Visit,
    nanoseconds,
    seconds,
)

Action = Callable[[], None]


class Phone:
    """The phone on which the app runs. Handlers are attributes that the app sets."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._managers: Dict[int, LocationManager] = {}
        self._monitors: Dict[int, LocationMonitor] = {}
        self._expirations: Dict[int, Action] = {}
        self._tasks: Dict[str, Callable[[BackgroundTask], None]] = {}
        self._running: Dict[int, BackgroundTask] = {}
        self.app: object = None
        self.launch_reason = ""
        self.is_launched_in_background = False
        #: The settings that the app's description declares, by name.
        self.settings: Dict[str, str] = {}
        self.on_foreground: Optional[Action] = None
        self.on_background: Optional[Action] = None
        self.on_terminate: Optional[Action] = None
        self.on_power_change: Optional[Action] = None
        self.on_activity: Optional[Callable[[MotionActivity], None]] = None
        self.on_push: Optional[Callable[[Dict[str, str]], None]] = None
        self.on_act: Optional[Callable[[str, Dict[str, str]], None]] = None
        self.on_transfer: Optional[Callable[[str, Response], None]] = None
        link.handlers.update(
            foreground=lambda m: _perform(self.on_foreground),
            background=lambda m: _perform(self.on_background),
            terminate=lambda m: _perform(self.on_terminate),
            power=lambda m: _perform(self.on_power_change),
            activity=self._receive_activity,
            remoteNotification=self._receive_push,
            transferEvents=lambda m: link.call("completeEvent", id=m["id"]),
            transfer=self._receive_transfer,
            act=self._receive_act,
            backgroundTaskExpired=lambda m: _perform(self._expirations.pop(m["task"], None)),
            task=self._receive_task,
            taskExpired=self._receive_task_expired,
            condition=self._receive_condition,
        )
        for event in (
            "locations", "locationFailure", "authorization", "paused", "resumed", "visit",
            "regionEntry", "regionExit", "regionState", "regionFailure", "liveUpdate",
        ):
            link.handlers[event] = self._receive_location_event

    # Time

    def now(self) -> datetime:
        """Returns the phone's wall clock, in UTC."""
        return datetime.fromtimestamp(self._link.wall / 1e9, timezone.utc)

    def after(self, delay_seconds: float, action: Action) -> Timer:
        """Calls an action once after a delay. A suspended app gets it when it resumes."""
        return self._link.after(delay_seconds, action)

    def every(self, interval_seconds: float, action: Action) -> Timer:
        """Calls an action after each interval."""
        return self._link.after(interval_seconds, action, repeats=True)

    # Location

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

    # Data and notes

    def value(self, key: str) -> Optional[str]:
        """Returns a stored value. It survives the process; before the first unlock it is None."""
        value: Optional[str] = self._link.ask("value", key=key)
        return value

    def set_value(self, key: str, value: Optional[str]) -> None:
        self._link.call("setValue", key=key, value=value)

    def note(self, text: str) -> None:
        """Writes a line into the explanation of `odograph run --explain`."""
        self._link.call("note", text=text)

    # Device and application

    def get(self, name: str) -> Any:
        """Returns a property of the app or the device, such as `batteryLevel`."""
        return self._link.ask("property", name=name)

    @property
    def battery_level(self) -> float:
        """The battery's level from 0 to 1."""
        self._link.call("setProperty", name="isBatteryMonitoringEnabled", value=True)
        level: float = self.get("batteryLevel")
        return level

    @property
    def battery_state(self) -> str:
        self._link.call("setProperty", name="isBatteryMonitoringEnabled", value=True)
        state: str = self.get("batteryState")
        return state

    @property
    def application_state(self) -> str:
        state: str = self.get("applicationState")
        return state

    def begin_background_task(
        self, name: str = "", on_expiration: Optional[Action] = None
    ) -> Optional[int]:
        """Asks the system for time in the background. Returns a token for `end_background_task`."""
        answer = self._link.ask("beginBackgroundTask", name=name)
        if answer is None:
            return None
        if on_expiration is not None:
            self._expirations[answer["task"]] = on_expiration
        token: int = answer["token"]
        return token

    def end_background_task(self, token: Optional[int]) -> None:
        if token is not None:
            self._link.call("endBackgroundTask", token=token)

    # Scheduled tasks

    def register_task(self, identifier: str, action: Callable[[BackgroundTask], None]) -> bool:
        """Registers a task's action, like `BGTaskScheduler`. Call it at each launch."""
        self._tasks[identifier] = action
        is_registered: bool = self._link.ask("registerTask", identifier=identifier)
        return is_registered

    def submit_task(
        self, identifier: str, earliest_seconds: float = 0, *, is_processing: bool = False,
        needs_network: bool = False, needs_power: bool = False,
    ) -> Optional[str]:
        """Submits a request for a task. Returns None, or the reason why it was refused."""
        request = {
            "identifier": identifier,
            "kind": "processing" if is_processing else "refresh",
            "earliestBegin": self._link.wall + nanoseconds(earliest_seconds),
            "network": needs_network,
            "power": needs_power,
        }
        refusal: Optional[str] = self._link.ask("submitTask", request=request)
        return refusal

    # Network

    def send(
        self, url: str, answer: Callable[[Response], None], *, method: str = "POST",
        body: bytes = b"", headers: Sequence[Tuple[str, str]] = (), timeout_seconds: float = 60,
    ) -> None:
        """Sends a request to the scenario's server; the answer comes later."""
        self._link.request(
            "send", lambda m: answer(Response.read(m)),
            request=_request(method, url, headers, body, timeout_seconds))

    def upload(
        self, identifier: str, url: str, *, method: str = "POST", body: bytes = b"",
        headers: Sequence[Tuple[str, str]] = (), is_discretionary: bool = False,
    ) -> None:
        """Hands an upload to the system, which goes on without the app; see `on_transfer`."""
        self._link.call(
            "upload", identifier=identifier, discretionary=is_discretionary,
            request=_request(method, url, headers, body, 7 * 86400))

    # Notifications and motion

    def notify(self, identifier: str, title: str, body: str = "", after_seconds: float = 0) -> None:
        """Schedules a local notification."""
        notification = {
            "identifier": identifier, "title": title, "body": body,
            "after": nanoseconds(after_seconds),
        }
        self._link.call("addNotification", notification=notification)

    def start_activity_updates(self) -> None:
        """Starts reports of motion; see `on_activity`."""
        self._link.call("startActivity")

    def stop_activity_updates(self) -> None:
        self._link.call("stopActivity")

    def steps(
        self, start: float, end: float, answer: Callable[[Optional[int]], None]
    ) -> None:
        """Asks for the steps between two times; None if they are not known."""
        self._link.request(
            "queryPedometer", lambda m: answer((m.get("data") or {}).get("steps")),
            start=nanoseconds(start), end=nanoseconds(end))

    # Events

    def receive_launch(self, message: Message) -> None:
        self.launch_reason = message.get("reason", "")
        self.is_launched_in_background = message.get("background", False)
        self.settings = dict(message.get("settings") or {})

    def _receive_location_event(self, message: Message) -> None:
        manager = self._managers.get(message["manager"])
        if manager is not None:
            manager.receive(message)

    def _receive_activity(self, message: Message) -> None:
        if self.on_activity is not None:
            self.on_activity(MotionActivity.read(message["activity"]))

    def _receive_push(self, message: Message) -> None:
        if self.on_push is not None:
            self.on_push(message.get("payload") or {})
        self._link.call("completeEvent", id=message["id"])

    def _receive_transfer(self, message: Message) -> None:
        if self.on_transfer is not None:
            self.on_transfer(message["identifier"], Response.read(message))

    def _receive_act(self, message: Message) -> None:
        if self.on_act is not None:
            self.on_act(message["name"], message.get("parameters") or {})

    def _receive_task(self, message: Message) -> None:
        task = BackgroundTask(self._link, message["task"], message["identifier"])
        self._running[message["task"]] = task
        action = self._tasks.get(task.identifier)
        if action is not None:
            action(task)

    def _receive_task_expired(self, message: Message) -> None:
        task = self._running.pop(message["task"], None)
        _perform(task.on_expiration if task else None)

    def _receive_condition(self, message: Message) -> None:
        monitor = self._monitors.get(message["monitor"])
        if monitor is not None and monitor.on_event is not None:
            monitor.on_event(message["identifier"], message["state"])


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
        message = self.get("location")
        return None if message is None else Location.read(message)

    def request_when_in_use_authorization(self) -> None:
        self._call("requestWhenInUseAuthorization")

    def request_always_authorization(self) -> None:
        self._call("requestAlwaysAuthorization")

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
        self._call("requestState", region=region.written())

    def begin_live_updates(self, configuration: str = "default") -> Optional[int]:
        """Begins live updates, like `CLLocationUpdate.liveUpdates`; see `on_live_update`."""
        return self._begin("liveUpdates", configuration=configuration)

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
        elif event == "authorization" and self.on_authorization:
            self.on_authorization(message["status"])
        elif event in ("locationFailure", "regionFailure") and self.on_failure:
            self.on_failure(message["error"])
        elif event == "paused":
            _perform(self.on_paused)
        elif event == "resumed":
            _perform(self.on_resumed)


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
        self._link.call(
            "addCondition", monitor=self._number, identifier=identifier, latitude=latitude,
            longitude=longitude, radius=radius_meters, assuming=assuming)

    def remove(self, identifier: str) -> None:
        self._link.call("removeCondition", monitor=self._number, identifier=identifier)

    @property
    def identifiers(self) -> List[str]:
        identifiers: List[str] = self._link.ask("monitoredIdentifiers", monitor=self._number)
        return identifiers


class BackgroundTask:
    """A scheduled task that the system runs. Call `complete` when its work is done."""

    def __init__(self, link: Link, number: int, identifier: str) -> None:
        self._link = link
        self._number = number
        self.identifier = identifier
        self.on_expiration: Optional[Action] = None

    def complete(self, is_success: bool = True) -> None:
        self._link.call("completeTask", task=self._number, success=is_success)


def _perform(action: Optional[Action]) -> None:
    if action is not None:
        action()


def _request(
    method: str, url: str, headers: Sequence[Tuple[str, str]], body: bytes, timeout_seconds: float
) -> Message:
    return {
        "method": method,
        "url": url,
        "headers": [list(header) for header in headers],
        "body": base64.b64encode(body).decode() or None,
        "timeout": nanoseconds(timeout_seconds),
    }
