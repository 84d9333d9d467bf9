import Foundation
import Geodesy
import LiveTestSupport
import PhoneAPI
import RecordStorage
import Timekeeping

import class GRDB.DatabaseQueue

@testable import TrackingEngine

extension TemporaryFolder {
  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    chmod(file(name), mode)
  }

  /// Makes a store in which a position waits for each of these seconds after noon.
  func makeStore(
    _ seconds: Range<Int>, named name: String = "day.sqlite", visit: Bool = false,
    crossing: Bool = false
  ) throws {
    let store = try SQLiteRecordStore(path: file(name))
    try store.inOneTransaction {
      for second in seconds { _ = try? store.append(Self.record(.location, second)) }
      if visit {
        let kind = Record.Kind.visit(arrival: LiveTracker.noon, departure: .distantFuture)
        _ = try? store.append(Self.record(kind, seconds.upperBound))
      }
      if crossing { _ = try? store.append(Self.record(.crossing(.checkIn), seconds.upperBound)) }
    }
  }

  private static func record(_ kind: Record.Kind, _ second: Int) -> Record {
    let instant = LiveTracker.noon + .seconds(Int64(second))
    return Record(
      kind: kind,
      location: Location(
        coordinate: Coordinate(latitude: 45.5 + 0.00002 * Double(second), longitude: -122.6),
        horizontalAccuracyMeters: 5, timestamp: instant),
      recordedAt: instant)
  }

  /// Returns the numbers of waiting and of all records in a store.
  func counts(_ name: String = "day.sqlite") throws -> (waiting: Int, kept: Int) {
    let store = try SQLiteRecordStore(path: file(name))
    return (
      store.queueLength, try store.records(in: .distantPast ..< .distantFuture).count
    )
  }

  /// Marks a store as written by a later version of the program.
  func makeNewer(_ name: String) throws {
    try DatabaseQueue(path: file(name)).write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of a later version')")
    }
  }

  /// Returns the file that `odograph login` would have written.
  static func signIn(_ server: String) -> String {
    #"{"server": "\#(server)", "patient": "40001", "identifierForVendor": "V", "session": "#
      + #""{\"accessToken\":\"old\",\"refreshToken\":\"first\",\"expiresAt\":4000000000000000000,"#
      + #"\"tokenEndpoint\":\"\#(server)/o/token/\",\"clientIdentifier\":\"odograph\"}"}"#
  }
}
