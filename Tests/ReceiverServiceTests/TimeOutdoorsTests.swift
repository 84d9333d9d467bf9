import Geodesy
import Testing
import Timekeeping

@testable import Receiver
@testable import ReceiverService

@Suite("Time outdoors that phones report")
struct TimeOutdoorsTests {
  private let folder = TemporaryFolder()

  private func store(_ contents: [String]) throws -> SQLiteReceiverStore {
    let store = try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
    for content in contents {
      _ = try store.insert(
        Observation(
          patient: 40001, device: "Device/70001", code: .timeInterval, identifiers: [],
          effectiveDateTime: "", content: Array(content.utf8),
          arrivedAt: Instant(nanoseconds: 1_772_452_800_000_000_000)))
    }
    return store
  }

  private func interval(_ end: String, _ value: String, _ unit: String = "min") -> String {
    #"{"end_date_time":"\#(end)","duration":{"value":\#(value),"unit":"\#(unit)"}}"#
  }

  @Test("The time belongs to the local day at whose end the interval ends; the last report counts")
  func day() throws {
    let store = try store([
      interval("2026-03-02T00:00:00Z", "40"), interval("2026-03-02T00:00:00Z", "95"),
      #"{"body":\#(interval("2026-03-03T00:00:00Z", "1.5", "h"))}"#,
    ])
    let seconds = try store.history.secondsOutdoors(of: "Patient/40001", in: .utc)
    let expected = [
      CivilDate(year: 2026, month: 3, day: 1): 5700.0,
      CivilDate(year: 2026, month: 3, day: 2): 5400.0,
    ]
    #expect(seconds.count == 2)
    for (date, value) in expected { #expect(seconds[date] == value) }
  }

  @Test(
    "A report that cannot be read is ignored",
    arguments: [
      "", "[]", #"{"end_date_time":"x"}"#,
      #"{"end_date_time":"2026-03-02T00:00:00Z","duration":{"value":-1,"unit":"min"}}"#,
      #"{"end_date_time":"2026-03-02T00:00:00Z","duration":{"value":1,"unit":"wk"}}"#,
    ])
  func unreadable(content: String) throws {
    let history = try store([content]).history
    #expect(try history.secondsOutdoors(of: "Patient/40001", in: .utc).isEmpty)
  }

  @Test("Other devices and other patients have no time outdoors")
  func others() throws {
    let history = try store([interval("2026-03-02T00:00:00Z", "40")]).history
    for device in ["phone", "", "Patient/40002", "Patient/x"] {
      #expect(try history.secondsOutdoors(of: device, in: .utc).isEmpty)
    }
  }
}
