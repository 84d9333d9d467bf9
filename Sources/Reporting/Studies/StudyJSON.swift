import Campaigns
import Experiments
import Files
import Foundation

/// `study.json`: the results of a study with sorted keys. The same results give the same bytes.
///
/// The results of each participant are in `study.csv`.
package enum StudyJSON {
  package static func data(_ study: Study) throws -> Data {
    try StableJSON.file(study, isIndented: true)
  }
}
