import Text
import Timekeeping

/// Reads plans of studies, strictly, as scenarios are read.
public struct StudyReader: Sendable {
  static let keys = [
    "odograph-study", "name", "description", "participants", "weeks", "days", "seed", "start",
    "timeZone", "lives", "population", "protocol", "validDay", "usable", "recruit", "measures",
    "shards",
  ]
  static let lifeKeys = ["scenario", "share", "homeTo"]
  static let populationKeys = ["phone", "permissions", "world", "person"]
  static let protocolKeys = ["trackers", "server"]
  static let validDayKeys = ["hours", "between", "bridging"]
  private static let accepted = "a plan of a study in YAML"
  private static let participantsMax = 1_000_000
  private static let daysMax = 366

  private let measures: [String]

  /// - Parameter measures: names that figures may have.
  public init(measures: [String]) { self.measures = measures }

  public func read(path: String) throws(InputError) -> StudyDocument {
    try read(YAMLDocument.read(path: path, asWhat: Self.accepted), file: path)
  }

  /// For text that is in no file; paths are taken relative to `file`.
  public func read(text: String, file: String) throws(InputError) -> StudyDocument {
    try read(
      YAMLDocument.read(bytes: text.utf8, file: file, asWhat: Self.accepted), file: file)
  }

  private func read(_ root: SourceNode, file: String) throws(InputError) -> StudyDocument {
    try root.refuse(unless: .study)
    let fields = try Fields(root, keys: Self.keys)
    let version = try fields.required("odograph-study", accepted: "odograph-study: 1")
    guard try version.text("1") == "1" else { throw version.refused(accepted: "1") }
    let participants = try fields.required("participants", accepted: "such as participants: 200")
    let count = try participants.wholeNumber(1...Self.participantsMax)
    let length = try length(fields)
    let seed = try fields["seed"].map(seed) ?? 1
    guard !seed.addingReportingOverflow(UInt64(count)).overflow else {
      throw participants.refused("'seed' and 'participants' lead beyond the largest seed")
    }
    let shards = try fields["shards"]?.wholeNumber(1...Self.participantsMax)
    if let shards, shards > count, let node = fields["shards"] {
      throw node.refused(accepted: "at most one for each of the \(count) participants")
    }
    return StudyDocument(
      file: file, name: try fields["name"]?.visibleName() ?? PresetLibrary.name(of: file),
      participants: count, days: length.days, seed: seed,
      validDay: try fields["validDay"].map(validDay) ?? ValidDayRule(),
      usable: try usable(fields["usable"], days: length.days),
      recruit: try recruit(fields["recruit"]), measures: try measureNames(fields["measures"]),
      shardCount: shards,
      lives: try lives(fields), population: try population(fields["population"]),
      settled: try settled(fields, length: length.node, days: length.days))
  }

  private func length(_ fields: Fields) throws(InputError) -> (node: SourceNode, days: Int) {
    try fields.refuseTogether("weeks", "days")
    if let days = fields["days"] { return (days, try days.wholeNumber(1...Self.daysMax)) }
    let weeks = try fields.required("weeks", accepted: "such as weeks: 2")
    return (weeks, try weeks.wholeNumber(1...Self.daysMax / 7) * 7)
  }

  private func seed(_ node: SourceNode) throws(InputError) -> UInt64 {
    guard let seed = UInt64(try node.text("a whole number")) else {
      throw node.refused(accepted: "a whole number, not negative")
    }
    return seed
  }

  // MARK: Who takes part

  private func lives(_ fields: Fields) throws(InputError) -> [StudyDocument.Life] {
    let node = try fields.required("lives", accepted: "lives by name, each with its scenario")
    let entries = try node.entries("lives by name, each with its scenario")
    guard !entries.isEmpty else { throw node.refused(accepted: "at least one life") }
    var lives: [StudyDocument.Life] = []
    for entry in entries { lives.append(try life(entry, isOnly: entries.count == 1)) }
    try node.refuseUnlessWhole(lives.map(\.share))
    return lives
  }

  private func life(_ entry: SourceEntry, isOnly: Bool) throws(InputError) -> StudyDocument.Life {
    let fields = try Fields(entry.value, keys: Self.lifeKeys)
    let scenario = try fields.required("scenario", accepted: "the path of a scenario")
    let path = ScenarioInheritance.path(try scenario.text("a path"), from: scenario.location)
    let (root, files) = try ScenarioInheritance.read(path: path, mention: scenario.location)
    guard root["replay"] == nil else {
      throw scenario.refused(
        "\(quoted(path)) replays a recording, which says when it is",
        accepted: "a scenario with a 'week:' or 'day:'")
    }
    var share = 1.0
    if let node = fields["share"] {
      share = try node.quantity(.share, .within(0...1, "from 0 % to 100 %"))
    } else if !isOnly {
      throw InputError(
        entry.keyLocation, "the life '\(entry.key)' has no share", accepted: "such as share: 40 %")
    }
    return StudyDocument.Life(
      name: entry.key, share: share, path: path, root: root, files: files,
      distance: try fields["homeTo"].map { (node) throws(InputError) in try distance(node, root) },
      location: entry.keyLocation)
  }

