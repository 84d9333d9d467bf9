"""Checks that the package has the whole of the protocol's page."""

import unittest
from typing import Any, Dict, Set, Tuple

from played_phone import CALLS, EVENTS, SECOND, PlayedPhone

# Sets each handler to a note with its name, and makes each call.
APP = """
    def launched(phone):
        manager, monitor = phone.location_manager(), phone.location_monitor("home")

        def noting(name):
            def handler(*values):
                phone.note(name)
                for value in values:
                    if callable(value):
                        value()
            return handler

        for target in (phone, manager, monitor):
            for name in vars(target):
                if name.startswith("on_"):
                    setattr(target, name, noting(f"{type(target).__name__}.{name}"))

        def push(payload):
            phone.note("Phone.on_push")
            phone.on_push_until = noting("Phone.on_push_until")
        phone.on_push, phone.on_push_until = push, None

        manager.set(desiredAccuracy="best")
        manager.authorization_status
        manager.request_when_in_use_authorization()
        manager.request_always_authorization()
        manager.request_temporary_full_accuracy("trip")
        manager.start_updating_location()
        manager.stop_updating_location()
        manager.request_location()
        manager.start_monitoring_significant_location_changes()
        manager.stop_monitoring_significant_location_changes()
        manager.start_monitoring_visits()
        manager.stop_monitoring_visits()
        home = Region("home", 52.5, 13.4, 100)
        manager.start_monitoring(home)
        manager.stop_monitoring(home)
        manager.request_state(home)
        manager.start_updating_heading()
        manager.stop_updating_heading()
        manager.begin_live_updates("fitness")
        manager.begin_service_session("always")
        manager.end_session(manager.begin_background_activity())

        monitor.add("home", 52.5, 13.4, 100)
        monitor.remove("home")
        phone.note(repr(monitor.record("home")))
        monitor.identifiers

        phone.battery_level
        token = phone.begin_background_task("send", noting("expired"))
        phone.end_background_task(token)

        def run_task(task):
            task.on_expiration = noting("task expired")
            task.complete()
        phone.register_task("refresh", run_task)
        phone.submit_task("refresh", 60)
        phone.cancel_task("refresh")
        phone.cancel_all_tasks()
        phone.note(repr(phone.pending_tasks()))

        phone.value("key")
        phone.set_value("key", "text")
        phone.secret("key")
        phone.set_secret("key", "text", "afterFirstUnlock")
        phone.send("http://server/", lambda response: phone.note(f"response {response.status}"))
        phone.upload("first", "http://server/", body=b"1", session="batches")
        phone.cancel_upload("first")

        phone.start_reachability_updates()
        phone.stop_reachability_updates()

        phone.request_notifications(lambda is_granted: phone.note(f"granted {is_granted}"))
        phone.notify("late", "Title", region=home)
        phone.remove_notifications(["late"])
        phone.note(repr(phone.pending_notifications()))
        phone.register_for_pushes()
        phone.register_for_voip()
        phone.report_incoming_call()

        phone.start_activity_updates()
        phone.stop_activity_updates()
        phone.activities(0, 1, lambda found: phone.note(f"activities {found[0].kinds}"))
        phone.start_pedometer_updates(0)
        phone.stop_pedometer_updates()
        phone.steps(0, 1, lambda count: phone.note(f"steps {count}"))
        phone.start_altimeter_updates()
        phone.stop_altimeter_updates()
        phone.reverse_geocode(52.5, 13.4, lambda place: phone.note(f"place {place}"))
        phone.note(repr(phone.audio_outputs()))
        phone.connect_accessory("car")
        phone.cancel_accessory("car")
        phone.connected_accessories()

        place = Location(52.5, 13.4, 5, 1)
        phone.keep(place)
        phone.drop(place)
    run(launched)
"""

POSITION = {"latitude": 52.5, "longitude": 13.4, "accuracy": 5.0, "time": SECOND}
REGION = {"identifier": "home", "latitude": 52.5, "longitude": 13.4, "radius": 100}
REQUEST = {"identifier": "refresh", "kind": "refresh", "earliestBegin": 2 * SECOND}

# The results of the calls for which null will not do.
RESULTS = {
    "makeLocationManager": 1, "makeMonitor": 2, "locationProperty": "notDetermined",
    "beginSession": 5, "monitoredIdentifiers": ["home"], "property": 0.5,
    "monitoringRecord": {**REGION, "state": "satisfied", "time": SECOND},
    "beginBackgroundTask": {"task": 6, "token": 7}, "registerTask": True,
    "pendingTasks": [REQUEST], "setSecret": True, "connectedAccessories": ["car"],
    "pendingNotifications": [{"identifier": "late", "title": "T", "body": "", "after": SECOND}],
    "audioOutputs": [{"kind": "carAudio", "name": "car"}],
}

# A value for each member of an event.
MEMBERS: Dict[str, Any] = {
    "manager": 1, "monitor": 2, "id": 90, "identifier": "refresh", "name": "car",
    "parameters": {}, "payload": {"a": "b"}, "locations": [POSITION], "location": POSITION,
    "stationary": False, "error": "denied", "region": REGION, "status": 200, "headers": [],
    "body": None, "accuracy": "full", "state": "inside", "time": SECOND, "action": "open",
    "visit": {**POSITION, "arrival": SECOND, "departure": 2 * SECOND},
    "heading": {"magnetic": 1.0, "true": 2.0, "accuracy": 3.0, "time": SECOND},
    "task": 6, "granted": True, "token": "abc", "place": "Berlin", "connected": True,
    "activity": {"walking": True, "confidence": 2, "start": SECOND},
    "meters": 1.0, "kilopascals": 101.0,
}
STEPS = {"start": 0, "end": SECOND, "steps": 12, "distance": 9.0}

