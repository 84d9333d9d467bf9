import ApplePhone
import AppleSimulation
import PhoneAPI

/// An app of PhoneAPI on an `ApplePhone`, over the modules under Apple's names, on a phone.
enum DetouredApp {
  static func make(
    on phone: any Phone, _ make: @escaping (any Phone) -> any App
  ) -> any App {
    nonisolated(unsafe) let make = make
    return InProcessLaunch(phone, onDelivery: nil) {
      let delegate = DetourDelegate()
      delegate.make = make
      return delegate
    }
  }
}

private final class DetourDelegate: ApplePhoneDelegate {
  var make: ((any Phone) -> any App)?

  override func makeApp(on phone: ApplePhone) -> any App { make?(phone) ?? EmptyApp() }
}

private final class EmptyApp: App {
  func applicationDidFinishLaunching(_ launch: Launch) {}
}
