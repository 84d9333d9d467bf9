"""Requests, uploads, notifications and pushes."""

from __future__ import annotations

import base64
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from .link import Link
from .service import Action, Service, pass_text, perform
from .values import Message, Notification, Region, Response, nanoseconds

#: The options of notifications, as bits of the protocol.
OPTIONS = {"alert": 1, "badge": 2, "sound": 4}


class NetworkServices(Service):
    """Requests, and uploads that go on without the app."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.on_transfer: Optional[Callable[[str, Response], None]] = None
        #: Called when transfers have ended while the app did not run, with the action that ends
        #: the time for it. Without a handler it ends at once.
        self.on_transfer_events: Optional[Callable[[str, Action], None]] = None
        #: Called when `get("reachability")` has another value.
        self.on_reachability_change: Optional[Action] = None
        link.handlers.update(
            reachability=lambda m: perform(self.on_reachability_change),
            transfer=self._receive_transfer, transferEvents=self._receive_transfer_events)

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
        session: Optional[str] = None,
    ) -> None:
        """Hands an upload to the system, which goes on without the app; see `on_transfer`.

        An app that does not run is launched when all uploads of a session are done. Without a name
        each upload is a session of its own.
        """
        self._link.call(
            "upload", identifier=identifier, session=identifier if session is None else session,
            discretionary=is_discretionary,
            request=_request(method, url, headers, body, 7 * 86400))

    def cancel_upload(self, identifier: str) -> None:
        """Cancels an upload. The app gets no result."""
        self._link.call("cancelUpload", identifier=identifier)

    def start_reachability_updates(self) -> None:
        """Starts reports of the network; see `on_reachability_change`."""
        self._link.call("startReachability")

    def stop_reachability_updates(self) -> None:
        self._link.call("stopReachability")

    def _receive_transfer(self, message: Message) -> None:
        if self.on_transfer is not None:
            self.on_transfer(message["identifier"], Response.read(message))

    def _receive_transfer_events(self, message: Message) -> None:
        complete = self._link.completion(message)
        if self.on_transfer_events is not None:
            self.on_transfer_events(message["identifier"], complete)
        else:
            complete()


class NotificationServices(Service):
    """Local notifications, and pushes."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        #: Called with the identifier of a notification, and the name of the person's action.
        self.on_notification_response: Optional[Callable[[str, str], None]] = None
        self.on_push: Optional[Callable[[Dict[str, str]], None]] = None
        #: Called in place of `on_push`, with the action that ends the time for the push.
        self.on_push_until: Optional[Callable[[Dict[str, str], Action], None]] = None
        self.on_push_token: Optional[Callable[[str], None]] = None
        self.on_voip_token: Optional[Callable[[str], None]] = None
        self.on_voip_push: Optional[Callable[[Dict[str, str]], None]] = None
        link.handlers.update(
            notificationResponse=self._receive_response,
            remoteNotification=self._receive_push,
            pushToken=lambda m: pass_text(self.on_push_token, m["token"]),
            voipToken=lambda m: pass_text(self.on_voip_token, m["token"]),
            voipPush=self._receive_voip_push,
        )

    def request_notifications(
        self, answer: Callable[[bool], None],
        options: Sequence[str] = ("alert", "badge", "sound"),
    ) -> None:
        """Asks the person for the permission to notify; the answer comes later."""
        self._link.request(
            "requestNotifications", lambda m: answer(m.get("granted", False)),
            options=sum(OPTIONS[each] for each in set(options)))

    def notify(
        self, identifier: str, title: str, body: str = "", after_seconds: float = 0,
        region: Optional[Region] = None,
    ) -> None:
        """Schedules a local notification: after a time, or at the border of a region."""
        notification = Notification(identifier, title, body, after_seconds, region)
        self._link.call("addNotification", notification=notification.written())

    def remove_notifications(self, identifiers: Sequence[str]) -> None:
        """Removes notifications that the system has not shown yet."""
        self._link.call("removeNotifications", identifiers=list(identifiers))

    def pending_notifications(self) -> List[Notification]:
        return [Notification.read(each) for each in self._link.ask("pendingNotifications")]

    def register_for_pushes(self) -> None:
        """Asks for the device's token; see `on_push_token` and `on_push`."""
        self._link.call("registerForPushes")

    def register_for_voip(self) -> None:
        """Asks for the token of calls; see `on_voip_token` and `on_voip_push`."""
        self._link.call("registerForVoIP")

    def report_incoming_call(self) -> None:
        """Reports a call to the system, which it requires after each push of a call."""
        self._link.call("reportIncomingCall")

    def _receive_response(self, message: Message) -> None:
        if self.on_notification_response is not None:
            self.on_notification_response(message["identifier"], message["action"])

    def _receive_push(self, message: Message) -> None:
        complete = self._link.completion(message)
        payload = message.get("payload") or {}
        if self.on_push_until is not None:
            self.on_push_until(payload, complete)
            return
        if self.on_push is not None:
            self.on_push(payload)
        complete()

    def _receive_voip_push(self, message: Message) -> None:
        if self.on_voip_push is not None:
            self.on_voip_push(message.get("payload") or {})


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
