import Documents
import Text
import Timekeeping

/// A reader of study plans, as strict as the reader of scenarios.
package struct StudyReader: DocumentReader {
  package static let kind = DocumentKind.study

  private let names: MeasureNames

  /// Makes a reader that knows the names of the measures.
  ///
  /// - Parameter measures: the names of the known measures.
  package init(measures: [String]) { names = MeasureNames(known: measures) }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> StudyDocument {
    let fields = try Fields(root, keys: StudyKeys.study)
    try fields.requireVersion("odograph-study")
    let participants = try fields.required("participants", accepted: "such as participants: 200")
    let count = try participants.wholeNumber(of: StudyKeys.study["participants"])
    let length = try length(fields)
    let seed = try fields["seed"]?.seedNumber() ?? 1
    guard !seed.addingReportingOverflow(UInt64(count)).overflow else {
      throw participants.refused("'seed' and 'participants' lead beyond the largest seed")
    }
    let shards = try fields.wholeNumber("shards")
    if let shards, shards > count, let node = fields["shards"] {
      throw node.refused(accepted: "at most one for each of the \(count) participants")
    }
    var study = StudyDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      participants: count, days: length.days, seed: seed,
      validDay: try fields["validDay"].map(validDay) ?? ValidDayRule(),
      usable: try usable(fields["usable"], days: length.days),
      recruit: try recruit(fields["recruit"]), measures: try names.list(fields["measures"]),
      shardCount: shards,
      lives: try lives(fields), population: try population(fields["population"]),
      settled: try settled(fields, length: length.node, days: length.days))
    study.map = try map(fields, file: file)
    return study
  }

  private func map(_ fields: Fields, file: String) throws(InputError) -> StudyMap? {
    guard let named = fields["routes"] ?? fields["map"] else { return nil }
    return StudyMap(
      extract: try fields["map"].map(ScenarioReader.path),
      routesPath: try fields["routes"].map(ScenarioReader.path)
        ?? ScenarioMap.routesPath(ofScenario: file),
      location: named.location, routes: RouteFileCache())
  }

  private func length(_ fields: Fields) throws(InputError) -> (node: SourceNode, days: Int) {
    try fields.refuseTogether("weeks", "days")
    if let node = fields["days"], let days = try fields.wholeNumber("days") { return (node, days) }
    let weeks = try fields.required("weeks", accepted: "such as weeks: 2")
    return (weeks, try weeks.wholeNumber(of: StudyKeys.study["weeks"]) * 7)
  }

  // MARK: Participants

  private func lives(_ fields: Fields) throws(InputError) -> [StudyDocument.Persona] {
    let node = try fields.required("lives", accepted: "personas by name, each with its scenario")
    let entries = try node.entries("personas by name, each with its scenario")
    guard !entries.isEmpty else { throw node.refused(accepted: "at least one persona") }
    var lives: [StudyDocument.Persona] = []
    for entry in entries { lives.append(try life(entry, isOnly: entries.count == 1)) }
    try node.refuseUnlessWhole(lives.map(\.share))
    return lives
  }

  private func life(_ entry: SourceEntry, isOnly: Bool) throws(InputError) -> StudyDocument.Persona
  {
    let fields = try Fields(entry.value, keys: StudyKeys.life)
    let scenario = try fields.required("scenario", accepted: "the path of a scenario")
    let path = ScenarioInheritance.path(try scenario.text("a path"), from: scenario.location)
    let (root, files) = try ScenarioInheritance.read(path: path, mention: scenario.location)
    guard root["replay", of: ScenarioKeys.scenario] == nil else {
      throw scenario.refused(
        "\(quoted(path)) replays a recording, which has its own times",
        accepted: "a scenario with a 'week:' or 'day:'")
    }
    let share = try fields.quantity("share")
    guard share != nil || isOnly else {
      throw InputError(
        entry.keyLocation, "the persona '\(entry.key)' has no share",
        accepted: "such as share: 40 %")
    }
    return StudyDocument.Persona(
      name: entry.key, share: share ?? 1, path: path, root: root, files: files,
      distance: try fields["homeTo"].map { (node) throws(InputError) in try distance(node, root) },
      location: entry.keyLocation)
  }

  /// Reads the distance from home to a place, such as `homeTo: { office: { median: 8 km, p90: 25 km
  /// } }`.
  private func distance(
    _ node: SourceNode, _ root: SourceNode
  ) throws(InputError) -> (place: String, node: SourceNode) {
    let accepted = "one place and its distance from home"
    let entries = try node.entries(accepted)
    guard entries.count == 1 else { throw node.refused(accepted: accepted) }
    let names = try root["places", of: ScenarioKeys.scenario]?.entries("places").map(\.key) ?? []
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
    return try Fields(node, keys: StudyKeys.population).entries.filter { !$0.value.isNothing }
  }

  // MARK: Protocol

  private func settled(
    _ fields: Fields, length: SourceNode, days: Int
  ) throws(InputError) -> [SourceEntry] {
    let plan = try fields.required("protocol", accepted: "a mapping with the key trackers")
    let arms = try Fields(plan, keys: StudyKeys.studyProtocol)
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

  // MARK: Usable participants

  private func validDay(_ node: SourceNode) throws(InputError) -> ValidDayRule {
    let fields = try Fields(node, keys: StudyKeys.validDay)
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
      let seconds = try bridging.quantity(of: StudyKeys.validDay["bridging"])
      guard seconds.truncatingRemainder(dividingBy: 3600) == 0 else {
        throw bridging.refused(accepted: "whole hours such as 4 h, at most a day")
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
    let fields = try Fields(node, keys: StudyKeys.usable)
    let count = try fields.required("validDays", accepted: "a number of days")
    return UsableRule(validDays: try count.wholeNumber(1...days))
  }

  private func recruit(_ node: SourceNode?) throws(InputError) -> RecruitmentTarget {
    guard let node else { return RecruitmentTarget(usable: 100) }
    let fields = try Fields(node, keys: StudyKeys.recruit)
    var wish = RecruitmentTarget(
      usable: try fields.requiredWholeNumber("usable", accepted: "such as usable: 100"))
    wish.certainty = try fields.quantity("certainty") ?? wish.certainty
    return wish
  }
}

extension SourceNode {
  /// Reads a full hour, such as "07:00", or "24:00" for the end of the day.
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
