import Documents
import Text
import Timekeeping
import World

/// A mode of motion that the user gives for a recording, or for a span of it. Rests remain rests.
package struct ModeSpan: Sendable, Hashable {
  /// The modes in which a person moves, which a user may give.
  package static let words = MotionMode.allCases.filter(\.isMoving).map(\.rawValue)

  private enum Extent: Sendable, Hashable {
    case wholeRecording
    case span(Range<Instant>)
    /// The two ends as the user wrote them. Their time zone is that of the recording, which is
    /// known when its positions are.
    case written(from: String, to: String)
  }

  private let extent: Extent
  let mode: MotionMode

  package init(_ mode: MotionMode, in span: Range<Instant>? = nil) {
    self.mode = mode
    extent = span.map { .span($0) } ?? .wholeRecording
  }

  /// Reads "cycling" or "2026-03-02T09:00/2026-03-02T09:40=train" from the option `--mode`.
  ///
  /// - Parameter calendar: the calendar of the option `--time-zone`; nil if it is not given.
  package init(option text: String, in calendar: LocalCalendar?) throws(InputError) {
    let name = "--mode"
    guard let sign = text.lastIndex(of: "=") else {
      mode = try SourceNode(option: name, text).movingMode()
      extent = .wholeRecording
      return
    }
    mode = try SourceNode(option: name, String(text[text.index(after: sign)...])).movingMode()
    let ends = text[..<sign].split(separator: "/", omittingEmptySubsequences: false)
    guard ends.count == 2 else {
      throw InputError(
        .commandLine, "\(name) is \(quoted(text))",
        accepted: "a mode, or a span and a mode: 2026-03-02T09:00/2026-03-02T09:40=train")
    }
    let (from, to) = (String(ends[0]), String(ends[1]))
    let span = try Self.span(from, to, in: calendar ?? .utc)
    extent = calendar == nil ? .written(from: from, to: to) : .span(span)
  }

  private static func span(
    _ from: String, _ to: String, in calendar: LocalCalendar
  ) throws(InputError) -> Range<Instant> {
    try span(
      from: try Instant(option: "--mode", from, in: calendar),
      to: try Instant(option: "--mode", to, in: calendar), at: .commandLine)
  }

  /// Returns the span in a recording whose times are in `calendar`; nil for the whole recording.
  func span(in calendar: LocalCalendar) throws(InputError) -> Range<Instant>? {
    switch extent {
    case .wholeRecording: nil
    case .span(let span): span
    case .written(let from, let to): try Self.span(from, to, in: calendar)
    }
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
  /// - Parameter calendar: the calendar of the recording's time zone; nil to guess it.
  /// - Throws: `InputError` if a span has no point of the recording.
  mutating func set(
    _ modes: [ModeSpan], in calendar: LocalCalendar?, location: SourceLocation
  ) throws(InputError) {
    for given in modes {
      let span = try given.span(in: calendar ?? .guess(for: self))
      var count = 0
      for index in points.indices where span?.contains(points[index].time) ?? true {
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
