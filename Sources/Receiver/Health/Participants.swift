/// The patients and studies of a receiver: those of its configuration, and those in its store.
extension Receiver {
  package func patient(_ number: Int64) throws -> Patient? {
    try store.patient(number)
      ?? (number == configuration.patient.number ? configuration.patient : nil)
  }

  /// Returns all patients, in the order of their numbers.
  package func patients() throws -> [Patient] {
    let stored = try store.patients()
    let configured = configuration.patient
    let isStored = stored.contains { $0.number == configured.number }
    return (stored + (isStored ? [] : [configured])).sorted { $0.number < $1.number }
  }

  /// Returns all studies, in the order of their numbers.
  package func studies() throws -> [Study] {
    let stored = try store.studies()
    let configured = configuration.studies.filter { study in
      !stored.contains { $0.number == study.number }
    }
    return (stored + configured).sorted { $0.number < $1.number }
  }

  /// Returns the studies in which a patient takes part.
  package func studies(of patient: Patient) throws -> [Study] {
    guard !patient.studies.isEmpty else { return configuration.studies }
    return try studies().filter { patient.studies.contains($0.number) }
  }

  /// Stores a patient under the next free number, which it returns.
  package func add(_ patient: Patient) throws -> Int64 {
    var patient = patient
    let last = try patients().map(\.number).max() ?? 0
    patient.number = last + 1
    try store.save(patient)
    return patient.number
  }

  /// Stores a study under the next free number, which it returns.
  package func add(_ study: Study) throws -> Int64 {
    var study = study
    let last = try studies().map(\.number).max() ?? 0
    study.number = last + 1
    try store.save(study)
    return study.number
  }

  /// Returns a patient's answers to the studies in which the patient takes part.
  package func consents(of patient: Patient) throws -> [Consent] {
    let numbers = Set(try studies(of: patient).map(\.number))
    return try store.consents(of: patient.number).filter { numbers.contains($0.study) }
  }
}
