import Geodesy
import Text
import Timekeeping

/// The options for a recording: the information that its file lacks.
package struct TraceOptions: Sendable, Hashable {
  /// The trajectory to read if the file has several; "all" for every one.
  package var trajectory: String?
  /// The position of x_m = 0, y_m = 0.
  package var origin: Coordinate?
  /// The instant of t_s = 0.
  package var start: Instant?
  /// The calendar of the recording's time zone; nil if none was given.
  package var calendar: LocalCalendar?
  /// False to refuse formats that only another program can convert, such as a receiver's log or
  /// TCX.
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

  /// Reads the options `--trajectory`, `--origin`, `--start` and `--time-zone` of the command line.
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
  /// Reads an option of the command line: a date and time in the zone of `calendar`, or with an
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

  /// Reads a coordinate such as `[45.52, -122.68]`.
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

  /// Reads a coordinate as options have it, such as "45.52,-122.68".
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
    else { throw InputError(location, "'\(name)' is not two numbers", accepted: accepted) }
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
