/// A study of two days with office workers and two trackers.
enum SmallStudy {
  static let life = """
    odograph: 1
    start: 2026-03-09T04:00:00Z
    places:
      home: { at: [45.5231, -122.6765], wifi: HomeNet }
      office: { at: [45.5122, -122.6587], wifi: Work }
    day:
      - { stay: home, until: 08:00 ± 20 min }
      - { drive: office }
      - { stay: office, for: 8 h }
      - { drive: home }
      - { stay: home }
    """

  static let plan = """
    odograph-study: 1
    name: Small
    participants: 3
    days: 2
    start: 2026-03-09T04:00:00
    timeZone: America/Los_Angeles
    lives: { office: { scenario: life.yaml } }
    population: { phone: { battery: { from: 60 %, to: 100 % } } }
    protocol: { trackers: [overland-battery-saving, { preset: ehe-pilot-1, home: home }] }
    recruit: { usable: 20 }
    """

  static func plan(participants: Int) -> String {
    plan.replacing("participants: 3", with: "participants: \(participants)")
  }
}
