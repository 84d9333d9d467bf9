import Text

extension PhoneProfileDocument {
  /// The text of a file from which the profile can be read again.
  package var text: String {
    var lines = [
      "# The parameters of a phone's model, calibrated by logs of a real phone. In a scenario:",
      "#     phone: { profile: THIS-FILE.yaml }", "odographProfile: 1",
      "name: \(Escaping.json(name))", "phone: \(phone)", "system: \(system)", "logs:",
    ]
    lines += logs.map { "  - { \($0.members.joined(separator: ", ")) }" }
    lines.append("parameters:")
    for parameter in parameters {
      lines += [
        "  \(parameter.name):", "    prior: \(Self.list(parameter.prior))",
        "    outcome: \(parameter.outcome.rawValue)", "    draws:",
      ]
      lines += Self.wrapped(parameter.draws.map(Self.number))
    }
    if !readings.isEmpty {
      let choices = readings.map { "\($0.name): \($0.account)" }
      lines.append("readings: { \(choices.joined(separator: ", ")) }")
    }
    if let unexplained { lines.append("unexplained: \(Self.number(unexplained))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a list in brackets, each at most 100 columns wide.
  private static func wrapped(_ numbers: [String]) -> [String] {
    var lines = ["      ["]
    for (index, number) in numbers.enumerated() {
      let text = number + (index == numbers.count - 1 ? "]" : ",")
      if lines[lines.count - 1].count + text.count >= 100 { lines.append("       ") }
      lines[lines.count - 1] += (lines[lines.count - 1].hasSuffix("[") ? "" : " ") + text
    }
    return lines
  }

  fileprivate static func list(_ range: ClosedRange<Double>) -> String {
    "[\(number(range.lowerBound)), \(number(range.upperBound))]"
  }

  /// Returns the shortest text that reads back as the same number.
  ///
  /// YAML 1.1 reads an exponent only after a decimal point: 5.0e-05 is a number, 5e-05 a text.
  fileprivate static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.contains(".") ? text : text.replacing("e", with: ".0e")
  }
}

extension PhoneProfileDocument.Log {
  fileprivate var members: [String] {
    var members = ["sha256: \(sha256)", "from: \(from)", "until: \(until)"]
    if let tracker { members.append("tracker: \(Escaping.json(tracker))") }
    if let drain { members.append("drain: \(PhoneProfileDocument.number(drain))") }
    if let predicted { members.append("predicted: \(PhoneProfileDocument.list(predicted))") }
    if isHeldBack { members.append("heldBack: true") }
    return members
  }
}
