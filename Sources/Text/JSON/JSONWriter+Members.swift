import Timekeeping

/// Functions that write a member of a JSON object: a key in plain ASCII, then its value.
extension JSONWriter {
  package mutating func beginObject(_ name: StaticString) {
    key(name)
    beginObject()
  }

  package mutating func beginArray(_ name: StaticString) {
    key(name)
    beginArray()
  }

  package mutating func boolean(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  package mutating func plain(_ name: StaticString, _ text: StaticString) {
    key(name)
    plain(text)
  }

  package mutating func string(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  package mutating func number(_ name: StaticString, _ value: Int) {
    key(name)
    number(value)
  }

  package mutating func number(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  package mutating func number(_ name: StaticString, _ value: Float) {
    key(name)
    number(value)
  }

  package mutating func instant(_ name: StaticString, _ value: Instant) {
    key(name)
    instant(value)
  }
}
