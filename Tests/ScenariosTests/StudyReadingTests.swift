import Foundation
import Geodesy
import TestSupport
import Testing
import World

@testable import Scenarios

@Suite("Plans of studies")
struct StudyReadingTests {
  private static let life = """
    odograph: 1
    name: Office
    start: 2020-01-01T00:00:00Z
    places:
      home: { at: [45.0, -122.0], radius: 60 m }
      office: { at: [45.0, -121.9], radius: 80 m }
    week:
      workdays:
        - { stay: home, until: 08:00 ± 20 min }
        - { drive: office, via: [[45.01, -121.95]] }
        - { stay: office, for: 8 h }
        - { drive: home }
      weekend: [{ stay: home }]
    person:
      - { habit: phone-use, timesPerDay: 10 }
      - { onArrival: office, uses: music, for: 1 h }
    trackers: [adaptive]
    """

  private static func plan(
    participants: Int = 20, lives: String = "office: { scenario: office.yaml }",
    population: String = "{}", rest: String = ""
  ) -> String {
    """
    odograph-study: 1
    name: Small
    participants: \(participants)
    weeks: 1
    start: 2026-03-09T04:00:00
    timeZone: America/Los_Angeles
    lives:
      \(lives)
    population: \(population)
    protocol: { trackers: [overland-battery-saving, { preset: ehe-pilot-1, home: home }] }
    \(rest)
    """
  }

  private static func study(_ text: String) throws -> StudyDocument {
    let place = try Workplace()
    _ = try place.write(life, to: "office.yaml")
    _ = try place.write(
      life.replacing("name: Office", with: "name: Other"), to: "other.yaml")
    let file = try place.write(text, to: "study.yaml")
    return try StudyReader(measures: ["positionCoverage"]).read(path: file)
  }

  private static func participants(_ text: String, _ count: Int) throws -> [Participant] {
    let study = try study(text)
    return try (1...count).map { try study.participant($0, vocabulary: vocabulary) }
  }

  @Test("A participant lives their life's week for the study's weeks, with its trackers alone")
  func participant() throws {
    let study = try Self.study(Self.plan())
    let participant = try study.participant(3, vocabulary: vocabulary)
    #expect(participant.number == 3 && participant.seed == 3 && participant.life == "office")
    let scenario = participant.scenario
    #expect(scenario.start.iso8601() == "2026-03-09T11:00:00Z")
    #expect(scenario.duration.seconds == 7 * 86400)
    #expect(scenario.trackers.map(\.name) == ["overland-battery-saving", "ehe-pilot-1"])
    #expect(scenario.person.count == 2)
    #expect(study.validDay == ValidDayRule(hours: 10, fromHour: 7, untilHour: 23))
    #expect(study.usable.validDays == 4)
  }

  @Test("A participant does not depend on the number of participants, nor on other draws")
  func independent() throws {
    let population = """
      { phone: { battery: { from: 20 %, to: 90 % }, system: { oneOf: { ios-17: 50 %, ios-26: 50 % } } } }
      """
    let few = try Self.participants(Self.plan(participants: 5, population: population), 5)
    let many = try Self.participants(Self.plan(participants: 5000, population: population), 5)
    #expect(few.map(\.drawn) == many.map(\.drawn))
    #expect(few.map(\.scenario.phone) == many.map(\.scenario.phone))
    let more = try Self.participants(
      Self.plan(
        population: "{ permissions: { accuracy: { oneOf: { full: 50 %, reduced: 50 % } } }, "
          + population.drop { $0 == "{" }), 5)
    #expect(more.map(\.scenario.phone) == few.map(\.scenario.phone))
    #expect(Set(few.map(\.scenario.phone.batteryLevel)).count == 5)
  }

