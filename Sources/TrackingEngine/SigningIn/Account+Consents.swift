import Foundation
import PhoneAPI

/// Who the person is to the server, and what they agreed to send.
extension Account {
  /// What the server takes where it does not know the person.
  private static let unnamedPatient = "40010"

  package struct Profile: Decodable, Sendable, Hashable {
    package struct Patient: Decodable, Sendable, Hashable { package var id: Int64 }
    package var id: Int64
    package var email: String?
    package var patient: Patient?
  }

  package func fetchProfile(_ completion: @escaping Completion<Profile>) {
    sendSigned("GET", "/api/v1/users/profile") { [weak self] result in
      let profile = result.flatMap { Self.decode(Profile.self, from: $0) }
      if case .success(let profile) = profile {
        self?.patient = String(profile.patient?.id ?? profile.id)
      }
      completion(profile)
    }
  }

  /// Asks for the person's number unless it is being asked for; calls back when that is over.
  func learnPatient(_ completion: @escaping Completion<Void>) {
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
        phone.note("account", "the profile cannot be had: \(error)")
        completion(.failure(error))
      }
    }
  }

  // MARK: Consents

  /// What studies ask for, and what the person answered.
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

  /// The person's answer to every study that asks for such data.
  ///
  /// - Parameter code: such as `omh:geoposition:1.0`; nil for all that is asked for.
  package func answerStudies(
    to code: String?, isGiven: Bool, _ completion: @escaping Completion<Void>
  ) {
    fetchConsents { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let consents):
        // What was never answered is a POST, what was is a PATCH.
        let asked = Self.answers(
          consents.studiesPendingConsent, \.pendingScopeConsents, code, isGiven)
        let told = Self.answers(consents.studies, \.scopeConsents, code, isGiven)
        answer("POST", asked) { result in
          guard case .success = result else { return completion(result) }
          self.answer("PATCH", told) { result in
            if case .success = result, isGiven { self.tell(.consentGiven) }
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
