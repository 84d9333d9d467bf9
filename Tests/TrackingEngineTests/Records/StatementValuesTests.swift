import GRDB
import Testing
import Timekeeping

@testable import RecordStorage

@Suite("Values of SQLite's statements")
struct StatementValuesTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write {
      try $0.execute(sql: "CREATE TABLE value (a INTEGER, b REAL, c TEXT, d INTEGER)")
    }
  }

  @Test("What is set is read again; what is missing, and what is not a number, is NULL")
  func roundTrip() throws {
    try database.write { db in
      let insertion = try db.makeStatement(sql: "INSERT INTO value VALUES (?, ?, ?, ?)")
      insertion.setUncheckedArguments([])
      let rows: [(Int64?, Double?, String?, Bool?)] = [
        (.max, -0.1, "", true), (nil, .nan, nil, nil), (.min, .infinity, "ä\u{1F6B2}", false),
      ]
      for row in rows {
        var values = StatementParameters(insertion)
        values.set(row.0)
        values.set(row.1)
        values.set(row.2)
        values.set(row.3)
        try insertion.execute()
      }
      var read: [[String]] = []
      try db.makeStatement(sql: "SELECT * FROM value ORDER BY rowid").forEachRow([]) { columns in
        read.append([
          "\(columns.nextInteger() as Any)", "\(columns.nextNumber() as Any)",
          "\(columns.nextText() as Any)", "\(columns.nextBool() as Any)",
        ])
      }
      #expect(
        read == [
          ["Optional(9223372036854775807)", "Optional(-0.1)", "Optional(\"\")", "Optional(true)"],
          ["nil", "nil", "nil", "nil"],
          [
            "Optional(-9223372036854775808)", "Optional(inf)", "Optional(\"ä\u{1F6B2}\")",
            "Optional(false)",
          ],
        ])
    }
  }

  @Test("A statement that runs again keeps no value of its former run")
  func again() throws {
    try database.write { db in
      let insertion = try db.makeStatement(sql: "INSERT INTO value (a, c) VALUES (?, ?)")
      insertion.setUncheckedArguments([])
      for text in ["first", nil] {
        var values = StatementParameters(insertion)
        values.set(1 as Int64)
        if let text { values.set(text) }
        try insertion.execute()
      }
      let texts = try String?.fetchAll(db, sql: "SELECT c FROM value ORDER BY rowid")
      #expect(texts == ["first", nil])
    }
  }

  @Test("A column with a value of another type is read as NULL")
  func otherTypes() throws {
    try database.read { db in
      try db.makeStatement(sql: "SELECT 'text', 1.5, x'41', 7, 1, NULL").forEachRow([]) { columns in
        #expect(columns.flag(at: 4))
        #expect(!columns.flag(at: 5))
        #expect(columns.nextInteger() == nil)
        #expect(columns.nextInstant() == nil)
        #expect(columns.nextText() == nil)
        // An integer is a number too.
        #expect(columns.nextNumber() == 7)
      }
    }
  }
}
