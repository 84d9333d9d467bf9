import Documents
import Files
import Text
import Timekeeping

/// A reader of phone profiles, as strict as the reader of scenarios.
package struct PhoneProfileReader: DocumentReader {
  package static let kind = DocumentKind.profile

  private let vocabulary: ScenarioVocabulary

  /// Makes a reader that knows the names in scenarios.
  package init(vocabulary: ScenarioVocabulary) { self.vocabulary = vocabulary }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> PhoneProfileDocument {
    let fields = try Fields(root, keys: ProfileKeys.profile)
    try requireVersion(fields)
    let scenarios = ScenarioReader(vocabulary: vocabulary)
    let phone = try fields.required("phone", accepted: "a phone such as iphone-13")
      .word(oneOf: vocabulary.profiles)
    let system = try scenarios.readSystem(
      fields.required("system", accepted: "a system such as ios-17"), profile: phone)
    return PhoneProfileDocument(
      name: try fields.documentName() ?? PresetLibrary.name(of: file), phone: phone,
      system: system, logs: try logs(fields.required("logs", accepted: "a list of logs")),
      parameters: try parameters(
        fields.required("parameters", accepted: "a mapping of model parameters")),
      readings: try scenarios.readReadings(fields["readings"], profile: phone),
      unexplained: try fields["unexplained"]?.finiteNumber(
        0...100, accepted: "a number from 0 to 100"))
  }

  private func requireVersion(_ fields: Fields) throws(InputError) {
    let remedy = "1, which 'odograph calibrate' of this version writes; calibrate again"
    let version = try fields.required("odographProfile", accepted: remedy)
    guard try version.text("1") == "1" else { throw version.refused(accepted: remedy) }
  }

  // MARK: Logs

  private func logs(_ node: SourceNode) throws(InputError) -> [PhoneProfileDocument.Log] {
    var logs: [PhoneProfileDocument.Log] = []
    for entry in try node.list("a list of logs") {
      logs.append(try log(Fields(entry, keys: ProfileKeys.log)))
    }
    guard !logs.isEmpty else { throw node.refused(accepted: "at least one log") }
    return logs
  }

  private func log(_ fields: Fields) throws(InputError) -> PhoneProfileDocument.Log {
    let from = try fields.required("from", accepted: SourceNode.acceptedDate).date()
    let last = try fields.required("until", accepted: SourceNode.acceptedDate)
    let until = try last.date()
    guard from <= until else {
      throw last.refused("'until' is \(until), before 'from'", accepted: "\(from) or later")
    }
    return PhoneProfileDocument.Log(
      sha256: try digest(fields.required("sha256", accepted: Self.acceptedDigest)), from: from,
      until: until, tracker: try fields["tracker"]?.visibleName(),
      drain: try fields["drain"]?.finiteNumber(), predicted: try fields["predicted"]?.numberPair(),
      isHeldBack: try fields.flag("heldBack") ?? false)
  }

  private static let acceptedDigest = "a SHA-256 digest of 64 hexadecimal digits in lower case"

  private func digest(_ node: SourceNode) throws(InputError) -> String {
    let text = try node.text(Self.acceptedDigest)
    guard text.utf8.count == 64, text.utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
      throw node.refused(accepted: Self.acceptedDigest)
    }
    return text
  }

  // MARK: Parameters

  private func parameters(
    _ node: SourceNode
  ) throws(InputError) -> [PhoneProfileDocument.Parameter] {
    var parameters: [PhoneProfileDocument.Parameter] = []
    for entry in try node.entries("a mapping of model parameters") {
      try vocabulary.requireParameter(entry)
      let fields = try Fields(entry.value, keys: ProfileKeys.parameter)
      let drawn = try fields.required("draws", accepted: Self.acceptedDraws)
      let prior = try prior(fields.required("prior", accepted: "such as [0.8, 1]"))
      let parameter = PhoneProfileDocument.Parameter(
        entry.key, prior: prior,
        outcome: try outcome(
          fields.required("outcome", accepted: "moved, undecided, given"), prior: prior),
        draws: try draws(drawn, of: entry.key))
      if let first = parameters.first, first.draws.count != parameter.draws.count {
        throw drawn.refused(
          "\(quoted(entry.key)) has \(counted(parameter.draws.count, "draw"))",
          accepted: "\(first.draws.count), as many as \(quoted(first.name)) has")
      }
      parameters.append(parameter)
    }
    guard !parameters.isEmpty else { throw node.refused(accepted: "at least one model parameter") }
    return parameters
  }

  /// Reads an outcome. Older profiles state `moved` for a given value, whose prior has no width.
  private func outcome(
    _ node: SourceNode, prior: ClosedRange<Double>
  ) throws(InputError) -> PhoneProfileDocument.Outcome {
    let stated = try node.choice(PhoneProfileDocument.Outcome.self)
    return prior.lowerBound == prior.upperBound ? .given : stated
  }

  private func prior(_ node: SourceNode) throws(InputError) -> ClosedRange<Double> {
    let prior = try node.numberPair()
    guard prior.lowerBound >= 0 else {
      throw node.refused("'prior' begins at \(prior.lowerBound)", accepted: "0 or more")
    }
    return prior
  }

  private static let acceptedDraws =
    "a list of 1 to \(PhoneProfileDocument.drawsMax) numbers in the parameter's own unit"

  private func draws(_ node: SourceNode, of parameter: String) throws(InputError) -> [Double] {
    let nodes = try node.list(Self.acceptedDraws)
    guard (1...PhoneProfileDocument.drawsMax).contains(nodes.count) else {
      throw node.refused("'draws' has \(nodes.count) numbers", accepted: Self.acceptedDraws)
    }
    let value = ModelValue(parameter, range: vocabulary.modelRanges[parameter])
    var draws: [Double] = []
    draws.reserveCapacity(nodes.count)
    for node in nodes { draws.append(try value.readPlain(node)) }
    return draws
  }
}

extension ScenarioVocabulary {
  /// Throws an error unless the entry's key is the name of a parameter of the phone's model.
  func requireParameter(_ entry: SourceEntry) throws(InputError) {
    guard modelParameters.contains(entry.key) else {
      throw InputError(
        entry.keyLocation, "unknown model parameter \(quoted(entry.key))", word: entry.key,
        oneOf: modelParameters)
    }
  }
}

extension SourceNode {
  fileprivate static let acceptedDate = "a date such as 2026-03-02"

  fileprivate func date() throws(InputError) -> CivilDate {
    let text = try text(SourceNode.acceptedDate)
    guard let date = CivilDate(iso8601: text) else {
      throw refused(accepted: SourceNode.acceptedDate)
    }
    return date
  }

  /// Reads two numbers, the smaller first.
  fileprivate func numberPair() throws(InputError) -> ClosedRange<Double> {
    let accepted = "two numbers, the smaller first, such as [0.8, 1]"
    var ends: [Double] = []
    for element in try list(accepted) { ends.append(try element.finiteNumber()) }
    guard ends.count == 2, ends[0] <= ends[1] else {
      let found = ends.map { "\($0)" }.joined(separator: ", ")
      throw refused("\(quoted(name)) is [\(found)]", accepted: accepted)
    }
    return ends[0]...ends[1]
  }

  /// Reads a number without a unit. An exponent such as 5.0e-05 is accepted.
  func finiteNumber(
    _ range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude,
    accepted: String = "a number"
  ) throws(InputError) -> Double {
    let text = try text(accepted)
    guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let number = Double(text),
      range.contains(number)
    else { throw refused(accepted: accepted) }
    return number
  }
}
