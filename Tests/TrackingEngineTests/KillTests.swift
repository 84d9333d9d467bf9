import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

/// Kills the app at random points, with a server that answers, fails or loses its answers.
///
/// The test keeps the records that the server received and those whose answer the phone received.
/// An answer may be lost on the way, or with the process.
@Suite("Killed at any point")
struct KillTests {
  private struct Envelope: Decodable {
    struct Feature: Decodable {
      struct Properties: Decodable { var timestamp: String }
      var properties: Properties
    }
    var locations: [Feature]
  }

  /// The test's own random numbers, by xorshift from a seed.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ sides: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state % sides
    }
  }

  @Test(
    "Nothing recorded is lost, and nothing is sent again whose acknowledgement arrived",
    arguments: [UInt64](1...30), [false, true])
  func nothingLostNothingTwice(seed: UInt64, isSQLite: Bool) throws {
    let folder = TemporaryFolder()
    let store: any RecordStore =
      isSQLite ? try SQLiteRecordStore(path: folder.file("store")) : InMemoryRecordStore()
    let rig = Rig(
      .overland {
        $0.pointsPerBatch = 7
        $0.sendInterval = .seconds(20 as Int64)
      }, store: store)
    var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var received: Set<String> = []
    var known: Set<String> = []
    rig.launch()
    for _ in 0..<400 {
      switch dice.roll(12) {
      case 0:
        rig.kill()
        if isSQLite { rig.store = try SQLiteRecordStore(path: folder.file("store")) }
        rig.launch(.significantChange)
      case 1, 2, 3:
        let sent = rig.phone.web.requests
        guard rig.phone.web.isWaiting, let last = sent.last else { break }
        let stamps = try JSONDecoder().decode(Envelope.self, from: Data(last.body)).locations
          .map(\.properties.timestamp)
        #expect(known.isDisjoint(with: stamps))
        switch dice.roll(4) {
        case 0: rig.phone.web.answer(.failure(.notConnectedToInternet))
        case 1:
          received.formUnion(stamps)
          rig.phone.web.answer(.failure(.networkConnectionLost))
        default:
          received.formUnion(stamps)
          known.formUnion(stamps)
          rig.phone.web.answer()
        }
      case 4: rig.advance(seconds: Double(dice.roll(30)))
      default: rig.deliver(rig.fix(north: Double(dice.roll(1000))))
      }
      rig.advance(seconds: 0.125)
    }
    // Sends the records that are left.
    rig.kill()
    rig.launch(.significantChange)
    for _ in 0..<400 {
      rig.advance(seconds: 25)
      guard rig.phone.web.isWaiting, let last = rig.phone.web.requests.last else { continue }
      received.formUnion(
        try JSONDecoder().decode(Envelope.self, from: Data(last.body)).locations
          .map(\.properties.timestamp))
      rig.phone.web.answer()
    }
    let recorded = rig.witness.records.map { stamp($0.location.timestamp) }
    #expect(rig.store.queueLength == 0)
    #expect(received == Set(recorded))
    #expect(Set(rig.witness.acknowledged).count == rig.witness.acknowledged.count)
    #expect(rig.witness.records.map(\.identifier) == rig.witness.records.map(\.identifier).sorted())
  }

  /// Returns the timestamp's text. Times here are multiples of an eighth of a second, so they have
  /// no decimals or three.
  private func stamp(_ instant: Instant) -> String {
    let isWhole = instant.nanoseconds % 1_000_000_000 == 0
    return instant.iso8601(fractionDigits: isWhole ? 0 : 3)
  }
}
