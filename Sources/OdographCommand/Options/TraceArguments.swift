import ArgumentParser
import Recordings
import Text

/// What a recording on the command line does not say by itself.
struct TraceArguments: ParsableArguments {
  @Option(help: "Which trajectory of a recording that holds several; all for one after the other.")
  var trajectory: String?

  // A latitude may begin with a minus sign, which is no option then.
  @Option(
    parsing: .unconditional,
    help: "Where a recording of relative meters begins: latitude,longitude.")
  var origin: String?

  @Option(
    help:
      "When a recording of relative times, or of times without a day, begins: 2026-03-02T08:00:00Z."
  )
  var start: String?

  @Option(help: "Whose clocks a recording's days are told by, such as Europe/Berlin.")
  var timeZone: String?

  /// As typed, in a fixed order; for the provenance of a report.
  var given: [(name: String, value: String)] {
    [
      ("trajectory", trajectory), ("origin", origin), ("start", start), ("time-zone", timeZone),
    ].compactMap { name, value in value.map { (name, $0) } }
  }

  func options() throws(InputError) -> TraceOptions {
    try TraceOptions(
      trajectory: trajectory, origin: origin, start: start, timeZone: timeZone)
  }
}
