"""The app's process, its data, the device, and scheduled tasks."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .link import Link
from .service import Action, Service, perform
from .values import Message, TaskRequest, nanoseconds


class BackgroundTask:
    """A scheduled task that the system runs. Call `complete` when its work is done."""

    def __init__(self, link: Link, number: int, identifier: str) -> None:
        self._link = link
        self._number = number
        self.identifier = identifier
        self.on_expiration: Optional[Action] = None

    def complete(self, is_success: bool = True) -> None:
        self._link.call("completeTask", task=self._number, success=is_success)


class ApplicationServices(Service):
    """The life of the app's process, its stored data, and the device."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._expirations: Dict[int, Action] = {}
        self.launch_reason = ""
        self.is_launched_in_background = False
        #: The settings that the app's description declares, by name.
        self.settings: Dict[str, str] = {}
        self.on_foreground: Optional[Action] = None
        self.on_active: Optional[Action] = None
        self.on_inactive: Optional[Action] = None
        self.on_background: Optional[Action] = None
        self.on_terminate: Optional[Action] = None
        self.on_power_change: Optional[Action] = None
        self.on_thermal_state_change: Optional[Action] = None
        self.on_background_refresh_change: Optional[Action] = None
        self.on_act: Optional[Callable[[str, Dict[str, str]], None]] = None
        link.handlers.update(
            foreground=lambda m: perform(self.on_foreground),
            active=lambda m: perform(self.on_active),
            inactive=lambda m: perform(self.on_inactive),
            background=lambda m: perform(self.on_background),
            terminate=lambda m: perform(self.on_terminate),
            power=lambda m: perform(self.on_power_change),
            thermalState=lambda m: perform(self.on_thermal_state_change),
            backgroundRefresh=lambda m: perform(self.on_background_refresh_change),
            act=self._receive_act,
            backgroundTaskExpired=lambda m: perform(self._expirations.pop(m["task"], None)),
        )

    # Data

    def value(self, key: str) -> Optional[str]:
        """Returns a stored value. It survives the process; before the first unlock it is None."""
        value: Optional[str] = self._link.ask("value", key=key)
        return value

    def set_value(self, key: str, value: Optional[str]) -> None:
        """Stores a text; None removes it."""
        self._link.call("setValue", key=key, value=value)

    def secret(self, key: str) -> Optional[str]:
        """Returns a text of the keychain; None if there is none, or the phone is locked."""
        value: Optional[str] = self._link.ask("secret", key=key)
        return value

    def set_secret(
        self, key: str, value: Optional[str], accessible: str = "whenUnlocked"
    ) -> bool:
        """Stores a text in the keychain: accessible `whenUnlocked` or `afterFirstUnlock`."""
        is_stored: bool = self._link.ask(
            "setSecret", key=key, value=value, accessible=accessible)
        return is_stored

    # Device and application

    def get(self, name: str) -> Any:
        """Returns a property of the app or the device, such as `batteryLevel`."""
        return self._link.ask("property", name=name)

    def set(self, name: str, is_on: bool) -> None:
        """Sets `isIdleTimerDisabled` or `isBatteryMonitoringEnabled`."""
        self._link.call("setProperty", name=name, value=is_on)

    @property
    def battery_level(self) -> float:
        """The battery's level from 0 to 1."""
        self.set("isBatteryMonitoringEnabled", True)
        level: float = self.get("batteryLevel")
        return level

    @property
    def battery_state(self) -> str:
        self.set("isBatteryMonitoringEnabled", True)
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
        token: int = answer["token"]
        if on_expiration is not None:
            self._expirations[answer["task"]] = on_expiration
        return token

    def end_background_task(self, token: Optional[int]) -> None:
        if token is not None:
            self._link.call("endBackgroundTask", token=token)

    # Events

    def receive_launch(self, message: Message) -> None:
        self.launch_reason = message.get("reason", "")
        self.is_launched_in_background = message.get("background", False)
        self.settings = dict(message.get("settings") or {})

    def _receive_act(self, message: Message) -> None:
        if self.on_act is not None:
            self.on_act(message["name"], message.get("parameters") or {})


class TaskServices(Service):
    """The scheduled tasks, as in `BGTaskScheduler`."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._tasks: Dict[str, Callable[[BackgroundTask], None]] = {}
        self._running: Dict[int, BackgroundTask] = {}
        link.handlers.update(task=self._receive_task, taskExpired=self._receive_task_expired)

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

    def cancel_task(self, identifier: str) -> None:
        """Cancels the request for a task."""
        self._link.call("cancelTask", identifier=identifier)

    def cancel_all_tasks(self) -> None:
        self._link.call("cancelAllTasks")

    def pending_tasks(self) -> List[TaskRequest]:
        """Returns the requests that the system has not run yet."""
        return [TaskRequest.read(each) for each in self._link.ask("pendingTasks")]

    def _receive_task(self, message: Message) -> None:
        task = BackgroundTask(self._link, message["task"], message["identifier"])
        self._running[message["task"]] = task
        action = self._tasks.get(task.identifier)
        if action is not None:
            action(task)

    def _receive_task_expired(self, message: Message) -> None:
        task = self._running.pop(message["task"], None)
        perform(task.on_expiration if task else None)
