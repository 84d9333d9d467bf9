/// The parts that every page shares, under the names in the templates `head` and `foot`.
///
/// A page is one file that loads nothing.
struct PageShell: Encodable {
  var title: String
  /// The line above the title, which says what kind of page this is.
  var brand: String
  /// The sentences below the title.
  var facts: [String]
  /// The id of the section to which the skip link goes.
  var start: String
  var assets: PageAssets
  /// The data of the scripts, as JSON escaped for a script element.
  var data: String
  var provenance: String

  /// Makes the shell of a page.
  ///
  /// - Throws: An error if the data cannot be encoded.
  init(
    title: String, brand: String, facts: [String] = [], start: String, assets: PageAssets,
    data: some Encodable, provenance: String
  ) throws {
    self.title = title
    self.brand = brand
    self.facts = facts
    self.start = start
    self.assets = assets
    self.provenance = provenance
    self.data = try PageData.script(data)
  }
}
