import Evaluation
import Scenarios
import Text
import Timekeeping
import World

/// The oddities of a calibration's logs: logs without a usable night, and the remarks of their
/// readers and of the analysis of their batteries, which `judge` makes too.
struct LogRemarks {
  /// The names of the logs or nights to which a remark applies, in order.
  private var names: [String: [String]] = [:]
  private var order: [String] = []
  private var unusable: [(name: String, reason: String)] = []
  private static let namesMax = 5

  mutating func add(_ log: CalibrationLog, _ trace: Trace, nights: [CalibrationNight]) {
    if nights.isEmpty { unusable.append((log.name, log.reasonWithoutNight(trace))) }
    let analysis = BatteryAnalysis(
      of: trace.battery, calendar: TravelCalendar(log.options.calendar ?? .utc))
    for remark in trace.remarks + analysis.remarks {
      if names[remark] == nil { order.append(remark) }
      names[remark, default: []] += nights.isEmpty ? [log.name] : nights.map(\.name)
    }
  }

  /// The reasons why logs have no night, for one message.
  var reasons: String {
    listing(unusable.map { "\($0.name) \($0.reason)" }, atMost: Self.namesMax)
  }

  var sentences: [String] {
    unusable.map { "\($0.name) has no usable night: it \($0.reason)." }
      + order.map { "\(listing(names[$0] ?? [], atMost: Self.namesMax)): \($0)" }
  }
}

extension CalibrationLog {
  fileprivate func reasonWithoutNight(_ trace: Trace) -> String {
    let shortest = "\(Int(Self.shortestNight.seconds / 3600)) h"
    return trace.battery.spells(atLeast: Self.shortestNight).isEmpty
      ? "was on the battery for less than \(shortest) at a time"
      : "was on the battery for \(shortest) or more, but its level did not fall twice below 100 %"
  }
}
