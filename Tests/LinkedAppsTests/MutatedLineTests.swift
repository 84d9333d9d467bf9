import Foundation
import Scenarios
import Simulation
import TestSupport
import Testing
import Text

@testable import LinkedApps

@Suite("Lines of an app with random changes")
struct MutatedLineTests {
  @Test("Each ends in a result, or in one line that names the app", arguments: 0..<40)
  func mutated(seed: Int) throws {
    let place = try Workplace()
    let script = try place.writeProgram(
      Self.app.replacing("SEED", with: "\(seed)"), to: "tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    var app = AppFile(path: script, plistPath: plist.path)
    app.limitSeconds = 1
    do {
      let results = try Simulation(text: ShortWalk.scenario).run(app)
      #expect(results.count == 1)
    } catch {
      let message = "\(error)"
      #expect(message.hasPrefix("the app \(script): it "))
      #expect(message == message.printable)
      #expect(message.utf8.count < 2000)
    }
  }

  @Test(
    "An app that never says that it is done ends the run",
    arguments: [
      #"while True: os.write(3, b'{"call":"note","text":"again"}\n')"#,
      "while True: os.write(3, b' ') and time.sleep(0.1)",
      "os.write(3, b'x' * 100000) and time.sleep(60)",
    ])
  func endless(work: String) throws {
    let place = try Workplace()
    let script = try place.writeProgram(
      "#!/usr/bin/env python3\nimport os, time\n\(work)", to: "tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    var app = AppFile(path: script, plistPath: plist.path)
    app.limitSeconds = 1
    let error = #expect(throws: AppFailure.self) {
      try Simulation(text: ShortWalk.scenario).run(app)
    }
    #expect(
      error?.description.contains("it did not return from the event within 1 s of real time")
        == true, "\(error?.description ?? "")")
  }

  /// Sends a line of the protocol after each event. From the third event on, the lines have random
  /// bytes removed, repeated or replaced.
  private static let app = #"""
    #!/usr/bin/env python3
    import json, os, random
    chance = random.Random(SEED)
    link = os.fdopen(3, "rb")
    place = {"latitude": 52.5, "longitude": 13.4, "accuracy": 5, "time": 1}
    lines = [json.dumps(line) for line in [
        {"call": "hello", "protocol": 1},
        {"call": "setLocationProperty", "manager": 1, "name": "distanceFilter", "value": 50},
        {"call": "startMonitoring", "manager": 1,
         "region": {**place, "identifier": "a", "radius": 100, "entry": True, "exit": True}},
        {"call": "send", "id": 1, "request": {"method": "POST", "url": "http://server/",
                                              "headers": [["a", "b"]], "body": "YQ=="}},
        {"call": "keep", "location": place},
        {"call": "addNotification",
         "notification": {"identifier": "a", "title": "t", "body": "b", "after": 1}},
        {"call": "queryPedometer", "id": 2, "start": -5, "end": 9223372036854775807},
        {"call": "endBackgroundTask", "token": -1},
        {"call": "completeTask", "task": 7, "success": True},
    ]]
    pieces = [b"{", b"}", b"[", b"]", b"\"", b"\\", b",", b":", b"null", b"1e999", b"-", b"\x00",
              b"\xff", b"\x1b[31m", b"9" * 40, b"\\u0000", b"\\ud800", b"\n", b"keep", b"done"]
    def mutated(line):
        data = bytearray(line.encode())
        for _ in range(chance.randint(1, 4)):
            at, length = chance.randrange(len(data) + 1), chance.randint(0, 6)
            kind = chance.randrange(3)
            part = data[at:at + length]
            data[at:at + length] = [b"", part + part, chance.choice(pieces)][kind]
        return bytes(data)
    for number, event in enumerate(link):
        if number == 0:
            os.write(3, b'{"call":"makeLocationManager"}\n')
            link.readline()
            os.write(3, b'{"call":"startUpdatingLocation","manager":1}\n')
        line = chance.choice(lines)
        os.write(3, (line.encode() if number < 3 else mutated(line)) + b"\n")
        os.write(3, b'{"call":"done"}\n')
    """#
}
