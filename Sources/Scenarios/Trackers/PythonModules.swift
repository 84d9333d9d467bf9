import Files
import Foundation

/// The modules that an app in Python can import from its own folder.
///
/// Python searches the folder of the script first. Hidden folders and virtual environments do not
/// count: what is in them is not the app's own.
struct PythonModules {
  /// The greatest number of files and folders that are looked at. A tracker has a few dozen; a
  /// folder that has more holds something else beside it.
  static let entriesMax = 20_000
  /// The largest total size of the modules in bytes.
  static let bytesMax = 64 << 20

  /// The script's folder, in which Python follows a link to the script.
  let folder: String
  /// The paths in a fixed order; nil if the folder holds too much.
  let paths: [String]?

  /// Returns nil for a program that is no script for Python.
  init?(ofScript path: String, entriesMax: Int = entriesMax) {
    guard Self.isScript(path) else { return nil }
    let script = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    folder = script.deletingLastPathComponent().path
    paths = Self.find(in: folder, entriesMax: entriesMax)?.filter { $0 != script.path }
  }

  private static func isScript(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 256), head.starts(with: "#!".utf8) else {
      return false
    }
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).contains("python")
  }

  private static func find(in folder: String, entriesMax: Int) -> [String]? {
    var folders = [folder]
    var modules: [String] = []
    var (entries, bytes) = (0, 0)
    while let folder = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if names.contains("pyvenv.cfg") { continue }
      entries += names.count
      guard entries <= entriesMax else { return nil }
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = folder + "/" + name
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
          continue
        }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: folders.append(path)
        case .typeRegular, .typeSymbolicLink:
          guard name.hasSuffix(".py"), !Folder.exists(path) else { continue }
          bytes += (attributes[.size] as? NSNumber)?.intValue ?? 0
          modules.append(path)
        default: continue
        }
      }
    }
    return bytes <= bytesMax ? modules.sorted() : nil
  }
}
