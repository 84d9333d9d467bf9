import Foundation
import Testing
import Text

@testable import Receiver
@testable import TrackingEngine

/// Compares the lists of settings of server and engine, which each have their own, as two programs
/// would.
@Suite("What a server may set, at both ends")
struct OverlandSettingsAtBothEndsTests {
  @Test("The engine takes what the receiver lets be queued, and nothing else is in its list")
  func sameSettings() throws {
    #expect(Set(OverlandSettings.all.keys) == Set(RemoteSetting.all.keys))
    for (name, accepted) in OverlandSettings.all {
      let setting = try #require(RemoteSetting.all[name])
      for value in accepted.elements {
        var settings = TrackerSettings()
        #expect(setting.assign(value, &settings), "\(name): \(value)")
      }
      for nonsense in [JSONValue.null, .string("frobnicate"), .number(51), .string("12m")] {
        var settings = TrackerSettings()
        #expect(!setting.assign(nonsense, &settings), "\(name): \(nonsense)")
      }
    }
  }
}

extension AcceptedValue {
  fileprivate var elements: [JSONValue] {
    switch self {
    case .flag: [.bool(true), .bool(false)]
    case .number(let numbers): numbers.map(JSONValue.number)
    case .word(let words, _): words.map(JSONValue.string)
    }
  }
}
