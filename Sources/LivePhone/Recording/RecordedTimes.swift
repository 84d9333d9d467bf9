import Timekeeping

/// The stretches in which a recording's times run on, to notice when one lies in another: where a receiver's
/// clock went back a little, or a log was played again. A recorder writes that down like all else, but it is no
/// way that anybody can have gone, and whoever replays it (`TraceAssembly`) refuses it.
package struct RecordedTimes: Sendable {
  /// A time that comes twice: this one, after that one.
  package struct Overlap: Sendable, Hashable {
    /// Of this receiver, where it is named.
    package var device: String
    package var time: Instant
    package var last: Instant
  }

  /// A shorter step back is none, to the trace readers too.
  private static let jitter = TimeSpan.seconds(1 as Int64)

  private struct Device: Sendable {
    var earlier: [ClosedRange<Instant>]
    var current: ClosedRange<Instant>
    /// The end of the stretch before.
    var last: Instant
  }

  /// What the file held when it was opened, of whichever receiver.
  private let span: ClosedRange<Instant>?
  private var devices: [String: Device] = [:]
  /// The first.
  private(set) var overlap: Overlap?

  init(span: ClosedRange<Instant>? = nil) { self.span = span }

  /// - Returns: whether this is the first overlap.
  mutating func add(_ time: Instant, of path: String) -> Bool {
    guard overlap == nil else { return false }
    var device = devices[path] ?? begun(at: time)
    if device.current.upperBound - time >= Self.jitter {
      device.earlier.append(device.current)
      device.last = device.current.upperBound
      device.current = time...time
    } else {
      device.current = device.current.lowerBound...max(device.current.upperBound, time)
    }
    devices[path] = device
    guard device.earlier.contains(where: { Self.overlap($0, device.current) }) else { return false }
    overlap = Overlap(
      device: path, time: device.current.upperBound, last: device.last)
    return true
  }

  private func begun(at time: Instant) -> Device {
    Device(
      earlier: span.map { [$0] } ?? [], current: time...time, last: span?.upperBound ?? time)
  }

  private static func overlap(_ a: ClosedRange<Instant>, _ b: ClosedRange<Instant>) -> Bool {
    let (first, second) = a.lowerBound <= b.lowerBound ? (a, b) : (b, a)
    return first.upperBound - second.lowerBound >= jitter
  }
}
