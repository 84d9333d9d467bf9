#!/usr/bin/env python3
"""A researcher's duty cycle: positions for 30 s of every 5 minutes, none below 20 % of charge."""
import os
import sys

# An environment that has the package takes that one.
sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Python"))

from odograph.app import Location, Phone, run


class DutyCycle:
    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.manager = phone.location_manager()
        self.manager.set(
            desiredAccuracy="best", allowsBackgroundLocationUpdates=True,
            pausesLocationUpdatesAutomatically=False)
        self.manager.on_locations = self.receive
        self.on_seconds = float(phone.settings.get("onSeconds", "30"))
        self.manager.request_always_authorization()
        self.manager.start_updating_location()
        phone.every(float(phone.settings.get("everySeconds", "300")), self.sample)
        self.sample()

    def sample(self) -> None:
        if self.phone.battery_level >= 0.2:
            self.manager.set(desiredAccuracy="best")
        # A coarse accuracy between the samples keeps the app awake at little cost.
        self.phone.after(self.on_seconds, self.rest)

    def rest(self) -> None:
        self.manager.set(desiredAccuracy="threeKilometers")

    def receive(self, locations: "list[Location]") -> None:
        for location in locations:
            is_good = location.accuracy_meters <= 100
            (self.phone.keep if is_good else self.phone.drop)(location)


run(DutyCycle)
