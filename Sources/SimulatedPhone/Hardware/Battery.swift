import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cell: what is in it, what leaves it, what a charger puts in.
///
/// It sums the total power by itself, apart from the ledger's accounts, so that a leak in either shows.
///
/// A charger carries the phone's load first and fills the cell with what is left, at most as fast as the
/// cell takes it (`ChargeCurve`). With the charge E in the cell, dE/dt is the lesser of a constant (what
/// the charger has left) and a line falling with E (what the cell takes): between corners either
/// E = E₀ + P·t, or E = E₀ + P/k·(e^(k·t) − 1) with the line's slope k. So any span of time is a handful
/// of closed forms, and it does not matter into how many pieces it is cut.
package struct Battery {
  /// Usable energy when full [J].
  package let capacityJoules: Double
  /// Everything that the phone has drawn, charger or not [J].
  package private(set) var drawnJoules = 0.0
  /// Share of the capacity that the gauge calls the whole; what is above also shows as 100 %.
  private let gaugeScale: Double
  private let curve: ChargeCurve
  private let adapterWatts: Double
  private var storedJoules: Double
  private(set) var loadWatts = 0.0
  package private(set) var isCharging = false
  private var since: Instant

  /// - Parameter gauge: what the gauge shows at `start`, 0 to 1; at 1 the cell is full.
  init(_ parameters: BatteryParameters, gauge: Double, at start: Instant) {
    capacityJoules = parameters.capacityJoules
    // At 99 % for the first time the top share is used.
    gaugeScale = (1 - parameters.gaugeTopShare) / 0.99
    curve = parameters.curve
    adapterWatts = parameters.adapterWatts
    let level = gauge < 1 ? max(gauge, 0) * gaugeScale : 1
    storedJoules = capacityJoules * level
    since = start
  }

  /// 0 to 1, exact.
  package var level: Double { max(0, storedJoules / capacityJoules) }

  /// 0 to 1 in hundredths, as the gauge shows it; 0 only when empty.
  package var gaugeLevel: Double { Double(gaugePercent) / 100 }

  /// Stays at 100 until some of the charge is used (BAT-11). What is a whole percent but for rounding
  /// stays one.
  var gaugePercent: Int {
    min(100, Int((level / gaugeScale * 100 - 1e-9).rounded(.up)))
  }

  var isEmpty: Bool { storedJoules <= 0 }
  var isFull: Bool { storedJoules >= capacityJoules * (1 - 1e-9) }

  /// Books what flowed until `now`.
  mutating func advance(to now: Instant) {
    let seconds = (now - since).seconds
    since = now
    drawnJoules += loadWatts * seconds
    if isCharging {
      storedJoules = chargedJoules(after: seconds)
    } else {
      storedJoules -= loadWatts * seconds
    }
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

  mutating func setPluggedIn(_ isPluggedIn: Bool, at now: Instant) {
    advance(to: now)
    isCharging = isPluggedIn
  }

  @inline(__always)
  mutating func addImpulse(_ joules: Double) {
    drawnJoules += joules
    storedJoules -= joules
  }

  /// How long the present load takes to bring the gauge down to a share; nil when it does not sink.
  func time(toGauge gauge: Double) -> TimeSpan? {
    let net = loadWatts - (isCharging ? adapterWatts : 0)
    let joules = storedJoules - gauge * gaugeScale * capacityJoules
    return net > 0 ? .seconds(max(0, joules) / net) : nil
  }

  // MARK: Charging

  /// What is in the cell after `seconds` on the charger at the present load.
  private func chargedJoules(after seconds: Double) -> Double {
    let spareWatts = adapterWatts - loadWatts
    guard spareWatts > 0 else { return storedJoules + spareWatts * seconds }
    var joules = storedJoules
    var left = seconds
    while left > 0, joules < capacityJoules {
      let piece = chargingPiece(from: joules, spareWatts: spareWatts)
      if left < piece.seconds { return min(capacityJoules, piece.joules(after: left)) }
      left -= piece.seconds
      joules = piece.end
    }
    return min(capacityJoules, joules)
  }

  /// The way to the next place at which the law of charging changes.
  private func chargingPiece(from joules: Double, spareWatts: Double) -> ChargingPiece {
    let (watts, slope, end) = curve.phase(at: joules)
    // The charger is the limit until the cell takes no more than it has left. There, rounding may leave the
    // cell's limit a hair above the charger's: a piece of no length would never end.
    let meeting = slope < 0 ? joules + (spareWatts - watts) / slope : end
    guard watts > spareWatts, meeting > joules else {
      return ChargingPiece(start: joules, watts: watts, slope: slope, end: end)
    }
    return ChargingPiece(start: joules, watts: spareWatts, slope: 0, end: min(end, meeting))
  }
}

/// A stretch of charging under one law: power `watts` at `start`, changing by `slope` with the charge.
private struct ChargingPiece {
  var start: Double
  var watts: Double
  /// 1/s; not above 0.
  var slope: Double
  var end: Double

  var seconds: Double {
    slope == 0
      ? (end - start) / watts : log1p(slope * (end - start) / watts) / slope
  }

  func joules(after seconds: Double) -> Double {
    start + (slope == 0 ? watts * seconds : watts * expm1(slope * seconds) / slope)
  }
}
