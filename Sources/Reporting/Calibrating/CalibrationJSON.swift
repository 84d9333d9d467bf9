import Experiments
import Files
import Foundation

/// `calibration.json`: the results of a calibration with sorted keys. The same results give the
/// same bytes.
package enum CalibrationJSON {
  package static func data(_ calibration: Calibration) throws -> Data {
    try StableJSON.file(calibration, isIndented: true)
  }
}