  /// The count of 4000 participants with a share p has a standard deviation of √(4000 p (1 − p)).
  /// Four standard deviations are exceeded once in 16,000 times.
  @Test("Shares, ranges and medians are those of the plan")
  func shares() throws {
    let count = 4000
    let people = try Self.participants(
      Self.plan(
        lives: """
          office: { scenario: office.yaml, share: 30 % }
            other: { scenario: other.yaml, share: 70 % }
          """,
        population: """

            phone: { system: { oneOf: { ios-17: 20 %, ios-26: 80 % } }, battery: { from: 40 %, to: 100 % } }
            person:
              - { opens: app, timesPerDay: { median: 2, p90: 6 } }
              - { forceQuits: app, timesPerDay: 1, share: 25 % }
          """), count)
    func expectShare(_ share: Double, _ belongs: (Participant) -> Bool) {
      let deviation = (Double(count) * share * (1 - share)).squareRoot()
      let found = Double(people.count(where: belongs))
      #expect(abs(found - Double(count) * share) < 4 * deviation, "\(found) for \(share)")
    }
    expectShare(0.3) { $0.life == "office" }
    expectShare(0.2) { $0.scenario.phone.system == "ios-17" }
    expectShare(0.5) { $0.scenario.phone.batteryLevel < 0.7 }
    expectShare(0.25) { $0.scenario.person.contains { $0.action == .forceQuitsApp } }
    let times = people.compactMap { participant -> Double? in
      participant.scenario.person.compactMap { event in
        if case .timesPerDay(let times, _) = event.trigger, case .opensApp = event.action {
          times
        } else {
          nil
        }
      }.first
    }
    #expect(times.count == count)
    for (share, bound) in [(0.5, 2.0), (0.9, 6.0)] {
      let below = Double(times.count { $0 < bound })
      let deviation = (Double(count) * share * (1 - share)).squareRoot()
      #expect(abs(below - Double(count) * share) < 4 * deviation)
    }
    #expect(people.allSatisfy { (0.4...1).contains($0.scenario.phone.batteryLevel) })
  }

  @Test("The map is stretched until the place lies as far from home as was drawn")
  func distance() throws {
    let participant = try Self.participants(
      Self.plan(
        lives: "office: { scenario: office.yaml, homeTo: { office: { from: 20 km, to: 20 km } } }"),
      1)[0]
    let places = participant.scenario.places
    let far = places[0].coordinate.distanceMeters(to: places[1].coordinate)
    #expect(abs(far - 20_000) < 20)
    #expect(places[0].coordinate.latitude == 45)
    // The way point was half as far east as the office, and still is.
    guard case .legs(let legs) = participant.scenario.course else { return }
    let via = try #require(legs.flatMap(\.via).first)
    let share = (via.longitude + 122) / (places[1].coordinate.longitude + 122)
    #expect(abs(share - 0.5) < 1e-6)
  }

