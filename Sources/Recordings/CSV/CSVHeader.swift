import Text

/// The meaning of each column of a CSV file, from the names in its first line.
struct CSVHeader {
  enum Column: CaseIterable {
    case time, relativeSeconds, latitude, longitude, eastMeters, northMeters
    case accuracy, speed, course, altitude, sport, battery, batteryState, trajectory
    case recordedAt, kind, date

    /// The accepted names, in lower case. Case in the file does not matter.
    var names: [String] {
      switch self {
      case .time: ["time", "timestamp", "tracked_at", "datetime"]
      case .relativeSeconds: ["t_s", "timestep_time"]
      case .latitude: ["lat", "latitude"]
      case .longitude: ["lon", "lng", "longitude"]
      case .eastMeters: ["x_m", "vehicle_x", "person_x"]
      case .northMeters: ["y_m", "vehicle_y", "person_y"]
      case .accuracy:
        [
          "accuracy", "accuracy_m", "horizontal_accuracy", "horizontal_accuracy_m",
          "hdop_accuracy_m", "acc", "hacc", "horizontalaccuracy", "accuracy (m)",
        ]
      case .speed: ["speed", "speed_mps", "vehicle_speed", "person_speed"]
      case .course: ["course", "course_deg", "bearing", "heading", "vehicle_angle", "person_angle"]
      case .altitude: ["altitude", "altitude_m", "ele"]
      case .sport: ["sport", "activity", "activity_type", "mode", "transport_mode"]
      case .battery: ["battery", "battery_level", "battery_percent", "level_pct"]
      case .batteryState: ["battery_state", "battery_status"]
      case .date: ["date"]
      case .recordedAt: ["recorded_at"]
      case .kind: ["kind"]
      case .trajectory: ["trajectory", "user_id", "device_id", "vehicle_id", "person_id"]
      }
    }
  }

  let rows: CSVRows
  private var columns: [Column: Int] = [:]

  var names: [String] { rows.names }

  /// Reads the first line. Nil if it is too long or not text.
  init?(firstLineOf bytes: some Collection<UInt8>) {
    let known = Set(Column.allCases.flatMap(\.names))
    guard let rows = CSVRows(firstLineOf: bytes, knowing: known) else { return nil }
    self.rows = rows
    assignColumns(to: names)
  }

  private mutating func assignColumns(to names: [String]) {
    columns = [:]
    for (index, name) in names.enumerated() {
      let column = Column.allCases.first { $0.names.contains(name.lowercased()) }
      if let column, columns[column] == nil { columns[column] = index }
    }
  }

  /// A header for each kind of row in the file. In a file of SUMO, rows of vehicles and rows of
  /// people use different columns, so the list has two headers. For any other file, the list has
  /// only `self`.
  var kindsOfRow: [CSVHeader] {
    let prefixes = ["vehicle_", "person_"]
    guard prefixes.allSatisfy({ names.contains($0 + "id") }) else { return [self] }
    return prefixes.map { ignored in
      var header = self
      header.assignColumns(to: names.map { $0.hasPrefix(ignored) ? "" : $0 })
      return header
    }
  }

  /// True if the first line can be the header of a recording, because it names a time or a
  /// position.
  var isRecognized: Bool {
    let reporting: [Column] = [.time, .relativeSeconds, .latitude, .longitude, .eastMeters]
    return names.count > 1 && reporting.contains { columns[$0] != nil }
  }

  /// Returns the error for a CSV file whose header names no known column.
  func refusal(_ location: SourceLocation) -> InputError {
    InputError(
      SourceLocation(file: location.file, line: rows.headerLine),
      "no column has the name of a time or a position; the line has "
        + listing(names.map(quoted), atMost: 6),
      accepted: "a header line such as time,lat,lon or t_s,x_m,y_m, with accuracy, speed, course,"
        + " altitude and trajectory if present; or another format: \(TraceFormat.accepted)"
    )
  }

  subscript(_ column: Column) -> Int? { columns[column] }

  func required(_ column: Column, _ what: String, _ place: SourceLocation) throws(InputError)
    -> Int
  {
    let found = names.filter { column.names.contains($0.lowercased()) }
    if found.count > 1, [.latitude, .longitude].contains(column) {
      throw InputError(
        SourceLocation(file: place.file, line: rows.headerLine),
        "two columns give \(what): \(quoted(found[0])) and \(quoted(found[1]))", accepted: "one")
    }
    if let index = columns[column] { return index }
    throw rows.missing(what, accepted: column.names, place)
  }
}
