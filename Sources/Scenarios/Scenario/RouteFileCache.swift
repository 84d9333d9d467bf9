import Routes
import Synchronization
import Text

/// Files of routes that were read, so that the participants of a study read theirs once.
final class RouteFileCache: Sendable {
  private let files = Mutex<[String: RouteFile]>([:])

  func file(_ path: String, mention: SourceLocation) throws(InputError) -> RouteFile {
    if let known = files.withLock({ $0[path] }) { return known }
    let file = try RouteFile(path: path, mention: mention)
    files.withLock { $0[path] = file }
    return file
  }
}
