import Foundation
import Mustache
import Text

/// A template of a page, in which `{{ }}` escapes text with `Escaping.html`.
///
/// A page opens with the partial `head` and closes with `foot`, both of which read a `PageShell`.
///
/// The escaping function of swift-mustache 2.1.0 is not used, because it compares whole characters.
/// U+0600 and a `<` after it form one character. The function therefore does not escape such a `<`.
struct PageTemplate {
  private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { Escaping.html(text) }
  }

  private static let contentType: String = {
    MustacheContentTypes.register(PageText(), named: "PAGE")
    return "PAGE"
  }()

  private let template: MustacheTemplate
  private let partials: MustacheLibrary

  init(_ resource: [UInt8]) throws {
    template = try Self.template(resource)
    partials = MustacheLibrary(templates: [
      "head": try Self.template(PackageResources.head_mustache),
      "foot": try Self.template(PackageResources.foot_mustache),
    ])
  }

  private static func template(_ resource: [UInt8]) throws -> MustacheTemplate {
    try MustacheTemplate(
      string: "{{% CONTENT_TYPE: \(contentType)}}" + String(decoding: resource, as: UTF8.self))
  }

  func page(_ context: some Any) -> Data { Data(template.render(context, library: partials).utf8) }
}
