import Foundation

/// A path of a file in an app's home folder, of which the app decides what lies there.
struct ContainerPath {
  enum Found: Equatable {
    case absent
    case file(path: String)
    /// A link leads out of the app's home folder, or the file is no plain file.
    case refused(String)
  }

  /// The path of the file in the app's home folder.
  let path: String
  private let home: String
  /// The folder of the file, with a slash at its end.
  private let folder: String
  private let name: String

  /// - Parameter home: the app's home folder.
  init(home: String, path: String) {
    self.home = home
    self.path = path
    let whole = home + "/" + path
    name = String(whole.reversed().prefix { $0 != "/" }.reversed())
    folder = String(whole.dropLast(name.count))
  }

  /// Finds the file, without following a link out of the home folder.
  func find() -> Found {
    guard let root = Self.real(home), let folder = Self.real(folder) else { return .absent }
    guard folder == root || folder.hasPrefix(root + "/") else {
      return .refused("\(path) leads out of the app's home folder")
    }
    let file = folder + "/" + name
    var status = stat()
    guard lstat(file, &status) == 0 else { return .absent }
    guard status.st_mode & S_IFMT == S_IFREG else { return .refused("\(path) is no plain file") }
    return .file(path: file)
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
