import Foundation
import Mustache
import Text

/// A template of a page, in which `{{ }}` escapes text with `Escaping.html`.
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

  init(_ resource: [UInt8]) throws {
    template = try MustacheTemplate(
      string: "{{% CONTENT_TYPE: \(Self.contentType)}}" + String(decoding: resource, as: UTF8.self))
  }

  func page(_ context: some Any) -> Data { Data(template.render(context).utf8) }
}
