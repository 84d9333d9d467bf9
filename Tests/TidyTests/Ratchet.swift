import Foundation

/// The committed table of limits: the number of breaches of each rule that each top folder may
/// have.
///
/// A count above its limit fails. A count below it fails too, until the limit is lowered, so that
/// an improvement is not lost.
struct Ratchet: Equatable {
  static let path = "Tests/TidyTests/ratchet.json"
  static let command = "ODOGRAPH_WRITE_GENERATED=1 swift test --filter TidyTests"

  /// The limits of each rule, by area. A missing limit is 0.
  var limits: [String: [String: Int]]

  /// Returns the committed table; nil if there is none.
  static func read() throws -> Ratchet? {
    let file = repository.appendingPathComponent(path)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return Ratchet(
      limits: try JSONDecoder().decode([String: [String: Int]].self, from: Data(contentsOf: file)))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(limits), as: UTF8.self) + "\n"
    try text.write(
      to: repository.appendingPathComponent(Self.path), atomically: true, encoding: .utf8)
  }

  func limit(_ rule: String, _ area: String) -> Int { limits[rule]?[area] ?? 0 }

  /// Returns the messages for counts that differ from their limits.
  func complaints(_ breaches: [Breaches]) -> [String] {
    breaches.flatMap { breach in
      breach.areas(limited: limits[breach.rule] ?? [:]).compactMap { area in
        let count = breach.byArea[area]?.count ?? 0
        let limit = limit(breach.rule, area)
        if count > limit { return breach.tooMany(area, limit: limit) }
        if count < limit { return breach.tooFew(area, limit: limit) }
        return nil
      }
    }
  }

  /// Returns the same table with every limit lowered to its count; no limit is raised.
  func lowered(to breaches: [Breaches]) -> Ratchet {
    var lowered = Ratchet(limits: [:])
    for breach in breaches {
      for (area, offenses) in breach.byArea {
        lowered.limits[breach.rule, default: [:]][area] = min(
          offenses.count, limit(breach.rule, area))
      }
    }
    return lowered
  }
}

/// All offenses against one rule.
struct Breaches {
  var rule: String
  var byArea: [String: [Offense]]
  /// The instant at which each file was last changed.
  private var changes: [String: Date]

  init(_ rule: TidyRule, in tree: SourceTree) {
    self.rule = rule.name
    byArea = Dictionary(grouping: rule.offenses(tree)) { area(ofPath: $0.path) }
    changes = Dictionary(tree.files.map { ($0.path, $0.changed) }) { first, _ in first }
  }

  func areas(limited: [String: Int]) -> [String] { Set(byArea.keys).union(limited.keys).sorted() }

  /// Returns a table in which every count is the limit.
  static func limits(_ breaches: [Breaches]) -> Ratchet {
    Ratchet(
      limits: Dictionary(
        uniqueKeysWithValues: breaches.map { ($0.rule, $0.byArea.mapValues(\.count)) }))
  }

  fileprivate func tooMany(_ area: String, limit: Int) -> String {
    let offenses = byArea[area] ?? []
    let worst = offenses.sorted { $0.size > $1.size }
    let newest = offenses.sorted {
      (changes[$0.path] ?? .distantPast) > (changes[$1.path] ?? .distantPast)
    }
    return """
      \(area) has \(offenses.count) \(rule); at most \(limit) are allowed. Mend \
      \(offenses.count - limit).
      The worst:\(Self.list(worst))
      In the files changed last:\(Self.list(newest))
      If more have to be allowed, raise the limit in \(Ratchet.path) by hand and say why.
      """
  }

  fileprivate func tooFew(_ area: String, limit: Int) -> String {
    """
    \(area) has only \(byArea[area]?.count ?? 0) \(rule); the limit is still \(limit). Lower it: \
    \(Ratchet.command)
    """
  }

  private static func list(_ offenses: [Offense]) -> String {
    offenses.prefix(5).map { "\n  \($0.description)" }.joined()
  }
}
