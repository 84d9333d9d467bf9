"""A network between trackers and receiver that delays, cuts, repeats and loses."""

import http.client
import io
import json
import re
import socket
import threading
import time

import contracts
import shim

DEEDS = ["pass", "delay", "cut-before", "cut-amid", "cut-after", "repeat", "late", "half"]
DEEDS += ["trickle"]
STREAM_TIMEOUT = 3


class Cut(Exception):
    """The connection ends here."""


class Reader:
    """Takes whole messages of HTTP/1.1 off a socket."""

    def __init__(self, stream):
        self.stream = stream
        self.buffer = b""
        self.head = b""

    def fill(self):
        part = self.stream.recv(65536)
        if not part:
            raise Cut
        self.buffer += part

    def message(self):
        """Returns head and body of the next message; `Cut` when the other side has gone."""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.head = head
        size = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        while len(self.buffer) < size:
            self.fill()
        body, self.buffer = self.buffer[:size], self.buffer[size:]
        self.head = b""
        return head, body


class Proxy:
    """Listens on a port of its own and passes to another port of this machine.

    Each exchange is treated as (seed, connection, exchange) draws it. `trouble` is the share of
    exchanges that are not simply passed; `judge` is called with each answer of the server.
    """

    def __init__(self, seed, target, journal, judge):
        self.seed = seed
        self.judge = judge
        self.target = target
        self.journal = journal
        self.trouble = 0.0
        self.is_down = False
        self.done = dict.fromkeys(DEEDS, 0)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        connection = 0
        while True:
            try:
                stream, _ = self.listener.accept()
            except OSError:
                return
            arguments = (stream, connection)
            threading.Thread(target=self.serve, args=arguments, daemon=True).start()
            connection += 1

    def close(self):
        """Lets no further client in."""
        self.listener.close()

    def serve(self, client, connection):
        client.settimeout(STREAM_TIMEOUT)
        reader = Reader(client)
        upstream = None
        exchange = 0
        try:
            while True:
                request = reader.message()
                chance = shim.chance_of(self.seed, "proxy", connection, exchange)
                upstream = self.exchange(client, upstream, request, chance)
                exchange += 1
        except TimeoutError:
            if reader.head:
                head = re.sub(rb"(?i)authorization: [^\r]*", b"", reader.head).decode()
                self.journal.write("half-sent", size=len(reader.buffer), head=head)
        except (Cut, OSError, ValueError):
            pass
        finally:
            for stream in (client, upstream):
                if stream:
                    stream.close()

    def exchange(self, client, upstream, request, chance):
        is_passed = chance.random() >= self.trouble
        deed = "pass" if is_passed else chance.choice(DEEDS)
        self.journal.write("exchange", deed="down" if self.is_down else deed)
        self.done[deed] += 1
        self.trouble_before(deed, request, chance)
        upstream = upstream or self.connect()
        if deed == "cut-amid":
            whole = b"\r\n\r\n".join(request)
            upstream.sendall(whole[: chance.randrange(1, len(whole))])
            raise Cut
        if deed == "repeat":
            self.pass_on(self.connect(), request)
        answer = self.pass_on(upstream, request)
        self.answer(client, answer, deed, chance)
        if b"connection: close" in answer.lower():
            raise Cut
        return upstream

    def trouble_before(self, deed, request, chance):
        """Delays or ends an exchange before the server has heard of it."""
        if self.is_down or deed == "cut-before":
            raise Cut
        if deed == "delay":
            time.sleep(chance.choice([0.05, 0.3, 1.0]))
        if deed == "late":
            later = (chance.choice([0.3, 1.5]), request)
            threading.Thread(target=self.deliver_late, args=later, daemon=True).start()
            raise Cut

    def answer(self, client, answer, deed, chance):
        if deed == "cut-after":
            raise Cut
        if deed == "half":
            client.sendall(answer[: chance.randrange(1, len(answer))])
            raise Cut
        if deed == "trickle":
            for start in range(0, len(answer), 40):
                client.sendall(answer[start : start + 40])
                time.sleep(0.005)
        else:
            client.sendall(answer)

    def connect(self):
        stream = socket.create_connection(("127.0.0.1", self.target), STREAM_TIMEOUT)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return stream

    def deliver_late(self, delay, request):
        time.sleep(delay)
        try:
            self.pass_on(self.connect(), request)
        except (Cut, OSError):
            pass

    def pass_on(self, stream, request):
        """Returns the server's answer, after the journal has it."""
        began = time.monotonic()
        stream.sendall(b"\r\n\r\n".join(request))
        try:
            head, body = Reader(stream).message()
        except TimeoutError:
            self.journal.write("unanswered", device="", numbers=[], head=request[0].decode()[:99])
            raise
        self.note(request, head, body)
        line, _, fields = head.partition(b"\r\n")
        headers = http.client.parse_headers(io.BytesIO(fields + b"\r\n\r\n"))
        path = request[0].split(b" ", 2)[1].decode()
        self.judge(path, (int(line.split(b" ")[1]), headers, body), began)
        return b"\r\n\r\n".join((head, body))

    def note(self, request, head, body):
        """Writes down what the server has acknowledged, also if no client hears of it."""
        try:
            answer = json.loads(body)
        except ValueError:
            return
        is_kept = answer == [] or isinstance(answer, dict) and answer.get("result") == "ok"
        if not head.startswith(b"HTTP/1.1 200") or not is_kept:
            return
        if isinstance(answer, dict) and "set" in answer:
            self.journal.write("set", device=device_of(request), numbers=[])
        numbers = contracts.numbers_of(request[0].split(b"\r\n")[0] + request[1])
        if numbers:
            self.journal.write("kept", device=device_of(request), numbers=numbers)
        else:
            self.note_tracker(request)

    def note_tracker(self, request):
        """Writes down the identities of a real tracker's records."""
        locations = json.loads(request[1] or b"{}").get("locations", [])
        self.journal.write("tracked", identities=[identity(feature) for feature in locations])


def identity(feature):
    """Returns what tells a record of Overland's format from others of its device."""
    properties = feature["properties"]
    kind = properties.get("type") or properties.get("action") or "location"
    place = (feature.get("geometry") or {}).get("coordinates", [0, 0])
    return [properties["timestamp"], kind, *place[:2]]


def device_of(request):
    """Returns the device that a numbered request names."""
    text = (request[0].split(b"\r\n")[0] + request[1]).decode("utf-8", "replace")
    start = text.find("device-")
    end = start + len("device-")
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[start:end]
