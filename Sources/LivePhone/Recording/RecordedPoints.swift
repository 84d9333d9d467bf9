import Geodesy
import Timekeeping

/// The points of a recording, for formats that contain only positions. A point is a fix with the
/// last sky report.
struct RecordedPoints {
  struct Point {
    var report: PositionReport
    var coordinate: Coordinate
    /// True if there was a gap before the point. In a gap the fix or the receiver is lost, or the
    /// receiver's clock is set.
    var isAfterGap: Bool
    var satellitesUsed: Int?
    var horizontalDilution: Double?
    /// The last sky report; nil if it was already part of an earlier point.
    var sky: SkyReport?
  }

  /// The time between two fixes above which the recording has a gap.
  static let gapMin = TimeSpan.minutes(1)
  /// The smallest backward step of the receiver's time that counts as a gap. Such a step shows that
  /// the receiver's clock was set. The readers of recordings use the same value.
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
