import World

/// The step of a battery gauge: the smallest change that it can show, as a share of a full battery.
///
/// A gauge shows the charge to within one step. iPhones show steps of 1 %, and of 5 % to apps on
/// old systems. Some devices write thousandths.
package struct GaugeStep: Sendable, Equatable {
  package var share: Double

  package static let percent = GaugeStep(share: 0.01)

  /// The steps of known gauges, in thousandths of a full battery, widest first.
  private static let known = [50, 10, 1]

  package init(share: Double) { self.share = share }

  /// Finds the widest known step that all levels are multiples of. With fewer than two different
  /// levels it is 1 %.
  ///
  /// If a few readings of a finer gauge happen to be multiples of 5 %, the step is too wide. Bounds
  /// that are made from it are then wider than they need to be, but not wrong.
  package init(of readings: [BatteryReading]) {
    let thousandths = Set(readings.map { Int(($0.level * 1000).rounded()) })
    let step =
      thousandths.count < 2
      ? nil
      : GaugeStep.known.first { step in thousandths.allSatisfy { $0.isMultiple(of: step) } }
    self.init(share: step.map { Double($0) / 1000 } ?? GaugeStep.percent.share)
  }

  /// The number of whole steps from one level up to another, negative for a fall.
  func count(from: Double, to: Double) -> Int { Int(((to - from) / share).rounded()) }
}
