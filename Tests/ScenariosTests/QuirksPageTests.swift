import Foundation
import TestSupport
import Testing
import TrackingEngine

@testable import Scenarios

/// Compares Docs/Quirks.md and its list of measurements with the engine's settings and the presets.
@Suite("The prices of quirks")
struct QuirksPageTests {
  private struct Row {
    var quirk: String
    var trackers: String
    var scenario: String
  }

  private static let docs = packageRoot.appendingPathComponent("Docs")

  private static func text(_ name: String) -> String {
    (try? String(contentsOf: docs.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  /// The list's rows. Columns without commas come first.
  private static let rows: [Row] = text("quirks.csv").split(separator: "\n").dropFirst().map {
    let fields = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return Row(quirk: fields[0], trackers: fields[1], scenario: fields[2])
  }

  private static let quirks = TrackerSettings.definitions.filter {
    $0.meaning.hasPrefix("quirk: ")
  }.map(\.name)

  /// The quirks in the page's tables, in their order.
  private static let priced: [String] = text("Quirks.md").split(separator: "\n").compactMap {
    $0.firstMatch(of: /^\| (?:`(\w+)`|(all)) \| .+ \| \[.+\]\(.+\).* \| .+ \|$/).map { match in
      String(match.1 ?? match.2 ?? "")
    }
  }

  @Test("Each quirk is measured, and whatever is measured is one")
  func complete() {
    #expect(Self.quirks.count >= 32)
    #expect(Set(Self.rows.map(\.quirk)) == Set(Self.quirks + ["all"]))
  }

  @Test("The page has a price for each line of the list, in its order")
  func page() { #expect(Self.priced == Self.rows.map(\.quirk)) }

  @Test("The days are there")
  func scenarios() {
    for row in Self.rows {
      let path = packageRoot.appendingPathComponent("Scenarios/\(row.scenario).yaml").path
      #expect(FileManager.default.fileExists(atPath: path), "\(row.scenario)")
    }
  }

  @Test(
    "Each preset as shipped has on exactly the quirks that its family is measured with",
    arguments: PresetLibrary.names.filter { $0.hasSuffix("-as-shipped") })
  func presets(_ name: String) throws {
    let settings = try PresetLibrary.preset(name).settings
    let on = Self.quirks.filter {
      TrackerSettings.definition(named: $0)?.text(in: settings) == "true"
    }
    let families =
      name.hasPrefix("overland")
      ? ["overland", "owntracks"] : [String(name.dropLast("-as-shipped".count))]
    let measured = Self.rows.filter { families.contains($0.trackers) }.map(\.quirk)
    #expect(Set(on + ["all"]) == Set(measured))
  }
}
