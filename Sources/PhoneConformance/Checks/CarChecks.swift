import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let car: [ConformanceCheck] = [
    ConformanceCheck("A phone without a car or the service has no audio ports and no accessories") {
      trial in
      trial.open { app, _ in
        app.services.audioSession.onRouteChange = { [unowned app] in
          trial.receive("route") {
            trial.expect(
              app.services.audioSession.availability.isAvailable,
              "an unavailable audio session reported a change")
          }
        }
        app.services.bluetooth.onConnectionChange = { name, _ in
          trial.receive("accessory") {
            trial.expect(name == "plug", "“\(name)” was reported and not asked for")
          }
        }
        app.services.bluetooth.connect(accessory: "plug")
        app.services.bluetooth.connect(accessory: "plug")
      }
      trial.phone.run(for: .minutes(20))
      guard let services = trial.app?.services else { return }
      if !services.audioSession.availability.isAvailable {
        trial.expect(services.audioSession.outputs.isEmpty, "an unavailable service has ports")
      }
      trial.expect(
        services.bluetooth.connected.allSatisfy { $0 == "plug" },
        "connected without a request: \(services.bluetooth.connected)")
      if !services.bluetooth.availability.isAvailable {
        trial.expect(services.bluetooth.connected.isEmpty, "an unavailable service is connected")
        trial.expect(trial.count("accessory") == 0, "an unavailable service reported a connection")
      }
    },
    ConformanceCheck("An accessory connects and disconnects in turn, and not after canceling") {
      trial in
      var states: [Bool] = []
      trial.open { app, _ in
        app.services.bluetooth.onConnectionChange = { [unowned app] name, isConnected in
          trial.receive("accessory") {
            states.append(isConnected)
            trial.expect(
              app.services.bluetooth.connected == (isConnected ? [name] : []),
              "the list of connections contradicts the report")
          }
        }
        app.services.bluetooth.connect(accessory: "plug")
      }
      trial.phone.run(for: .minutes(40))
      trial.expect(
        zip(states, states.dropFirst()).allSatisfy { $0 != $1 }, "reported \(states)")
      trial.app?.services.bluetooth.cancelConnection(accessory: "plug")
      trial.expect(
        trial.app?.services.bluetooth.connected.isEmpty != false, "connected after canceling")
      let count = states.count
      trial.phone.run(for: .minutes(20))
      trial.expect(states.count == count, "reported after canceling")
    },
  ]
}