  /// The home is in the west and the place 0.1° east of it. The map is stretched to twice that
  /// distance, and shrunk to half.
  @Test(
    "What lies around home stays, what lies around the place moves with it; nearer, all shrinks")
  func map() throws {
    let home = Coordinate(latitude: 45, longitude: -122)
    let place = Coordinate(latitude: 45, longitude: -121.9)
    let distance = home.distanceMeters(to: place)
    let far = try #require(RescaledMap(home: home, place: place, isSoFar: 2 * distance))
    func east(_ longitude: Double, on map: RescaledMap) -> Double {
      ((map.moved(Coordinate(latitude: 45.02, longitude: longitude)).longitude + 122) * 1e6)
        .rounded() / 1e6
    }
    #expect(
      [-122.1, -121.98, -121.95, -121.9, -121.8].map { east($0, on: far) }
        == [-0.1, 0.02, 0.1, 0.2, 0.3])
    #expect(far.moved(Coordinate(latitude: 45.02, longitude: -121.9)).latitude == 45.02)
    let near = try #require(RescaledMap(home: home, place: place, isSoFar: distance / 2))
    #expect([-122.1, -121.98, -121.9].map { east($0, on: near) } == [-0.05, 0.01, 0.05])
    #expect(RescaledMap(home: home, place: home, isSoFar: 10) == nil)
  }

  @Test("A habit of the population stands for the life's, and other acts are added to it")
  func habits() throws {
    let person = try Self.participants(
      Self.plan(population: "{ person: [{ habit: phone-use, timesPerDay: 90 }] }"), 1)[0].scenario
      .person
    let uses = person.compactMap { event in
      if case .phoneUse(let use) = event.trigger { use.sessionsPerDay } else { nil }
    }
    #expect(uses == [90])
    #expect(person.count == 2)
  }

  @Test(
    "What cannot be is told by line, found and accepted, and the nearest word",
    arguments: [
      ("{ phone: { system: { oneOf: { ios-17: 50 %, ios-26: 40 % } } } }", "add up to 90 %"),
      (
        "{ phone: { system: { oneOf: { ios-17: 50 %, ios-62: 50 % } } } }", "did you mean 'ios-26'?"
      ),
      ("{ phone: { battery: { form: 20 %, to: 60 % } } }", "did you mean 'from'?"),
      ("{ phone: { battery: { from: 60 %, to: 20 % } } }", "at least 60 %"),
      ("{ phone: { battery: { from: 60 %, to: 150 % } } }", "'battery' is '150 %'"),
      ("{ phone: { battery: { from: 60 %, to: 80 } } }", "a number in %"),
      ("{ phone: { battery: { median: 60 % } } }", "key 'p90' is missing"),
      ("{ phone: { battery: { median: 60 %, p90: 40 % } } }", "at least the median"),
      ("{ phone: { battery: { from: 60 %, to: 80 %, p90: 70 % } } }", "p90"),
      (
        "{ phone: { battery: { from: 60 % } } }",
        "key 'to' is missing in 'battery'; accepted: the high end"
      ),
      (
        "{ phone: { battery: { median: 60 %, p90: 70 %, most: 50 % } } }",
        "'most' is '50 %'; accepted: at least the median, 60 %"
      ),
      (
        "{ phone: { battery: { median: 60 %, p90: 70 %, least: 65 % } } }",
        "'least' is '65 %'; accepted: at most the median, 60 %"
      ),
      (
        "{ phone: { battery: { median: 60, p90: 70 % } } }",
        "'median' is '60'; accepted: a number in %, as 'p90' is"
      ),
      ("{ phnoe: { battery: 60 % } }", "did you mean 'phone'?"),
      ("{ person: [{ opens: app, share: 120 % }] }", "from 0 % to 100 %"),
      ("{ person: [{ opens: app, at: { from: 09:00, to: 08:00 } }] }", "a time after 09:00"),
    ])
  func population(text: String, expected: String) {
    let message = message {
      try Self.study(Self.plan(population: text)).trials(vocabulary: vocabulary)
    }
    #expect(message.contains("study.yaml:"), "\(message)")
    #expect(message.contains(expected), "\(message)")
  }

  @Test(
    "So is what is wrong with the plan itself",
    arguments: [
      ("weeks: 1", "weeks: 0", "a whole number from 1 to 52"),
      ("weeks: 1", "weeks: 1\ndays: 7", "'weeks' and 'days' are both given"),
      ("participants: 20", "participants: none", "a whole number from 1"),
      ("participants: 20", "participant: 20", "did you mean 'participants'?"),
      ("odograph-study: 1", "odograph-study: 2", "accepted: 1"),
      ("office: { scenario: office.yaml }", "office: { scenario: ofice.yaml }", "did you mean"),
      (
        "office: { scenario: office.yaml }",
        "office: { scenario: office.yaml, homeTo: { ofice: 3 km } }", "did you mean 'office'?"
      ),
      (
        "office: { scenario: office.yaml }",
        "office: { scenario: office.yaml }\n  other: { scenario: other.yaml }",
        "the persona 'office' has no share"
      ),
      (
        "overland-battery-saving,", "overland-batery-saving,",
        "did you mean 'overland-battery-saving'?"
      ),
      ("population: {}", "validDay: { hours: 17 }", "a whole number from 1 to 16"),
      (
        "population: {}", "validDay: { between: [07:30, 23:00] }",
        "is '07:30'; accepted: two full hours"
      ),
      (
        "population: {}", "validDay: { between: [23:00, 07:00] }",
        "is '07:00'; accepted: a later hour"
      ),
      ("odograph-study: 1", "odograph: 1\nscenarios: [a.yaml]", "'odograph sweep' takes this one"),
      ("population: {}", "validDay: { bridging: 90 min }", "whole hours"),
      ("population: {}", "usable: { validDays: 8 }", "a whole number from 1 to 7"),
      ("population: {}", "recruit: { usable: 10, certainty: 20 % }", "from 50 % to 99.9 %"),
      ("population: {}", "measures: [positionCoverge]", "did you mean 'positionCoverage'?"),
    ])
  func plan(old: String, new: String, expected: String) {
    let message = message {
      try Self.study(Self.plan().replacing(old, with: new)).trials(vocabulary: vocabulary)
    }
    #expect(message.contains(".yaml:"), "\(message)")
    #expect(message.contains(expected), "\(message)")
  }

  @Test("A valid day counts the hours within its window alone")
  func validDay() {
    let rule = ValidDayRule(hours: 3, fromHour: 7, untilHour: 10)
    // Hours 0 to 6 and from 10 on are outside of the window.
    #expect(!rule.holds(0b0000_0000_1111_1111_1110_1111_1111))
    #expect(rule.holds(0b0011_1000_0000))
    #expect(!rule.holds(0b0011_0000_0000))
    // A day without the hour from 07:00 needs the two hours that it has.
    #expect(rule.holds(0b0011_0000_0000, ofHours: 0xFF_FFFF & ~(1 << 7)))
    #expect(!rule.holds(0b0010_0000_0000, ofHours: 0xFF_FFFF & ~(1 << 7)))
    #expect(rule.coveredHours(of: .max) == 3)
  }

  /// Records at 22 h of the first day, and at 1, 5 and 10 h of the second, which are 3, 4 and 5 h
  /// apart.
  @Test("Hours between two with records count where they lie near enough, over midnight too")
  func bridging() {
    let days: [UInt32] = [1 << 22, 1 << 1 | 1 << 5 | 1 << 10]
    #expect(ValidDayRule().bridged(days) == days)
    let nearly = ValidDayRule(bridgedHours: 4).bridged(days)
    #expect(nearly[0] == 0b11 << 22)
    #expect(nearly[1] == 0b111111 | 1 << 10)
    #expect(ValidDayRule(bridgedHours: 5).bridged(days)[1] == 0b111_1111_1111)
  }

  @Test("A participant's scenario can be written and read again")
  func written() throws {
    let study = try Self.study(
      Self.plan(
        lives:
          "office: { scenario: office.yaml, homeTo: { office: { median: 9 km, p90: 20 km } } }",
        population: """

            phone: { battery: { from: 40 %, to: 90 % } }
            person:
              - { whenBattery: < 20 %, switches: { lowPowerMode: on } }
              - { at: { from: 20:00, to: 22:00 }, forceQuits: app, on: [monday, friday] }
          """))
    let participant = try study.participant(4, vocabulary: vocabulary)
    let text = try study.participantText(4)
    #expect(
      text.hasPrefix("# Participant 4 of \"Small\", persona office; run with --seed 4.\n"))
    let again = try reader.read(text: text, file: "participant.yaml")
    #expect(again.phone == participant.scenario.phone)
    #expect(again.places == participant.scenario.places)
    #expect(again.start == participant.scenario.start)
    #expect(again.duration == participant.scenario.duration)
    #expect(again.person.map(\.trigger) == participant.scenario.person.map(\.trigger))
    #expect(again.trackers.map(\.name) == participant.scenario.trackers.map(\.name))
  }
}
