import Foundation

/// The program under test: the one that `ODOGRAPH_PROGRAM` names, as on CI, or the one built beside
/// the tests.
package let builtProgram: URL = {
  if let path = ProcessInfo.processInfo.environment["ODOGRAPH_PROGRAM"] {
    return URL(fileURLWithPath: path)
  }
  return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("odograph")
}()
