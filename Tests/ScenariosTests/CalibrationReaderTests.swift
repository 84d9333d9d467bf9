import TestSupport
import Testing
import Text

@testable import Scenarios

@Suite("A list of logs for a calibration")
struct CalibrationReaderTests {
  private let reader = CalibrationReader(
    vocabulary: ScenarioVocabulary(
      profiles: ["iphone-13"], systems: ["ios-17"], modelParameters: ["battery.healthShare"]))

  private static let good = """
    odographCalibration: 1
    name: mine
    phone: { profile: iphone-13, batteryHealth: 89 % }
    tracker: always
    rest: indoors
    heldBack: 50 %
    seed: 7
    logs:
      - nights/one.csv
      - { log: two.csv, tracker: none, rest: window, wifi: false, use: check }
      - log: two.csv
        device: b
        tracker: { preset: always, set: { desiredAccuracy: best } }
        unit: another
    """

  private func read(_ text: String) throws -> CalibrationDocument {
    try reader.read(text: text, file: "lists/mine.yaml")
  }

  @Test("Logs have the list's tracker and rest unless they have their own")
  func reads() throws {
    let list = try read(Self.good)
    #expect(list.name == "mine" && list.seed == 7 && list.heldBackShare == 0.5)
    #expect(list.phone.model == [ModelOverride("battery.healthShare", value: 0.89)])
    #expect(list.logs.map(\.path) == ["lists/nights/one.csv", "lists/two.csv", "lists/two.csv"])
    #expect(list.logs.map(\.rest) == [.indoors, .window, .indoors])
    #expect(list.logs.map { $0.tracker?.name } == ["always", nil, "always"])
    #expect(list.logs[2].tracker?.settings.map(\.value) == ["best"])
    #expect(list.logs.map(\.hasWiFi) == [true, false, true])
    #expect(list.logs.map(\.use) == [.either, .check, .either])
    #expect(list.logs.map(\.unit) == [.same, .same, .another])
  }

  @Test(
    "A mistake has the line, what was found and what is accepted",
    arguments: [
      ("odographCalibration: 1", "odographCalibration: 2", ":1: ", "accepted: 1"),
      ("tracker: always", "name2: x", ":4: ", "name"),
      ("rest: indoors", "rest: inside", ":5: ", "accepted: indoors, window, outdoors"),
      ("heldBack: 50 %", "heldBack: 100 %", ":6: ", "from 0 % to 99 %"),
      ("batteryHealth: 89 %", "batteryHealth: 200 %", ":3: ", "from 20 % to 100 %"),
      ("- nights/one.csv", "- { log: two.csv, use: tests }", ":9: ", "either, fit, check"),
      ("- nights/one.csv", "- { log: two.csv, wifi: maybe }", ":9: ", "true"),
      ("- nights/one.csv", "- { tracker: always }", ":9: ", "'log'"),
      ("log: two.csv, tracker: none", "log: nights/one.csv", ":10: ", "is listed twice"),
      (
        "phone: { profile: iphone-13, batteryHealth: 89 % }", "phone: { profile: iphone-31 }",
        ":3: ", "iphone-13"
      ),
    ])
  func mistakes(good: String, bad: String, line: String, words: String) {
    let text = Self.good.replacing(good, with: bad)
    #expect(text != Self.good)
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.description.hasPrefix("lists/mine.yaml" + line) == true, "\(error as Any)")
    #expect(error?.description.contains(words) == true, "\(error as Any)")
  }

  @Test("A log without a tracker, and a list without logs, are refused")
  func missing() {
    let bare = "odographCalibration: 1\nphone: { profile: iphone-13 }\nlogs: [a.csv]"
    #expect(throws: InputError.self) { try read(bare) }
    #expect(throws: Never.self) { try read(bare + "\ntracker: none") }
    #expect(throws: InputError.self) {
      try read(bare.replacing("[a.csv]", with: "[]") + "\ntracker: none")
    }
  }
}
