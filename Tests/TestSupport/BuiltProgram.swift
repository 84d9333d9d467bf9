import Foundation

/// The program under test: the one that `ODOGRAPH_PROGRAM` names, or the one built beside the
/// tests.
///
/// `make test` names the optimized build, which simulates many times as fast.
package let builtProgram: URL = {
  if let path = ProcessInfo.processInfo.environment["ODOGRAPH_PROGRAM"] {
    return URL(fileURLWithPath: path)
  }
  return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("odograph")
}()