# The answers to queries, by the call.
ANSWERS: Dict[str, Tuple[str, Dict[str, Any], str]] = {
    "send": ("response", {}, "response 200"),
    "requestNotifications": ("notificationsAnswer", {}, "granted True"),
    "queryActivity": ("activities", {"data": [MEMBERS["activity"]]}, "activities ('walking',)"),
    "queryPedometer": ("steps", {"data": STEPS}, "steps 12"),
    "reverseGeocode": ("place", {}, "place Berlin"),
}


class ProtocolTests(unittest.TestCase):
    """Plays each event of the page, and compares the calls with those of the page."""

    def setUp(self) -> None:
        self.phone = PlayedPhone(APP)
        self.phone.results = RESULTS
        self.calls = self.phone.send("launch", reason="user", background=False, settings={})
        self.addCleanup(self.phone.close)

    def notes(self, event: str, **members: Any) -> Set[str]:
        """Reports an event with a value for each of its members, and returns the notes on it."""
        values = {
            name: MEMBERS[name] for name in EVENTS[event].members if name in MEMBERS}
        calls = self.phone.send(event, **{**values, **members})
        self.assertEqual(calls[-1]["call"], "done", event)
        self.calls += calls
        return {call["text"] for call in calls if call["call"] == "note"}

    def test_the_first_line_states_the_version(self) -> None:
        self.assertEqual(self.phone.hello, {"call": "hello", "protocol": 1})

    def test_each_call_has_a_method_with_the_members_of_the_page(self) -> None:
        self.notes("task")
        self.notes("remoteNotification")
        made = {call["call"] for call in self.calls} | {"hello"}
        # The refusal would end the app; it has a test of its own.
        self.assertEqual(made, set(CALLS) - {"refuse"})
        for call in self.calls:
            members = set(call) - {"call"}
            for name in ("request", "notification"):
                members |= set(call.get(name, {}))
            known = CALLS[call["call"]].members
            if "send" in known:
                known = known | CALLS["send"].members
            self.assertLessEqual(members, known, call)

    def test_each_event_reaches_the_app(self) -> None:
        answered = {event: (call, data, note) for call, (event, data, note) in ANSWERS.items()}
        heard = set()
        for event in EVENTS:
            if event in ("launch", "time"):
                continue
            if event in answered:
                call, answer, note = answered[event]
                number = next(each["id"] for each in self.calls if each["call"] == call)
                self.assertEqual(self.notes(event, id=number, **answer), {note})
                continue
            extra: Dict[str, Any] = {"data": STEPS} if event == "pedometer" else {}
            notes = self.notes(event, **extra)
            # The task that has run gives its note when it expires.
            self.assertEqual(len(notes), 0 if event == "task" else 1, f"{event}: {notes}")
            heard |= notes
        heard |= self.notes("remoteNotification")
        source = {"expired", "task expired", "Phone.on_push_until"}
        self.assertLessEqual(source, heard)
        # A handler that no event reaches would never be called.
        handlers = self.handlers()
        self.assertGreater(len(handlers), 30)
        self.assertEqual(heard - {"expired", "task expired"}, handlers)

    def handlers(self) -> Set[str]:
        """Returns the names of all handlers that an app can set."""
        app = """
            def launched(phone):
                for each in (phone, phone.location_manager(), phone.location_monitor("a")):
                    for name in vars(each):
                        if name.startswith("on_"):
                            phone.note(f"{type(each).__name__}.{name}")
            run(launched)
        """
        phone = PlayedPhone(app)
        self.addCleanup(phone.close)
        return {call["text"] for call in phone.send("launch") if call["call"] == "note"}

    def test_values_have_the_members_of_the_message(self) -> None:
        notes = [call["text"] for call in self.calls if call["call"] == "note"]
        self.assertEqual(notes, [
            "MonitoringRecord(identifier='home', latitude=52.5, longitude=13.4,"
            " radius_meters=100, state='satisfied', time=1.0)",
            "[TaskRequest(identifier='refresh', is_processing=False, earliest=2.0,"
            " needs_network=False, needs_power=False)]",
            "[Notification(identifier='late', title='T', body='', after_seconds=1.0,"
            " region=None)]",
            "[AudioOutput(kind='carAudio', name='car')]",
        ])

    def test_a_refusal_ends_the_app_with_its_reason(self) -> None:
        phone = PlayedPhone('run(lambda phone: phone.refuse("no gravimeter"))')
        self.addCleanup(phone.close)
        self.assertEqual(phone.send("launch"), [{"call": "refuse", "reason": "no gravimeter"}])

    def test_the_time_for_a_push_ends_when_the_app_says_so(self) -> None:
        phone = PlayedPhone("""
            def launched(phone):
                phone.on_push_until = lambda payload, complete: phone.after(5, complete)
            run(launched)
        """)
        self.addCleanup(phone.close)
        phone.send("launch")
        calls = phone.send("remoteNotification", id=9, payload={})
        self.assertEqual([call["call"] for call in calls], ["done"])
        self.assertEqual(calls[0]["next"], 6 * SECOND)
        self.assertEqual(phone.send("time", uptime=6)[0], {"call": "completeEvent", "id": 9})


if __name__ == "__main__":
    unittest.main()
