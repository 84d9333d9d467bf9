"""A tracker on Odograph's simulated phone, as a process of its own.

A program gives `run` a function that gets the phone when the system launches the app::

    from odograph.app import Phone, run

    def launched(phone: Phone) -> None:
        manager = phone.location_manager()
        manager.on_locations = lambda locations: print(locations[-1])
        manager.start_updating_location()

    run(launched)

Start it with `odograph run SCENARIO --app PATH`. Time is virtual: `time.time()`, `time.monotonic()`,
`phone.now()` and timers follow the phone. Random numbers come from the run's seed.
"""

from .link import Timer, run
from .phone import LocationManager, LocationMonitor, Phone
from .values import (
    Location,
    MotionActivity,
    Region,
    Response,
    Visit,
)

__all__ = [
    "Location",
    "LocationManager",
    "LocationMonitor",
    "MotionActivity",
    "Phone",
    "Region",
    "Response",
    "Timer",
    "Visit",
    "run",
]
