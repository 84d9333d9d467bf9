import Timekeeping
import World

/// A continuous piece of a series of battery readings in which the phone was unplugged, or in
/// which it was on a charger.
package struct BatterySpell: Sendable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case unplugged, charging
  }

  package var kind: Kind
  package var first: BatteryReading
  package var last: BatteryReading
  package var readingCount: Int
  /// The drain after the time at 100 %. Nil on a charger, and if the spell is too short for a rate.
  package var drain: Drain?
  /// The hours from the first reading to the last reading at 100 % before the gauge's first fall.
  ///
  /// The gauge shows 100 % until 3.0 to 5.4 % of the charge is used (BAT-11), so this time is not
  /// part of the drain.
  package var hoursAtFull: Double

  package var hours: Double { (last.time - first.time).seconds / 3600 }

  /// Makes the spell of readings in order of time; nil if there are none.
  init?(_ kind: Kind, _ readings: ArraySlice<BatteryReading>, step: GaugeStep) {
    guard let first = readings.first, let last = readings.last else { return nil }
    self.kind = kind
    self.first = first
    self.last = last
    readingCount = readings.count
    drain = kind == .unplugged ? Drain(of: readings, step: step) : nil
    let full = readings.prefix { $0.isFull }.last
    hoursAtFull = full.map { ($0.time - first.time).seconds / 3600 } ?? 0
  }
}

extension BatteryReading {
  /// True if the gauge shows 100 %.
  package var isFull: Bool { level > 0.9995 }
}

/// The division of readings into spells.
///
/// A reading's state decides. Without a state, a rise of at least two steps, or to 100 %, is a
/// charger: it was connected at the last reading of the lowest level. A fall by a step ends the
/// charging at the last reading of the highest level.
package struct BatterySpells {
  private let readings: [BatteryReading]
  private let step: GaugeStep
  private var kind = BatterySpell.Kind.unplugged
  private var start = 0
  /// The last reading of the lowest level while unplugged, of the highest while charging.
  private var extreme = 0
  package private(set) var ranges: [(kind: BatterySpell.Kind, range: Range<Int>)] = []

  package init(of readings: [BatteryReading], step: GaugeStep) {
    self.readings = readings
    self.step = step
    if let state = readings.first?.state { kind = state.kind }
    for index in readings.indices.dropFirst() { take(index) }
    close(at: readings.endIndex)
  }

  private mutating func take(_ index: Int) {
    let reading = readings[index]
    if let stated = reading.state?.kind {
      // A rise that no charger explains makes the rate across it meaningless.
      if stated != kind || (kind == .unplugged && isCharged(from: index - 1, to: index)) {
        return begin(stated, at: index)
      }
    } else {
      switch kind {
      case .unplugged where isCharged(from: extreme, to: index):
        begin(.charging, at: extreme + 1)
      case .charging where rise(from: extreme, to: index) < 0:
        begin(.unplugged, at: readings[extreme].state == nil ? extreme : index)
      case .unplugged, .charging: break
      }
    }
    moveExtreme(to: index)
  }

  /// Returns true if a level rose by more than a gauge corrects by itself.
  private func isCharged(from: Int, to: Int) -> Bool {
    rise(from: from, to: to) >= (readings[to].isFull ? 1 : 2)
  }

  private func rise(from: Int, to: Int) -> Int {
    step.count(from: readings[from].level, to: readings[to].level)
  }

  private mutating func moveExtreme(to index: Int) {
    let change = rise(from: extreme, to: index)
    switch kind {
    case .unplugged where change <= 0, .charging where change >= 0: extreme = index
    case .unplugged, .charging: break
    }
  }

  private mutating func begin(_ next: BatterySpell.Kind, at index: Int) {
    close(at: index)
    kind = next
    start = index
    extreme = index
  }

  private mutating func close(at end: Int) {
    if start < end { ranges.append((kind, start..<end)) }
  }
}

extension BatteryReading.State {
  var kind: BatterySpell.Kind {
    switch self {
    case .unplugged: .unplugged
    case .charging, .full: .charging
    }
  }
}
