import Files
import Maps
import Terminal

/// A file that work on a map writes.
enum MapResult {
  /// Does the work and writes its result. A failure or an interruption leaves neither a part of the
  /// file nor a folder.
  static func write<Result>(
    to target: String, by planner: RoutePlanner, _ find: () throws -> Result,
    as text: (Result) -> String
  ) throws -> Result {
    let file = try OutputFile(target)
    let interruption = Interruption {
      planner.interrupt()
      file.discard()
    }
    defer { interruption.end() }
    do {
      let result = try find()
      try file.write(Array(text(result).utf8))
      try file.commit()
      return result
    } catch {
      file.discard()
      throw error
    }
  }
}
