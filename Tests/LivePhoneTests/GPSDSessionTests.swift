import Foundation
import Geodesy
import LivePhone
import Testing
import Timekeeping

@Suite("A session with gpsd", .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
struct GPSDSessionTests {
  @Test("What a receiver says through gpsd is heard")
  func hears() async throws {
    let log = try #require(
      receiverLog("bu303-climbing"), "skipped: no recordings of receivers here")
    try await onOwnThread {
      let gpsd = try GPSDFixture(logs: [log])
      let session = GPSDSession(address: gpsd.address, retries: .always)
      let heard = HeardEvents()
      session.start { heard.add($0) }
      heard.wait { _ in heard.positions.count { $0.hasFix } >= 3 }
      session.end()
      let fix = try #require(heard.positions.first { $0.hasFix })
      #expect(fix.mode == .threeDimensional)
      #expect(fix.coordinate == Coordinate(latitude: 46.498204496, longitude: 7.568061439))
    }
  }
}
