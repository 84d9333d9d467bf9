import Documents
import PhoneAPI
import Text
import Timekeeping
import TrackingEngine
import World

/// A reader of an act, which is an element of `person:`. One key of the act gives the action, such
/// as `opens: app`. Some keys can give several actions: `switches:` gives one action for each
/// switch.
struct ActReader {
  let fields: Fields
  /// The names that `acts:` accepts. An empty list accepts any name.
  let acts: [String]

  func read() throws(InputError) -> [(PersonAction.Kind, lasts: TimeSpan?)] {
    let words = fields.given(ScenarioKeys.personActions)
    guard words.count == 1, let word = words.first, let object = fields[word] else {
      throw fields.node.refused(
        words.isEmpty ? "the act has no action" : "the act has two actions",
        accepted: "one of \(listing(ScenarioKeys.personActions.names))")
    }
    try refuseStray("with", unless: ["acts"], word)
    try refuseStray("unlockedAfter", unless: ["reboots"], word)
    try refuseStray("for", unless: ["opens", "charges", "uses", "switches", "heatsTo"], word)
    let lasts = try fields.duration("for")
    return try kinds(word, object, lasts: lasts).map { ($0, lasts) }
  }

  private func refuseStray(
    _ key: String, unless owners: [String], _ word: String
  ) throws(InputError) {
    guard let node = fields[key], !owners.contains(word) else { return }
    throw node.refused("'\(key)' does not go with '\(word)'", accepted: listing(owners))
  }

  private func kinds(
    _ word: String, _ object: SourceNode, lasts: TimeSpan?
  ) throws(InputError) -> [PersonAction.Kind] {
    switch word {
    case "switches": return try readSwitches(object)
    case "permits": return try readPermits(object)
    case "answers": return [.answersPrompts(try object.promptReplies())]
    case "acts": return [.acts(try readUserAction(object))]
    case "taps": return [.tapsNotification(identifier: try readNotification(object))]
    case "uses":
      let use = try object.choice(OtherUse.self)
      guard lasts != nil else {
        throw object.refused("'uses' does not say for how long", accepted: "for: 20 min")
      }
      return [.uses(use)]
    case "heatsTo": return [.heatsPhone(try object.choice(of: ScenarioKeys.act[word]))]
    default: return [try kindOfOneObject(word, object, lasts: lasts)]
    }
  }

  /// Returns the action for a key that must have the value `app` or `phone`, such as `opens: app`.
  private func kindOfOneObject(
    _ word: String, _ object: SourceNode, lasts: TimeSpan?
  ) throws(InputError) -> PersonAction.Kind {
    let isOfPhone = ["reboots", "unlocks", "charges", "unplugs"].contains(word)
    let objects = word == "updates" ? ["phone", "app"] : [isOfPhone ? "phone" : "app"]
    let thing = try object.word(oneOf: objects)
    switch word {
    case "opens": return .opensApp
    case "leaves": return .leavesApp
    case "forceQuits": return .forceQuitsApp
    case "installs": return .installsApp
    case "crashes": return .crashesApp
    case "reboots": return try readReboot()
    case "unlocks": return .unlocks
    case "updates": return thing == "phone" ? .installsUpdate : .updatesApp
    case "unplugs": return .unplugs
    default: return lasts == nil ? .plugsInHere : .plugsIn
    }
  }

  private func readReboot() throws(InputError) -> PersonAction.Kind {
    try fields.duration("unlockedAfter").map(PersonAction.Kind.reboots(unlocksAfter:))
      ?? .rebootsPhone
  }

  private func readSwitches(_ object: SourceNode) throws(InputError) -> [PersonAction.Kind] {
    var kinds: [PersonAction.Kind] = []
    for entry in try Fields(object, keys: ScenarioKeys.switches).entries {
      let isOn = try entry.value.word(oneOf: ["on", "off"]) == "on"
      switch entry.key {
      case "locationServices": kinds.append(.changes(.locationServices(isOn: isOn)))
      case "backgroundAppRefresh": kinds.append(.changes(.backgroundRefresh(isOn: isOn)))
      default:
        if let name = PhoneSwitch(rawValue: entry.key) { kinds.append(.switches(name, isOn: isOn)) }
      }
    }
    guard !kinds.isEmpty else { throw object.refused(accepted: "such as { wifi: off }") }
    return kinds
  }

  private func readPermits(_ object: SourceNode) throws(InputError) -> [PersonAction.Kind] {
    var kinds: [PersonAction.Kind] = []
    for entry in try Fields(object, keys: ScenarioKeys.permits).entries {
      kinds.append(.changes(try permissionChange(entry)))
    }
    guard !kinds.isEmpty else { throw object.refused(accepted: "such as { location: whenInUse }") }
    return kinds
  }

