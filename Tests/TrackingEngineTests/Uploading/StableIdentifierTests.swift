import Foundation
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Stable identifiers")
struct StableIdentifierTests {
  @Test("An identifier is a UUID, the same at every try, and another for every record")
  func identifiers() throws {
    let records = (1...2000).map { number in
      var record = ExportRig.fix(Double(number % 3))
      record.identifier = Record.Identifier(rawValue: UInt64(number))
      return record
    }
    let identifiers = records.map { StableIdentifier(of: $0, from: "phone").description }
    #expect(Set(identifiers).count == 2000)
    #expect(identifiers.allSatisfy { UUID(uuidString: $0) != nil })
    #expect(identifiers[7] == StableIdentifier(of: records[7], from: "phone").description)
    #expect(identifiers[7] != StableIdentifier(of: records[7], from: "other").description)
    var later = records[7]
    later.recordedAt += .seconds(1 as Int64)
    #expect(identifiers[7] != StableIdentifier(of: later, from: "phone").description)
  }
}
