import Experiments
import Text

/// A validation of the model for a terminal, with a line for each row, grouped by source.
package struct TerminalValidation {
  private let report: ValidationReport

  package init(_ report: ValidationReport) { self.report = report }

  /// The validation as text for a terminal. The text ends with a line feed.
  package var text: String {
    var lines: [String] = []
    for section in report.sections {
      lines += [section.document.name + ": " + section.document.source.title]
      lines += section.rows.flatMap(self.lines)
      lines.append("")
    }
    return (lines + [report.totals + ", over " + counted(report.seeds.count, "seed")])
      .map(\.printable).joined(separator: "\n") + "\n"
  }

  private func lines(_ verdict: ValidationVerdict) -> [String] {
    let text = ValidationText(verdict: verdict)
    let head = "  \(verdict.outcome.rawValue.padded(to: 10)) \(verdict.row.id.padded(to: 22)) "
    let remark = text.remark
    return [head + text.found + "; band " + text.band]
      + (verdict.outcome == .passed || remark.isEmpty ? [] : ["             " + remark])
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
