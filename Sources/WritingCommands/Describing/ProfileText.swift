import Foundation
import Scenarios
import SimulatedPhone
import Text

/// The description of a phone profile: the phone, the logs, and each parameter with its draws.
struct ProfileText {
  let profile: PhoneProfileDocument

  var text: String {
    let sections = [
      ["\(profile.name): \(profile.phone) with \(profile.system)"],
      ["Logs"] + profile.logs.map(describe), [draws] + parameters,
      profile.readings.isEmpty
        ? [] : ["Model variants"] + profile.readings.map { "  \($0.name): \($0.account)" },
      profile.excursions.map { ["Warnings", "  " + $0] } ?? [],
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var draws: String {
    "\(profile.outcomes); \(counted(profile.drawCount, "draw"))"
  }

  private func describe(_ log: PhoneProfileDocument.Log) -> String {
    let parts = [
      "\(log.from) to \(log.until)", log.tracker,
      log.drain.map { "\(short($0)) %/h" },
      log.predicted.map { "predicted \(ends($0))" }, log.isHeldBack ? "held back" : nil,
    ]
    return "  " + parts.compactMap { $0 }.joined(separator: "; ")
  }

  private var parameters: [String] {
    let width = profile.parameters.map(\.name.count).max() ?? 0
    return profile.parameters.map { parameter in
      let least = parameter.draws.min() ?? 0
      let largest = parameter.draws.max() ?? 0
      let name = parameter.name + String(repeating: " ", count: width - parameter.name.count)
      return "  \(name)  \(parameter.outcome.rawValue): \(ends(least...largest)), "
        + "prior \(ends(parameter.prior))"
    }
  }

  private func ends(_ range: ClosedRange<Double>) -> String {
    interval(short(range.lowerBound), short(range.upperBound))
  }

  private func short(_ value: Double) -> String { String(format: "%.4g", value) }
}
