import Routes
import Synchronization
import Text

/// Files of routes that were read, so that the participants of a study read theirs once.
final class RouteFileCache: Sendable {
  private let files = Mutex<[String: RouteFile]>([:])

  /// Returns the file at `path`. Threads that want it while one reads it wait for that one.
  func file(_ path: String, mention: SourceLocation) throws(InputError) -> RouteFile {
    try files.withLock { (files) throws(InputError) in
      if let known = files[path] { return known }
      let file = try RouteFile(path: path, mention: mention)
      files[path] = file
      return file
    }
  }
}
