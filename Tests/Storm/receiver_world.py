"""A receiver under many devices, through a network and on a disk that fail."""

import errno
import os
import time

import checkers
import client
import processes
import proxy
import shim
from world import World

DRAIN = 20  # seconds that devices have to be done once all faults are over


class ReceiverWorld(World):
    """One store, one server after the other, and devices that send without end."""

    def build(self):
        place = os.path.join(self.folder, "disk")
        if self.plan.small_disk:
            self.small_disk(place)
        else:
            os.makedirs(place)
        self.store = os.path.join(place, "received.sqlite")
        self.shim = shim.Shim(self.library, self.folder, "server", self.store)
        self.server = processes.Server(self, self.binary, self.store, self.shim)
        self.proxy = proxy.Proxy(self.seed, self.server.port, self.journal, self.judge)
        self.devices = [
            client.Device(self, self.proxy.port, ordinal, processes.DEVICE_TOKEN)
            for ordinal in range(self.plan.devices)
        ]
        tokens = (processes.ADMIN_TOKEN, self.plan.devices)
        self.owner = client.Owner(self, self.server.port, *tokens)

    def run(self):
        """Runs the plan, and judges what is left."""
        self.build()
        self.server.start()
        if not self.server.wait():
            self.fail("the server did not start")
            return
        for worker in [*self.devices, self.owner]:
            worker.start()
        self.play()
        self.finish()

    def finish(self):
        """Takes back all faults and expects each device to be done soon, without a restart."""
        self.heal()
        self.shim.set(realtime_offset=0)
        self.proxy.trouble = 0
        self.is_ending = True
        end = time.monotonic() + DRAIN
        for device in self.devices:
            device.join(max(0.1, end - time.monotonic()))
            if not device.is_done:
                self.fail(f"{device.name} is not served {DRAIN} s after the last fault")
        self.is_over = True
        self.owner.join(10)
        for device in self.devices:
            device.join(10)
        self.proxy.close()
        self.end_in_order()
        self.check_secrets()
        self.log(f"network: {self.proxy.done}; faults of the disk: {self.shim.count('faults')}")
        if self.shim.count("opened") == 0:
            self.fail("the library of faults saw no store")

    def heal(self):
        self.shim.heal()
        self.drain()
        self.proxy.is_down = False

    def check(self):
        """Judges the store as it lies there; the server is dead."""
        lines = self.journal.read()
        self.take(checkers.receiver_store(self.store, lines))

    def end_in_order(self):
        """Ends the server by a signal, after which the file alone has to be whole."""
        status = self.server.terminate()
        if status not in (0, None):
            self.fail(f"the server ended with {status} on SIGTERM")
        if status == 0 and os.path.exists(self.store + "-wal"):
            if os.path.getsize(self.store + "-wal"):
                self.fail("a log was left after an end in order")
        self.check()

    # One method for each kind of event of schedule.RECEIVER.

    def kill(self, event):
        self.server.kill()
        self.check()
        self.restart_server()

    def term(self, event):
        self.end_in_order()
        self.restart_server()

    def power(self, event):
        self.server.kill()
        self.shim.lose_power(shim.chance_of(self.seed, "power", event.at))
        self.log("the power went")
        self.check()
        self.restart_server()

    def torn(self, event):
        self.shim.set(torn_permille=event.permille, torn_in=event.count)
        self.await_death(event)

    def sync_death(self, event):
        self.shim.set(sync_death_in=event.count)
        self.await_death(event)

    def await_death(self, event):
        """Waits for the process to be killed within a call; a world at rest may spare it."""
        end = time.monotonic() + 1.5
        while self.server.is_running() and time.monotonic() < end:
            time.sleep(0.01)
        self.shim.heal()
        self.kill(event)

    def full(self, event):
        if self.mounted:
            self.fill()
        else:
            self.shim.set(write_every=1, write_short=event.short, write_error=errno.ENOSPC)
            self.shim.set(truncate_error=errno.ENOSPC)
        self.pass_by(event)

    def io_write(self, event):
        self.shim.set(write_every=event.every, write_short=event.short, write_error=errno.EIO)
        self.pass_by(event)

    def io_sync(self, event):
        self.shim.set(sync_every=event.every, sync_error=event.error)
        self.pass_by(event)
        if event.short:
            self.power(event)

    def open(self, event):
        self.shim.set(open_error=errno.EMFILE)
        self.pass_by(event)

    def slow(self, event):
        self.shim.set(sync_delay=event.permille * 100)
        self.pass_by(event)

    def pass_by(self, event):
        """Lets a fault last, and expects the server to outlive it."""
        time.sleep(event.span)
        self.heal()
        if not self.server.is_running():
            self.server.judge_end()
            self.restart_server()

    def clock(self, event):
        self.shim.set(realtime_offset=event.clock)

    def sleep(self, event):
        """Lets the machine sleep; the clock that counts it never goes back."""
        self.slept += event.sleep
        self.shim.set(boottime_offset=self.slept)

    def early_kill(self, event):
        """Kills a server while it starts, three times."""
        self.server.kill()
        for share in (0.02, 0.2, 1.0):
            self.server.start()
            time.sleep(event.span * share * 0.2)
            self.server.kill()
        self.check()
        self.restart_server()

    def full_start(self, event):
        """Starts a server on a full disk, where it may serve or say why it does not."""
        self.server.kill()
        if self.mounted:
            self.fill()
        else:
            self.shim.set(write_every=1, write_error=errno.ENOSPC, truncate_error=errno.ENOSPC)
        self.server.start()
        time.sleep(0.3 + event.span)
        self.heal()
        if not self.server.is_running():
            self.server.expect_words()
            self.restart_server()
        elif not self.server.wait():
            self.fail("a server that began on a full disk does not serve")

    def network_down(self, event):
        self.proxy.is_down = True
        self.pass_by(event)
