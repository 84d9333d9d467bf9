"""The programs under test, as processes of their own."""

import os
import signal
import socket
import subprocess
import time

DEVICE_TOKEN = "storm-device-token-Zq7Rk2Lw9Xv4"
ADMIN_TOKEN = "storm-admin-token-Hn3Tb8Pc6Yd1"


# Ends of a process that are reported as known, by what the process printed. Each is a defect: take
# its line out with its mend.
KNOWN = {}


def free_port():
    """Returns a port below those that the kernel gives to clients."""
    for port in range(10_240 + os.getpid() * 97 % 20_000, 32_768):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise OSError("no port is free")


class Program:
    """One program that is started again and again, with what it prints kept in files."""

    def __init__(self, world, name, arguments, environment, shim):
        self.world = world
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.shim = shim
        self.process = None
        self.judged = None
        self.said = 0  # bytes of errors that earlier processes printed
        self.out = os.path.join(world.folder, name + ".out")
        self.err = os.path.join(world.folder, name + ".err")

    def start(self):
        """Starts a process."""
        environment = {**os.environ, "HOME": self.world.folder, "LC_ALL": "C"}
        environment |= {"XDG_CONFIG_HOME": self.world.folder + "/config"}
        environment |= self.environment | self.shim.environment()
        with open(self.out, "ab") as out, open(self.err, "ab") as err:
            self.said = os.path.getsize(self.err)
            self.process = subprocess.Popen(
                self.arguments, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                env=environment, cwd=self.world.folder,
            )  # fmt: skip
        self.world.log(f"{self.name} starts as {self.process.pid}")

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def judge_end(self):
        """Fails for a process that ended by itself otherwise than killed within a call."""
        status = self.died()
        if status in (None, -9) or self.judged is self.process:
            return
        self.judged = self.process
        with open(self.err, "rb") as file:
            file.seek(self.said)
            last = file.read().decode("utf-8", "replace")
        known = [words for sign, words in KNOWN.items() if sign in last]
        if known and status < 0:
            self.world.known.append(known[0])
            self.world.log(f"KNOWN: {known[0]}")
        else:
            self.world.fail(f"{self.name} ended by itself with {status}: {last[-200:]!r}")

    def kill(self):
        """Ends the process as a loss of power does."""
        self.judge_end()
        if self.is_running():
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.world.log(f"{self.name} is killed")

    def terminate(self, seconds=15):
        """Ends the process in order; returns its status, or None if it does not end."""
        self.judge_end()
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            self.world.fail(f"{self.name} did not end within {seconds} s of SIGTERM")
            return None
        if self.judged is self.process:
            return None
        self.judged = self.process
        self.world.log(f"{self.name} ended with {status}")
        return status

    def died(self):
        """Returns the status of a process that ended by itself, else None."""
        return None if self.process is None else self.process.poll()

    def expect_words(self):
        """Fails for a process that ended by itself in another way than with a message."""
        status = self.process.wait(20)
        self.judged = self.process
        if status not in (0, 2, 3):
            self.world.fail(f"{self.name} ended by itself with status {status}")
        self.world.log(f"{self.name} gave up with {status}")


class Server(Program):
    """`odograph serve` on a port that stays the same."""

    def __init__(self, world, binary, store, shim):
        self.port = free_port()
        arguments = [binary, "serve", "--port", str(self.port), "--store", store]
        tokens = {"ODOGRAPH_DEVICE_TOKEN": DEVICE_TOKEN, "ODOGRAPH_ADMIN_TOKEN": ADMIN_TOKEN}
        super().__init__(world, "server", arguments, tokens, shim)

    def wait(self, seconds=15):
        """Returns true once the port answers, false if the process has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.is_running():
                return False
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as stream:
                    stream.settimeout(2)
                    stream.sendall(b"GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if stream.recv(12).startswith(b"HTTP/1.1 200"):
                        return True
            except OSError:
                pass
            time.sleep(0.02)
        self.world.fail(f"the server does not answer within {seconds} s of its start")
        return True
