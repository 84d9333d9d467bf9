import PhoneAPI

extension ConformanceCheck {
  static let container: [ConformanceCheck] = [
    ConformanceCheck("A stored value is read back; nil removes it; secrets have their own keys") {
      trial in
      trial.open()
      guard let container = trial.app?.services.container else { return }
      container.set("1", forKey: "a")
      container.set("ä\u{0}\n", forKey: "b")
      trial.expect(
        container.value(forKey: "a") == "1", "a is \(container.value(forKey: "a") ?? "nil")")
      trial.expect(container.value(forKey: "b") == "ä\u{0}\n", "b was changed")
      trial.expect(container.secret(forKey: "a") == nil, "a value is readable as a secret")
      trial.expect(
        container.setSecret("s", forKey: "a", accessible: .afterFirstUnlock), "a secret was refused"
      )
      trial.expect(
        container.secret(forKey: "a") == "s" && container.value(forKey: "a") == "1",
        "the secret and the value of one key are mixed up")
      container.set(nil, forKey: "a")
      trial.expect(container.value(forKey: "a") == nil, "nil did not remove the value")
    },
    ConformanceCheck("Stored values and secrets outlive the process") { trial in
      trial.open { app, _ in
        if app.services.container.value(forKey: "launches") == nil {
          app.services.container.set("1", forKey: "launches")
          app.services.container.setSecret("s", forKey: "token", accessible: .afterFirstUnlock)
        }
      }
      guard trial.phone.killApp() else { return }
      trial.phone.openApp()
      guard let container = trial.app?.services.container else { return }
      trial.expect(container.value(forKey: "launches") == "1", "a value was lost with the process")
      trial.expect(container.secret(forKey: "token") == "s", "a secret was lost with the process")
    },
  ]
}
