import EventKernel
import Foundation
import PhoneProfiles
import Testing

@testable import SimulatedPhone

/// The page of facts, held against the parameters that it names.
@Suite("Energy figures of FACTS.md")
struct EnergyFiguresPageTests {
  /// Parameters and readings by the energy facts that their sources name: over every device, with each
  /// account of every reading chosen in turn, since an account brings figures of its own.
  private func namesByFact() throws -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    var seen: Set<String> = []
    let fact = try Regex("(GNSS|POS|ACC|CPU|RAD|SCR|BAT)-[0-9]+")
    for device in DeviceProfile.all {
      for (reading, accounts) in PhoneModel.readingChoices {
        for account in accounts {
          let model = PhoneModel(
            device: device, system: OperatingSystemProfile.all[0], chance: SeededRandom(seed: 1),
            chosen: [reading: account])
          let sources =
            model.parameters.map { ($0.name, $0.source) }
            + model.readings.map { ($0.name, $0.source) }
          for (name, source) in sources where seen.insert("\(name): \(source)").inserted {
            for match in source.matches(of: fact) {
              names[String(source[match.range]), default: []].insert(name)
            }
          }
        }
      }
    }
    return names
  }

  @Test("Every energy fact has one row, which names each parameter that rests on it, and no other")
  func pageAndParameters() throws {
    var expected = try namesByFact()
    for row in try FactsPage().rows where row.section == FactsPage.energySection {
      // A rule may lie in a file instead of a parameter.
      let named = Set(row.parameters)
      #expect(named == expected.removeValue(forKey: row.id) ?? [], "\(row.id)")
    }
    #expect(expected.isEmpty, "rows are missing or double")
  }

  @Test("No energy fact is both followed and left out, and each that is left out says why")
  func leftOut() throws {
    let page = try FactsPage()
    let followed = Set(page.rows.map(\.id))
    for id in page.leftOut {
      #expect(page.reasons[id]?.isEmpty == false, "\(id)")
      #expect(!followed.contains(id), "\(id)")
    }
  }

  @Test("Every figure of a device says who gives it")
  func sources() {
    for device in DeviceProfile.all {
      let model = PhoneModel(
        device: device, system: OperatingSystemProfile.all[0], chance: SeededRandom(seed: 1))
      for parameter in model.parameters { #expect(!parameter.source.isEmpty, "\(parameter.name)") }
      #expect(Set(model.parameters.map(\.name)).count == model.parameters.count)
    }
  }
}
