import PhoneProfiles
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The battery cell: its charge, the load, and charging.
///
/// `Battery` adds up the total power without using the accounts of `EnergyLedger`, so a difference
/// between the two totals shows an error.
///
/// A charger first supplies the phone's load. The charger's spare power charges the cell, at most
/// as fast as the cell accepts (`ChargeCurve`). The power that the cell accepts is constant or
/// falls linearly with the charge E.
///
/// Charging is thus divided into pieces with one formula each. A piece begins with the charge E₀
/// and the power P. If the power is constant, E = E₀ + P·t. If the power changes with the slope k,
/// E = E₀ + P/k·(e^(k·t) − 1). The formulas are exact. One call of `advance(to:)` for an hour thus
/// has the same result as many calls within that hour.
package struct Battery {
  /// The usable energy of a full cell [J].
  package let capacityJoules: Double
  /// The total energy that the phone has drawn, with or without a charger [J].
  package private(set) var drawnJoules = 0.0
  /// The charge at which the gauge shows 100 %, as a share of the capacity. The gauge shows 100 %
  /// for any higher charge too.
  private let gaugeScale: Double
  /// The part of the gauge that one joule takes [%].
  private let percentPerJoule: Double
  private let curve: ChargeCurve
  private let adapterWatts: Double
  private var storedJoules: Double
  private(set) var loadWatts = 0.0
  package private(set) var isCharging = false
  private var since: Instant

  /// - Parameter gauge: the level that the gauge shows at `start`, 0 to 1. At 1 the cell is full.
  init(_ parameters: BatteryParameters, gauge: Double, at start: Instant) {
    capacityJoules = parameters.capacityJoules
    // The gauge first shows 99 % when the top share is used up.
    gaugeScale = (1 - parameters.gaugeTopShare) / 0.99
    percentPerJoule = 100 / (capacityJoules * gaugeScale)
    curve = parameters.curve
    adapterWatts = parameters.adapterWatts
    let level = gauge < 1 ? max(gauge, 0) * gaugeScale : 1
    storedJoules = capacityJoules * level
    since = start
  }

  /// The exact charge level, 0 to 1, as opposed to the level that the gauge shows.
  package var level: Double { max(0, storedJoules / capacityJoules) }

  /// The level that the gauge shows, 0 to 1 in steps of 0.01. It is 0 only if the battery is empty.
  package var gaugeLevel: Double { Double(gaugePercent) / 100 }

  /// The level that the gauge shows [%]. It stays at 100 until some of the charge is used (BAT-11).
  /// The subtraction of 1e-9 keeps a rounding error from raising the level by one percent.
  var gaugePercent: Int {
    let percent = storedJoules * percentPerJoule - 1e-9
    let whole = Int(max(percent, 0))
    return min(100, Double(whole) < percent ? whole + 1 : whole)
  }

  var isEmpty: Bool { storedJoules <= 0 }
  var isFull: Bool { storedJoules >= capacityJoules * (1 - 1e-9) }

  /// Takes into account the energy that flowed since the last call, and stores `now`.
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

  /// Sets the load to exactly zero when every part of the phone is off. This removes rounding
  /// errors.
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

  /// Returns the time until the present load has lowered the gauge to a level from 0 to 1; nil if
  /// the charge does not fall.
  func time(toGauge gauge: Double) -> TimeSpan? {
    let net = loadWatts - (isCharging ? adapterWatts : 0)
    let joules = storedJoules - gauge * gaugeScale * capacityJoules
    return net > 0 ? .seconds(max(0, joules) / net) : nil
  }

  /// Returns a time of whole minutes, at least one, in which the gauge cannot move by a share of
  /// its range, however the load and the charger change.
  func minutesAtLeast(toMoveGaugeBy share: Double) -> TimeSpan {
    // The gauge shows whole percents, so it may be up to one percent nearer.
    let joules = max(0, share - 0.01) * gaugeScale * capacityJoules
    return .minutes(max(1, Int64(joules / (Self.flowWattsMax * 60))))
  }

  /// More power than flows into or out of any phone's battery: the fast charger has 20 W, and every
  /// part of a phone together less than 10 W.
  private static let flowWattsMax = 30.0

  // MARK: Charging

  /// Returns the charge after `seconds` on the charger at the present load [J].
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

  /// Returns the piece of the charging curve that begins at this charge. Within a piece, one
  /// formula gives the power.
  private func chargingPiece(from joules: Double, spareWatts: Double) -> ChargingPiece {
    let (watts, slope, end) = curve.phase(at: joules)
    // The charger is the limit until the cell accepts no more than the spare power. At that point
    // rounding may leave the cell's limit slightly above it, and a piece of zero length would never
    // end.
    let meeting = slope < 0 ? joules + (spareWatts - watts) / slope : end
    guard watts > spareWatts, meeting > joules else {
      return ChargingPiece(start: joules, watts: watts, slope: slope, end: end)
    }
    return ChargingPiece(start: joules, watts: spareWatts, slope: 0, end: min(end, meeting))
  }
}

/// A piece of the charging curve with one formula: the power is `watts` at the charge `start`, and
/// changes by `slope` for each joule of charge.
private struct ChargingPiece {
  var start: Double
  var watts: Double
  /// The change of the power for each joule of charge [1/s]; never above 0.
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
