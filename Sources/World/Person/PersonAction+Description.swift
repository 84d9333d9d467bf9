import PhoneAPI

extension PersonAction.Kind {
  /// The action in words, such as "opens the app".
  public var words: String {
    switch self {
    case .installsApp: "installs the app"
    case .opensApp: "opens the app"
    case .leavesApp: "leaves the app"
    case .forceQuitsApp: "force-quits the app"
    case .acts(let action): "does '\(action.name)' in the app" + action.parametersInWords
    case .tapsNotification(nil): "taps the newest notification"
    case .tapsNotification(let identifier?): "taps the notification '\(identifier)'"
    case .answersPrompts(let answers): "answers prompts from now on: " + answers.words
    case .changes(let change): change.words
    case .switches(let name, let isOn): "turns \(name.words) " + (isOn ? "on" : "off")
    case .reboots(let wait):
      "restarts the phone" + (wait.map { ", unlocking it after \($0)" } ?? "")
    case .unlocks: "unlocks the phone"
    case .plugsIn: "charges the phone"
    case .plugsInHere: "charges the phone until leaving"
    case .unplugs: "unplugs the phone"
    case .uses(let use): "uses \(use.words)"
    case .stopsUsing(let use): "is done with \(use.words)"
    case .installsUpdate: "lets the phone update itself in the coming night"
    case .crashesApp: "sees the app crash"
    case .updatesApp: "gets a new version of the app"
    case .heatsPhone(let state): "has the phone in the thermal state \(state.rawValue)"
    }
  }
}

extension UserAction {
  fileprivate var parametersInWords: String {
    guard !parameters.isEmpty else { return "" }
    let named = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return " (" + named.joined(separator: ", ") + ")"
  }
}

extension PromptReplies {
  /// The replies in words, such as "location allows, motion refuses, after 4 s".
  public var words: String {
    let said = PermissionQuestion.allCases.map { "\($0.rawValue) \(self[$0].rawValue)" }
    return said.joined(separator: ", ") + (isPrecise ? "" : ", not precise") + ", after \(after)"
  }
}

extension PhoneSwitch {
  public var words: String {
    switch self {
    case .lowPowerMode: "Low Power Mode"
    case .airplaneMode: "airplane mode"
    case .wifi: "Wi-Fi"
    }
  }
}

extension OtherUse {
  public var words: String {
    switch self {
    case .phone: "other apps"
    case .camera: "the camera"
    case .game: "a game"
    case .video: "a video app"
    case .call: "the telephone"
    case .navigation: "a navigation app"
    case .workout: "a workout app"
    case .music: "a music app"
    }
  }
}
