import Documents
import Text
import Timekeeping

/// A reader of files of published measurements, as strict as the reader of scenarios.
package struct ValidationReader: DocumentReader {
  package static let kind = DocumentKind.validation

  private let measures: [String]
  private let vocabulary: ScenarioVocabulary

  /// Makes a reader that knows the names of measures and the names in scenarios.
  ///
  /// - Parameter measures: the names of the measures that a row may use.
  package init(measures: [String], vocabulary: ScenarioVocabulary) {
    self.measures = measures
    self.vocabulary = vocabulary
  }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> ValidationDocument {
    let fields = try Fields(root, keys: ValidationKeys.validation)
    try fields.requireVersion("odograph-validation")
    let source = try Fields(
      fields.required("source", accepted: "title and address"), keys: ValidationKeys.source)
    let legs = ValidationLegs(file: file, by: try legs(fields["legs"]))
    let list = try fields.required("rows", accepted: "a list of measurements")
    var rows: [ValidationRow] = []
    let nodes = try list.list("a list of measurements")
    guard !nodes.isEmpty else { throw list.refused(accepted: "at least one measurement") }
    for node in nodes {
      let row = try row(Fields(node, keys: ValidationKeys.row), legs: legs)
      guard !rows.contains(where: { $0.id == row.id }) else {
        throw node.refused("\(quoted(row.id)) is listed twice", accepted: "each row once")
      }
      rows.append(row)
    }
    return ValidationDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      source: ValidationDocument.Source(
        title: try source.required("title").text(),
        address: try address(source.required("address")),
        license: try source["license"]?.text()),
      rows: rows)
  }

  private func address(_ node: SourceNode) throws(InputError) -> String {
    let text = try node.text()
    guard ["https://", "http://"].contains(where: text.hasPrefix),
      !text.contains(where: { $0.isWhitespace || $0 == "<" || $0 == ">" })
    else { throw node.refused(accepted: "an address such as https://example.org/paper") }
    return text
  }

  // MARK: Rows

  private func row(
    _ fields: Fields, legs: ValidationLegs
  ) throws(InputError) -> ValidationRow {
    let subject = try subject(fields, like: nil, legs: legs)
    var against: ValidationSubject?
    if let node = fields["against"] {
      against = try self.subject(
        Fields(node, keys: ValidationKeys.against), like: subject, legs: legs)
    }
    let band = try range(fields.required("band", accepted: "such as [3.2, 4.8]"))
    let kind: ValidationRow.Kind = try fields.choice("kind") ?? (against == nil ? .level : .ratio)
    guard (kind == .level) == (against == nil) else {
      throw fields.node.refused(
        kind == .level
          ? "'level' takes one figure, but 'against' is given"
          : "\(quoted(kind.rawValue)) needs two figures",
        accepted: kind == .level ? "ratio or order" : "the other under 'against'")
    }
    return ValidationRow(
      id: try identifier(fields.required("id")), title: try fields.required("title").text(),
      measured: try fields.required("measured").text(), kind: kind, band: band,
      range: try fields["range"].map(range) ?? band, unit: try fields["unit"]?.text() ?? "",
      subject: subject, against: against, fitted: try fields["fitted"]?.text(),
      shaped: try fields["shaped"]?.text(), rule: try fields["rule"]?.text(),
      note: try fields["note"]?.text())
  }

  /// Reads a row's ID, which may contain letters, digits, hyphens, points and underscores.
  ///
  /// Other characters are refused, because later runs find the row by its ID in Markdown pages.
  private func identifier(_ node: SourceNode) throws(InputError) -> String {
    let text = try node.text("a name")
    let isPlain: (Unicode.Scalar) -> Bool = {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "-._".unicodeScalars.contains($0)
    }
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) else {
      throw node.refused(accepted: "letters, digits, hyphens, points and underscores")
    }
    return text
  }

  /// Reads the runs and the measure of a figure. A row may have two figures to compare.
  ///
  /// - Parameter first: the first figure when the second figure is read, otherwise nil. The second
  ///   figure takes the values of missing keys from the first figure.
  private func subject(
    _ fields: Fields, like first: ValidationSubject?, legs: ValidationLegs
  ) throws(InputError) -> ValidationSubject {
    var scenarios = first?.scenarios
    if let node = fields["scenarios"] { scenarios = try node.scenarioPaths() }
    var name = first?.measure
    if let node = fields["measure"] { name = try measure(node) }
    guard let scenarios, let name else {
      throw fields.node.refused(
        "'scenarios' or 'measure' is missing", accepted: "both, since a figure needs them")
    }
    let tracker = try fields["tracker"].map(tracker) ?? first?.tracker
    let keepAlive = try fields["keepAlive"].map(keepAlive) ?? first?.keepAlive
    if tracker != nil, keepAlive != nil {
      throw fields.node.refused(
        "'keepAlive' is given together with a tracker",
        accepted: "'tracker: none', or no 'keepAlive'")
    }
    return ValidationSubject(
      file: legs.file, scenarios: scenarios, tracker: tracker, measure: name,
      trip: try legs.name("trip", fields, \.trip, scenarios) ?? first?.trip,
      leg: try legs.name("leg", fields, \.leg, scenarios) ?? first?.leg, keepAlive: keepAlive,
      legs: legs.byScenario)
  }

  private func measure(_ node: SourceNode) throws(InputError) -> String {
    let name = try node.text("a measure")
    guard measures.contains(name) else {
      throw InputError(
        node.location, "no measure is called \(quoted(name))", word: name, oneOf: measures)
    }
    return name
  }

  private func tracker(_ node: SourceNode) throws(InputError) -> TrackerChoice? {
    if case .text("none", _) = node.content { return nil }
    return try ScenarioReader(vocabulary: vocabulary).readTracker(node)
  }

  private func keepAlive(_ node: SourceNode) throws(InputError) -> ValidationSubject.KeepAlive {
    let fields = try Fields(node, keys: ValidationKeys.keepAlive)
    let period = TimeSpan.seconds(try fields.requiredQuantity("every"))
    guard period >= .seconds(1 as Int64) else {
      throw node.refused("'every' is too short", accepted: "1 s or more")
    }
    return ValidationSubject.KeepAlive(
      period: period, bytes: try fields.requiredWholeNumber("bytes"))
  }

  private func range(_ node: SourceNode) throws(InputError) -> ClosedRange<Double> {
    let accepted = "two numbers, the smaller first, such as [3.2, 4.8]"
    var ends: [Double] = []
    for element in try node.list(accepted) {
      guard let number = Double(try element.text("a number")), number.isFinite else {
        throw element.refused(accepted: "a number")
      }
      ends.append(number)
    }
    guard ends.count == 2, ends[0] <= ends[1] else {
      let found = ends.map { "\($0)" }.joined(separator: ", ")
      throw node.refused("\(quoted(node.name)) is [\(found)]", accepted: accepted)
    }
    return ends[0]...ends[1]
  }

  // MARK: Legs

  private func legs(_ node: SourceNode?) throws(InputError) -> [String: [ValidationLeg]] {
    var legs: [String: [ValidationLeg]] = [:]
    for entry in try node?.entries("scenarios' files with their legs") ?? [] {
      let path = ScenarioInheritance.path(entry.key, from: entry.keyLocation)
      var list: [ValidationLeg] = []
      for element in try entry.value.list("a list of trips and legs") {
        list.append(try leg(Fields(element, keys: ValidationKeys.leg)))
      }
      legs[path] = list
    }
    return legs
  }

  private func leg(_ fields: Fields) throws(InputError) -> ValidationLeg {
    let (start, end) = (try instant(fields, "from"), try instant(fields, "until"))
    guard start < end else {
      throw fields.node.refused("'until' is not after 'from'", accepted: "a later time")
    }
    return ValidationLeg(
      trip: try fields["trip"]?.text(), leg: try fields["leg"]?.text(),
      activity: try fields["activity"]?.word(oneOf: ValidationKeys.activities), start: start,
      end: end)
  }

  private func instant(_ fields: Fields, _ key: String) throws(InputError) -> Instant {
    let node = try fields.required(key)
    let accepted = "seconds since 1970"
    guard let seconds = Double(try node.text(accepted)), (0...1e11).contains(seconds) else {
      throw node.refused(accepted: accepted)
    }
    return Instant(secondsSince1970: seconds)
  }
}

/// The trips and legs in a file of published measurements, by scenario.
private struct ValidationLegs {
  let file: String
  let byScenario: [String: [ValidationLeg]]

  init(file: String, by scenario: [String: [ValidationLeg]]) {
    self.file = file
    byScenario = scenario
  }

  /// Returns the name of the trip or leg that a row gives; nil if the row gives none. At least one
  /// of the row's scenarios must have a trip or leg of that name.
  func name(
    _ key: String, _ fields: Fields, _ path: KeyPath<ValidationLeg, String?>,
    _ scenarios: [SweepDocument.Mention]
  ) throws(InputError) -> String? {
    guard let node = fields[key] else { return nil }
    var names: [String] = []
    for scenario in scenarios {
      for name in (byScenario[scenario.text] ?? []).compactMap({ $0[keyPath: path] })
      where !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else {
      throw node.refused(accepted: "a name under 'legs', which has none for these scenarios")
    }
    return try node.word(oneOf: names)
  }
}
