import PhoneAPI

/// The behavior that changes settings when the user opens a setup link.
///
/// The user opens a link with the act `openURL`. The parameter `url` is the link, such as
/// `overland://setup?url=https%3A%2F%2Fexample.org%2Fapi&token=1234&device_id=1&unique_id=yes`. A
/// link with any error changes nothing, because half of a setup could send data to the wrong
/// server.
final class SetupLink: Behavior {
  let events: Events = .action
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func performed(_ action: UserAction) {
    guard TrackerAct(action) == .openURL else { return }
    switch OverlandSetup.read(action.parameters["url"] ?? "") {
    case .success(let setup):
      tracker.change(setup.apply)
      tracker.note(.setupLink, "is set up by a link")
    case .failure(let refusal): tracker.note(.setupLink, "refuses a link: \(refusal.reason)")
    }
  }
}
