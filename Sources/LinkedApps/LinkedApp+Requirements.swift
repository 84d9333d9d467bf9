import PhoneAPI
import PhoneLink
import Text

/// The check of the properties that an app sets. Without it, a misspelled name or value would leave
/// the former value, and the figures would be those of another app.
extension LinkedApp {
  /// Throws an error unless the message sets a property of the location manager to a value that it
  /// takes.
  func requireProperty(_ line: LinkObject) throws(AppRefusal) {
    let (name, value) = (line["name"].text ?? "", line["value"])
    guard let property = LinkLocationProperty(rawValue: name), let kind = property.valueKind else {
      let names = LinkLocationProperty.allCases.filter { $0.valueKind != nil }.map(\.rawValue)
      throw AppRefusal(
        reason: "it sets the property \(quoted(name)) of its location manager; accepted: "
          + listing(names) + suggestion(for: name, among: names))
    }
    switch kind {
    case .flag where value.flag != nil: return
    case .number where value.number != nil || value == .null: return
    case .word(let words) where value.text.map(words.contains) ?? false: return
    case .flag: throw refusal(of: value, for: name, accepted: "true, false")
    case .number: throw refusal(of: value, for: name, accepted: "a number, or none")
    case .word(let words):
      throw refusal(
        of: value, for: name,
        accepted: listing(words) + suggestion(for: value.text ?? "", among: words))
    }
  }

  private func refusal(of value: LinkValue, for name: String, accepted: String) -> AppRefusal {
    AppRefusal(reason: "it sets \(name) to '\(value.excerpt)'; accepted: \(accepted)")
  }

  private func suggestion(for word: String, among words: [String]) -> String {
    nearestSpelling(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
  }
}

private enum PropertyKind {
  case flag, number
  case word([String])
}

extension LinkLocationProperty {
  /// The values that an app can set the property to; nil if it can only read the property.
  fileprivate var valueKind: PropertyKind? {
    switch self {
    case .desiredAccuracy: .word(DesiredAccuracy.allCases.map(\.rawValue))
    case .activityType: .word(ActivityType.allCases.map(\.rawValue))
    case .distanceFilter, .headingFilter: .number
    case .pausesLocationUpdatesAutomatically, .allowsBackgroundLocationUpdates,
      .showsBackgroundLocationIndicator:
      .flag
    case .authorizationStatus, .accuracyAuthorization, .locationServicesEnabled, .location,
      .heading, .monitoredRegions, .significantLocationChangeAvailability, .visitAvailability,
      .regionAvailability, .headingAvailability, .sessionsAvailability:
      nil
    }
  }
}
