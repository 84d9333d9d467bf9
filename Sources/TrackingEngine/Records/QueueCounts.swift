import Text

/// The numbers of records that wait to be sent, by kind.
package struct QueueCounts: Sendable, Equatable {
  /// The kinds with the words for their records, in the order in which displays list them.
  private static let nouns: [(kind: RecordKinds, noun: String)] = [
    (.location, "location"), (.visit, "visit"), (.trip, "trip"), (.log, "log record"),
    (.drive, "drive"), (.crossing, "crossing"), (.gate, "gate request"),
    (.timeOutdoors, "day outdoors"),
  ]
  static var kinds: [RecordKinds] { nouns.map(\.kind) }

  private let counts: [RecordKinds: Int]

  package init(_ counts: [RecordKinds: Int] = [:]) { self.counts = counts.filter { $0.value > 0 } }

  package subscript(kind: RecordKinds) -> Int { counts[kind] ?? 0 }

  /// The counts as text, such as "400 locations, 1 trip"; empty if no record waits.
  package var words: String {
    Self.nouns.filter { self[$0.kind] > 0 }
      .map { kind, noun in
        kind == .timeOutdoors && self[kind] != 1
          ? "\(self[kind]) days outdoors" : counted(self[kind], noun)
      }
      .joined(separator: ", ")
  }
}
