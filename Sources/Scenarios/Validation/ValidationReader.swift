import Text
import Timekeeping

/// Reads files of published measurements, strictly, as scenarios are read.
package struct ValidationReader: DocumentReader {
  package static let kind = DocumentKind.validation

  private let measures: [String]
  private let vocabulary: ScenarioVocabulary

  /// - Parameter measures: names that a row may ask for.
  package init(measures: [String], vocabulary: ScenarioVocabulary) {
    self.measures = measures
    self.vocabulary = vocabulary
  }

  package func read(_ root: SourceNode, file: String) throws(InputError) -> ValidationDocument {
    let fields = try Fields(root, keys: ValidationKeys.validation)
    try fields.requireVersion("odograph-validation")
    let source = try Fields(
      fields.required("source", accepted: "title and address"), keys: ValidationKeys.source)
    let legs = try legs(fields["legs"])
    let list = try fields.required("rows", accepted: "a list of measurements")
    var rows: [ValidationRow] = []
    for node in try list.list("a list of measurements") {
      let row = try row(Fields(node, keys: ValidationKeys.row), legs: legs)
      guard !rows.contains(where: { $0.id == row.id }) else {
        throw node.refused("\(quoted(row.id)) is listed twice", accepted: "each row once")
      }
      rows.append(row)
    }
    return ValidationDocument(
      file: file, name: try fields.documentName() ?? PresetLibrary.name(of: file),
      source: ValidationDocument.Source(
        title: try source.required("title").text(), address: try source.required("address").text(),
        license: try source["license"]?.text()),
      rows: rows)
  }

  // MARK: Rows

  private func row(
    _ fields: Fields, legs: [String: [ValidationLeg]]
  ) throws(InputError) -> ValidationRow {
    let subject = try subject(fields, like: nil, legs: legs)
    var against: ValidationSubject?
    if let node = fields["against"] {
      against = try self.subject(
        Fields(node, keys: ValidationKeys.against), like: subject, legs: legs)
    }
    let band = try range(fields.required("band", accepted: "such as [3.2, 4.8]"))
    let kind: ValidationRow.Kind = try fields.choice("kind") ?? (against == nil ? .level : .ratio)
    if kind != .level, against == nil {
      throw fields.node.refused(
        "\(quoted(kind.rawValue)) needs two figures", accepted: "the other under 'against'")
    }
    return ValidationRow(
      id: try fields.required("id").visibleName(), title: try fields.required("title").text(),
      measured: try fields.required("measured").text(), kind: kind, band: band,
      range: try fields["range"].map(range) ?? band, unit: try fields["unit"]?.text() ?? "",
      subject: subject, against: against, fitted: try fields["fitted"]?.text(),
      rule: try fields["rule"]?.text(), note: try fields["note"]?.text())
  }

  /// - Parameter first: the first of two, of which the other takes what it does not say.
  private func subject(
    _ fields: Fields, like first: ValidationSubject?, legs: [String: [ValidationLeg]]
  ) throws(InputError) -> ValidationSubject {
    var scenarios = first?.scenarios
    if let node = fields["scenarios"] { scenarios = try node.scenarioPaths().map(\.text) }
    var name = first?.measure
    if let node = fields["measure"] { name = try measure(node) }
    guard let scenarios, let name else {
      throw fields.node.refused(
        "'scenarios' or 'measure' is missing", accepted: "both, so that there is a figure")
    }
    return ValidationSubject(
      scenarios: scenarios,
      tracker: try fields["tracker"].map(tracker) ?? first?.tracker, measure: name,
      trip: try fields["trip"]?.text() ?? first?.trip,
      leg: try fields["leg"]?.text() ?? first?.leg,
      keepAlive: try fields["keepAlive"].map(keepAlive) ?? first?.keepAlive, legs: legs)
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
    guard ends.count == 2, ends[0] <= ends[1] else { throw node.refused(accepted: accepted) }
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
      activity: try fields["activity"]?.text(), start: start, end: end)
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
