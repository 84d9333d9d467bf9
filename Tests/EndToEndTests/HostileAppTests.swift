import Foundation
import TestSupport
import Testing

/// Runs of the built program with apps that break the protocol, or state values beyond reason.
@Suite("Apps that send anything")
struct HostileAppTests {
  private static let day =
    ShortWalk.scenario
    + "\nperson: [{ at: 07:20, forceQuits: app }, { at: 07:25, opens: app }]"

  /// Calls the function `launch` of the script at each launch, and does nothing else.
  private static let launched = #"""

    import json, os
    link = os.fdopen(3, "rb")
    def write(**message): os.write(3, (json.dumps(message) + "\n").encode())
    for line in link:
        if json.loads(line)["event"] == "launch":
            launch()
        write(call="done", next=None)
    """#

  private func run(
    _ script: String
  ) throws -> (outcome: Program.Outcome, explanation: String) {
    let folder = try WorkingFolder()
    try folder.write(Self.day, to: "day.yaml")
    try folder.writeProgram("#!/usr/bin/env python3\n" + script, to: "tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    try FileManager.default.copyItem(
      at: plist, to: URL(fileURLWithPath: folder.path + "/Info.plist"))
    let outcome = try Program.run(
      "run", "day.yaml", "--app", "tracker", "--explain", "-o", "out", in: folder)
    let explanation = folder.path + "/out/tracker/explain.txt"
    return (outcome, (try? String(contentsOfFile: explanation, encoding: .utf8)) ?? "")
  }

  @Test(
    "A misspelled property of a location manager ends the run with its reason",
    arguments: [
      (
        "allowsBackgroundLocationUpdate", "True",
        "did you mean 'allowsBackgroundLocationUpdates'?"
      ),
      ("desiredAccuracy", "'hundredMetres'", "did you mean 'hundredMeters'?"),
      ("distanceFilter", "'50'", "it sets distanceFilter to '50'; accepted: a number, or none"),
      ("location", "1", "it sets the property 'location' of its location manager; accepted: d"),
    ])
  func property(_ name: String, _ value: String, _ words: String) throws {
    let outcome = try run(
      """
      def launch():
          write(call="makeLocationManager")
          link.readline()
          write(call="setLocationProperty", manager=1, name="\(name)", value=\(value))
      """ + Self.launched
    ).outcome
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("What an app has started ends with it")
  func leftBehind() throws {
    let mark = "odograph-left-behind-\(UUID().uuidString)"
    let outcome = try run(
      """
      import subprocess
      def launch():
          subprocess.Popen(["/bin/sh", "-c", "sleep 60; : \(mark)"])
      """ + Self.launched
    ).outcome
    #expect(outcome.status == 0, "\(outcome.errors)")
    let running = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { entry in
      let words = try? String(contentsOfFile: "/proc/\(entry)/cmdline", encoding: .utf8)
      return words?.contains(mark) ?? false
    }
    #expect(running.isEmpty)
  }

  @Test(
    "A line that breaks the protocol ends the run with status 3 and its reason",
    arguments: [
      ("garbage", "it broke the protocol"),
      (#"{"call": "startUpdating"}"#, "unknown call 'startUpdating'"),
      (#"{"call": "keep"}"#, "'keep' without a location"),
      (
        #"{"call":"drop","location":{"latitude":91,"longitude":0,"accuracy":5,"time":1}}"#,
        "'drop' without a location"
      ),
      // The sum of two such numbers is infinite, which no report can hold.
      (
        #"{"call":"keep","location":{"latitude":1,"longitude":0,"accuracy":1e308,"time":1}}"#,
        "'keep' without a location"
      ),
    ])
  func broken(line: String, message: String) throws {
    let outcome = try run(
      "def launch(): os.write(3, '\(line)'.encode() + b'\\n')" + Self.launched
    ).outcome
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains("after the event 'launch'"))
  }

  @Test(
    "A line of any bytes ends the run with status 3 and one line that a terminal only shows",
    arguments: [
      (#"b'{"call":5}'"#, "a line without 'call'"),
      ("b'[]'", "no JSON object"),
      ("b''", "the JSON text ends too early"),
      (#"b'{"call":"done"'"#, "the JSON text ends too early"),
      (#"b'\xff\xfe'"#, "unexpected text at byte 0"),
      (#"b'{"call":"no\x00te"}'"#, "unexpected text at byte 11"),
      (#"b'{"call":"note","text":"\xff"}'"#, "text that is not UTF-8 at byte 23"),
      ("b'[' * 100000", "nested too deeply"),
      (#"b'{"a":' * 100000"#, "nested too deeply"),
      ("b'x' * (10 << 20)", "unexpected text at byte 0"),
      ("b'x' * (65 << 20)", "it sent a line that does not end"),
      (#"b'{"call":"a\\nb\\u001b[31m"}'"#, "unknown call 'a?b?[31m'"),
      (#"b'{"call":"' + b'x' * 1000000 + b'"}'"#, "xxx…'"),
      (#"b'{"call":"refuse","reason":"a\\nb\\u001b[31m"}'"#, "it cannot be simulated: a?b?[31m"),
      (#"b'{"call":"hello","protocol":2}'"#, "it states version 2 of the protocol"),
      (#"b'{"call":"hello","protocol":1e99}'"#, "it states no version of the protocol"),
    ])
  func bytes(expression: String, message: String) throws {
    let outcome = try run(
      """
      def launch():
          data = memoryview(\(expression) + b"\\n")
          while data:
              data = data[os.write(3, data):]
      """ + Self.launched
    ).outcome
    #expect(outcome.status == 3)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors.prefix(500))")
    #expect(outcome.errors.utf8.count < 1000)
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test("An app that states version 1 of the protocol runs, and so does one without a version")
  func version() throws {
    for line in ["write(call='hello', protocol=1)", "pass"] {
      let outcome = try run("def launch(): \(line)" + Self.launched).outcome
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("A note of an app is one line of the explanation that a terminal only shows")
  func note() throws {
    let (outcome, explanation) = try run(
      #"def launch(): write(call="note", text="a\nb\u001b[31m")"# + Self.launched)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(explanation.contains("  a b?[31m"))
    #expect(!explanation.contains("\u{1B}"))
  }

  @Test("Members beyond reason are ignored in every call of the protocol's page")
  func members() throws {
    let page = packageRoot.appendingPathComponent("Docs/reference/protocol.md").path
    let (outcome, explanation) = try run(
      "page = '\(page)'\n" + Self.hostile + Self.launched)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The page names 147 members of calls and of objects in them: 144 × 9 values = 1296 lines.
    let sent = explanation.firstMatch(of: /sent (\d+) lines/).flatMap { Int($0.1) }
    #expect(try #require(sent) > 1000)
  }

  @Test("An app that prints megabytes in one event does not stop the run, nor fill the terminal")
  func talkative() throws {
    let (outcome, _) = try run(
      """
      import sys
      def launch():
          for number in range(20_000): print(f"line {number} " + "x" * 100)
          print("\\x1b[2J", file=sys.stderr)
          write(call="note", text="printed")
      """ + Self.launched)
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("line 0"))
    #expect(outcome.errors.contains("tracker: line 0 x"))
    // Each of two launches prints 2.2 MB, of which one megabyte of the run is passed on.
    #expect((1_000_000..<1_200_000).contains(outcome.errors.utf8.count))
    #expect(outcome.errors.contains("more bytes of its output are left out"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test("An app that reads no answer ends the run after a while")
  func deaf() throws {
    let (outcome, _) = try run(
      "def launch():\n    while True: write(call='makeLocationManager')" + Self.launched)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("did not return from the event"), "\(outcome.errors)")
  }

  /// Makes every call with each of its members in turn replaced by values that do not fit.
  private static let hostile = #"""
    import re
    text = open(page).read().split("<!-- table: events -->")[0]
    table = re.findall(r"^\| `(\w+)` \|(.*)\|(.*)\|.*\|$", text, re.M)
    place = {"latitude": 52.531, "longitude": 13.385}
    region = dict(place, identifier="a", radius=100, entry=True, exit=True)
    good = dict(
        place, manager=1, monitor=2, name="distanceFilter", value=5, purpose="p", region=region,
        kind="liveUpdates", configuration="default", requires="always", session=1, id=1,
        identifier="a", radius=100, assuming="unsatisfied", token=1, task=1, success=True, key="k",
        accessible="whenUnlocked", discretionary=True, options=7, identifiers=["a"], start=1, end=2,
        request={"identifier": "a", "kind": "refresh", "earliestBegin": 0, "network": True,
                 "method": "POST", "url": "http://server/", "headers": [["a", "b"]],
                 "body": "YQ==", "timeout": 1000000000},
        notification={"identifier": "a", "title": "t", "body": "b", "after": 1, "region": region})
    bad = [2**63 - 1, -2**63, 2**64, 1e308, -1e308, "\0", None, [[]], {"a": {}}]
    def variants(members, names):
        for name in names:
            for value in bad:
                yield {**members, name: value}
            if isinstance(members[name], dict):
                for inner in variants(members[name], members[name]):
                    yield {**members, name: inner}
    def ask(**message):
        write(**message)
        link.readline()
    def launch():
        count = 0
        ask(call="makeLocationManager")
        ask(call="makeMonitor", name="m")
        for call, cell, result in table:
            if call in ("done", "refuse", "keep", "drop", "setLocationProperty"):
                continue
            for members in variants(good, [name for name in good if f"`{name}`" in cell]):
                (ask if result.strip() else write)(**{**members, "call": call})
                count += 1
        write(call="note", text=f"sent {count} lines")
    """#

  @Test("A value that an app in Python stores outlives a crash in the same event")
  func kept() throws {
    let package = packageRoot.appendingPathComponent("Python").path
    let (outcome, explanation) = try run(
      """
      import os, sys
      sys.path.insert(0, "\(package)")
      from odograph.app import run

      def launched(phone):
          count = int(phone.value("launches") or 0) + 1
          phone.set_value("launches", str(count))
          phone.note(f"launch number {count}")
          if count == 1:
              os.kill(os.getpid(), 9)

      run(launched)
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The person opens the app again at 07:25.
    #expect(explanation.contains("launch number 1"))
    #expect(explanation.contains("launch number 2"))
    #expect(!explanation.contains("launch number 3"))
  }
}
