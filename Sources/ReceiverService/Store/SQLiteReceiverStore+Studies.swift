import GRDB
import Receiver

/// The patients, the studies, and the patients of each study.
extension SQLiteReceiverStore {
  package func save(_ patient: Patient) throws {
    try transaction {
      try access { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO patient VALUES (?, ?, ?, ?)",
          arguments: [patient.number, patient.email, patient.givenName, patient.familyName])
        try db.execute(
          sql: "DELETE FROM participation WHERE patient = ?", arguments: [patient.number])
        for study in patient.studies {
          try db.execute(
            sql: "INSERT OR IGNORE INTO participation VALUES (?, ?)",
            arguments: [patient.number, study])
        }
      }
    }
  }

  package func patient(_ number: Int64) throws -> Patient? {
    try access { db in
      try Row.fetchOne(db, sql: "SELECT * FROM patient WHERE number = ?", arguments: [number])
        .map { try Self.patient($0, in: db) }
    }
  }

  package func patients() throws -> [Patient] {
    try access { db in
      try Row.fetchAll(db, sql: "SELECT * FROM patient ORDER BY number")
        .map { try Self.patient($0, in: db) }
    }
  }

  private static func patient(_ row: Row, in db: Database) throws -> Patient {
    let number: Int64 = row["number"]
    return Patient(
      number: number, email: row["email"], givenName: row["givenName"],
      familyName: row["familyName"],
      studies: try Int64.fetchAll(
        db, sql: "SELECT study FROM participation WHERE patient = ? ORDER BY study",
        arguments: [number]))
  }

  package func save(_ study: Study) throws {
    try transaction {
      try access { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO study VALUES (?, ?)", arguments: [study.number, study.name])
        try db.execute(sql: "DELETE FROM studyCode WHERE study = ?", arguments: [study.number])
        for code in study.codes {
          try db.execute(
            sql: "INSERT OR IGNORE INTO studyCode VALUES (NULL, ?, ?, ?)",
            arguments: [study.number, code.system, code.code])
        }
      }
    }
  }

  package func studies() throws -> [Study] {
    try access { db in
      try Row.fetchAll(db, sql: "SELECT * FROM study ORDER BY number").map { row in
        let number: Int64 = row["number"]
        let codes = try Row.fetchAll(
          db, sql: "SELECT system, code FROM studyCode WHERE study = ? ORDER BY number",
          arguments: [number])
        return Study(
          number: number, name: row["name"],
          codes: codes.map { HealthCode(system: $0["system"], code: $0["code"]) })
      }
    }
  }
}
