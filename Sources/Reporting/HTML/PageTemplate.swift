import Foundation
import Mustache
import Text

/// A template of a page, in which `{{ }}` escapes text with `Escaping.html`.
///
/// A page opens with the partial `head` and closes with `foot`, both of which read a `PageShell`. A
/// long page has many short partials, because the parser measures all text after each tag.
///
/// The escaping function of swift-mustache 2.1.0 is not used, because it compares whole characters.
/// U+0600 and a `<` after it form one character. The function therefore does not escape such a `<`.
struct PageTemplate: Sendable {
  private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { Escaping.html(text) }
  }

  private static let contentType: String = {
    MustacheContentTypes.register(PageText(), named: "PAGE")
    return "PAGE"
  }()

  private let template: MustacheTemplate
  private let partials: MustacheLibrary

  init(_ resource: [UInt8], sections: [String: [UInt8]] = [:]) throws {
    template = try Self.template(resource)
    let shell = [
      "head": PackageResources.head_mustache, "sprite": PackageResources.sprite_mustache,
      "foot": PackageResources.foot_mustache,
    ]
    partials = MustacheLibrary(
      templates: try shell.merging(sections) { $1 }.mapValues(Self.template))
  }

  private static func template(_ resource: [UInt8]) throws -> MustacheTemplate {
    try MustacheTemplate(
      string: "{{% CONTENT_TYPE: \(contentType)}}" + String(decoding: resource, as: UTF8.self))
  }

  /// Returns the page of a context whose members the template reads by their names.
  ///
  /// - Throws: An error of the context's own encoding.
  func page(_ context: some Encodable) throws -> Data {
    Data(template.render(try TemplateEncoder.templateValue(context) ?? "", library: partials).utf8)
  }
}

extension TemplateEncoder: MustacheParent {}

extension TemplateText: MustacheCustomRenderable {
  package var renderText: String { text }
  package var isNull: Bool { false }
}
