import Experiments
import Files
import Foundation
import Reporting
import Terminal

/// The files of a calibration in a folder, and the text printed about them.
struct CalibrationFiles {
  static let names = ["calibration.json", "calibration.html"]

  private let calibration: Calibration

  init(_ calibration: Calibration) { self.calibration = calibration }

  func put(
    in folder: StagedFolder, as format: CalibrationFormat, profile: String, isQuiet: Bool
  ) throws {
    try folder.write(CalibrationJSON.data(calibration), to: "calibration.json")
    try folder.write(CalibrationPage(calibration).html(), to: "calibration.html")
    try folder.commit()
    let place = "Profile: \(profile)\nReport: \(folder.path)/calibration.html"
    try format.show(place, isQuiet: isQuiet) {
      switch format {
      case .json: Console.write(try CalibrationJSON.data(calibration))
      case .terminal:
        Console.write(TerminalCalibration(calibration, isColored: Console.isColored).text)
      }
    }
  }
}
