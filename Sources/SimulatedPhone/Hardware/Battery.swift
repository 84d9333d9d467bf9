import Timekeeping

/// The cell: what is in it, what leaves it, what a charger puts in.
///
/// It sums the total power by itself, apart from the ledger's accounts, so that a leak in either shows.
public struct Battery {
  /// Usable energy when full [J].
  public let capacityJoules: Double
  /// Everything that the phone has drawn, charger or not [J].
  public private(set) var drawnJoules = 0.0
  private var storedJoules: Double
  private(set) var loadWatts = 0.0
  private(set) var chargeWatts = 0.0
  private var since: Instant

  init(capacityJoules: Double, level: Double, at start: Instant) {
    self.capacityJoules = capacityJoules
    storedJoules = capacityJoules * min(max(level, 0), 1)
    since = start
  }

  /// 0 to 1, exact.
  public var level: Double { max(0, storedJoules / capacityJoules) }

  /// 0 to 1 in hundredths, as the gauge shows it; 0 only when empty.
  public var gaugeLevel: Double { Double(gaugePercent) / 100 }

  /// What is a whole percent but for rounding stays one.
  var gaugePercent: Int { Int((level * 100 - 1e-9).rounded(.up)) }

  var isEmpty: Bool { storedJoules <= 0 }
  var isCharging: Bool { chargeWatts > 0 }
  var isFull: Bool { storedJoules >= capacityJoules * (1 - 1e-9) }

  /// Books what flowed until `now`. A charger fills up to the capacity and then carries the load.
  mutating func advance(to now: Instant) {
    let seconds = (now - since).seconds
    since = now
    drawnJoules += loadWatts * seconds
    storedJoules = min(capacityJoules, storedJoules + (chargeWatts - loadWatts) * seconds)
  }

  mutating func changeLoad(by watts: Double, at now: Instant) {
    advance(to: now)
    loadWatts += watts
  }

  /// The ledger's accounts are all off: rounding left over from sums of powers goes too.
  mutating func clearLoad(at now: Instant) {
    advance(to: now)
    loadWatts = 0
  }

  mutating func setCharger(watts: Double, at now: Instant) {
    advance(to: now)
    chargeWatts = watts
  }

  @inline(__always)
  mutating func addImpulse(_ joules: Double) {
    drawnJoules += joules
    storedJoules -= joules
  }

  /// How long the charge lasts at the present load; nil when it does not sink.
  func timeToEmpty() -> TimeSpan? {
    let net = loadWatts - chargeWatts
    return net > 0 ? .seconds(max(0, storedJoules) / net) : nil
  }
}
