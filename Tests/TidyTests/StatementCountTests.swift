import Foundation
import Testing

/// `Scripts/statements` on short texts whose statements are evident.
@Suite("Counting statements", .enabled(if: python != nil, "skipped: there is no python3"))
struct StatementCountTests {
  @Test("A snippet has as many statements as its lines say")
  func counts() throws {
    let expected = [
      // A declaration and its body of two statements.
      ("func a() {\n  b()\n  c()\n}", 3),
      ("map { $0.x }", 2),
      ("struct A {\n  var b = 1\n\n  // Says why.\n  /* and /* nests */ b */\n  var c = 2\n}", 3),
      ("let a = \"b\\(c.map { \"{\\($0)}\" })\" // d\n", 1),
      ("let a = \"\"\"\n  b\n  c()\n  \"\"\"\nd()", 2),
      // The switch, two labels, and a statement for each.
      ("switch a {\ncase .b: c()\ndefault: d()\n}", 5),
      ("enum A {\n  case b, c\n  case d(Int)\n}", 3),
      ("if a { b() } else if c { d() } else { e() }", 4),
      ("var a: Int { get { b } set { c = newValue } }", 5),
      ("a.firstMatch(of: /^{\\/\\s/)\nb()", 2),
      ("#if os(Linux)\nimport A\n@testable import B\n#endif\na()", 1),
      ("let a = b / c\nlet d = e / f", 2),
      ("return\n}", 1),
      // Lines that begin with a prefix operator or an opening bracket do not continue a statement.
      ("a\n-b\n!c\n(d, e) = f\n[g].h()", 5),
    ]
    for ((snippet, count), found) in zip(expected, try statements(expected.map(\.0))) {
      #expect(found == count, "\(snippet)")
    }
  }

  @Test("Line breaks have no effect")
  func wrapping() throws {
    let pairs = [
      ("a(b, c: d)", "a(\n  b,\n  c: d\n)"),
      ("let a = b.c().d()", "let a =\n  b\n  .c()\n  .d()"),
      ("let a = b ? c : d", "let a =\n  b\n  ? c\n  : d"),
      ("let a = b + c && d", "let a = b\n  + c\n  && d"),
      ("let a = b + c", "let a = b +\n  c"),
      ("guard let a, b else { return }", "guard let a,\n  b\nelse {\n  return\n}"),
      ("if a, b { c() }", "if a,\n  b\n{\n  c()\n}"),
      ("switch a { case .a: b() }", "switch a {\ncase .a:\n  b()\n}"),
      ("@A(b) func c() -> D { e }", "@A(b)\nfunc c()\n  -> D\n{\n  e\n}"),
      ("a.map { b in c(b) }", "a.map { b in\n  c(b)\n}"),
      ("func a<B>(_ b: B) where B: C {}", "func a<\n  B\n>(_ b: B)\nwhere B: C {}"),
      ("private(set) var a: B { get }", "private(set)\nvar a: B {\n  get\n}"),
      ("a(); b()", "a()\nb()"),
      ("return \"a\"", "return\n  \"a\""),
      ("let a = try await b()", "let a =\n  try\n  await b()"),
    ]
    let counts = zip(try statements(pairs.map(\.0)), try statements(pairs.map(\.1)))
    for ((short, long), (shortCount, longCount)) in zip(pairs, counts) {
      #expect(shortCount == longCount, "\(short) and \(long)")
    }
  }

  private func statements(_ snippets: [String]) throws -> [Int] {
    let script = Process()
    script.executableURL = python.map { URL(fileURLWithPath: $0) }
    script.arguments = [repository.appendingPathComponent("Scripts/statements").path, "-"]
    let (input, output) = (Pipe(), Pipe())
    (script.standardInput, script.standardOutput) = (input, output)
    try script.run()
    input.fileHandleForWriting.write(Data(snippets.joined(separator: "\0").utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    script.waitUntilExit()
    let counts = text.split(separator: "\n").compactMap { Int($0) }
    try #require(counts.count == snippets.count)
    return counts
  }
}

private let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { "\($0)/python3" }
  .first { FileManager.default.isExecutableFile(atPath: $0) }
