import Files
import Foundation

/// The place of results that ^C may have cut short.
///
/// Incomplete results never replace complete ones: they go to the subfolder `partial`. Complete
/// results remove those of the subfolder.
struct InterruptibleResult {
  static let partial = "partial"

  private let folder: StagedFolder
  private let names: [String]
  private let isComplete: Bool
  /// The subfolder for the results, with a slash at its end; empty for the folder itself.
  let subfolder: String

  /// - Parameters:
  ///   - names: the names of the files, the JSON file first.
  ///   - isComplete: true if everything was run.
  init(_ names: [String], in folder: StagedFolder, isComplete: Bool) {
    self.folder = folder
    self.names = names
    self.isComplete = isComplete
    let isKept = !isComplete && Self.isComplete(folder.path + "/" + names[0])
    subfolder = isKept ? Self.partial + "/" : ""
  }

  /// The path of the folder that has the results.
  var path: String { subfolder.isEmpty ? folder.path : folder.path + "/" + Self.partial }

  func commit() throws {
    try folder.commit()
    if isComplete { Self.removePartial(names, in: folder.path) }
  }

  /// Removes the incomplete results in the subfolder of a folder.
  static func removePartial(_ names: [String], in folder: String) {
    let subfolder = folder + "/" + partial
    for name in names { unlink(subfolder + "/" + name) }
    rmdir(subfolder)
  }

  /// The part of a result's JSON that says if everything was run.
  private struct Head: Decodable {
    struct Simulation: Decodable { var isComplete: Bool }

    var schema: String
    var isComplete: Bool?
    /// A judgment has this in place of `isComplete`, unless it simulates nothing.
    var simulation: Simulation?
  }

  private static func isComplete(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let head = try? JSONDecoder().decode(Head.self, from: data)
    else { return false }
    return head.isComplete ?? head.simulation?.isComplete ?? true
  }
}
