import Foundation
import GRDB
import Geodesy
import Receiver
import Timekeeping

// MARK: Observations

extension SQLiteReceiverStore {
  package func observation(_ identifier: Observation.Identifier) throws -> Int64? {
    try access { db in
      try Int64.fetchOne(
        db, sql: "SELECT observation FROM observationIdentifier WHERE system = ? AND value = ?",
        arguments: [identifier.system, identifier.value])
    }
  }

  package func insert(_ observation: Observation) throws -> Int64 {
    try transaction {
      try access { db in
        try db.execute(
          sql: "INSERT INTO observation VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
          arguments: Self.arguments(observation))
        let number = db.lastInsertedRowID
        try name(number, by: observation.identifiers, in: db)
        _ = try insert(observation.position.map { [$0] } ?? [])
        return number
      }
    }
  }

  package func replace(_ number: Int64, with observation: Observation) throws {
    try transaction {
      try access { db in
        try db.execute(
          sql: """
            UPDATE observation SET patient = ?, device = ?, system = ?, code = ?,
              effectiveDateTime = ?, content = ?, arrivedAt = ? WHERE number = ?
            """, arguments: Self.arguments(observation) + [number])
        guard db.changesCount > 0 else { return }
        try db.execute(
          sql: "DELETE FROM observationIdentifier WHERE observation = ?", arguments: [number])
        try name(number, by: observation.identifiers, in: db)
        _ = try insert(observation.position.map { [$0] } ?? [])
      }
    }
  }

  private func name(
    _ number: Int64, by identifiers: [Observation.Identifier], in db: Database
  ) throws {
    for identifier in identifiers {
      try db.execute(
        sql: "INSERT OR REPLACE INTO observationIdentifier VALUES (?, ?, ?)",
        arguments: [identifier.system, identifier.value, number])
    }
  }

  private static func arguments(_ observation: Observation) -> StatementArguments {
    [
      observation.patient, observation.device, observation.code.system, observation.code.code,
      observation.effectiveDateTime, observation.content.data, observation.arrivedAt.nanoseconds,
    ]
  }
}

extension Observation {
  /// The observation's Open mHealth position as a record, so that the page shows it like other
  /// records. Nil if the observation has no position.
  fileprivate var position: ReceivedRecord? {
    struct Quantity: Decodable { var value: Double }
    struct TimeFrame: Decodable { var dateTime: String }
    struct Accuracy: Decodable {
      var value: Double
      var unit: String
    }
    struct Geoposition: Decodable {
      var latitude: Quantity
      var longitude: Quantity
      var effectiveTimeFrame: TimeFrame
      var horizontalAccuracy: Accuracy?
    }
    struct Whole: Decodable { var body: Geoposition }
    guard code == .geoposition else { return nil }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let body =
      (try? decoder.decode(Whole.self, from: content.data))?.body
      ?? (try? decoder.decode(Geoposition.self, from: content.data))
    guard let body, let time = Instant(iso8601: body.effectiveTimeFrame.dateTime) else {
      return nil
    }
    let place = Coordinate(latitude: body.latitude.value, longitude: body.longitude.value)
    guard place.isValid else { return nil }
    let accuracy = body.horizontalAccuracy.flatMap { $0.unit == "m" ? $0.value : nil } ?? -1
    return ReceivedRecord(
      device: "Patient/\(patient)", type: "location", timestamp: time, coordinate: place,
      horizontalAccuracyMeters: accuracy, arrivedAt: arrivedAt, source: content)
  }
}

// MARK: - Consents

extension SQLiteReceiverStore {
  package func consents(of patient: Int64) throws -> [Consent] {
    try access { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM consent WHERE patient = ? ORDER BY number", arguments: [patient]
      ).map { row in
        Consent(
          patient: patient, study: row["study"],
          code: HealthCode(system: row["system"], code: row["code"]), isGiven: row["isGiven"],
          answeredAt: Instant(nanoseconds: row["answeredAt"]))
      }
    }
  }

  package func save(_ consent: Consent) throws {
    try access { db in
      try db.execute(
        sql: """
          INSERT INTO consent VALUES (NULL, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (patient, study, system, code) DO UPDATE SET
            isGiven = excluded.isGiven, answeredAt = excluded.answeredAt
          """,
        arguments: [
          consent.patient, consent.study, consent.code.system, consent.code.code, consent.isGiven,
          consent.answeredAt.nanoseconds,
        ])
    }
  }

  package func removeConsent(of patient: Int64, study: Int64, code: HealthCode) throws -> Bool {
    try access { db in
      try db.execute(
        sql: "DELETE FROM consent WHERE patient = ? AND study = ? AND system = ? AND code = ?",
        arguments: [patient, study, code.system, code.code])
      return db.changesCount > 0
    }
  }
}
