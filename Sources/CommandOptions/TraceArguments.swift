import ArgumentParser
import Recordings
import Text

/// Options with which the user supplies facts that a recording's file lacks.
package struct TraceArguments: ParsableArguments {
  @Option(help: "The trajectory of a recording with several; all runs them one after the other")
  package var trajectory: String?

  // A latitude may begin with a minus sign; the parser must not read it as an option.
  @Option(
    parsing: .unconditional,
    help: "The origin of a recording in relative meters: latitude,longitude")
  package var origin: String?

  @Option(
    help:
      "The start of a recording without dates: 2026-03-02T08:00:00Z")
  package var start: String?

  @Option(help: "The time zone of a recording's days, such as Europe/Berlin")
  package var timeZone: String?

  @Option(
    help:
      "The mode of motion: cycling, or FROM/TO=cycling for a span; repeatable. Rests remain rests")
  package var mode: [String] = []

  /// The options that the user gave, as typed and in a fixed order, for the provenance of a report.
  package var given: [(name: String, value: String)] {
    [
      ("trajectory", trajectory), ("origin", origin), ("start", start), ("time-zone", timeZone),
    ].compactMap { name, value in value.map { (name, $0) } } + mode.map { ("mode", $0) }
  }

  package func options() throws(InputError) -> TraceOptions {
    try TraceOptions(
      trajectory: trajectory, origin: origin, start: start, timeZone: timeZone, modes: mode)
  }

  package init() {}
}
