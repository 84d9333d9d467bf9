import Files
import Foundation
import Routes
import Text

/// The copy of a scenario's routes beside a report or a judgment.
///
/// `odograph report` draws the map of the page from the copy, without the scenario.
package enum ReportRoutes: String {
  case report = "report.routes.geojson"
  case judgment = "judge.routes.geojson"

  /// Writes the copy, or removes an earlier one if the scenario has no routes.
  ///
  /// - Parameter subfolder: the subfolder for the copy, with a slash at its end; empty for `folder`
  ///   itself.
  package func write(
    _ routes: RouteFile?, to folder: StagedFolder, below subfolder: String = ""
  ) throws {
    let name = subfolder + rawValue
    if let routes {
      try folder.write(Data(routes.geoJSON.utf8), to: name)
    } else {
      try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
  }

  /// Reads the copy; nil if there is none.
  package func read(in folder: String) -> RouteFile? {
    try? RouteFile(path: folder + "/" + rawValue, mention: .commandLine)
  }
}
