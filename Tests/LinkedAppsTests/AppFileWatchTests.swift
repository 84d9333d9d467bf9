import Foundation
import GRDB
import Recordings
import Scenarios
import TestSupport
import Testing
import Text
import Timekeeping

@testable import AppPositions

@Suite("A file that an app writes, as it is read")
struct AppFileWatchTests {
  private let now = Instant(secondsSince1970: 1_772_433_000)
  private let columns = PositionColumns(time: "t", latitude: "lat", longitude: "lon")

  private func watch(_ path: String, in place: borrowing Workplace) -> AppFileWatch {
    let form: AppRecordFile.Form =
      path.hasSuffix(".csv") ? .csv(columns) : .sqlite(table: "p", columns)
    return AppFileWatch(
      AppRecordFile(path: path, form: form), home: place.url.path, location: .commandLine)
  }

  /// The seconds after `now` of the positions that are new in the file.
  private func seconds(_ watch: AppFileWatch, after delay: Int64 = 0) throws -> [Int] {
    try watch.newPositions(at: now + .seconds(delay)).map { Int(($0.time - now).seconds) }
  }

  private func rows(_ range: ClosedRange<Int>) -> String {
    range.map { "\(1_772_433_000 + $0),52.5,13.4\n" }.joined()
  }

  @Test("Rows count once: appended, after a cut beginning, in a new file, and after a deletion")
  func text() throws {
    let place = try Workplace()
    let watch = watch("x.csv", in: place)
    #expect(try seconds(watch) == [])
    _ = try place.write("t,lat", to: "x.csv")
    #expect(try seconds(watch) == [])
    #expect(watch.remarks(of: "a") == ["a recorded nothing: it wrote no position into x.csv."])
    func write(_ text: String) throws { _ = try place.write(text, to: "x.csv") }
    let header = "t,lat,lon\n"
    try write(header + rows(1...3) + "17724330")
    #expect(try seconds(watch) == [1, 2, 3])
    #expect(try seconds(watch) == [])
    try write(header + rows(1...5))
    #expect(try seconds(watch) == [4, 5])
    try write(header + rows(3...6))
    #expect(try seconds(watch) == [6])
    // A row that is late, beside a beginning that is cut.
    try write(header + rows(5...6) + rows(2...2))
    #expect(try seconds(watch) == [2])
    // None of the rows that were read is left: those that are later than they count.
    try write("lon,t,lat\n13.4,1772433006,52.5\n13.4,1772433007,52.5\n")
    #expect(try seconds(watch) == [7])
    try FileManager.default.removeItem(at: place.url.appendingPathComponent("x.csv"))
    #expect(try seconds(watch) == [])
    try write(header + rows(8...8))
    #expect(try seconds(watch) == [8])
    #expect(watch.remarks(of: "a") == [])
  }

  @Test("Files of a pattern count, the latest of them as long as they grow")
  func pattern() throws {
    let place = try Workplace()
    let file = AppRecordFile(path: "day-*.csv", form: .csv(columns))
    let watch = AppFilesWatch(file, of: "a", home: place.url.path, location: .commandLine)
    func seconds() throws -> [Int] {
      try watch.newPositions(at: now).map { Int(($0.time - now).seconds) }
    }
    #expect(try seconds() == [])
    #expect(watch.remarks == ["a recorded nothing: it never wrote day-*.csv in its home folder."])
    _ = try place.write("t,lat,lon\n" + rows(50...50), to: "night-1.csv")
    for day in 1...9 {
      _ = try place.write("t,lat,lon\n" + rows(day...day), to: "day-\(day).csv")
      #expect(try seconds() == [day])
    }
    // The first of nine files is no longer looked at.
    _ = try place.write("t,lat,lon\n" + rows(1...2), to: "day-1.csv")
    _ = try place.write("t,lat,lon\n" + rows(2...3) + "0,91,0\n", to: "day-2.csv")
    #expect(try seconds() == [3])
    #expect(watch.remarks.count == 1)
    #expect(watch.remarks.first?.hasPrefix("1 row of a's day-2.csv") == true)
  }

