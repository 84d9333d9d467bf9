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
/// How far off a fix is belongs to the neighbourhood, since it comes from what the database has of the
/// access points there. A phone that lies still therefore gets the same position again and again, but
/// for a jitter: in recorded nights the step from fix to fix is 6 m in the median and 13 m at p95, and
/// only 0.65 an hour are beyond 30 m (STD-19). So the jitter is 6 m ÷ 1.177 ÷ √2 = 3.6 m an axis, drawn
/// by the quarter minute, so that clients who ask at about the same time get the same answer; and the
/// neighbourhood's own error is drawn anew every 80 minutes: then the step is beyond 30 m in six cases
/// of seven.
struct NetworkPositioning {
  enum Method: Sendable { case wifi, cell }

  private let methods: Chance
  private let accuracies: Chance
  private let offsets: Chance
  private let jitters: Chance

  private static let jitterMeters = 3.6
  private static let offsetSeconds: Int64 = 4800

  init(chance: Chance) {
    let chance = chance.stream("network.position")
    methods = chance.stream("method")
    accuracies = chance.stream("accuracy")
    offsets = chance.stream("offset")
    jitters = chance.stream("jitter")
  }

  /// Which method answers here and now; nil without a network.
  func method(at place: Coordinate, span: Span, now: Instant) -> Method? {
    guard span.network != .none else { return nil }
    let share =
      switch span.sky {
      case .indoors: 0.98
      case .urban: 0.9
      case .open: span.network == .poorCellular ? 0.1 : 0.5
      case .none: 0.0
      }
    let here = neighbourhood(of: place, perDegree: 1000)
    return methods.happens(withProbability: share, at: here) ? .wifi : .cell
  }

  func fix(_ truth: TruePosition, method: Method, scale: LocalScale, at now: Instant) -> Location {
    // Some 100 m for access points, 1 km for a cell.
    let here = neighbourhood(of: truth.coordinate, perDegree: method == .wifi ? 1000 : 100)
    let epoch = floorDivide(now.wholeSeconds, Self.offsetSeconds)
    let accuracy = accuracyMeters(method, here, epoch)
    // A cell's figure is a nominal one: the error is below it nearly always.
    let sigma = method == .wifi ? accuracy / 1.51 : accuracy / 2
    let (east, north) = offsets.stream(Int(here)).normalPair(at: epoch)
    let jitter = jitters.normalPair(at: floorDivide(now.wholeSeconds, 15))
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(
          eastMeters: sigma * east + Self.jitterMeters * jitter.0,
          northMeters: sigma * north + Self.jitterMeters * jitter.1)),
      altitudeMeters: Double(truth.altitudeMeters), horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: method == .wifi ? 20 : -1, timestamp: now)
  }

  private func accuracyMeters(_ method: Method, _ here: Int64, _ epoch: Int64) -> Double {
    guard method == .wifi else { return 1414 }
    let share = accuracies.stream(Int(here)).uniform(at: epoch)
    return share < 0.67 ? 65 : share < 0.85 ? 35 : 165
  }

  /// Numbers the squares of a grid in degrees.
  private func neighbourhood(of place: Coordinate, perDegree: Double) -> Int64 {
    let row = Int64((place.latitude * perDegree).rounded(.down))
    let column = Int64((place.longitude * perDegree).rounded(.down))
    return row << 32 ^ column
  }
}
