import Experiments
import Foundation
import Testing

@Suite("A recorded accelerometer, from the file to the app")
struct AccelerometerTests {
  /// A minute of samples at 50 Hz: swings of up to `blow` m/s² on top of gravity, at `rate` a
  /// second, with the shock of each heel strike.
  private static func signal(blow: Double, rate: Double) -> String {
    let rows = (0..<3000).map { index -> String in
      let at = Double(index) / 50
      let swing = blow * sin(2 * .pi * rate * at) + blow / 2 * sin(4 * .pi * rate * at + 1)
      return "\(at),\(0.3 * swing),0.3,\(9.81 + swing)"
    }
    return (["t_s,x,y,z"] + rows).joined(separator: "\n")
  }

  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    let text = SmallScenario.text.replacingOccurrences(
      of: "carried: pocket", with: "carried: pocket, accelerometer: signal.csv")
    try folder.write(text, to: "errand.yaml")
  }

  private func explanation(_ out: String) throws -> String {
    let outcome = try Program.run(
      "run", "errand.yaml", "--preset", "overland-high-resolution", "--set",
      "overland-high-resolution.desiredAccuracy=hundredMeters", "--explain", "--quiet", "--output",
      out, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let file = out + "/overland-high-resolution/explain.txt"
    return String(decoding: try folder.data(file), as: UTF8.self)
  }

  @Test("What the app is told of motion is the recording's, and so is part of the report's hash")
  func reported() throws {
    try folder.write(Self.signal(blow: 3, rate: 2), to: "signal.csv")
    let walking = try explanation("walking")
    // The day contains a drive as well, which the signal does not show; at 100 m no satellite fix
    // gives its speed (MOT-9).
    #expect(walking.contains("reports to the app: walking"))
    #expect(!walking.contains("reports to the app: automotive"))
    // The signal of a phone on a table shows no motion, whatever the day contains.
    try folder.write(Self.signal(blow: 0.01, rate: 2), to: "signal.csv")
    let lying = try explanation("lying")
    #expect(lying.contains("reports to the app: stationary"))
    #expect(!lying.contains("reports to the app: walking"))
    let hashes = try ["walking", "lying"].map { out in
      try Report(try folder.data(out + "/report.json")).provenance.scenarioHash
    }
    #expect(hashes[0] != hashes[1])
  }

  @Test("validate tells of it, and a mistake in it is one line and exit status 2")
  func described() throws {
    try folder.write(Self.signal(blow: 3, rate: 2), to: "signal.csv")
    let outcome = try Program.run("validate", "errand.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("accelerometer from signal.csv: 1 min at 50 Hz, repeated")
    )
    try folder.write("t_s,x,y,z\n0,0,0,up\n", to: "signal.csv")
    let refused = try Program.run("run", "errand.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors == "signal.csv:2: 'z' is 'up'; accepted: a number\n")
    #expect(folder.contents == ["errand.yaml", "signal.csv"])
  }
}
