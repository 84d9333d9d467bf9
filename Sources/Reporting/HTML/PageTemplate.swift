import Foundation
import Mustache
import Text

/// A page's template, whose `{{ }}` escape as `Escaping.html` does.
///
/// swift-mustache's own escaping compares characters, and lets a `<` after U+0600 pass (2.1.0).
struct PageTemplate {
  private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { Escaping.html(text) }
  }

  private static let contentType: String = {
    MustacheContentTypes.register(PageText(), named: "PAGE")
    return "PAGE"
  }()

  private let template: MustacheTemplate

  init(_ resource: [UInt8]) throws {
    template = try MustacheTemplate(
      string: "{{% CONTENT_TYPE: \(Self.contentType)}}" + String(decoding: resource, as: UTF8.self))
  }

  func page(_ context: some Any) -> Data { Data(template.render(context).utf8) }
}
