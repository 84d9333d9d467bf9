import Accounts
import Text
import TrackingEngine

/// The commands about the user's account. Their answers wait for the server's answer.
extension LiveRun {
  func perform(_ control: AccountControl, reply: @escaping (LiveAnswer) -> Void) {
    guard plan.preset.behaviors.contains(.accountUpkeep) else {
      return reply(.refused("The preset '\(plan.preset.name)' has no account at a server."))
    }
    let account = tracker.account
    guard account.server != nil else {
      return reply(.refused("There is no server. Set one with --server."))
    }
    switch control {
    case .signIn(nil):
      account.beginSignIn { reply(LiveAnswer($0) { "Sign in at\n\n\($0)\n" }) }
    case .signIn(let text?):
      account.signIn(with: text) { [unowned self] in signedIn($0, reply) }
    case .signOut:
      account.signOut { result in
        switch result {
        case .success(true): reply(.done("Signed out; the server has revoked the tokens."))
        case .success(false): reply(.done("Signed out; the tokens are deleted here."))
        case .failure(let error):
          reply(.done("Signed out here; the tokens are not revoked: \(error.words)."))
        }
      }
    case .consents: account.fetchConsents { reply(LiveAnswer($0, \.text)) }
    case .consent(let name, let isGiven): answerStudies(to: name, isGiven: isGiven, reply)
    }
  }

  private func signedIn(
    _ result: Result<Void, AccountError>, _ reply: @escaping (LiveAnswer) -> Void
  ) {
    if case .failure(let error) = result { return reply(.refused("Not signed in: \(error.words)")) }
    tracker.account.fetchProfile { result in
      let name = (try? result.get()).map { " as " + $0.name } ?? ""
      reply(.done("Signed in\(name)."))
    }
  }

  private func answerStudies(
    to name: String?, isGiven: Bool, _ reply: @escaping (LiveAnswer) -> Void
  ) {
    let account = tracker.account
    account.fetchConsents { result in
      do {
        let word = isGiven ? "consent" : "withdraw"
        let code = try name.map { try result.get().code(named: $0, of: "--send " + word) }
        account.answerStudies(to: code, isGiven: isGiven) { answered in
          guard case .success = answered else { return reply(LiveAnswer(answered) { "" }) }
          account.fetchConsents { reply(LiveAnswer($0, \.text)) }
        }
      } catch let error as AccountError {
        reply(.refused("\(error.words)"))
      } catch {
        reply(.refused("\(error)"))
      }
    }
  }
}

extension LiveAnswer {
  /// Makes the answer to a command from the server's answer.
  fileprivate init<Value>(_ result: Result<Value, AccountError>, _ text: (Value) -> String) {
    switch result {
    case .success(let value): self = .done(text(value))
    case .failure(let error): self = .refused("The server did not do that: \(error.words)")
    }
  }
}
