/// The same phone-day with the SQLite store: at most 10 times the in-memory one.
enum SQLiteStoreBudget: Budget {
  static let name = "sqlite"

  static func measure(rounds: Int) throws -> [Finding] {
    [.notMeasured("a phone-day with the SQLite store", because: "not measured")]
  }
}
