import Timekeeping

/// Somebody who sends health data of their own.
public struct Patient: Sendable, Hashable {
  public var number: Int64
  public var email: String
  public var givenName: String
  public var familyName: String

  public init(number: Int64, email: String, givenName: String, familyName: String) {
    self.number = number
    self.email = email
    self.givenName = givenName
    self.familyName = familyName
  }
}

/// What a patient answered to a study that asks for a kind of data.
public struct Consent: Sendable, Hashable {
  public var patient: Int64
  public var study: Int64
  public var code: HealthCode
  public var isGiven: Bool
  public var answeredAt: Instant

  public init(
    patient: Int64, study: Int64, code: HealthCode, isGiven: Bool, answeredAt: Instant
  ) {
    self.patient = patient
    self.study = study
    self.code = code
    self.isGiven = isGiven
    self.answeredAt = answeredAt
  }
}

/// A study in which every patient of the receiver takes part, and the kinds of data it asks for.
public struct Study: Sendable, Hashable {
  public var number: Int64
  public var name: String
  public var codes: [HealthCode]

  public init(number: Int64, name: String, codes: [HealthCode]) {
    self.number = number
    self.name = name
    self.codes = codes
  }
}
