import Cryptography
import Foundation
import WebLibraries

/// The style sheets and scripts of a page, and the policy that permits them.
///
/// The Content-Security-Policy names the hash of each style sheet and script, so that no other text
/// in the page can become a script. It also forbids `style` attributes; static bars are SVG.
struct PageAssets: Encodable {
  struct License: Encodable {
    var summary: String
    var text: String
  }

  var policy: String
  var styles: [String]
  var scripts: [String]
  var licenses: [License]

  /// Puts the assets of a page together.
  ///
  /// - Parameters:
  ///   - styles: Style sheets of the page beside the common one, as resources.
  ///   - scripts: The page's own scripts, as resources. Each one follows the scripts that it uses.
  init(libraries: PageLibraries = .none, styles: [[UInt8]] = [], scripts: [[UInt8]] = []) {
    self.styles =
      libraries.all.map(\.style).filter { !$0.isEmpty }
      + ([PackageResources.report_css] + styles).map(Self.text)
    self.scripts =
      libraries.all.map(\.script)
      + ([PackageResources.scrolls_js, PackageResources.sorts_js] + scripts).map(Self.script)
    licenses = libraries.all.map { License(summary: $0.summary, text: $0.license) }
    policy = Self.policy(styles: self.styles, scripts: self.scripts)
  }

  /// Returns a script without text that would end the script element.
  private static func script(_ resource: [UInt8]) -> String {
    let text = text(resource)
    // Replacing in a text takes far longer than finding out that there is nothing to replace.
    guard Data(resource).range(of: Data("</script".utf8)) != nil else { return text }
    return text.replacingOccurrences(of: "</script", with: "<\\/script")
  }

  private static func text(_ resource: [UInt8]) -> String {
    String(decoding: resource, as: UTF8.self)
  }

  /// Returns a Content-Security-Policy that permits nothing but these style sheets and scripts.
  static func policy(styles: [String], scripts: [String]) -> String {
    "default-src 'none'; style-src \(sources(styles)); script-src \(sources(scripts)); "
      + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  private static func sources(_ texts: [String]) -> String {
    guard !texts.isEmpty else { return "'none'" }
    return texts.map { text in
      "'sha256-\(Data(sha256(Array(text.utf8))).base64EncodedString())'"
    }.joined(separator: " ")
  }
}
