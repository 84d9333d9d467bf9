import Evaluation
import Foundation
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Simulation
import Text
import Timekeeping
import World

/// A stretch of a log on the battery, with everything that is needed to simulate it.
///
/// It is called a night, because nights are the usual logs of a calibration. It may also be a day.
package struct CalibrationNight: Sendable {
  /// The name for reports: the file's name and, if the file has several, the trajectory.
  package var name: String
  package var path: String
  package var use: CalibrationLog.Use
  package var unit: PhoneUnit
  package var tracker: TrackerChoice?
  /// The place of the phone, to tell settings apart: its rest and network, or the scenario's file.
  package var surroundings: String
  package var scenario: Scenario
  /// The time for which the drain is measured: from the first reading below 100 % to the last.
  package var measured: ClosedRange<Instant>
  package var drain: Drain

  /// The tracker and its settings, such as "always, desiredAccuracy=best".
  package var setting: String {
    guard let tracker else { return "no tracker" }
    let changed = tracker.settings.map { "\($0.name)=\($0.value)" }
    return ([tracker.name] + changed).joined(separator: ", ")
  }
}

extension CalibrationLog {
  private var surroundings: String {
    scenario?.file ?? "\(rest.map(\.rawValue) ?? "on the way"), \(hasWiFi ? "Wi-Fi" : "no Wi-Fi")"
  }

  /// The shortest stretch on the battery that counts: a shorter one says little, since the gauge
  /// has steps of a percent or more.
  package static let shortestNight = TimeSpan.hours(3)
  /// The largest number of nights that are taken from one log. They are spread over the log.
  package static let nightsMax = 60

  /// Returns the nights of the log; none if it was never long enough on the battery.
  ///
  /// - Parameters:
  ///   - trace: the positions and the battery of the log.
  ///   - phone: the phone that recorded the log.
  /// - Throws: `InputError` if the log has no readings of the battery.
  package func nights(
    of trace: Trace, phone: PhoneSetup
  ) throws(InputError) -> [CalibrationNight] {
    guard !trace.battery.isEmpty else {
      throw InputError(
        SourceLocation(file: path), "the log has no readings of the battery",
        accepted: "a log with the battery's level, such as Overland's or OwnTracks's")
    }
    let spells = trace.battery.spells(atLeast: Self.shortestNight)
    let kept = spells.indices.filter {
      spells.count <= Self.nightsMax
        || ($0 * Self.nightsMax / spells.count) != (($0 - 1) * Self.nightsMax / spells.count)
        || $0 == 0
    }
    var nights: [CalibrationNight] = []
    for index in kept {
      let spell = spells[index]
      guard let night = try night(spell, of: trace, phone: phone) else { continue }
      nights.append(night)
      nights[nights.count - 1].name = spells.count == 1 ? name : "\(name) \(index + 1)"
    }
    return nights
  }

  /// The name for reports: the file's name and, if one of several was chosen, the device's.
  var name: String {
    let file = URL(fileURLWithPath: path).lastPathComponent.printable
    return device.map { "\(file) \($0)" } ?? file
  }

  private func night(
    _ spell: [BatteryReading], of trace: Trace, phone: PhoneSetup
  ) throws(InputError) -> CalibrationNight? {
    var phone = phone
    if unit == .another {
      // What is known of the calibrated phone alone, such as its battery's health, says nothing of
      // another one.
      let traits = PhoneModel.traitNames
      phone.model.removeAll { traits.contains($0.name) }
    }
    let scenario = try simulated(
      from: spell[0], to: spell[spell.count - 1].time, of: trace, phone: phone)
    // At 0 % the phone is off, and at a rise it was charged.
    let within = spell.filter { $0.time >= scenario.start && $0.time <= scenario.end }
      .prefix { $0.level > 0 }
    guard let drain = Drain(of: within, step: GaugeStep(of: trace.battery)),
      drain.percentPerHour > 0,
      let first = within.first(where: { !$0.isFull }), let last = within.last
    else { return nil }
    return CalibrationNight(
      name: path, path: path, use: unit == .another ? .check : use, unit: unit, tracker: tracker,
      surroundings: surroundings, scenario: scenario, measured: first.time...last.time, drain: drain
    )
  }
}

extension [BatteryReading] {
  /// Returns the readings of each spell on the battery that is long enough, in order of time.
  func spells(atLeast shortest: TimeSpan) -> [[BatteryReading]] {
    BatterySpells(of: self, step: GaugeStep(of: self)).ranges
      .filter { $0.kind == .unplugged }
      .map { Array(self[$0.range]) }
      .filter { spell in
        guard let first = spell.first, let last = spell.last else { return false }
        return last.time - first.time >= shortest
      }
  }
}
