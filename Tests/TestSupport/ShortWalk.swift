/// A scenario of an hour with a walk of 530 m from home to work.
package enum ShortWalk {
  package static let scenario = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 1 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5275, 13.3904] } }
    day: [{ stay: home, for: 10 min }, { walk: work }, { stay: work }]
    """
}
