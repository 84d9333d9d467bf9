import Experiments
import Files
import Foundation
import Reporting
import Terminal

/// The files of a comparison in a folder, and the text printed about them.
struct ComparisonFiles {
  static let names = ["comparison.json", "comparison.html"]

  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  /// Writes the files of the comparison.
  ///
  /// - Parameter subfolder: the subfolder for the files, with a slash at its end. Empty to write
  ///   into `folder` itself.
  func write(in folder: StagedFolder, below subfolder: String = "") throws {
    try folder.write(ComparisonJSON.data(comparison), to: subfolder + "comparison.json")
    try folder.write(ComparisonPage(comparison).html(), to: subfolder + "comparison.html")
  }

  func show(
    _ folder: String, as format: OutputFormat, isQuiet: Bool, isVerbose: Bool = false
  ) throws {
    try format.show("Comparison: \(folder)/comparison.html", isQuiet: isQuiet) {
      let rendering = ComparisonRendering(comparison, isVerbose: isVerbose)
      Console.write(try rendering.data(format, isColored: Console.isColored))
    }
  }
}
