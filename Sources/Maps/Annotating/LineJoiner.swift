import Geodesy

/// A joiner of lines that begin or end at the same point.
struct LineJoiner {
  private var lines: [[Coordinate]]
  private var isUsed: [Bool]
  /// The lines at each end.
  private var ends: [Coordinate: [Int]] = [:]

  /// Returns longer lines that cover the same ways. Where more than two lines meet, two of them are
  /// joined.
  static func joined(_ lines: [[Coordinate]]) -> [[Coordinate]] {
    var joiner = LineJoiner(lines)
    return lines.indices.compactMap { joiner.chain(from: $0) }
  }

  private init(_ lines: [[Coordinate]]) {
    self.lines = lines
    isUsed = lines.map(\.isEmpty)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      ends[line[0], default: []].append(index)
      ends[line[line.count - 1], default: []].append(index)
    }
  }

  private mutating func chain(from index: Int) -> [Coordinate]? {
    guard !isUsed[index] else { return nil }
    isUsed[index] = true
    var chain = lines[index]
    extend(&chain)
    chain.reverse()
    extend(&chain)
    return chain
  }

  /// Adds lines at the end of the chain.
  private mutating func extend(_ chain: inout [Coordinate]) {
    while let end = chain.last, let next = ends[end]?.first(where: { !isUsed[$0] }) {
      isUsed[next] = true
      chain += lines[next][0] == end ? lines[next].dropFirst() : lines[next].reversed().dropFirst()
    }
  }
}
