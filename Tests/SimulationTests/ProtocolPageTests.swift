import Foundation
import PhoneLink
import TestSupport
import Testing

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

  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
