import Timekeeping

/// The circumstances of the phone's motion from instants on, in order: the phone is on or off, and
/// attached to a charger or a car or not.
struct MotionCircumstances {
  struct Circumstance {
    var since: Instant
    var isOn: Bool
    var isAttached: Bool
  }

  private var all: [Circumstance]

  init(since start: Instant) {
    all = [Circumstance(since: start, isOn: true, isAttached: false)]
  }

  subscript(index: Int) -> Circumstance { all[index] }

  /// Returns the end of a circumstance; nil for the last one.
  func end(of index: Int) -> Instant? { index + 1 < all.count ? all[index + 1].since : nil }

  mutating func note(isOn: Bool, isAttached: Bool, at now: Instant) {
    let last = all[all.count - 1]
    guard last.isOn != isOn || last.isAttached != isAttached else { return }
    all.append(Circumstance(since: now, isOn: isOn, isAttached: isAttached))
  }

  /// Returns the index of the circumstance at `end`; nil if the phone was off at any time from
  /// `start` to `end`.
  func index(at end: Instant, onSince start: Instant) -> Int? {
    guard let found = all.lastIndex(where: { $0.since <= end }) else { return nil }
    for index in (0...found).reversed() {
      if !all[index].isOn { return nil }
      if all[index].since <= start { break }
    }
    return found
  }
}
