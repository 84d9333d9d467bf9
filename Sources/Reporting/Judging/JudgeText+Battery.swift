import Experiments
import Text

/// The sentences on the battery of a judged log.
extension JudgeText {
  /// Returns a drain such as "1.62 % per hour".
  static func rate(_ percentPerHour: Double) -> String {
    FigureText.decimal(percentPerHour, 2) + " %/h"
  }

  func battery(_ battery: JudgedBattery) -> [String] {
    [drain(battery), Self.time(battery)]
  }

  private func drain(_ battery: JudgedBattery) -> String {
    guard let drain = battery.drain else {
      return "The log has no two readings below 100 % without a charger, so it has no drain."
    }
    let bounds = interval(FigureText.decimal(drain.low, 2), Self.rate(drain.high))
    let sentence =
      "Without a charger the battery lost \(Self.rate(drain.percentPerHour)), over "
      + "\(FigureText.decimal(drain.hours, 1)) h; the gauge's steps of "
      + "\(FigureText.shortest(battery.stepPercent)) % allow \(bounds)"
    guard let simulation = judgment.simulation, let range = battery.simulatedDrain else {
      return sentence + "."
    }
    let simulated = interval(FigureText.decimal(range.low, 2), Self.rate(range.high))
    let runs =
      range.count < simulation.seedCount
      ? " in \(range.count) of \(simulation.seedCount) runs; the others show no drain" : ""
    let opening = range.place == .undecided ? "Beside it:" : "That is"
    let comparison = Self.comparison(range, simulation.tracker, simulated)
    return "\(sentence). \(opening) \(comparison)\(range.place == .undecided ? "" : runs)."
  }

  private static func time(_ battery: JudgedBattery) -> String {
    func hours(_ value: Double) -> String { FigureText.decimal(value, 1) + " h" }
    let unobserved = battery.unobservedShare.flatMap { share in
      share > 0
        ? " For \(whole(share)) % of the time no reading is nearer than 90 min to the next." : nil
    }
    return "In its readings the phone was unplugged for \(hours(battery.hoursUnplugged)), "
      + "\(hours(battery.hoursAtFull)) of them at 100 %, and on a charger for "
      + "\(hours(battery.hoursCharging))." + (unobserved ?? "")
  }
}
