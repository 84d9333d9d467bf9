import Documents
import Testing
import Text
import Timekeeping

@testable import Scenarios

@Suite("Quantities, times and spellings")
struct QuantityTests {
  static let lengths: [(String, Double?)] = [
    ("100 m", 100), ("1.5 km", 1500), ("50m", 50), (" 2  km ", 2000), ("-5 m", -5), ("100", nil),
    ("m", nil), ("1 km 200 m", nil), ("1e3 m", nil), ("1.5. m", nil), (".5 m", nil), ("", nil),
    ("1,5 km", nil), ("٣ m", nil), ("100 M", nil), ("nan m", nil), ("0x10 m", nil),
  ]

  @Test("A length has a number and its unit", arguments: lengths)
  func length(_ text: String, _ meters: Double?) {
    #expect(QuantityDimension.length.value(of: text) == meters)
  }

  static let durations: [(String, Double?)] = [
    ("45 min", 2700), ("8 h 15 min", 29700), ("24 h", 86400), ("2 d", 172_800), ("90 s", 90),
    ("1 d 2 h 3 min 4 s", 93784), ("1h30min", 5400), ("250 ms", 0.25), ("1.5 h", 5400),
    ("15 min 8 h", nil), ("1 h 1 h", nil), ("1 h -5 min", nil), ("1 h 5", nil), ("an hour", nil),
  ]

  @Test("A duration may have several parts, the larger first", arguments: durations)
  func duration(_ text: String, _ seconds: Double?) {
    #expect(QuantityDimension.duration.value(of: text) == seconds)
  }

  @Test("Every other quantity comes out in SI")
  func others() {
    #expect(QuantityDimension.share.value(of: "80 %") == 0.8)
    #expect(QuantityDimension.speed.value(of: "36 km/h") == 10)
    #expect(QuantityDimension.speed.value(of: "2.5 m/s") == 2.5)
  }

  @Test("A moment is a time of day, a local time or an instant")
  func moments() {
    #expect(Moment("07:45") == .timeOfDay(TimeOfDay(hour: 7, minute: 45)))
    #expect(Moment("07:45:30") == .timeOfDay(TimeOfDay(hour: 7, minute: 45, second: 30)))
    let date = CivilDate(year: 2026, month: 3, day: 2)
    #expect(Moment("2026-03-02T06:30:00") == .local(date, TimeOfDay(hour: 6, minute: 30)))
    #expect(Moment("2026-03-02 06:30") == .local(date, TimeOfDay(hour: 6, minute: 30)))
    let instant = Instant(nanoseconds: 1_772_461_800_000_000_000)
    #expect(Moment("2026-03-02T06:30:00-08:00") == .absolute(instant))
    #expect(Moment("2026-03-02T14:30:00Z") == .absolute(instant))
    for text in ["7:45", "24:00", "07:60", "07", "07:45:00:00", "+7:45", "2026-02-30T00:00:00"] {
      #expect(Moment(text) == nil)
    }
  }

  static let words: [(String, String?)] = [
    ("carired", "carried"), ("batery", "battery"), ("PROFILE", "profile"), ("systm", "system"),
    ("color", nil), ("", nil), ("x", nil),
  ]

  @Test("A slip in each three letters is forgiven, swapped letters count as one", arguments: words)
  func spelling(_ word: String, _ expected: String?) {
    let keys = ["battery", "carried", "profile", "system"]
    #expect(nearestSpelling(to: word, among: keys) == expected)
  }
  @Test("Of names that differ by their number alone, that with the nearest number is proposed")
  func numberedSpelling() {
    // Each is one slip away from ios-19.
    let systems = ["ios-12", "ios-15", "ios-18", "ios-26", "unrestricted"]
    #expect(nearestSpelling(to: "ios-19", among: systems) == "ios-18")
    #expect(nearestSpelling(to: "ios-25", among: systems) == "ios-26")
    #expect(nearestSpelling(to: "ios-1", among: systems) == "ios-12")
  }
}
