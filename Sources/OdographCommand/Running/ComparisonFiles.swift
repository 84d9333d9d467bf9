import Experiments
import Files
import Foundation
import Reporting

/// A comparison in a folder, and what is said of it when it is there.
struct ComparisonFiles {
  static let names = ["comparison.json", "comparison.html"]

  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  func write(in folder: StagedFolder) throws {
    try ComparisonJSON.data(comparison).write(
      to: URL(fileURLWithPath: folder.pathForWriting("comparison.json")))
    try ComparisonPage(comparison).html().write(
      to: URL(fileURLWithPath: folder.pathForWriting("comparison.html")))
  }

  func show(
    _ folder: StagedFolder, as format: OutputFormat, isQuiet: Bool, isVerbose: Bool = false
  ) throws {
    try format.show("Comparison: \(folder.path)/comparison.html", isQuiet: isQuiet) {
      let rendering = ComparisonRendering(comparison, isVerbose: isVerbose)
      Console.write(try rendering.data(format, isColoured: Console.isColoured))
    }
  }
}
