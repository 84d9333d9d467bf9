import Documents
import EventKernel
import Foundation
import TestSupport
import Testing
import Text
import Timekeeping

@testable import Scenarios

/// Tests each value of a document at both ends of its key's range and beyond.
@Suite("The extremes of every key")
struct KeyExtremesTests {
  /// A scalar in a document: the path to it and the kind of value of its key.
  private struct Leaf {
    /// Indexes of entries and elements, from the top down.
    var path: [Int]
    var key: String
    var kind: ValueKind
  }

  private func leaves(
    of node: SourceNode, _ kind: ValueKind, _ key: String, _ path: [Int] = []
  ) -> [Leaf] {
    switch (kind, node.content) {
    case (.described(_, let inner), _): leaves(of: node, inner, key, path)
    case (.either(let kinds), _): kinds.flatMap { leaves(of: node, $0, key, path) }
    case (.table(let table), .mapping(let entries)):
      entries.enumerated().flatMap { index, entry in
        table.keys.first { $0.name == entry.key }.map { known in
          leaves(of: entry.value, known.kind, table.name + "." + known.name, path + [index])
        } ?? []
      }
    case (.named(let inner), .mapping(let entries)):
      entries.enumerated().flatMap { leaves(of: $1.value, inner, key, path + [$0]) }
    case (.list(let inner, _), .list(let elements)):
      elements.enumerated().flatMap { leaves(of: $1, inner, key, path + [$0]) }
    case (.text, .text), (.form, .text), (.number, .text), (.wholeNumber, .text),
      (.quantity, .text):
      [Leaf(path: path, key: key, kind: kind)]
    default: []
    }
  }

  private func replaced(_ node: SourceNode, at path: ArraySlice<Int>, by text: String) -> SourceNode
  {
    var node = node
    guard let index = path.first else {
      node.content = .text(text, isQuoted: false)
      return node
    }
    switch node.content {
    case .mapping(var entries):
      entries[index].value = replaced(entries[index].value, at: path.dropFirst(), by: text)
      node.content = .mapping(entries)
    case .list(var elements):
      elements[index] = replaced(elements[index], at: path.dropFirst(), by: text)
      node.content = .list(elements)
    case .text: break
    }
    return node
  }

