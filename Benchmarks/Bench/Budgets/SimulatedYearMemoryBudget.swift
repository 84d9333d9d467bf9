import Foundation

/// The budget of memory for a simulated year at 1 Hz: under 64 MB.
///
/// It runs in a process of its own, because memory that another budget used stays with the process.
/// The year consists of long train rides, whose truth takes little memory. So the figure shows if
/// phone, tracker or measures keep anything of 31 million fixes.
enum SimulatedYearMemoryBudget: Budget {
  static let name = "memory"
  static let dependsOnTime = false
  /// The argument that makes this program run the year and nothing else.
  static let childArgument = "--simulated-year"

  static func measure(rounds: Int) throws -> [Finding] {
    guard rounds > 1 else { return [] }
    let figures = try figuresOfChild([childArgument])
    guard figures.count == 2 else { throw ChildFailed() }
    return [
      .atMost(
        64, "MB", subject: "peak memory of a year at 1 Hz, \(short(figures[0] / 1e6)) M fixes",
        figure: figures[1])
    ]
  }

  /// Prints the number of fixes and the peak of resident memory in megabytes.
  static func runChild() throws {
    let year = try MeasuredScenario(
      """
      odograph: 1
      name: A year on rails
      start: 2026-01-01T00:00:00Z
      timeZone: UTC
      duration: 365 d
      world: { area: rural }
      places:
        a: { at: [45.0, -100.0], radius: 50 m }
        b: { at: [45.0, -90.0], radius: 50 m }
      day: [{ stay: a, for: 1 min }, { train: b }, { train: a, until: "23:59" }, { stay: a }]
      person: [{ at: "2026-01-01T00:00:30", charges: phone, for: 8759 h }]
      trackers: [{ preset: overland-high-resolution, contract: none }]
      """)
    let fixes = try year.run().deliveredFixes
    print(fixes, try peakMegabytes())
  }
}
