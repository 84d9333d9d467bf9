import Foundation
import Mustache
import Text

/// A template of a page, in which `{{ }}` escapes text with `Escaping.html`.
///
/// A page opens with the partial `head` and closes with `foot`, both of which read a `PageShell`. A
/// long page has a partial for each of its sections: the parser measures all text after each tag.
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

  init(_ resource: [UInt8], sections: [String: [UInt8]] = [:]) throws {
    template = try Self.template(resource)
    let shell = ["head": PackageResources.head_mustache, "foot": PackageResources.foot_mustache]
    partials = MustacheLibrary(
      templates: try shell.merging(sections) { $1 }.mapValues(Self.template))
  }

  private static func template(_ resource: [UInt8]) throws -> MustacheTemplate {
    try MustacheTemplate(
      string: "{{% CONTENT_TYPE: \(contentType)}}" + String(decoding: resource, as: UTF8.self))
  }

  func page(_ context: some Any) -> Data {
    Data(template.render(Self.members(of: context) ?? context, library: partials).utf8)
  }

  // MARK: Values

  /// The members of a struct, by name.
  ///
  /// swift-mustache reflects on a struct for each name that a template looks up, also for names
  /// that the struct does not have. That takes longer than the simulation of a day with few events.
  /// A struct is therefore reflected once, into a dictionary of its members. The dictionary is
  /// wrapped, because to find the conformance of a generic type takes long, too.
  private struct Members: MustacheParent {
    var named: [String: Any]

    func child(named name: String) -> Any? { named[name] }
  }

  /// Returns a value as the templates read it; nil for an optional without a value.
  private static func members(of value: Any) -> Any? {
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag
    case let number as Int: return number
    case let number as Double: return number
    case let list as [Any]: return list.compactMap(members)
    case let optional as any PageOptional: return optional.wrapped.flatMap(members)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return value }
    var named: [String: Any] = [:]
    named.reserveCapacity(mirror.children.count)
    for case (let name?, let member) in mirror.children { named[name] = members(of: member) }
    return Members(named: named)
  }
}

/// An optional of any type, whose value is read without reflection.
private protocol PageOptional {
  var wrapped: Any? { get }
}

extension Optional: PageOptional {
  fileprivate var wrapped: Any? { self }
}
