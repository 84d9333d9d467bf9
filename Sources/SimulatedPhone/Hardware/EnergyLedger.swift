import Timekeeping

/// The parts of the phone that draw power, in the order in which reports list them.
package enum EnergyComponent: Int, Sendable, CaseIterable {
  case base, processor, gnss, networkPositioning, modem, wifi, screen, motion

  package var name: String {
    switch self {
    case .base: "base"
    case .processor: "processor"
    case .gnss: "gnss"
    case .networkPositioning: "networkPositioning"
    case .modem: "modem"
    case .wifi: "wifi"
    case .screen: "screen"
    case .motion: "motion"
    }
  }
}

/// The reasons for which a part of the phone works: a location service, another service, or the
/// user.
package enum EnergyCause: Int, Sendable, CaseIterable {
  case system, person, standardUpdates, locationRequest, significantChanges, regions, visits
  case backgroundTask, network, appInForeground, launch, heading

  package var name: String {
    switch self {
    case .system: "system"
    case .person: "person"
    case .standardUpdates: "standardUpdates"
    case .locationRequest: "locationRequest"
    case .significantChanges: "significantChanges"
    case .regions: "regions"
    case .visits: "visits"
    case .backgroundTask: "backgroundTask"
    case .network: "network"
    case .appInForeground: "appInForeground"
    case .launch: "launch"
    case .heading: "heading"
    }
  }
}

/// The energy that the phone has used, by component and cause.
///
/// Each component has an account for each cause. An account contains single amounts of energy, such
/// as for a wake-up, and the energy of the power that the component draws. Between two changes, the
/// power is constant, so its energy needs to be added up only when the power changes.
///
/// `Battery` keeps its own total of all energy, so that the two totals can be compared.
package final class EnergyLedger {
  private struct Account {
    var watts = 0.0
    var since: Instant
    var joules = 0.0
  }

  private static let causeCount = EnergyCause.allCases.count
  /// The accounts, in memory of the ledger's own. An array would check at each impulse for being
  /// shared, which takes 1.6 % of a fix's instructions.
  private let accounts: UnsafeMutableBufferPointer<Account>

  package init(startingAt start: Instant) {
    accounts = .allocate(capacity: EnergyComponent.allCases.count * Self.causeCount)
    accounts.initialize(repeating: Account(since: start))
  }

  deinit { accounts.deallocate() }

  @inline(__always)
  private static func index(_ component: EnergyComponent, _ cause: EnergyCause) -> Int {
    component.rawValue * causeCount + cause.rawValue
  }

  func watts(_ component: EnergyComponent, _ cause: EnergyCause) -> Double {
    accounts[Self.index(component, cause)].watts
  }

  /// Sets the power that this component draws for this cause from `now` on. First the energy since
  /// the last change is added up.
  func setPower(
    _ watts: Double, _ component: EnergyComponent, _ cause: EnergyCause, at now: Instant
  ) {
    let index = Self.index(component, cause)
    accounts[index].joules += accounts[index].watts * (now - accounts[index].since).seconds
    accounts[index].watts = watts
    accounts[index].since = now
  }

  @inline(__always)
  func addImpulse(
    _ joules: Double, _ component: EnergyComponent, _ cause: EnergyCause
  ) {
    accounts[Self.index(component, cause)].joules += joules
  }

  /// Returns the energy of one component up to `now`, over all causes [J].
  package func joules(_ component: EnergyComponent, at now: Instant) -> Double {
    EnergyCause.allCases.reduce(0) { $0 + joules(component, $1, at: now) }
  }

  /// Returns the energy for one cause up to `now`, over all components [J].
  package func joules(_ cause: EnergyCause, at now: Instant) -> Double {
    EnergyComponent.allCases.reduce(0) { $0 + joules($1, cause, at: now) }
  }

  package func totalJoules(at now: Instant) -> Double {
    EnergyComponent.allCases.reduce(0) { $0 + joules($1, at: now) }
  }

  func joules(_ component: EnergyComponent, _ cause: EnergyCause, at now: Instant) -> Double {
    let account = accounts[Self.index(component, cause)]
    return account.joules + account.watts * (now - account.since).seconds
  }
}
