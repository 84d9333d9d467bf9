import Foundation

/// A page of sections with drawings and tables, which answers in one sentence first.
///
/// The template `sections.mustache` reads the values under the names that they have here.
struct SectionedPage {
  var title: String
  /// The line above the title, which says what kind of page this is.
  var brand: String
  /// The sentences below the title.
  var facts: [String] = []
  var answer: String
  var sections: [Section]
  /// Style sheets of the page beside those of all such pages, as resources.
  var styles: [[UInt8]] = []
  var provenance: String

  func html() throws -> Data {
    let shell = try PageShell(
      title: title, brand: brand, facts: facts, start: sections.first?.id ?? "",
      assets: PageAssets(styles: [PackageResources.sections_css] + styles), data: [String](),
      provenance: provenance)
    return try PageTemplate(PackageResources.sections_mustache).page(
      Context(shell: shell, answer: answer, sections: sections))
  }
}

extension SectionedPage {
  private struct Context: Encodable {
    var shell: PageShell
    var answer: String
    var sections: [Section]
  }

  struct Section: Encodable {
    var id: String
    var title: String
    var notes: [String] = []
    var groups: [Group] = []
    var tables: [Rows] = []
    /// The meanings of the patterns in the drawings.
    var legend: Legend? = nil
  }

  struct Legend: Encodable {
    var terms: [Term]
  }

  struct Term: Encodable {
    /// The CSS class of the pattern.
    var fill: String
    var words: String
  }

  /// Figures that stand together. The layout is `stacked` or `multiples`.
  struct Group: Encodable {
    var layout = "stacked"
    var figures: [Figure]
  }

  struct Figure: Encodable {
    var caption: String
    var drawing: Drawing
  }

  struct Rows: Encodable {
    /// The title of the fold that holds the table; nil for a table that is always visible.
    var summary: String? = nil
    var caption: String
    var columns: [String]
    var rows: [Row]
  }

  struct Row: Encodable {
    /// The CSS class of the row; empty if it has none.
    var style = ""
    var mark: TrackerMark? = nil
    var name: String
    var cells: [Cell]
  }

  struct Cell: Encodable {
    var text: String
    var meter: Meter? = nil
    /// The address of a page about the text.
    var link: String? = nil
  }

  struct Meter: Encodable {
    var style: String
    var width: Double
  }
}
