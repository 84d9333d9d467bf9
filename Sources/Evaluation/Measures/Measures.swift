/// The table of all measures. Everything that the program prints about a measure comes from it.
///
/// A measure of `coverage`, `energy` or `delivery` may be named without its section
/// ("positionCoverage"). Any measure may be named with it ("coverage.positionErrorMeters.p50",
/// "gapCauses.recorded.suspended").
public enum Measures {
  /// The points of battery that tracking uses a day.
  public static let cost = "marginalBatteryPercentPerDay"

  /// All measures, in the order in which reports list them.
  package static let all: [MeasureDefinition] = groups.flatMap(\.measures)

  /// The same measures in groups with titles.
  package static let groups: [(title: String, measures: [MeasureDefinition])] = [
    ("Place and path", known), ("Hours, days and gaps", days), ("Stays and trips", stays),
    ("Fences and states", states), ("Movement", movement), ("Fixes", fixes),
    ("Accuracy", accuracy), ("Delivery", delivery), ("Late records", late),
    ("Judged time", judged), ("Energy", energy), ("App lifecycle", lifecycle),
    ("Derived by the app", derived), ("Causes of gaps", gapCauses),
  ]

  /// The measures in the order in which comparisons list them.
  private static let compared = [
    known, stays, states, days, accuracy, movement, fixes, energy, delivery,
  ].joined()

  /// The measures that a comparison shows of each tracker by default.
  public static let headline = compared.filter { $0.shown != .onRequest }.map(\.name)

  /// The measures that a baseline holds of each tracker, as far as they apply.
  public static let checked = compared.filter { $0.shown == .inBaselines }.map(\.name)

  /// All names, with and without their sections, for messages and for checks of user input.
  public static let names: [String] = {
    let bare = MeasureDefinition.Section.allCases.flatMap { section in
      all.filter { $0.isExplained && $0.sections[0] == section }.map(\.name).sorted()
    }
    let qualified = MeasureDefinition.Section.allCases.flatMap { section in
      all.flatMap(\.qualifiedNames).filter { $0.hasPrefix("\(section.rawValue).") }.sorted()
    }
    return bare + qualified
  }()

  /// Returns the measure with this name, which may include its section.
  package static func definition(of name: String) -> MeasureDefinition? { byName[name] }

  /// Returns the measure of a name without a section. Nil for a name with one, so that output
  /// repeats such a name as the user wrote it.
  package static func explained(_ name: String) -> MeasureDefinition? {
    byName[name].flatMap { $0.isExplained && $0.name == name ? $0 : nil }
  }

  public static func title(of name: String) -> String { explained(name)?.title ?? name }

  package static func sense(of name: String) -> MeasureSense? { byName[name]?.better }

  /// Returns the name of the measure that a user means by a name, or by a title or heading of a
  /// table.
  public static func name(of words: String) -> String? {
    names.contains(words) ? words : byPrintedName[words.lowercased()]
  }

  /// The name of the measure for each title or heading, in lower case, that stands for one measure
  /// alone.
  package static let byPrintedName: [String: String] = {
    var found: [String: Set<String>] = [:]
    for measure in all {
      for words in measure.printedNames {
        found[words.lowercased(), default: []].insert(measure.name)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }()

  private static let byName: [String: MeasureDefinition] = {
    let named = all.flatMap { definition in
      (definition.qualifiedNames + [definition.name]).map { ($0, definition) }
    }
    return Dictionary(named) { first, _ in first }
  }()
}
