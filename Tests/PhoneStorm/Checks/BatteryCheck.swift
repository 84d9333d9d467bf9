import Timekeeping

/// Conservation of energy in the cell, from samples of it and the instants of the charger.
///
///     off the charger   drop of charge = energy drawn
///     on the charger    0 ≤ rise of charge + energy drawn ≤ power of the adapter × time
///
/// A sample is taken each minute and at each change of the charger, so that the charger does not
/// change between two of them.
package struct BatteryCheck {
  package struct Sample: Sendable {
    package var instant: Instant
    /// The exact charge as a share of the capacity.
    package var level: Double
    /// The displayed charge in percent.
    package var gauge: Int
    /// The energy that the phone has drawn so far.
    package var drawnJoules: Double
    /// True if the phone charges from this sample on.
    package var isCharging: Bool

    package init(
      instant: Instant, level: Double, gauge: Int, drawnJoules: Double, isCharging: Bool
    ) {
      self.instant = instant
      self.level = level
      self.gauge = gauge
      self.drawnJoules = drawnJoules
      self.isCharging = isCharging
    }
  }

  package private(set) var problems = Problems("battery")
  private let capacityJoules: Double
  private let adapterWatts: Double
  private var last: Sample?
  /// The first sample of the present time on the charger.
  private var plugged: Sample?
  package private(set) var chargedJoules = 0.0

  package init(capacityJoules: Double, adapterWatts: Double) {
    self.capacityJoules = capacityJoules
    self.adapterWatts = adapterWatts
    problems.expect(
      capacityJoules.isFinite && capacityJoules > 0, "a capacity of \(capacityJoules) J")
  }

  /// Adds the next sample, in order of time.
  package mutating func add(_ sample: Sample) {
    bounds(sample)
    if let last {
      problems.expect(
        sample.drawnJoules >= last.drawnJoules - tolerance(sample),
        "\(sample.drawnJoules - last.drawnJoules) J were drawn until \(sample.instant.iso8601())"
      )
      last.isCharging ? charged(from: last, to: sample) : drained(from: last, to: sample)
    }
    plug(sample)
    last = sample
  }

  private mutating func bounds(_ sample: Sample) {
    problems.expect(
      sample.level >= 0 && sample.level <= 1 + 1e-9,
      "a charge of \(sample.level * 100) % at \(sample.instant.iso8601())")
    problems.expect(
      (0...100).contains(sample.gauge), "the gauge at \(sample.gauge) %")
    problems.expect(sample.drawnJoules.isFinite, "energy drawn is \(sample.drawnJoules)")
  }

  /// Returns the rounding error of many sums, in joules.
  private func tolerance(_ sample: Sample) -> Double {
    1e-3 + 1e-9 * (capacityJoules + sample.drawnJoules)
  }

  private mutating func drained(from a: Sample, to b: Sample) {
    let drop = (a.level - b.level) * capacityJoules
    let drawn = b.drawnJoules - a.drawnJoules
    let tolerance = tolerance(b)
    problems.expect(
      drop >= -tolerance, "the charge rose by \(-drop) J uncharged until \(b.instant.iso8601())")
    problems.expect(
      b.gauge <= a.gauge,
      "the gauge rose from \(a.gauge) to \(b.gauge) % uncharged until \(b.instant.iso8601())")
    // An empty cell shows 0, even if the last impulse drew more than it had.
    let isExact = b.level > 0 || drop > drawn
    problems.expect(
      !isExact || abs(drop - drawn) <= tolerance,
      "\(drop) J left the cell and \(drawn) J were drawn until \(b.instant.iso8601())")
  }

  private mutating func charged(from a: Sample, to b: Sample) {
    let given = (b.level - a.level) * capacityJoules + b.drawnJoules - a.drawnJoules
    chargedJoules += given
    problems.expect(
      given >= -tolerance(b) || b.level <= 0,
      "the charger took \(-given) J until \(b.instant.iso8601())")
  }

  /// Checks the power of the adapter: both ends of a time on the charger are known to the instant.
  private mutating func plug(_ sample: Sample) {
    if sample.isCharging {
      if plugged == nil { plugged = sample }
    } else if let start = plugged {
      plugged = nil
      let given =
        (sample.level - start.level) * capacityJoules + sample.drawnJoules - start.drawnJoules
      let most = adapterWatts * (sample.instant - start.instant).seconds
      // Allows a minute more if the first sample is not at the instant of the plug.
      problems.expect(
        start.level <= 0 || given <= most + 60 * adapterWatts + tolerance(sample),
        "the charger gave \(given) J, at most \(most) J can be")
    }
  }
}
