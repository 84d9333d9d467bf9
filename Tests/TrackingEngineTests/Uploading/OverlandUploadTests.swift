import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Sending to Overland's server")
struct OverlandUploadTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    Rig(.overland(change))
  }

  /// Delivers a fix every second, each of which becomes a record.
  private func ride(_ rig: Rig, seconds: Int) {
    for _ in 0..<seconds {
      rig.deliver(rig.fix())
      rig.advance(seconds: 1)
    }
  }

  private func count(_ request: HTTPRequest) throws -> Int {
    struct Envelope: Decodable {
      struct Feature: Decodable { var type: String }
      var locations: [Feature]
      var current: Feature?
    }
    return try JSONDecoder().decode(Envelope.self, from: Data(request.body)).locations.count
  }

  @Test("The first record is sent at once, later ones by a timer an interval after the last send")
  func timer() throws {
    let rig = rig { $0.accessToken = "secret" }
    rig.launch()
    ride(rig, seconds: 1)
    let first = rig.phone.web.requests[0]
    #expect(first.method == "POST" && first.url == "https://example.org/api")
    #expect(first.header("Authorization") == "Bearer secret")
    #expect(first.header("Content-Type") == "application/json")
    rig.phone.web.answer()
    #expect(rig.witness.queueLength == 0)
    ride(rig, seconds: 100)
    rig.advance(seconds: 199)
    #expect(rig.phone.web.requests.count == 1)
    rig.advance(seconds: 1)
    #expect(try rig.phone.web.requests.map(count) == [1, 100])
  }

  @Test("As shipped only a call by the phone sends, and only once something was sent by hand")
  func withoutTimer() {
    let rig = rig {
      $0.noSendTimer = true
      $0.noFirstSend = true
    }
    rig.launch()
    ride(rig, seconds: 1000)
    #expect(rig.phone.web.requests.isEmpty)
    rig.tracker?.perform(UserAction("sendNow"))
    #expect(rig.phone.web.requests.count == 1)
    rig.phone.web.answer(#"{"result":"no"}"#)
    rig.tracker?.perform(UserAction("sendNow"))
    for _ in 0..<10 {
      rig.phone.web.answer()
      rig.deliver(rig.fix())
    }
    let sent = rig.phone.web.requests.count
    rig.deliver(rig.fix(north: 10))
    rig.advance(seconds: 3000)
    #expect(rig.phone.web.requests.count == sent)
    rig.deliver(rig.fix())
    #expect(rig.phone.web.requests.count == sent + 1)
  }

  @Test("While a full batch waits, the next one follows at once, one at a time")
  func flushing() throws {
    let rig = rig { $0.pointsPerBatch = 50 }
    rig.launch()
    ride(rig, seconds: 1)
    ride(rig, seconds: 170)
    #expect(rig.phone.web.requests.count == 1)
    rig.phone.web.answer()
    // 170 records wait. Three batches of 50 go at once, and the last 20 an interval later.
    for _ in 0..<3 { rig.phone.web.answer() }
    #expect(try rig.phone.web.requests.map(count) == [1, 50, 50, 50])
    #expect(rig.store.queueLength == 20)
    rig.advance(seconds: 300)
    #expect(try rig.phone.web.requests.map(count).last == 20)
  }

  @Test("A failed batch is tried again at the next interval, as Overland's documentation says")
  func nextInterval() {
    let rig = rig()
    rig.launch()
    ride(rig, seconds: 1)
    for attempt in 1...3 {
      rig.phone.web.answer(status: 503)
      rig.advance(seconds: 299)
      #expect(rig.phone.web.requests.count == attempt)
      rig.advance(seconds: 1)
      #expect(rig.phone.web.requests.count == attempt + 1)
    }
  }

  @Test("With `retryDelay` a failed batch is tried again after 5, 10, 20 s, up to the interval")
  func backOff() {
    let rig = rig {
      $0.sendInterval = .seconds(60 as Int64)
      $0.retryDelay = .seconds(5 as Int64)
    }
    rig.launch()
    ride(rig, seconds: 1)
    var gaps: [Double] = []
    for _ in 0..<6 {
      rig.phone.web.answer(.failure(.notConnectedToInternet))
      let sent = rig.phone.web.requests.count
      var waited = 0.0
      while rig.phone.web.requests.count == sent {
        rig.advance(seconds: 1)
        waited += 1
      }
      gaps.append(waited)
    }
    #expect(gaps == [5, 10, 20, 40, 60, 60])
    rig.phone.web.answer()
    #expect(rig.store.queueLength == 0)
    // After a success the delay starts at 5 s again.
    rig.deliver(rig.fix())
    rig.advance(seconds: 60)
    rig.phone.web.answer(status: 500)
    rig.advance(seconds: 5)
    #expect(rig.phone.web.isWaiting)
  }

  @Test("The longest delay before a retry is still a delay")
  func longestBackOff() {
    let rig = rig { $0.retryDelay = .days(366) }
    rig.launch()
    ride(rig, seconds: 1)
    for attempt in 1...3 {
      rig.phone.web.answer(status: 503)
      rig.advance(seconds: 300)
      #expect(rig.phone.web.requests.count == attempt + 1)
    }
  }

  @Test("As shipped a failure waits a full interval, also in the app's next process")
  func fullIntervalRetry() {
    for isQuirk in [true, false] {
      let rig = rig {
        $0.fullIntervalRetry = isQuirk
        $0.retryDelay = isQuirk ? .seconds(5 as Int64) : nil
      }
      rig.launch()
      ride(rig, seconds: 1)
      rig.phone.web.answer(status: 503)
      rig.advance(seconds: 200)
      #expect(rig.phone.web.requests.count == 1)
      rig.kill()
      rig.launch()
      ride(rig, seconds: 1)
      // The requests of the second process.
      #expect(rig.phone.web.requests.count == (isQuirk ? 0 : 1))
    }
  }

  @Test("An answer that acknowledges nothing leaves the queue as it was")
  func refused() {
    let rig = rig()
    rig.launch()
    ride(rig, seconds: 1)
    rig.phone.web.answer(#"{"error":"unknown token"}"#)
    #expect(rig.store.queueLength == 1)
    #expect(rig.witness.acknowledged.isEmpty)
  }

  @Test("A second send waits for the answer to the first")
  func oneAtATime() {
    let rig = rig()
    rig.launch()
    ride(rig, seconds: 700)
    rig.tracker?.perform(UserAction("sendNow"))
    #expect(rig.phone.web.requests.count == 1)
  }

  @Test(
    "The current position comes along when more than two batches wait, as shipped more than one")
  func current() {
    for (isQuirk, waiting, expected) in [
      (false, 20, false), (false, 21, true), (true, 10, false), (true, 11, true),
    ] {
      let rig = rig {
        $0.pointsPerBatch = 10
        $0.sendInterval = nil
        $0.currentAtOne = isQuirk
      }
      rig.launch()
      ride(rig, seconds: waiting)
      rig.tracker?.perform(UserAction("sendNow"))
      let body = String(decoding: rig.phone.web.requests[0].body, as: UTF8.self)
      #expect(body.contains(#""current":{"type":"Feature""#) == expected)
    }
  }

  @Test("With sending off, or nowhere to send to, records only wait")
  func off() {
    for change in [{ $0.sendInterval = nil }, { $0.endpoint = nil }]
      as [(inout TrackerSettings) -> Void]
    {
      let rig = rig(change)
      rig.launch()
      ride(rig, seconds: 1000)
      rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
      #expect(rig.phone.web.requests.isEmpty)
      #expect(rig.store.queueLength == 1000)
    }
  }

  @Test("A pause sends at once")
  func pause() {
    let rig = rig { $0.noFirstSend = true }
    rig.launch()
    ride(rig, seconds: 10)
    rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
    #expect(rig.phone.web.requests.count == 1)
  }

  @Test("A process that wakes after the interval sends at its first record")
  func wake() {
    let rig = Rig(.batterySaving)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix())
    rig.phone.web.answer()
    rig.kill()
    rig.launch(.significantChange)
    rig.deliver(rig.fix(north: 600))
    #expect(rig.phone.web.requests.isEmpty)
    rig.kill()
    rig.system.now += .minutes(5)
    rig.launch(.significantChange)
    rig.deliver(rig.fix(north: 1200))
    #expect(rig.phone.web.requests.count == 1)
  }

  @Test("A send holds background time until it is answered or that time is over")
  func backgroundTime() {
    let rig = rig()
    rig.launch(.significantChange)
    ride(rig, seconds: 1)
    #expect(rig.phone.openBackgroundTasks.count == 1)
    for expire in rig.phone.openBackgroundTasks.values { expire() }
    #expect(rig.phone.openBackgroundTasks.isEmpty)
    // The answer counts even if it comes late.
    rig.phone.web.answer()
    #expect(rig.store.queueLength == 0)
    rig.tracker?.perform(UserAction("sendNow"))
    #expect(rig.phone.openBackgroundTasks.isEmpty)
  }

  @Test("A clock set back does not stop the sending")
  func clockSetBack() {
    let rig = rig()
    rig.launch()
    ride(rig, seconds: 1)
    rig.phone.web.answer()
    rig.kill()
    rig.system.now = rig.system.now - .hours(10)
    rig.launch()
    ride(rig, seconds: 1)
    #expect(rig.phone.web.requests.count == 1)
  }

  @Test("As shipped the later of two records of a second takes the other's place")
  func wholeSeconds() {
    for isQuirk in [true, false] {
      let rig = rig {
        $0.wholeSecondKeys = isQuirk
        $0.sendInterval = nil
      }
      rig.launch()
      for _ in 0..<4 {
        rig.deliver(rig.fix())
        rig.advance(seconds: 0.5)
      }
      #expect(rig.store.queueLength == (isQuirk ? 2 : 4))
    }
  }
}
