import PhoneAPI
import Timekeeping

extension Account {
  /// Renews the access token. A call during a renewal waits for the result of that renewal.
  package func refresh(_ completion: @escaping Completion<Void>) {
    guard let session, let refreshToken = session.refreshToken else {
      return completion(.failure(.notSignedIn))
    }
    refreshWaiters.append(completion)
    guard refreshWaiters.count == 1 else { return }
    let fields = [
      ("grant_type", "refresh_token"), ("refresh_token", refreshToken),
      ("client_id", session.clientIdentifier),
    ]
    sendForm(session.tokenEndpoint, fields) { [weak self] result in
      self?.refreshed(result.flatMap { Self.decode(Tokens.self, from: $0) }, session)
    }
  }

  private func refreshed(_ result: Result<Tokens, AccountError>, _ before: Session) {
    // The user may have signed out meanwhile, or signed in to another account.
    guard session == before else { return answer(.failure(.notSignedIn)) }
    switch result {
    case .success(let tokens):
      var session = before
      session.accessToken = tokens.accessToken
      session.refreshToken = tokens.refreshToken ?? before.refreshToken
      session.expiresAt = tokens.expiry(
        from: phone.clock.now, unlessTold: Tokens.refreshedLifetime)
      keep(session)
      answer(.success(()))
    case .failure(let error):
      answer(passesForSuccess(error, before) ? .success(()) : .failure(error))
    }
  }

  /// Returns true if a failed refresh counts as a success, under the quirk `refreshAlwaysFine`.
  ///
  /// The published app continued with the old token, and treated it as valid for another hour.
  private func passesForSuccess(_ error: AccountError, _ before: Session) -> Bool {
    guard server?.refreshAlwaysFine == true else { return false }
    if case .refused(401, _) = error { return false }
    if case .refused(403, _) = error { return false }
    var session = before
    session.expiresAt = (phone.clock.now + Tokens.refreshedLifetime).nanoseconds
    keep(session)
    return true
  }

  private func answer(_ result: Result<Void, AccountError>) {
    let waiters = refreshWaiters
    refreshWaiters = []
    for waiter in waiters { waiter(result) }
  }
}
