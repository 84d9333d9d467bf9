import Foundation
import Text

/// An input file that a user named, checked before it is read.
///
/// The checks find a missing file, a folder, a device without an end, and a file that is too large.
package struct InputFile {
  package let path: String
  package let bytes: Data

  package var location: SourceLocation { SourceLocation(file: path) }

  /// Maps the file into memory. The first bytes of a large file are thus available at once.
  ///
  /// - Parameter mention: The place at which another file names this file, such as "day.yaml:12". A
  ///   message about a missing file includes this place.
  package init(
    path: String, maximumBytes: Int, asWhat kind: String, mention: SourceLocation = .commandLine
  ) throws(InputError) {
    let location = SourceLocation(file: path)
    try InputError.refuseUnlessFile(path, asWhat: kind, mention: mention)
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let bytes = try? Data(contentsOf: url, options: .alwaysMapped) else {
      throw InputError(location, "the file cannot be read; are its permissions right?")
    }
    guard bytes.count <= maximumBytes else {
      throw InputError(
        location, "the file has \(megabytes(bytes.count)) MB",
        accepted: "\(kind) of at most \(megabytes(maximumBytes)) MB")
    }
    self.path = path
    self.bytes = bytes
  }

  /// Returns the file's bytes, unpacked if the file is gzipped.
  package func unpacked(limit: Int) throws(InputError) -> Data {
    guard Gunzip.isGzipped(bytes) else { return bytes }
    let result = Gunzip(bytes, limit: limit)
    switch result.ending {
    case .complete: return result.bytes
    case .truncated:
      throw InputError(location, "the gzipped file ends too early; was it copied whole?")
    case .corrupt: throw InputError(location, "the gzipped file is damaged")
    case .ratioReached:
      throw InputError(
        location, "the gzipped file unpacks to more than \(Gunzip.ratioMax) times its size",
        accepted: "a recording; unpack it with gunzip if it is one")
    case .limitReached:
      throw InputError(
        location, "the file is over \(limit >> 20) MiB when unpacked", accepted: "a smaller file")
    }
  }
}

extension InputError {
  /// Throws an error if a path does not name an ordinary file. Call it before you open the file.
  ///
  /// - Parameter mention: The place at which another file names this file, such as "day.yaml:12". A
  ///   message about a missing file includes this place.
  public static func refuseUnlessFile(
    _ path: String, asWhat kind: String, mention: SourceLocation = .commandLine
  ) throws(InputError) {
    guard !path.isEmpty else {
      throw InputError(mention, "the path of a file is empty", accepted: kind)
    }
    let location = SourceLocation(file: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      let isMentioned = mention != .commandLine
      throw InputError(
        isMentioned ? mention : location,
        isMentioned ? "there is no file \(quoted(path))" : "there is no such file",
        suggestion: neighbor(of: path))
    }
    if isFolder.boolValue {
      throw InputError(location, "this is a folder", accepted: kind)
    }
    let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    let type = attributes[.type] as? FileAttributeType
    guard type == .typeRegular || type == .typeSymbolicLink else {
      throw InputError(location, "this is not an ordinary file", accepted: kind)
    }
  }

  /// Returns the name of a file in the same folder with a similar spelling; nil if there is none.
  private static func neighbor(of path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // A link that leads nowhere has the name itself.
    let others = names.sorted().prefix(2000).filter { $0 != url.lastPathComponent }
    return nearestSpelling(to: url.lastPathComponent, among: others)
  }
}

private func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
