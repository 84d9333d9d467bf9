/// The definitions of all measures. Every text that Odograph prints about a measure comes from
/// here.
///
/// A measure of `coverage`, `energy` or `delivery` may be named without its section
/// ("positionCoverage"). Every measure may be named with its section
/// ("coverage.positionErrorMeters.p50", "gapCauses.recorded.suspended").
public enum Measures {
  /// The name of the measure of cost: the battery that tracking uses per day, in percentage points.
  public static let cost = "marginalBatteryPercentPerDay"

  /// The definitions of all measures, in the order in which reports list them.
  package static let all: [MeasureDefinition] = groups.flatMap(\.measures)

  /// The definitions of all measures, in groups with titles.
  package static let groups: [(title: String, measures: [MeasureDefinition])] = [
    ("Place and path", known), ("Hours, days and gaps", days), ("Stays and trips", stays),
    ("Fences and states", states), ("Movement", movement), ("Fixes", fixes),
    ("Accuracy", accuracy), ("Delivery", delivery), ("Late records", late),
    ("Judged time", judged), ("Energy", energy), ("App lifecycle", lifecycle),
    ("Derived by the app", derived), ("Causes of gaps", gapCauses),
  ]

  /// The definitions of the measures that can be compared, in the order in which comparisons list
  /// them.
  private static let compared = [
    known, stays, states, days, accuracy, movement, fixes, energy, delivery,
  ].joined()

  /// The names of the measures that a comparison shows by default.
  public static let headline = compared.filter { $0.shown != .onRequest }.map(\.name)

  /// The names of the measures that a baseline contains, if they apply.
  public static let checked = compared.filter { $0.shown == .inBaselines }.map(\.name)

  /// The names of all measures, with and without their sections. Used for messages and to check
  /// user input.
  public static let names: [String] = {
    var bare: [MeasureDefinition.Section: [String]] = [:]
    var qualified = bare
    for measure in all {
      if measure.isExplained { bare[measure.sections[0], default: []].append(measure.member) }
      for (section, name) in zip(measure.sections, measure.qualifiedNames) {
        qualified[section, default: []].append(name)
      }
    }
    return [bare, qualified].flatMap { names in
      MeasureDefinition.Section.allCases.flatMap { names[$0, default: []].sorted() }
    }
  }()

  /// Returns the definition of a measure by its name, with or without the section; nil for an
  /// unknown name.
  package static func definition(of name: String) -> MeasureDefinition? { byName[name] }

  /// Returns the definition of a measure that reports explain, by its name without a section.
  /// Returns nil for any other name. Reports then show the name as the user wrote it.
  package static func explained(_ name: String) -> MeasureDefinition? {
    byName[name].flatMap { $0.isExplained && $0.name == name ? $0 : nil }
  }

  public static func title(of name: String) -> String { explained(name)?.title ?? name }

  package static func sense(of name: String) -> MeasureSense? { byName[name]?.better }

  /// True if 0 is best of the measure.
  package static func isBias(_ name: String) -> Bool { byName[name]?.isBias ?? false }

  /// Returns the name of a measure from the user's words: the name itself, or a title or heading
  /// that tables show. Returns nil if nothing matches.
  public static func name(of words: String) -> String? {
    names.contains(words) ? words : byPrintedName[words.lowercased()]
  }

  /// The names of measures by the titles and headings of tables, in lower case. Words that stand
  /// for several measures are left out.
  package static let byPrintedName: [String: String] = {
    var found: [String: Set<String>] = [:]
    for measure in all {
      for words in measure.printedNames {
        found[words.lowercased(), default: []].insert(measure.name)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }()

  /// The words by which a user may name a measure, for suggestions: all names, and the titles and
  /// headings of tables.
  public static let words = names + byPrintedName.keys.sorted()

  private static let byName: [String: MeasureDefinition] = {
    let named = all.flatMap { definition in
      (definition.qualifiedNames + [definition.name]).map { ($0, definition) }
    }
    return Dictionary(named) { first, _ in first }
  }()
}
