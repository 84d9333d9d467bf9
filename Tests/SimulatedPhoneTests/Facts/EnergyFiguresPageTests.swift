import EventKernel
import Foundation
import Testing

@testable import SimulatedPhone

/// Compares the page of facts with the parameters that it names.
@Suite("Energy figures of FACTS.md")
struct EnergyFiguresPageTests {
  private static let page = Repository.root.appending(path: "FACTS.md")

  /// The cells of the rows under a heading of the second level.
  private func rows(under heading: String) throws -> [[String]] {
    let lines = try String(contentsOf: Self.page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(heading)" })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return section.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasPrefix("| id") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// The parameters and readings of each energy fact that their sources name.
  ///
  /// Covers every device with every account of every reading, since an account may bring figures of
  /// its own.
  private func namesByFact() throws -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    let fact = try Regex("(GNSS|POS|ACC|CPU|RAD|SCR|BAT)-[0-9]+")
    for device in DeviceProfile.all {
      for (reading, accounts) in PhoneModel.readingChoices {
        for account in accounts {
          let model = PhoneModel(
            device: device, system: OperatingSystemProfile.all[0], chance: Chance(seed: 1),
            chosen: [reading: account])
          let sources =
            model.parameters.map { ($0.name, $0.source) }
            + model.readings.map { ($0.name, $0.source) }
          for (name, source) in sources {
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
    for row in try rows(under: "Energy figures") {
      let id = try #require(row.first)
      let cell = try #require(row.last)
      // A rule may name a file instead of a parameter.
      let named = Set(cell.split(separator: ",").map { $0.filter { !"` ".contains($0) } })
        .filter { !$0.hasSuffix(".swift") }
      #expect(named == expected.removeValue(forKey: id) ?? [], "\(id)")
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
        device: device, system: OperatingSystemProfile.all[0], chance: Chance(seed: 1))
      for parameter in model.parameters { #expect(!parameter.source.isEmpty, "\(parameter.name)") }
      #expect(Set(model.parameters.map(\.name)).count == model.parameters.count)
    }
  }
}
