import Evaluation
import Experiments

/// The order of a report's trackers by coverage and battery use. It chooses what the page shows
/// first, and gives the sentence that opens the page.
struct TrackerRanking {
  private struct Place {
    var index: Int
    var name: String
    var coverage: Figure
    var cost: Figure
  }

  /// A mean, and the ends of its range or interval if there is one.
  private struct Figure {
    var mean: Double
    var ends: (low: Double, high: Double)?
  }

  /// Trackers whose coverage differs by less than this count as equally good, so that the cheaper
  /// one is the better one.
  private static let coverageSlack = 0.05
  /// The battery use of the next best tracker is at most this much above that of the best one, in
  /// percent of a full charge per day.
  private static let costSlackPercent = 5.0
  private static let shownCountMax = 3

  private let places: [Place]
  private let isInMotion: Bool
  private let trackerCount: Int

  init(_ trackers: [TrackerResults]) {
    let inMotion = Self.places(of: trackers, "positionCoverageMoving")
    isInMotion = !inMotion.isEmpty
    places = isInMotion ? inMotion : Self.places(of: trackers, "positionCoverage")
    trackerCount = trackers.count
  }

  /// Makes the ranking of the trackers of a comparison.
  init(_ trackers: [ComparedTracker]) {
    let inMotion = Self.places(of: trackers, "positionCoverageMoving")
    isInMotion = !inMotion.isEmpty
    places = isInMotion ? inMotion : Self.places(of: trackers, "positionCoverage")
    trackerCount = trackers.count
  }

  private static func places(of trackers: [ComparedTracker], _ coverage: String) -> [Place] {
    func figure(_ tracker: ComparedTracker, _ measure: String) -> Figure? {
      tracker.figure(measure).flatMap { figure in
        figure.mean.map { Figure(mean: $0, ends: figure.interval.map { ($0.low, $0.high) }) }
      }
    }
    return trackers.enumerated().compactMap { index, tracker in
      guard let coverage = figure(tracker, coverage), let cost = figure(tracker, Measures.cost)
      else { return nil }
      return Place(index: index, name: tracker.tracker, coverage: coverage, cost: cost)
    }
  }

  private static func places(of trackers: [TrackerResults], _ coverage: String) -> [Place] {
    trackers.enumerated().compactMap { index, tracker in
      let figures = tracker.figures.map { $0.values(of: [coverage, Measures.cost]) }
      func figure(_ spread: Spread) -> Figure {
        Figure(
          mean: spread.mean, ends: tracker.runs.count > 1 ? (spread.low, spread.high) : nil)
      }
      guard let coverage = Spread(figures.map { $0[0] }).map(figure),
        let cost = Spread(figures.map { $0[1] }).map(figure)
      else { return nil }
      return Place(index: index, name: tracker.name, coverage: coverage, cost: cost)
    }
  }

  /// The largest battery use of all trackers, in percent of a full charge per day.
  var costMax: Double { max(places.map(\.cost.mean).max() ?? 0, .leastNormalMagnitude) }

  private var best: Place? { best(of: places) }

  /// Returns the cheapest of the places whose coverage is nearly the highest.
  private func best(of places: [Place]) -> Place? {
    guard let highest = places.map(\.coverage.mean).max() else { return nil }
    return places.filter { $0.coverage.mean > highest - Self.coverageSlack }
      .min { $0.cost.mean < $1.cost.mean }
  }

  /// The indices of the trackers to show first: the best one, the one that the scenario names
  /// first, and the one that uses the least battery.
  var shown: [Int] {
    let cheapest = places.min { $0.cost.mean < $1.cost.mean }
    var indices: [Int] = []
    let wanted = [best?.index, trackerCount > 0 ? 0 : nil, cheapest?.index] + next.map(\.index)
    for case let index? in wanted where !indices.contains(index) { indices.append(index) }
    return Array(indices.prefix(Self.shownCountMax))
  }

  /// The other trackers, the best first.
  private var next: [Place] {
    places.filter { $0.index != best?.index }.sorted { $0.coverage.mean > $1.coverage.mean }
  }

  // MARK: - Words

  /// The sentence that answers which tracker is best, at which cost; nil without figures.
  var sentence: String? {
    guard let best else { return nil }
    return "\(best.name) knows the place for \(coverage(best)) and uses \(cost(best))"
      + comparison(best) + "."
  }

  private func comparison(_ best: Place) -> String {
    let others = next
    if let higher = others.first, higher.coverage.mean > best.coverage.mean {
      return "; the highest coverage is " + short(higher)
    }
    let near = others.filter { $0.cost.mean <= best.cost.mean + Self.costSlackPercent }
    let slack = FigureText.decimal(Self.costSlackPercent, 0) + " points of battery"
    if let second = near.first {
      return "; the next best at most \(slack) above it is \(short(second))"
    }
    guard let second = others.first else { return "" }
    return "; every other tracker lies more than \(slack) above it: \(short(second))"
  }

  private func short(_ place: Place) -> String {
    "\(place.name), \(FigureText.percent(place.coverage.mean)) % for \(points(place.cost.mean)) %"
  }

  private func coverage(_ place: Place) -> String {
    "\(FigureText.percent(place.coverage.mean)) %\(range(place.coverage, FigureText.percent))"
      + (isInMotion ? " of the time in motion" : " of the time")
  }

  private func cost(_ place: Place) -> String {
    "\(points(place.cost.mean)) %\(range(place.cost, points)) of the battery a day"
  }

  private func points(_ percent: Double) -> String { FigureText.decimal(percent, 1) }

  private func range(_ figure: Figure, _ text: (Double) -> String) -> String {
    figure.ends.map { " (\(text($0.low)) to \(text($0.high)))" } ?? ""
  }
}
