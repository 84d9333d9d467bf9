/// The table of all measures; everything that the program says of a measure is derived from it.
///
/// A name stands alone where it is one of `coverage`, `energy` or `delivery` ("positionCoverage"), or
/// names its section ("coverage.positionErrorMeters.p50", "gapCauses.recorded.suspended").
public enum Measures {
  /// Points of battery a day: the price of tracking.
  public static let cost = "marginalBatteryPercentPerDay"

  /// In the order in which reports list them.
  package static let all: [MeasureDefinition] = groups.flatMap(\.measures)

  /// The same below headings.
  package static let groups: [(title: String, measures: [MeasureDefinition])] = [
    ("Place and path", known), ("Hours, days and gaps", days), ("Stays and trips", stays),
    ("Fences and states", states), ("Movement", movement), ("Fixes", fixes),
    ("Accuracy", accuracy), ("Delivery", delivery), ("Late records", late),
    ("Judged time", judged), ("Energy", energy), ("The app's life", lifecycle),
    ("Worked out by the app", derived), ("Causes of gaps", gapCauses),
  ]

  /// In the order in which comparisons list them.
  private static let compared = [
    known, stays, states, days, accuracy, movement, fixes, energy, delivery,
  ].joined()

  /// The measures that a comparison shows of each tracker unless more is asked for.
  public static let headline = compared.filter { $0.shown != .onRequest }.map(\.name)

  /// The measures that a baseline holds of each tracker, as far as they apply.
  public static let checked = compared.filter { $0.shown == .inBaselines }.map(\.name)

  /// Every name, bare or with its section, for messages and for checking what people write.
  public static let names: [String] = {
    let bare = MeasureDefinition.Section.allCases.flatMap { section in
      all.filter { $0.isExplained && $0.sections[0] == section }.map(\.name).sorted()
    }
    let qualified = MeasureDefinition.Section.allCases.flatMap { section in
      all.flatMap(\.qualifiedNames).filter { $0.hasPrefix("\(section.rawValue).") }.sorted()
    }
    return bare + qualified
  }()

  /// By any of its names.
  package static func definition(of name: String) -> MeasureDefinition? { byName[name] }

  /// Nil for a name with its section: what is asked for so is called so.
  package static func explained(_ name: String) -> MeasureDefinition? {
    byName[name].flatMap { $0.isExplained && $0.name == name ? $0 : nil }
  }

  public static func title(of name: String) -> String { explained(name)?.title ?? name }

  package static func sense(of name: String) -> MeasureSense? { byName[name]?.better }

  /// Returns the name of the measure that a person means: by a name, or by what tables print for
  /// it.
  public static func name(of words: String) -> String? {
    names.contains(words) ? words : byPrintedName[words.lowercased()]
  }

  /// The words that tables print for one measure alone, with its name.
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
