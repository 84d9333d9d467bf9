import Foundation

/// A file for a reader that takes a path, in memory where the system has a folder for that.
enum ScratchFile {
  /// A folder of this process alone.
  static let folder: String = {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    let path = base + "/odograph-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  /// Gives `body` the path of a file with these bytes, which is removed afterwards.
  static func with(_ bytes: [UInt8], named name: String, _ body: (_ path: String) -> Void) {
    let path = folder + "/" + name
    guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
    let written = fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    guard written == bytes.count else { fatalError("\(path) cannot be written") }
    body(path)
    unlink(path)
  }

  /// Removes the folder; the next file would fail.
  package static func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }
}

extension FuzzReader {
  /// Removes what readers of files have left.
  package static func cleanUp() { ScratchFile.removeFolder() }
}
