/// Which rows of a CSV file are meant, where one column names several trajectories.
struct TrajectoryChoice {
  private let column: Int?
  private let chosen: String?
  /// In the order of the file.
  private var seen: [String] = []
  private var known: Set<String> = []

  init(_ header: CSVHeader, _ options: TraceOptions, _ place: SourceLocation) throws(InputError) {
    column = header[.trajectory]
    chosen = options.trajectory
    if chosen != nil {
      _ = try header.required(.trajectory, "the trajectory's name", place)
    }
  }

  mutating func takes(_ fields: [Substring]) -> Bool {
    guard let column else { return true }
    let name = fields[column]
    if seen.last.map({ name == $0 }) != true, known.insert(String(name)).inserted {
      seen.append(String(name))
    }
    // Until a second name turns up the file may hold one trajectory only.
    return chosen.map { name == $0 } ?? (seen.count == 1)
  }

  /// After the last row: was it clear which was meant, and was it there?
  func check(_ location: SourceLocation) throws(InputError) {
    if let chosen, !known.contains(chosen) {
      throw InputError(
        location, "no trajectory is called \(quoted(chosen))", accepted: listing(seen, atMost: 5),
        suggestion: nearestSpelling(to: chosen, among: seen))
    }
    if chosen == nil, seen.count > 1 {
      throw InputError(
        location, "the file holds \(seen.count) trajectories",
        accepted: "--trajectory, or 'trajectory:' under 'replay:', with one of "
          + listing(seen, atMost: 5))
    }
  }
}
