import Geodesy
import LivePhone
import PhoneAPI
import Timekeeping
import TrackingEngine

/// The path of the receiver since the program began. When the path becomes long, some points are
/// removed.
struct LiveTrail {
  struct Point: Encodable {
    /// The number of the point. It increases by one for each new point, even after points are
    /// removed.
    var number: Int
    var time: String
    var latitude: Double
    var longitude: Double
    var accuracyMeters: Double?
    var altitudeMeters: Double?
  }

  static let pointsMax = 8192

  private(set) var points: [Point] = []
  private var newest: Instant?

  /// Adds a fix as a point, unless the path already ends with that fix.
  mutating func add(_ fix: ReceiverStatus.Received<PositionReport>) {
    guard let coordinate = fix.report.coordinate, newest.map({ fix.at > $0 }) ?? true else {
      return
    }
    newest = fix.at
    add(
      coordinate, at: fix.at, accuracyMeters: fix.report.horizontalAccuracyMeters,
      altitudeMeters: fix.report.altitudeMeters)
  }

  /// Adds a recorded position as a point.
  mutating func add(_ record: Location) {
    add(
      record.coordinate, at: record.timestamp,
      accuracyMeters: record.horizontalAccuracyMeters >= 0 ? record.horizontalAccuracyMeters : nil)
  }

  private mutating func add(
    _ coordinate: Coordinate, at time: Instant, accuracyMeters: Double?,
    altitudeMeters: Double? = nil
  ) {
    if points.count == Self.pointsMax { thin() }
    points.append(
      Point(
        number: (points.last?.number ?? 0) + 1, time: "\(time)",
        latitude: coordinate.latitude, longitude: coordinate.longitude,
        accuracyMeters: accuracyMeters, altitudeMeters: altitudeMeters))
  }

  /// Removes every second point of the older half of the path. The newest point is always kept.
  private mutating func thin() {
    let half = points.count / 2
    let older = points.prefix(half).enumerated().filter { $0.offset.isMultiple(of: 2) }
    points = older.map(\.element) + points[half...]
  }

  func points(after number: Int) -> ArraySlice<Point> {
    points.drop { $0.number <= number }
  }
}

/// The state that the page requests every second, encoded as JSON.
struct LivePageState: Encodable {
  struct Row: Encodable {
    var label: String
    var text: String
    var isBad: Bool
  }

  struct Circle: Encodable {
    var name: String
    var latitude: Double
    var longitude: Double
    var radiusMeters: Double

    init(_ region: CircularRegion) {
      name = region.identifier
      latitude = region.center.latitude
      longitude = region.center.longitude
      radiusMeters = region.radiusMeters
    }
  }

  var preset: String
  /// The name of the time zone in which the page shows times.
  var zone: String
  var rows: [Row]
  var points: [LiveTrail.Point]
  /// The records of the simulated phone in the receiver's loop.
  var simulated: [LiveTrail.Point] = []
  var fences: [Circle]
  var home: Circle?

  /// Creates the state; nil before the tracker's first status.
  init?(
    _ status: LiveStatus?, _ regions: [CircularRegion], _ home: CircularRegion?,
    _ trail: LiveTrail, _ known: Int
  ) {
    guard let status else { return nil }
    preset = status.preset
    zone = status.calendar.identifier
    // The page does not need its own address.
    rows = status.rows.filter { $0.label != "Page" }.map {
      Row(label: $0.label, text: $0.text, isBad: $0.tone == .bad)
    }
    points = Array(trail.points(after: known))
    fences = regions.map(Circle.init)
    self.home = home.map(Circle.init)
  }
}
