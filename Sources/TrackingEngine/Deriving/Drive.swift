import Geodesy
import PhoneAPI
import Timekeeping

/// A drive, or a run on foot, from its start up to now.
struct Drive: Sendable, Equatable {
  struct Point: Sendable, Equatable {
    var coordinate: Coordinate
    var time: Instant
  }

  var isRun = false
  var start: Instant
  /// The end of the drive if it is earlier than the time at which the end was detected.
  var end: Instant?
  private(set) var points = 0
  /// The sum of the distances from each point to the next.
  private(set) var distanceMeters = 0.0
  private(set) var first: Point?
  private(set) var last: Point?
  private var beforeLast: Coordinate?

  init(isRun: Bool, start: Instant) {
    self.isRun = isRun
    self.start = start
  }

  mutating func add(_ location: Location) {
    let point = Point(coordinate: location.coordinate, time: location.timestamp)
    if let last { distanceMeters += last.coordinate.distanceMeters(to: point.coordinate) }
    points += 1
    first = first ?? point
    beforeLast = last?.coordinate
    last = point
  }

  /// Returns true if a coordinate is farther than `meters` from each of the last two points.
  func isBeyond(_ meters: Double, _ coordinate: Coordinate) -> Bool {
    [last?.coordinate, beforeLast].allSatisfy {
      $0.map { $0.distanceMeters(to: coordinate) > meters } ?? true
    }
  }

  /// The time from the first point to the last.
  ///
  /// If the first point is older than the drive's start, the time counts from the start.
  var duration: TimeSpan {
    guard let first, let last else { return .zero }
    return max(.zero, last.time - max(first.time, start))
  }

  /// The time of the last point, or the start of the drive if no point is later than the start.
  var newest: Instant { max(start, last?.time ?? start) }
}

// MARK: - Storing over a kill

extension Drive {
  /// The drive as numbers separated by spaces, the form in which it is stored at each new point.
  var text: String {
    var text = "\(isRun ? 1 : 0) \(start.nanoseconds) \(points) \(distanceMeters)"
    for point in [first, last].compactMap({ $0 }) {
      text +=
        " \(point.coordinate.latitude) \(point.coordinate.longitude) \(point.time.nanoseconds)"
    }
    if let beforeLast { text += " \(beforeLast.latitude) \(beforeLast.longitude)" }
    return text
  }

  init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4 || words.count == 10 || words.count == 12,
      let start = Int64(words[1]), let points = Int(words[2]), let meters = Double(words[3])
    else { return nil }
    self.init(isRun: words[0] == "1", start: Instant(nanoseconds: start))
    self.points = points
    distanceMeters = meters
    guard words.count >= 10 else { return }
    first = Point(words[4..<7])
    last = Point(words[7..<10])
    if words.count == 12 { beforeLast = Coordinate(words[10..<12]) }
    guard first != nil, last != nil else { return nil }
  }
}

extension Drive.Point {
  fileprivate init?(_ words: ArraySlice<Substring>) {
    guard let coordinate = Coordinate(words.prefix(2)),
      let time = words.last.flatMap({ Int64($0) })
    else { return nil }
    self.init(coordinate: coordinate, time: Instant(nanoseconds: time))
  }
}

extension Coordinate {
  fileprivate init?(_ words: ArraySlice<Substring>) {
    let numbers = words.compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    self.init(latitude: numbers[0], longitude: numbers[1])
  }
}