  @Test("A large file that is written anew is read once a minute, and at the end")
  func large() throws {
    let place = try Workplace()
    let watch = watch("x.csv", in: place)
    func write(_ last: Int, _ name: String) throws {
      // Rows without a position, of more than 1 MiB.
      let row = "0,0,\(name) is no longitude" + String(repeating: " ", count: 300) + "\n"
      let ballast = String(repeating: row, count: 4000)
      _ = try place.write("t,lat,lon\n" + rows(1...last) + ballast, to: "x.csv")
    }
    try write(1, "a")
    #expect(try seconds(watch) == [1])
    try write(2, "b")
    #expect(try seconds(watch, after: 59) == [])
    #expect(try seconds(watch, after: 60) == [2])
    try write(3, "c")
    #expect(try seconds(watch, after: 61) == [])
    let last = try watch.newPositions(at: now + .seconds(62 as Int64), isLast: true)
    #expect(last.count == 1)
    #expect(watch.remarks(of: "a").first?.contains("12000 rows of a's x.csv") == true)
  }

  @Test("A pipe, a folder and a link are no file, also as part of the path")
  func noFile() throws {
    let place = try Workplace()
    mkfifo(place.url.appendingPathComponent("x.csv").path, 0o600)
    let pipe = watch("x.csv", in: place)
    #expect(try seconds(pipe) == [])
    #expect(pipe.remarks(of: "a") == ["a recorded nothing: x.csv is no plain file."])
    let other = try Workplace()
    _ = try other.write("t,lat,lon\n" + rows(1...1), to: "y.csv")
    try FileManager.default.createSymbolicLink(
      at: place.url.appendingPathComponent("Documents"), withDestinationURL: other.url)
    let linked = watch("Documents/y.csv", in: place)
    #expect(try seconds(linked) == [])
    #expect(
      linked.remarks(of: "a") == [
        "a recorded nothing: Documents/y.csv leads out of the app's home folder."
      ])
  }

  @Test("New rows of a table count once: inserted, after all were deleted, and in a new file")
  func table() throws {
    let place = try Workplace()
    let path = place.url.appendingPathComponent("x.db").path
    let watch = watch("x.db", in: place)
    var database: DatabaseQueue? = try DatabaseQueue(path: path)
    func execute(_ sql: String) throws { try database?.write { try $0.execute(sql: sql) } }
    try execute("PRAGMA user_version = 1")
    #expect(try seconds(watch) == [])
    #expect(watch.remarks(of: "a").first?.contains("it has no table 'p'") == true)
    try execute("CREATE TABLE p (t, lat, lon)")
    try execute("INSERT INTO p VALUES (1772433001, 52.5, '13.4'), ('2026-03-02T06:30:02Z', 1, 2)")
    #expect(try seconds(watch) == [1, 2])
    try execute("DELETE FROM p")
    #expect(try seconds(watch) == [])
    try execute("INSERT INTO p VALUES (1772433003000, 52.5, 13.4), (x'00', 1, 2)")
    #expect(try seconds(watch) == [3])
    #expect(watch.remarks(of: "a").first?.contains("the first is 'rowid 2'") == true)
    database = nil
    try FileManager.default.removeItem(atPath: path)
    database = try DatabaseQueue(path: path)
    try execute("CREATE TABLE p (t, lat, lon)")
    try execute("INSERT INTO p VALUES (1772433003, 52.5, 13.4), (794125804, 52.5, 13.4)")
    #expect(try seconds(watch) == [4])
  }

  @Test("A locked or damaged table has no rows until it can be read, and is remarked at the end")
  func locked() throws {
    let place = try Workplace()
    let path = place.url.appendingPathComponent("x.db").path
    let watch = watch("x.db", in: place)
    _ = try place.write(String(repeating: "no database ", count: 100), to: "x.db")
    #expect(try seconds(watch) == [])
    #expect(watch.remarks(of: "a").first?.contains("file is not a database") == true)
    try FileManager.default.removeItem(atPath: path)
    let database = try DatabaseQueue(path: path)
    try database.write {
      try $0.execute(sql: "CREATE TABLE p (t, lat, lon); INSERT INTO p VALUES (1772433001, 1, 2)")
    }
    try database.inDatabase { database in
      try database.inTransaction(.exclusive) { () throws in
        let found = try seconds(watch)
        #expect(found == [])
        return .commit
      }
    }
    #expect(watch.remarks(of: "a").first?.contains("database is locked") == true)
    #expect(try seconds(watch) == [1])
    #expect(watch.remarks(of: "a") == [])
  }

  @Test("A view in place of the table is refused")
  func view() throws {
    let place = try Workplace()
    let database = try DatabaseQueue(path: place.url.appendingPathComponent("x.db").path)
    try database.write { try $0.execute(sql: "CREATE VIEW p AS SELECT 1 AS t, 2 AS lat, 3 AS lon") }
    let watch = watch("x.db", in: place)
    let error = #expect(throws: InputError.self) { try watch.newPositions(at: now) }
    #expect(error?.description.contains("'p' is a view; accepted: a table") == true)
  }
}
