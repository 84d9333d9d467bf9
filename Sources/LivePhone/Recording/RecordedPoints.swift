import Geodesy
import Timekeeping

/// The points for formats without other reports: each fix with the last view of the sky.
struct RecordedPoints {
  struct Point {
    var report: PositionReport
    var coordinate: Coordinate
    /// True if there was a gap before it: the fix or the receiver was lost, or its clock was set.
    var isAfterGap: Bool
    var satellitesUsed: Int?
    var horizontalDilution: Double?
    /// The view of the sky, if it is new since the last point.
    var sky: SkyReport?
  }

  /// The time between two fixes above which there is a gap, whatever the reason.
  static let gapMin = TimeSpan.minutes(1)
  /// The smallest step back that counts as a change of the clock, as for the trace readers.
  private static let jitter = TimeSpan.seconds(1 as Int64)

  private struct Device {
    var isAfterGap = false
    var lastTime: Instant?
    var sky: SkyReport?
    var isSkyNew = false
    var horizontalDilution: Double?
  }

  private var devices: [String: Device] = [:]
  private var isResumed = false

  mutating func resume() {
    isResumed = true
    devices = devices.mapValues { device in
      var device = device
      device.isAfterGap = true
      device.isSkyNew = device.sky != nil
      return device
    }
  }

  mutating func point(of event: GPSDEvent) -> Point? {
    switch event {
    case .position(let report): return point(of: report)
    case .sky(let sky): take(sky)
    case .device(let path, isActive: false): devices[path]?.isAfterGap = true
    case .disconnected: for path in devices.keys { devices[path]?.isAfterGap = true }
    case .connected, .devices, .device, .rejected: break
    }
    return nil
  }

  private mutating func take(_ sky: SkyReport) {
    let path = sky.device ?? ""
    var device = device(path)
    if let dilution = sky.horizontalDilution { device.horizontalDilution = dilution }
    if !sky.satellites.isEmpty {
      device.isSkyNew = device.sky?.satellites != sky.satellites
      device.sky = sky
    }
    devices[path] = device
  }

  private mutating func point(of report: PositionReport) -> Point? {
    let path = report.device ?? ""
    var device = device(path)
    defer { devices[path] = device }
    guard let coordinate = report.coordinate else {
      // Some sentences report that there is a fix, but no position.
      if report.mode < .twoDimensional { device.isAfterGap = true }
      return nil
    }
    var isAfterGap = device.isAfterGap
    if let time = report.time {
      if let last = device.lastTime {
        let step = time - last
        if step > Self.gapMin || step <= -Self.jitter { isAfterGap = true }
      }
      device.lastTime = time
    }
    let point = Point(
      report: report, coordinate: coordinate, isAfterGap: isAfterGap,
      satellitesUsed: device.sky?.satellitesUsed, horizontalDilution: device.horizontalDilution,
      sky: device.isSkyNew ? device.sky : nil)
    device.isAfterGap = false
    device.isSkyNew = false
    return point
  }

  private func device(_ path: String) -> Device { devices[path] ?? Device(isAfterGap: isResumed) }
}
