import Testing
import Text
import Timekeeping

@testable import Receiver

@Suite("Members that repeat from feature to feature")
struct RepeatedMembersTests {
  /// Members of properties in some order, each of them with or without blanks around its name.
  private func properties(_ draw: inout SplitMix, number: Int) -> String {
    var members = [
      (#""timestamp""#, #""2026-03-02T14:\#(10 + number % 50):00Z""#),
      (#""horizontal_accuracy""#, "\(number).5"),
      (
        #""device_id""#,
        [#""phone 1""#, #""phone 1""#, #""phone 12""#, #""phone \u0031""#, "null"][number % 5]
      ),
      (#""action""#, #""visit""#), (#""type""#, #""trip \#(number)""#),
      (#""motion""#, #"["walking",{"type":"not the type"}]"#), (#""speed""#, "-1e2"),
      // Values of which one begins as another.
      (#""altitude""#, ["1", "12", "1.5", "1e1", #""1""#][number % 5]),
      (#""tim\u0065stamp""#, #""2026-03-02T15:00:00Z""#),
    ]
    // Half of the features have the members of the others, in the same order.
    if Int.random(in: 0..<2, using: &draw) == 0 {
      for index in members.indices {
        members.swapAt(index, Int.random(in: members.indices, using: &draw))
      }
      members.removeLast(Int.random(in: 0..<4, using: &draw))
    }
    let blank = Int.random(in: 0..<4, using: &draw) == 0 ? " \n" : ""
    return members.map { "\(blank)\($0)\(blank):\(blank)\($1)" }.joined(separator: ",")
  }

  private func feature(_ draw: inout SplitMix, number: Int) -> String {
    let geometries = [
      #""geometry":{"type":"Point","coordinates":[\#(number),\#(number)]}"#,
      #""geometry":{"coordinates":[\#(number),\#(number)],"type":"Point"}"#,
      #""geometry":{"type":"Line","coordinates":[1,2]}"#,
      #""geometry":null"#,
    ]
    let form = max(0, Int.random(in: -4..<4, using: &draw))
    let geometry = geometries[form]
    let properties = #""properties":{\#(properties(&draw, number: number))}"#
    let parts =
      Int.random(in: 0..<3, using: &draw) == 0 ? [properties, geometry] : [geometry, properties]
    return #"{"type":"Feature",\#(parts.joined(separator: ","))}"#
  }

  private func records(_ features: [String]) throws -> [ReceivedRecord] {
    let body = #"{"locations":[\#(features.joined(separator: ","))]}"#
    return try OverlandBatch(
      Array(body.utf8), arrivedAt: ReceiverTesting.halfPastTwo, takesUnixTimes: false,
      keepsSources: false
    ).records
  }

  @Test("A batch gives the same records as its features alone", arguments: [UInt64](1...60))
  func sameAsAlone(seed: UInt64) throws {
    var draw = SplitMix(state: seed)
    let features = (1...30).map { feature(&draw, number: $0) }
    let together = try records(features)
    #expect(try together == features.flatMap { try records([$0]) })
    // A quarter of the features has no valid position at most.
    #expect(together.count > 10)
  }

  @Test("A value that only begins as the one before is read to its end, and refused if malformed")
  func beginnings() throws {
    func feature(_ altitude: String) -> String {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"#
        + #""timestamp":"2026-03-02T14:30:00Z","altitude":\#(altitude)}}"#
    }
    for second in ["1", "12", "1.5", "1 ", "1e3", "null"] {
      #expect(try records([feature("1"), feature(second)]).count == 2, "\(second)")
    }
    for second in ["1.", "1e", "1 2", "01", "1,", "tru"] {
      #expect(throws: Malformed.self, "\(second)") {
        try records([feature("1"), feature(second)])
      }
    }
  }
}
