import Documents
import Text

/// The definitions of the keys of a study's plan, for the reader, the schema and the documentation
/// page.
enum StudyKeys {
  static let study = KeyTable(
    "study",
    [
      SharedKeys.version("odograph-study"),
      SharedKeys.name,
      SharedKeys.description,
      Key(
        "participants", .wholeNumber(1...participantsMax),
        "Number of participants; `--participants` simulates fewer or more", example: "200",
        isRequired: true),
      Key("weeks", .wholeNumber(1...daysMax / 7), "Length of the study, or `days`", example: "2"),
      Key("days", .wholeNumber(1...daysMax), "Length of the study, or `weeks`", example: "10"),
      PlanKeys.seed.with(
        meaning: "The seed of the first participant; each further participant has the next"),
      Key(
        "start", .start, "Start of the study, for all participants", example: "2026-03-09T04:00:00",
        isRequired: true),
      Key(
        "timeZone", .timeZone, "Time zone of the study", example: "America/Los_Angeles",
        isRequired: true),
      Key(
        "lives", .named(.table(life)), "Personas by name",
        example: "{ office worker: { scenario: lives/office-worker.yaml } }", isRequired: true),
      Key(
        "population", .table(population),
        "Values that replace a persona's; any of them may be drawn",
        example: "{ phone: { battery: { from: 40 %, to: 100 % } } }"),
      ScenarioKeys.world["map"].with(
        meaning: "The map extract in which the participants live; `odograph route` finds their "
          + "places and routes"),
      ScenarioKeys.world["routes"].with(
        meaning: "The places and routes that `odograph route` found for the participants"),
      Key(
        "protocol", .table(studyProtocol), "The trackers of every participant",
        example: "{ trackers: [adaptive] }", isRequired: true),
      Key("validDay", .table(validDay), "Rule for a day with enough records"),
      Key(
        "usable", .table(usable), "Rule for a participant with enough valid days",
        default: "four valid days a week", example: "{ validDays: 8 }"),
      Key(
        "recruit", .table(recruit), "How many usable participants are wanted",
        default: "`{ usable: 100 }`", example: "{ usable: 150, certainty: 90 % }"),
      PlanKeys.measures.with(meaning: "Measures to report beside the usual ones"),
      PlanKeys.shards(participantsMax),
    ])

  static let life = KeyTable(
    "life",
    [
      Key(
        "scenario", .path,
        "Path of a scenario with a `week` or `day`, relative to the plan's folder",
        example: "lives/office-worker.yaml", isRequired: true),
      Key(
        "share", .share, "Share of the participants; all shares add up to 100 %",
        default: "`100 %` of a single persona", example: "40 %"),
      Key(
        "homeTo", .named(ValueKind.quantity(.length, .aboveZero).orDrawn),
        "One place, and its distance from home",
        example: "{ office: { median: 8 km, p90: 25 km } }"),
    ])

  static let population = KeyTable(
    "population",
    ["phone", "permissions", "world"].map { name in
      ScenarioKeys.scenario[name].with(ScenarioKeys.scenario[name].kind.orDrawn)
    } + [
      ScenarioKeys.scenario["person"].with(.list(of: .table(act)))
    ])

  private static let act = KeyTable(
    "actOrDrawn",
    ScenarioKeys.act.orDrawn.keys + [
      Key(
        "share", .share, "The share of the participants who do it", default: "all", example: "25 %")
    ])

  static let studyProtocol = KeyTable(
    "protocol",
    [
      ScenarioKeys.scenario["trackers"].with(isRequired: true),
      ScenarioKeys.scenario["server"],
    ])

  static let validDay = KeyTable(
    "validDay",
    [
      Key(
        "hours", .wholeNumber(1...24), "Fewest hours with a record",
        default: "10, or all of `between`",
        example: "10"),
      Key(
        "between",
        .described("two full hours", .list(of: .form(#"^\d{2}:00(:00)?$"#), count: 2...2)),
        "The local hours that count", default: "`[07:00, 23:00]`", example: "[07:00, 24:00]"),
      Key(
        "bridging",
        .quantity(.duration, .within(0...86_400, "whole hours such as 4 h, at most a day")),
        "Hours without a record count if the hours with a record before and after them are at "
          + "most this far apart",
        default: "none", example: "4 h"),
    ])

  static let usable = KeyTable(
    "usable",
    [
      Key(
        "validDays", .wholeNumber(1...daysMax), "Fewest valid days", example: "8", isRequired: true)
    ])

  static let recruit = KeyTable(
    "recruit",
    [
      Key(
        "usable", .wholeNumber(1...100_000), "Number of usable participants wanted", example: "150",
        isRequired: true),
      Key(
        "certainty", .quantity(.share, .within(0.5...0.999, "from 50 % to 99.9 %")),
        "Probability with which that number has to be reached", default: "`90 %`", example: "80 %"),
    ])

  /// The definitions of the keys of a drawn value, which differs between participants and has one
  /// of three forms.
  static let drawn = KeyTable(
    "drawn",
    [
      Key(
        "oneOf", .named(.share), "One of these, with shares that add up to 100 %",
        example: "{ ios-17: 30 %, ios-18: 70 % }"),
      Key(
        "from", PlanKeys.numberWithUnit,
        "Low end of a range of equally likely values; also a time of day", example: "60 %"),
      Key("to", PlanKeys.numberWithUnit, "High end of the range", example: "100 %"),
      Key(
        "median", PlanKeys.numberWithUnit, "Median of a log-normal distribution",
        example: "8 km"),
      Key(
        "p90", PlanKeys.numberWithUnit,
        "The value below which nine of ten participants lie", example: "25 km"),
      Key(
        "least", PlanKeys.numberWithUnit,
        "Lower limit; smaller values are set to it", default: "none",
        example: "1 km"),
      Key(
        "most", PlanKeys.numberWithUnit,
        "Upper limit; larger values are set to it", default: "none",
        example: "60 km"),
    ])

  private static let participantsMax = 1_000_000
  private static let daysMax = 366
}

extension ValueKind {
  /// This kind of value, extended to accept drawn values too. In a list or a mapping, each single
  /// value may be drawn.
  var orDrawn: ValueKind {
    switch self {
    case .table(let table): .table(table.orDrawn)
    case .list(let kind, let count): .list(of: kind.orDrawn, count: count)
    case .named(let kind): .named(kind.orDrawn)
    case .described(_, let kind) where !kind.isWord: kind.orDrawn
    case .either(let kinds):
      .either(kinds.map { $0.isWord ? $0 : $0.orDrawn } + [.table(StudyKeys.drawn)])
    case .anything: self
    default: .either([self, .table(StudyKeys.drawn)])
    }
  }

  /// True if this kind is a single value rather than a list or a mapping.
  private var isWord: Bool {
    switch self {
    case .table, .list, .named, .either, .anything: false
    case .described(_, let kind): kind.isWord
    default: true
    }
  }
}

extension KeyTable {
  fileprivate var orDrawn: KeyTable {
    KeyTable(name + "OrDrawn", isNeverEmpty: isNeverEmpty, keys.map { $0.with($0.kind.orDrawn) })
  }
}
