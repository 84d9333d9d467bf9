import Evaluation
import Scenarios
import SimulatedPhone
import Simulation
import Timekeeping
import World

/// A simulation of a night: the drain of the simulated phone in the time for which the log's drain
/// is measured.
struct DrainRun {
  /// The drain of the simulated gauge, without the rounding to its steps [%/h].
  let percentPerHour: Double
  let model: PhoneModel

  /// - Parameter values: the values that replace the draws of the seed. A value that the night's
  ///   phone fixes is not replaced.
  init(_ night: CalibrationNight, seed: UInt64, values: [ModelOverride] = []) throws {
    var scenario = night.scenario
    let known = scenario.phone.model.map(\.name)
    scenario.phone.model += values.filter { !known.contains($0.name) }
    let day = try SimulatedDay(scenario: scenario, seed: seed)
    model = day.model
    var charge = Charge(from: night.measured.lowerBound, to: night.measured.upperBound)
    let run = try night.tracker.map { TrackerRun(day: day, tracker: try day.provision($0)) }
    for segment in day.world.segments {
      let phone =
        run?.makePhone(segment: segment)
        ?? day.phone(segment: segment, app: nil, server: nil, tracker: nil)
      try charge.follow(phone, to: segment.end)
    }
    let top = model.parameters.first { $0.name == "battery.gaugeTopShare" }?.value ?? 0
    percentPerHour = charge.percentPerHour * 0.99 / (1 - top)
  }
}

/// The fall of a simulated battery's charge between two times.
private struct Charge {
  private let start: Instant
  private let end: Instant
  private var first: Double?
  private var last = 0.0
  private var until: Instant?

  init(from start: Instant, to end: Instant) {
    self.start = start
    self.end = end
  }

  /// The fall of the charge [% of the usable capacity per hour].
  var percentPerHour: Double {
    guard let first, let until, until > start else { return 0 }
    return 100 * (first - last) / ((until - start).seconds / 3600)
  }

  /// Runs a phone to the end of its segment, and reads the charge at both times.
  mutating func follow(_ phone: SimulatedPhone, to segmentEnd: Instant) throws {
    if first == nil, start <= segmentEnd {
      try phone.run(until: max(start, phone.now))
      first = phone.account().finalBatteryLevel
    }
    guard first != nil, end > phone.now else { return }
    try phone.run(until: min(end, segmentEnd))
    last = phone.account().finalBatteryLevel
    // An empty battery falls no further.
    until = until ?? phone.firstShutOff
    if phone.firstShutOff == nil { until = phone.now }
  }
}
