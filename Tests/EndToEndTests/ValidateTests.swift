import Foundation
import TestSupport
import Testing

@Suite("odograph validate and presets")
struct ValidateTests {
  @Test("A scenario that is fine is described: legs by local time, places, trackers")
  func describes() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run("validate", "errand.yaml", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("errand.yaml is fine.\n"))
    for words in [
      "2026-03-02 09:00 to 2026-03-02 11:00 America/Los_Angeles", "09:00–09:", "stay at home",
      " to shop", "home: 45.52310, -122.67650, radius 60 m, indoors, Wi-Fi HomeNet",
      "09:40: force-quits the app", "on the way: walk 1.8 km in ", ", drive 1.8 km in ",
      "at rest: home ",
      "network of the phone: cellular ", "iphone-13 with ios-17, battery at 80 %",
      "ehe-pilot-1, sends nothing, home at 45.52310, -122.67650",
    ] {
      #expect(outcome.output.contains(words), "\(words)")
    }
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("A journey's start and end are told in their own time zones")
  func zones() throws {
    let flight = packageRoot.appendingPathComponent("Scenarios/flight.yaml").path
    let outcome = try Program.run("validate", flight, in: WorkingFolder())
    // 05:00 in Los Angeles and 18 h are 23:00 there, and 02:00 in New York.
    #expect(
      outcome.output.contains(
        "2026-10-06 05:00 America/Los_Angeles to 2026-10-07 02:00 America/New_York, 18 h\n"))
  }

  @Test("The person's actions last until the scenario's end at most")
  func acts() throws {
    let folder = try WorkingFolder()
    try folder.write(
      """
      odograph: 1
      start: 2026-03-02T09:00:00
      timeZone: UTC
      duration: 2 h
      places: { home: { at: [45.5, -122.6] } }
      day: [{ stay: home }]
      person: [{ at: 10:30, charges: phone, for: 7 h }, { habit: phone-use }]
      trackers: [adaptive]
      """, to: "morning.yaml")
    let outcome = try Program.run("validate", "morning.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("once: charges the phone, 30 min in all\n"), "\(outcome.output)")
  }

  @Test("A tracker whose place is not to be had says so")
  func unbound() throws {
    let folder = try WorkingFolder()
    let homeless = SmallScenario.text.replacingOccurrences(of: "home: home }", with: "home: none }")
    try folder.write(homeless, to: "errand.yaml")
    let outcome = try Program.run("validate", "errand.yaml", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("ehe-pilot-1 has no home"))
  }

  @Test("A recording's segments are listed, and how much of it is judged")
  func recording() throws {
    let folder = try WorkingFolder()
    // A fix each minute for an hour, an hour without fixes, and another hour with them. Two of the
    // three hours are judged; all three are one segment.
    let minutes = Array(0...60) + Array(120...180)
    let rows = minutes.map { minute -> String in
      let clock = String(format: "%02d:%02d", 8 + minute / 60, minute % 60)
      return "2026-03-02T\(clock):00Z,\(45.5 + Double(minute) * 0.0005),-122.6"
    }
    try folder.write("time,lat,lon\n" + rows.joined(separator: "\n") + "\n", to: "walk.csv")
    let outcome = try Program.run("validate", "walk.csv", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // Local times in the time zone guessed from 122.6° west.
    #expect(outcome.output.contains("2026-03-02 00:00 to 2026-03-02 03:00  3 h, 67 % judged"))
    #expect(outcome.output.contains("01:00–02:00  not recorded, not judged"))
    #expect(outcome.output.contains("Times are in UTC-8, guessed from the first position"))
    #expect(outcome.output.contains("every night: charges the phone until leaving"))
  }

  @Test("Presets are listed, shown as YAML that can be run, and compared")
  func presets() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let list = try Program.run("presets", in: folder)
    #expect(list.output.contains("overland-high-resolution\n"))
    let shown = try Program.run("presets", "overland-significant-only", in: folder)
    try folder.write(shown.output, to: "mine.yaml")
    let run = try Program.run(
      "run", "errand.yaml", "--preset", "./mine.yaml", "--quiet", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let difference = try Program.run(
      "presets", "overland-significant-only", "overland-battery-saving", in: folder)
    #expect(
      difference.output.contains(
        "\n-   pausesAutomatically: false\n-   resumeGeofenceRadius: off\n"))
    let none = try Program.run("presets", "./mine.yaml", "overland-significant-only", in: folder)
    #expect(none.output == "./mine.yaml and overland-significant-only are the same.\n")
  }
}
