import Timekeeping

/// The choice of one receiver among several.
///
/// If the user named a receiver, that receiver is chosen. Otherwise the first receiver with a fix
/// is chosen. When it has had no fix for `silenceMax`, another receiver with a fix replaces it.
///
/// The phone uses one receiver only, since fixes of alternating receivers would make a track that
/// jumps between the receivers.
struct DeviceChoice {
  /// The time without a fix after which another receiver may replace the chosen receiver.
  static let silenceMax = TimeSpan.seconds(10 as Int64)

  private struct Fix {
    var device: String
    var report: PositionReport
    var at: TimeSpan
  }

  private let named: String?
  private(set) var followed: String?
  /// The newest fix of each device that has recently had a fix.
  private var fixes: [Fix] = []

  init(named: String?) {
    self.named = named
    followed = named
  }

  /// Checks a report and updates the choice.
  ///
  /// - Parameter uptime: The time at which the report arrived.
  /// - Returns: True if the report is from the chosen receiver, or if no receiver is chosen.
  mutating func follows(_ report: PositionReport, at uptime: TimeSpan) -> Bool {
    let device = report.device ?? ""
    guard named == nil else { return device == named }
    if report.hasFix {
      fixes.removeAll { $0.device == device || uptime - $0.at >= Self.silenceMax }
      if fixes.count == ReceiverStatus.deviceCountMax { fixes.removeFirst() }
      fixes.append(Fix(device: device, report: report, at: uptime))
    }
    let recent = fixes.filter { uptime - $0.at < Self.silenceMax }
    if !recent.contains(where: { $0.device == followed }),
      let best = recent.min(by: Self.isBetter(_:than:))
    {
      followed = best.device
    }
    return followed == nil || device == followed
  }

  func follows(_ device: String?) -> Bool { followed == nil || followed == device ?? "" }

  /// Removes a device that gpsd no longer reads.
  mutating func lose(_ device: String) {
    fixes.removeAll { $0.device == device }
    if named == nil, followed == device { followed = nil }
  }

  /// Returns true if fix `a` is better than fix `b`. A fix with more dimensions is better; with
  /// equally many, the fix with the smaller error radius is better.
  private static func isBetter(_ a: Fix, than b: Fix) -> Bool {
    let radii = [a, b].map { $0.report.horizontalAccuracyMeters ?? .infinity }
    return a.report.mode != b.report.mode ? a.report.mode > b.report.mode : radii[0] < radii[1]
  }
}
