import Files
import Foundation
import Synchronization
import Text

/// The programs and folders that the work on a map uses, so that an interruption leaves neither.
package final class MapWork: Sendable {
  let programs = RunningPrograms()
  private let folders = Mutex(Folders())

  private struct Folders {
    var made: [ScratchFolder] = []
    var isInterrupted = false
  }

  package init() {}

  /// Makes a folder for data that are needed only now.
  func scratchFolder() throws(InputError) -> ScratchFolder {
    do throws(FileError) {
      return try folders.withLock { (folders) throws(FileError) in
        guard !folders.isInterrupted else { throw FileError(path: "", reason: "interrupted") }
        let folder = try ScratchFolder()
        folders.made.append(folder)
        return folder
      }
    } catch {
      throw InputError(
        SourceLocation(file: error.path), "no folder can be made for the map",
        accepted: "TMPDIR with room for it")
    }
  }

  /// Ends all programs and removes all folders.
  package func interrupt() {
    programs.kill()
    let made = folders.withLock { folders in
      folders.isInterrupted = true
      return folders.made
    }
    // A program that is being ended may still make a file, and its folder is then not empty.
    for _ in 0..<100 {
      for folder in made { folder.remove() }
      let isLeft = made.contains { FileManager.default.fileExists(atPath: $0.path) }
      guard isLeft else { return }
      usleep(10_000)
    }
  }
}
