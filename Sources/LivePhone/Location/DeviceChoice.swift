import Timekeeping

/// Which of several receivers counts: the one named, else the first to have a fix, until it has had none for
/// a while and another has. Fixes of two receivers in turn would make a track that jumps from one to the other.
struct DeviceChoice {
  /// Without a fix.
  static let silenceMax = TimeSpan.seconds(10 as Int64)

  private struct Fix {
    var device: String
    var report: PositionReport
    var at: TimeSpan
  }

  private let named: String?
  private(set) var followed: String?
  /// The newest of each device that is not silent.
  private var fixes: [Fix] = []

  init(named: String?) {
    self.named = named
    followed = named
  }

  /// - Parameter uptime: when the report came.
  /// - Returns: Whether it is the followed receiver's; while none is followed, anybody's.
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

  /// gpsd reads it no longer.
  mutating func lose(_ device: String) {
    fixes.removeAll { $0.device == device }
    if named == nil, followed == device { followed = nil }
  }

  /// More dimensions first, then the smaller radius.
  private static func isBetter(_ a: Fix, than b: Fix) -> Bool {
    let radii = [a, b].map { $0.report.horizontalAccuracyMeters ?? .infinity }
    return a.report.mode != b.report.mode ? a.report.mode > b.report.mode : radii[0] < radii[1]
  }
}
