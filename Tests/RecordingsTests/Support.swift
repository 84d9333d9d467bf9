import TestSupport
import World

@testable import Recordings

/// Reads a recording from this text, in a file of this name.
func readTrace(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) throws -> Trace {
  let place = try Workplace()
  return try Trace.read(path: place.write(text, to: name), options: options)
}

/// Returns the message of the refusal, without the folder, which differs between runs.
func traceRefusal(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) -> String {
  let whole = message { try readTrace(text, name, options: options) }
  return whole.range(of: name).map { String(whole[$0.lowerBound...]) } ?? whole
}
