import Foundation
import PhoneLink
import Scenarios
import TestSupport
import Testing

@testable import Simulation

@Suite("The page of the protocol")
struct ProtocolPageTests {
  @Test("Its tables are generated from the tables of calls, events and properties")
  func generated() throws {
    let difference = try GeneratedFile("Docs/reference/protocol.md").difference(ofParts: "table") {
      switch $0 {
      case "calls":
        table(
          ["call", "members", "result", "meaning"],
          LinkCall.allCases.map {
            ["`\($0.rawValue)`", $0.form.members, $0.form.result ?? "", $0.form.meaning]
          })
      case "events":
        table(
          ["event", "members", "meaning"],
          LinkEvent.allCases.map { ["`\($0.rawValue)`", $0.form.members, $0.form.meaning] })
      case "properties": list(LinkProperty.allCases.map(\.rawValue))
      case "location properties": list(LinkLocationProperty.allCases.map(\.rawValue))
      default: nil
      }
    }
    #expect(difference == nil)
  }

  @Test("A call has a result in the table exactly if the phone answers it")
  func results() {
    for call in LinkCall.allCases {
      #expect((call.form.result != nil) == call.hasResult, "\(call)")
    }
  }

  @Test("Its exchange is that of a real run")
  func exchange() throws {
    let place = try Workplace()
    let record = place.url.appendingPathComponent("record")
    let script = try place.writeProgram(
      Self.app.replacing("RECORD", with: record.path), to: "tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    _ = try Simulation(text: ShortWalk.scenario)
      .run(AppFile(path: script, plistPath: plist.path))
    let recorded = try String(contentsOf: record, encoding: .utf8)
    let page = packageRoot.appendingPathComponent("Docs/reference/protocol.md")
    let committed =
      try String(contentsOf: page, encoding: .utf8)
      .firstMatch(of: /```text\n((?:phone|app) [^`]*)```/).map { String($0.1) } ?? ""
    // Where the phone's models alone have changed the numbers, the page may keep its own.
    let lines = form(committed) == form(recorded) ? committed : recorded
    let difference = try GeneratedFile("Docs/reference/protocol.md").difference(
      ofParts: "recorded"
    ) { $0 == "exchange" ? "```text\n\(lines)```" : nil }
    #expect(difference == nil)
  }

  /// The lines with 0 in place of each number.
  private func form(_ lines: String) -> String {
    lines.replacing(/-?\d+(\.\d+)?(e-?\d+)?/, with: "0")
  }

  /// Starts the updates, and writes each line of the link into a file up to the first position.
  private static let app = #"""
    #!/usr/bin/env python3
    import json, os
    link = os.fdopen(3, "rb")
    record = open("RECORD", "w")
    def read():
        line = link.readline().decode()
        record.write("phone  " + line)
        return json.loads(line)
    def write(**message):
        line = json.dumps(message, separators=(",", ":")) + "\n"
        record.write("app    " + line)
        record.flush()
        os.write(3, line.encode())
    event = read()
    write(call="hello", protocol=1)
    write(call="makeLocationManager")
    write(call="startUpdatingLocation", manager=read()["result"])
    while event["event"] != "locations":
        write(call="done", next=None)
        event = read()
    write(call="done", next=None)
    for line in link:
        os.write(3, b'{"call":"done"}\n')
    """#

  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
