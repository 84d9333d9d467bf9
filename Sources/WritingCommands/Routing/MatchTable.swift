import Foundation
import Maps
import Text
import Timekeeping

/// The table of a matched recording, for the terminal: each trip, how much of it was matched, and
/// how far its points were moved.
struct MatchTable {
  let matched: MatchedTrace
  let calendar: LocalCalendar
  /// Shorter trips have no row of their own, in meters.
  private static let rowMetersMin = 200.0

  var text: String {
    var rows = [
      ["trip", "mode", "km", "matched", "of points", "median m", "95 % m", "largest m"]
    ]
    let long = matched.trips.filter { $0.figures.meters >= Self.rowMetersMin }
    rows += long.map { trip in
      let points = matched.trace.points
      let (start, end) = (points[trip.points.lowerBound], points[trip.points.upperBound - 1])
      let times = "\(calendar.dateAndClock(start.time)) to \(calendar.clock(end.time))"
      return [times, trip.mode.rawValue] + cells(trip.figures)
    }
    if matched.trips.count > 1 || long.isEmpty {
      let shorter = matched.trips.count - long.count
      let name = shorter > 0 ? "all, with \(counted(shorter, "trip")) below 200 m" : "all trips"
      rows.append([name, ""] + cells(matched.total))
    }
    return TextTable(rows, leftColumns: 2).text + notes.joined(separator: "\n")
      + "\n\(matched.origin.attribution)\n"
  }

  private func cells(_ figures: MatchedTrace.Figures) -> [String] {
    func share(_ part: Double, _ whole: Double) -> String {
      whole > 0 ? "\(Int((part / whole * 100).rounded())) %" : "-"
    }
    let moves = [0.5, 0.95, 1].map { figures.moveMeters(atShare: $0) }
    return [
      String(format: "%.2f", figures.meters / 1000), share(figures.matchedMeters, figures.meters),
      share(Double(figures.matchedCount), Double(figures.pointCount)),
    ] + moves.map { $0.map { String(format: "%.1f", $0) } ?? "-" }
  }

  /// The points that stay as recorded, and what a matched recording is not.
  private var notes: [String] {
    let left = MatchedTrace.Outcome.allCases.compactMap { outcome -> String? in
      let count = matched.count(of: outcome)
      guard count > 0, let reason = outcome.reason else { return nil }
      return "\(counted(count, "point")) \(reason)"
    }
    return (left.isEmpty ? [] : ["As recorded: \(left.joined(separator: "; "))."])
      + ["The map may be wrong: a matched recording is no truth."]
  }
}

extension MatchedTrace.Outcome {
  /// The reason why a point stays as recorded; nil for a matched point.
  fileprivate var reason: String? {
    switch self {
    case .matched: nil
    case .resting: "at rest or at gaps"
    case .flying: "in flight"
    case .outsideMap: "outside of the map"
    case .noRails: "on rails, which no server knows"
    case .offWays: "off the ways of the map"
    }
  }
}
