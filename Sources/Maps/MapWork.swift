import Files
import Synchronization
import Text

/// The programs and folders that the work on a map uses, so that an interruption leaves neither.
package final class MapWork: Sendable {
  let programs = RunningPrograms()
  private let folders = Mutex<[ScratchFolder]>([])

  package init() {}

  /// Makes a folder for data that are needed only now.
  func scratchFolder() throws(InputError) -> ScratchFolder {
    do throws(FileError) {
      let folder = try ScratchFolder()
      folders.withLock { $0.append(folder) }
      return folder
    } catch {
      throw InputError(
        SourceLocation(file: error.path), "no folder can be made for the map",
        accepted: "TMPDIR with room for it")
    }
  }

  /// Ends all programs and removes all folders.
  package func interrupt() {
    programs.kill()
    folders.withLock { for folder in $0 { folder.remove() } }
  }
}
