import Foundation
import Scenarios
import Timekeeping
import World

/// The text of one user action, such as "2026-03-02 08:10 ± 5 min: opens the app for 90 s".
struct PersonText {
  let event: PersonEvent
  let scenario: Scenario
  let clocks: TravelCalendar

  var line: String {
    var line = when + ": " + event.action.words
    if let lasts = event.lasts, event.action.ending != nil { line += " for \(lasts)" }
    if let condition = event.onlyWhen { line += ", only if the battery is \(condition.words)" }
    if event.probability < 1 {
      line += String(format: ", %.0f %% of the time", event.probability * 100)
    }
    return line + days
  }

  private var when: String {
    switch event.trigger {
    case .at(let instant, let spread):
      clocks.dateAndClock(instant) + (spread > .zero ? " ± \(spread)" : "")
    case .whenBattery(let condition): "when the battery is \(condition.words)"
    case .onArrival(let place, let after):
      moment(after) + "coming to " + scenario.places[place].name
    case .onDeparture(let place, let after):
      moment(after) + "leaving " + scenario.places[place].name
    case .timesPerDay(let times, let window):
      String(format: "%g times a day", times) + " between \(window.from) and \(window.until)"
    case .phoneUse(let use):
      String(
        format: "%g times and %.1f h a day", use.sessionsPerDay,
        use.sessionsPerDay * use.meanSessionSeconds / 3600)
    case .everyNight: "every night"
    }
  }

  private func moment(_ after: TimeSpan) -> String { after > .zero ? "\(after) after " : "on " }

  private var days: String {
    // Actions at given times show their dates.
    if case .at = event.trigger { return "" }
    return Self.days(event.weekdays)
  }

  /// Returns the weekdays of an action, such as ", Mon Wed"; empty if the action happens every day.
  static func days(_ weekdays: Set<Int>) -> String {
    guard weekdays != PersonEvent.everyDay else { return "" }
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return ", " + weekdays.sorted().map { names[$0 - 1] }.joined(separator: " ")
  }
}

extension BatteryLevelCondition {
  fileprivate var words: String {
    (isBelow ? "below" : "above") + " \(Int((level * 100).rounded())) %"
  }
}
