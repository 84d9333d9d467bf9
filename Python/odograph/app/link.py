"""The link to the phone: lines of JSON over a socket, in turns, on virtual time."""

from __future__ import annotations

import heapq
import json
import os
import sys
from collections import deque
from typing import Any, Callable, Deque, Dict, List, NoReturn, Optional, Tuple, TYPE_CHECKING

from .values import Message, nanoseconds
from .virtual import make_virtual

if TYPE_CHECKING:
    from .phone import Phone

Handler = Callable[[Message], None]

#: The version of the protocol that this package speaks.
PROTOCOL = 1


class Timer:
    """A timer of the app, which `cancel` ends."""

    def __init__(self, action: Callable[[], None], interval: Optional[int]) -> None:
        self.action = action
        self.interval = interval
        self.is_valid = True

    def cancel(self) -> None:
        self.is_valid = False


class Stream:
    """A socket with buffers of its own for each direction."""

    def __init__(self, descriptor: int) -> None:
        self._input = os.fdopen(descriptor, "rb", closefd=False)
        self._output = os.fdopen(descriptor, "wb", closefd=False)

    def write(self, data: bytes) -> None:
        """Sends a line at once, so that a crash loses none, as on an iPhone."""
        try:
            self._output.write(data)
            self._output.flush()
        except OSError:
            # The phone has gone, as it does when it kills the app.
            os._exit(0)

    def readline(self) -> bytes:
        try:
            return self._input.readline()
        except OSError:
            return b""


class Link:
    """The app's end of the link. Virtual time passes in `serve` and `sleep` alone."""

    def __init__(self, stream: Stream, wall: int, uptime: int) -> None:
        self._stream = stream
        self._events: Deque[Message] = deque()
        self._has_event = False
        self._timers: List[Tuple[int, int, Timer]] = []
        self._count = 0
        self._answers: Dict[int, Handler] = {}
        self.handlers: Dict[str, Handler] = {}
        self.wall = wall
        self.uptime = uptime
        self.call("hello", protocol=PROTOCOL)

    def call(self, name: str, /, **members: Any) -> None:
        """Makes a call that has no result. It is sent at once, so that a crash does not lose it."""
        line = json.dumps({"call": name, **members}, separators=(",", ":"))
        self._stream.write(line.encode() + b"\n")

    def ask(self, name: str, /, **members: Any) -> Any:
        """Makes a call, and returns its result."""
        self.call(name, **members)
        return self._read()["result"]

    def request(self, name: str, answer: Handler, /, **members: Any) -> None:
        """Makes a call whose answer comes later, as an event."""
        self._count += 1
        self._answers[self._count] = answer
        self.call(name, id=self._count, **members)

    def completion(self, message: Message) -> Callable[[], None]:
        """Returns the action that ends the system's time for an event."""
        return lambda: self.call("completeEvent", id=message["id"])

    def refuse(self, reason: str) -> NoReturn:
        """Ends the run: the app cannot be simulated, for a reason that the user reads."""
        if not self._has_event:
            # The phone reads lines when it has sent the first event; an end before that is a crash.
            self._wait(None)
        self.call("refuse", reason=reason)
        os._exit(70)

    def _read(self) -> Message:
        line = self._stream.readline()
        if not line:
            os._exit(0)
        message: Message = json.loads(line)
        return message

    # Time

    def after(self, seconds: float, action: Callable[[], None], repeats: bool = False) -> Timer:
        span = max(nanoseconds(seconds), 0)
        timer = Timer(action, max(span, 1) if repeats else None)
        self._schedule(timer, self.uptime + span)
        return timer

    def _schedule(self, timer: Timer, due: int) -> None:
        self._count += 1
        heapq.heappush(self._timers, (due, self._count, timer))

    def _run_due(self) -> None:
        while self._timers and self._timers[0][0] <= self.uptime:
            _, _, timer = heapq.heappop(self._timers)
            if not timer.is_valid:
                continue
            # A timer that was due while the app was suspended fires once.
            if timer.interval is not None:
                self._schedule(timer, self.uptime + timer.interval)
            timer.action()

    @property
    def _next(self) -> Optional[int]:
        while self._timers and not self._timers[0][2].is_valid:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    # Events

    def sleep(self, span_seconds: float) -> None:
        """Lets virtual time pass. Events of the phone wait, as they do for a busy main thread."""
        due = self.uptime + nanoseconds(span_seconds)
        while self.uptime < due:
            self._wait(due)

    def serve(self) -> NoReturn:
        """Handles the phone's events until the phone ends the process."""
        while True:
            if not self._events:
                self._wait(self._next)
            self._run_due()
            self._handle(self._events.popleft())
            self._run_due()

    def _wait(self, due: Optional[int]) -> None:
        """Waits for the next event, which comes at the uptime `due` at the latest."""
        if self._has_event:
            self.call("done", next=due)
        message = self._read()
        self._has_event = True
        self.wall, self.uptime = message["wall"], message["uptime"]
        self._events.append(message)

    def _handle(self, message: Message) -> None:
        answer = self._answers.pop(message.get("id", 0), None)
        handler = answer or self.handlers.get(message["event"])
        if handler is not None:
            handler(message)


def connect() -> Optional[Link]:
    """Connects to the phone that has started this process, and makes time and chance virtual.

    Returns None if no phone has started it.
    """
    descriptor = os.environ.get("ODOGRAPH_LINK")
    if descriptor is None:
        return None
    wall, uptime, seed = map(int, os.environ.get("ODOGRAPH_CLOCKS", "0,0,0").split(","))
    link = Link(Stream(int(descriptor)), wall, uptime)
    make_virtual(link, seed)
    return link


#: The link of this process. It is made when the package is imported, so that the modules which
#: the app imports afterwards find virtual clocks.
LINK = connect()


def run(launched: Callable[[Phone], object]) -> NoReturn:
    """Passes the phone's events to the app until the phone ends the process.

    Calls `launched` with the phone when the system launches the app. A program that no phone has
    started prints the command to type, and ends with status 2.
    """
    from .phone import Phone

    if LINK is None:
        sys.stderr.write("This app runs on a simulated phone: odograph run SCENARIO --app PATH\n")
        sys.exit(2)
    phone = Phone(LINK)

    def launch(message: Message) -> None:
        phone.receive_launch(message)
        # What the function returns, such as the app's object, stays until the process ends.
        phone.app = launched(phone)

    LINK.handlers["launch"] = launch
    LINK.serve()
