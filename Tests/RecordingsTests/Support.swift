import TestSupport
import World

@testable import Recordings

/// A recording of that text, in a file of that name.
func readTrace(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) throws -> Trace {
  let place = try Workplace()
  return try Trace.read(path: place.write(text, to: name), options: options)
}

/// Why it is refused, without the folder, which differs from run to run.
func traceRefusal(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) -> String {
  let whole = message { try readTrace(text, name, options: options) }
  return whole.range(of: name).map { String(whole[$0.lowerBound...]) } ?? whole
}
