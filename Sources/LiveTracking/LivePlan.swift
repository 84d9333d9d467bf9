import Accounts
import Foundation
import LivePhone
import PhoneAPI
import Scenarios
import Text
import Timekeeping
import TrackingEngine

/// The checked options of `odograph live`. The initializer also creates and locks the store's
/// folder.
package struct LivePlan {
  package let preset: Preset
  package let claim: LiveFolderClaim
  package let calendar: LocalCalendar
  package let container: LiveContainer
  let messages: LiveMessages
  /// The program that shows notifications; nil if there is none.
  let notifications: NotificationCommand?
  /// The set-up link that changes the tracker's settings permanently before the tracker begins; nil
  /// if there is none.
  package let link: String?
  /// The settings of the preset, changed by the settings of the command line.
  package private(set) var settings: TrackerSettings
  /// The names of the settings on the command line. They override changes from earlier runs.
  private var given: Set<String> = []

  /// Reads and checks the options.
  ///
  /// - Parameter claim: The claim to the tracker's folder. The folder is locked after all options
  ///   have been read.
  package init(_ options: LiveOptions, _ claim: LiveFolderClaim) throws(InputError) {
    if let problem = CurlLibrary.problem { throw InputError(SourceLocation(), problem) }
    preset = try PresetLibrary.preset(options.preset)
    settings = preset.settings
    // This program receives no address of an app, so the sign-in's page shows the code.
    if settings.health.redirectURI == TrackerSettings().health.redirectURI {
      settings.health.redirectURI = Account.outOfBand
    }
    for text in options.set {
      given.insert(try settings.assign(argument: text, preset: preset.name))
    }
    if let server = options.server {
      try Self.refuseUnlessSending(preset, to: server)
      settings.endpoint = server
      given.insert("endpoint")
    }
    calendar = try Self.calendar(options.timeZone)
    link = try Self.link(options.setup, for: preset)
    notifications = try NotificationCommand(option: options.notifyCommand)
    try claim.take()
    let folder = claim.folder
    self.claim = claim
    let messages = LiveMessages()
    self.messages = messages
    let own = try Self.readable { () throws(LiveContainerError) in
      try LiveContainer(path: folder.path) { messages.note("container", $0) }
    }
    let earlier = settings.changed(in: own).endpoint
    guard let server = link.flatMap(OverlandSetup.endpoint) ?? options.server ?? earlier else {
      container = own
      return
    }
    let bearer = try BearerToken.find(file: options.tokenFile, for: server)
    container = try bearer.container(beside: own, in: folder)
    authorize(bearer)
  }

  private mutating func authorize(_ bearer: BearerToken) {
    switch bearer {
    case .none: return
    case .token(let token): settings.accessToken = token
    case .signIn:
      // For health data, the account adds the token.
      guard !preset.behaviors.contains(.fhirUpload) else { return }
      let phone = LivePhone(container: container, calendar: .utc)
      settings.accessToken = Account(phone: phone, server: nil).accessToken
    }
    given.insert("accessToken")
  }

  package var folder: LiveFolder { claim.folder }

  /// The settings of the command line: the name of each setting, and its value as text.
  var givenValues: [String: String] {
    var values: [String: String] = [:]
    for definition in TrackerSettings.definitions where given.contains(definition.name) {
      values[definition.name] = definition.text(in: settings)
    }
    return values
  }

  package var configuration: TrackerConfiguration {
    TrackerConfiguration(
      name: preset.name, manifest: preset.manifest, behaviors: preset.behaviors,
      settings: settings)
  }

  // MARK: Reading what was typed

  private static func refuseUnlessSending(
    _ preset: Preset, to server: String
  ) throws(InputError) {
    guard isWebAddress(server) else {
      throw InputError(
        .commandLine, "--server is '\(printable(server))'",
        accepted: "an address such as https://host/path")
    }
    let sends = TrackerConfiguration(
      name: preset.name, manifest: preset.manifest, behaviors: preset.behaviors,
      settings: preset.settings
    ).sentKinds
    guard !sends.isEmpty else {
      throw InputError(
        .commandLine, "--server is given, but the preset '\(preset.name)' sends nothing",
        accepted: "a preset that sends, such as overland-high-resolution")
    }
  }

  private static func link(_ file: String?, for preset: Preset) throws(InputError) -> String? {
    guard let file else { return nil }
    guard preset.behaviors.contains(.setupLink) else {
      throw InputError(
        .commandLine, "--setup is given, but the preset '\(preset.name)' accepts no set-up link",
        accepted: "a preset of Overland, such as overland-high-resolution")
    }
    return try SetupLinkFile.link(of: file)
  }

  /// Returns the named time zone, or the machine's time zone if `name` is nil.
  private static func calendar(_ name: String?) throws(InputError) -> LocalCalendar {
    guard let name else {
      return LocalCalendar(identifier: TimeZone.current.identifier) ?? .utc
    }
    guard let calendar = LocalCalendar(identifier: name) else {
      throw InputError(
        .commandLine, "--time-zone: unknown time zone '\(printable(name))'",
        accepted: "a name such as Europe/Berlin",
        suggestion: nearestSpelling(to: name, among: LocalCalendar.knownIdentifiers))
    }
    return calendar
  }

  fileprivate static func readable<T>(
    _ read: () throws(LiveContainerError) -> T
  ) throws(InputError) -> T {
    do { return try read() } catch {
      throw InputError(
        SourceLocation(file: error.path), error.reason,
        accepted: "--store in a folder that only odograph live uses")
    }
  }
}

extension BearerToken {
  /// Returns the container of the app's stored values and secrets.
  ///
  /// Usually both are in the tracker's folder. After `odograph login`, the secrets are in the file
  /// that this command wrote. When the tracker renews the tokens, it writes them to that file.
  fileprivate func container(
    beside own: LiveContainer, in folder: LiveFolder
  ) throws(InputError) -> LiveContainer {
    guard case .signIn(let file) = self else { return own }
    let values = try LivePlan.readable { () throws(LiveContainerError) in
      try ValueFile(path: folder.valuesPath) { _ in }
    }
    return LiveContainer(values: values, secrets: file.values)
  }
}

extension OverlandSetup {
  fileprivate static func endpoint(_ link: String) -> String? {
    try? read(link).get().endpoint
  }
}

/// The newest message for the user that is not part of the tracker's state.
///
/// Examples are a message about the repair of a store and an alert of the app.
final class LiveMessages {
  private(set) var newest: String?
  /// The reason why notifications are not shown; nil if none was held back.
  private(set) var notifications: String?

  func note(_ origin: String, _ message: String) { newest = "\(origin): \(message)" }

  /// Keeps a message about the container of the app's stored values or about notifications that
  /// cannot be shown, and ignores other messages.
  ///
  /// A message about the record store is not needed, since the status shows an error of the store
  /// as long as the error lasts.
  func receive(_ behavior: String, _ message: String) {
    switch behavior {
    case "container": note(behavior, message)
    case "notifications": notifications = "\(behavior): \(message)"
    default: break
    }
  }
}
