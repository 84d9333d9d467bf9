import Testing

/// The counters on short texts whose counts are evident.
@Suite("The rules of form")
struct CounterTests {
  private func file(_ lines: String...) -> SourceFile {
    SourceFile(path: "Sources/A.swift", text: lines.joined(separator: "\n") + "\n")
  }

  @Test("A line is measured in characters as an editor shows them, not in bytes")
  func lines() {
    let found = longLines(file("ääää", "äääää"), over: 4)
    #expect(found == [Offense(path: "Sources/A.swift", line: 2, size: 5, remark: "5 columns")])
  }

  @Test("A file's last newline is not a line")
  func files() {
    #expect(longFile(file("a", "b"), over: 2).isEmpty)
    #expect(longFile(file("a", "b", "c"), over: 2).map(\.size) == [3])
  }

  @Test("Folders count the files of any kind")
  func folders() {
    let tree = SourceTree(files: [], folderSizes: ["Sources/B": 3, "Sources/A": 4, "Docs": 2])
    #expect(largeFolders(tree, over: 2).map(\.path) == ["Sources/A", "Sources/B"])
  }

  @Test("A function is measured from its declaration to its closing brace")
  func functions() {
    let found = longFunctions(
      file(
        "struct A {", "  private static func b(", "    c: Int", "  ) -> Int {", "    c", "  }", "",
        "  init() {", "  }", "}"), over: 4)
    // The function has lines 2 to 6.
    #expect(
      found == [Offense(path: "Sources/A.swift", line: 2, size: 5, remark: "b, 5 lines")])
  }

  @Test("A requirement without a body has no length, whatever follows it")
  func requirements() {
    let found = longFunctions(
      file(
        "protocol A {", "  func b()", "  func c(", "    d: Int", "  ) -> Int", "}", "extension A {",
        "  func b() {", "    1", "  }", "}"), over: 1)
    #expect(found.map(\.remark) == ["b, 3 lines"])
  }

  @Test("Text in a string over several lines closes nothing")
  func strings() {
    let found = longFunctions(
      file("func a() {", "  let b = \"\"\"", "    }", "    \"\"\"", "  c(b)", "}"), over: 1)
    #expect(found.map(\.size) == [6])
  }

  @Test("A British spelling counts, and a name that contains one does not")
  func names() throws {
    let words = TidyWords(openings: [], banned: [], british: ["foo"], names: ["foobar", "afoo"])
    let found = matches(
      file("a Foo", "foobar", "an afoo, a food", "bar"), try spellingPattern(words))
    #expect(found.map(\.line) == [1, 3])
  }

  @Test("Only the first line of a doc comment has an opening")
  func openings() throws {
    let pattern = try openingPattern(["Foo", "Bar baz"])
    let found = badOpenings(
      file(
        "/// Foo a", "/// Foo b", "a", "  /// Bar baz.", "  /// Foolish", "b", "// Foo", "/// foo"),
      pattern)
    #expect(found.map(\.line) == [1, 4])
    #expect(found.first?.remark == "opens with \"Foo\"")
  }

  @Test("Words are found whole and in any case, each time they stand there")
  func words() throws {
    let found = matches(file("a foo, Foo", "food", "the foo bar"), try wordPattern(["foo"]))
    #expect(found.map(\.line) == [1, 1, 3])
  }

  @Test("Spellings are found within words")
  func spellings() throws {
    let found = matches(file("aColourOf", "color"), try pattern(["colo" + "ur"]))
    #expect(found.map(\.remark) == ["\"Colour\""])
  }

  @Test("The repository's own files are read, and what was built is not")
  func tree() throws {
    let tree = try SourceTree.read()
    let paths = tree.files.map(\.path)
    #expect(paths.contains("Tests/TidyTests/CounterTests.swift"))
    #expect(paths.contains("README.md"))
    #expect(!paths.contains { $0.contains(".build") })
    #expect(Set(paths.map(area(ofPath:))).isSuperset(of: ["Sources", "Tests", "Docs", "pages"]))
  }
}
