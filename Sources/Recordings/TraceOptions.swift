import Geodesy
import Text
import Timekeeping

/// What a trace file does not say by itself: which trajectory, where its meters begin, when its
/// seconds.
package struct TraceOptions: Sendable, Hashable {
  /// Which of several trajectories in one CSV file.
  package var trajectory: String?
  /// Where x_m = 0, y_m = 0 lies.
  package var origin: Coordinate?
  /// When t_s = 0 is.
  package var start: Instant?
  /// Whose clocks the days are told by; nil where nobody has said.
  package var calendar: LocalCalendar?
  /// False refuses what only another program can convert, such as a receiver's log or TCX.
  package var runsPrograms = true

  package init(
    trajectory: String? = nil, origin: Coordinate? = nil, start: Instant? = nil,
    calendar: LocalCalendar? = nil
  ) {
    self.trajectory = trajectory
    self.origin = origin
    self.start = start
    self.calendar = calendar
  }

  /// From the command line's `--trajectory`, `--origin`, `--start` and `--time-zone`.
  package init(
    trajectory: String?, origin: String?, start: String?, timeZone: String?
  ) throws(InputError) {
    self.init(trajectory: trajectory)
    if let timeZone { calendar = try SourceNode(option: "--time-zone", timeZone).timeZone() }
    if let start { self.start = try Instant(option: "--start", start, in: calendar ?? .utc) }
    if let origin { self.origin = try SourceNode(option: "--origin", origin).coordinateText() }
  }
}

extension Instant {
  /// From an option of the command line: a date and time by the clocks of `calendar`, or with an
  /// offset.
  package init(option name: String, _ text: String, in calendar: LocalCalendar) throws(InputError) {
    self = try SourceNode(option: name, text).instant(in: calendar)
  }
}

extension SourceNode {
  package init(option name: String, _ text: String) {
    self.init(name: name, content: .text(text, isQuoted: true), location: .commandLine)
  }

  package static let acceptedCoordinate =
    "[latitude, longitude] in degrees, such as [45.52, -122.68]"

  /// `[45.52, -122.68]`.
  package func coordinate() throws(InputError) -> Coordinate {
    let numbers = try list(SourceNode.acceptedCoordinate)
    guard numbers.count == 2, case .text(let latitude, _) = numbers[0].content,
      case .text(let longitude, _) = numbers[1].content
    else {
      throw InputError(
        location, "'\(name)' is a list of \(numbers.count)",
        accepted: SourceNode.acceptedCoordinate)
    }
    return try coordinate(latitude, longitude, accepted: SourceNode.acceptedCoordinate)
  }

  /// "45.52,-122.68", as an option has it.
  package func coordinateText() throws(InputError) -> Coordinate {
    let accepted = "latitude,longitude in degrees, such as 45.52,-122.68"
    let parts = try text(accepted).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw refused(accepted: accepted) }
    return try coordinate(String(parts[0]), String(parts[1]), accepted: accepted)
  }

  private func coordinate(
    _ latitude: String, _ longitude: String, accepted: String
  ) throws(InputError) -> Coordinate {
    guard let latitude = Double(latitude.filter { $0 != " " }),
      let longitude = Double(longitude.filter { $0 != " " })
    else { throw InputError(location, "'\(name)' has no two numbers", accepted: accepted) }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw InputError(
        location, "'\(name)' is [\(latitude), \(longitude)]",
        accepted: Coordinate.accepted)
    }
    if var refusal = coordinate.refusalNearPole(at: location) {
      // In a file the line says which position it is.
      if name.hasPrefix("--") { refusal.problem = "\(name): \(refusal.problem)" }
      throw refusal
    }
    return coordinate
  }
}
