import Evaluation

extension MeasureDefinition {
  /// Returns the figure with its unit, such as "98.1 %".
  func text(_ value: Double) -> String {
    switch unit {
    case .share, .ratio: figure(value) + " %"
    case .percentPerDay: figure(value) + " %/day"
    case .minutes: figure(value) + " min"
    case .minutesPerDay: figure(value) + " min/day"
    case .hours: figure(value) + " h"
    case .metersPerDay: figure(value) + "/day"
    case .nats: figure(value) + " nat"
    case .perHour: figure(value) + "/h"
    case .seconds, .plainSeconds, .meters, .count, .joules: figure(value)
    }
  }

  /// Returns the figure as text, such as "98.1". The unit is left out if the column's heading names
  /// it.
  func figure(_ value: Double) -> String {
    switch unit {
    case .share: FigureText.percent(value)
    case .ratio: FigureText.decimal(value * 100, 1)
    case .percentPerDay, .nats: FigureText.decimal(value, 2)
    case .seconds, .plainSeconds: (value < 0 ? "−" : "") + FigureText.duration(abs(value))
    case .minutes, .minutesPerDay, .hours, .perHour: FigureText.decimal(value, 1)
    case .meters, .metersPerDay: FigureText.meters(value)
    case .count: FigureText.count(value)
    case .joules: FigureText.joules(value)
    }
  }
}

extension FigureText {
  /// Returns a distance as text, such as "340 m" or "12.3 km".
  static func meters(_ meters: Double) -> String {
    meters == 0
      ? "0 m"
      : abs(meters) < 1000
        ? decimal(meters, abs(meters) < 10 ? 1 : 0) + " m" : decimal(meters / 1000, 1) + " km"
  }
}
