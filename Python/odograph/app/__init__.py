"""A tracker on Odograph's simulated phone, as a process of its own.

A program gives `run` a function that gets the phone when the system launches the app::

    from odograph.app import Phone, run

    def launched(phone: Phone) -> None:
        manager = phone.location_manager()
        manager.on_locations = lambda locations: print(locations[-1])
        manager.start_updating_location()

    run(launched)

Start it with `odograph run SCENARIO --app PATH`. Time is virtual: clocks, `datetime.now()`, sleeps
and timers follow the phone. Random numbers come from the run's seed.
"""

from .link import Timer, run
from .application import BackgroundTask
from .location import LocationManager, LocationMonitor
from .phone import Phone
from .values import (
    Altitude,
    AudioOutput,
    Heading,
    Location,
    MonitoringRecord,
    MotionActivity,
    Notification,
    Region,
    Response,
    Steps,
    TaskRequest,
    Visit,
)

__all__ = [
    "Altitude",
    "AudioOutput",
    "BackgroundTask",
    "Heading",
    "Location",
    "LocationManager",
    "LocationMonitor",
    "MonitoringRecord",
    "MotionActivity",
    "Notification",
    "Phone",
    "Region",
    "Response",
    "Steps",
    "TaskRequest",
    "Timer",
    "Visit",
    "run",
]