  /// `homeTo: { office: { median: 8 km, p90: 25 km } }`.
  private func distance(
    _ node: SourceNode, _ root: SourceNode
  ) throws(InputError) -> (place: String, node: SourceNode) {
    let accepted = "one place and its distance from home"
    let entries = try node.entries(accepted)
    guard entries.count == 1 else { throw node.refused(accepted: accepted) }
    let names = try root["places"]?.entries("places").map(\.key) ?? []
    guard names.contains("home") else {
      throw node.refused("the scenario has no place called home", accepted: listing(names))
    }
    let others = names.filter { $0 != "home" }
    guard others.contains(entries[0].key) else {
      throw InputError(
        entries[0].keyLocation, "no place is called \(quoted(entries[0].key))",
        word: entries[0].key, oneOf: others)
    }
    return (entries[0].key, entries[0].value)
  }

  private func population(_ node: SourceNode?) throws(InputError) -> [SourceEntry] {
    guard let node else { return [] }
    return try Fields(node, keys: Self.populationKeys).entries.filter { !$0.value.isNothing }
  }

  // MARK: What is done to them

  private func settled(
    _ fields: Fields, length: SourceNode, days: Int
  ) throws(InputError) -> [SourceEntry] {
    let plan = try fields.required("protocol", accepted: "a mapping with the key trackers")
    let arms = try Fields(plan, keys: Self.protocolKeys)
    var duration = length
    duration.name = "duration"
    duration.content = .text("\(days) d", isQuoted: false)
    var nodes = [
      try fields.required("start", accepted: "such as start: 2026-03-09T04:00:00"),
      try fields.required("timeZone", accepted: "such as timeZone: Europe/Berlin"), duration,
      try arms.required("trackers", accepted: "a list of presets"),
    ]
    if let server = arms["server"] { nodes.append(server) }
    return nodes.map { SourceEntry(key: $0.name, keyLocation: $0.location, value: $0) }
  }

  // MARK: Whom one can use

  private func validDay(_ node: SourceNode) throws(InputError) -> ValidDayRule {
    let fields = try Fields(node, keys: Self.validDayKeys)
    var rule = ValidDayRule()
    if let between = fields["between"] {
      let accepted = "two full hours such as [07:00, 23:00]"
      let ends = try between.list(accepted)
      guard ends.count == 2 else { throw between.refused(accepted: accepted) }
      let from = try ends[0].fullHour()
      let until = try ends[1].fullHour()
      guard from < until else {
        throw ends[1].refused(accepted: "a later hour than the first; 24:00 is midnight")
      }
      (rule.fromHour, rule.untilHour) = (from, until)
    }
    if let bridging = fields["bridging"] {
      let accepted = "whole hours such as 4 h, at most a day"
      let seconds = try bridging.quantity(.duration, .within(0...86_400, accepted))
      guard seconds.truncatingRemainder(dividingBy: 3600) == 0 else {
        throw bridging.refused(accepted: accepted)
      }
      rule.bridgedHours = Int(seconds / 3600)
    }
    let window = rule.untilHour - rule.fromHour
    if let hours = fields["hours"] {
      rule.hours = try hours.wholeNumber(1...window)
    } else {
      rule.hours = min(rule.hours, window)
    }
    return rule
  }

  private func usable(_ node: SourceNode?, days: Int) throws(InputError) -> UsableRule {
    guard let node else { return .usual(days: days) }
    let fields = try Fields(node, keys: ["validDays"])
    let count = try fields.required("validDays", accepted: "a number of days")
    return UsableRule(validDays: try count.wholeNumber(1...days))
  }

  private func recruit(_ node: SourceNode?) throws(InputError) -> RecruitmentWish {
    guard let node else { return RecruitmentWish(usable: 100) }
    let fields = try Fields(node, keys: ["usable", "certainty"])
    var wish = RecruitmentWish(
      usable: try fields.required("usable", accepted: "such as usable: 100")
        .wholeNumber(1...100_000))
    if let certainty = fields["certainty"] {
      wish.certainty = try certainty.quantity(.share, .within(0.5...0.999, "from 50 % to 99.9 %"))
    }
    return wish
  }

  private func measureNames(_ node: SourceNode?) throws(InputError) -> [String] {
    var names: [String] = []
    for element in try node?.list("a list of measures") ?? [] {
      let name = try element.text("a measure")
      guard measures.contains(name) else {
        throw InputError(
          element.location, "no measure is called \(quoted(name))", word: name, oneOf: measures)
      }
      names.append(name)
    }
    return names
  }
}

extension SourceNode {
  /// "07:00", or "24:00" for the coming midnight.
  fileprivate func fullHour() throws(InputError) -> Int {
    let accepted = "two full hours such as [07:00, 23:00]"
    let text = try text(accepted)
    if text == "24:00" { return 24 }
    guard let time = TimeOfDay(text), time.minute == 0, time.second == 0 else {
      throw refused(accepted: accepted)
    }
    return time.hour
  }
}
