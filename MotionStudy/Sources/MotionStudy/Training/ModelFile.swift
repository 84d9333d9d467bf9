import Foundation
import MotionSensing

/// A file of weights as Swift source, so that the model is compiled in and its changes show in
/// reviews.
struct ModelFile {
  var comment: [String]
  /// The name of the type that the file extends or declares.
  var extended: String
  var isPublic: Bool
  var models: [(name: String, meaning: String, weights: [[Float]])]

  var source: String {
    var lines = comment.map { $0.isEmpty ? "//" : "// \($0)" } + [""]
    if extended != "ActivityModel" { lines += ["import MotionSensing", ""] }
    lines.append((isPublic ? "extension " : "enum ") + "\(extended) {")
    for (index, model) in models.enumerated() {
      if index > 0 { lines.append("") }
      lines.append("  /// \(model.meaning)")
      lines.append(
        "  \(isPublic ? "public " : "")static let \(model.name) = ActivityModel(weights: [")
      for row in model.weights { lines += rowLines(row) }
      lines.append("  ])")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func rowLines(_ row: [Float]) -> [String] {
    let pieces = stride(from: 0, to: row.count, by: 8).map { start in
      "      "
        + row[start..<min(start + 8, row.count)].map { String(format: "%.5g", Double($0)) }
        .joined(separator: ", ")
    }
    return ["    ["] + pieces.map { $0 + "," } + ["    ],"]
  }

  /// Writes the file atomically.
  func write(to file: URL) throws { try Data(source.utf8).write(to: file, options: .atomic) }
}
