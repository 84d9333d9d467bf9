import TestSupport
import Testing

@testable import Scenarios

@Suite("What runs on which phone")
struct ProfileLimitTests {
  private func read(_ phone: String) throws -> PhoneSetup {
    var vocabulary = ScenarioVocabulary(
      profiles: ["iphone-13", "nokia-n95"], systems: ["ios-17", "unrestricted"],
      modelParameters: [], readings: ["cellular": ["gsm", "3g", "lte"]])
    vocabulary.limits = [
      "nokia-n95": ProfileLimits(systems: ["unrestricted"], readings: ["cellular": ["3g", "gsm"]])
    ]
    let text = scenarioText("phone: \(phone)", without: ["phone"])
    return try ScenarioReader(vocabulary: vocabulary).read(text: text, file: "day.yaml").phone
  }

  @Test("A phone that runs one system only has it without a word")
  func ownSystem() throws {
    #expect(try read("{ profile: nokia-n95 }").system == "unrestricted")
    #expect(try read("{ profile: iphone-13 }").system == "ios-17")
    #expect(try read("{ profile: iphone-13, system: unrestricted }").system == "unrestricted")
  }

  @Test("A system or a network that the phone cannot have is refused by name")
  func contradictions() {
    let system = message { try read("{ profile: nokia-n95, system: ios-17 }") }
    #expect(system.hasSuffix("'nokia-n95' does not run 'ios-17'; accepted: unrestricted"))
    let network = message { try read("{ profile: nokia-n95, readings: { cellular: lte } }") }
    #expect(network.hasSuffix("'nokia-n95' has no 'cellular' 'lte'; accepted: 3g, gsm"))
  }
}
