import Timekeeping

/// The time ranges of a recording's segments, to detect segments that overlap.
///
/// Segments overlap if a receiver's clock went back a little, or a log was replayed. A recorder
/// writes an overlapping segment like any other. The replay (`TraceAssembly`) leaves out points
/// that overlap by less than a minute, and rejects longer overlaps, since the phone would be at two
/// places at once.
package struct RecordedTimes: Sendable {
  /// The overlap of a segment with an earlier segment of the same receiver.
  ///
  /// `time` lies in both segments. `last` is the time at which the receiver's previous segment
  /// ended.
  package struct Overlap: Sendable, Hashable {
    /// The path of the receiver; empty if the receiver is not named.
    package var device: String
    package var time: Instant
    package var last: Instant
  }

  /// The smallest backward step that counts as an overlap.
  private static let jitter = TimeSpan.seconds(1 as Int64)

  private struct Device: Sendable {
    var earlier: [ClosedRange<Instant>]
    var current: ClosedRange<Instant>
    /// The end of the receiver's previous segment.
    ///
    /// The first segment has no previous segment. The value is then the time of the last report
    /// that the file already contained. In a new file, the value is the time of the receiver's
    /// first report.
    var last: Instant
  }

  /// The range of times that the file already contained when it was opened, for all receivers
  /// together.
  private let span: ClosedRange<Instant>?
  private var devices: [String: Device] = [:]
  /// The first overlap in the recording; nil if there is none.
  private(set) var overlap: Overlap?

  init(span: ClosedRange<Instant>? = nil) { self.span = span }

  /// Adds the time of a receiver's report.
  ///
  /// - Returns: True if this call detects the first overlap of the recording.
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
