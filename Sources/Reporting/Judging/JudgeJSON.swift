import Experiments
import Files
import Foundation

/// `judge.json`: the judgment of a log with sorted keys. The same results give the same bytes.
package enum JudgeJSON {
  package static func data(_ judgment: Judgment) throws -> Data {
    try StableJSON.file(judgment, isIndented: true)
  }

  /// `judge-settings.json`: the comparison of days with two settings.
  package static func data(_ judgment: SettingsJudgment) throws -> Data {
    try StableJSON.file(judgment, isIndented: true)
  }

  package static func judgment(_ data: Data) throws -> Judgment {
    try JSONDecoder().decode(Judgment.self, from: data)
  }
}
