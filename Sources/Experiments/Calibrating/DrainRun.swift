import Evaluation
import PhoneProfiles
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
  /// The fall and the time of all segments. Each segment has a phone of its own, which begins with
  /// the level of the start, so that no fall lies between two of them.
  private var fall = 0.0
  private var seconds = 0.0

  init(from start: Instant, to end: Instant) {
    self.start = start
    self.end = end
  }

  /// The fall of the charge [% of the usable capacity per hour].
  var percentPerHour: Double {
    seconds > 0 ? 100 * fall / (seconds / 3600) : 0
  }

  /// Runs a phone through its part of the time, and adds the fall of its charge.
  mutating func follow(_ phone: SimulatedPhone, to segmentEnd: Instant) throws {
    let (from, to) = (max(start, phone.now), min(end, segmentEnd))
    guard from < to else { return }
    try phone.run(until: from)
    let level = phone.account().finalBatteryLevel
    try phone.run(until: to)
    // An empty battery falls no further.
    let until = phone.firstShutOff ?? phone.now
    guard until > from else { return }
    fall += level - phone.account().finalBatteryLevel
    seconds += (until - from).seconds
  }
}
