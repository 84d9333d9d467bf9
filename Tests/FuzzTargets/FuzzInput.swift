import Foundation

/// An input in a file.
package struct FuzzInput: Sendable {
  package var path: String
  package var bytes: [UInt8]

  /// The file of that path, or all of a folder in the order of names; nil where there is none.
  package static func read(_ path: String) -> [FuzzInput]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return FileManager.default.contents(atPath: path).map {
        [FuzzInput(path: path, bytes: Array($0))]
      }
    }
    return names.sorted().filter { !$0.hasPrefix(".") }.compactMap { name in
      let file = path + "/" + name
      return FileManager.default.contents(atPath: file).map {
        FuzzInput(path: file, bytes: Array($0))
      }
    }
  }
}
