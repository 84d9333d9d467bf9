import Foundation
import PhoneAPI

/// Requests for the user's profile at the server, and for the user's consents.
extension Account {
  /// The user number that the server accepts for a user without a profile.
  private static let unnamedPatient = "40010"

  package struct Profile: Decodable, Sendable, Hashable {
    package struct Patient: Decodable, Sendable, Hashable { package var id: Int64 }
    package var id: Int64
    package var email: String?
    package var firstName: String?
    package var lastName: String?
    package var patient: Patient?
  }

  package func fetchProfile(_ completion: @escaping Completion<Profile>) {
    let before = signInCount
    sendSigned("GET", "/api/v1/users/profile") { [weak self] result in
      // The user may have signed out meanwhile, or signed in to another account.
      guard self?.signInCount == before else { return completion(.failure(.notSignedIn)) }
      let profile = result.flatMap { Self.decode(Profile.self, from: $0) }
      if case .success(let profile) = profile {
        self?.patient = String(profile.patient?.id ?? profile.id)
      }
      completion(profile)
    }
  }

  /// Requests the user's number from the server, then calls `completion`.
  ///
  /// If an earlier call still waits for its answer, this call has no effect, and `completion` is
  /// not called.
  package func learnPatient(_ completion: @escaping Completion<Void>) {
    guard !isLearningPatient else { return }
    isLearningPatient = true
    fetchProfile { [weak self] result in
      guard let self else { return }
      isLearningPatient = false
      switch result {
      case .success: completion(.success(()))
      case .failure(.refused(404, _)):
        patient = Self.unnamedPatient
        completion(.success(()))
      case .failure(let error):
        phone.note("account", "the user's profile could not be fetched: \(error)")
        completion(.failure(error))
      }
    }
  }

  // MARK: Consents

  /// The kinds of data that studies ask the user for, and the user's answers.
  package struct Consents: Decodable, Sendable, Hashable {
    package struct Code: Decodable, Sendable, Hashable {
      package var codingSystem: String
      package var codingCode: String
    }
    package struct Scope: Decodable, Sendable, Hashable {
      package var code: Code
      package var consented: Bool?
    }
    package struct Study: Decodable, Sendable, Hashable {
      package var id: Int64
      package var name: String?
      package var pendingScopeConsents: [Scope]?
      package var scopeConsents: [Scope]?
    }

    package var consolidatedConsentedScopes: [Code]
    package var studiesPendingConsent: [Study]
    package var studies: [Study]
  }

  package func fetchConsents(_ completion: @escaping Completion<Consents>) {
    withConsentsPath(completion) { path in
      self.sendSigned("GET", path) { result in
        completion(result.flatMap { Self.decode(Consents.self, from: $0) })
      }
    }
  }

  /// Sends the user's answer to every study that asks for the given kind of data.
  ///
  /// - Parameter code: a kind of data such as `omh:geoposition:1.0`; nil for all kinds that studies
  ///   ask for.
  package func answerStudies(
    to code: String?, isGiven: Bool, _ completion: @escaping Completion<Void>
  ) {
    fetchConsents { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let consents):
        // The server takes a first answer by POST, and a changed answer by PATCH.
        let asked = Self.answers(
          consents.studiesPendingConsent, \.pendingScopeConsents, code, isGiven)
        let reported = Self.answers(consents.studies, \.scopeConsents, code, isGiven)
        answer("POST", asked) { result in
          guard case .success = result else { return completion(result) }
          self.answer("PATCH", reported) { result in
            if case .success = result, isGiven { self.notify(.consentGiven) }
            completion(result)
          }
        }
      }
    }
  }

  private struct StudyAnswers: Encodable {
    struct ScopeConsent: Encodable {
      var codingCode: String
      var codingSystem: String
      var consented: Bool
    }
    struct Study: Encodable {
      var scopeConsents: [ScopeConsent]
      var studyId: Int64
    }
    var studyScopeConsents: [Study]
  }

  private static func answers(
    _ studies: [Consents.Study], _ scopes: KeyPath<Consents.Study, [Consents.Scope]?>,
    _ code: String?, _ isGiven: Bool
  ) -> StudyAnswers {
    StudyAnswers(
      studyScopeConsents: studies.compactMap { study in
        let asked = (study[keyPath: scopes] ?? []).filter {
          code == nil || $0.code.codingCode == code
        }
        guard !asked.isEmpty else { return nil }
        return StudyAnswers.Study(
          scopeConsents: asked.map {
            StudyAnswers.ScopeConsent(
              codingCode: $0.code.codingCode, codingSystem: $0.code.codingSystem,
              consented: isGiven)
          }, studyId: study.id)
      })
  }

  private func answer(
    _ method: String, _ answers: StudyAnswers, _ completion: @escaping Completion<Void>
  ) {
    guard !answers.studyScopeConsents.isEmpty else { return completion(.success(())) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(answers) else {
      return completion(.failure(.unreadable))
    }
    withConsentsPath(completion) { path in
      self.sendSigned(method, path, body: [UInt8](body)) { completion($0.map { _ in () }) }
    }
  }

  private func withConsentsPath<Value>(
    _ completion: @escaping Completion<Value>, _ body: @escaping (String) -> Void
  ) {
    if let patient { return body("/api/v1/patients/\(patient)/consents") }
    fetchProfile { [weak self] result in
      guard case .failure(let error) = result else {
        return body("/api/v1/patients/\(self?.patient ?? "")/consents")
      }
      completion(.failure(error))
    }
  }
}
