import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions by Wi-Fi access points and cell sites.
///
/// Wi-Fi is at hand indoors and along town streets and reports 65 m in two of three fixes, else 35 or
/// 165 m (STD-11, STD-18); otherwise the serving cell gives 1,414 m (STD-12, STD-13). Without a data
/// connection neither is looked up. Draws are keyed by the quarter minute, so that clients who ask at
/// about the same time get the same answer.
struct NetworkPositioning {
  enum Method: Sendable { case wifi, cell }

  let chance: Chance

  init(chance: Chance) { self.chance = chance.stream("network.position") }

  /// Which method answers here and now; nil without a network.
  func method(span: Span, at now: Instant) -> Method? {
    guard span.network != .none else { return nil }
    let share =
      switch span.sky {
      case .indoors: 0.98
      case .urban: 0.9
      case .open: span.network == .poorCellular ? 0.1 : 0.5
      case .none: 0.0
      }
    return draw("method").happens(withProbability: share, at: index(now)) ? .wifi : .cell
  }

  func fix(_ truth: TruePosition, method: Method, scale: LocalScale, at now: Instant) -> Location {
    let accuracy = accuracyMeters(method, at: now)
    // A cell's figure is a nominal one: the error is below it nearly always.
    let sigma = method == .wifi ? accuracy / 1.51 : accuracy / 2
    let (east, north) = draw("error").normalPair(at: index(now))
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(eastMeters: sigma * east, northMeters: sigma * north)),
      altitudeMeters: Double(truth.altitudeMeters), horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: method == .wifi ? 20 : -1, timestamp: now)
  }

  private func accuracyMeters(_ method: Method, at now: Instant) -> Double {
    guard method == .wifi else { return 1414 }
    let share = draw("accuracy").uniform(at: index(now))
    return share < 0.67 ? 65 : share < 0.85 ? 35 : 165
  }

  private func draw(_ name: String) -> Chance { chance.stream(name) }
  private func index(_ now: Instant) -> Int64 { floorDivide(now.wholeSeconds, 15) }
}