  /// Returns texts that the reader must refuse, and texts that it may accept or refuse for other
  /// reasons.
  private func texts(_ kind: ValueKind) -> (beyond: [String], possible: [String]) {
    switch kind {
    case .number(let range?):
      (["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "nan", "inf"], Extremes.numbers)
    case .wholeNumber(let range):
      (
        ["\(range.lowerBound.subtractingReportingOverflow(1).partialValue)", "nan", "1e400"]
          + (range.upperBound == .max ? [] : ["\(range.upperBound + 1)"]), Extremes.numbers
      )
    case .quantity(let dimension, let limits): quantities(dimension, limits)
    default: ([], Extremes.numbers + Extremes.stamps + ["00:00", "24:00", "23:59:60", "-01:00"])
    }
  }

  private func quantities(
    _ dimension: QuantityDimension, _ limits: Limits
  ) -> (beyond: [String], possible: [String]) {
    let units = dimension.units.sorted { $0.factor < $1.factor }
    let unit = units.first ?? ("", 1)
    // A number is at its most extreme in the largest unit or in the smallest.
    let all = [units.first, units.last].compactMap(\.self).flatMap { unit in
      Extremes.numbers.map { "\($0) \(unit.name)" }
    }
    func written(_ value: Double) -> String { "\(value / unit.factor) \(unit.name)" }
    switch limits {
    case .aboveZero: return (["0 \(unit.name)", "-1 \(unit.name)", "nan \(unit.name)"], all)
    case .notNegative: return (["-1 \(unit.name)", "inf \(unit.name)"], all)
    case .within(let range, _):
      return (
        [written(range.lowerBound - 1), written(range.upperBound * 1.01 + 1)],
        all + [written(range.lowerBound), written(range.upperBound)]
      )
    }
  }

  private static func files(_ folder: String) -> [String] {
    let path = packageRoot.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { path + "/" + $0 }
  }

  /// Checks each key once, in the first of the files that has it.
  /// - Parameter refusesBeyond: False if a later step refuses values out of range.
  private func check(
    _ files: [String], _ table: KeyTable, keysAtLeast: Int, refusesBeyond: Bool = true,
    _ read: (SourceNode, String) throws(InputError) -> Void
  ) throws {
    var seen: Set<String> = []
    for file in files {
      let root = try YAMLDocument.read(path: file, asWhat: "a document")
      let all = leaves(of: root, .table(table), "")
      for leaf in all
      where seen.insert(leaf.key + "\(leaf.kind)").inserted {
        let (beyond, possible) = texts(leaf.kind)
        let isAlone =
          refusesBeyond
          && !all.contains { $0.path == leaf.path && "\($0.kind)" != "\(leaf.kind)" }
        for text in beyond + possible {
          do throws(InputError) {
            try read(replaced(root, at: leaf.path[...], by: text), file)
            #expect(!isAlone || !beyond.contains(text), "\(leaf.key) takes \(text)")
          } catch {
            #expect(error.location.file != nil, "\(error)")
          }
        }
      }
    }
    #expect(seen.count >= keysAtLeast, "\(seen.count)")
  }

  @Test("A scenario with an extreme value is lived or refused")
  func scenarios() throws {
    let reader = ScenarioReader(vocabulary: vocabulary)
    try check(Self.files("Scenarios"), ScenarioKeys.scenario, keysAtLeast: 40) {
      (root, file) throws(InputError) in
      let (whole, files) = try ScenarioInheritance.resolve(root, chain: [file])
      let scenario = try reader.read(whole, file: file, sourceFiles: files)
      _ = try scenario.world(chance: SeededRandom(seed: 1))
    }
  }

  @Test("A plan of a sweep, a tuning or a study with an extreme value is read or refused")
  func plans() throws {
    let sweeps = SweepReader(measures: [])
    try check(Self.files("Examples/Sweeps"), SweepKeys.sweep, keysAtLeast: 3) {
      (root, file) throws(InputError) in _ = try sweeps.read(root, file: file)
    }
    let tunings = TuningReader(measures: [], usual: ("a", "b"))
    try check(Self.files("Examples/Tuning"), TuningKeys.tuning, keysAtLeast: 5) {
      (root, file) throws(InputError) in _ = try tunings.read(root, file: file)
    }
    let studies = StudyReader(measures: [])
    try check(
      Self.files("Scenarios/studies"), StudyKeys.study, keysAtLeast: 5, refusesBeyond: false
    ) {
      (root, file) throws(InputError) in _ = try studies.read(root, file: file)
    }
  }

  @Test("A phone profile with an extreme value is read or refused")
  func profiles() throws {
    var vocabulary = vocabulary
    vocabulary.modelParameters += ["processor.awakeIdleWatts", "processor.awakeShareFine"]
    vocabulary.readings["charger"] = ["fast"]
    let reader = PhoneProfileReader(vocabulary: vocabulary)
    let file = packageRoot.appendingPathComponent("Examples/PhoneProfile/my-phone.yaml").path
    try check([file], ProfileKeys.profile, keysAtLeast: 10) {
      (root, file) throws(InputError) in _ = try reader.read(root, file: file)
    }
  }

  @Test("A file of measurements with an extreme value is read or refused")
  func measurements() throws {
    let reader = ValidationReader(measures: [], vocabulary: vocabulary)
    try check(Self.files("Validation"), ValidationKeys.validation, keysAtLeast: 5) {
      (root, file) throws(InputError) in _ = try reader.read(root, file: file)
    }
  }
}
