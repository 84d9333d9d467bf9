import Campaigns
import Experiments
import Files
import Foundation

/// `study.json`: what a study came to, keys sorted, the same bytes for the same results. Single participants
/// are in `study.csv`.
package enum StudyJSON {
  package static func data(_ study: Study) throws -> Data {
    try StableJSON.file(study, isIndented: true)
  }
}
