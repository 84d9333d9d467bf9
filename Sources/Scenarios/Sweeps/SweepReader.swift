/// Reads plans of sweeps, strictly, as scenarios are read.
public struct SweepReader: Sendable {
  static let keys = [
    "odograph", "name", "description", "scenarios", "trackers", "seed", "seeds", "draws",
    "measures", "axis", "against", "require", "minimise", "maximise", "shards",
  ]
  static let trackerKeys = ["preset", "name", "set", "contract"]
  private static let accepted = "a plan of a sweep in YAML"

  private let measures: [String]

  /// - Parameter measures: names that figures may have.
  public init(measures: [String]) { self.measures = measures }

  public func read(path: String) throws(InputError) -> SweepDocument {
    try read(YAMLDocument.read(path: path, asWhat: Self.accepted), file: path)
  }

  /// For text that is in no file; paths are taken relative to `file`.
  public func read(text: String, file: String) throws(InputError) -> SweepDocument {
    try read(
      YAMLDocument.read(bytes: text.utf8, file: file, asWhat: Self.accepted), file: file)
  }

  private func read(_ root: SourceNode, file: String) throws(InputError) -> SweepDocument {
    let fields = try Fields(root, keys: Self.keys)
    let version = try fields.required("odograph", accepted: "odograph: 1")
    guard try version.text("1") == "1" else { throw version.refused(accepted: "1") }
    try fields.refuseTogether("minimise", "maximise")
    let seeds = try fields.required("seeds", accepted: "such as seeds: 100")
    let document = SweepDocument(
      file: file, name: try fields["name"]?.visibleName() ?? PresetLibrary.name(of: file),
      scenarios: try scenarios(fields), trackers: try trackers(fields),
      seed: try fields["seed"].map(seed) ?? 1,
      seeds: try seeds.wholeNumber(1...10_000_000),
      draws: try fields["draws"]?.wholeNumber(1...1000),
      measures: try fields["measures"].map(measureNames) ?? [],
      axis: try fields["axis"].map(measure), against: try fields["against"]?.mention(),
      requirements: try fields["require"].map(requirements) ?? [],
      objective: try objective(fields), shards: try fields["shards"]?.mention(),
      shardCount: try fields["shards"]?.wholeNumber(1...1_000_000))
    if let node = fields["draws"], let draws = document.draws, draws > document.seeds {
      throw node.refused(accepted: "at most a draw for each of the \(document.seeds) seeds")
    }
    guard !document.seed.addingReportingOverflow(UInt64(document.seeds - 1)).overflow else {
      throw seeds.refused("'seed' and 'seeds' lead beyond the largest seed")
    }
    return document
  }

  private func scenarios(_ fields: Fields) throws(InputError) -> [SweepDocument.Mention] {
    let node = try fields.required("scenarios", accepted: "a list of scenarios' files")
    var mentions: [SweepDocument.Mention] = []
    for element in try node.list("a list of scenarios' files") {
      let path = ScenarioInheritance.path(try element.text("a path"), from: element.location)
      guard !mentions.contains(where: { $0.text == path }) else {
        throw element.refused("\(quoted(path)) is listed twice", accepted: "each once")
      }
      mentions.append(SweepDocument.Mention(text: path, location: element.location))
    }
    guard !mentions.isEmpty else { throw node.refused(accepted: "at least one scenario") }
    return mentions
  }

  private func seed(_ node: SourceNode) throws(InputError) -> UInt64 {
    guard let seed = UInt64(try node.text("a whole number")) else {
      throw node.refused(accepted: "a whole number, not negative")
    }
    return seed
  }

  // MARK: What is asked for

  private func measureNames(_ node: SourceNode) throws(InputError) -> [String] {
    var names: [String] = []
    for element in try node.list("a list of measures") { names.append(try measure(element).text) }
    return names
  }

  private func measure(_ node: SourceNode) throws(InputError) -> SweepDocument.Mention {
    let name = try node.text("a measure")
    guard measures.contains(name) else {
      throw InputError(
        node.location, "no measure is called \(quoted(name))", word: name, oneOf: measures)
    }
    return SweepDocument.Mention(text: name, location: node.location)
  }

  private func requirements(_ node: SourceNode) throws(InputError) -> [MeasureCondition] {
    let elements = if case .list(let elements) = node.content { elements } else { [node] }
    var conditions: [MeasureCondition] = []
    for element in elements {
      conditions.append(
        try MeasureCondition(
          try element.text("a condition such as \"tripRecall >= 0.95\""), option: "'require'",
          measures: measures, location: element.location))
    }
    return conditions
  }

  private func objective(_ fields: Fields) throws(InputError) -> SweepDocument.Objective? {
    for (key, isLeastBest) in [("minimise", true), ("maximise", false)] {
      guard let node = fields[key] else { continue }
      return SweepDocument.Objective(measure: try measure(node), isLeastBest: isLeastBest)
    }
    return nil
  }
}

extension SourceNode {
  fileprivate func mention() throws(InputError) -> SweepDocument.Mention {
    SweepDocument.Mention(text: try visibleName(), location: location)
  }

  func wholeNumber(_ range: ClosedRange<Int>) throws(InputError) -> Int {
    let accepted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(try text(accepted)), range.contains(number) else {
      throw refused(accepted: accepted)
    }
    return number
  }
}
