import Documents
import Text

/// A reader of sweep plans, as strict as the reader of scenarios.
package struct SweepReader: DocumentReader {
  package static let kind = DocumentKind.sweep

  private let names: MeasureNames

  /// Makes a reader that knows the names of the measures.
  ///
  /// - Parameter measures: the names of the known measures.
  package init(measures: [String]) { names = MeasureNames(known: measures) }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> SweepDocument {
    let fields = try Fields(root, keys: SweepKeys.sweep)
    try fields.requireVersion("odograph")
    try fields.refuseTogether("minimise", "maximise")
    let seeds = try fields.required("seeds", accepted: "such as seeds: 100")
    let scenarios = try fields.required("scenarios", accepted: "a list of scenarios' files")
    let document = SweepDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      scenarios: try scenarios.scenarioPaths(), trackers: try trackers(fields),
      seed: try fields["seed"]?.seedNumber() ?? 1,
      seeds: try seeds.wholeNumber(of: SweepKeys.sweep["seeds"]),
      draws: try fields.wholeNumber("draws"), measures: try names.list(fields["measures"]),
      axis: try fields["axis"].map(names.measure), against: try fields["against"]?.mention(),
      requirements: try fields["require"].map(names.requirements) ?? [],
      objective: try objective(fields), shards: try fields["shards"]?.mention(),
      shardCount: try fields.wholeNumber("shards"))
    if let node = fields["draws"], let draws = document.draws, draws > document.seeds {
      throw node.refused(accepted: "at most one draw for each of the \(document.seeds) seeds")
    }
    // Databases store no larger integers.
    guard document.seed <= UInt64(Int64.max) - UInt64(document.seeds - 1) else {
      throw (fields["seed"] ?? seeds).refused(
        "'seed' and 'seeds' lead beyond the largest seed", accepted: "seeds up to \(Int64.max)")
    }
    return document
  }

  // MARK: Objectives

  private func objective(_ fields: Fields) throws(InputError) -> SweepDocument.Objective? {
    for (key, isLeastBest) in [("minimise", true), ("maximise", false)] {
      guard let node = fields[key] else { continue }
      return SweepDocument.Objective(measure: try names.measure(node), isLeastBest: isLeastBest)
    }
    return nil
  }
}

extension SourceNode {
  fileprivate func mention() throws(InputError) -> SweepDocument.Mention {
    SweepDocument.Mention(text: try visibleName(), location: location)
  }
}
