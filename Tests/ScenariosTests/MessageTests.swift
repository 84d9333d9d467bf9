import Testing

@testable import Scenarios

/// Every message that a scenario's author can meet, word for word. Line 6 is the first of a row's own
/// text where it replaces none of the four default sections.
@Suite("What a scenario file's author is told")
struct MessageTests {
  static let rows: [(String, String)] = [
    ("phone: { carired: pocket }", "?"),
    ("phoen: { carried: pocket }", "?"),
    ("phone: [pocket]", "?"),
    ("phone: { carried: pocked }", "?"),
    ("phone: { profile: iphone-31 }", "?"),
    ("phone: { system: ios-71 }", "?"),
    ("phone: { battery: 192 % }", "?"),
    ("phone: { battery: 0.8 }", "?"),
    ("phone: { model: { gnss.trackingWats: 100 mW } }", "?"),
    ("phone: { model: { gnss.trackingWatts: lots } }", "?"),
    ("permissions: { location: allways }", "?"),
    ("permissions: maybe", "?"),
    ("world: { area: city }", "?"),
    ("world: {}", "?"),
    ("places: { home: { at: [95, 0] } }", "?"),
    ("places: { home: { at: [45, 8, 2] } }", "?"),
    ("places: { home: { at: [north, west] } }", "?"),
    ("places: { home: { at: Berlin } }", "?"),
    ("places: { home: { radius: 5 m } }", "?"),
    ("places: { home: { at: [45, 8], radius: -5 m } }", "?"),
    ("places: { home: { at: [45, 8], radius: 60 } }", "?"),
    ("places: { home: { at: [45, 8], radius: 60 ft } }", "?"),
    ("places: { home: { at: [45, 8], indoors: yes } }", "?"),
    ("places: { home: { at: [45, 8] }, home: { at: [46, 8] } }", "?"),
    ("start: yesterday", "?"),
    ("start: 2026-02-30T06:30:00", "?"),
    ("start: 2026-03-08T02:30:00", "?"),
    ("start: 2026-11-01T01:30:00", "?"),
    ("timeZone: America/Los_Angelos", "?"),
    ("timeZone: CEST", "?"),
    ("duration: forever", "?"),
    ("duration: 10 s", "?"),
    ("duration: 24", "?"),
    ("day: []", "?"),
    ("day: home", "?"),
    ("day: [{ stay: hoem }]", "?"),
    ("day: [{ sleep: home }]", "?"),
    ("day: [{ for: 1 h }]", "?"),
    ("day: [{ stay: home, walk: office }]", "?"),
    ("day: [{ walk: office }]", "?"),
    ("day: [{ stay: home }, { walk: office }]", "?"),
    ("day: [{ stay: home, until: 07:00, for: 1 h }]", "?"),
    ("day: [{ stay: home, for: 0 min }]", "?"),
    ("day: [{ stay: home, for: 1 h }, { stay: office }]", "?"),
    ("day: [{ stay: home, for: 1 h }, { walk: home }]", "?"),
    ("day: [{ stay: home, until: 07:00 }, { walk: office }, { stay: office, until: 06:45 }]", "?"),
    ("day: [{ stay: home, until: 25:00 }]", "?"),
    ("day: [{ stay: home, speed: 3 km/h }]", "?"),
    ("day: [{ stay: home, for: 1 h }, { walk: office, speed: 3 knots }]", "?"),
    ("day: [{ stay: home, for: 1 h }, { train: office, tunnels: [{ from: 1 km }] }]", "?"),
    (
      "day: [{ stay: home, for: 1 h },\n"
        + "  { train: office, tunnels: [{ from: 1 km, for: 2 km }, { from: 2 km, for: 1 km }] }]", "?"
    ),
    ("week: { monday: [{ stay: home }], funday: [{ stay: home }] }", "?"),
    ("replay: a.gpx", "?"),
    ("person: [{ opens: app }]", "?"),
    ("person: [{ at: 08:00 }]", "?"),
    ("person: [{ at: 08:00, opens: app, leaves: app }]", "?"),
    ("person: [{ at: 08:00, opens: door }]", "?"),
    ("person: [{ at: 08:00, dances: app }]", "?"),
    ("person: [{ at: 08:00, charges: phone }]", "?"),
    ("person: [{ at: 08:00, leaves: app, for: 2 min }]", "?"),
    ("person: [{ whenBattery: 20 %, leaves: app }]", "?"),
    ("person: [{ whenBattery: < 20 %, on: monday, leaves: app }]", "?"),
    ("person: [{ at: 2027-01-01T08:00:00, opens: app }]", "?"),
    ("server: [{ at: 15:00 }]", "?"),
    ("server: [{ from: 15:00, outage: true }]", "?"),
    ("server: [{ from: 15:00, until: 14:00, outage: true }]", "?"),
    ("server: [{ from: 15:00, until: 15:10, outage: true, for: nobody }]", "?"),
    ("server: [{ at: 15:00, answers: ok }]", "?"),
    ("trackers: []", "?"),
    ("trackers: [overland-high-resolutoin]", "?"),
    ("trackers: [ehe-pilot-1, ehe-pilot-1]", "?"),
    ("trackers: [{ name: a }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, hoem: home }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, home: school }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, contract: fhir }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, set: { homeRadios: 50 m } }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, set: { homeRadius: wide } }]", "?"),
    ("trackers: [{ preset: ehe-pilot-1, set: { desiredAccuracy: bets } }]", "?"),
    ("trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-2: { positionCoverage: '> 0' } }", "?"),
    ("trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-1: { positionCoverag: '> 0' } }", "?"),
    ("trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-1: { positionCoverage: 0.95 } }", "?"),
    ("name: &n Day", "?"),
    ("name: [a", "?"),
    ("name: a: b", "?"),
    ("---\nname: second", "?"),
    ("extends: nowhere.yaml", "?"),
    ("odograph: 1", "?"),
  ]

  @Test("Every mistake is told with its line, what is accepted, and the nearest spelling")
  func dump() {
    for (text, _) in MessageTests.rows {
      print("ROW\t\(text)\t\(message { try scenario(scenarioText(text)) })")
    }
  }
}
