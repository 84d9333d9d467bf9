"""The values that phone and app exchange. Times are seconds since 1970."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

Message = Dict[str, Any]

NANOSECONDS = 1_000_000_000


def seconds(nanoseconds: int) -> float:
    """Returns a time of the protocol in seconds."""
    return nanoseconds / NANOSECONDS


def nanoseconds(value: float) -> int:
    """Returns seconds as the whole nanoseconds of the protocol."""
    return round(value * NANOSECONDS)


@dataclass(frozen=True)
class Location:
    """A position. Negative accuracies, speeds and courses are invalid, as in Core Location."""

    latitude: float
    longitude: float
    accuracy_meters: float
    time: float
    altitude_meters: float = 0.0
    altitude_accuracy_meters: float = -1.0
    speed_mps: float = -1.0
    speed_accuracy_mps: float = -1.0
    course_degrees: float = -1.0
    course_accuracy_degrees: float = -1.0
    floor: Optional[int] = None
    message: Message = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, message: Message) -> Location:
        return cls(
            latitude=message["latitude"],
            longitude=message["longitude"],
            accuracy_meters=message["accuracy"],
            time=seconds(message["time"]),
            altitude_meters=message.get("altitude", 0.0),
            altitude_accuracy_meters=message.get("altitudeError", -1.0),
            speed_mps=message.get("speed", -1.0),
            speed_accuracy_mps=message.get("speedError", -1.0),
            course_degrees=message.get("course", -1.0),
            course_accuracy_degrees=message.get("courseError", -1.0),
            floor=message.get("floor"),
            message=message,
        )

    def written(self) -> Message:
        """Returns the position as a message; one that the phone delivered stays exact."""
        if self.message:
            return self.message
        return {
            "latitude": self.latitude,
            "longitude": self.longitude,
            "accuracy": self.accuracy_meters,
            "time": nanoseconds(self.time),
            "altitude": self.altitude_meters,
            "altitudeError": self.altitude_accuracy_meters,
            "speed": self.speed_mps,
            "speedError": self.speed_accuracy_mps,
            "course": self.course_degrees,
            "courseError": self.course_accuracy_degrees,
        }


@dataclass(frozen=True)
class Region:
    """A circle to monitor."""

    identifier: str
    latitude: float
    longitude: float
    radius_meters: float
    notify_on_entry: bool = True
    notify_on_exit: bool = True

    @classmethod
    def read(cls, message: Message) -> Region:
        return cls(
            identifier=message["identifier"],
            latitude=message["latitude"],
            longitude=message["longitude"],
            radius_meters=message["radius"],
            notify_on_entry=message.get("entry", True),
            notify_on_exit=message.get("exit", True),
        )

    def written(self) -> Message:
        return {
            "identifier": self.identifier,
            "latitude": self.latitude,
            "longitude": self.longitude,
            "radius": self.radius_meters,
            "entry": self.notify_on_entry,
            "exit": self.notify_on_exit,
        }


@dataclass(frozen=True)
class Visit:
    """A stay that the system has noticed. A departure far in the future is not known yet."""

    latitude: float
    longitude: float
    accuracy_meters: float
    arrival: float
    departure: float

    @classmethod
    def read(cls, message: Message) -> Visit:
        return cls(
            latitude=message["latitude"], longitude=message["longitude"],
            accuracy_meters=message["accuracy"], arrival=seconds(message["arrival"]),
            departure=seconds(message["departure"]))


@dataclass(frozen=True)
class Heading:
    """A direction of the phone's top. A negative one is invalid."""

    magnetic_degrees: float
    true_degrees: float
    accuracy_degrees: float
    time: float

    @classmethod
    def read(cls, message: Message) -> Heading:
        return cls(
            magnetic_degrees=message["magnetic"], true_degrees=message.get("true", -1.0),
            accuracy_degrees=message.get("accuracy", -1.0), time=seconds(message["time"]))


