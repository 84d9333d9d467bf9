import PhoneProfiles
import SimulatedPhone

/// The scenario that `odograph new` writes if no recording is given. It is the smallest scenario
/// with every section.
enum StarterScenario {
  static let text = """
    # A scenario: one person's day, how they treat the phone, and the trackers to be judged on it.
    # 'odograph validate FILE' describes the day, 'odograph run FILE' runs the trackers through it.
    odograph: 1
    name: A day of my own
    start: 2026-03-02T06:30:00
    timeZone: Europe/Berlin
    duration: 24 h
    # profile: \(DeviceProfile.all.map(\.name).joined(separator: ", "));
    # system: \(OperatingSystemProfile.all.map(\.name).joined(separator: ", ")).
    phone: { profile: iphone-13, system: ios-17, battery: 92 %, carried: pocket }
    permissions: { location: always, accuracy: full, motion: granted, notifications: granted }
    # urban, suburban or rural: how dense the cells are, and how much of the sky is seen.
    world: { area: urban }
    places:
      home: { at: [52.5310, 13.3850], radius: 60 m, indoors: true, wifi: HomeNet, charger: true }
      work: { at: [52.5075, 13.3904], radius: 80 m, indoors: true, wifi: Work }
    # stay, walk, run, cycle, drive, train, fly or jump, one after the other.
    day:
      - stay: home
        until: 08:00 ± 10 min
      - cycle: work
        via: [[52.5250, 13.3870], [52.5163, 13.3889]]
      - stay: work
        until: 17:30 ± 20 min
      - walk: home
      - stay: home
    # What the person does with the phone.
    person:
      - { at: 12:15, opens: app, for: 60 s }
      - { at: 23:00, charges: phone, for: 7 h }
    # What happens at the server.
    server:
      - { from: 13:00, until: 13:30, outage: true }
    trackers:
      - overland-high-resolution
      - overland-battery-saving
      - { preset: ehe-pilot-1, home: home }

    """
}
