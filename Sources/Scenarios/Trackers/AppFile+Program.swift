import Files
import Foundation
import Text

extension AppFile {
  /// The files that decide what the app does: its description, its executable, the libraries or
  /// modules of its own, and its Info.plist.
  package var files: [String] {
    (descriptionPath.map { [$0] } ?? []) + [path] + ownLibraries
      + (PythonModules(ofScript: path)?.paths ?? []) + [plistPath]
  }

  /// The name of one of the files in reports: its path below the executable's folder, else its own
  /// name.
  package func name(ofFile file: String) -> String {
    let folder =
      URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
      .path + "/"
    return file.hasPrefix(folder)
      ? String(file.dropFirst(folder.count)) : URL(fileURLWithPath: file).lastPathComponent
  }

  /// Refuses a script whose modules cannot be hashed, since a change of them would go unnoticed.
  func refuseManyModules() throws(InputError) {
    guard let modules = PythonModules(ofScript: path), modules.paths == nil else { return }
    throw InputError(
      location,
      "the folder \(modules.folder) of the app holds more than \(PythonModules.entriesMax) files"
        + " or \(PythonModules.bytesMax >> 20) MiB of modules, which all count as the app's",
      accepted: "a script in a folder of its own")
  }

  /// The libraries that lie in folders that the executable itself names. The system's are not among
  /// them, nor those of the Swift toolchain.
  private var ownLibraries: [String] {
    guard let program = ELFProgram(path: path) else { return [] }
    let folder = Folder.of(path)
    let folders = program.searchPaths.filter { $0.contains("$ORIGIN") }.map {
      $0.replacingOccurrences(of: "$ORIGIN", with: folder)
    }
    return program.libraries.compactMap { name in
      folders.map { $0 + "/" + name }.first { FileManager.default.fileExists(atPath: $0) }
    }
  }

  /// Refuses a program whose clocks and queues cannot be made virtual, since its own libraries are
  /// linked into it.
  func refuseStaticProgram() throws(InputError) {
    guard let program = ELFProgram(path: path) else { return }
    let hasQueues = program.libraries.contains { $0.hasPrefix("libdispatch.so") }
    guard program.libraries.isEmpty || program.hasVirtualTime && !hasQueues else { return }
    throw InputError(
      location,
      "\(path) is linked statically, so its clocks and queues would follow the real time",
      accepted: "an app that is linked dynamically: build it without -static-stdlib and"
        + " -static-executable")
  }
}
