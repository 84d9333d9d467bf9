import Foundation
import Text

/// A file whose place a result would take.
package enum ReplacedFile {
  /// Throws an error if a file exists that the program has not written, so that no file is lost.
  ///
  /// Only the beginning of a regular file is read: a pipe would wait for a writer.
  ///
  /// - Parameters:
  ///   - mark: a text at the beginning of each file that the program writes.
  ///   - problem: a clause about another file, such as "holds no routes".
  package static func refuse(
    _ path: String, unlessMarked mark: String, _ problem: String
  ) throws(InputError) {
    let kind = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type]
    guard kind as? FileAttributeType == .typeRegular,
      let file = FileHandle(forReadingAtPath: path)
    else { return }
    defer { try? file.close() }
    let beginning = (try? file.read(upToCount: 4096)) ?? Data()
    guard !beginning.isEmpty, !String(decoding: beginning, as: UTF8.self).contains(mark) else {
      return
    }
    throw InputError(
      SourceLocation(file: path), "this file exists, and \(problem)",
      accepted: "another name with --output, or this name after the file is deleted")
  }
}
