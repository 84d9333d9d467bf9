import Accounts
import Cryptography
import PhoneAPI
import Receiver
import ReceiverMemory
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Experiments
@testable import Simulation

/// Tests the engine's account with the receiver's, over the simulated network.
@Suite("Signing in at the receiver")
struct SignInTests {
  /// An app that runs one action after another on its account, and logs the results.
  private final class SigningApp: App {
    private let account: Account
    private let invitation: String
    private let log: Log

    init(_ phone: any Phone, _ invitation: String, _ log: Log) {
      account = Account(
        phone: phone,
        server: Account.Server(
          root: "https://receiver.example", issuer: "https://receiver.example/o",
          clientIdentifier: "odograph", redirectURI: "ehepilot://oauth/callback"))
      self.invitation = invitation
      self.log = log
    }

    func applicationDidFinishLaunching(_ launch: Launch) {
      account.signIn(invitation: invitation) { [self] in
        log.note("signed in", $0)
        let first = account.accessToken
        account.refresh { [self] in
          log.note("refreshed", $0)
          log.lines.append("another token: \(account.accessToken != first)")
          account.fetchProfile { [self] in
            log.note("patient \(account.patient ?? "unknown")", $0.map { _ in () })
            consent()
          }
        }
      }
    }

    private func consent() {
      account.answerStudies(to: "omh:geoposition:1.0", isGiven: false) { [self] in
        log.note("withdrawn", $0)
        account.fetchConsents { [self] in
          let codes = (try? $0.get())?.consolidatedConsentedScopes.map(\.codingCode)
          log.lines.append("\(codes ?? [])")
          account.beginSignIn { [self] in
            let address = (try? $0.get()) ?? ""
            log.lines.append(String(address.prefix { $0 != "?" }))
          }
        }
      }
    }
  }

  private final class Log {
    var lines: [String] = []

    func note(_ what: String, _ result: Result<Void, AccountError>) {
      switch result {
      case .success: lines.append(what)
      case .failure(let error): lines.append("not \(what): \(error)")
      }
    }
  }

  @Test(
    "An invitation signs in, a token is renewed, a profile tells the patient, consent is withdrawn",
    arguments: [ReceiverContract.fhirEHE, .fhirJupyterHealth])
  func wholeWay(_ contract: ReceiverContract) throws {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Sign-in
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 1 h
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
      day:
        - stay: home
      trackers: [ehe-pilot-2]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var configuration = ReceiverConfiguration()
    configuration.hash = { sha256($0) }
    let receiver = Receiver(
      contract: contract, configuration: configuration, store: InMemoryReceiverStore())
    receiver.randomness = SystemRandomNumberGenerator()
    let segment = day.world.segments[0]
    let invitation = try #require(try receiver.invite(patient: 40001, at: segment.start))
    let log = Log()
    let phone = day.phone(
      segment: segment,
      app: AppInstallation(manifest: AppManifest(name: "signing")) {
        SigningApp($0, invitation, log)
      },
      server: ReceiverServer(receiver: receiver), tracker: nil)
    try phone.run(until: segment.end)
    #expect(
      log.lines == [
        "signed in", "refreshed", "another token: true", "patient 40001", "withdrawn",
        #"["omh:time-interval:1.0"]"#, "https://receiver.example/o/authorize/",
      ])
  }
}
