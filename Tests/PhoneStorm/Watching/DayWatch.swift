import Evaluation
import PhoneAPI
import RunObservation
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine

/// A sink that passes all that a run shows to the checks, and changes nothing.
final class DayWatch: RunSink {
  private(set) var battery: BatteryCheck
  private(set) var gaps: GapCheck
  private(set) var records: RecordCheck
  let callbacks = CallbackCheck()
  private(set) var isFinished = false
  /// The phone of this run, from its first minute on.
  private var phone: SimulatedPhone?

  init(_ day: SimulatedDay) {
    let cell = day.model.device.battery
    battery = BatteryCheck(
      capacityJoules: cell.capacityJoules, adapterWatts: cell.adapterWatts)
    gaps = GapCheck(from: day.world.start, to: day.world.end)
    records = RecordCheck(from: day.world.start, to: day.world.end)
  }

  /// Called each minute.
  func probe(_ phone: SimulatedPhone) {
    self.phone = phone
    sample(phone)
  }

  /// Samples the cell as of its last booking: booking it for a sample would change its rounding.
  private func sample(_ phone: SimulatedPhone) {
    let cell = phone.battery
    battery.add(
      BatteryCheck.Sample(
        instant: phone.now, level: cell.level, gauge: Int((cell.gaugeLevel * 100).rounded()),
        drawnJoules: cell.drawnJoules, isCharging: cell.isCharging))
  }

  /// Returns the problems of the ledger against the cell, at the end of the run.
  func ledger() -> Problems {
    guard let phone else { return Problems("ledger") }
    let account = phone.account()
    return ledgerProblems(of: account, drawnJoules: phone.battery.drawnJoules)
  }

  func release() { phone = nil }

  // MARK: RunSink

  func record(_ record: Record) { records.add(record, newestFix: callbacks.newestFix) }

  func timeline(_ row: TimelineRow) {
    records.add(row)
    if row.app.hasPrefix("dead") { callbacks.died() }
  }

  /// Samples the cell when a change of the charger has just been booked.
  func note(_ note: PhoneNote) {
    if note.actor == .hardware, note.reason == "BAT-5", let phone { sample(phone) }
  }

  func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {
    gaps.add(from: start, to: end, cause)
  }

  func finish() { isFinished = true }
}
