"""Clocks, sleeps and random numbers that follow the phone and the run's seed."""

from __future__ import annotations

import ctypes
import datetime
import gc
import os
import random
import selectors
import sys
import threading
import time
from typing import Any, Callable, Dict, Optional, TYPE_CHECKING

if TYPE_CHECKING:
    from .link import Link

Replacements = Dict[str, Callable[..., Any]]


def make_virtual(link: Link, seed: int) -> None:
    """Replaces what would differ between two runs, or would take real time."""
    _replace(time, {**_clocks(link), **_calendars(link)})
    _replace(os, _random_bytes(random.Random(seed)))
    _replace_datetime(link)
    _seed_generators()
    _let_waits_sleep(link)


def _clocks(link: Link) -> Replacements:
    def sleep(seconds: float, /) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        link.sleep(seconds)

    def clock(identifier: int, /) -> int:
        return link.wall if identifier == time.CLOCK_REALTIME else link.uptime

    uptimes = ("monotonic", "perf_counter", "process_time", "thread_time")
    return {
        "time": lambda: link.wall / 1e9,
        "time_ns": lambda: link.wall,
        **{name: lambda: link.uptime / 1e9 for name in uptimes},
        **{name + "_ns": lambda: link.uptime for name in uptimes},
        "clock_gettime": lambda identifier, /: clock(identifier) / 1e9,
        "clock_gettime_ns": clock,
        "sleep": sleep,
    }


def _calendars(link: Link) -> Replacements:
    """The functions of `time` that mean the present if their last argument is left out."""
    localtime, gmtime = time.localtime, time.gmtime
    ctime, asctime, strftime = time.ctime, time.asctime, time.strftime

    def now(seconds: Optional[float]) -> float:
        return link.wall / 1e9 if seconds is None else seconds

    return {
        "localtime": lambda seconds=None, /: localtime(now(seconds)),
        "gmtime": lambda seconds=None, /: gmtime(now(seconds)),
        "ctime": lambda seconds=None, /: ctime(now(seconds)),
        "asctime": lambda parts=None, /: asctime(parts or localtime(now(None))),
        "strftime": lambda form, parts=None, /: strftime(form, parts or localtime(now(None))),
    }


def _random_bytes(source: random.Random) -> Replacements:
    def urandom(size: int, /) -> bytes:
        return source.getrandbits(8 * size).to_bytes(size, "little") if size else b""

    return {"urandom": urandom, "getrandom": lambda size, flags=0: urandom(size)}


def _replace(module: Any, functions: Replacements) -> None:
    """Replaces functions of a module, also under the names by which others have imported them."""
    replaced = {
        id(getattr(module, name)): (getattr(module, name), function)
        for name, function in functions.items() if hasattr(module, name)
    }
    for other in list(sys.modules.values()):
        names = getattr(other, "__dict__", None)
        if not isinstance(names, dict):
            continue
        for name, value in list(names.items()):
            if id(value) in replaced:
                names[name] = replaced[id(value)][1]


def _replace_datetime(link: Link) -> None:
    """Replaces `datetime.now` and `utcnow` in the class itself, so that it stays the only one.

    `datetime.today` and `date.today` call `time.time`.
    """
    def now(kind: Any, tz: Optional[datetime.tzinfo] = None) -> datetime.datetime:
        seconds, rest = divmod(link.wall, 1_000_000_000)
        present: datetime.datetime = kind.fromtimestamp(seconds, tz)
        return present.replace(microsecond=rest // 1000)

    def utcnow(kind: Any) -> datetime.datetime:
        present: datetime.datetime = kind.now(datetime.timezone.utc)
        return present.replace(tzinfo=None)

    reason = "its Python does not let datetime.now() follow the phone; use CPython"
    if sys.implementation.name != "cpython":
        link.refuse(reason)
    # The class accepts no assignment, but its dictionary does.
    names: Any = gc.get_referents(datetime.datetime.__dict__)[0]
    names["now"], names["utcnow"] = classmethod(now), classmethod(utcnow)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))
    if int(datetime.datetime.now(datetime.timezone.utc).timestamp()) != link.wall // 1_000_000_000:
        link.refuse(reason)


def _seed_generators() -> None:
    """Lets generators without a seed take one from `os.urandom`, as the shared one does."""
    seed = random.Random.seed

    def seed_virtual(self: random.Random, a: Any = None, version: int = 2) -> None:
        seed(self, int.from_bytes(os.urandom(32), "little") if a is None else a, version)

    setattr(random.Random, "seed", seed_virtual)
    # The module's function is the method of a generator, bound to the old function.
    _replace(random, {"seed": getattr(random, "_inst").seed})
    random.seed()


def _let_waits_sleep(link: Link) -> None:
    """Lets waits for time sleep, and refuses those for threads, which cannot follow the phone."""
    def start(self: threading.Thread) -> None:
        link.refuse("it starts a thread, which would not follow the phone's time")

    def wait(self: threading.Condition, timeout: Optional[float] = None) -> bool:
        if timeout is None:
            link.refuse("it waits for another thread, which there cannot be")
        link.sleep(max(timeout, 0))
        return False

    setattr(threading.Thread, "start", start)
    setattr(threading.Condition, "wait", wait)
    for name in ("SelectSelector", "PollSelector", "EpollSelector", "KqueueSelector"):
        kind = getattr(selectors, name, None)
        if kind is not None:
            setattr(kind, "select", _select(link, kind.select))


def _select(link: Link, select: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a `select` that looks once, and then lets time pass, as for an event loop."""
    def select_virtual(self: Any, timeout: Optional[float] = None) -> Any:
        ready = select(self, 0)
        if ready or timeout is not None and timeout <= 0:
            return ready
        if timeout is None:
            link.refuse("it waits for a file or socket without end")
        link.sleep(timeout)
        return select(self, 0)

    return select_virtual
