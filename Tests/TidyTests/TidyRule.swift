/// A place that breaks a rule.
struct Offense: Equatable {
  var path: String
  /// The line; nil for a whole file or folder.
  var line: Int?
  /// The severity; larger is worse. Only offenses against one rule can be compared.
  var size = 1
  var remark: String

  var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(remark)" }
}

/// A rule of form. The repository breaks some of them; the number of breaches may only go down.
struct TidyRule {
  /// The name of the rule's breaches in the table of limits, in the plural: "lines over 100
  /// columns".
  var name: String
  var offenses: (SourceTree) -> [Offense]

  static func all(_ words: TidyWords) throws -> [TidyRule] {
    let text = SourceTree.textKinds
    let banned = try wordPattern(words.banned)
    let british = try spellingPattern(words)
    let openings = try openingPattern(words.openings)
    return [
      perFile("lines over 100 columns", in: ["swift", "py", "js", "cc", "h"]) {
        longLines($0, over: 100)
      },
      perFile("functions over 40 lines", in: ["swift"]) { longFunctions($0, over: 40) },
      perFile("files over 300 lines", in: ["swift", "py", "js"]) { longFile($0, over: 300) },
      TidyRule(name: "folders over 30 files") { largeFolders($0, over: 30) },
      perFile("doc comments with a banned opening", in: ["swift"]) { badOpenings($0, openings) },
      perFile("banned words", in: text) { matches($0, banned) },
      perFile("British spellings", in: text) { matches($0, british) },
    ]
  }

  /// Returns a rule that reads one file of these kinds at a time.
  private static func perFile(
    _ name: String, in kinds: Set<String>, _ offenses: @escaping (SourceFile) -> [Offense]
  ) -> TidyRule {
    TidyRule(name: name) { tree in
      tree.files.filter { kinds.contains($0.kind) }.flatMap(offenses)
    }
  }
}
