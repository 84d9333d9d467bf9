import Documents
import Geodesy
import Text
import Timekeeping

/// The options with which the user supplies information that a recording's file lacks.
package struct TraceOptions: Sendable, Hashable {
  /// The name of the trajectory to read if the file has several; "all" to read every trajectory.
  package var trajectory: String?
  /// The coordinate of the point x = 0, y = 0, for recordings whose positions are in meters.
  package var origin: Coordinate?
  /// The instant of time 0, for recordings with relative times. For recordings that contain only
  /// times of day, an instant on the recorded day.
  package var start: Instant?
  /// The calendar of the recording's time zone; nil if the user gave no time zone.
  package var calendar: LocalCalendar?
  /// The modes of motion that the user gives, for the recording or for spans of it.
  package var modes: [ModeSpan] = []
  /// True to run other programs that convert formats such as a receiver's log or TCX. False to
  /// refuse these formats.
  package var runsPrograms = true
  /// True to read the file as a tracker's log: its trajectories are devices, which the option
  /// `--device` names, and rows that are not positions are left out.
  package var isLog = false
  /// The times of a log to read; nil for all. Other records are only counted.
  package var range: Range<Instant>?
  /// True to read every trajectory, each on days of its own. From the start on, these may extend
  /// over years. A device of a log may be called "all".
  var readsAllTrajectories: Bool { trajectory == "all" && !isLog }

  package init(
    trajectory: String? = nil, origin: Coordinate? = nil, start: Instant? = nil,
    calendar: LocalCalendar? = nil
  ) {
    self.trajectory = trajectory
    self.origin = origin
    self.start = start
    self.calendar = calendar
  }

  /// Reads the command line's options `--trajectory`, `--origin`, `--start`, `--time-zone` and
  /// `--mode`.
  package init(
    trajectory: String?, origin: String?, start: String?, timeZone: String?, modes: [String] = []
  ) throws(InputError) {
    self.init(trajectory: trajectory)
    if let timeZone { calendar = try SourceNode(option: "--time-zone", timeZone).timeZone() }
    if let start { self.start = try Instant(option: "--start", start, in: calendar ?? .utc) }
    if let origin { self.origin = try SourceNode(option: "--origin", origin).coordinateText() }
    for text in modes { self.modes.append(try ModeSpan(option: text, in: calendar)) }
  }
}

extension Instant {
  /// Reads a date and time from an option of the command line. The text is in the time zone of
  /// `calendar`, or has an offset.
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

  /// Reads a coordinate such as `[45.52, -122.68]`: latitude, then longitude.
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

  /// Reads a coordinate as written in an option, such as "45.52,-122.68".
  package func coordinateText() throws(InputError) -> Coordinate {
    let accepted = "latitude,longitude in degrees, such as 45.52,-122.68"
    let parts = try text(accepted).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw refused(accepted: accepted) }
    return try coordinate(String(parts[0]), String(parts[1]), accepted: accepted)
  }

  private func coordinate(
    _ latitudeText: String, _ longitudeText: String, accepted: String
  ) throws(InputError) -> Coordinate {
    guard let latitude = Double(latitudeText.filter { $0 != " " }),
      let longitude = Double(longitudeText.filter { $0 != " " })
    else {
      throw InputError(
        location, "'\(name)' is '\(latitudeText)' and '\(longitudeText)', not two numbers",
        accepted: accepted)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw InputError(
        location, "'\(name)' is [\(latitude), \(longitude)]",
        accepted: Coordinate.accepted)
    }
    if var refusal = coordinate.refusalNearPole(at: location) {
      // In a file, the line identifies the position.
      if name.hasPrefix("--") { refusal.problem = "\(name): \(refusal.problem)" }
      throw refusal
    }
    return coordinate
  }
}