  private func permissionChange(_ entry: SourceEntry) throws(InputError) -> PermissionChange {
    let key = ScenarioKeys.permits[entry.key]
    return switch key.name {
    case "location": .location(try entry.value.choice(of: key))
    case "accuracy": .accuracy(try entry.value.choice(of: key))
    case "motion": .motion(try entry.value.choice(of: key))
    default: .notifications(try entry.value.choice(of: key))
    }
  }

  private func readUserAction(_ object: SourceNode) throws(InputError) -> UserAction {
    let name = try object.text("the name of an act, such as startTrip")
    guard acts.isEmpty || acts.contains(name) else {
      throw InputError(
        object.location, "no act is called \(quoted(name))", word: name, oneOf: acts)
    }
    var action = UserAction(name)
    let act = acts.isEmpty ? nil : TrackerAct(action)
    let takesSettings = act.map { $0.parameters == nil } ?? false
    for entry in try fields["with"]?.entries("a mapping of what is entered") ?? [] {
      if let act { try refuseUnread(entry, by: act) }
      let text = try entry.value.settingText()
      action.parameters[entry.key] = takesSettings ? try settingValue(entry, text) : text
    }
    return action
  }

  /// Reads the value of a setting, as `set:` does, and returns it in the engine's form. A value in
  /// the engine's form, such as 300 for `5 min`, stays as it is.
  private func settingValue(_ entry: SourceEntry, _ text: String) throws(InputError) -> String {
    guard let definition = TrackerSettings.definition(named: entry.key) else { return text }
    var settings = TrackerSettings()
    guard !definition.assign(text, to: &settings) else { return text }
    try settings.assign(SettingText(entry.key, text, location: entry.value.location))
    return definition.text(in: settings)
  }

  /// Throws an error if the act has no parameter with the name of the entry.
  private func refuseUnread(_ entry: SourceEntry, by act: TrackerAct) throws(InputError) {
    let names = act.parameters ?? TrackerSettings.definitions.map(\.name)
    guard names.contains(entry.key) else {
      let problem = "'\(act.rawValue)' does not read \(quoted(entry.key))"
      guard !names.isEmpty else {
        throw InputError(entry.keyLocation, problem, accepted: "no 'with:'")
      }
      throw InputError(
        entry.keyLocation, problem, word: entry.key, oneOf: names,
        listedBy: act.parameters == nil ? "odograph settings" : nil)
    }
    if entry.key == "mode" { _ = try entry.value.choice(TripMode.self) }
  }

  /// Reads the notification to tap, and returns its identifier; nil for the newest notification.
  ///
  /// The value is the word `notification` for the newest notification, or
  /// `{ notification: identifier }` for the notification with that identifier.
  private func readNotification(_ object: SourceNode) throws(InputError) -> String? {
    guard case .mapping = object.content else {
      _ = try object.word(oneOf: ["notification"])
      return nil
    }
    let named = try Fields(object, keys: ScenarioKeys.notification)
    return try named.required("notification").text("a notification's identifier")
  }
}

extension SourceNode {
  /// Reads the person's answers to permission prompts.
  ///
  /// A single word, such as `refuses`, is the answer to every prompt. A mapping gives an answer for
  /// each prompt that it lists, such as `{ location: allows, motion: refuses, after: 20 s }`. The
  /// person allows the prompts that are not listed, except the prompt for the permission "Always".
  ///
  /// - Parameter always: the answer to the prompt for "Always" if a mapping does not list it.
  func promptReplies(
    always: PromptReplies.Reply = .allows
  ) throws(InputError) -> PromptReplies {
    var replies = PromptReplies(all: .allows)
    if case .text = content {
      let reply = try choice(PromptReplies.Reply.self)
      return PromptReplies(all: reply)
    }
    let fields = try Fields(self, keys: ScenarioKeys.answers)
    func reply(
      _ question: PermissionQuestion, otherwise reply: PromptReplies.Reply = .allows
    ) throws(InputError) -> PromptReplies.Reply {
      try fields.choice(question.rawValue) ?? reply
    }
    replies.location = try reply(.location)
    replies.always = try reply(.always, otherwise: always)
    replies.temporaryFullAccuracy = try reply(.temporaryFullAccuracy)
    replies.motion = try reply(.motion)
    replies.notifications = try reply(.notifications)
    replies.isPrecise = try fields.flag("precise") ?? replies.isPrecise
    replies.after = try fields.duration("after") ?? replies.after
    return replies
  }
}

extension ThermalState {
  static let names: [ThermalState] = [.nominal, .fair, .serious, .critical]
}
