import AppleProcess

/// Writes a line into the explanation of the run, from which tests read it. It stands where an app
/// writes to its log.
func note(_ topic: String, _ text: String) {
  CurrentPhone.phone.note(topic, text)
}
