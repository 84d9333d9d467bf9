import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone
@testable import LiveTracking
@testable import TrackingEngine

@Suite("The words of altitude and queue")
struct LiveStatusWordsTests {
  @Test("The altitude is shown of a fix in three dimensions alone")
  func altitude() {
    var status = LiveStatusTests.ride()
    status.receiver.fix?.report.altitudeMeters = 52.4
    #expect(status.positionWords == "45.52310, -122.67650, altitude 52 m")
    status.receiver.fix?.report.altitudeMeters = -3.6
    #expect(status.positionWords == "45.52310, -122.67650, altitude -4 m")
    status.receiver.fix?.report.mode = .twoDimensional
    #expect(status.positionWords == "45.52310, -122.67650")
  }

  @Test("The queue is counted by kind of record, on the screen and in the lines")
  func queueByKind() {
    var status = LiveStatusTests.ride()
    status.queueCounts = QueueCounts([.location: 10, .visit: 1, .trip: 1])
    let words = "12 records waiting (10 locations, 1 visit, 1 trip); sent every 5 min"
    #expect(status.rows.contains(StatusRow(label: "Queue", text: words)))
    #expect(StatusLines.text(status).contains(" | \(words) | "))
  }

  @Test("A tracker that sends each record does not wait for a request")
  func eachRecordSent() {
    var status = LiveStatusTests.ride()
    status.sendsEachRecord = true
    #expect(status.queueWords == "12 records waiting; each sent at once, and again every 5 min")
    status.sendInterval = nil
    #expect(status.queueWords == "12 records waiting; each sent at once")
    status.sendsEachRecord = false
    #expect(status.queueWords == "12 records waiting; sent only on request")
  }
}
