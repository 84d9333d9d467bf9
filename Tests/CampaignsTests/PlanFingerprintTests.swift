import Testing

@testable import Campaigns

@Suite("A plan's fingerprint")
struct PlanFingerprintTests {
  @Test("Files of one name are told apart by their order, from the second on")
  func sameNames() {
    let one = PlanFingerprint(asked: [], scenarios: [], presets: ["first/own.yaml"])
    let four = PlanFingerprint(
      asked: [], scenarios: [],
      presets: ["first/own.yaml", "second/own.yaml", "second/other.yaml", "third/own.yaml"])
    #expect(
      four.parts.map(\.name).filter { $0.hasPrefix("preset ") } == [
        "preset own.yaml", "preset own.yaml (2)", "preset other.yaml", "preset own.yaml (3)",
      ])
    #expect(
      four.differences(from: one) == [
        "preset own.yaml (2) is new", "preset other.yaml is new", "preset own.yaml (3) is new",
      ])
  }
}
