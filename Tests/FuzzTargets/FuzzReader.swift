/// A reader of foreign bytes, as a fuzzer runs it.
package struct FuzzReader: Sendable {
  /// The name of its folder of inputs, and of its dictionary.
  package var name: String
  /// One line for listings.
  package var account: String
  /// Reads any bytes. A trap or a failed `require` is a find; an error of the reader is none.
  package var read: @Sendable (_ bytes: [UInt8]) -> Void

  init(_ name: String, _ account: String, _ read: @escaping @Sendable (_ bytes: [UInt8]) -> Void) {
    self.name = name
    self.account = account
    self.read = read
  }

  package static let all =
    documents + traces + recordings + requests + texts + binaries + links + maps

  /// Ends the process on bytes that begin with "trap": for tests that a find shows.
  package static let trap = FuzzReader("trap", "a find, to test with") { bytes in
    require(!bytes.starts(with: "trap".utf8), "nothing begins with 'trap'")
  }

  package static func named(_ name: String) -> FuzzReader? {
    (all + [trap]).first { $0.name == name }
  }
}

/// Ends the process where a property of a reader does not hold.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("a property does not hold: " + property()) }
}
