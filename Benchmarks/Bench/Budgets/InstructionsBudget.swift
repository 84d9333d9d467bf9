import Foundation

/// The budget of instructions per delivered fix and per phone-day on significant changes: at most
/// 3 % over the reference.
///
/// Instructions depend neither on the machine's speed nor on its other work, so a few percent show.
/// Callgrind counts them in two runs of different length; the difference does not include the
/// start of the program.
enum InstructionsBudget: Budget {
  static let name = "instructions"
  static let dependsOnTime = false
  /// The argument that makes this program repeat one piece of work and print its number of units.
  static let childArgument = "--counted-work"
  private static let limit = 1.03

  static func measure(rounds: Int) throws -> [Finding] {
    guard rounds > 1 else { return [] }
    guard let counter = try InstructionCounter() else {
      return [.notMeasured("instructions", because: "not compared: no valgrind or strip")]
    }
    let counts = try counter.instructionsPerUnit()
    if ProcessInfo.processInfo.environment["ODOGRAPH_WRITE_GENERATED"] == "1" {
      try InstructionReference(counts).write()
    }
    let reference = try InstructionReference.read()
    return CountedWork.allCases.flatMap { findings($0, counts[$0] ?? 0, reference) }
  }

  private static func findings(
    _ work: CountedWork, _ count: Double, _ reference: InstructionReference
  ) -> [Finding] {
    let subject = "instructions per \(work.unit)"
    let figure = Finding.measured(subject, String(format: "%.0f", count))
    guard reference.toolchain == InstructionReference.presentToolchain,
      let expected = reference.instructions[work.rawValue]
    else {
      return [
        figure,
        .notMeasured(
          "  against the reference", because: "not compared: it is for \(reference.toolchain)"),
      ]
    }
    return [
      figure,
      .atMost(limit, "times", subject: "  against the reference", figure: count / expected),
    ]
  }

  /// Prints the number of units.
  static func runChild(_ arguments: [String]) throws {
    guard arguments.count == 2, let work = CountedWork(rawValue: arguments[0]),
      let repetitions = Int(arguments[1])
    else { throw ChildFailed() }
    print(try work.run(repetitions))
  }
}

/// A piece of work whose instructions are counted. The raw value is the name in the reference file.
enum CountedWork: String, CaseIterable {
  case fix
  case significantChangeDay

  var unit: String {
    switch self {
    case .fix: "delivered 1 Hz fix"
    case .significantChangeDay: "phone-day on significant changes"
    }
  }

  /// The repetitions of the shorter and the longer run.
  var repetitions: (few: Int, many: Int) {
    switch self {
    case .fix: (1, 2)
    case .significantChangeDay: (10, 30)
    }
  }

  /// Runs that many days and returns the number of units in them.
  func run(_ repetitions: Int) throws -> Int {
    switch self {
    case .fix:
      let day = try MeasuredScenario.drivingWithoutUpload()
      return try (0..<repetitions).reduce(0) { sum, _ in sum + (try day.run().deliveredFixes) }
    case .significantChangeDay:
      let day = try MeasuredScenario.commuting(tracker: "overland-significant-only")
      return try day.run(seeds: repetitions).count
    }
  }
}
