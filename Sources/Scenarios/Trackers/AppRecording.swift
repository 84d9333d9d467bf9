import Documents
import Recordings
import Text

/// The positions that count as recorded by a user's own app.
public enum AppRecording: Sendable, Hashable {
  /// Each position that the phone delivers to the app. The app may replace this choice by calls of
  /// its own; see `calls`.
  case positions
  /// The positions that the app names in calls.
  case calls
  /// The positions that the server of the app's description stored.
  case uploads
  /// The positions in the JSON bodies of the requests that the server accepted.
  case uploadedJSON(JSONPositions)
  /// The positions in a file that the app writes.
  case file(AppRecordFile)
}

/// The paths to the positions in the body of a request.
public struct JSONPositions: Sendable, Hashable {
  /// The path to the positions; each value to which it leads is one position.
  package var each: JSONPath
  package var columns: PositionColumns<JSONPath>

  package init(each: JSONPath, columns: PositionColumns<JSONPath>) {
    self.each = each
    self.columns = columns
  }
}

/// A file with positions that the app writes in its container, or several whose names match a
/// pattern.
public struct AppRecordFile: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    case gpx
    case csv(PositionColumns<String>)
    case sqlite(table: String, PositionColumns<String>)
  }

  /// The path relative to the app's home folder, without `..`. The name may contain `*`.
  package var path: String
  package var form: Form

  /// The folder in the app's home folder, with a slash at its end; empty for the home folder.
  package var folder: String { String(path.dropLast(name.count)) }
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  package var isPattern: Bool { name.contains("*") }

  package init(path: String, form: Form) {
    self.path = path
    self.form = form
  }
}

// MARK: - Reading

extension AppRecording {
  /// The words of `recorded:`.
  private enum Word: String, CaseIterable {
    case positions, calls, uploads
  }

  private static let acceptedForms =
    "positions, calls, uploads, { uploads: … }, or { file: … }"

  /// The key `recorded` in the description of an app.
  static let key = Key(
    "recorded", .either([.words(of: Word.self), .table(recordedKeys)]),
    "The positions that count as recorded: those delivered to the app, those that it names in"
      + " calls, those that it uploads, or those in a file that it writes",
    default: "`positions`", example: "{ file: Documents/track.gpx }")

  private static let placeKeys = [
    Key("time", .text, "The place of the time", example: "time"),
    Key("latitude", .text, "The place of the latitude in degrees", example: "lat"),
    Key("longitude", .text, "The place of the longitude in degrees", example: "lon"),
    Key(
      "accuracy", .text, "The place of the horizontal accuracy in meters", default: "not read",
      example: "accuracy"),
  ]

  private static let uploadKeys = KeyTable(
    "appUploads",
    [
      Key(
        "each", .text,
        "JSON path to the positions in a request's body; the other keys are paths"
          + " within each position, or from the whole body if they begin with `$`",
        example: "\"$.locations[*]\"", isRequired: true)
    ] + placeKeys.map { $0.name == "accuracy" ? $0 : $0.with(isRequired: true) })

  private static let alternatives = [
    Key(
      "uploads", .table(uploadKeys), "The positions in the requests that the server accepted",
      example: "{ each: \"$.points[*]\", latitude: lat, longitude: lon, time: t }"),
    Key(
      "file", .text,
      "A GPX, CSV or SQLite file in the app's home folder; `*` in its name stands for any text",
      example: "Documents/track.gpx"),
  ]

  private static let recordedKeys = KeyTable(
    "appRecorded", exactlyOneOf: alternatives,
    alternatives + [
      Key("table", .text, "The table of the SQLite file", example: "points")
    ] + placeKeys)

  /// Reads the value of the key `recorded`.
  init(_ node: SourceNode) throws(InputError) {
    guard case .mapping = node.content else {
      let text = try node.text(Self.acceptedForms)
      guard let word = Word(rawValue: text) else {
        throw InputError(
          node.location, "'\(node.name)' is \(quoted(text))", accepted: Self.acceptedForms,
          suggestion: nearestSpelling(to: text, among: Word.allCases.map(\.rawValue)))
      }
      self =
        switch word {
        case .positions: .positions
        case .calls: .calls
        case .uploads: .uploads
        }
      return
    }
    let fields = try Fields(node, keys: Self.recordedKeys)
    try fields.refuseTogether("uploads", "file")
    if let uploads = fields["uploads"] {
      let others = ["table"] + placeKeyNames
      if let stray = others.first(where: { fields[$0] != nil }), let value = fields[stray] {
        throw value.refused(
          "'\(stray)' stands beside 'uploads'", accepted: "'\(stray)' inside of 'uploads'")
      }
      self = .uploadedJSON(try JSONPositions(try Fields(uploads, keys: Self.uploadKeys)))
    } else {
      self = .file(try AppRecordFile(fields))
    }
  }
}

private let placeKeyNames = ["time", "latitude", "longitude", "accuracy"]

extension JSONPositions {
  fileprivate init(_ fields: Fields) throws(InputError) {
    each = try fields.required("each", accepted: JSONPath.accepted).jsonPath()
    columns = try PositionColumns(fields) { (node) throws(InputError) in try node.jsonPath() }
  }
}

extension PositionColumns {
  fileprivate init(
    _ fields: Fields, _ place: (SourceNode) throws(InputError) -> Place
  ) throws(InputError) {
    self.init(
      time: try place(try fields.required("time")),
      latitude: try place(try fields.required("latitude")),
      longitude: try place(try fields.required("longitude")),
      accuracy: try fields["accuracy"].map { (node) throws(InputError) in try place(node) })
  }
}

extension SourceNode {
  fileprivate func jsonPath() throws(InputError) -> JSONPath {
    let text = try text(JSONPath.accepted)
    guard let path = JSONPath(text) else { throw refused(accepted: JSONPath.accepted) }
    return path
  }
}

extension AppRecordFile {
  fileprivate init(_ fields: Fields) throws(InputError) {
    let accepted = "a path in the app's home folder, such as Documents/track.gpx"
    let node = try fields.required("file", accepted: accepted)
    path = try node.text(accepted)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(".."), !parts.contains(""), !path.utf8.contains(0),
      !parts.dropLast().contains(where: { $0.contains("*") })
    else {
      throw node.refused(accepted: accepted + ", without '..', and with '*' in its name alone")
    }
    if let table = fields["table"] {
      form = .sqlite(table: try table.visibleName(), try PositionColumns(columnsOf: fields))
    } else if placeKeyNames.contains(where: { fields[$0] != nil }) {
      form = .csv(try PositionColumns(columnsOf: fields))
    } else if path.lowercased().hasSuffix(".gpx") {
      form = .gpx
    } else {
      throw node.refused(
        "'\(node.name)' is \(quoted(path)), and no column is named",
        accepted: "a file.gpx; with time, latitude and longitude a CSV file; with table also a"
          + " SQLite file")
    }
  }
}

extension PositionColumns<String> {
  fileprivate init(columnsOf fields: Fields) throws(InputError) {
    try self.init(fields) { (node) throws(InputError) in try node.visibleName() }
  }
}
