import Timekeeping

/// The segments of a recording's continuous times, to detect that one overlaps another.
///
/// This happens if a receiver's clock went back a little, or a log was replayed. A recorder writes
/// it like everything else, but it is no possible path, and the replay (`TraceAssembly`) rejects
/// it.
package struct RecordedTimes: Sendable {
  /// A time that occurs twice: `time`, after `last`.
  package struct Overlap: Sendable, Hashable {
    /// The receiver's path; empty if it is not named.
    package var device: String
    package var time: Instant
    package var last: Instant
  }

  /// The smallest step back that counts, as for the trace readers.
  private static let jitter = TimeSpan.seconds(1 as Int64)

  private struct Device: Sendable {
    var earlier: [ClosedRange<Instant>]
    var current: ClosedRange<Instant>
    /// The end of the previous segment.
    var last: Instant
  }

  /// The times in the file when it was opened, of any receiver.
  private let span: ClosedRange<Instant>?
  private var devices: [String: Device] = [:]
  /// The first overlap.
  private(set) var overlap: Overlap?

  init(span: ClosedRange<Instant>? = nil) { self.span = span }

  /// Adds a time.
  ///
  /// - Returns: True if this is the first overlap.
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
