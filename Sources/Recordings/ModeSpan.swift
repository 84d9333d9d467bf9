import Text
import Timekeeping
import World

/// A mode of motion that the user gives for a recording, or for a span of it. Rests remain rests.
package struct ModeSpan: Sendable, Hashable {
  /// The modes in which a person moves, which a user may give.
  package static let words = MotionMode.allCases.filter(\.isMoving).map(\.rawValue)

  /// The span; nil for the whole recording.
  var span: Range<Instant>?
  var mode: MotionMode

  package init(_ mode: MotionMode, in span: Range<Instant>? = nil) {
    self.mode = mode
    self.span = span
  }

  /// Reads "cycling" or "2026-03-02T09:00/2026-03-02T09:40=train" from the option `--mode`.
  package init(option text: String, in calendar: LocalCalendar) throws(InputError) {
    let name = "--mode"
    guard let sign = text.lastIndex(of: "=") else {
      mode = try SourceNode(option: name, text).movingMode()
      return
    }
    mode = try SourceNode(option: name, String(text[text.index(after: sign)...])).movingMode()
    let ends = text[..<sign].split(separator: "/", omittingEmptySubsequences: false)
    guard ends.count == 2 else {
      throw InputError(
        .commandLine, "\(name) is \(quoted(text))",
        accepted: "a mode, or a span and a mode: 2026-03-02T09:00/2026-03-02T09:40=train")
    }
    let from = try Instant(option: name, String(ends[0]), in: calendar)
    let to = try Instant(option: name, String(ends[1]), in: calendar)
    span = try Self.span(from: from, to: to, at: .commandLine)
  }

  /// Returns the span between two instants. Throws an error if the second is not the later one.
  package static func span(
    from: Instant, to: Instant, at location: SourceLocation
  ) throws(InputError) -> Range<Instant> {
    guard from < to else {
      throw InputError(
        location, "a mode's span ends at \(to.iso8601()), which is not after its start",
        accepted: "a later time than \(from.iso8601())")
    }
    return from..<to
  }
}

extension SourceNode {
  /// Reads a mode in which a person moves.
  package func movingMode() throws(InputError) -> MotionMode {
    let word = try word(oneOf: ModeSpan.words)
    guard let mode = MotionMode(rawValue: word) else {
      throw refused(accepted: listing(ModeSpan.words))
    }
    return mode
  }
}

extension Trace {
  /// Sets the modes that the user gives; a later one counts where several apply.
  ///
  /// - Throws: `InputError` if a span has no point of the recording.
  mutating func set(
    _ modes: [ModeSpan], location: SourceLocation
  ) throws(InputError) {
    for given in modes {
      var count = 0
      for index in points.indices where given.span?.contains(points[index].time) ?? true {
        points[index].mode = given.mode
        if case .moving = points[index].onward { points[index].onward = .moving(given.mode) }
        count += 1
      }
      guard count == 0, let first = points.first, let last = points.last else { continue }
      throw InputError(
        location, "no point lies in the span of the mode \(given.mode.rawValue)",
        accepted: "a span within \(first.time.iso8601()) to \(last.time.iso8601())")
    }
  }
}
