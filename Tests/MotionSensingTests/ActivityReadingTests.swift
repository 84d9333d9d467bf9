import MotionSensing
import Testing

struct ActivityReadingTests {
  @Test("MOT-1: a reading may have no flag at all")
  func emptyReading() {
    let reading = ActivityReading(confidence: .low)
    #expect(!reading.stationary && !reading.walking && !reading.automotive && !reading.unknown)
  }
}
