import Foundation
import SimulatedPhone
import TestSupport
import Testing
import TrackingEngine
import World

@testable import Scenarios

@Suite("The JSON Schema for editors")
struct SchemaTests {
  private func schema() throws -> [String: Any] {
    let url = packageRoot.appendingPathComponent("Scenarios/odograph.schema.json")
    return try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
  }

  /// Keys of the mapping at a path of member names.
  private func keys(_ path: String...) throws -> [String] {
    var object = try schema()
    for name in path + ["properties"] { object = try #require(object[name] as? [String: Any]) }
    return object.keys.sorted()
  }

  @Test("It has the same keys as the reader")
  func keys() throws {
    #expect(try keys() == ScenarioKeys.scenario.sorted())
    #expect(try keys("properties", "phone") == ScenarioKeys.phone.sorted())
    #expect(try keys("$defs", "permissions") == ScenarioKeys.permissions.sorted())
    #expect(try keys("properties", "world") == ScenarioKeys.world.sorted())
    #expect(try keys("properties", "week") == ScenarioKeys.week.sorted())
    #expect(try keys("$defs", "place") == ScenarioKeys.place.sorted())
    #expect(try keys("$defs", "leg") == ScenarioKeys.leg.sorted())
    #expect(try keys("$defs", "tunnel") == ScenarioKeys.tunnel.sorted())
    #expect(try keys("$defs", "replay") == ScenarioKeys.replay.sorted())
    #expect(try keys("$defs", "personEvent") == ScenarioKeys.person.sorted())
    #expect(try keys("$defs", "answersByQuestion") == ScenarioKeys.answers.sorted())
    #expect(
      try keys("$defs", "personEvent", "properties", "permits") == ScenarioKeys.permits.sorted())
    #expect(
      try keys("$defs", "personEvent", "properties", "switches")
        == ScenarioKeys.switches.sorted())
    #expect(try keys("$defs", "serverEvent") == ScenarioKeys.server.sorted())
    #expect(
      try keys("$defs", "tracker")
        == (ScenarioKeys.tracker + TrackerSettings.placeSettings).sorted())
  }

  @Test("Its choices are the reader's")
  func choices() throws {
    let text = try String(
      contentsOf: packageRoot.appendingPathComponent("Scenarios/odograph.schema.json"),
      encoding: .utf8)
    let words =
      ServerContract.allCases.map(\.rawValue) + Permissions.Location.allCases.map(\.rawValue)
      + Permissions.Grant.allCases.map(\.rawValue) + OtherUse.allCases.map(\.rawValue)
      + ServerFault.Manner.allCases.map(\.rawValue) + HealthData.allCases.map(\.rawValue)
      + ConsentAnswer.allCases.map(\.rawValue) + ScenarioKeys.habits
      + PromptReplies.Reply.allCases.map(\.rawValue)
    for word in words { #expect(text.contains("\"\(word)\"")) }
  }
}