@dataclass(frozen=True)
class MonitoringRecord:
    """A condition of a monitor, and the state and time of its last event."""

    identifier: str
    latitude: float
    longitude: float
    radius_meters: float
    state: str
    time: float

    @classmethod
    def read(cls, identifier: str, message: Message) -> MonitoringRecord:
        return cls(
            identifier=identifier,
            latitude=message["latitude"],
            longitude=message["longitude"],
            radius_meters=message["radius"],
            state=message["state"],
            time=seconds(message["time"]),
        )


@dataclass(frozen=True)
class MotionActivity:
    """A state of motion; several kinds may hold at once, or none."""

    kinds: Tuple[str, ...]
    confidence: int
    start: float

    @classmethod
    def read(cls, message: Message) -> MotionActivity:
        names = ("stationary", "walking", "running", "cycling", "automotive", "unknown")
        return cls(
            kinds=tuple(name for name in names if message.get(name)),
            confidence=message.get("confidence", 0),
            start=seconds(message["start"]),
        )


@dataclass(frozen=True)
class Steps:
    """The steps in a span of time, and their length if the phone measures it."""

    start: float
    end: float
    steps: int
    distance_meters: Optional[float]

    @classmethod
    def read(cls, message: Message) -> Steps:
        return cls(
            start=seconds(message["start"]), end=seconds(message["end"]), steps=message["steps"],
            distance_meters=message.get("distance"))


@dataclass(frozen=True)
class Altitude:
    """An altitude relative to that at the start of the updates, and the pressure of the air."""

    meters: float
    pressure_kilopascals: float
    time: float

    @classmethod
    def read(cls, message: Message) -> Altitude:
        return cls(
            meters=message["meters"], pressure_kilopascals=message["kilopascals"],
            time=seconds(message["time"]))


@dataclass(frozen=True)
class AudioOutput:
    """An output of the audio session, such as a car's loudspeakers."""

    kind: str
    name: str

    @classmethod
    def read(cls, message: Message) -> AudioOutput:
        return cls(kind=message["kind"], name=message["name"])


@dataclass(frozen=True)
class TaskRequest:
    """A request for a scheduled task that the system has not run yet."""

    identifier: str
    is_processing: bool
    earliest: Optional[float]
    needs_network: bool
    needs_power: bool

    @classmethod
    def read(cls, message: Message) -> TaskRequest:
        earliest = message.get("earliestBegin")
        return cls(
            identifier=message["identifier"],
            is_processing=message["kind"] == "processing",
            earliest=None if earliest is None else seconds(earliest),
            needs_network=message.get("network", False),
            needs_power=message.get("power", False),
        )


@dataclass(frozen=True)
class Notification:
    """A local notification: after a time, or at the border of a region."""

    identifier: str
    title: str
    body: str = ""
    after_seconds: float = 0
    region: Optional[Region] = None

    @classmethod
    def read(cls, message: Message) -> Notification:
        region = message.get("region")
        return cls(
            identifier=message["identifier"],
            title=message["title"],
            body=message["body"],
            after_seconds=seconds(message.get("after") or 0),
            region=None if region is None else Region.read(region),
        )

    def written(self) -> Message:
        message: Message = {
            "identifier": self.identifier, "title": self.title, "body": self.body}
        if self.region is None:
            message["after"] = nanoseconds(self.after_seconds)
        else:
            message["region"] = self.region.written()
        return message


@dataclass(frozen=True)
class Response:
    """The answer to a request: a status and a body, or the error's name."""

    status: Optional[int]
    headers: List[Tuple[str, str]]
    body: bytes
    error: Optional[str]

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @classmethod
    def read(cls, message: Message) -> Response:
        return cls(
            status=message.get("status"),
            headers=[(name, value) for name, value in message.get("headers") or []],
            body=base64.b64decode(message.get("body") or ""),
            error=message.get("error"),
        )
