import Accounts
import Text

/// The user's consents as text, and the names of kinds of data that a user may type.
extension Account.Consents {
  /// The kinds of data that the user's studies ask for, without duplicates, in the order of their
  /// names.
  package var codes: [String] {
    let scopes = (studiesPendingConsent + studies).flatMap(\.scopes)
    return Set(scopes.map(\.code.codingCode)).sorted()
  }

  /// Returns the kind of data that the user means: a code such as "omh:geoposition:1.0", or its
  /// name "geoposition".
  package func code(named name: String, of option: String) throws(InputError) -> String {
    let names = codes.map { code in
      let parts = code.split(separator: ":")
      return (code: code, name: parts.count == 3 ? String(parts[1]) : code)
    }
    guard let match = names.first(where: { $0.code == name || $0.name == name }) else {
      guard !codes.isEmpty else {
        throw InputError(
          .commandLine, "\(option) is '\(printable(name))', but no study asks for data",
          accepted: "a consent after the server's owner has added you to a study")
      }
      throw InputError(
        .commandLine, "\(option) is '\(printable(name))'", word: name, oneOf: codes.map(printable))
    }
    return match.code
  }

  /// A line for each study and for each of its kinds of data.
  package var text: String {
    let all = (studiesPendingConsent + studies).sorted { $0.id < $1.id }
    guard !all.isEmpty else { return "No study asks for data." }
    let width = codes.map(\.count).max() ?? 0
    var lines: [String] = []
    var last: Int64?
    for study in all {
      if study.id != last {
        let name = study.name.map { ", " + printable($0) } ?? ""
        lines.append("Study \(study.id)\(name)")
      }
      last = study.id
      for scope in study.scopes {
        let code = printable(scope.code.codingCode)
        let space = String(repeating: " ", count: max(0, width - code.count))
        lines.append("  \(code)\(space)  \(scope.words)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Account.Consents.Study {
  fileprivate var scopes: [Account.Consents.Scope] {
    (pendingScopeConsents ?? []) + (scopeConsents ?? [])
  }
}

extension Account.Consents.Scope {
  fileprivate var words: String {
    consented.map { $0 ? "agreed" : "refused" } ?? "not answered"
  }
}

extension Account.Profile {
  /// The user's email address, or the user's number.
  package var name: String { email.map(printable) ?? "number \(patient?.id ?? id)" }
}
