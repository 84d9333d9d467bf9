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
            latitude=message["latitude"],
            longitude=message["longitude"],
            accuracy_meters=message["accuracy"],
            arrival=seconds(message["arrival"]),
            departure=seconds(message["departure"]),
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
