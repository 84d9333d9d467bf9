import Documents
import Files
import Text

/// A reader of tuning plans, as strict as the reader of scenarios.
package struct TuningReader: DocumentReader {
  package static let kind = DocumentKind.tuning

  private let names: MeasureNames
  /// The measures of the default objectives: `most` is maximized, `least` is minimized.
  private let usual: (most: String, least: String)

  /// Makes a reader that knows the names of the measures and the default objectives.
  ///
  /// - Parameter measures: the names of the known measures.
  package init(measures: [String], usual: (most: String, least: String)) {
    names = MeasureNames(known: measures)
    self.usual = usual
  }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> TuningDocument {
    let fields = try Fields(root, keys: TuningKeys.tuning)
    try fields.requireVersion("odograph")
    let preset = try fields.required("preset", accepted: "a preset's name or file")
    let objectives = try objectives(fields)
    let (search, judge) = try halves(fields)
    return TuningDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      preset: .init(text: try preset.presetName(), location: preset.location),
      settings: try settings(fields), search: search, judge: judge, objectives: objectives,
      requirements: try fields["require"].map(names.requirements) ?? [],
      choice: try choice(fields["choose"], among: objectives),
      generations: try fields.wholeNumber("generations") ?? 12,
      population: try fields.wholeNumber("population") ?? 24,
      judgedMax: try fields.wholeNumber("judged") ?? 12)
  }

  // MARK: Search set and holdout set

  private func halves(
    _ fields: Fields
  ) throws(InputError) -> (search: TuningDocument.Half, judge: TuningDocument.Half) {
    let (search, judge) = try scenarios(fields)
    let first = try fields["seed"]?.seedNumber() ?? 1
    let node = try fields.required("seeds", accepted: "such as seeds: 20")
    let (searchSeeds, judgeSeeds) = try seeds(node)
    // The same limit as in a sweep's plan, to which each of the two sets is converted.
    guard first <= UInt64(Int64.max) - UInt64(searchSeeds + judgeSeeds - 1) else {
      throw (fields["seed"] ?? node).refused(
        "'seed' and 'seeds' lead beyond the largest seed", accepted: "seeds up to \(Int64.max)")
    }
    return (
      .init(scenarios: search, firstSeed: first, seeds: searchSeeds),
      .init(scenarios: judge, firstSeed: first + UInt64(searchSeeds), seeds: judgeSeeds)
    )
  }

  /// Reads the number of seeds: one number for both sets, or a number for each set.
  private func seeds(_ node: SourceNode) throws(InputError) -> (search: Int, judge: Int) {
    guard case .mapping = node.content else {
      let count = try node.wholeNumber(of: TuningKeys.seeds["search"])
      return (count, count)
    }
    let fields = try Fields(node, keys: TuningKeys.seeds)
    return (
      try fields.requiredWholeNumber("search"), try fields.requiredWholeNumber("judge")
    )
  }

  /// Reads the scenarios of the search set and of the holdout set.
  ///
  /// The plan gives them under `search:` and `judge:`. If it has `scenarios:` instead, the first
  /// scenario goes to the search set, the second to the holdout set, and so on in turn.
  private func scenarios(
    _ fields: Fields
  ) throws(InputError) -> (search: [TuningDocument.Mention], judge: [TuningDocument.Mention]) {
    for half in TuningKeys.halves.names { try fields.refuseTogether("scenarios", half) }
    if fields["search"] != nil || fields["judge"] != nil {
      let search = try fields.required("search", accepted: "a list of scenarios' files")
        .scenarioPaths()
      let judge = try fields.required("judge", accepted: "a list of scenarios' files")
        .scenarioPaths()
      let searched = Set(search.map { canonicalPath($0.text) })
      for mention in judge where searched.contains(canonicalPath(mention.text)) {
        throw InputError(
          mention.location, "\(quoted(mention.text)) is in 'search' and in 'judge'",
          accepted: "scenarios that are not in the search set")
      }
      return (search, judge)
    }
    let node = try fields.required("scenarios", accepted: "a list of scenarios' files")
    let all = try node.scenarioPaths()
    guard all.count > 1 else {
      throw node.refused(
        "one scenario cannot be split into a search set and a holdout set",
        accepted: "two scenarios or more")
    }
    let parts = [0, 1].map { half in
      all.indices.filter { $0 % 2 == half }.map { all[$0] }
    }
    return (parts[0], parts[1])
  }

  // MARK: Objectives

  private func objectives(_ fields: Fields) throws(InputError) -> [TuningDocument.Objective] {
    var objectives: [TuningDocument.Objective] = []
    for (key, isLeastBest) in [("maximise", false), ("minimise", true)] {
      guard let node = fields[key] else { continue }
      let elements = if case .list(let elements) = node.content { elements } else { [node] }
      for element in elements {
        let mention = try names.measure(element)
        guard !objectives.contains(where: { $0.measure.text == mention.text }) else {
          throw element.refused(
            "'\(mention.text)' is an objective twice", accepted: "each measure once")
        }
        objectives.append(.init(measure: mention, isLeastBest: isLeastBest))
      }
    }
    guard objectives.isEmpty else { return objectives }
    return [(usual.most, false), (usual.least, true)].map { measure, isLeastBest in
      .init(measure: .init(text: measure, location: fields.node.location), isLeastBest: isLeastBest)
    }
  }

  /// Returns the objective by which the recommended candidate is chosen.
  ///
  /// If the plan does not name that objective, the battery use is taken. If the battery use is not
  /// an objective, the first objective is taken.
  private func choice(
    _ node: SourceNode?, among objectives: [TuningDocument.Objective]
  ) throws(InputError) -> TuningDocument.Objective {
    let wanted = try node?.word(oneOf: objectives.map(\.measure.text)) ?? usual.least
    return objectives.first { $0.measure.text == wanted } ?? objectives[0]
  }
}
