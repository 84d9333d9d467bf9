import Timekeeping

/// The functions that update the status when an event arrives.
extension ReceiverStatus {
  mutating func receive(_ event: GPSDEvent, at now: Instant) {
    switch event {
    case .connected(let release):
      connection = .connected(release: release)
      connectedSince = now
    case .disconnected(let reason, let delay): disconnected(reason, retriesAfter: delay, at: now)
    case .devices(let paths):
      devices = paths.prefix(Self.deviceCountMax).map { path in
        devices.first { $0.path == path } ?? Device(path: path, isActive: false)
      }
    case .device(let path, let isActive): set(path, isActive: isActive, at: now)
    case .position(let report):
      positionCount += 1
      if let device = report.device { set(device, isActive: true, at: now) }
    case .sky: break
    case .rejected(let text): reject(text, at: now)
    }
  }

  private mutating func reject(_ text: String, at now: Instant) {
    rejectedCount += 1
    lastRejected = Received(text, at: now)
  }

  private mutating func disconnected(
    _ reason: String, retriesAfter delay: TimeSpan?, at now: Instant
  ) {
    guard let delay else {
      connection = .over(reason: reason)
      return
    }
    switch connection {
    case .connected: connection = .lost(reason: reason, since: now, retriesAfter: delay)
    case .lost(_, let since, _):
      connection = .lost(reason: reason, since: since, retriesAfter: delay)
    case .absent, .waiting, .over: connection = .waiting(reason: reason, retriesAfter: delay)
    }
    for index in devices.indices { devices[index].isActive = false }
    discardPosition()
  }

  private mutating func set(_ path: String, isActive: Bool, at now: Instant) {
    if let index = devices.firstIndex(where: { $0.path == path }) {
      guard devices[index].isActive != isActive else { return }
      devices[index].isActive = isActive
      devices[index].goneSince = isActive ? nil : now
    } else if devices.count < Self.deviceCountMax {
      devices.append(Device(path: path, isActive: isActive))
    } else if let silent = devices.firstIndex(where: { !$0.isActive }) {
      devices[silent] = Device(path: path, isActive: isActive)
    } else {
      reject("a device beyond the first \(Self.deviceCountMax), \(path)", at: now)
    }
  }

  /// Updates the status with a report of the followed device.
  mutating func take(_ report: PositionReport, at now: Instant) {
    position = Received(report, at: now)
    receivedAt = now
    if report.hasFix {
      fix = position
      withoutFixSince = nil
    } else if report.mode < .twoDimensional {
      withoutFixSince = withoutFixSince ?? now
    }
  }

  /// Records that the phone now follows another device, and the reason.
  mutating func change(from old: String, to new: String, at now: Instant) {
    let known = devices.first { $0.path == old }
    let isGone = known.map { !$0.isActive } ?? true
    let reason = isGone ? "is gone" : "has no fix"
    deviceChange = Received("now following \(new); \(old) \(reason)", at: now)
  }

  /// Deletes the newest report, so that the status no longer says whether the receiver has a fix.
  mutating func discardPosition() {
    position = nil
    withoutFixSince = nil
  }

  mutating func take(_ report: SkyReport, at now: Instant) {
    if !report.satellites.isEmpty { sky = Received(report, at: now) }
  }
}

/// The changes that a live phone writes into its notes.
extension ReceiverStatus {
  func news(since before: ReceiverStatus) -> [String] {
    var lines: [String] = []
    if connection.headline != before.connection.headline {
      lines.append(connection.headline)
    }
    lines += deviceNews(since: before)
    if followed != before.followed, let followed { lines.append("follows \(followed)") }
    if let mode = position?.report.mode, mode != before.position?.report.mode {
      lines.append(mode.words)
    }
    // A log that is replayed fast catches up, so its difference changes every second.
    if (clockTrouble == nil) != (before.clockTrouble == nil) {
      lines.append(clockTrouble ?? "the receiver's time agrees with this machine's")
    }
    if clockJump != before.clockJump, let clockJump { lines.append(clockJump.report) }
    if before.rejectedCount == 0, let lastRejected {
      lines.append("first line that cannot be read: \(lastRejected.report)")
    }
    return lines
  }

  private func deviceNews(since before: ReceiverStatus) -> [String] {
    guard devices != before.devices else { return [] }
    return devices.compactMap { device in
      let known = before.devices.first { $0.path == device.path }
      let isNews = known.map { $0.isActive != device.isActive } ?? device.isActive
      return isNews ? "\(device.path) \(device.isActive ? "is read" : "is no longer read")" : nil
    }
  }
}

extension ReceiverStatus.Connection {
  /// A text that stays the same while only the time until the next attempt changes.
  fileprivate var headline: String {
    switch self {
    case .absent: "no receiver"
    case .waiting(let reason, _): reason.map { "waits: \($0)" } ?? "waits for gpsd"
    case .connected(let release): "gpsd \(release) answers"
    case .lost(let reason, _, _): "lost: \(reason)"
    case .over(let reason): "over: \(reason)"
    }
  }
}

extension FixMode {
  fileprivate var words: String {
    switch self {
    case .unknown: "the receiver does not report whether it has a fix"
    case .none: "no fix"
    case .twoDimensional: "a fix without height"
    case .threeDimensional: "a fix"
    }
  }
}
