import Timekeeping

/// A person whose own phone sends health data to the receiver.
package struct Patient: Sendable, Equatable {
  package var number: Int64
  package var email: String
  package var givenName: String
  package var familyName: String
  /// The numbers of the studies in which the patient takes part. If it is empty, the patient takes
  /// part in the studies of the receiver's configuration.
  package var studies: [Int64]

  package init(
    number: Int64, email: String, givenName: String, familyName: String, studies: [Int64] = []
  ) {
    self.number = number
    self.email = email
    self.givenName = givenName
    self.familyName = familyName
    self.studies = studies
  }
}

/// A patient's answer to a study that asks for a kind of data.
package struct Consent: Sendable, Equatable {
  package var patient: Int64
  package var study: Int64
  package var code: HealthCode
  package var isGiven: Bool
  package var answeredAt: Instant

  package init(
    patient: Int64, study: Int64, code: HealthCode, isGiven: Bool, answeredAt: Instant
  ) {
    self.patient = patient
    self.study = study
    self.code = code
    self.isGiven = isGiven
    self.answeredAt = answeredAt
  }
}

/// A study, and the kinds of data that it asks its patients for.
package struct Study: Sendable, Equatable {
  package var number: Int64
  package var name: String
  package var codes: [HealthCode]

  package init(number: Int64, name: String, codes: [HealthCode]) {
    self.number = number
    self.name = name
    self.codes = codes
  }
}
