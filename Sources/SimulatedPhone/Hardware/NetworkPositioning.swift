import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions by Wi-Fi access points and cell sites.
///
/// Wi-Fi is at hand indoors and along town streets and reports 65 m in two of three fixes, else 35 or
/// 165 m (STD-11, STD-18); otherwise the serving cell gives 1,414 m (STD-12, STD-13). Without a data
/// connection neither is looked up.
///
/// The error belongs to the place: a database that puts an access point 40 m off puts it there every
/// time, so a phone that lies still sees a constant error and a jitter of a few metres, however large the
/// reported radius. In recorded nights the step from fix to fix is 6 m in the median and 13 m at p95,
/// and 0.65 an hour are beyond 30 m (STD-19). So jitter is drawn by the quarter minute, and the error of
/// a square of the map anew every 80 minutes, as access points come and go.
struct NetworkPositioning {
  enum Method: Sendable { case wifi, cell }

  /// Side of the squares in degrees of latitude: about a hundred metres.
  private static let squareDegrees = 0.001
  /// Per axis: 6 m ÷ √(2 ln 2) ÷ √2 gives the median of 6 m between two fixes at rest (STD-19).
  private static let jitterMeters = 3.6
  private static let epochSeconds: Int64 = 4800

  private let errorShare: Double
  private let presence: Chance
  private let accuracies: Chance
  private let errors: Chance
  private let jitter: Chance

  init(parameters: NetworkPositioningParameters, chance: Chance) {
    let chance = chance.stream("network.position")
    errorShare = parameters.wifiErrorShare
    presence = chance.stream("presence")
    accuracies = chance.stream("accuracy")
    errors = chance.stream("error")
    jitter = chance.stream("jitter")
  }

  /// Which method answers here; nil without a network.
  func method(span: Span, at coordinate: Coordinate, scansWiFi: Bool = true) -> Method? {
    guard span.network != .none else { return nil }
    guard scansWiFi else { return .cell }
    let share =
      switch span.sky {
      case .indoors: 0.98
      case .urban: 0.9
      case .open: span.network == .poorCellular ? 0.1 : 0.5
      case .none: 0.0
      }
    return presence.happens(withProbability: share, at: square(coordinate)) ? .wifi : .cell
  }

  /// - Parameter cell: the serving cell, whose own place is what a cell position is off by.
  func fix(
    _ truth: TruePosition, method: Method, cell: Int64, scale: LocalScale, at now: Instant
  ) -> Location {
    let place = method == .wifi ? square(truth.coordinate) : cell
    let accuracy = method == .wifi ? wifiAccuracyMeters(place) : 1414
    // A cell's figure is a nominal one: the error is below it nearly always.
    let sigma = method == .wifi ? accuracy / 1.51 * errorShare : accuracy / 2
    let epoch = floorDivide(now.wholeSeconds, Self.epochSeconds)
    let (east, north) = errors.stream(Int(place)).normalPair(at: method == .wifi ? epoch : 0)
    let (eastJitter, northJitter) = jitter.normalPair(at: floorDivide(now.wholeSeconds, 15))
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(
          eastMeters: sigma * east + Self.jitterMeters * eastJitter,
          northMeters: sigma * north + Self.jitterMeters * northJitter)),
      altitudeMeters: Double(truth.altitudeMeters), horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: method == .wifi ? 20 : -1, timestamp: now)
  }

  private func wifiAccuracyMeters(_ place: Int64) -> Double {
    let share = accuracies.uniform(at: place)
    return share < 0.67 ? 65 : share < 0.85 ? 35 : 165
  }

  private func square(_ coordinate: Coordinate) -> Int64 {
    let row = Int64((coordinate.latitude / Self.squareDegrees).rounded(.down))
    let column = Int64((coordinate.longitude / Self.squareDegrees).rounded(.down))
    return row &* 1_000_003 &+ column
  }
}
