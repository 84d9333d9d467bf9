import Testing

@testable import Reporting

@Suite("Tables")
struct TableTests {
  private let table = Table(
    title: "tracker",
    columns: [
      .init(lines: ["path", "known"], title: "pathCoverage"),
      .init(lines: ["on the", "front"], title: "front", kind: .mark),
      .init(title: "why", kind: .words),
    ],
    rows: [
      .init(
        name: "a|b",
        cells: [.init("98.1", range: "96 to 99"), .init("yes", range: "3/15"), .init("<cheap>")],
        notes: ["  a note"]),
      .init(name: "less c", isIndented: true, cells: [.init("–"), .init("no", range: "1/15")]),
    ])

  @Test("At a terminal ranges stand below figures, notes below both, and a mark's alone nowhere")
  func terminal() {
    #expect(
      table.terminal(width: 80, pen: Pen(isColored: false)) == [
        // The columns are 8, 8 and 6 wide with two spaces between them. Words are aligned left.
        "              path  on the",
        "             known   front",
        "a|b           98.1     yes  <cheap>",
        "          96 to 99    3/15",
        "  a note",
        "  less c         –      no",
      ])
  }

  @Test("As Markdown ranges stand in brackets, figures to the right, and no name is markup")
  func markdown() {
    #expect(
      table.markdown() == """
        | tracker | pathCoverage | front | why |
        | --- | --: | --: | --- |
        | a\\|b | 98.1 (96 to 99) | yes (3/15) | \\<cheap\\> |
        | less c | – | no (1/15) |
        """)
    #expect(table.markdown(alignsFigures: false).contains("| --- | --- | --- | --- |\n"))
    // U+0600 and "|" form one character. An empty heading takes no room.
    let joined = Table(
      columns: [.init(title: "x")], rows: [.init(name: "\u{600}|", cells: [.init("1")])])
    #expect(joined.markdown().hasPrefix("| | x |\n"))
    let row = Array("| \u{600}\\| | 1 |".utf8)
    #expect(Array(joined.markdown().utf8.suffix(row.count)) == row)
  }

  @Test("As CSV what does not apply is empty, and a field with a comma is one field")
  func csv() {
    #expect(Table.csv(["a,b", nil, Table.field(0.5), Table.field(nil)]) == "\"a,b\",,0.5,")
  }
}
